// SPDX-License-Identifier: MIT
//
// Positions drawn from a tree: all that have children, each as likely.
#include "tree_sample.h"

#include "rng.h"
#include "tree_fixture.h"

enum { A = 41, B = 42, C = 43, CHILDREN = 3, NODES = 60 };

static const Point MOVES[CHILDREN] = {A, B, C};

// What was told of: how often, by node.
typedef struct Told {
    const Tree *tree;
    NodeIndex root;
    int lines;
    int times[ARENA_NODES];
} Told;

static void take(void *object, const Point line[], int length)
{
    Told *told = object;
    NodeIndex node = told->root;
    assert_true(length > 0);
    for (int i = 0; i < length; i++) {
        node = tree_find_child(told->tree, node, line[i]);
        assert_true(node != 0);
    }
    told->lines++;
    told->times[node]++;
}

static int sample(Told *told, int count, uint64_t seed)
{
    Rng rng = rng_seeded(seed, 0);
    LineTaker taker = {take, told};
    return tree_sample(told->tree, told->root, count, &rng, &taker);
}

static bool has_children(const Tree *tree, NodeIndex node)
{
    int count;
    tree_children(tree, node, &count);
    return count > 0;
}

// So many nodes with children, the root among them; they have grown at random.
static void grow(Tree *tree)
{
    NodeIndex leaves[CHILDREN * NODES] = {TREE_ROOT};
    Rng rng = rng_seeded(5, 0);
    int count = 1;
    for (int i = 0; i < NODES; i++) {
        int drawn = (int)rng_below(&rng, (uint32_t)count);
        NodeIndex parent = leaves[drawn];
        leaves[drawn] = leaves[--count];
        expand_evenly(tree, parent, MOVES, CHILDREN);
        for (int j = 0; j < CHILDREN; j++)
            leaves[count++] = tree_find_child(tree, parent, MOVES[j]);
    }
}

static void test_all_are_told_of_once(void **state)
{
    Tree *tree = *state;
    grow(tree);
    Told told = {.tree = tree, .root = TREE_ROOT};
    assert_int_equal(sample(&told, ARENA_NODES, 1), NODES - 1);
    assert_int_equal(told.lines, NODES - 1);
    for (NodeIndex node = TREE_ROOT + 1; node < tree->used; node++)
        assert_true(told.times[node] <= 1);
}

static void test_only_those_below_the_node(void **state)
{
    Tree *tree = *state;
    grow(tree);
    int lines = 0, parents = 0;
    for (int i = 0; i < CHILDREN; i++) {
        Told told = {.tree = tree, .root = tree_find_child(tree, TREE_ROOT, MOVES[i])};
        sample(&told, ARENA_NODES, 1);
        lines += told.lines;
        parents += has_children(tree, told.root);
    }
    assert_int_equal(lines, NODES - 1 - parents);
}

// Each of them is drawn in a tenth of 3,000 samples; five standard errors are allowed.
static void test_each_is_as_likely(void **state)
{
    enum { SAMPLES = 3000, COUNT = 6, MEAN = SAMPLES * COUNT / (NODES - 1) };
    Tree *tree = *state;
    grow(tree);
    Told told = {.tree = tree, .root = TREE_ROOT};
    for (uint64_t seed = 0; seed < SAMPLES; seed++)
        assert_int_equal(sample(&told, COUNT, seed), COUNT);
    int nodes = 0;
    for (NodeIndex node = 0; node < ARENA_NODES; node++) {
        if (told.times[node] == 0)
            continue;
        nodes++;
        assert_in_range(told.times[node], MEAN - 83, MEAN + 83);
    }
    assert_int_equal(nodes, NODES - 1);
}

static void test_nothing_is_known(void **state)
{
    Told told = {.tree = *state, .root = TREE_ROOT};
    assert_int_equal(sample(&told, 10, 1), 0);
    expand_evenly(*state, TREE_ROOT, MOVES, CHILDREN);
    assert_int_equal(sample(&told, 10, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_are_told_of_once, create, destroy),
        cmocka_unit_test_setup_teardown(test_only_those_below_the_node, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_each_is_as_likely, create, destroy),
        cmocka_unit_test_setup_teardown(test_nothing_is_known, create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "tree.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "tree_fixture.h"

// The numbers of a subtree, in the order of a walk through it.
typedef struct Numbers {
    uint32_t values[1 << 17];
    size_t count;
    size_t nodes; // headers included, as the arena counts them
} Numbers;

static void add_number(Numbers *numbers, uint32_t value)
{
    assert_true(numbers->count < sizeof numbers->values / sizeof numbers->values[0]);
    numbers->values[numbers->count++] = value;
}

static void walk(const Tree *tree, NodeIndex index, Numbers *numbers)
{
    const Node *node = tree_node(tree, index);
    int count;
    NodeIndex first = tree_children(tree, index, &count);
    add_number(numbers, node->move);
    add_number(numbers, node->prior_visits);
    add_number(numbers, node->visits);
    add_number(numbers, node->half_wins);
    add_number(numbers, node->amaf_visits);
    add_number(numbers, node->amaf_half_wins);
    add_number(numbers, (uint32_t)count);
    numbers->nodes += count > 0 ? 2 : 1;
    for (int i = 0; i < count; i++)
        walk(tree, first + (NodeIndex)i, numbers);
}

static Numbers *numbers_of(const Tree *tree, NodeIndex root)
{
    Numbers *numbers = calloc(1, sizeof *numbers);
    assert_non_null(numbers);
    walk(tree, root, numbers);
    return numbers;
}

// Fails unless the tree has just these numbers; releases them.
static void assert_numbers(const Tree *tree, Numbers *expected)
{
    Numbers *found = numbers_of(tree, TREE_ROOT);
    assert_int_equal(found->count, expected->count);
    assert_memory_equal(found->values, expected->values,
                        found->count * sizeof found->values[0]);
    free(found);
    free(expected);
}

static void test_a_new_tree_is_an_unvisited_root(void **state)
{
    Tree *tree = *state;
    int count = -1;
    assert_int_equal(tree_children(tree, TREE_ROOT, &count), 0);
    assert_int_equal(count, 0);
    assert_int_equal(tree_find_child(tree, TREE_ROOT, PASS), 0);
    assert_node(tree, TREE_ROOT, 0, 0);
    assert_amaf(tree, TREE_ROOT, 0, 0);
    assert_int_equal(node_playouts(tree_node(tree, TREE_ROOT)), 0);
    assert_true(node_win_rate(tree_node(tree, TREE_ROOT)) == 0.5);
    assert_int_equal(tree->capacity, ARENA_NODES);
}

static void test_children_begin_with_their_priors(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, PASS, 45};
    const Prior priors[] = {{10, 15}, {7, 0}, {4, 8}};
    int count;
    assert_true(expand(tree, TREE_ROOT, moves, priors, 3));
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        NodeIndex child = first + (NodeIndex)i;
        assert_int_equal(tree_node(tree, child)->move, moves[i]);
        assert_node(tree, child, (uint32_t)priors[i].visits,
                    (uint32_t)priors[i].half_wins);
        assert_amaf(tree, child, 0, 0);
        assert_int_equal(node_playouts(tree_node(tree, child)), 0);
        assert_int_equal(tree_find_child(tree, TREE_ROOT, moves[i]), child);
        assert_int_equal(tree_find_child(tree, child, moves[i]), 0);
    }
    assert_true(node_win_rate(tree_node(tree, first)) == 0.75);
    assert_true(node_win_rate(tree_node(tree, first + 1)) == 0);
    assert_true(node_win_rate(tree_node(tree, first + 2)) == 1);
    assert_int_equal(tree_find_child(tree, TREE_ROOT, 43), 0);
}

static void test_only_leaves_are_expanded(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, 42}, others[] = {43, 44, 45};
    const Prior priors[] = {{2, 2}, {2, 2}, {2, 2}};
    expand_evenly(tree, TREE_ROOT, moves, 2);
    Numbers *before = numbers_of(tree, TREE_ROOT);
    NodeIndex used = tree->used;
    assert_false(expand(tree, TREE_ROOT, others, priors, 3));
    assert_int_equal(tree->used, used);
    assert_numbers(tree, before);
}

// A root with children A..D and PASS, and below A the same again.
enum { A = 41, B = 42, C = 43, D = 44 };

static NodeIndex build_two_levels(Tree *tree)
{
    const Point moves[] = {A, B, C, D, PASS};
    expand_evenly(tree, TREE_ROOT, moves, 5);
    NodeIndex below = tree_find_child(tree, TREE_ROOT, A);
    expand_evenly(tree, below, moves, 5);
    return below;
}

// Expands random leaves and gives them random numbers until the arena is full.
static void grow(Tree *tree, Rng *rng)
{
    Point moves[CHILDREN_MAX];
    Prior priors[CHILDREN_MAX];
    for (int failures = 0; failures < 10;) {
        int count;
        NodeIndex node = TREE_ROOT, first = tree_children(tree, node, &count);
        while (count > 0) {
            node = first + rng_below(rng, (uint32_t)count);
            tree_count_visit(tree, node);
            tree_node(tree, node)->half_wins += rng_below(rng, 3);
            tree_node(tree, node)->amaf_visits += 1;
            tree_node(tree, node)->amaf_half_wins += rng_below(rng, 3);
            first = tree_children(tree, node, &count);
        }
        int wanted = 1 + (int)rng_below(rng, CHILDREN_MAX);
        for (int i = 0; i < wanted; i++) {
            moves[i] = (Point)(A + i);
            priors[i].visits = (int)rng_below(rng, 1000);
            priors[i].half_wins = (int)rng_below(rng, 1000);
        }
        failures += !expand(tree, node, moves, priors, wanted);
        assert_true(tree->used <= tree->capacity);
    }
}

static void test_a_full_tree_stays_as_it_is(void **state)
{
    Tree *tree = *state;
    Rng rng = rng_seeded(2, 0);
    grow(tree, &rng);
    assert_in_range(tree->used, tree->capacity - CHILDREN_MAX, tree->capacity);
    Numbers *before = numbers_of(tree, TREE_ROOT);
    NodeIndex leaf = TREE_ROOT;
    for (int count = 1; count > 0;) {
        NodeIndex first = tree_children(tree, leaf, &count);
        leaf = count > 0 ? first : leaf;
    }
    Point moves[CHILDREN_MAX + 1] = {0};
    Prior priors[CHILDREN_MAX + 1] = {{1, 1}};
    for (int i = 0; i < 100; i++)
        assert_false(expand(tree, leaf, moves, priors, CHILDREN_MAX + 1));
    assert_numbers(tree, before);
    // The leaf can still be visited and expanded later.
    assert_int_equal(tree_node(tree, leaf)->children, NODE_LEAF);
    tree_set_root(tree, leaf);
    assert_true(expand(tree, TREE_ROOT, moves, priors, CHILDREN_MAX + 1));
}

static void test_a_new_root_keeps_its_subtree_exactly(void **state)
{
    Tree *tree = *state;
    Rng rng = rng_seeded(3, 0);
    size_t kept = 0;
    for (int i = 0; i < 200; i++) {
        grow(tree, &rng);
        int count;
        NodeIndex root = TREE_ROOT;
        for (uint32_t depth = rng_below(&rng, 4); depth > 0; depth--) {
            NodeIndex first = tree_children(tree, root, &count);
            root = count > 0 ? first + rng_below(&rng, (uint32_t)count) : root;
        }
        Numbers *before = numbers_of(tree, root);
        size_t nodes = before->nodes;
        tree_set_root(tree, root);
        assert_numbers(tree, before);
        // Nothing else is kept: used counts from 0, and two indices mean nothing.
        assert_int_equal(tree->used, TREE_ROOT + nodes);
        kept += nodes;
        if (i % 50 == 49)
            tree_clear(tree);
    }
    assert_true(kept > 10000);
}

static void test_a_leaf_can_become_the_root(void **state)
{
    Tree *tree = *state;
    build_two_levels(tree);
    NodeIndex b = tree_find_child(tree, TREE_ROOT, B);
    tree_count_visit(tree, b);
    tree_set_root(tree, b);
    int count;
    tree_children(tree, TREE_ROOT, &count);
    assert_int_equal(count, 0);
    assert_node(tree, TREE_ROOT, 3, 2);
    assert_int_equal(node_playouts(tree_node(tree, TREE_ROOT)), 1);
    assert_int_equal(tree->used, TREE_ROOT + 1);
    build_two_levels(tree);
}

static void test_a_cleared_tree_is_new(void **state)
{
    Tree *tree = *state;
    Numbers *empty = numbers_of(tree, TREE_ROOT);
    Rng rng = rng_seeded(4, 0);
    grow(tree, &rng);
    tree_count_visit(tree, TREE_ROOT);
    tree_clear(tree);
    assert_numbers(tree, empty);
    assert_int_equal(tree->used, TREE_ROOT + 1);
}

static void test_memory_decides_the_capacity(void **state)
{
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 1 << 20));
    assert_in_range(2 * tree.capacity * sizeof(Node), (1 << 20) - 2 * sizeof(Node),
                    1 << 20);
    tree_free(&tree);
}

enum { THREADS = 4, LEAVES = 300 };

// A worker that tries to expand every child of the root.
typedef struct Expander {
    Tree *tree;
    NodeIndex first;
    Point move; // of the only child that it gives to a leaf
    int expanded;
} Expander;

static void *expand_all(void *argument)
{
    Expander *expander = argument;
    const Prior prior = {2, 1};
    for (NodeIndex i = 0; i < LEAVES; i++) {
        tree_count_visit(expander->tree, expander->first + i);
        expander->expanded +=
            expand(expander->tree, expander->first + i, &expander->move, &prior, 1);
    }
    return NULL;
}

static void test_one_of_many_workers_expands_a_leaf(void **state)
{
    Tree *tree = *state;
    Point moves[LEAVES];
    Prior priors[LEAVES];
    for (int i = 0; i < LEAVES; i++) {
        moves[i] = (Point)i;
        priors[i] = (Prior){2, 1};
    }
    assert_true(expand(tree, TREE_ROOT, moves, priors, LEAVES));
    int count, expanded = 0;
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    pthread_t threads[THREADS];
    Expander expanders[THREADS];
    for (int i = 0; i < THREADS; i++) {
        expanders[i] = (Expander){tree, first, (Point)(A + i), 0};
        assert_int_equal(pthread_create(&threads[i], NULL, expand_all, &expanders[i]),
                         0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        expanded += expanders[i].expanded;
    }
    assert_int_equal(expanded, LEAVES);
    for (NodeIndex i = 0; i < LEAVES; i++) {
        NodeIndex child = tree_children(tree, first + i, &count);
        assert_int_equal(count, 1);
        assert_in_range(tree_node(tree, child)->move, A, A + THREADS - 1);
        assert_node(tree, child, 2, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_new_tree_is_an_unvisited_root, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_children_begin_with_their_priors, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_only_leaves_are_expanded, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_full_tree_stays_as_it_is, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_new_root_keeps_its_subtree_exactly,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_leaf_can_become_the_root, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_cleared_tree_is_new, create, destroy),
        cmocka_unit_test(test_memory_decides_the_capacity),
        cmocka_unit_test_setup_teardown(test_one_of_many_workers_expands_a_leaf, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}

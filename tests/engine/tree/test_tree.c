// SPDX-License-Identifier: MIT
#include "tree.h"

#include <math.h>
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
    Node node = tree_node(tree, index);
    int count;
    NodeIndex first = tree_children(tree, index, &count);
    add_number(numbers, node.move);
    add_number(numbers, (uint32_t)node.prior_visits);
    add_number(numbers, (uint32_t)node.prior_wins);
    add_number(numbers, node.visits);
    add_number(numbers, node.half_wins);
    add_number(numbers, node.chances);
    add_number(numbers, node.amaf_visits);
    add_number(numbers, node.amaf_half_wins);
    add_number(numbers, (uint32_t)count);
    NodeValue node_value = tree_value(tree, index);
    add_number(numbers, node_value.bucket);
    add_number(numbers, (uint32_t)(node_value.utility * 1024));
    add_number(numbers, (uint32_t)(node_value.win * 1024));
    add_number(numbers, (uint32_t)(int32_t)(node_value.points * 64));
    add_number(numbers, (uint32_t)(node_value.stdev * 64));
    add_number(numbers, node_value.weight);
    if (count > 0) // the sum of squares
        add_number(numbers, tree->children[tree->children[index]]);
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
    Node root = tree_node(tree, TREE_ROOT);
    assert_true(node_win_rate(&root) == 0.5);
    assert_int_equal(tree->capacity, ARENA_NODES);
}

static void test_children_begin_with_their_priors(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, PASS, 45};
    const Prior priors[] = {{10, 7}, {7, 0}, {4, 4}};
    int count;
    assert_true(expand(tree, TREE_ROOT, moves, priors, 3));
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        NodeIndex child = first + (NodeIndex)i;
        Node node = tree_node(tree, child);
        assert_int_equal(node.move, moves[i]);
        assert_int_equal(node.prior_visits, priors[i].visits);
        assert_int_equal(node.prior_wins, priors[i].wins);
        assert_true(node_win_rate(&node) == (double)priors[i].wins / priors[i].visits);
        assert_node(tree, child, 0, 0);
        assert_amaf(tree, child, 0, 0);
        assert_int_equal(tree_find_child(tree, TREE_ROOT, moves[i]), child);
        assert_int_equal(tree_find_child(tree, child, moves[i]), 0);
    }
    assert_int_equal(tree_find_child(tree, TREE_ROOT, 43), 0);
}

static void assert_same_word(NodeValue a, NodeValue b)
{
    assert_int_equal(a.bucket, b.bucket);
    assert_int_equal(a.weight, b.weight);
    assert_true(a.utility == b.utility && a.win == b.win);
    assert_true(a.points == b.points && a.stdev == b.stdev);
}

static void test_a_word_is_kept_of_nodes_with_children(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, 42};
    expand_evenly(tree, TREE_ROOT, moves, 2);
    assert_int_equal(tree_value(tree, TREE_ROOT).bucket, VALUE_BIAS_NO_BUCKET);
    assert_int_equal(tree_value(tree, TREE_ROOT).weight, 0);
    const NodeValue node_value = {.utility = 0.3f,
                                  .win = 0.4f,
                                  .points = -12.25f,
                                  .stdev = 8.5f,
                                  .bucket = 0xfedcba98,
                                  .weight = 0xfedc};
    tree_keep_value(tree, TREE_ROOT, node_value);
    assert_same_word(tree_value(tree, TREE_ROOT), node_value);
    NodeIndex child = tree_find_child(tree, TREE_ROOT, 41);
    assert_int_equal(tree_value(tree, child).bucket, VALUE_BIAS_NO_BUCKET);
}

static void test_scores_are_kept_to_a_64th_of_a_point(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, 42};
    static const float SCORES[] = {0, 0.01f, -0.01f, 3.3f, -3.3f, 381.7f, -381.7f};
    expand_evenly(tree, TREE_ROOT, moves, 2);
    for (int i = 0; i < 7; i++) {
        tree_keep_value(tree, TREE_ROOT,
                        (NodeValue){.points = SCORES[i], .stdev = fabsf(SCORES[i])});
        NodeValue found = tree_value(tree, TREE_ROOT);
        assert_true(fabsf(found.points - SCORES[i]) <= 0.5f / 64);
        assert_true(fabsf(found.stdev - fabsf(SCORES[i])) <= 0.5f / 64);
    }
    // Greater ones are the greatest that there are.
    tree_keep_value(tree, TREE_ROOT, (NodeValue){.points = -1e9f, .stdev = 1e9f});
    assert_true(fabsf(tree_value(tree, TREE_ROOT).points + 512) < 0.1f);
    assert_true(fabsf(tree_value(tree, TREE_ROOT).stdev - 1024) < 0.1f);
    tree_keep_value(tree, TREE_ROOT, (NodeValue){.points = 1e9f, .stdev = -1});
    assert_true(fabsf(tree_value(tree, TREE_ROOT).points - 512) < 0.1f);
    assert_true(tree_value(tree, TREE_ROOT).stdev == 0);
}

static void test_only_leaves_are_expanded(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, 42}, others[] = {43, 44, 45};
    const Prior priors[] = {{2, 1}, {2, 1}, {2, 1}};
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

static NodeValue random_word(Rng *rng)
{
    NodeValue node_value = {.bucket = rng_next(rng)};
    node_value.utility = (float)rng_below(rng, 1024) / 1024;
    node_value.win = (float)rng_below(rng, 1024) / 1024;
    node_value.points = (float)rng_below(rng, 1024) / 64 - 8;
    node_value.stdev = (float)rng_below(rng, 1024) / 64;
    node_value.weight = (uint16_t)rng_next(rng);
    return node_value;
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
            tree_count_visits(tree, node, 1);
            tree->half_wins[node] += rng_below(rng, 3);
            tree->chances[node] += rng_below(rng, 3);
            tree->amaf_visits[node] += 1;
            tree->amaf_half_wins[node] += rng_below(rng, 3);
            first = tree_children(tree, node, &count);
        }
        int wanted = 1 + (int)rng_below(rng, CHILDREN_MAX);
        for (int i = 0; i < wanted; i++) {
            moves[i] = (Point)(A + i);
            priors[i].visits = (uint8_t)rng_below(rng, 256);
            priors[i].wins = (uint8_t)rng_below(rng, 256);
        }
        if (expand(tree, node, moves, priors, wanted))
            tree_keep_value(tree, node, random_word(rng));
        else
            failures++;
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
    assert_int_equal(tree->children[leaf], NODE_LEAF);
    assert_true(tree->is_full);
    tree_set_root(tree, leaf);
    assert_false(tree->is_full);
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

// Compares a pruned tree with the tree as it was: a node has lost its children if it
// had less visits than another one that has kept them, or all is as before. Returns how
// many nodes have lost theirs.
static int compare_pruned(const Tree *before, NodeIndex old, const Tree *after,
                          NodeIndex kept, uint32_t visits_min)
{
    Node a = tree_node(before, old), b = tree_node(after, kept);
    assert_int_equal(a.move, b.move);
    assert_int_equal(a.prior_visits, b.prior_visits);
    assert_int_equal(a.prior_wins, b.prior_wins);
    assert_node(after, kept, a.visits, a.half_wins);
    assert_amaf(after, kept, a.amaf_visits, a.amaf_half_wins);
    int old_count, count;
    NodeIndex old_first = tree_children(before, old, &old_count);
    NodeIndex first = tree_children(after, kept, &count);
    if (count == 0 && old_count > 0) {
        assert_true(a.visits < visits_min);
        return 1;
    }
    assert_int_equal(count, old_count);
    assert_same_word(tree_value(before, old), tree_value(after, kept));
    assert_true(count == 0 || kept == TREE_ROOT || a.visits >= visits_min);
    int lost = 0;
    for (NodeIndex i = 0; i < (NodeIndex)count; i++)
        lost += compare_pruned(before, old_first + i, after, first + i, visits_min);
    return lost;
}

static void copy_tree(const Tree *tree, Tree *copy)
{
    assert_true(tree_init(copy, 28 * (uint64_t)tree->capacity));
    assert_int_equal(copy->capacity, tree->capacity);
    size_t count = tree->used;
    memcpy(copy->visits, tree->visits, count * sizeof *tree->visits);
    memcpy(copy->half_wins, tree->half_wins, count * sizeof *tree->half_wins);
    memcpy(copy->chances, tree->chances, count * sizeof *tree->chances);
    memcpy(copy->amaf_visits, tree->amaf_visits, count * sizeof *tree->amaf_visits);
    memcpy(copy->amaf_half_wins, tree->amaf_half_wins,
           count * sizeof *tree->amaf_half_wins);
    memcpy(copy->children, tree->children, count * sizeof *tree->children);
    memcpy(copy->move, tree->move, count * sizeof *tree->move);
    memcpy(copy->prior_visits, tree->prior_visits, count);
    memcpy(copy->prior_wins, tree->prior_wins, count);
    copy->used = tree->used;
}

static uint32_t least_visits_with_children(const Tree *tree, NodeIndex node)
{
    int count;
    NodeIndex first = tree_children(tree, node, &count);
    if (count == 0)
        return UINT32_MAX;
    uint32_t least = node == TREE_ROOT ? UINT32_MAX : tree_node(tree, node).visits;
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        uint32_t below = least_visits_with_children(tree, i);
        least = below < least ? below : least;
    }
    return least;
}

// As a search visits nodes: those below a node less often than the node.
static void visit_evenly(Tree *tree, NodeIndex node, uint32_t visits)
{
    int count;
    NodeIndex first = tree_children(tree, node, &count);
    tree->visits[node] = visits;
    for (NodeIndex i = 0; i < (NodeIndex)count; i++)
        visit_evenly(tree, first + i, visits / (2 + i));
}

static void test_pruning_forgets_what_is_least_visited(void **state)
{
    Tree *tree = *state;
    Rng rng = rng_seeded(5, 0);
    int lost = 0;
    for (int i = 0; i < 20; i++) {
        grow(tree, &rng);
        visit_evenly(tree, TREE_ROOT, 100000);
        Tree before;
        copy_tree(tree, &before);
        tree_prune(tree);
        assert_in_range(tree->used, tree->capacity / 20, tree->capacity / 2 + 3);
        assert_false(tree->is_full);
        uint32_t least = least_visits_with_children(tree, TREE_ROOT);
        lost += compare_pruned(&before, TREE_ROOT, tree, TREE_ROOT, least);
        tree_free(&before);
    }
    assert_true(lost > 100);
}

static void test_pruning_keeps_the_children_of_the_root(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, 42};
    expand_evenly(tree, TREE_ROOT, moves, 2);
    tree_prune(tree);
    int count;
    tree_children(tree, TREE_ROOT, &count);
    assert_int_equal(count, 2);
}

static void test_a_leaf_can_become_the_root(void **state)
{
    Tree *tree = *state;
    build_two_levels(tree);
    NodeIndex b = tree_find_child(tree, TREE_ROOT, B);
    tree_count_visits(tree, b, 1);
    tree_set_root(tree, b);
    int count;
    tree_children(tree, TREE_ROOT, &count);
    assert_int_equal(count, 0);
    assert_node(tree, TREE_ROOT, 1, 0);
    assert_int_equal(tree->used, TREE_ROOT + 1);
    build_two_levels(tree);
}

static void test_a_cleared_tree_is_new(void **state)
{
    Tree *tree = *state;
    Numbers *empty = numbers_of(tree, TREE_ROOT);
    Rng rng = rng_seeded(4, 0);
    grow(tree, &rng);
    tree_count_visits(tree, TREE_ROOT, 1);
    tree_clear(tree);
    assert_numbers(tree, empty);
    assert_int_equal(tree->used, TREE_ROOT + 1);
}

static void test_memory_decides_the_capacity(void **state)
{
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 1 << 20));
    assert_in_range(28 * tree.capacity, (1 << 20) - 4 * 28, 1 << 20);
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
        tree_count_visits(expander->tree, expander->first + i, 1);
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
        assert_in_range(tree->move[child], A, A + THREADS - 1);
        assert_int_equal(tree->prior_wins[child], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_new_tree_is_an_unvisited_root, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_children_begin_with_their_priors, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_word_is_kept_of_nodes_with_children,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_scores_are_kept_to_a_64th_of_a_point,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_only_leaves_are_expanded, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_full_tree_stays_as_it_is, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_new_root_keeps_its_subtree_exactly,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_pruning_forgets_what_is_least_visited,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_pruning_keeps_the_children_of_the_root,
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

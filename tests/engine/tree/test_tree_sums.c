// SPDX-License-Identifier: MIT
#include "tree_sums.h"

#include "tree_fixture.h"

static void test_sums_are_added_to_a_node(void **state)
{
    Tree *tree = *state;
    const NodeIndex path[] = {TREE_ROOT};
    const TreeResult own = {.games = 64, .half_wins = 28, .chances = 32};
    const TreeSums more = {
        .results = 128, .half_wins = 256, .chances = 200, .surplus = -30};
    tree_count_visits(tree, TREE_ROOT, 64);
    tree_add_result(tree, path, 1, &own);
    assert_true(tree_add_sums(tree, TREE_ROOT, &more));
    Node node = tree_node(tree, TREE_ROOT);
    assert_int_equal(node.visits, 64 + 128);
    assert_int_equal(node.results, 64 + 128);
    assert_int_equal(node.half_wins, 2 * 64 - 28 + 256);
    assert_int_equal(node.chances, 2 * 64 - 32 + 200);
    assert_int_equal(node.surplus, -30);
    TreeSums sums = tree_sums(tree, TREE_ROOT);
    assert_int_equal(sums.results, node.results);
    assert_int_equal(sums.half_wins, node.half_wins);
    assert_int_equal(sums.chances, node.chances);
    assert_int_equal(sums.surplus, node.surplus);
}

static void test_a_node_never_counts_beyond_its_greatest_number(void **state)
{
    Tree *tree = *state;
    const TreeSums half = {.results = TREE_COUNT_MAX / 4,
                           .half_wins = TREE_COUNT_MAX / 2};
    assert_true(tree_add_sums(tree, TREE_ROOT, &half));
    assert_true(tree_add_sums(tree, TREE_ROOT, &half));
    assert_false(tree_add_sums(tree, TREE_ROOT, &half));
    assert_true(tree_node(tree, TREE_ROOT).half_wins <= TREE_COUNT_MAX);
}

static void test_sums_that_no_simulation_brings_are_impossible(void **state)
{
    (void)state;
    const TreeSums possible[] = {{0}, {10, 20, 20, 20}, {10, 0, 0, -20}};
    const TreeSums impossible[] = {
        {10, 21, 0, 0}, {10, 0, 21, 0},       {10, 0, 0, 21},       {10, 0, 0, -21},
        {0, 1, 0, 0},   {0, 0, 0, INT32_MIN}, {UINT32_MAX, 0, 0, 0}};
    for (size_t i = 0; i < sizeof possible / sizeof possible[0]; i++)
        assert_true(tree_sums_are_possible(&possible[i]));
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++)
        assert_false(tree_sums_are_possible(&impossible[i]));
}

static void assert_sums(TreeSums found, TreeSums wanted)
{
    assert_memory_equal(&found, &wanted, sizeof wanted);
}

static void test_what_is_beyond_is_possible_and_the_rest_comes_later(void **state)
{
    (void)state;
    const TreeSums before = {100, 90, 80, -70};
    const TreeSums now = {110, 95, 85, -75}, torn = {110, 130, 70, 70};
    assert_sums(tree_sums_beyond(&now, &before), (TreeSums){10, 5, 5, -5});
    // Another thread was between two numbers.
    assert_sums(tree_sums_beyond(&torn, &before), (TreeSums){10, 20, 0, 20});
    assert_sums(tree_sums_beyond(&before, &before), (TreeSums){0});
    assert_sums(tree_sums_beyond(&before, &now), (TreeSums){0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sums_are_added_to_a_node, create, destroy),
        cmocka_unit_test_setup_teardown(
            test_a_node_never_counts_beyond_its_greatest_number, create, destroy),
        cmocka_unit_test(test_sums_that_no_simulation_brings_are_impossible),
        cmocka_unit_test(test_what_is_beyond_is_possible_and_the_rest_comes_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// The arithmetic of the tree: backup and selection.
#include "tree.h"

#include <string.h>

#include "rng.h"
#include "tree_fixture.h"

static void test_a_visit_counts_as_a_loss_at_first(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {41, 42};
    expand_evenly(tree, TREE_ROOT, moves, 2);
    NodeIndex child = tree_find_child(tree, TREE_ROOT, 42);
    for (int i = 0; i < 3; i++)
        tree_count_visits(tree, child, 1);
    assert_node(tree, child, 3, 0);
    Node node = tree_node(tree, child);
    assert_true(node_win_rate(&node) == 0);
    assert_node(tree, TREE_ROOT, 0, 0);
    assert_node(tree, tree_find_child(tree, TREE_ROOT, 41), 0, 0);
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

// Brings the result of a game to the root, its child A, and the child B of that. The
// turns after these two are the playout.
static void backup_through_a_and_b(Tree *tree, const Point turns[], int length,
                                   Color first, const int half_wins[2])
{
    TreeOutcome outcome = {.half_wins = {half_wins[BLACK], half_wins[WHITE]},
                           .first = {bitboard_empty(), bitboard_empty()},
                           .to_play = first};
    for (int turn = length - 1; turn >= 2; turn--) {
        Color player = turn % 2 == 0 ? first : color_other(first);
        if (turns[turn] == PASS)
            continue;
        bitboard_add(&outcome.first[player], turns[turn]);
        bitboard_remove(&outcome.first[!player], turns[turn]);
    }
    NodeIndex a = tree_find_child(tree, TREE_ROOT, A);
    const NodeIndex path[] = {TREE_ROOT, a, tree_find_child(tree, a, B)};
    for (int i = 0; i < 3; i++)
        tree_count_visits(tree, path[i], 1);
    Params params = PARAMS_DEFAULT;
    params.amaf_early = params.amaf_tree = 1;
    tree_backup(tree, path, 3, &outcome, &params);
}

static void test_results_are_seen_by_the_player_who_moved(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build_two_levels(tree), b = tree_find_child(tree, a, B);
    const Point turns[] = {A, B, PASS, PASS};
    backup_through_a_and_b(tree, turns, 4, BLACK, (const int[2]){2, 0});
    assert_node(tree, TREE_ROOT, 1, 0); // White came to the root
    assert_node(tree, a, 1, 2);         // Black played A
    assert_node(tree, b, 1, 0);         // White played B
    backup_through_a_and_b(tree, turns, 4, BLACK, (const int[2]){0, 2});
    assert_node(tree, TREE_ROOT, 2, 2);
    assert_node(tree, a, 2, 2);
    assert_node(tree, b, 2, 2);
    backup_through_a_and_b(tree, turns, 4, BLACK, (const int[2]){1, 1});
    assert_node(tree, TREE_ROOT, 3, 3);
    assert_node(tree, a, 3, 3);
    assert_node(tree, b, 3, 3);
    backup_through_a_and_b(tree, turns, 4, WHITE, (const int[2]){2, 0});
    assert_node(tree, TREE_ROOT, 4, 5);
    assert_node(tree, a, 4, 3);
    assert_node(tree, b, 4, 5);
    assert_node(tree, tree_find_child(tree, TREE_ROOT, B), 0, 0);
    assert_node(tree, tree_find_child(tree, a, A), 0, 0);
}

static void test_amaf_counts_later_moves_of_the_same_player(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build_two_levels(tree);
    // Black: A, C, pass. White: B, D.
    const Point turns[] = {A, B, C, D, PASS, PASS};
    backup_through_a_and_b(tree, turns, 6, BLACK, (const int[2]){2, 0});
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, A), 1, 2);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, B), 0, 0);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, C), 1, 2);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, D), 0, 0);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, PASS), 0, 0);
    assert_amaf(tree, tree_find_child(tree, a, A), 0, 0);
    assert_amaf(tree, tree_find_child(tree, a, B), 1, 0);
    assert_amaf(tree, tree_find_child(tree, a, C), 0, 0);
    assert_amaf(tree, tree_find_child(tree, a, D), 1, 0);
    assert_amaf(tree, tree_find_child(tree, a, PASS), 0, 0);
    // AMAF games do not count as visits.
    assert_node(tree, tree_find_child(tree, TREE_ROOT, C), 0, 0);
}

static void test_amaf_leaves_out_points_the_opponent_played_first(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build_two_levels(tree);
    // D: first White, then Black. A: first Black; after that, first White.
    const Point turns[] = {A, B, C, D, D, A, A};
    backup_through_a_and_b(tree, turns, 7, BLACK, (const int[2]){0, 2});
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, A), 1, 0);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, D), 0, 0);
    assert_amaf(tree, tree_find_child(tree, a, D), 1, 2);
    assert_amaf(tree, tree_find_child(tree, a, A), 1, 2);
    assert_amaf(tree, tree_find_child(tree, a, C), 0, 0);
}

static void test_a_point_counts_once(void **state)
{
    Tree *tree = *state;
    build_two_levels(tree);
    const Point turns[] = {A, B, C, PASS, C, PASS, C};
    backup_through_a_and_b(tree, turns, 7, WHITE, (const int[2]){0, 2});
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, C), 1, 2);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, A), 1, 2);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, B), 0, 0);
}

static void test_early_moves_weigh_more(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build_two_levels(tree);
    Params params = PARAMS_DEFAULT;
    params.amaf_early = 2;
    params.amaf_tree = 5;
    TreeOutcome outcome = {.half_wins = {1, 1},
                           .first = {bitboard_of(C), bitboard_of(D)},
                           .early = bitboard_of(D),
                           .to_play = BLACK};
    const NodeIndex path[] = {TREE_ROOT, a};
    tree_backup(tree, path, 2, &outcome, &params);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, A), 5, 5);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, C), 1, 1);
    assert_amaf(tree, tree_find_child(tree, TREE_ROOT, D), 0, 0);
    assert_amaf(tree, tree_find_child(tree, a, A), 0, 0);
    assert_amaf(tree, tree_find_child(tree, a, D), 2, 2);
    assert_amaf(tree, tree_find_child(tree, a, PASS), 0, 0);
}

static void set_numbers(Tree *tree, NodeIndex index, const uint32_t numbers[4])
{
    tree->visits[index] = numbers[0];
    tree->half_wins[index] = numbers[1];
    tree->amaf_visits[index] = numbers[2];
    tree->amaf_half_wins[index] = numbers[3];
}

// The mixture as the papers write it, with the even prior of two games.
static double mixture(const uint32_t numbers[4], double equivalence)
{
    double n = numbers[0] + 2, m = numbers[2];
    double value = (numbers[1] + 2) / (2 * n);
    if (numbers[2] == 0)
        return value;
    double weight = m / (m + n + n * m / equivalence);
    return weight * numbers[3] / (2 * m) + (1 - weight) * value;
}

static NodeIndex select_with(const Tree *tree, int equivalence)
{
    Params params = PARAMS_DEFAULT;
    params.rave_equivalence = equivalence;
    params.exploration = 0;
    return tree_select(tree, TREE_ROOT, &params, 100);
}

static void test_the_best_mixture_is_selected(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {A, B, C};
    expand_evenly(tree, TREE_ROOT, moves, 3);
    NodeIndex first = tree_find_child(tree, TREE_ROOT, A);
    static const uint32_t CASES[][3][4] = {
        {{10, 10, 0, 0}, {10, 12, 0, 0}, {10, 8, 0, 0}},
        {{10, 10, 9, 18}, {10, 12, 9, 0}, {10, 8, 9, 9}},
        // Many playouts are trusted more than AMAF, few less.
        {{9000, 10000, 9000, 2000}, {9000, 9500, 9000, 17000}, {9, 9, 1, 1}},
        {{9, 10, 9000, 2000}, {9, 9, 9000, 17000}, {9, 9, 1, 1}},
        {{10, 0, 10, 0}, {10, 0, 10, 0}, {10, 0, 10, 1}},
    };
    static const int EXPECTED[] = {1, 0, 0, 1, 2};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (NodeIndex j = 0; j < 3; j++)
            set_numbers(tree, first + j, CASES[i][j]);
        assert_int_equal(select_with(tree, 100), first + (NodeIndex)EXPECTED[i]);
    }
}

static void test_selection_agrees_with_the_formula(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {A, B, C, D};
    expand_evenly(tree, TREE_ROOT, moves, 4);
    NodeIndex first = tree_find_child(tree, TREE_ROOT, A);
    Rng rng = rng_seeded(1, 0);
    for (int i = 0; i < 5000; i++) {
        double best = 0, values[4];
        int equivalence = 1 + (int)rng_below(&rng, 5000);
        for (NodeIndex j = 0; j < 4; j++) {
            uint32_t numbers[4] = {1 + rng_below(&rng, 1000), 0,
                                   rng_below(&rng, 2) * rng_below(&rng, 1000), 0};
            numbers[1] = rng_below(&rng, 2 * numbers[0] + 1);
            numbers[3] = rng_below(&rng, 2 * numbers[2] + 1);
            set_numbers(tree, first + j, numbers);
            values[j] = mixture(numbers, equivalence);
            best = values[j] > best ? values[j] : best;
        }
        NodeIndex selected = select_with(tree, equivalence);
        assert_in_range(selected, first, first + 3);
        assert_true(values[selected - first] > best - 1e-6); // floats
    }
}

static void test_a_part_of_the_playouts_is_spread(void **state)
{
    Tree *tree = *state;
    const Point moves[] = {A, B, C, D};
    Params params = PARAMS_DEFAULT;
    params.exploration = 100;
    expand_evenly(tree, TREE_ROOT, moves, 4);
    NodeIndex first = tree_find_child(tree, TREE_ROOT, A);
    for (NodeIndex j = 0; j < 4; j++) // D has never won in AMAF games
        set_numbers(tree, first + j, (uint32_t[]){2, 2, 1000, j == 3 ? 0 : 1000});
    for (int i = 0; i < 4000; i++) {
        tree_count_visits(tree, TREE_ROOT, 1);
        tree_count_visits(tree, tree_select(tree, TREE_ROOT, &params, 100), 1);
    }
    // A tenth of 4,000 over four moves, but for the last one or two.
    assert_in_range(tree->visits[first + 3], 97, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_visit_counts_as_a_loss_at_first, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_results_are_seen_by_the_player_who_moved,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_amaf_counts_later_moves_of_the_same_player,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_amaf_leaves_out_points_the_opponent_played_first, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_point_counts_once, create, destroy),
        cmocka_unit_test_setup_teardown(test_early_moves_weigh_more, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_best_mixture_is_selected, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_selection_agrees_with_the_formula, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_part_of_the_playouts_is_spread, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("tree backup", tests, NULL, NULL);
}

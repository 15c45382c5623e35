// SPDX-License-Identifier: MIT
#include "prior.h"

#include <math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "random_play.h"

// Every kind of knowledge has a weight of its own, so that a sum tells its parts.
static const Params WEIGHTS = {
    .prior_even = 2,
    .prior_capture = 10,
    .prior_futile = 13,
    .prior_catch = 14,
    .prior_evade = 17,
    .prior_pattern = 100,
    .prior_selfatari = 3,
    .prior_suicide = 5,
    .prior_near1 = 90,
    .prior_near2 = 60,
    .prior_near3 = 30,
    .prior_edge = 7,
    .prior_pass = 11,
};

static PlayoutPolicy *new_policy(const Params *params)
{
    PlayoutPolicy *policy = malloc(sizeof *policy);
    assert_non_null(policy);
    playout_policy_init(policy, params);
    return policy;
}

// `view` has no reader of ladders yet.
static void fill(PriorView view, const PointList *moves, Prior priors[])
{
    view.ladders = ladder_reader_new();
    assert_non_null(view.ladders);
    prior_fill(&view, moves, priors);
    ladder_reader_delete(view.ladders);
}

// Fails unless a move has so many won and lost games beyond the even ones.
static void assert_prior(const Position *pos, Point last, const char *vertex, int won,
                         int lost)
{
    PlayoutPolicy *policy = new_policy(&WEIGHTS);
    PointList moves = {1, {picture_point(vertex)}};
    Prior prior = {1, 1};
    fill((PriorView){.policy = policy, .pos = pos, .last = last}, &moves, &prior);
    int even = WEIGHTS.prior_even;
    if (prior.visits != even + won + lost || prior.wins != even / 2 + won)
        fail_msg("%s has %d visits and %d wins", vertex, prior.visits, prior.wins);
    free(policy);
}

static void test_a_pass_is_lost_games(void **state)
{
    (void)state;
    Position pos = picture_position("...../..X../...../..O../.....", BLACK);
    assert_prior(&pos, picture_point("C2"), "pass", 0, 11);
    assert_prior(&pos, NO_POINT, "pass", 0, 11);
    assert_prior(&pos, PASS, "pass", 0, 11);
}

static void test_nearness_falls_with_the_distance(void **state)
{
    (void)state;
    Position pos = picture_position(
        "........./........./........./........./....O..../........./........./"
        "........./.........",
        BLACK);
    Point last = picture_point("E5");
    assert_prior(&pos, last, "E6", 90, 0);
    assert_prior(&pos, last, "D5", 90, 0);
    assert_prior(&pos, last, "F6", 60, 0);
    assert_prior(&pos, last, "E7", 60, 0);
    assert_prior(&pos, last, "E8", 30, 0);
    assert_prior(&pos, last, "D7", 30, 0);
    assert_prior(&pos, last, "E9", 0, 7); // too far, but on the first line
    // Without a last move nothing is near.
    assert_prior(&pos, NO_POINT, "E6", 0, 0);
    assert_prior(&pos, PASS, "F6", 0, 0);
}

static void test_chains_shorten_distances(void **state)
{
    (void)state;
    Position pos = picture_position(
        "........./........./........./........./.OOOOXXX./........./........./"
        "........./.........",
        BLACK);
    Point last = picture_point("B5");
    assert_prior(&pos, last, "E6", 90, 0); // beside the same chain
    assert_prior(&pos, last, "H6", 60, 0); // beside the chain at distance one
    assert_prior(&pos, last, "J5", 60, 0);
    assert_prior(&pos, last, "G7", 30, 0);
}

static void test_captures_are_won_games(void **state)
{
    (void)state;
    Position pos = picture_position("...../..X../.XO../..X../.....", BLACK);
    assert_prior(&pos, NO_POINT, "D3", 110, 0); // a pattern as well, as all of these
    // Twice as many for two stones or more.
    pos = picture_position("...../..XX./.XOO./..XX./.....", BLACK);
    assert_prior(&pos, NO_POINT, "E3", 120, 0);
    // Two chains of one stone count as two.
    pos = picture_position("......./..X.X../.XO.OX./..X.X../......./......./.......",
                           BLACK);
    assert_prior(&pos, NO_POINT, "D5", 120, 0);
    // The chain is not in atari.
    pos = picture_position("...../..X../.XO../...../.....", BLACK);
    assert_prior(&pos, NO_POINT, "D3", 100, 0);
}

static void test_saving_a_chain_is_won_games(void **state)
{
    (void)state;
    Position pos = picture_position(
        "......./..O..../.OX..../..O..../......./......./.......", BLACK);
    assert_prior(&pos, NO_POINT, "D5", 110, 0); // and a pattern
    // It has two liberties already.
    pos = picture_position("......./..O..../.OX..../......./......./......./.......",
                           BLACK);
    assert_prior(&pos, NO_POINT, "D5", 100, 0);
    // It would be in atari again: a self-atari.
    pos = picture_position("......./..OO.../.OX.O../..O..../......./......./.......",
                           BLACK);
    assert_prior(&pos, NO_POINT, "D5", 100, 3 + 13);
}

// A white stone that Black can drive across the board, which is empty but for `row3`.
static Position ladder_position(const char *row7, const char *row3, Color to_play)
{
    char picture[128];
    snprintf(picture, sizeof picture,
             "........./..XX...../%s/........./........./........./%s/........./"
             ".........",
             row7, row3);
    return picture_position(picture, to_play);
}

static void test_ladders_count_for_both_sides(void **state)
{
    (void)state;
    Point last = picture_point("B7");
    Position pos = ladder_position(".XO......", ".........", BLACK);
    assert_prior(&pos, last, "C6", 60 + 100 + 14, 0); // near, a pattern, and it works
    assert_prior(&pos, last, "D7", 60 + 100, 0);      // from this side it does not
    pos = ladder_position(".XO......", ".........", WHITE);
    assert_prior(&pos, last, "C6", 60 + 100 + 17, 0);
    assert_prior(&pos, last, "D7", 60 + 100 + 17, 0);
    // With a stone on its way there is no ladder, and nothing to fear.
    pos = ladder_position(".XO......", "......O..", BLACK);
    assert_prior(&pos, last, "C6", 60 + 100, 0);
    pos = ladder_position(".XO......", "......O..", WHITE);
    assert_prior(&pos, last, "C6", 60 + 100, 0);
    // Not near the last move: not looked at.
    pos = ladder_position(".XO......", ".........", BLACK);
    assert_prior(&pos, picture_point("J1"), "C6", 100, 0);
    // Without a last move all of the board is.
    assert_prior(&pos, NO_POINT, "C6", 100 + 14, 0);
    assert_prior(&pos, PASS, "C6", 100 + 14, 0);
}

static void test_running_in_a_ladder_is_lost_games(void **state)
{
    (void)state;
    Point last = picture_point("C6");
    Position pos = picture_position("........./..XX...../.XO....../..X....../........./"
                                    "........./........./........./.........",
                                    WHITE);
    assert_prior(&pos, last, "D7", 60 + 100, 13);
    pos = picture_position("........./..XX...../.XO....../..X....../........./"
                           "........./......O../........./.........",
                           WHITE);
    assert_prior(&pos, last, "D7", 60 + 100 + 10, 0);
}

static void test_a_pattern_is_won_games(void **state)
{
    (void)state;
    Position pos = picture_position(
        "......./......./.XOX.../......./......./......./.......", BLACK);
    assert_prior(&pos, NO_POINT, "C4", 100, 0);
    pos.to_play = WHITE;
    assert_prior(&pos, NO_POINT, "C4", 100, 0);
    assert_prior(&pos, NO_POINT, "C3", 0, 0);
}

static void test_self_atari_and_suicide_are_lost_games(void **state)
{
    (void)state;
    Position pos = picture_position("..O../.O.../...../...../.....", BLACK);
    assert_prior(&pos, NO_POINT, "B5", 0, 3);
    // The suicide of two stones, in a shape that would be a block.
    pos = picture_position(".XO../OO.../...../...../.....", BLACK);
    assert_prior(&pos, NO_POINT, "A5", 100, 8 + 13);
    // Connecting to liberties is neither.
    pos = picture_position("..OX./.O.../...../...../.....", WHITE);
    assert_prior(&pos, NO_POINT, "B5", 0, 0);
}

static void test_lines_count_where_nothing_is_near(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 19, 13);
    bitboard_add(&pos.stones[BLACK], picture_point("D4"));
    const Bitboard stones[2] = {pos.stones[BLACK], bitboard_empty()};
    assert_true(position_setup(&pos, stones, WHITE));
    assert_prior(&pos, NO_POINT, "Q1", 0, 7);
    assert_prior(&pos, NO_POINT, "T13", 0, 7);
    assert_prior(&pos, NO_POINT, "S7", 0, 7);
    assert_prior(&pos, NO_POINT, "Q12", 0, 7);
    assert_prior(&pos, NO_POINT, "R10", 7, 0);
    assert_prior(&pos, NO_POINT, "K3", 7, 0);
    assert_prior(&pos, NO_POINT, "R11", 7, 0);
    assert_prior(&pos, NO_POINT, "K4", 0, 0);
    assert_prior(&pos, NO_POINT, "K7", 0, 0);
    // Within three steps of a stone the line does not matter, from four on it does.
    assert_prior(&pos, NO_POINT, "D1", 0, 0);
    assert_prior(&pos, NO_POINT, "F3", 0, 0);
    assert_prior(&pos, NO_POINT, "G3", 7, 0);
}

static PointList empty_points(const Position *pos)
{
    PointList list = {.count = 0};
    for (int i = 0; i < pos->empty_count && i < POINT_COUNT_MAX; i++)
        point_list_add(&list, pos->empty[i]);
    return list;
}

static void test_every_move_is_judged_by_itself(void **state)
{
    (void)state;
    PlayoutPolicy *policy = new_policy(&PARAMS_DEFAULT);
    Position pos = picture_position("...../..X../.XO../..X../.....", BLACK);
    PriorView view = {.policy = policy, .pos = &pos, .last = picture_point("C3")};
    Prior together[POINT_LIST_MAX], alone;
    PointList moves = empty_points(&pos);
    point_list_add(&moves, PASS);
    Position before = pos;
    fill(view, &moves, together);
    for (int i = 0; i < moves.count; i++) {
        PointList move = {1, {moves.points[i]}};
        fill(view, &move, &alone);
        assert_memory_equal(&together[i], &alone, sizeof alone);
    }
    assert_memory_equal(&pos, &before, sizeof pos);
    free(policy);
}

// With every weight at its highest the sums must still fit a node of the tree.
static void test_sums_stay_in_range(void **state)
{
    (void)state;
    Params params = PARAMS_DEFAULT;
    static const char *const NAMES[] = {
        "prior_even",    "prior_capture", "prior_pattern", "prior_selfatari",
        "prior_suicide", "prior_near1",   "prior_near2",   "prior_near3",
        "prior_edge",    "prior_pass",    "prior_futile",  "prior_catch",
        "prior_evade"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        assert_true(params_set(&params, NAMES[i], 100));
    PlayoutPolicy *policy = new_policy(&params);
    Rng rng = rng_seeded(1, 0);
    Prior priors[POINT_COUNT_MAX];
    int cut_off = 0;
    for (int i = 0; i < 500; i++) {
        int columns = 1 + (int)rng_below(&rng, 9), rows = 1 + (int)rng_below(&rng, 9);
        Point last[2];
        Position pos = random_position(
            columns, rows, (int)rng_below(&rng, (uint32_t)(2 * columns * rows)), &rng,
            last);
        PointList moves = empty_points(&pos);
        PriorView view = {.policy = policy, .pos = &pos, .last = last[0]};
        fill(view, &moves, priors);
        for (int j = 0; j < pos.empty_count; j++) {
            assert_in_range(priors[j].visits, 100, PRIOR_VISITS_MAX);
            assert_in_range(priors[j].wins, 50, priors[j].visits);
            cut_off += priors[j].visits == PRIOR_VISITS_MAX;
        }
    }
    assert_true(cut_off > 100);
    free(policy);
}

// A move that the network is sure of gets 240 units, one of a quarter half as many.
static void test_a_network_gives_roots_of_probabilities(void **state)
{
    (void)state;
    Params params = PARAMS_DEFAULT;
    float probability[POINT_LIMIT] = {0};
    Prior priors[4];
    Point a1 = picture_point("A1"), b1 = picture_point("B1"), c1 = picture_point("C1");
    Point d1 = picture_point("D1");
    PointList moves = {4, {a1, b1, c1, d1}};
    probability[a1] = 1;
    probability[b1] = 0.25f;
    probability[c1] = 0.0001f;
    params.prior_network = 480;
    params.prior_even = 20;
    assert_true(prior_network_unit(&params) == 2);
    prior_fill_by_network(&params, probability, &moves, priors);
    static const int WON[] = {240, 120, 2, 0};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(priors[i].visits, WON[i] + 10);
        assert_int_equal(priors[i].wins, WON[i] + 5);
    }
    // Something is left of the even games, whatever the unit.
    params.prior_network = 9600;
    prior_fill_by_network(&params, probability, &moves, priors);
    assert_int_equal(priors[3].visits, 2);
    assert_int_equal(priors[3].wins, 1);
    // Even games leave room for those of a move that the network is sure of.
    params.prior_network = 1;
    params.prior_even = 100;
    prior_fill_by_network(&params, probability, &moves, priors);
    assert_int_equal(priors[0].visits, 240 + 14);
    assert_int_equal(priors[0].wins, 240 + 7);
}

static void test_probabilities_are_read_from_priors(void **state)
{
    (void)state;
    static const int EVEN[] = {2, 10, 100, 20}, GAMES[] = {100, 240, 1, 9600};
    Params params = PARAMS_DEFAULT;
    Point a1 = picture_point("A1");
    PointList moves = {2, {a1, PASS}};
    for (int i = 0; i < 4; i++) {
        params.prior_even = EVEN[i];
        params.prior_network = GAMES[i];
        ProbabilityScale scale = prior_network_scale(&params);
        for (int percent = 0; percent <= 100; percent++) {
            float probability[POINT_LIMIT] = {[PASS] = 0.5f};
            probability[a1] = 0.01f * (float)percent;
            Prior priors[2];
            prior_fill_by_network(&params, probability, &moves, priors);
            float read = prior_probability(&scale, priors[0].wins);
            assert_true(fabsf(read - probability[a1]) < 0.005f);
            prior_doubt_pass(&params, &moves, priors);
            assert_true(prior_probability(&scale, priors[0].wins) == read);
            assert_true(prior_probability(&scale, priors[1].wins) == 0);
            assert_true(priors[1].visits > 2 * priors[1].wins);
            prior_raise(&scale, &priors[0], 1);
            assert_true(prior_probability(&scale, priors[0].wins) == 1);
        }
    }
}

static void test_a_network_of_ours_does_not_say_when_to_pass(void **state)
{
    (void)state;
    Params params = PARAMS_DEFAULT;
    float probability[POINT_LIMIT] = {[PASS] = 1};
    PointList moves = {1, {PASS}};
    Prior prior;
    params.prior_network = 480;
    params.prior_even = 20;
    params.prior_pass = 30;
    prior_fill_by_network(&params, probability, &moves, &prior);
    assert_int_equal(prior.wins, 5 + 240);
    prior_doubt_pass(&params, &moves, &prior);
    assert_int_equal(prior.visits, 10 + 15);
    assert_int_equal(prior.wins, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pass_is_lost_games),
        cmocka_unit_test(test_nearness_falls_with_the_distance),
        cmocka_unit_test(test_chains_shorten_distances),
        cmocka_unit_test(test_captures_are_won_games),
        cmocka_unit_test(test_saving_a_chain_is_won_games),
        cmocka_unit_test(test_ladders_count_for_both_sides),
        cmocka_unit_test(test_running_in_a_ladder_is_lost_games),
        cmocka_unit_test(test_a_pattern_is_won_games),
        cmocka_unit_test(test_self_atari_and_suicide_are_lost_games),
        cmocka_unit_test(test_lines_count_where_nothing_is_near),
        cmocka_unit_test(test_every_move_is_judged_by_itself),
        cmocka_unit_test(test_sums_stay_in_range),
        cmocka_unit_test(test_a_network_gives_roots_of_probabilities),
        cmocka_unit_test(test_probabilities_are_read_from_priors),
        cmocka_unit_test(test_a_network_of_ours_does_not_say_when_to_pass),
    };
    return cmocka_run_group_tests_name("prior", tests, NULL, NULL);
}

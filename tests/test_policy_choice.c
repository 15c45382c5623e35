// SPDX-License-Identifier: MIT
#include "policy.h"

#include <stdlib.h>

#include "picture.h"
#include "random_play.h"

static Policy *new_policy(void)
{
    Policy *policy = malloc(sizeof *policy);
    assert_non_null(policy);
    policy_init(policy, &PARAMS_DEFAULT);
    return policy;
}

// The moves that policy_atari_moves finds, as a set; fails if one is no legal move.
static Bitboard atari_moves(const Position *pos, Point last)
{
    PointList moves = {.count = 0};
    Bitboard set = bitboard_empty();
    policy_atari_moves(pos, last, &moves);
    for (int i = 0; i < moves.count; i++) {
        assert_true(position_can_play(pos, moves.points[i]));
        assert_false(bitboard_test(&set, moves.points[i])); // no move twice
        bitboard_add(&set, moves.points[i]);
    }
    return set;
}

static void assert_atari_moves(const char *picture, const char *last,
                               const char *expected)
{
    Position pos = picture_position(picture, BLACK);
    assert_points(atari_moves(&pos, picture_point(last)), expected);
}

static void test_a_chain_that_moved_into_atari_is_captured(void **state)
{
    (void)state;
    assert_atari_moves("...../..X../.XO../..X../.....", "C3", "D3");
    // Any stone of the chain may be the one that was played.
    assert_atari_moves("...../.XX../XOO../.XX../.....", "B3", "D3");
    assert_atari_moves("...../.XX../XOO../.XX../.....", "C3", "D3");
    // Two liberties.
    assert_atari_moves("...../..X../.XO../...../.....", "C3", "");
    // The last move stands elsewhere.
    assert_atari_moves("O..../..X../.XO../..X../.....", "A5", "");
}

static void test_a_chain_put_in_atari_escapes_or_captures(void **state)
{
    (void)state;
    assert_atari_moves("...../..O../.OX../..O../.....", "C2", "D3");
    // An attacker can be captured instead, or as well.
    assert_atari_moves("...../OOO../XX.O./OXO../.O...", "B1", "A1");
    assert_atari_moves("...../OO.../XX.../OXO../.O...", "B1", "A1 C3");
    assert_atari_moves("...../...../..O../OO.../OX...", "B2", "C1");
    // No escape along the edge: the chain would still be in atari, or cleared.
    assert_atari_moves("...../...../..O../OOO../OX...", "B2", "");
    assert_atari_moves("...../...../...../OOOO./XXX.O", "A2", "");
    // A chain that does not touch the last move is not looked at.
    assert_atari_moves("...../..O../.OX../..O../O....", "A1", "");
}

static void test_both_colors_act_alike(void **state)
{
    (void)state;
    Position pos = picture_position("...../..O../.OX../..O../.....", WHITE);
    assert_points(atari_moves(&pos, picture_point("C3")), "D3");
    pos = picture_position("...../..X../.XO../..X../.....", WHITE);
    assert_points(atari_moves(&pos, picture_point("C4")), "D3");
}

static void test_no_move_takes_the_ko_back(void **state)
{
    (void)state;
    Position pos = picture_position(
        "......./...XO../..X.XO./...XO../......./......./.......", WHITE);
    Point last = picture_point("D5");
    position_play(&pos, last); // captures E5
    assert_int_equal(pos.ko, picture_point("E5"));
    assert_points(atari_moves(&pos, last), "");
    pos.ko = NO_POINT;
    assert_points(atari_moves(&pos, last), "E5");
}

// The only liberty of the chain, unless a ko forbids to play it; else the empty set.
static Bitboard capture_point(const Position *pos, Point stone)
{
    Bitboard liberties = position_liberties(pos, stone);
    if (bitboard_count(&liberties) != 1 || bitboard_first(&liberties) == pos->ko)
        return bitboard_empty();
    return liberties;
}

// The points that capture an enemy of the chain in atari or lengthen it to two
// liberties.
static Bitboard rescues(const Position *pos, Point stone)
{
    Bitboard chain = position_chain(pos, stone), set = bitboard_empty();
    Bitboard around =
        bitboard_intersection(bitboard_neighbors(&chain), pos->stones[!pos->to_play]);
    for (Point q = bitboard_first(&around); q; q = bitboard_next(&around, q))
        set = bitboard_union(set, capture_point(pos, q));
    Bitboard liberty = capture_point(pos, stone);
    Point p = bitboard_first(&liberty);
    if (p != NO_POINT && policy_liberties_after(pos, p, 2) >= 2)
        bitboard_add(&set, p);
    return set;
}

static Bitboard expected_atari_moves(const Position *pos, Point center)
{
    Bitboard set = bitboard_empty(), near = bitboard_of(center);
    near = bitboard_union(near, bitboard_neighbors(&near));
    Bitboard own = bitboard_intersection(near, pos->stones[pos->to_play]);
    Bitboard enemy = bitboard_intersection(near, pos->stones[!pos->to_play]);
    for (Point q = bitboard_first(&enemy); q; q = bitboard_next(&enemy, q))
        set = bitboard_union(set, capture_point(pos, q));
    for (Point q = bitboard_first(&own); q; q = bitboard_next(&own, q)) {
        Bitboard liberties = position_liberties(pos, q);
        if (bitboard_count(&liberties) == 1)
            set = bitboard_union(set, rescues(pos, q));
    }
    return set;
}

static void test_atari_moves_are_found_on_random_boards(void **state)
{
    (void)state;
    Rng rng = rng_seeded(2, 0);
    int found = 0;
    for (int i = 0; i < 4000; i++) {
        int size = 3 + (int)rng_below(&rng, 7);
        int moves = 1 + (int)rng_below(&rng, (uint32_t)(3 * size * size));
        Position pos = random_position(size, size, moves, &rng, NULL);
        Point center = point_at((int)rng_below(&rng, (uint32_t)size),
                                1 + (int)rng_below(&rng, (uint32_t)size));
        Bitboard set = atari_moves(&pos, center);
        Bitboard expected = expected_atari_moves(&pos, center);
        assert_true(bitboard_equal(&set, &expected));
        found += bitboard_count(&set);
    }
    assert_true(found > 400);
}

static void test_nothing_is_near_a_pass(void **state)
{
    (void)state;
    Position pos = picture_position("X..../OX.../...../...../O....", BLACK);
    assert_points(atari_moves(&pos, NO_POINT), "");
    assert_points(atari_moves(&pos, PASS), "");
}

static bool is_candidate(const Position *pos, Point p)
{
    return position_can_play(pos, p) && !policy_is_eye(pos, p, (Color)pos->to_play);
}

static int count_candidates(const Position *pos)
{
    int count = 0;
    for (int i = 0; i < pos->empty_count; i++)
        count += is_candidate(pos, pos->empty[i]);
    return count;
}

// Draws moves at random positions, which random and therefore often strange moves lead
// to, with and without knowledge.
static void test_chosen_moves_are_playable_and_fill_no_eye(void **state)
{
    (void)state;
    Policy *policy = new_policy();
    Rng rng = rng_seeded(3, 0);
    int passes = 0;
    for (int i = 0; i < 6000; i++) {
        int columns = 1 + (int)rng_below(&rng, 9), rows = 1 + (int)rng_below(&rng, 9);
        int moves = (int)rng_below(&rng, (uint32_t)(3 * columns * rows));
        Point last[2];
        Position pos = random_position(columns, rows, moves, &rng, last);
        for (int draw = 0; draw < 4; draw++) {
            Point p = policy_choose(policy, &pos, last[0], last[1], &rng);
            assert_true(p == PASS || is_candidate(&pos, p));
            p = policy_choose_light(&pos, &rng);
            assert_true(p == PASS ? count_candidates(&pos) == 0
                                  : is_candidate(&pos, p));
            passes += p == PASS;
        }
    }
    assert_true(passes > 100);
    free(policy);
}

// The same along games of the policy itself, as playouts meet them.
static void test_games_of_the_policy_are_playable(void **state)
{
    (void)state;
    Policy *policy = new_policy();
    Rng rng = rng_seeded(4, 0);
    for (int i = 0; i < 150; i++) {
        int size = 2 + (int)rng_below(&rng, 12);
        Position pos;
        Point last = NO_POINT, second_last = NO_POINT;
        position_init(&pos, size, size);
        for (int turn = 0; turn < 2 * size * size && pos.passes < 2; turn++) {
            Point p = policy_choose(policy, &pos, last, second_last, &rng);
            assert_true(p == PASS || is_candidate(&pos, p));
            position_play(&pos, p);
            second_last = last;
            last = p;
        }
        assert_true(position_is_sound(&pos));
    }
    free(policy);
}

static void test_certain_rules_are_followed(void **state)
{
    (void)state;
    Policy *policy = new_policy();
    Rng rng = rng_seeded(5, 0);
    Position pos = picture_position("...../..X../.XO../..X../.....", BLACK);
    policy->params.capture_rate = 256;
    for (int i = 0; i < 100; i++)
        assert_int_equal(
            policy_choose(policy, &pos, picture_point("C3"), NO_POINT, &rng),
            picture_point("D3"));
    policy->params.capture_rate = 0;
    policy->params.pattern_rate = 256;
    pos = picture_position("......./......./..OX.../......./......./......./.......",
                           WHITE);
    for (int i = 0; i < 100; i++) {
        Point p = policy_choose(policy, &pos, picture_point("D5"), NO_POINT, &rng);
        assert_true(policy_matches_pattern(policy, &pos, p));
    }
    policy->params.pattern_rate = 0;
    policy->params.selfatari_rate = 256;
    pos = picture_position(".O.../...../OOOOO/OOOOO/OOOO.", BLACK);
    for (int i = 0; i < 100; i++) // A5 alone would be a self-atari
        assert_int_not_equal(policy_choose(policy, &pos, PASS, PASS, &rng),
                             picture_point("A5"));
    free(policy);
}

// A position, how many points the player to move may choose from, and the value that
// chi-squared exceeds once in a thousand times with one degree of freedom less.
typedef struct Crowd {
    const char *picture;
    Color to_play;
    int candidates;
    double bound;
} Crowd;

static const Crowd CROWDS[] = {
    {"........./........./........./........./........./........./........./"
     "........./.........",
     BLACK, 81, 124.84},
    {"...../...../...../...../.....", WHITE, 25, 51.18},
    {"X.X.X.X/.X.X.X./X.X.X.X/.X.X.X./X.X.XXX/.X.XX../X.X.X..", BLACK, 4, 16.27},
    {".X.X.X.X./X.X.X.X.X/.X.X.X.X./X.X.X.X.X/.X.X.X.X./X.X.X.X.X/.X.X.X.XX/"
     "X.X.X.XX./.X.X.X...",
     BLACK, 4, 16.27},
    {".XXXX/X.XXX/XXXXX/XXX.X/XX..O", BLACK, 3, 13.82},
    {"..X.X/XXXX./.XXXX/XXXXX/X.X.X", BLACK, 2, 10.83},
    {".X.X./XXXXX/X.X.X/XXXXX/.XXX.", WHITE, 0, 0},
};

static void assert_uniform(const Crowd *crowd, Rng *rng)
{
    int drawn[POINT_LIMIT] = {0}, draws = 400 * crowd->candidates;
    Position pos = picture_position(crowd->picture, crowd->to_play);
    assert_int_equal(count_candidates(&pos), crowd->candidates);
    for (int i = 0; i < draws; i++)
        drawn[policy_choose_light(&pos, rng)]++;
    double chi_squared = 0;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        if (p < POINT_STRIDE || !position_is_empty_at(&pos, p) ||
            !is_candidate(&pos, p)) {
            assert_int_equal(drawn[p], 0);
            continue;
        }
        chi_squared += (drawn[p] - 400) * (drawn[p] - 400) / 400.0;
    }
    if (chi_squared > crowd->bound)
        fail_msg("%s: chi-squared is %.2f", crowd->picture, chi_squared);
}

static void test_light_choice_is_uniform(void **state)
{
    (void)state;
    Rng rng = rng_seeded(6, 0);
    for (size_t i = 0; i < sizeof CROWDS / sizeof CROWDS[0]; i++)
        for (int turn = 0; turn < 2; turn++)
            assert_uniform(&CROWDS[i], &rng);
    Position pos = picture_position(".X.X./XXXXX/X.X.X/XXXXX/.XXX.", WHITE);
    assert_int_equal(policy_choose_light(&pos, &rng), PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_chain_that_moved_into_atari_is_captured),
        cmocka_unit_test(test_a_chain_put_in_atari_escapes_or_captures),
        cmocka_unit_test(test_both_colors_act_alike),
        cmocka_unit_test(test_no_move_takes_the_ko_back),
        cmocka_unit_test(test_atari_moves_are_found_on_random_boards),
        cmocka_unit_test(test_nothing_is_near_a_pass),
        cmocka_unit_test(test_chosen_moves_are_playable_and_fill_no_eye),
        cmocka_unit_test(test_games_of_the_policy_are_playable),
        cmocka_unit_test(test_certain_rules_are_followed),
        cmocka_unit_test(test_light_choice_is_uniform),
    };
    return cmocka_run_group_tests_name("policy choice", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "uniform_playout.h"

#include "area.h"
#include "eye.h"
#include "picture.h"
#include "playout_policy.h"
#include "random_play.h"

// A random position of a random size; its moves are often stranger than a playout's.
static Position random_start(Rng *rng)
{
    int columns = 1 + (int)rng_below(rng, 10), rows = 1 + (int)rng_below(rng, 10);
    int moves = (int)rng_below(rng, (uint32_t)(3 * columns * rows));
    return random_position(columns, rows, moves, rng, NULL);
}

static bool is_candidate(const Position *pos, Point p)
{
    return position_can_play(pos, p) && !eye_is_single(pos, p, (Color)pos->to_play);
}

static int count_candidates(const Position *pos)
{
    int count = 0;
    for (int i = 0; i < pos->empty_count; i++)
        count += is_candidate(pos, pos->empty[i]);
    return count;
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
    {".XO.O/XXOO./...OO/.X.X.", BLACK, 6, 20.52}, // E1 has no empty neighbor
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
        drawn[playout_choose(&pos, rng)]++;
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

static void test_the_choice_is_uniform(void **state)
{
    (void)state;
    Rng rng = rng_seeded(6, 0);
    for (size_t i = 0; i < sizeof CROWDS / sizeof CROWDS[0]; i++)
        for (int turn = 0; turn < 2; turn++)
            assert_uniform(&CROWDS[i], &rng);
    Position pos = picture_position(".X.X./XXXXX/X.X.X/XXXXX/.XXX.", WHITE);
    assert_int_equal(playout_choose(&pos, &rng), PASS);
}

// Plays what a playout ought to: moves that can be played and fill no eye, passes only
// where nothing else is left, and no turn after two passes or the cap. Returns the
// number of turns.
static int play_choices(Position *pos, Rng *rng)
{
    int turns = 0;
    for (; pos->passes < 2 && turns < 3 * pos->columns * pos->rows; turns++) {
        Point p = playout_choose(pos, rng);
        assert_true(p == PASS ? count_candidates(pos) == 0 : is_candidate(pos, p));
        position_play(pos, p);
    }
    return turns;
}

static void test_a_playout_is_a_game_of_choices(void **state)
{
    (void)state;
    Rng rng = rng_seeded(2, 0);
    for (int i = 0; i < 1000; i++) {
        Position played = random_start(&rng), run = played;
        Rng again = rng;
        int turns = play_choices(&played, &rng);
        assert_int_equal(playout_run(&run, &again), turns);
        assert_memory_equal(&run, &played, sizeof run);
        assert_memory_equal(&again, &rng, sizeof rng);
        assert_true(position_is_sound(&run));
    }
}

static void test_an_ended_game_is_left_alone(void **state)
{
    (void)state;
    Position pos = picture_position("...../..X../...../..O../.....", BLACK);
    position_play(&pos, PASS);
    position_play(&pos, PASS);
    Position before = pos;
    Rng rng = rng_seeded(4, 0);
    assert_int_equal(playout_run(&pos, &rng), 0);
    assert_memory_equal(&pos, &before, sizeof pos);
}

// Whoever has an empty point with an empty neighbor can play there.
static void test_games_end_with_single_empty_points(void **state)
{
    (void)state;
    Rng rng = rng_seeded(5, 0);
    int ended = 0;
    for (int i = 0; i < 400; i++) {
        Position pos = random_start(&rng);
        playout_run(&pos, &rng);
        if (pos.passes < 2)
            continue;
        ended++;
        for (int j = 0; j < pos.empty_count; j++)
            assert_false(position_has_empty_neighbor(&pos, pos.empty[j]));
    }
    assert_true(ended > 370);
}

static void test_an_endless_game_ends_at_the_cap(void **state)
{
    (void)state;
    int capped = 0;
    for (uint64_t i = 0; i < 200; i++) {
        Rng rng = rng_seeded(6, i);
        Position pos; // small enough for players to capture each other for ever
        position_init(&pos, 2, 2);
        int turns = playout_run(&pos, &rng);
        assert_true(turns <= 12);
        assert_true(pos.passes == 2 || turns == 12);
        capped += pos.passes < 2;
    }
    assert_in_range(capped, 1, 199);
}

static void test_the_seed_decides(void **state)
{
    (void)state;
    Rng starts = rng_seeded(7, 0);
    int different = 0;
    for (uint64_t i = 0; i < 100; i++) {
        Position first = random_start(&starts), second = first, other = first;
        Rng rng = rng_seeded(i, 0), same = rng_seeded(i, 0),
            another = rng_seeded(i + 1, 0);
        int turns = playout_run(&first, &rng);
        assert_int_equal(playout_run(&second, &same), turns);
        assert_memory_equal(&first, &second, sizeof first);
        playout_run(&other, &another);
        different += !position_same_coloring(&first, &other);
    }
    assert_true(different > 70);
}

static void test_the_score_of_swapped_colors_is_opposite(void **state)
{
    (void)state;
    Rng rng = rng_seeded(8, 0);
    int scored = 0;
    for (int i = 0; i < 400; i++) {
        Position pos = random_start(&rng), swapped;
        playout_run(&pos, &rng);
        const Bitboard stones[2] = {pos.stones[WHITE], pos.stones[BLACK]};
        position_init(&swapped, pos.columns, pos.rows);
        assert_true(position_setup(&swapped, stones, BLACK));
        assert_int_equal(area_score(&swapped), -area_score(&pos));
        scored += area_score(&pos) != 0;
    }
    assert_true(scored > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_choice_is_uniform),
        cmocka_unit_test(test_a_playout_is_a_game_of_choices),
        cmocka_unit_test(test_an_ended_game_is_left_alone),
        cmocka_unit_test(test_games_end_with_single_empty_points),
        cmocka_unit_test(test_an_endless_game_ends_at_the_cap),
        cmocka_unit_test(test_the_seed_decides),
        cmocka_unit_test(test_the_score_of_swapped_colors_is_opposite),
    };
    return cmocka_run_group_tests_name("playout", tests, NULL, NULL);
}

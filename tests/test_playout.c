// SPDX-License-Identifier: MIT
#include "playout.h"

#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "picture.h"
#include "random_play.h"

// What every test needs, too large for the stack of some systems.
typedef struct Fixture {
    Policy policy;
    Trace trace, again;
} Fixture;

static int create(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    if (fixture == NULL)
        return -1;
    policy_init(&fixture->policy, &PARAMS_DEFAULT);
    *state = fixture;
    return 0;
}

static int destroy(void **state)
{
    free(*state);
    return 0;
}

static void begin(Trace *trace, const Position *pos, const Point last[2])
{
    memset(trace, 0, sizeof *trace);
    trace->first = (Color)pos->to_play;
    trace->last = last[0];
    trace->second_last = last[1];
}

// A random position of a random size, and a trace that is ready to go on from it.
static Position random_start(Trace *trace, Rng *rng)
{
    int columns = 1 + (int)rng_below(rng, 10), rows = 1 + (int)rng_below(rng, 10);
    Point last[2];
    Position pos = random_position(
        columns, rows, (int)rng_below(rng, (uint32_t)(columns * rows)), rng, last);
    begin(trace, &pos, last);
    return pos;
}

static bool is_candidate(const Position *pos, Point p)
{
    return position_can_play(pos, p) && !policy_is_eye(pos, p, (Color)pos->to_play);
}

static bool has_candidate(const Position *pos)
{
    for (int i = 0; i < pos->empty_count; i++)
        if (is_candidate(pos, pos->empty[i]))
            return true;
    return false;
}

// Replays the turns of a trace and compares where they lead to. With `light` a pass
// must have been the only choice.
static void assert_replay(const Position *root, const Trace *trace,
                          const Position *final, bool light)
{
    Position pos = *root;
    assert_int_equal(trace->first, root->to_play);
    for (int turn = 0; turn < trace->length; turn++) {
        Point p = trace->points[turn];
        assert_true(pos.passes < 2);
        if (p != PASS)
            assert_true(is_candidate(&pos, p));
        else if (light)
            assert_false(has_candidate(&pos));
        position_play(&pos, p);
    }
    assert_true(position_same_coloring(&pos, final));
    assert_int_equal(pos.to_play, final->to_play);
    assert_int_equal(pos.passes, final->passes);
    assert_true(position_is_sound(final));
}

static void assert_ended(const Position *pos, const Trace *trace, int begun)
{
    int cap = begun + 3 * pos->columns * pos->rows;
    assert_true(trace->length <= cap);
    assert_true(pos->passes == 2 || trace->length == cap);
}

static void play_and_replay(Fixture *fixture, bool light, uint64_t seed)
{
    Rng rng = rng_seeded(seed, 0);
    for (int i = 0; i < 400; i++) {
        Position root = random_start(&fixture->trace, &rng), pos = root;
        playout_run(&pos, light ? NULL : &fixture->policy, &rng, &fixture->trace);
        assert_ended(&pos, &fixture->trace, 0);
        assert_replay(&root, &fixture->trace, &pos, light);
    }
}

static void test_a_trace_is_a_game(void **state)
{
    play_and_replay(*state, false, 1);
}

static void test_a_light_trace_is_a_game(void **state)
{
    play_and_replay(*state, true, 2);
}

static void test_a_trace_goes_on_after_the_turns_it_holds(void **state)
{
    Fixture *fixture = *state;
    Position root, pos;
    Rng rng = rng_seeded(3, 0);
    Trace *trace = &fixture->trace;
    const Point begun[3] = {picture_point("C3"), picture_point("D4"),
                            picture_point("E5")};
    position_init(&root, 7, 7);
    pos = root;
    begin(trace, &root, (Point[2]){NO_POINT, NO_POINT});
    for (int i = 0; i < 3; i++) {
        position_play(&pos, begun[i]);
        trace->points[trace->length++] = begun[i];
    }
    playout_run(&pos, &fixture->policy, &rng, trace);
    assert_memory_equal(trace->points, begun, sizeof begun);
    assert_true(trace->length > 3);
    assert_ended(&pos, trace, 3);
    assert_replay(&root, trace, &pos, false);
}

static void test_an_ended_game_is_left_alone(void **state)
{
    Fixture *fixture = *state;
    Position pos = picture_position("...../..X../...../..O../.....", BLACK);
    position_play(&pos, PASS);
    position_play(&pos, PASS);
    Position before = pos;
    Rng rng = rng_seeded(4, 0);
    begin(&fixture->trace, &pos, (Point[2]){PASS, PASS});
    playout_run(&pos, &fixture->policy, &rng, &fixture->trace);
    assert_int_equal(fixture->trace.length, 0);
    assert_memory_equal(&pos, &before, sizeof pos);
}

// Whoever has an empty point with an empty neighbour can play there.
static void test_light_games_end_with_single_empty_points(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_seeded(5, 0);
    int ended = 0;
    for (int i = 0; i < 400; i++) {
        Position pos = random_start(&fixture->trace, &rng);
        playout_run(&pos, NULL, &rng, &fixture->trace);
        if (pos.passes < 2)
            continue;
        ended++;
        for (int j = 0; j < pos.empty_count; j++)
            assert_false(position_has_empty_neighbor(&pos, pos.empty[j]));
    }
    assert_true(ended > 380);
}

static void test_an_endless_game_ends_at_the_cap(void **state)
{
    Fixture *fixture = *state;
    Position root; // small enough for players to capture each other for ever
    position_init(&root, 2, 2);
    int capped = 0;
    for (uint64_t i = 0; i < 200; i++) {
        Rng rng = rng_seeded(6, i);
        Position pos = root;
        begin(&fixture->trace, &root, (Point[2]){NO_POINT, NO_POINT});
        playout_run(&pos, NULL, &rng, &fixture->trace);
        assert_ended(&pos, &fixture->trace, 0);
        capped += pos.passes < 2;
    }
    assert_in_range(capped, 1, 199);
}

static void test_the_seed_decides(void **state)
{
    Fixture *fixture = *state;
    Rng starts = rng_seeded(7, 0);
    int different = 0;
    for (uint64_t i = 0; i < 100; i++) {
        Position root = random_start(&fixture->trace, &starts);
        for (uint64_t seed = 0; seed < 2; seed++) {
            Rng rng = rng_seeded(i, 0), other = rng_seeded(i + seed, 0);
            Position first = root, second = root;
            fixture->again = fixture->trace;
            fixture->trace.length = 0;
            playout_run(&first, &fixture->policy, &rng, &fixture->trace);
            playout_run(&second, &fixture->policy, &other, &fixture->again);
            bool same = memcmp(&fixture->trace, &fixture->again, sizeof(Trace)) == 0;
            if (seed == 0) {
                assert_true(same);
                assert_memory_equal(&first, &second, sizeof first);
            } else {
                different += !same;
            }
            memset(&fixture->trace.points, 0, sizeof fixture->trace.points);
            fixture->trace.length = 0;
        }
    }
    assert_true(different > 70);
}

static void test_the_score_of_swapped_colors_is_opposite(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_seeded(8, 0);
    int scored = 0;
    for (int i = 0; i < 400; i++) {
        Position pos = random_start(&fixture->trace, &rng), swapped;
        playout_run(&pos, &fixture->policy, &rng, &fixture->trace);
        const Bitboard stones[2] = {pos.stones[WHITE], pos.stones[BLACK]};
        position_init(&swapped, pos.columns, pos.rows);
        assert_true(position_setup(&swapped, stones, BLACK));
        assert_int_equal(area_score(&swapped), -area_score(&pos));
        scored += area_score(&pos) != 0;
    }
    assert_true(scored > 300);
}

static void test_recent_moves(void **state)
{
    Trace *trace = &((Fixture *)*state)->trace;
    *trace = (Trace){.length = 0, .last = 41, .second_last = 42};
    assert_int_equal(trace_recent(trace, 1), 41);
    assert_int_equal(trace_recent(trace, 2), 42);
    trace->points[trace->length++] = 43;
    assert_int_equal(trace_recent(trace, 1), 43);
    assert_int_equal(trace_recent(trace, 2), 41);
    trace->points[trace->length++] = PASS;
    assert_int_equal(trace_recent(trace, 1), PASS);
    assert_int_equal(trace_recent(trace, 2), 43);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_trace_is_a_game, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_light_trace_is_a_game, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_trace_goes_on_after_the_turns_it_holds,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_an_ended_game_is_left_alone, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_light_games_end_with_single_empty_points,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_an_endless_game_ends_at_the_cap, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_seed_decides, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_score_of_swapped_colors_is_opposite,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_recent_moves, create, destroy),
    };
    return cmocka_run_group_tests_name("playout", tests, NULL, NULL);
}

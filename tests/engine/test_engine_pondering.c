// SPDX-License-Identifier: MIT
//
// Thinking in the opponent's time: of use when it is due, and otherwise not even begun.
// A tree of 1 MiB is soon full, which ends pondering, so nothing here depends on time.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine_fixture.h"

static const atomic_bool NEVER = false, ALWAYS = true;

static EngineOptions pondering_options(int size)
{
    EngineOptions options = small_options(size);
    options.ponder = true;
    options.memory_mib = 1;
    return options;
}

static Engine *pondering_engine(int size)
{
    EngineOptions options = pondering_options(size);
    return new_engine(&options);
}

static void answer(Engine *engine, Point point)
{
    assert_int_equal(engine_play(engine, WHITE, point), MOVE_OK);
}

static void test_the_next_move_begins_with_what_was_found(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        EngineOptions options = pondering_options(5);
        options.threads = threads;
        // With two threads it depends on their race how much of the tree is below the
        // expected answer: of 4 MiB it is always enough.
        options.memory_mib = 4;
        Engine *engine = new_engine(&options);
        genmove(engine, BLACK);
        Point expected = engine_last_report(engine)->line[1];
        engine_ponder(engine, &NEVER);
        answer(engine, expected);
        genmove(engine, BLACK);
        assert_true(total_visits(engine_last_report(engine)) > 2 * options.playouts);
        engine_delete(engine);
    }
}

static void test_pondering_leaves_game_and_report_alone(void **state)
{
    (void)state;
    Engine *engine = pondering_engine(9);
    Point move = genmove(engine, BLACK);
    SearchReport *report = malloc(sizeof *report);
    assert_non_null(report);
    *report = *engine_last_report(engine);
    engine_ponder(engine, &NEVER);
    assert_memory_equal(report, engine_last_report(engine), sizeof *report);
    const Game *game = engine_game(engine);
    assert_int_equal(game->move_count, 1);
    assert_int_equal(game->moves[0].point, move);
    assert_int_equal(game->position.to_play, WHITE);
    free(report);
    engine_delete(engine);
}

static void test_a_full_tree_is_thought_about_again(void **state)
{
    (void)state;
    Engine *engine = pondering_engine(9);
    for (int turn = 0; turn < 6; turn++) {
        genmove(engine, BLACK);
        engine_ponder(engine, &NEVER);
        engine_ponder(engine, &NEVER); // after a command that changed nothing
        genmove(engine, WHITE);
        engine_ponder(engine, &NEVER);
    }
    assert_int_equal(engine_game(engine)->move_count, 12);
    engine_delete(engine);
}

// Did an engine that was asked to ponder not do it? Then it goes on as another one that
// was not asked.
static void assert_did_not_ponder(Engine *engine, Engine *other, Color player)
{
    engine_ponder(engine, &NEVER);
    engine_set_ponder(engine, false);
    assert_int_equal(genmove(engine, player), genmove(other, player));
    assert_memory_equal(engine_last_report(engine)->ownership,
                        engine_last_report(other)->ownership,
                        sizeof engine_last_report(other)->ownership);
    engine_delete(engine);
    engine_delete(other);
}

static void test_the_test_would_notice(void **state)
{
    (void)state;
    Engine *engine = pondering_engine(9), *other = small_engine(9);
    genmove(engine, BLACK);
    genmove(other, BLACK);
    engine_ponder(engine, &NEVER);
    genmove(engine, WHITE);
    genmove(other, WHITE);
    assert_memory_not_equal(engine_last_report(engine)->ownership,
                            engine_last_report(other)->ownership,
                            sizeof engine_last_report(other)->ownership);
    engine_delete(engine);
    engine_delete(other);
}

static void test_not_before_the_first_move(void **state)
{
    (void)state;
    assert_did_not_ponder(pondering_engine(9), small_engine(9), BLACK);
}

static void test_not_when_switched_off_or_stopped(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        Engine *engine = pondering_engine(9), *other = small_engine(9);
        genmove(engine, BLACK);
        genmove(other, BLACK);
        if (i == 0)
            engine_set_ponder(engine, false);
        else if (i == 1)
            engine_stop_pondering(engine);
        else
            engine_ponder(engine, &ALWAYS); // a command has come already
        if (i == 2)
            engine_stop_pondering(engine);
        assert_did_not_ponder(engine, other, WHITE);
    }
}

static void test_not_after_a_new_game(void **state)
{
    (void)state;
    Engine *engines[2] = {pondering_engine(9), small_engine(9)};
    for (int j = 0; j < 2; j++) {
        genmove(engines[j], BLACK);
        engine_new_game(engines[j], 9, 9);
    }
    assert_did_not_ponder(engines[0], engines[1], WHITE);
}

static void test_not_in_another_position(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        Engine *engines[2] = {pondering_engine(9), small_engine(9)};
        for (int j = 0; j < 2; j++) {
            Game *game = inner_game(engines[j]);
            genmove(engines[j], BLACK);
            if (i < 2)
                game_undo(game);
            if (i > 0)
                assert_int_equal(
                    game_play(game, i == 1 ? BLACK : WHITE, picture_point("A1")),
                    MOVE_OK);
        }
        assert_did_not_ponder(engines[0], engines[1], i == 1 ? WHITE : BLACK);
    }
}

static void test_not_after_the_end(void **state)
{
    (void)state;
    Engine *engines[2] = {pondering_engine(1), small_engine(1)};
    for (int j = 0; j < 2; j++) {
        assert_int_equal(genmove(engines[j], BLACK), PASS);
        assert_int_equal(genmove(engines[j], WHITE), PASS);
    }
    assert_did_not_ponder(engines[0], engines[1], BLACK);
}

static void test_not_after_a_resignation(void **state)
{
    (void)state;
    Engine *engines[2];
    for (int j = 0; j < 2; j++) {
        EngineOptions options = small_options(5);
        options.ponder = j == 0;
        options.komi = 999;
        options.params.resign_percent = 50;
        options.params.resign_streak = 1;
        engines[j] = new_engine(&options);
        assert_int_equal(genmove(engines[j], BLACK), RESIGN);
    }
    assert_did_not_ponder(engines[0], engines[1], WHITE);
}

// The tree has room for much more, so only the limit ends it.
static void test_not_beyond_its_own_limit(void **state)
{
    (void)state;
    EngineOptions options = pondering_options(9);
    options.memory_mib = 64;
    options.ponder_limits.visits = 500;
    Engine *engine = new_engine(&options);
    genmove(engine, BLACK);
    engine_ponder(engine, &NEVER);
    engine_set_limits(engine, (SearchLimits){.playouts = 1});
    genmove(engine, WHITE);
    assert_int_equal(engine_last_report(engine)->visits, 501);
    engine_delete(engine);
}

// The number of searches that a thread has taken part in, counted for each thread.
static atomic_int *parts_taken(void)
{
    static atomic_int parts;
    return &parts;
}

static void play_and_count(const BatchLayout *layout, const PlayoutPolicy *policy,
                           const PlayoutSource *client, BatchUsage *work)
{
    atomic_fetch_add(parts_taken(), 1);
    isa_best()->lanes->play(layout, policy, client, work);
}

// An engine whose threads are counted, and which ponders only briefly.
static Engine *counted_engine(int threads, bool chosen)
{
    static PlayoutKernel kernel;
    static Isa isa;
    kernel = *isa_best()->lanes;
    kernel.play = play_and_count;
    isa = *isa_best();
    isa.lanes = &kernel;
    EngineOptions options = pondering_options(5);
    options.isa = &isa;
    options.threads = threads;
    options.threads_chosen = chosen;
    options.ponder_limits.playouts = 500; // enough for all
    return new_engine(&options);
}

// The number of threads that ponder after the next move.
static int pondering_threads(Engine *engine)
{
    genmove(engine, BLACK);
    assert_true(engine_reserve(engine)); // waits for all threads
    atomic_store(parts_taken(), 0);
    engine_ponder(engine, &NEVER);
    assert_true(engine_reserve(engine));
    return atomic_load(parts_taken());
}

static void test_half_of_the_threads_ponder_unless_they_are_chosen(void **state)
{
    (void)state;
    static const struct {
        int threads, wanted;
        bool chosen;
    } CASES[] = {{1, 1, false}, {2, 1, false}, {3, 2, false}, {4, 2, false},
                 {1, 1, true},  {2, 2, true},  {3, 3, true}};
    for (int i = 0; i < 7; i++) {
        Engine *engine = counted_engine(CASES[i].threads, CASES[i].chosen);
        assert_int_equal(pondering_threads(engine), CASES[i].wanted);
        engine_delete(engine);
    }
}

static void test_threads_may_be_chosen_while_it_runs(void **state)
{
    (void)state;
    Engine *engine = counted_engine(4, false);
    EngineOptions options = *engine_options(engine);
    options.threads_chosen = true;
    assert_true(engine_set_options(engine, &options));
    assert_int_equal(pondering_threads(engine), 4);
    options.threads_chosen = false;
    assert_true(engine_set_options(engine, &options));
    assert_int_equal(pondering_threads(engine), 2);
    engine_delete(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_next_move_begins_with_what_was_found),
        cmocka_unit_test(test_pondering_leaves_game_and_report_alone),
        cmocka_unit_test(test_a_full_tree_is_thought_about_again),
        cmocka_unit_test(test_the_test_would_notice),
        cmocka_unit_test(test_not_before_the_first_move),
        cmocka_unit_test(test_not_when_switched_off_or_stopped),
        cmocka_unit_test(test_not_after_a_new_game),
        cmocka_unit_test(test_not_in_another_position),
        cmocka_unit_test(test_not_after_the_end),
        cmocka_unit_test(test_not_after_a_resignation),
        cmocka_unit_test(test_not_beyond_its_own_limit),
        cmocka_unit_test(test_half_of_the_threads_ponder_unless_they_are_chosen),
        cmocka_unit_test(test_threads_may_be_chosen_while_it_runs),
    };
    return cmocka_run_group_tests_name("engine pondering", tests, NULL, NULL);
}

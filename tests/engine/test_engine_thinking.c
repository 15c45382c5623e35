// SPDX-License-Identifier: MIT
//
// How the engine thinks about a move: seeds, limits, interruptions, resignation.
#include "engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "engine_fixture.h"
#include "random_play.h"
#include "stopwatch.h"
#include "symmetry.h"

// What must not change when a move is only considered.
static void assert_same_game(const Game *game, const Position *pos, int move_count,
                             uint32_t colorings)
{
    assert_true(position_same_coloring(&game->position, pos));
    assert_int_equal(game->position.to_play, pos->to_play);
    assert_int_equal(game->position.ko, pos->ko);
    assert_int_equal(game->position.passes, pos->passes);
    assert_int_equal(game->move_count, move_count);
    assert_int_equal(game->history.length, colorings);
}

static void test_the_same_seed_plays_the_same_game(void **state)
{
    (void)state;
    EngineOptions options = small_options(7);
    Point games[3][12];
    for (int i = 0; i < 3; i++) {
        options.seed = i == 2 ? 2 : 1;
        Engine *engine = new_engine(&options);
        for (int turn = 0; turn < 12; turn++)
            games[i][turn] = genmove(engine, turn % 2 == 0 ? BLACK : WHITE);
        engine_delete(engine);
    }
    assert_memory_equal(games[0], games[1], sizeof games[0]);
    assert_memory_not_equal(games[0], games[2], sizeof games[0]);
}

// The number of different answers to a first move.
static int count_answers(const Network *network, double temperature)
{
    enum { SEEDS = 20 };
    Bitboard answers = bitboard_empty();
    EngineOptions options = small_options(9);
    options.network = network;
    options.imitation.early_temperature = options.imitation.temperature = temperature;
    for (options.seed = 1; options.seed <= SEEDS; options.seed++) {
        Engine *engine = new_engine(&options);
        assert_int_equal(engine_play(engine, BLACK, picture_point("D3")), MOVE_OK);
        Point move = genmove(engine, WHITE);
        assert_int_equal(engine_last_report(engine)->best, move);
        bitboard_add(&answers, move);
        engine_delete(engine);
    }
    return bitboard_count(&answers);
}

static void test_moves_that_are_as_good_are_drawn(void **state)
{
    (void)state;
    Network *network = network_default(isa_best());
    int without = count_answers(network, 0), some = count_answers(network, 1);
    print_message("# %d answers, %d with a lot\n", without, some);
    assert_true(some > without + 2);
    network_delete(network);
}

static void test_the_seed_can_be_set(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    SearchReport *first = malloc(sizeof *first);
    assert_non_null(first);
    for (uint64_t seed = 5; seed <= 6; seed++) {
        for (int i = 0; i < 2; i++) {
            engine_set_seed(engine, seed);
            assert_int_equal(engine_seed(engine), seed);
            engine_clear_cache(engine);
            genmove(engine, BLACK);
            engine_undo(engine, 1);
            const SearchReport *report = engine_last_report(engine);
            if (i == 0)
                *first = *report;
            else
                assert_memory_equal(first->ownership, report->ownership,
                                    sizeof first->ownership);
        }
        engine_set_seed(engine, seed + 100);
        engine_clear_cache(engine);
        genmove(engine, BLACK);
        engine_undo(engine, 1);
        assert_memory_not_equal(first->ownership, engine_last_report(engine)->ownership,
                                sizeof first->ownership);
    }
    free(first);
    engine_delete(engine);
}

static void test_a_suggestion_is_always_the_same(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    Rng rng = rng_seeded(1, 0);
    for (int i = 0; i < 12; i++) {
        Game *game = inner_game(engine);
        game_clear(game);
        random_turns(game, (int)rng_below(&rng, 60), &rng);
        Position before = game->position;
        int move_count = game->move_count;
        uint32_t colorings = game->history.length;
        Color player = (Color)game->position.to_play;
        Point first = choose_move(engine, player, MOVE_REPRODUCE);
        assert_same_game(game, &before, move_count, colorings);
        assert_int_equal(game_check(game, player, first), MOVE_OK);
        genmove(engine, player);
        game_undo(game);
        engine_set_seed(engine, 77 + (uint64_t)i);
        assert_int_equal(choose_move(engine, player, MOVE_REPRODUCE), first);
        assert_same_game(game, &before, move_count, colorings);
        assert_int_equal(engine_seed(engine), 77 + i);
    }
    engine_delete(engine);
}

// Each thread needs playouts to learn from, unless the user wants all threads.
static void test_few_playouts_need_few_threads(void **state)
{
    (void)state;
    static const struct {
        uint64_t playouts, visits;
        int wanted;
    } CASES[] = {{1, 0, 1},   {159, 0, 1}, {160, 0, 2},   {239, 0, 2},  {240, 0, 3},
                 {999, 0, 3}, {0, 160, 2}, {999, 160, 2}, {160, 999, 2}};
    for (int i = 0; i < 9; i++)
        for (int chosen = 0; chosen < 2; chosen++) {
            EngineOptions options = small_options(7);
            options.threads = 3;
            options.threads_chosen = chosen == 1;
            options.playouts = CASES[i].playouts;
            options.visits = CASES[i].visits;
            Engine *engine = new_engine(&options);
            genmove(engine, BLACK);
            assert_int_equal(engine_last_report(engine)->workers,
                             chosen == 1 ? 3 : CASES[i].wanted);
            assert_int_equal(engine_look(engine, WHITE)->workers,
                             chosen == 1 ? 3 : CASES[i].wanted);
            engine_delete(engine);
        }
}

// The number of threads that search for a suggestion.
static int suggesting_threads(const EngineOptions *options)
{
    Engine *engine = new_engine(options);
    choose_move(engine, BLACK, MOVE_REPRODUCE);
    int threads = engine_last_report(engine)->workers;
    engine_delete(engine);
    return threads;
}

// A number that is not chosen depends on the machine, and the answer must not.
static void test_a_suggestion_needs_one_thread_to_be_the_same(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    options.threads = 3;
    assert_int_equal(suggesting_threads(&options), 1);
    options.playouts = 0;
    assert_int_equal(suggesting_threads(&options), 1);
    options.seconds = 0.05; // it cannot be the same anyhow
    assert_int_equal(suggesting_threads(&options), 3);
    options = small_options(9);
    options.threads = 3;
    options.threads_chosen = true;
    assert_int_equal(suggesting_threads(&options), 3);
    Engine *engine = small_engine(9);
    options.threads_chosen = false;
    Engine *other = new_engine(&options);
    assert_int_equal(choose_move(engine, BLACK, MOVE_REPRODUCE),
                     choose_move(other, BLACK, MOVE_REPRODUCE));
    assert_memory_equal(engine_last_report(engine)->ownership,
                        engine_last_report(other)->ownership,
                        sizeof engine_last_report(other)->ownership);
    engine_delete(engine);
    engine_delete(other);
}

static void test_a_suggestion_obeys_a_clock_and_leaves_it_alone(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    options.playouts = 0;
    Engine *engine = new_engine(&options);
    const TimeControl *clocks = engine_time_control(engine);
    const TimeSettings settings = {.system = TIME_ABSOLUTE, .main = 5};
    engine_set_clocks(engine, &settings);
    TimeControl before = *clocks;
    choose_move(engine, BLACK, MOVE_REPRODUCE);
    assert_true(engine_last_report(engine)->seconds < settings.main);
    assert_true(clocks->left[BLACK].seconds == before.left[BLACK].seconds);
    assert_true(clocks->late == before.late);
    engine_delete(engine);
}

static void test_a_suggestion_leaves_the_random_numbers_alone(void **state)
{
    (void)state;
    Engine *engine = small_engine(7), *other = small_engine(7);
    choose_move(engine, BLACK, MOVE_REPRODUCE);
    for (int turn = 0; turn < 4; turn++) {
        Color player = turn % 2 == 0 ? BLACK : WHITE;
        assert_int_equal(genmove(engine, player), genmove(other, player));
        assert_memory_equal(engine_last_report(engine)->ownership,
                            engine_last_report(other)->ownership,
                            sizeof engine_last_report(other)->ownership);
    }
    engine_delete(engine);
    engine_delete(other);
}

static void test_a_cleared_cache_is_empty(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    genmove(engine, BLACK);
    genmove(engine, WHITE);
    assert_true(total_visits(engine_last_report(engine)) > 200);
    engine_clear_cache(engine);
    genmove(engine, BLACK);
    assert_int_equal(total_visits(engine_last_report(engine)), 200);
    engine_delete(engine);
}

static void test_time_limits_a_move(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    options.playouts = 0;
    options.seconds = 0.05;
    Engine *engine = new_engine(&options);
    double started = stopwatch_now();
    genmove(engine, BLACK);
    assert_true(stopwatch_now() - started >= 0.04);
    assert_true(stopwatch_now() - started < 5);
    // A clock that leaves less is obeyed; one that has run out leaves one playout.
    engine_set_clocks(engine, &(TimeSettings){.system = TIME_ABSOLUTE});
    engine_clear_cache(engine);
    genmove(engine, WHITE);
    assert_in_range(engine_last_report(engine)->playouts, 0, 1);
    engine_delete(engine);
}

// A thread that interrupts again and again until it is told that the move is made.
typedef struct Interrupter {
    Engine *engine;
    atomic_bool done;
} Interrupter;

static void *interrupt(void *argument)
{
    Interrupter *interrupter = argument;
    const struct timespec delay = {.tv_nsec = 20000000};
    while (!atomic_load(&interrupter->done)) {
        nanosleep(&delay, NULL);
        engine_interrupt(interrupter->engine);
    }
    return NULL;
}

static void test_another_thread_interrupts(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        EngineOptions options = small_options(9);
        options.playouts = 0;
        options.seconds = 100;
        options.threads = threads;
        Engine *engine = new_engine(&options);
        Interrupter interrupter = {.engine = engine};
        pthread_t thread;
        double started = stopwatch_now();
        assert_int_equal(pthread_create(&thread, NULL, interrupt, &interrupter), 0);
        Point move = genmove(engine, BLACK);
        atomic_store(&interrupter.done, true);
        pthread_join(thread, NULL);
        assert_true(stopwatch_now() - started < 10);
        assert_true(point_is_on_board(move, 9, 9));
        engine_delete(engine);
    }
}

// Settled, and lost or won by more points than the board has, according to the komi.
static void set_up_settled(Game *game)
{
    Position pos = picture_position(
        ".X.XO../XXXXO../X.XXOOO/.XXXO.O/XXXXOO./X.XXOOO/XXXXO.O", BLACK);
    game_clear(game);
    assert_true(game_setup(game, pos.stones, BLACK));
}

static Engine *engine_to_resign(int percent)
{
    EngineOptions options = small_options(7);
    options.playouts = 2000;
    options.params.resign_percent = percent;
    options.params.resign_streak = 3;
    options.komi = 99;
    Engine *engine = new_engine(&options);
    set_up_settled(inner_game(engine));
    return engine;
}

static void assert_plays_on(Engine *engine, Color player, int moves)
{
    for (int i = 0; i < moves; i++)
        assert_int_not_equal(genmove(engine, player), RESIGN);
}

static void test_hopeless_games_are_resigned(void **state)
{
    (void)state;
    Engine *engine = engine_to_resign(10);
    assert_plays_on(engine, BLACK, 2);
    const Game *game = engine_game(engine);
    Position before = game->position;
    int move_count = game->move_count;
    uint32_t colorings = game->history.length;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(genmove(engine, BLACK), RESIGN);
        assert_same_game(game, &before, move_count, colorings);
    }
    assert_plays_on(engine, WHITE, 5); // White wins
    engine_delete(engine);
}

static void test_resigning_can_be_turned_off(void **state)
{
    (void)state;
    Engine *engine = engine_to_resign(0);
    assert_plays_on(engine, BLACK, 6);
    engine_delete(engine);
}

static void test_a_hopeful_move_ends_the_streak(void **state)
{
    (void)state;
    Engine *engine = engine_to_resign(10);
    assert_plays_on(engine, BLACK, 2);
    engine_set_komi(engine, -99);
    assert_plays_on(engine, BLACK, 1);
    engine_set_komi(engine, 99);
    assert_plays_on(engine, BLACK, 2);
    assert_int_equal(genmove(engine, BLACK), RESIGN);
    engine_delete(engine);
}

static void test_a_new_game_and_the_other_player_begin_new_streaks(void **state)
{
    (void)state;
    Engine *engine = engine_to_resign(10);
    assert_plays_on(engine, BLACK, 2);
    engine_new_game(engine, 7, 7);
    set_up_settled(inner_game(engine));
    assert_plays_on(engine, BLACK, 2);
    engine_set_komi(engine, -99);
    assert_plays_on(engine, WHITE, 2);
    assert_int_equal(genmove(engine, WHITE), RESIGN);
    engine_delete(engine);
}

static void test_a_suggestion_does_not_count_as_hopeless(void **state)
{
    (void)state;
    Engine *engine = engine_to_resign(10);
    for (int i = 0; i < 5; i++)
        assert_int_not_equal(choose_move(engine, BLACK, MOVE_REPRODUCE), RESIGN);
    assert_plays_on(engine, BLACK, 2);
    engine_delete(engine);
}

static void test_a_search_plays_nothing_and_counts_for_nothing(void **state)
{
    (void)state;
    Engine *engine = engine_to_resign(10);
    const Game *game = engine_game(engine);
    const TimeControl *clocks = engine_time_control(engine);
    engine_set_clocks(engine, &(TimeSettings){.system = TIME_ABSOLUTE, .main = 100});
    Position before = game->position;
    TimeControl set = *clocks;
    for (int i = 0; i < 5; i++) {
        Point move = choose_move(engine, BLACK, MOVE_NAME);
        assert_int_equal(game_check(game, BLACK, move), MOVE_OK);
    }
    assert_same_game(game, &before, 0, 2);
    assert_memory_equal(clocks, &set, sizeof set);
    assert_plays_on(engine, BLACK, 2);
    // It says what would be answered, and nobody has resigned.
    assert_int_equal(choose_move(engine, BLACK, MOVE_NAME), RESIGN);
    assert_int_equal(engine_resigned(engine), EMPTY);
    assert_int_equal(genmove(engine, BLACK), RESIGN);
    engine_delete(engine);
}

static void test_a_search_keeps_its_tree(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    Point move = choose_move(engine, BLACK, MOVE_NAME);
    assert_true(point_is_on_board(move, 7, 7));
    assert_int_equal(total_visits(engine_last_report(engine)), 200);
    choose_move(engine, BLACK, MOVE_NAME);
    assert_int_equal(total_visits(engine_last_report(engine)), 400);
    engine_delete(engine);
}

static void test_a_cancelled_search_finds_nothing(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    options.playouts = 0;
    options.seconds = 100;
    Engine *engine = new_engine(&options);
    const atomic_bool cancel = true;
    MoveResult result;
    MoveRequest request = {.player = BLACK, .purpose = MOVE_NAME, .cancel = &cancel};
    double started = stopwatch_now();
    assert_int_equal(engine_genmove(engine, &request, &result), MOVE_OK);
    assert_int_equal(result.move, NO_POINT);
    assert_true(stopwatch_now() - started < 10);
    // It does not end what comes after it.
    engine_set_limits(engine, (SearchLimits){.playouts = 300});
    assert_true(point_is_on_board(genmove(engine, BLACK), 9, 9));
    assert_int_equal(engine_last_report(engine)->playouts, 300);
    engine_delete(engine);
}

static bool hear(void *object, const Analysis *analysis)
{
    (void)object;
    (void)analysis;
    return true;
}

// An engine where White is to answer Black's move in the middle. With a seed, the
// search always finds the same.
static Engine *engine_at_second_move(uint64_t seed)
{
    EngineOptions options = small_options(9);
    options.playouts = 50;
    options.seed = seed;
    Engine *engine = new_engine(&options);
    assert_int_equal(engine_play(engine, BLACK, picture_point("E5")), MOVE_OK);
    return engine;
}

// What White plays. A listener hears of the search.
static Point answer(Engine *engine, bool is_heard)
{
    const AnalysisOrder listener = {.tell = hear};
    MoveRequest request = {
        .player = WHITE, .purpose = MOVE_PLAY, .listener = is_heard ? &listener : NULL};
    MoveResult result;
    assert_int_equal(engine_genmove(engine, &request, &result), MOVE_OK);
    assert_int_equal(result.report->best, result.move);
    assert_int_equal(result.report->line[0], result.move);
    assert_int_equal(result.report->candidates[0].move, result.move);
    return result.move;
}

static void test_moves_that_are_alike_are_drawn(void **state)
{
    (void)state;
    int others = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        Engine *heard = engine_at_second_move(seed),
               *alone = engine_at_second_move(seed);
        Point found = answer(heard, true), drawn = answer(alone, false);
        bool is_alike = false;
        for (int i = 0; i < SYMMETRY_COUNT; i++)
            is_alike = is_alike || symmetry_turn(found, 9, 9, i) == drawn;
        assert_true(is_alike);
        others += drawn != found;
        engine_delete(heard);
        engine_delete(alone);
    }
    assert_in_range(others, 2, 8);
}

// Enters a coloring into the history that superko will forbid: that after the move.
static void forbid(Game *game, Point move)
{
    Position after = game->position;
    position_play(&after, move);
    assert_true(history_push(&game->history, &after, WHITE));
}

// Superko leaves White only the moves between two axes of the board.
static void test_no_move_is_drawn_that_superko_forbids(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        Engine *engine = engine_at_second_move(seed);
        Game *game = inner_game(engine);
        for (int column = 0; column < 9; column++)
            for (int row = 1; row <= 9; row++)
                if (position_is_empty_at(&game->position, point_at(column, row)) &&
                    (column <= 4 || row - 5 < 0 || row - 5 >= column - 4))
                    forbid(game, point_at(column, row));
        assert_true(history_push(&game->history, &game->position, BLACK));
        Point move = answer(engine, false);
        assert_true(point_column(move) > 4 && point_row(move) >= 5);
        assert_true(point_row(move) - 5 < point_column(move) - 4);
        engine_delete(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_seed_plays_the_same_game),
        cmocka_unit_test(test_moves_that_are_as_good_are_drawn),
        cmocka_unit_test(test_the_seed_can_be_set),
        cmocka_unit_test(test_a_suggestion_is_always_the_same),
        cmocka_unit_test(test_few_playouts_need_few_threads),
        cmocka_unit_test(test_a_suggestion_needs_one_thread_to_be_the_same),
        cmocka_unit_test(test_a_suggestion_obeys_a_clock_and_leaves_it_alone),
        cmocka_unit_test(test_a_suggestion_leaves_the_random_numbers_alone),
        cmocka_unit_test(test_a_cleared_cache_is_empty),
        cmocka_unit_test(test_time_limits_a_move),
        cmocka_unit_test(test_another_thread_interrupts),
        cmocka_unit_test(test_hopeless_games_are_resigned),
        cmocka_unit_test(test_resigning_can_be_turned_off),
        cmocka_unit_test(test_a_hopeful_move_ends_the_streak),
        cmocka_unit_test(test_a_new_game_and_the_other_player_begin_new_streaks),
        cmocka_unit_test(test_a_suggestion_does_not_count_as_hopeless),
        cmocka_unit_test(test_a_search_plays_nothing_and_counts_for_nothing),
        cmocka_unit_test(test_a_search_keeps_its_tree),
        cmocka_unit_test(test_a_cancelled_search_finds_nothing),
        cmocka_unit_test(test_moves_that_are_alike_are_drawn),
        cmocka_unit_test(test_no_move_is_drawn_that_superko_forbids),
    };
    return cmocka_run_group_tests_name("engine thinking", tests, NULL, NULL);
}

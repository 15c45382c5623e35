// SPDX-License-Identifier: MIT
//
// What an engine knows of a game, and what becomes of that when the board is cleared:
// by a new game it is forgotten, by the same one set up again it is not.
#include "engine.h"

#include <string.h>

#include "engine_fixture.h"

enum { PLAYOUTS = 200, TURNS_MAX = 16 };

// Of the last search and those before it in the same tree.
static uint64_t visits_after_genmove(Engine *engine, Color player)
{
    genmove(engine, player);
    return total_visits(engine_last_report(engine));
}

// The moves of a game so far.
typedef struct Record {
    Move moves[TURNS_MAX];
    int count;
} Record;

static Record record_of(Engine *engine)
{
    const Game *game = engine_game(engine);
    Record record = {.count = game->move_count};
    assert_true(record.count <= TURNS_MAX);
    memcpy(record.moves, game->moves, sizeof *game->moves * (size_t)record.count);
    return record;
}

// As a controller does that sets the game up at every move.
static void set_up(Engine *engine, const Record *record, int count)
{
    const Position *pos = &engine_game(engine)->position;
    engine_new_game(engine, pos->columns, pos->rows);
    for (int i = 0; i < count; i++) {
        const Move *move = &record->moves[i];
        assert_int_equal(engine_play(engine, (Color)move->color, move->point), MOVE_OK);
    }
}

// Black has moved twice, and White once.
static Engine *engine_in_game(Record *record)
{
    Engine *engine = small_engine(7);
    genmove(engine, BLACK);
    genmove(engine, WHITE);
    genmove(engine, BLACK);
    *record = record_of(engine);
    return engine;
}

static void test_the_same_game_keeps_the_tree(void **state)
{
    (void)state;
    Record record;
    Engine *engine = engine_in_game(&record), *other = engine_in_game(&record);
    uint64_t visits = visits_after_genmove(other, WHITE);
    assert_true(visits > PLAYOUTS);
    set_up(engine, &record, record.count);
    assert_int_equal(visits_after_genmove(engine, WHITE), visits);
    assert_memory_equal(engine_last_report(engine)->ownership,
                        engine_last_report(other)->ownership,
                        sizeof engine_last_report(other)->ownership);
    engine_delete(engine);
    engine_delete(other);
}

static void test_it_may_have_gone_on_meanwhile(void **state)
{
    (void)state;
    Record record;
    Engine *engine = engine_in_game(&record);
    genmove(engine, WHITE);
    Point expected = engine_last_report(engine)->line[1];
    record = record_of(engine);
    set_up(engine, &record, record.count);
    assert_int_equal(engine_play(engine, BLACK, expected), MOVE_OK);
    assert_true(visits_after_genmove(engine, WHITE) > PLAYOUTS);
    engine_delete(engine);
}

static void test_any_other_game_begins_anew(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Record record;
        Engine *engine = engine_in_game(&record);
        Color player = WHITE;
        if (i == 0) { // a move less
            set_up(engine, &record, record.count - 1);
            player = BLACK;
        } else if (i == 1) { // nothing at all
            set_up(engine, &record, 0);
            player = BLACK;
        } else if (i == 2) { // another last move
            set_up(engine, &record, record.count - 1);
            assert_int_equal(engine_play(engine, BLACK, picture_point("A1")), MOVE_OK);
        } else {
            set_up(engine, &record, record.count);
        }
        if (i == 3)
            engine_set_komi(engine, engine_game(engine)->komi + 2);
        else if (i == 4)
            engine_set_rules(engine, rules_find("aga"));
        else if (i == 5)
            engine_clear_cache(engine);
        assert_int_equal(visits_after_genmove(engine, player), PLAYOUTS);
        engine_delete(engine);
    }
}

// Analyses and looks find the same.
static void test_whatever_is_searched_first(void **state)
{
    (void)state;
    Record record;
    Engine *engine = engine_in_game(&record), *other = engine_in_game(&record);
    set_up(engine, &record, record.count);
    const SearchReport *look = engine_look(engine, WHITE);
    assert_int_equal(look->candidates[0].games,
                     engine_look(other, WHITE)->candidates[0].games);
    set_up(engine, &record, 1);
    assert_int_equal(engine_look(engine, WHITE)->playouts, PLAYOUTS);
    assert_int_equal(total_visits(look), PLAYOUTS);
    engine_delete(engine);
    engine_delete(other);
}

// Black has lost by more points than the board has.
static Engine *hopeless_engine(void)
{
    EngineOptions options = small_options(5);
    options.komi = 99;
    options.params.resign_percent = 10;
    options.params.resign_streak = 3;
    return new_engine(&options);
}

// Black's next move, after White has passed.
static Point next_move(Engine *engine)
{
    const Game *game = engine_game(engine);
    if (game->move_count > 0)
        assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
    return genmove(engine, BLACK);
}

static void test_hopeless_moves_are_counted_on(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        Engine *engine = hopeless_engine();
        for (int i = 0; i < 5; i++) {
            Record record = record_of(engine);
            set_up(engine, &record, again ? record.count : 0);
            Point move = next_move(engine);
            assert_int_equal(move == RESIGN, again && i >= 2);
        }
        engine_delete(engine);
    }
}

// The same position again and again is not a game that is lost for several moves.
static void test_moves_that_are_taken_back_do_not_count(void **state)
{
    (void)state;
    Engine *engine = hopeless_engine();
    for (int i = 0; i < 5; i++) {
        assert_int_not_equal(next_move(engine), RESIGN);
        assert_true(engine_undo(engine, 1));
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(next_move(engine) == RESIGN, i == 2);
    engine_delete(engine);
}

// Else a controller could never begin anew with the empty grid.
static void test_a_resignation_is_no_move_to_go_on_from(void **state)
{
    (void)state;
    Engine *engine = hopeless_engine();
    EngineOptions options = *engine_options(engine);
    engine_delete(engine);
    options.params.resign_streak = 1;
    engine = new_engine(&options);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(genmove(engine, BLACK), RESIGN);
        assert_int_equal(total_visits(engine_last_report(engine)), PLAYOUTS);
        const Position *pos = &engine_game(engine)->position;
        engine_new_game(engine, pos->columns, pos->rows);
    }
    engine_delete(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_game_keeps_the_tree),
        cmocka_unit_test(test_it_may_have_gone_on_meanwhile),
        cmocka_unit_test(test_any_other_game_begins_anew),
        cmocka_unit_test(test_whatever_is_searched_first),
        cmocka_unit_test(test_hopeless_moves_are_counted_on),
        cmocka_unit_test(test_moves_that_are_taken_back_do_not_count),
        cmocka_unit_test(test_a_resignation_is_no_move_to_go_on_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "resignation.h"

#include <stdlib.h>

#include "picture.h"

typedef struct Fixture {
    Game game;
    SearchReport report;
} Fixture;

static int create(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    *state = fixture;
    return fixture != NULL && game_init(&fixture->game, rules_default(), 15, 10, 10)
               ? 0
               : -1;
}

static int destroy(void **state)
{
    Fixture *fixture = *state;
    game_free(&fixture->game);
    free(fixture);
    return 0;
}

// A search by Black that found his best move, and all, to win so often.
static void find(Fixture *fixture, uint32_t visits, double rate)
{
    SearchReport *report = &fixture->report;
    *report = (SearchReport){
        .player = BLACK, .win_rate = rate, .playouts = visits, .candidate_count = 1};
    report->candidates[0] = (Candidate){.move = picture_point("C3"),
                                        .win_rate = rate,
                                        .utility = rate,
                                        .games = visits};
}

static bool is_lost(Fixture *fixture, Resignation *resignation)
{
    Params params = PARAMS_DEFAULT;
    params.resign_streak = 3;
    params.resign_percent = 5;
    return resignation_is_lost(resignation, &fixture->game, &params, &fixture->report);
}

static void test_so_many_lost_moves_in_a_row_are_resigned(void **state)
{
    Fixture *fixture = *state;
    Resignation resignation = {0};
    for (int i = 0; i < 2; i++) {
        find(fixture, 1000, 0.04);
        assert_false(is_lost(fixture, &resignation));
        assert_false(is_lost(fixture, &resignation));
        find(fixture, 1000, 0.06);
        assert_false(is_lost(fixture, &resignation));
    }
    find(fixture, 1000, 0.04);
    for (int i = 0; i < 3; i++)
        assert_int_equal(is_lost(fixture, &resignation), i == 2);
}

// A player who has run out of time makes a playout or none: that it is lost says
// nothing.
static void test_few_playouts_are_no_reason(void **state)
{
    Fixture *fixture = *state;
    Resignation resignation = {0};
    for (uint32_t visits = 0; visits < 50; visits++) {
        find(fixture, visits, 0);
        assert_false(is_lost(fixture, &resignation));
    }
    // Nor do they make one forget the others.
    for (int i = 0; i < 3; i++) {
        find(fixture, 1000, 0.01);
        assert_int_equal(is_lost(fixture, &resignation), i == 2);
        find(fixture, 1, 1);
        assert_false(is_lost(fixture, &resignation));
    }
}

// In a lost game all moves are alike, and none has many visits.
static void test_playouts_of_all_moves_count(void **state)
{
    Fixture *fixture = *state;
    Resignation resignation = {0};
    for (int i = 0; i < 3; i++) {
        find(fixture, 5, 0);
        fixture->report.playouts = 200;
        assert_int_equal(is_lost(fixture, &resignation), i == 2);
    }
    resignation = (Resignation){0};
    for (int i = 0; i < 3; i++) { // known from earlier searches
        find(fixture, 200, 0);
        fixture->report.playouts = 1;
        assert_int_equal(is_lost(fixture, &resignation), i == 2);
    }
    resignation = (Resignation){0};
    for (int i = 0; i < 3; i++) { // each move from a few
        find(fixture, 20, 0);
        fixture->report.candidate_count = 3;
        fixture->report.candidates[1] = fixture->report.candidates[2] =
            fixture->report.candidates[0];
        assert_int_equal(is_lost(fixture, &resignation), i == 2);
    }
}

// Stones of Black before White's first one, then so many moves in turn.
static void play_handicap(Game *game, int stones, int moves)
{
    game_clear(game);
    for (int i = 0; i < stones + moves; i++) {
        Color color = i < stones || (i - stones) % 2 == 1 ? BLACK : WHITE;
        Point point = game->position.empty[0];
        assert_int_equal(game_play_lenient(game, color, point), MOVE_OK);
    }
}

static void assert_white_goes_on(Fixture *fixture, int behind, bool goes_on)
{
    Resignation resignation = {0};
    for (int i = 0; i < 3; i++) {
        find(fixture, 1000, 0.01);
        fixture->report.player = WHITE;
        fixture->report.score = -behind;
        assert_int_equal(is_lost(fixture, &resignation), i == 2 && !goes_on);
    }
}

// White begins a handicap game far behind. It never resigns in the first fifth. Then it
// goes on while it makes up for the stones. Three fifths are enough for that.
static void test_white_may_catch_up_with_a_handicap(void **state)
{
    Fixture *fixture = *state;
    Game *game = &fixture->game;
    // With four stones and half a point of komi Black is 51.5 points ahead, with
    // two 21.5.
    static const struct {
        int stones, moves, behind; // by so much White goes on, but not by a point more
    } cases[] = {{4, 21, 57}, {4, 36, 38}, {2, 21, 28}, {2, 36, 20}, {2, 42, 16}};
    game->komi = 1;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        play_handicap(game, cases[i].stones, cases[i].moves);
        assert_white_goes_on(fixture, cases[i].behind, true);
        assert_white_goes_on(fixture, cases[i].behind + 1, false);
        Resignation resignation = {0};
        for (int j = 0; j < 3; j++) {
            find(fixture, 1000, 0.01); // Black
            assert_int_equal(is_lost(fixture, &resignation), j == 2);
        }
    }
    play_handicap(game, 4, 16); // the stones are moves, too
    assert_white_goes_on(fixture, 100, true);
    play_handicap(game, 1, 10); // no handicap
    assert_white_goes_on(fixture, 1, false);
    play_handicap(game, 4, 21);
    game->komi = 2 * 60; // White is ahead when the game begins
    assert_white_goes_on(fixture, 1, false);
}

// Whether the third lost move in a row is resigned.
static bool is_third_resigned_by(Fixture *fixture, const Params *params, double behind,
                                 double network_part)
{
    Resignation resignation = {0};
    bool is_resigned = false;
    for (int i = 0; i < 3; i++) {
        find(fixture, 1000, 0.01);
        fixture->report.network_part = network_part;
        fixture->report.network_score = network_part < 1 ? 0 : -behind;
        fixture->report.score = network_part < 1 ? -behind : 0;
        is_resigned =
            resignation_is_lost(&resignation, &fixture->game, params, &fixture->report);
    }
    return is_resigned;
}

static bool is_third_resigned(Fixture *fixture, const Params *params, double behind)
{
    return is_third_resigned_by(fixture, params, behind, 0.5);
}

// A network of KataGo's tells the score alone.
static bool is_third_resigned_by_network(Fixture *fixture, const Params *params,
                                         double behind)
{
    return is_third_resigned_by(fixture, params, behind, 1);
}

static void test_close_and_young_games_go_on(void **state)
{
    Fixture *fixture = *state;
    Params params = PARAMS_DEFAULT;
    assert_true(is_third_resigned(fixture, &params, 1));
    params.resign_points = 20;
    assert_false(is_third_resigned(fixture, &params, 19.5));
    assert_true(is_third_resigned(fixture, &params, 20));
    assert_true(is_third_resigned_by_network(fixture, &params, 20));
    assert_false(is_third_resigned_by_network(fixture, &params, 19.5));
    params.resign_moves = 30; // of 100 points
    play_handicap(&fixture->game, 1, 28);
    assert_false(is_third_resigned(fixture, &params, 50));
    play_handicap(&fixture->game, 1, 29);
    assert_true(is_third_resigned(fixture, &params, 50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_so_many_lost_moves_in_a_row_are_resigned,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_few_playouts_are_no_reason, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_playouts_of_all_moves_count, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_white_may_catch_up_with_a_handicap, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_close_and_young_games_go_on, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("resignation", tests, NULL, NULL);
}

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

// White begins a handicap game far behind. It goes on while it makes up for the stones,
// but not when it falls back behind that, and not when the board is full.
static void test_white_may_catch_up_with_a_handicap(void **state)
{
    Fixture *fixture = *state;
    Game *game = &fixture->game;
    game->komi = 0; // so that nobody leads
    for (int stones = 0; stones <= 60; stones += 20)
        for (int handicap = 0; handicap <= 4; handicap++)
            for (int behind = 10; behind <= 60; behind += 10) {
                bool catches_up =
                    handicap >= 2 && 14 * handicap * (60 - stones) >= 60 * behind;
                Resignation resignation = {0};
                game->handicap = handicap;
                game->position.empty_count = (int16_t)(100 - stones);
                for (int i = 0; i < 3; i++) {
                    find(fixture, 1000, 0.01);
                    fixture->report.player = WHITE;
                    fixture->report.score = -behind;
                    assert_int_equal(is_lost(fixture, &resignation),
                                     i == 2 && !catches_up);
                }
                resignation = (Resignation){0};
                fixture->report.player = BLACK;
                for (int i = 0; i < 3; i++)
                    assert_int_equal(is_lost(fixture, &resignation), i == 2);
            }
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
    };
    return cmocka_run_group_tests_name("resignation", tests, NULL, NULL);
}

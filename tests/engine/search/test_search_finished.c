// SPDX-License-Identifier: MIT
//
// Searches of boards on which nothing or little is left to do, so that most
// lines end by two passes: a search makes the simulations that it is asked for, and
// believes in a count of the board, on every size. So it is by rules that differ in
// what ends a line and what is counted then.
#include "search.h"

#include <string.h>

#include "isa.h"
#include "search_fixture.h"

enum { PLAYOUTS = 120, PLAYOUTS_LARGE = 40, PLAYOUTS_OF_PASS = 2000 };

// Everything is settled: White has nine points more when the dead stones A6, A7, B5,
// H6, J4 and J5 are removed.
static const char SETTLED[] = "...XO..../.X.XO.O../O..XO..../OX.XO.OX./.O.XO...X/"
                              ".X.XO.O.X/...XO..../.X.XO.O../...XO....";
// The same with two dame, and with a point left to gain.
static const char NEARLY[] = "...XO..../.X.XO.O../O..X...../OX.XO.OX./.O..O...X/"
                             ".X.XO.O.X/...XO..../.X.XO.O../...XO....";
static const char RECTANGLE[] = "..XO.../..XO.../..XO.../..XO...";
static const char *const BOARDS[] = {
    SETTLED,       NEARLY,  RECTANGLE, "...../...../...../...../.....",
    "XX./XX./...", "../..", ".",       "..."};
// Every stone counts, dead ones are removed, the same with simple ko, territory, a
// button.
static const char *const RULES[] = {"tromp-taylor", "chinese-kgs", "chinese",
                                    "japanese", "aga-button"};

// Black's half and White's half of 19x19.
static Position large_halves(void)
{
    char rows[19 * 20 + 1];
    for (int row = 0; row < 19; row++)
        memcpy(rows + row * 20, ".........XO......../", 20);
    rows[19 * 20 - 1] = '\0';
    return picture_position(rows, BLACK);
}

static void set_up(Fixture *fixture, const Position *pos, const Rules *rules, int komi,
                   Color player)
{
    game_resize(&fixture->game, pos->columns, pos->rows);
    fixture->game.rules = *rules;
    fixture->game.komi = komi;
    assert_true(game_setup(&fixture->game, pos->stones, player));
}

static const SearchReport *think(Fixture *fixture, uint64_t playouts)
{
    SearchOrder order = {.player = (Color)fixture->game.position.to_play,
                         .limits = {.playouts = playouts},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    return &fixture->report;
}

static uint64_t visits_of_moves(const SearchReport *report)
{
    uint64_t visits = 0;
    for (int i = 0; i < report->candidate_count; i++)
        visits += search_report_visits(report, &report->candidates[i]);
    return visits;
}

// Checks the visits of a search of the board as it is, and after a pass.
static void check_board(Fixture *fixture, const Position *pos, const Rules *rules,
                        uint64_t playouts)
{
    for (Color player = BLACK; player <= WHITE; player++) {
        set_up(fixture, pos, rules, 15, player);
        search_clear(fixture->search);
        const SearchReport *report = think(fixture, playouts);
        assert_int_equal(report->playouts, playouts);
        assert_int_equal(visits_of_moves(report), playouts);
        assert_int_equal(game_play(&fixture->game, player, PASS), MOVE_OK);
        search_clear(fixture->search);
        report = think(fixture, playouts);
        assert_int_equal(report->playouts, playouts);
        assert_int_equal(visits_of_moves(report), playouts);
    }
}

static void test_a_search_makes_all_its_visits(void **state)
{
    Fixture *fixture = *state;
    Network *network = network_default(isa_best());
    assert_non_null(network);
    search_use_network(fixture->search, network, NETWORK_FULL);
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        const Rules *rules = rules_find(RULES[i]);
        for (size_t j = 0; j < sizeof BOARDS / sizeof BOARDS[0]; j++) {
            Position pos = picture_position(BOARDS[j], BLACK);
            check_board(fixture, &pos, rules, PLAYOUTS);
        }
        Position pos = large_halves();
        check_board(fixture, &pos, rules, PLAYOUTS_LARGE);
    }
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    network_delete(network);
}

// The chance that a pass leaves Black after White's on the settled board.
static double chance_of_pass(Fixture *fixture, int komi)
{
    const Position pos = picture_position(SETTLED, BLACK);
    set_up(fixture, &pos, rules_find("chinese"), komi, WHITE);
    assert_int_equal(game_play(&fixture->game, WHITE, PASS), MOVE_OK);
    search_clear(fixture->search);
    const SearchReport *report = think(fixture, PLAYOUTS_OF_PASS);
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == PASS && report->candidates[i].games > 0)
            return report->candidates[i].win_rate;
    fail_msg("a pass was never tried");
    return -1;
}

static void test_a_finished_line_counts_without_dead_stones(void **state)
{
    Fixture *fixture = *state;
    Network *network = network_default(isa_best());
    assert_non_null(network);
    search_use_network(fixture->search, network, NETWORK_FULL);
    assert_true(chance_of_pass(fixture, -2 * 9 - 1) > 0.9);
    assert_true(chance_of_pass(fixture, -2 * 9 + 1) < 0.1);
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    network_delete(network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_search_makes_all_its_visits, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_finished_line_counts_without_dead_stones,
                                        create, destroy),
    };
    return cmocka_run_group_tests_name("search_finished", tests, NULL, NULL);
}

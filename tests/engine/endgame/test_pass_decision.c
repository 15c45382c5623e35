// SPDX-License-Identifier: MIT
//
// Finished positions: what is dead or in seki, what the score is, and what the engine
// answers, by rules that remove dead stones and by rules under which every stone
// counts.
#include "pass_decision.h"

#include "finished_fixture.h"

static const Finished FINISHED[] = {
    {"nothing is left; won or lost, there is nothing to do but pass",
     "...XO..../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../"
     "...XO....",
     "",
     "",
     -9,
     {{BOTH, -20, BLACK, false, "pass"},
      {BOTH, -20, BLACK, true, "pass"},
      {BOTH, 0, WHITE, false, "pass"},
      {BOTH, 0, BLACK, false, "pass"},
      {BOTH, -18, WHITE, false, "pass"}}}, // a tie
    {"dead stones of both colors: where all count, Black must capture before White "
     "does",
     "...XO..../.X.XO.O../O..XO..../OX.XO.OX./.O.XO...X/.X.XO.O.X/...XO..../.X.XO.O../"
     "...XO....",
     "B5 A6 A7 J4 J5 H6",
     "",
     -9,
     {{CHINESE, -20, BLACK, false, "pass"},
      {CHINESE, 0, WHITE, false, "pass"},
      {TROMP, -20, BLACK, false, "A5 C5 B7 A8"},
      {TROMP, -20, BLACK, true, "pass"}}}, // ends the game, and White's stones stay
    {"seki without eyes: who plays A7 or D7 is captured",
     "XXXXXX.X./OOOOOXXXX/.XO.OXXXX/XXXXXOOOO/OOOOOO.O./OOOOOOOOO/XXXXXXXXX/X.X.XXXXX/"
     "XXXXXXXXX",
     "",
     "A8 B8 C8 D8 E8 C7 E7 A6 B6 C6 D6 E6 B7",
     21,
     {{BOTH, 44, BLACK, false, "pass"},
      {BOTH, 40, BLACK, false, "pass"},
      {BOTH, 44, WHITE, false, "pass"},
      {BOTH, 40, WHITE, false, "pass"}}},
    {"seki with an eye each: D9 kills the one who plays it",
     ".XX.OO.OX/XXXOOOOOX/OOOXXXXXX/.OOXX..../O.OX.X.X./.OOX...../O.OX.X.X./.OOX...../"
     "O.OX.....",
     "",
     "A8 B8 C8 B9 C9 D8 E8 F8 G8 H8 E9 F9 H9",
     20,
     {{BOTH, 38, BLACK, false, "pass"},
      {BOTH, 42, BLACK, false, "pass"},
      {BOTH, 38, WHITE, false, "pass"},
      {BOTH, 42, WHITE, false, "pass"}}},
    {"seki in a big eye: who plays D5 or F5 loses everything there; C9 is a dame",
     ".X.O.OO.O/XXOOOOOOO/XOOXXXXXO/XOXXOOOXO/XOX.O.OXO/XOXXXXXXO/XOOOOOOOO/XXXXXXXXX/"
     ".X.X..X..",
     "",
     "C4 D4 E4 F4 G4 H4 C5 E5 G5 H5 C6 D6 E6 F6 G6 H6 D7 E7 F7 G7 H7",
     8,
     {{BOTH, 14, BLACK, false, "!D5 F5"},
      {BOTH, 18, BLACK, false, "!D5 F5"},
      {BOTH, 18, WHITE, false, "!D5 F5"},
      {BOTH, 36, WHITE, false, "pass"}}},
    {"bent four in the corner: Black can start a ko at A2 and takes it first",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/OOXXXX.../.OOOOX.X./"
     "XXX.OX...",
     "A3 B3 B2 C2 D2 E2 E1",
     "",
     -9,
     {{CHINESE, -20, BLACK, false, "pass"},
      {CHINESE, -20, BLACK, true, "pass"},
      {TROMP, -20, BLACK, false, "A2"}}},
    {"a stone on the middle of three points: White is dead, and one capture is not "
     "life",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/XXXXXX.../OOOOX..X./"
     ".X.OX....",
     "A2 B2 C2 D2 D1",
     "",
     -9,
     {{CHINESE, -20, BLACK, false, "pass"},
      {CHINESE, 0, WHITE, false, "pass"},
      {TROMP, -20, BLACK, false, "A1 C1"}}},
    {"three empty points in a row: who plays B1 decides",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/XXXXXX.../OOOOX..X./"
     "...OX....",
     "A2 B2 C2 D2 D1", // if nobody moves
     "",
     -9,
     {{BOTH, -40, BLACK, false, "B1"},
      {BOTH, -40, WHITE, false, "B1"},
      {BOTH, 0, WHITE, false, "B1"},      // wins even without that group
      {BOTH, -120, WHITE, false, "B1"}}}, // loses even with it
    {"four in a row are two eyes, without a move",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/XXXXXX.../OOOOOX.X./"
     "....OX...",
     "",
     "",
     -29,
     {{BOTH, -60, BLACK, false, "pass"},
      {BOTH, -56, BLACK, false, "pass"}, // lost by a point: no throw-ins
      {BOTH, -60, WHITE, false, "pass"},
      {BOTH, -56, WHITE, false, "pass"}}},
    {"four stones on five points: White captures at C1 and lives, Black at C1 kills",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/OOOOX..../OXXOX..X./"
     "XX.OX....",
     "D1 A2 D2 A3 B3 C3 D3",
     "",
     -9,
     {{BOTH, -40, BLACK, false, "C1"}, {BOTH, -40, WHITE, false, "C1"}}},
    {"under the stones: White captures the square at C1, and it is one eye",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/OOOXX..../XXOOX..X./"
     "XX.OX....",
     "C2 D2 D1 A3 B3 C3",
     "",
     -9,
     {{CHINESE, -20, BLACK, false, "pass"},
      {CHINESE, 0, WHITE, false, "pass"},
      {TROMP, -20, BLACK, false, "C1"}}},
    {"a false eye at A1 and another at C1",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/XXXXX..../OXOOX..X./"
     ".O.OX....",
     "A2 B1 C2 D2 D1",
     "",
     -9,
     {{CHINESE, -20, BLACK, false, "pass"}, {TROMP, -20, BLACK, false, "A1 C1"}}},
    {"a big eye against a small one: White plays D9 and then A9, Black can do nothing",
     ".XX.O...O/XXXOOOOOO/OOOXXXXXX/.OOXX..../O.OX.X.X./.OOX...../O.OX.X.X./.OOX...../"
     "O.OX.....",
     "A8 B8 C8 B9 C9",
     "",
     3,
     {{CHINESE, 10, WHITE, false, "pass"}, {TROMP, 10, WHITE, false, "D9"}}},
    {"shared liberties: Black at D9 wins the race, White to move escapes it",
     "..X.OO.OX/XXXOOOOOX/OOOXXXXXX/.OOXX..../O.OX.X.X./.OOX...../O.OX.X.X./.OOX...../"
     "O.OX.....",
     "D8 E8 F8 G8 H8 E9 F9 H9",
     "",
     39,
     {{BOTH, 50, BLACK, false, "D9"}}},
    {"dame at E7, E8, E9: they decide a close game, and no other",
     "...X.O.../.X.X.O.O./...X.O.../.X.XXO.O./...XOO.../.X.XXO.O./...XOO.../.X.XXO.O./"
     "...XOO...",
     "",
     "",
     0,
     {{BOTH, 1, BLACK, false, "E7 E8 E9"},
      {BOTH, -1, WHITE, false, "E7 E8 E9"},
      {BOTH, -9, BLACK, false, "pass"},
      {BOTH, 9, WHITE, false, "pass"}}},
    {"a ko for one stone at E5 that decides the game",
     "...XO..../.X.XO.O../...XO..../.X.XO.O../..XO.O.../.X.XO.O../...XO..../.X.XO.O../"
     "...XO....",
     "",
     "",
     -11,
     {{BOTH, -18, BLACK, false, "E5"}, {BOTH, -18, WHITE, false, "E5"}}},
    {"a silly invasion at C7: only where it counts must it be captured",
     "...XO..../.X.XO.O../..OXO..../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../"
     "...XO....",
     "C7",
     "",
     -9,
     {{CHINESE, -20, BLACK, false, "pass"},
      {TROMP, -20, BLACK, false, "B7 C6 C8"},
      {TROMP, -80, BLACK, false, "pass"}}}, // wins with the stone on the board
    {"three white and one black stone are dead, on a small board",
     ".X.XO../XXXXO../..XXOOO/OOOXO.X/XX.XO../XXXXOOO/X.XXO.O",
     "A4 B4 C4 G4",
     "",
     7,
     {{CHINESE, 13, BLACK, false, "pass"},
      {TROMP, 9, BLACK, false, "B5 A5 C3"},
      {TROMP, 5, BLACK, true, "pass"}}},
    {"the same, one stone each",
     ".X.XO../XXXXO../X.XXOOO/.OXXO.X/XXXXO../X.XXOOO/XXXXO.O",
     "B4 G4",
     "",
     7,
     {{CHINESE, 13, BLACK, false, "pass"}, {TROMP, 13, BLACK, false, "A4 B5"}}},
    {"one side has nothing that lives",
     ".X.XO/XX.XO/..XXO/XXXOO/OOOO.",
     "A1 B1 C1 D1 D2 E2 E3 E4 E5",
     "",
     25,
     {{CHINESE, 15, BLACK, false, "pass"}, {TROMP, 30, BLACK, false, "E1"}}},
};

static FinishedTable table = {FINISHED, sizeof FINISHED / sizeof FINISHED[0]};

// What White answers to a search that would rather pass than play J9, without any time
// to judge. On the first board White is 9 points ahead.
static Point answer_unjudged(const char *rules, int komi)
{
    Position pos = picture_position(FINISHED[0].picture, WHITE);
    Game game = {.position = pos, .rules = *rules_find(rules), .komi = komi};
    SearchReport report = {.best = PASS, .candidate_count = 2};
    report.candidates[0] = (Candidate){.move = PASS, .games = 9, .win_rate = 0.5};
    report.candidates[1] =
        (Candidate){.move = point_at(8, 8), .games = 1, .win_rate = 0.4};
    PassDecision decision = {.game = &game, .player = WHITE};
    return pass_decision_unjudged_move(&decision, &report);
}

static void test_without_time_to_judge_no_pass_loses_by_a_count(void **state)
{
    (void)state;
    assert_int_equal(answer_unjudged(TROMP, 0), PASS);
    assert_int_equal(answer_unjudged(TROMP, -16), PASS);
    assert_int_equal(answer_unjudged(TROMP, -18), point_at(8, 8)); // a tie
    assert_int_equal(answer_unjudged(TROMP, -20), point_at(8, 8));
    assert_int_equal(answer_unjudged(CHINESE, -20), PASS); // who knows what is dead?
}

// Where nothing is settled a pass is in question only if the search has not found it
// much worse than the best move.
static void test_when_a_pass_may_follow(void **state)
{
    (void)state;
    Position pos = picture_position(FINISHED[0].picture, WHITE);
    SearchReport report = {.playouts = 40, .win_rate = 0.5, .candidate_count = 2};
    report.ownership_playouts = 40;
    for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p))
        report.ownership[p] = 40;
    report.candidates[0] = (Candidate){.move = point_at(8, 8), .games = 9};
    assert_true(pass_decision_may_pass(&pos, &report));
    Candidate *pass = &report.candidates[1];
    *pass = (Candidate){.move = PASS, .games = 1, .win_rate = 0.4};
    assert_true(pass_decision_may_pass(&pos, &report));
    pass->win_rate = 0.3;
    assert_false(pass_decision_may_pass(&pos, &report));
    assert_true(pass_decision_is_near(&pos, &report));
    pass->games = 0; // nobody has tried
    assert_true(pass_decision_may_pass(&pos, &report));
    report.ownership_playouts = 80; // the points are anybody's
    assert_false(pass_decision_may_pass(&pos, &report));
}

// A network of KataGo's tells how near the end is, as playouts do.
static void test_a_network_knows_how_near_the_end_is(void **state)
{
    (void)state;
    Position pos = picture_position(".XO../.XO../.XO../.XO../.....", BLACK);
    SearchReport report = {.playouts = 1, .evaluations = 1, .network_part = 1};
    for (int percent = 0; percent <= 100; percent += 50) {
        for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p))
            report.network_owner[p] = 0.01 * percent;
        assert_int_equal(pass_decision_is_near(&pos, &report), percent >= 60);
    }
    // But as long as it plays on in an open game, there is no time for a pass.
    report.candidates[0].move = report.best = point_at(0, 1);
    for (int percent = 0; percent <= 100; percent += 50) {
        report.win_rate = 0.01 * percent;
        assert_int_equal(pass_decision_may_pass(&pos, &report), percent != 50);
    }
    report = (SearchReport){.evaluations = 0};
    assert_true(pass_decision_is_near(&pos, &report)); // nobody has been asked
}

// The judge sees that A3 connects a group. A network of KataGo's overrules it, and does
// not let it end a game that is open.
static void test_a_network_of_katago_overrules_the_judge(void **state)
{
    (void)state;
    static const char FIGHT[] = "...XO..../.X.XO.O../...XO..../.X.XO.O../.XXXOOO../"
                                "XOOOO.O../.OOO..O../XXXO..O../"
                                "..XO..O..";
    const Point key = picture_point("A3"), other = picture_point("E2");
    Position pos = picture_position(FIGHT, BLACK);
    Game game = {.komi = 0};
    assert_true(game_init(&game, rules_find(CHINESE), -60, pos.columns, pos.rows));
    assert_true(game_setup(&game, pos.stones, BLACK));
    PassDecision decision = {&game, BLACK,
                             life_death_new(&PARAMS_DEFAULT, isa_best()->lanes), false};
    assert_non_null(decision.judge);
    SearchReport report = {.player = BLACK,
                           .best = other,
                           .win_rate = 0.6,
                           .playouts = 9,
                           .evaluations = 10,
                           .network_part = 1,
                           .candidate_count = 2};
    for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p))
        report.network_owner[p] = 1;
    report.candidates[0] = (Candidate){.move = other, .win_rate = 0.6, .games = 9};
    report.candidates[1] = (Candidate){.move = key, .win_rate = 0.5, .games = 5};
    PassAdvice advice = pass_decision_advise(&decision, &report);
    assert_int_equal(advice.move, other);
    assert_true(advice.pass_chance == ENDING_NO_PASS);
    report.network_part = 0.5; // a network of ours, and playouts
    report.ownership_playouts = 40;
    for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p))
        report.ownership[p] = 40;
    assert_int_equal(pass_decision_advise(&decision, &report).move, key);
    life_death_delete(decision.judge);
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_status_where_dead_stones_are_removed, &table),
        cmocka_unit_test_prestate(test_status_where_every_stone_counts, &table),
        cmocka_unit_test_prestate(test_answers, &table),
        cmocka_unit_test(test_without_time_to_judge_no_pass_loses_by_a_count),
        cmocka_unit_test(test_when_a_pass_may_follow),
        cmocka_unit_test(test_a_network_knows_how_near_the_end_is),
        cmocka_unit_test(test_a_network_of_katago_overrules_the_judge),
    };
    return cmocka_run_group_tests_name("endings", tests, NULL, NULL);
}

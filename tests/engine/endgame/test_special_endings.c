// SPDX-License-Identifier: MIT
//
// Finished positions that are special: kos that keep each other alive, points that only
// one side can play, large eyes with stones inside, and invasions that need an answer
// or need none.
#include "finished_fixture.h"

static const char DOUBLE_KO[] = ".X.X.X.X.X.X./XXXXXXXXXXXXX/XXXXXXXXXXXXX/"
                                "OOXXXXXXXXXOO/.OXXXXXXXXXO./OOXOXOOOX.XOO/"
                                ".OO.OO.OOXOO.";

static const Finished FINISHED[] = {
    {"double ko: the stones with an eye at G1 are connected by one ko or by the other",
     DOUBLE_KO,
     "",
     "",
     35,
     {{BOTH, 60, BLACK, false, "pass"},
      {BOTH, 60, WHITE, false, "pass"},
      {BOTH, 80, WHITE, false, "pass"},
      {BOTH, 80, BLACK, false, "pass"},
      {BOTH, 69, BLACK, false, "D1 K2 pass"},   // by a point; to take D1 or to
      {BOTH, 71, WHITE, false, "D1 K2 pass"}}}, // connect changes nothing
    {"one-sided dame: White can play E9, but Black would be captured from C9",
     "...X.O.../.XXOOO.O./..XXO..O./.X.XO.O../..XXOOO../.X.XO.O../...XO..../.X.XO.O../"
     "...XO....",
     "",
     "",
     -10,
     {{BOTH, -21, WHITE, false, "E9"}, // decides
      {BOTH, -23, BLACK, false, "pass"},
      {BOTH, -30, BLACK, false, "pass"},
      {BOTH, -10, WHITE, false, "pass"}}},
    {"four stones in an eye of six points: White is dead; Black adds C2 and leaves a "
     "cross of five points, after B2 White would live",
     ".O.O.O.O./OOOOOOOOO/XXXXXXXXX/XOOOXXXXX/OOXOOXX.X/OXXXOXXXX/O..OOX.X./OOOOXXXXX",
     "A1 B1 C1 D1 A2 D2 E2 A3 E3 A4 B4 D4 E4 B5 C5 D5",
     "",
     36,
     {{CHINESE, 20, BLACK, false, "pass"},
      {CHINESE, 20, BLACK, true, "pass"},
      {CHINESE, 20, WHITE, false, "pass"},
      {TROMP, 20, BLACK, false, "C2"},
      {TROMP, 20, BLACK, true, "C2"},
      {TROMP, -10, BLACK, false, "pass"}}}, // wins with them on the board
    {"a throw-in at B1 that must be answered: the eye of four points in a row has one "
     "vital point left",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/XXXXXX.../OOOOOX.X./"
     ".X..OX...",
     "A2 B2 C2 D2 E2 E1", // Black begins
     "",
     -9,
     {{BOTH, -40, WHITE, false, "C1"},
      {BOTH, -40, BLACK, false, "C1"},
      {BOTH, 0, WHITE, false, "C1"}}}, // wins even without that group
    {"a throw-in at C1 that needs no answer: the eye has six points; where it counts "
     "it must be captured",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/XXXXXXXX./OOOOOOOXX/"
     "..X...OX.",
     "C1",
     "",
     -37,
     {{BOTH, -56, WHITE, false, "pass"},
      {CHINESE, -68, WHITE, false, "pass"},
      {CHINESE, -68, BLACK, false, "pass"},
      {TROMP, -68, WHITE, false, "B1 D1"}}},
    {"a silly invasion of a corner: four points by three are too few for two eyes",
     "....XXX/.O..X.X/....XXX/XXXXX.X/XXXXXXX",
     "B4",
     "",
     35,
     {{CHINESE, 50, BLACK, false, "pass"},
      {CHINESE, 50, BLACK, true, "pass"},
      {BOTH, 50, WHITE, false, "pass"},
      {BOTH, 40, BLACK, false, "pass"},
      {TROMP, 50, BLACK, false, "A3 B3 C3 D3 A4 C4 D4 A5 B5 C5 D5"},
      {TROMP, 50, BLACK, true, "A3 B3 C3 D3 A4 C4 D4 A5 B5 C5 D5"}}},
    {"stones with one eye that are cut off at A3, or connected there",
     "...XO..../.X.XO.O../...XO..../.X.XO.O../.XXXOOO../XOOOO.O../.OOO..O../XXXO..O../"
     "..XO..O..",
     "",
     "",
     -26,
     {{BOTH, -60, BLACK, false, "A3"},
      {BOTH, -60, WHITE, false, "A3"},
      {BOTH, -80, BLACK, false, "A3"}, // wins even if they are cut off
      {CHINESE, -80, BLACK, true, "A3"},
      {BOTH, -40, WHITE, false, "A3"},
      {CHINESE, 0, WHITE, true, "A3"}}}, // wins even if they are connected
    {"a stone inside the only eye space: it looks dead, and kills at J5 if White "
     "passes",
     "X.X.X.X.X/XXXXXXXXX/OOOOOOOOO/OOOOOOOX./OOOOOOO../OOOOOOOO./OOOOOOOOO/XXXXXXXXX/"
     "X.X.X.X.X",
     "H6",
     "",
     -9,
     {{TROMP, 61, WHITE, false, "H5 J4 J5 J6"}}},
};

static FinishedTable table = {FINISHED, sizeof FINISHED / sizeof FINISHED[0]};

// Black has taken one of the two kos: White must take the other, and lives again.
static void test_one_ko_answers_the_other(void **state)
{
    (void)state;
    static const char *const RULES[] = {TROMP, CHINESE};
    for (int i = 0; i < 2; i++) {
        Engine *engine = finished_engine(DOUBLE_KO, RULES[i], 80);
        assert_int_equal(engine_play(engine, BLACK, picture_point("D1")), MOVE_OK);
        assert_int_equal(genmove(engine, WHITE), picture_point("K2"));
        assert_int_equal(engine_play(engine, BLACK, picture_point("K1")), MOVE_KO);
        assert_points(engine_final_status(engine).dead, "");
        engine_delete(engine);
    }
}

// The judge asks about one group at a time, and would play C3 for the one there; the
// search sees that the fight on the right decides. From a game that was lost by C3.
static void test_a_search_that_sees_more_is_not_overruled(void **state)
{
    (void)state;
    const Finished fight = {"a fight that decides",
                            "X.XXO.O../XX.XO.XOX/XXXOO.OXX/XOO.OOOOX/O..OXXOXX/"
                            ".OOXX.X../.O.OXX.X./.OOXX.X../..OOX....",
                            "",
                            "",
                            0,
                            {{BOTH, 15, WHITE, false, "!C3"}}};
    assert_int_equal(finished_wrong_answers(&fight), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_status_where_dead_stones_are_removed, &table),
        cmocka_unit_test_prestate(test_status_where_every_stone_counts, &table),
        cmocka_unit_test_prestate(test_answers, &table),
        cmocka_unit_test(test_one_ko_answers_the_other),
        cmocka_unit_test(test_a_search_that_sees_more_is_not_overruled),
    };
    return cmocka_run_group_tests_name("special endings", tests, NULL, NULL);
}

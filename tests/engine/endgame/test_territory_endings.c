// SPDX-License-Identifier: MIT
//
// Ends of games in which a point decides, and area and territory differ in what wins
// it: the last dame, a move inside, dead stones, a seki, a ko.
#include "finished_fixture.h"

static const char JAPANESE[] = "japanese", BUTTON[] = "aga-button";

#define REST                                                                           \
    ".X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../...XO...."

// White has nine points more, by either count: both have placed as many stones.
static const char CLOSED[] = "...XO..../" REST;
// E9 is a dame.
static const char DAME[] = "...X.O.../" REST;
// The same, and three stones of each player are dead.
static const char DEAD[] =
    "...XO..../.X.XO.O../O..XO..../OX.XO.OX./.O.XO...X/.X.XO.O.X/...XO..../.X.XO.O../"
    "...XO....";
// Who plays D9 is captured. Each side has an eye, which is no point of territory.
static const char SEKI[] =
    ".XX.OO.OX/XXXOOOOOX/OOOXXXXXX/.OOXX..../O.OX.X.X./.OOX...../O.OX.X.X./.OOX...../"
    "O.OX.....";
// At E5 Black can take a ko.
static const char KO[] =
    "...XO..../.X.XO.O../...XO..../.X.XO.O../..XO.O.../.X.XO.O../...XO..../.X.XO.O../"
    "...XO....";
// The same after the capture. The stone at E5 is lost unless Black connects it.
static const char KO_TAKEN[] =
    "...XO..../.X.XO.O../...XO..../.X.XO.O../..X.XO.O./.X.XO.O../...XO..../.X.XO.O../"
    "...XO....";

static const struct {
    const char *why, *picture;
    Request request;
} ENDINGS[] = {
    {"by area the last dame wins", DAME, {CHINESE, -15, BLACK, false, "E9"}},
    {"by territory it decides nothing", DAME, {JAPANESE, -17, BLACK, false, "E9 pass"}},
    {"nor does it for White", DAME, {JAPANESE, -15, WHITE, false, "E9 pass"}},
    {"a needless defense would lose", CLOSED, {JAPANESE, -19, BLACK, false, "pass"}},
    {"and an attack that is not answered",
     CLOSED,
     {JAPANESE, -17, WHITE, false, "pass"}},
    {"after a pass as well", CLOSED, {JAPANESE, -19, BLACK, true, "pass"}},
    {"dead stones are not captured at a cost",
     DEAD,
     {JAPANESE, -19, BLACK, false, "pass"}},
    {"not by White either", DEAD, {JAPANESE, -17, WHITE, true, "pass"}},
    {"a seki stays", SEKI, {JAPANESE, 37, BLACK, false, "pass"}},
    {"for White as well", SEKI, {JAPANESE, 39, WHITE, false, "pass"}},
    {"the last ko is a point for Black", KO, {JAPANESE, -17, BLACK, false, "E5"}},
    {"the button decides a tie", CLOSED, {BUTTON, -18, BLACK, false, "pass"}},
    {"for White as well", CLOSED, {BUTTON, -18, WHITE, false, "pass"}},
    {"it is worth less than a dame", DAME, {BUTTON, -16, BLACK, false, "E9"}},
    {"once it is taken it is worth nothing", DAME, {BUTTON, -17, BLACK, true, "E9"}},
};

static void test_the_engine_plays_for_the_count_that_is_asked_for(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof ENDINGS[0]; i++) {
        const Finished finished = {.why = ENDINGS[i].why,
                                   .picture = ENDINGS[i].picture};
        const Request *request = &ENDINGS[i].request;
        wrong += finished_count_wrong(&finished, request, request->rules);
    }
    assert_int_equal(wrong, 0);
}

// Half points for Black at the end of the positions.
static void test_counts(void **state)
{
    (void)state;
    static const struct {
        const char *picture, *rules;
        int result;
    } CASES[] = {
        {CLOSED, JAPANESE, -18},   {CLOSED, CHINESE, -18},   {DAME, JAPANESE, -16},
        {DEAD, JAPANESE, -18},     {SEKI, JAPANESE, 38},     {SEKI, CHINESE, 40},
        {KO_TAKEN, JAPANESE, -18}, {KO_TAKEN, CHINESE, -14},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Engine *engine = finished_engine(CASES[i].picture, CASES[i].rules, 0);
        assert_int_equal(engine_final_score(engine), CASES[i].result);
        engine_delete(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_the_engine_plays_for_the_count_that_is_asked_for),
    };
    return cmocka_run_group_tests_name("territory endings", tests, NULL, NULL);
}

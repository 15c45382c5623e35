// SPDX-License-Identifier: MIT
//
// The count of a game that is over or nearly so: when it is trusted, and what it says.
#include "end_judgement.h"

#include <stdlib.h>

#include "isa.h"
#include "picture.h"

// Dead stones of both colors, and no dame. Without them White has nine points more.
static const char SETTLED[] =
    "...XO..../.X.XO.O../O..XO..../OX.XO.OX./.O.XO...X/.X.XO.O.X/...XO..../.X.XO.O../"
    "...XO....";
enum { SETTLED_SCORE = -9 };

// E9 is a dame, and in the second picture E1, too.
static const char ONE_DAME[] =
    "...X.O.../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../"
    "...XO....";
static const char TWO_DAME[] =
    "...X.O.../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../...XO..../.X.XO.O../"
    "...X.O...";

typedef struct Fixture {
    LifeDeath *judge;
    Game game;
    float owner[POINT_LIMIT]; // what the search says
} Fixture;

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    *state = fixture;
    fixture->judge = life_death_new(&PARAMS_DEFAULT, isa_best()->lanes);
    return fixture->judge == NULL;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    game_free(&fixture->game);
    life_death_delete(fixture->judge);
    free(fixture);
    return 0;
}

// Begins a game at the position of a picture, without komi. A search is sure of all
// points but `open` of them.
static void begin(Fixture *fixture, const char *rules, const char *picture, int open)
{
    Position pos = picture_position(picture, BLACK);
    game_free(&fixture->game);
    fixture->game = (Game){.komi = 0};
    assert_true(game_init(&fixture->game, rules_find(rules), 0, pos.columns, pos.rows));
    assert_true(game_setup(&fixture->game, pos.stones, BLACK));
    for (Point p = 0; p < POINT_LIMIT; p++)
        fixture->owner[p] = 1;
    Point p = bitboard_first(&pos.grid);
    for (int i = 0; i < open; i++, p = bitboard_next(&pos.grid, p))
        fixture->owner[p] = 0.5f;
}

static void pass(Fixture *fixture, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(
            game_play(&fixture->game, (Color)fixture->game.position.to_play, PASS),
            MOVE_OK);
}

static EndJudgement judge(Fixture *fixture)
{
    const SearchReport report = {.playouts = 0};
    return end_judgement_find(&(EndView){&fixture->game,
                                         (Color)fixture->game.position.to_play,
                                         fixture->judge, &report, fixture->owner});
}

// Black's points minus White's on the board of the judgement.
static int board_score(const EndJudgement *end)
{
    return bitboard_count(&end->owner[BLACK]) - bitboard_count(&end->owner[WHITE]);
}

static void test_after_two_passes_the_count_decides(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, "tromp-taylor", SETTLED, 81);
    pass(fixture, 2);
    EndJudgement end = judge(fixture);
    assert_true(end.trust == 1);
    assert_true(end.score == SETTLED_SCORE); // dead stones are off, even by these rules
    assert_true(bitboard_test(&end.owner[BLACK], picture_point("A6"))); // a dead stone
    assert_true(bitboard_test(&end.owner[WHITE], picture_point("J5")));
    assert_int_equal(board_score(&end), SETTLED_SCORE);
}

// The judgement of the settled board after passes, with so many open points.
static EndJudgement judge_settled(Fixture *fixture, int passes, int open)
{
    begin(fixture, "chinese", SETTLED, open);
    pass(fixture, passes);
    return judge(fixture);
}

static void test_after_one_pass_it_decides_if_little_is_open(void **state)
{
    EndJudgement end = judge_settled(*state, 1, 10);
    assert_true(end.trust == 1);
    assert_true(end.score == -SETTLED_SCORE); // White is to move
    assert_true(judge_settled(*state, 1, 11).trust == 0);
}

static void test_before_a_pass_it_has_a_part_on_a_settled_board(void **state)
{
    EndJudgement end = judge_settled(*state, 0, 6);
    assert_true(end.trust > 0 && end.trust < 1);
    assert_true(end.score == SETTLED_SCORE);
    assert_true(judge_settled(*state, 0, 7).trust == 0);
}

// Two walls, and nothing else.
static void test_few_stones_are_enough_if_nothing_is_open(void **state)
{
    Fixture *fixture = *state;
    static const char FAR[] = "...XO..../...XO..../...XO..../...XO..../...XO..../"
                              "...XO..../...XO..../...XO..../...XO....";
    begin(fixture, "chinese", FAR, 0);
    pass(fixture, 1);
    EndJudgement end = judge(fixture);
    assert_true(end.trust == 1 && end.score == 9);
}

static void test_an_empty_board_is_not_counted(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, "chinese", ".../.../...", 9);
    assert_true(judge(fixture).trust == 0);
    pass(fixture, 2);
    assert_true(judge(fixture).trust == 0);
}

// Where area is counted, an odd number of dame is worth a point for the player to move.
// Where territory is counted, dame are worth nothing.
static void test_dame_go_to_the_players_in_turn(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, "chinese", ONE_DAME, 1);
    EndJudgement one = judge(fixture);
    assert_true(one.trust > 0);
    assert_false(bitboard_test(&one.owner[BLACK], picture_point("E9")));
    assert_false(bitboard_test(&one.owner[WHITE], picture_point("E9")));
    assert_true(one.score == board_score(&one) + 1);
    fixture->game.rules.territory = true;
    int stones = bitboard_count(&fixture->game.position.stones[BLACK]) -
                 bitboard_count(&fixture->game.position.stones[WHITE]);
    assert_true(judge(fixture).score == board_score(&one) - stones);
    begin(fixture, "chinese", TWO_DAME, 2);
    EndJudgement two = judge(fixture);
    assert_true(two.trust > 0 && two.score == board_score(&two));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_after_two_passes_the_count_decides),
        cmocka_unit_test(test_after_one_pass_it_decides_if_little_is_open),
        cmocka_unit_test(test_before_a_pass_it_has_a_part_on_a_settled_board),
        cmocka_unit_test(test_few_stones_are_enough_if_nothing_is_open),
        cmocka_unit_test(test_an_empty_board_is_not_counted),
        cmocka_unit_test(test_dame_go_to_the_players_in_turn),
    };
    return cmocka_run_group_tests_name("end_judgement", tests, set_up, tear_down);
}

// SPDX-License-Identifier: MIT
#include "final_status.h"

#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "isa.h"
#include "life_death.h"
#include "picture.h"
#include "random_play.h"

typedef struct Fixture {
    LifeDeath *judge;
    Game game;
    int ownership[POINT_LIMIT]; // counts of playouts
    uint64_t playouts;
} Fixture;

static int create(void **state)
{
    Fixture *fixture = aligned_alloc(_Alignof(Fixture), sizeof *fixture);
    if (fixture == NULL)
        return -1;
    memset(fixture, 0, sizeof *fixture);
    fixture->judge = life_death_new(&PARAMS_DEFAULT, isa_best()->lanes);
    *state = fixture;
    return fixture->judge != NULL &&
                   game_init(&fixture->game, rules_find("chinese"), 0, 9, 9)
               ? 0
               : -1;
}

static int destroy(void **state)
{
    Fixture *fixture = *state;
    game_free(&fixture->game);
    life_death_delete(fixture->judge);
    free(fixture);
    return 0;
}

static FinalStatus judge_game(const Fixture *fixture)
{
    FinalStatus status;
    const Position *pos = &fixture->game.position;
    memset(&status, 0xff, sizeof status);
    final_status_find(
        pos, &life_death_ask(fixture->judge, pos, (Color)pos->to_play)->removed,
        &status);
    return status;
}

// Sets up a finished game and judges it.
static FinalStatus judge(Fixture *fixture, const char *picture)
{
    Position pos = picture_position(picture, BLACK);
    game_resize(&fixture->game, pos.columns, pos.rows);
    assert_true(game_setup(&fixture->game, pos.stones, BLACK));
    return judge_game(fixture);
}

// Fails unless the sets are disjoint and together make up the whole.
static void assert_partition(const Bitboard parts[3], Bitboard whole)
{
    Bitboard all = bitboard_empty();
    int count = 0;
    for (int i = 0; i < 3; i++) {
        all = bitboard_union(all, parts[i]);
        count += bitboard_count(&parts[i]);
    }
    assert_true(bitboard_equal(&all, &whole));
    assert_int_equal(count, bitboard_count(&whole));
}

static void assert_consistent(const Fixture *fixture, const FinalStatus *status)
{
    const Position *pos = &fixture->game.position;
    const Bitboard stones[3] = {status->alive, status->dead, status->seki};
    assert_partition(stones, bitboard_union(pos->stones[BLACK], pos->stones[WHITE]));
    const Bitboard points[3] = {status->territory[BLACK], status->territory[WHITE],
                                status->dame};
    assert_partition(points, position_empty(pos));
    // A chain has one state.
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        Bitboard chain = position_chain(pos, p);
        for (int i = 0; i < 3; i++) {
            Bitboard rest = bitboard_difference(chain, stones[i]);
            assert_true(bitboard_is_empty(&rest) || bitboard_equal(&rest, &chain));
        }
    }
    Position cleared = *pos;
    const Bitboard left[2] = {bitboard_difference(pos->stones[BLACK], status->dead),
                              bitboard_difference(pos->stones[WHITE], status->dead)};
    assert_true(position_setup(&cleared, left, BLACK));
    assert_int_equal(final_status_score(pos, &status->dead), area_score(&cleared));
}

// Black has the left, White the right; B4 and G4 are dead.
static const char WALLS[] = ".X.XO../XXXXO../X.XXOOO/.OXXO.X/XXXXO../X.XXOOO/XXXXO.O";

static void test_dead_stones_are_removed(void **state)
{
    Fixture *fixture = *state;
    FinalStatus status = judge(fixture, WALLS);
    assert_consistent(fixture, &status);
    assert_points(status.dead, "B4 G4");
    assert_points(status.seki, "");
    assert_points(status.dame, "");
    assert_points(status.territory[BLACK], "A7 C7 B5 A4 B2");
    assert_points(status.territory[WHITE], "F7 G7 F6 G6 F4 F3 G3 F1");
    assert_int_equal(final_status_score(&fixture->game.position, &status.dead),
                     28 - 21);
}

// Nobody has asked the judge.
static void test_without_dead_stones(void **state)
{
    Fixture *fixture = *state;
    judge(fixture, WALLS);
    FinalStatus status;
    Bitboard none = bitboard_empty();
    final_status_find(&fixture->game.position, &none, &status);
    assert_consistent(fixture, &status);
    assert_points(status.dead, "");
    assert_points(status.territory[BLACK], "A7 C7 B2");
    assert_points(status.territory[WHITE], "F7 G7 F6 G6 F1");
    assert_points(status.dame, "B5 A4 F4 F3 G3");
    assert_int_equal(final_status_score(&fixture->game.position, &none), 26 - 18);
}

static void test_dead_groups_are_found(void **state)
{
    Fixture *fixture = *state;
    // White's four stones in the corner have one eye, Black's three none.
    FinalStatus status =
        judge(fixture, ".OX.XO.../OOX.XO.X./.OXXXO.X./XXX.XO.X./..X.XO.../.XX.XOOO./"
                       "...XXO.../.XXXOO.O./.X.XO.O..");
    assert_consistent(fixture, &status);
    assert_points(status.dead, "A8 B7 B8 B9 H6 H7 H8");
    assert_points(status.seki, "");
}

static void test_living_groups_are_alive(void **state)
{
    Fixture *fixture = *state;
    // Each has two eyes and no more; Black's in the corner, White's at the side.
    FinalStatus status =
        judge(fixture, ".X.XO..../XXXXO..../OOOOOOOOO/XXXXXXXXX/XXXXXXOOO/.....XO.O/"
                       ".....XOOO/.....XO.O/.....XOOO");
    assert_consistent(fixture, &status);
    assert_points(status.dead, "");
    assert_points(status.seki, "");
    assert_points(status.dame, "");
}

// The two chains in the upper left share A7 and D7: who plays there first loses. Nobody
// can attack anything else.
static const char SEKI[] = "XXXXXX.X./OOOOOXXXX/.XO.OXXXX/XXXXXOOOO/OOOOOO.O./"
                           "OOOOOOOOO/XXXXXXXXX/X.X.XXXXX/XXXXXXXXX";

static void test_seki_is_not_dead(void **state)
{
    Fixture *fixture = *state;
    FinalStatus status = judge(fixture, SEKI);
    assert_consistent(fixture, &status);
    assert_points(status.dead, "");
    assert_points(status.seki, "A8 B8 C8 D8 E8 C7 E7 A6 B6 C6 D6 E6 B7");
    assert_points(status.dame, "A7 D7");
    assert_int_equal(final_status_score(&fixture->game.position, &status.dead),
                     50 - 29);
}

static void test_an_empty_board_is_nobodys(void **state)
{
    Fixture *fixture = *state;
    FinalStatus status = judge_game(fixture);
    assert_consistent(fixture, &status);
    assert_int_equal(bitboard_count(&status.dame), 81);
    assert_int_equal(final_status_score(&fixture->game.position, &status.dead), 0);
}

static void assert_same_status(const FinalStatus *a, const FinalStatus *b)
{
    assert_true(bitboard_equal(&a->alive, &b->alive));
    assert_true(bitboard_equal(&a->dead, &b->dead));
    assert_true(bitboard_equal(&a->seki, &b->seki));
    assert_true(bitboard_equal(&a->territory[BLACK], &b->territory[BLACK]));
    assert_true(bitboard_equal(&a->territory[WHITE], &b->territory[WHITE]));
    assert_true(bitboard_equal(&a->dame, &b->dame));
}

// Judges random games, finished or not, twice: before and after a detour.
static void test_the_same_game_gets_the_same_answer(void **state)
{
    Fixture *fixture = *state;
    Game *game = &fixture->game;
    Rng rng = rng_seeded(1, 0);
    int dead = 0;
    for (int i = 0; i < 30; i++) {
        int size = 4 + (int)rng_below(&rng, 6);
        FinalStatus first, second;
        game_resize(game, size, size);
        random_turns(game, (int)rng_below(&rng, (uint32_t)(2 * size * size)), &rng);
        Position before = game->position;
        first = judge_game(fixture);
        assert_memory_equal(&game->position, &before, sizeof before);
        assert_consistent(fixture, &first);
        random_turns(game, 4, &rng);
        for (int turn = 0; turn < 4; turn++)
            assert_true(game_undo(game));
        second = judge_game(fixture);
        assert_same_status(&first, &second);
        dead += bitboard_count(&first.dead);
    }
    assert_true(dead > 0);
}

// So many playouts, all but some of which left each point to Black.
static void fill_counts(Fixture *fixture, uint64_t playouts, int difference)
{
    fixture->playouts = playouts;
    const Bitboard *grid = &fixture->game.position.grid;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        fixture->ownership[p] = difference;
}

static bool is_clear(const Fixture *fixture)
{
    return final_status_is_clear(&fixture->game.position, fixture->ownership,
                                 fixture->playouts);
}

static void test_what_is_clear(void **state)
{
    Fixture *fixture = *state;
    fill_counts(fixture, 1000, 1000);
    assert_true(is_clear(fixture));
    fill_counts(fixture, 1000, -600); // 80 in 100
    assert_true(is_clear(fixture));
    fill_counts(fixture, 1000, 590);
    assert_false(is_clear(fixture));
    fill_counts(fixture, 1000, 1000);
    int unclear = 0;
    for (int row = 1; row <= 9; row++)
        for (int column = 0; column < 9 && unclear < 33; column++, unclear++) {
            assert_true(is_clear(fixture) == (unclear <= 32));
            fixture->ownership[point_at(column, row)] =
                0; // 60 in 100 of 81 points are 48.6
        }
    assert_false(is_clear(fixture));
    fill_counts(fixture, 0, 0);
    assert_false(is_clear(fixture));
    fill_counts(fixture, 31, 31);
    assert_false(is_clear(fixture));
}

// The points of both players make up the result, with komi. In these games only stones
// that were set up are on the board.
static void assert_counts_agree(const Game *game)
{
    FinalStatus status;
    int points[2];
    const Bitboard dead = bitboard_empty();
    final_status_find(&game->position, &dead, &status);
    final_status_count(game, &status, points);
    assert_int_equal(2 * (points[BLACK] - points[WHITE]) - game->komi,
                     final_status_result(game, &dead));
}

// Black's eye in what counts as a seki has two points, and White's has one. Outside of
// it each player has a living group.
static void test_what_is_taxed(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        TaxRule tax;
        int score;
    } CASES[] = {{TAX_NONE, 20}, {TAX_SEKI, 20 - 2 + 1}, {TAX_ALL, 20 - 2 + 1}};
    const Bitboard dead = bitboard_empty();
    judge(fixture, "..X.OO.OX/XXXOOOOOX/OOOXXXXXX/.OOXX..../O.OX.X.X./.OOX...../"
                   "O.OX.X.X./.OOX...../O.OX.....");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        fixture->game.rules.tax = CASES[i].tax;
        assert_int_equal(final_status_result(&fixture->game, &dead),
                         2 * CASES[i].score);
        assert_counts_agree(&fixture->game);
        fixture->game.rules.territory = true;
        assert_counts_agree(&fixture->game);
        fixture->game.rules.territory = false;
    }
    // A player with one group is taxed less than one with two.
    judge(fixture, ".X.XO.O/XXXXOOO/OOOOO../.X.XO.O/XXXXOOO");
    fixture->game.rules.tax = TAX_NONE;
    int before = final_status_result(&fixture->game, &dead);
    fixture->game.rules.tax = TAX_ALL;
    assert_int_equal(final_status_result(&fixture->game, &dead), before - 2 * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_dead_stones_are_removed, create, destroy),
        cmocka_unit_test_setup_teardown(test_without_dead_stones, create, destroy),
        cmocka_unit_test_setup_teardown(test_dead_groups_are_found, create, destroy),
        cmocka_unit_test_setup_teardown(test_living_groups_are_alive, create, destroy),
        cmocka_unit_test_setup_teardown(test_seki_is_not_dead, create, destroy),
        cmocka_unit_test_setup_teardown(test_an_empty_board_is_nobodys, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_same_game_gets_the_same_answer, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_what_is_clear, create, destroy),
        cmocka_unit_test_setup_teardown(test_what_is_taxed, create, destroy),
    };
    return cmocka_run_group_tests_name("ownership", tests, NULL, NULL);
}

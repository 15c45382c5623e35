// SPDX-License-Identifier: MIT
//
// Random games, counted as players do: with empty points, prisoners and pass stones.
#include "final_status.h"

#include "picture.h"
#include "random_play.h"
#include "reference.h"

enum { GAMES = 300 };

// What lies beside the board, by the Color of the stones.
typedef struct Bowls {
    int prisoners[2];
    int pass_stones[2]; // one for each pass
} Bowls;

// A random turn. One in ten is a pass, but not White's first: Black's next stone would
// be one of a handicap.
static void play_turn(Game *game, Bowls *bowls, Rng *rng)
{
    const Position before = game->position;
    Color player = (Color)before.to_play;
    if (game->move_count > 1 && rng_below(rng, 10) == 0)
        assert_int_equal(game_play(game, player, PASS), MOVE_OK);
    else
        random_turns(game, 1, rng);
    if (game->moves[game->move_count - 1].point == PASS)
        bowls->pass_stones[player]++;
    Color other = color_other(player);
    bowls->prisoners[other] += bitboard_count(&before.stones[other]) -
                               bitboard_count(&game->position.stones[other]);
}

static Bowls play_game(Game *game, int turns, Rng *rng)
{
    Bowls bowls = {0};
    for (int i = 0; i < turns; i++)
        play_turn(game, &bowls, rng);
    return bowls;
}

// Some of the chains. Any will do: the counts must agree whoever is dead.
static Bitboard some_chains(const Position *pos, Rng *rng)
{
    Bitboard chains = bitboard_empty();
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        if (!bitboard_test(&chains, p) && rng_below(rng, 12) == 0)
            chains = bitboard_union(chains, position_chain(pos, p));
    return chains;
}

// Black's surrounded empty points minus White's, by the rules as they are written.
static int territory(const Position *pos, const Bitboard *dead)
{
    Reference reference;
    ReferenceGrid grid;
    const Bitboard empty = position_empty(pos);
    int stones = 0;
    reference_init(&reference, pos->columns, pos->rows);
    grid = reference_now(&reference)->grid;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        char *color = &grid.color[pos->rows - point_row(p)][point_column(p)];
        if (bitboard_test(dead, p) || bitboard_test(&empty, p))
            continue;
        bool is_black = bitboard_test(&pos->stones[BLACK], p);
        *color = is_black ? REFERENCE_BLACK : REFERENCE_WHITE;
        stones += is_black ? 1 : -1;
    }
    reference_setup(&reference, &grid, REFERENCE_BLACK);
    int points = reference_score(&reference) - stones;
    reference_free(&reference);
    return points;
}

// Points of Black minus points of White, no komi.
static int count_by_hand(const Position *pos, const Bitboard *dead, const Bowls *bowls)
{
    int dead_stones[2];
    for (int color = BLACK; color <= WHITE; color++) {
        Bitboard stones = bitboard_intersection(*dead, pos->stones[color]);
        dead_stones[color] = bitboard_count(&stones);
    }
    return territory(pos, dead) + bowls->prisoners[WHITE] + dead_stones[WHITE] -
           bowls->prisoners[BLACK] - dead_stones[BLACK];
}

static void test_territory_and_prisoners(void **state)
{
    (void)state;
    Rng rng = rng_seeded(49, 0);
    for (int i = 0; i < GAMES; i++) {
        int columns = 2 + (int)rng_below(&rng, 8), rows = 2 + (int)rng_below(&rng, 8);
        Game game;
        assert_true(game_init(&game, rules_find("japanese"), 13, columns, rows));
        game.rules.tax = TAX_NONE;
        int turns = (int)rng_below(&rng, (uint32_t)(2 * columns * rows));
        Bowls bowls = play_game(&game, turns, &rng);
        Bitboard dead = some_chains(&game.position, &rng);
        if (!game_is_void(&game))
            assert_int_equal(final_status_result(&game, &dead),
                             2 * count_by_hand(&game.position, &dead, &bowls) - 13);
        game_free(&game);
    }
}

// By the AGA rules each pass costs a stone, and White passes last. Then territory and
// area agree, also after a handicap, for which White is given all stones but one.
static void test_with_pass_stones_area_is_territory(void **state)
{
    (void)state;
    static const char *const HANDICAP[] = {"B2", "E5", "B5", "E2"};
    Rng rng = rng_seeded(49, 1);
    int handicaps = 0;
    for (int i = 0; i < GAMES; i++) {
        int size = 6 + (int)rng_below(&rng, 4);
        Point stones[4];
        int count = (int)rng_below(&rng, 5);
        Game game;
        assert_true(game_init(&game, rules_find("aga"), 15, size, size));
        for (int j = 0; j < count; j++)
            stones[j] = picture_point(HANDICAP[j]);
        if (count >= 2)
            assert_true(game_place_handicap(&game, stones, count));
        handicaps += count >= 2;
        int turns = (int)rng_below(&rng, (uint32_t)(2 * size * size));
        Bowls bowls = play_game(&game, turns, &rng);
        Bitboard dead = some_chains(&game.position, &rng);
        int points = count_by_hand(&game.position, &dead, &bowls);
        points += bowls.pass_stones[WHITE] - bowls.pass_stones[BLACK];
        points += game.position.to_play == WHITE; // its last pass
        assert_int_equal(final_status_result(&game, &dead), 2 * points - 15);
        game_free(&game);
    }
    assert_true(handicaps > GAMES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_territory_and_prisoners),
        cmocka_unit_test(test_with_pass_stones_area_is_territory),
    };
    return cmocka_run_group_tests_name("prisoner_count", tests, NULL, NULL);
}

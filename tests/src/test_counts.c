// SPDX-License-Identifier: MIT
//
// Counts known from Tromp and Farnebäck, "Combinatorics of Go" (2007).
//
// Legal colorings of n x n, that is, those in which every stone reaches empty: 1, 57,
// 12675, 24318165. Counted as the colorings that position_setup accepts. The last
// takes long and is counted only if the argument is `slow`.
//
// Games on 1 x n: 1, 9, 907. A game here is a simple path in the graph of colorings:
// it begins on the empty grid; at each step either player, whoever moved before, makes
// a move that leaves a coloring not seen in the path; no passes. Every such path
// counts, whether it can go on or not, and so does the path without a move. (A suicide
// of one stone leaves the coloring as it is, so it is no step. No two moves from one
// coloring leave the same other one, so it does not matter whether moves or colorings
// are counted.)
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

static bool says(const char *what, int columns, int rows, uint64_t count,
                 uint64_t expected)
{
    printf("%s on %dx%d: %" PRIu64 ", expected %" PRIu64 "\n", what, columns, rows,
           count, expected);
    return count == expected;
}

static bool colorings_agree(int size, uint64_t expected)
{
    Position pos;
    position_init(&pos, size, size);
    uint64_t legal = 0, all = 1;
    for (int i = 0; i < size * size; i++)
        all *= 3;
    for (uint64_t coloring = 0; coloring < all; coloring++) {
        Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
        uint64_t digits = coloring; // in base three, one for each point; 0 is empty
        for (int i = 0; digits > 0; i++, digits /= 3)
            if (digits % 3 != 0)
                bitboard_add(&stones[digits % 3 - 1], point_at(i % size, 1 + i / size));
        legal += position_setup(&pos, stones, BLACK);
    }
    return says("legal colorings", size, size, legal, expected);
}

static uint64_t count_games(Game *game)
{
    uint64_t count = 1;
    Bitboard empty = position_empty(&game->position);
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p))
        for (Color player = BLACK; player <= WHITE; player++)
            if (game_play(game, player, p) == MOVE_OK) {
                count += count_games(game);
                game_undo(game);
            }
    return count;
}

static bool games_agree(int columns, int rows, uint64_t expected)
{
    Game game;
    const Rules *rules = rules_default();
    if (!game_init(&game, rules, 0, columns, rows))
        return false;
    uint64_t count = count_games(&game);
    game_free(&game);
    return says("games", columns, rows, count, expected);
}

int main(int argc, char **argv)
{
    bool good = true;
    if (argc > 1 && strcmp(argv[1], "slow") == 0) {
        good = colorings_agree(4, 24318165);
    } else {
        good &= colorings_agree(1, 1);
        good &= colorings_agree(2, 57);
        good &= colorings_agree(3, 12675);
        good &= games_agree(1, 1, 1);
        good &= games_agree(2, 1, 9);
        good &= games_agree(1, 2, 9);
        good &= games_agree(3, 1, 907);
        good &= games_agree(1, 3, 907);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

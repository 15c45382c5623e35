// SPDX-License-Identifier: MIT
//
// Who owns what when the game is over, given the dead stones. Also tells from the
// playouts of a search how near the end is.
#ifndef FINAL_STATUS_H
#define FINAL_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

// The state of stones and points if the game ended now. Every stone is in exactly one
// of alive, dead and seki; every empty point in exactly one of the territories and
// dame.
typedef struct FinalStatus {
    Bitboard alive, dead, seki;
    Bitboard territory[2]; // by Color; empty points only
    Bitboard dame;
} FinalStatus;

// The state of all stones and points once the dead stones are off the board. A living
// group is in seki if it has less than two eyes and shares a dame with such a group of
// the other color. Exception: a group with an eye is not in seki if those others are
// one or two stones without an eye. Pre: `dead` consists of chains.
void final_status_find(const Position *pos, const Bitboard *dead, FinalStatus *status);

// Removes chains from the set of dead ones that no living enemy encloses. Pre: `dead`
// consists of chains.
void final_status_keep_unsurrounded(const Position *pos, Bitboard *dead);

// Is the chain a single stone that can be taken in a ko?
bool final_status_stands_in_ko(const Position *pos, const Bitboard *chain);

// The player's stones that stand in a ko once the dead stones are off the board. Where
// territory is counted, they are lost at the end of the game. The other player can take
// them, and they cannot be taken back. Source: article 7 of the Japanese rules of 1989.
// Pre: `dead` consists of chains.
Bitboard final_status_ko_stones(const Position *pos, const Bitboard *dead,
                                Color player);

// The areas once the dead stones are off the board; see area.h. Pre: `dead` consists of
// chains.
void final_status_area(const Position *pos, const Bitboard *dead, Bitboard owner[2]);

// Points of Black minus points of White once the dead stones are off the board, no
// komi. Pre: `dead` consists of chains.
int final_status_score(const Position *pos, const Bitboard *dead);

// The points of each player, by Color, as the rules count them: stones and territory,
// or territory and prisoners, without what is taxed. What White is given is not in it.
void final_status_count(const Game *game, const FinalStatus *status, int points[2]);

// The result in half points, Black minus White, once the dead stones are off the board.
// Komi is in it, and what the rules add or tax. 0 if the game is void. Pre: `dead`
// consists of chains.
int final_status_result(const Game *game, const Bitboard *dead);

// Did most playouts of a search agree about most points? Then the game may soon be
// over. `ownership` holds for each point the playouts that left it to Black minus those
// that left it to White.
bool final_status_is_clear(const Position *pos, const int ownership[],
                           uint64_t playouts);

#endif

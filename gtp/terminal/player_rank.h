// SPDX-License-Identifier: MIT
//
// The rank of a person, as games against the engine at that rank change it. Three wins
// in a row raise it by one rank, and three losses in a row lower it by one.
#ifndef PLAYER_RANK_H
#define PLAYER_RANK_H

#include <stdbool.h>

#include "level.h"
#include "text.h"

enum {
    PLAYER_RANK_FIRST = -14, // 15 kyu: of a person of whom nothing is known
    PLAYER_STREAK = 3,       // wins or losses in a row that change the rank
    PLAYER_TEXT_SIZE = 256,  // bytes of its text, at most
};

typedef struct PlayerRank {
    Rank rank;  // LEVEL_RANK_LEAST..LEVEL_RANK_MOST
    int streak; // wins in a row since the rank has changed; losses are negative
} PlayerRank;

// The rank after another game. At the limits a change of the rank only ends the streak.
PlayerRank player_rank_after(PlayerRank player, bool won);

// Appends one sentence: what a game has changed, or how many more games change the
// rank.
void player_rank_tell(PlayerRank before, bool won, Text *text);

// Appends a sentence on the games that change the rank next.
void player_rank_tell_next(PlayerRank player, Text *text);

// Appends the lines that keep it: a person can read and change them.
void player_rank_write(PlayerRank player, Text *text);

// Reads these lines. The one with the streak may be missing. Errors: false, *player
// unchanged, with a message.
bool player_rank_read(const char *lines, PlayerRank *player, Text *message);

#endif

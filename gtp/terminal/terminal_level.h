// SPDX-License-Identifier: MIT
//
// How well the engine plays in a terminal game: like a person of a rank (level.h), or
// as well as it can. Or it follows the rank of the person. That rank is read and kept
// only if it is asked for (player_file.h). Each function appends whole lines.
#ifndef TERMINAL_LEVEL_H
#define TERMINAL_LEVEL_H

#include <stdbool.h>

#include "engine.h"
#include "game_wishes.h"
#include "player_rank.h"
#include "text.h"

typedef struct TerminalLevel {
    Engine *engine;
    bool opens_files;  // false: a sandbox blocks the file with the rank
    bool is_chosen;    // the user has named the engine's rank
    bool is_auto;      // the engine's rank is the person's, which games change
    bool is_kept;      // the file with that rank could be used so far
    PlayerRank player; // the person's rank, if is_auto
    unsigned spoilt;   // number of a game that does not count; see engine_games_begun
    const char *fault; // why
} TerminalLevel;

// Begins at the level that the wishes and the engine's options name. If they name
// neither a level nor a limit of a move, it is one for beginners.
void terminal_level_begin(TerminalLevel *level, const GameWishes *wishes, Text *text);

// Plays like a person of this rank from now on; RANK_UNKNOWN: as well as it can.
void terminal_level_choose(TerminalLevel *level, Rank rank, Text *text);

// Follows the rank of the person from now on. If the user has named a rank before, that
// is the person's.
void terminal_level_follow(TerminalLevel *level, Text *text);

// Says what the level is.
void terminal_level_tell(const TerminalLevel *level, Text *text);

// The present game will not count. `fault` completes "This game does not count for your
// rank: " and outlives the level.
void terminal_level_spoil(TerminalLevel *level, const char *fault);

// Counts a game that has ended, if the level follows the person's rank and one person
// has played the engine. Says what that changes, or why the game does not count. Pre:
// the game is over.
void terminal_level_count(TerminalLevel *level, const bool person[2], Text *text);

#endif

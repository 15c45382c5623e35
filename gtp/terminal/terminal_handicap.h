// SPDX-License-Identifier: MIT
//
// Handicaps of a terminal game: as many stones as are asked for, or those between the
// ranks of the person and of the engine (stones_between.h).
#ifndef TERMINAL_HANDICAP_H
#define TERMINAL_HANDICAP_H

#include <stdbool.h>

#include "engine.h"
#include "game_wishes.h"
#include "terminal_turns.h"
#include "text.h"

// Can the handicap of the wishes be given? If it needs the person's rank, and that was
// not given, it is read from its file (player_file.h) into the wishes. `opens_files`:
// no sandbox blocks it. Errors: false, with a message.
bool terminal_handicap_prepare(const Engine *engine, bool opens_files,
                               GameWishes *wishes, Text *message);

// Gives the first game the handicap of the wishes. Pre: they are prepared, and the game
// is empty.
void terminal_handicap_begin(TerminalGame *terminal_game);

// Makes a new game an even one, if the wishes ask for that in each game. The weaker
// player gets Black and stones, or only less komi. Two people get nothing. Pre: the
// wishes are prepared, and the game is empty.
void terminal_handicap_even_up(TerminalGame *terminal_game);

// Places so many stones, in a new game if something has been played in this one, and
// goes on.
void terminal_handicap_place(TerminalGame *terminal_game, int stones);

#endif

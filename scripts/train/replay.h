// SPDX-License-Identifier: MIT
//
// A recorded game played anew on a scratch game.
#ifndef REPLAY_H
#define REPLAY_H

#include "game.h"
#include "game_record.h"

// Sets the game to the size of a record, with its handicap stones. The moves after them
// begin at record->handicap. Errors: those of stones that cannot stand there.
MoveError replay_begin(const GameRecord *record, Game *game);

// Plays the move of a turn; repeated colourings do no harm. Errors: as
// game_play_lenient.
MoveError replay_turn(const GameRecord *record, int turn, Game *game);

#endif

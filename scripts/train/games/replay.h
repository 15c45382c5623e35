// SPDX-License-Identifier: MIT
//
// Plays a recorded game on a scratch game.
#ifndef REPLAY_H
#define REPLAY_H

#include "game.h"
#include "game_record.h"

// Sets the game to the size and the set-up stones of a record. The moves after them
// begin at record_set_up(record). Errors: those of stones that cannot stand there.
MoveError replay_begin(const GameRecord *record, Game *game);

// Plays the move of a turn. Repeated colorings are allowed. Errors: as
// game_play_lenient.
MoveError replay_turn(const GameRecord *record, int turn, Game *game);

// Sets a position to that after the first `count` moves of a record, set-up stones
// included. This takes much less time than playing a game. Errors: those of the first
// move that cannot be played. Pre: all set-up stones are among these moves.
MoveError replay_position(const GameRecord *record, int count, Position *pos);

// The last move of a record. NO_POINT if there is no move after the set-up stones.
Point record_last_move(const GameRecord *record);

// Whether two records are of positions after different moves in the same position.
bool record_is_sibling(const GameRecord *record, const GameRecord *other);

#endif

// SPDX-License-Identifier: MIT
//
// What a text game tells the person: sentences and boards. Each function appends whole
// lines.
#ifndef TERMINAL_MESSAGES_H
#define TERMINAL_MESSAGES_H

#include <stdbool.h>

#include "diagram.h"
#include "engine.h"
#include "text.h"

void terminal_write_welcome(Text *text);

// Who plays what, and on what board.
void terminal_write_players(const Game *game, const bool person[2], Text *text);

// The board with the last move, and what has been captured.
void terminal_write_board(const Game *game, const DiagramStyle *style, Text *text);

// What the engine has just played.
void terminal_write_move(const Game *game, Point move, Text *text);

// Why a person's move is not possible. Pre: it is not.
void terminal_write_illegal_move(Point point, MoveError error, Text *text);

void terminal_write_resignation(Color loser, Text *text);

// The result of a game that ended by passes, with the area of both players.
void terminal_write_result(Engine *engine, const DiagramStyle *style, Text *text);

// What the engine thinks of the game so far: who leads, who owns what. Thinks about it
// for less than a second.
void terminal_write_estimate(Engine *engine, const DiagramStyle *style, Text *text);

// The best moves for the player to move. Thinks about it for less than a second.
void terminal_write_hint(Engine *engine, const DiagramStyle *style, Text *text);

#endif

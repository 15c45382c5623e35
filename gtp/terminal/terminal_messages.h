// SPDX-License-Identifier: MIT
//
// The sentences and boards that a terminal game shows. Each function appends whole
// lines.
#ifndef TERMINAL_MESSAGES_H
#define TERMINAL_MESSAGES_H

#include <stdbool.h>

#include "board_style.h"
#include "engine.h"
#include "text.h"

void terminal_write_welcome(Text *text);

// Says which colors the person and the engine play, and on what board.
void terminal_write_players(const Game *game, const bool person[2],
                            const DiagramStyle *style, Text *text);

// Draws the board with the last move, and says what has been captured.
void terminal_write_board(const Game *game, const DiagramStyle *style, Text *text);

// Says what the engine has just played.
void terminal_write_move(const Game *game, Point move, Text *text);

// Says why a person's move is illegal. Pre: it is illegal.
void terminal_write_illegal_move(Point point, MoveError error, Text *text);

void terminal_write_resignation(Color loser, Text *text);

// Says the result of a game that ended by passes, with the area of both players.
void terminal_write_result(Engine *engine, const DiagramStyle *style, Text *text);

// Says how the engine estimates the game so far: who leads, and who owns which points.
// The engine thinks for less than a second.
void terminal_write_estimate(Engine *engine, const DiagramStyle *style, Text *text);

// Says the best moves for the player to move. The engine thinks for less than a second.
void terminal_write_hint(Engine *engine, const DiagramStyle *style, Text *text);

#endif

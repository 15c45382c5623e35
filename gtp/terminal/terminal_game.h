// SPDX-License-Identifier: MIT
//
// A game with a person at a terminal, without any other program. It draws the board,
// reads the person's moves and commands, and lets the engine answer.
#ifndef TERMINAL_GAME_H
#define TERMINAL_GAME_H

#include <stdbool.h>
#include <stdio.h>

#include "board_style.h"
#include "engine.h"
#include "game_archive.h"
#include "game_wishes.h"
#include "sgf_file.h"

enum { TEXT_GAME_SIZE = 9 }; // board size of a first game

// The rules of a first game: dead stones need not be captured.
extern const char *const TEXT_GAME_RULES;

typedef enum TerminalGameEnd {
    TEXT_GAME_DONE,        // quit, or the input ended
    TEXT_GAME_OUTPUT_LOST, // the output has no reader any more; errno says why
    TEXT_GAME_INTERRUPTED, // the person ended the game by an interrupt from the
                           // keyboard
    TEXT_GAME_NO_MEMORY,
} TerminalGameEnd;

// The files where the person types and sees the game.
typedef struct GameTerminal {
    FILE *in, *out;              // not owned
    TerminalTraits typed, shown; // the traits of `in` and `out`
} GameTerminal;

// Describes a terminal by its two files. Call it before a sandbox makes files
// inaccessible.
GameTerminal game_terminal(FILE *in, FILE *out);

// Plays until the person quits or the input ends. At first the person is Black, unless
// a handicap between the ranks says otherwise. The engine plays with its own rank and
// limits; if there are none, at a level for beginners.
// If the engine is thinking, an interrupt from the keyboard (SIGINT) ends that. At the
// prompt an interrupt drops the line being typed, and a second one at the same prompt
// ends the game. If the input is no terminal, the first interrupt at the prompt ends
// the game.
// Lines are edited only if records may be anywhere, because editing opens files of its
// own. The archive may be NULL. Pre: the engine's game is empty; the wishes are
// prepared (terminal_handicap.h); no other thread takes signals.
TerminalGameEnd terminal_game_run(Engine *engine, GameArchive *archive,
                                  SgfFileAccess records, const GameTerminal *terminal,
                                  const GameWishes *wishes);

#endif

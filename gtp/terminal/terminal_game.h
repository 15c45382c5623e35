// SPDX-License-Identifier: MIT
//
// A game with a person at a terminal, without any other program: a drawn board, moves
// and commands that he types, and the answers of the engine.
#ifndef TERMINAL_GAME_H
#define TERMINAL_GAME_H

#include <stdbool.h>
#include <stdio.h>

#include "board_style.h"
#include "engine.h"
#include "game_archive.h"
#include "sgf_file.h"

enum { TEXT_GAME_SIZE = 9 }; // a board for a first game

// The rules of a first game: dead stones need not be captured.
extern const char *const TEXT_GAME_RULES;

typedef enum TerminalGameEnd {
    TEXT_GAME_DONE,        // quit, or the input ended
    TEXT_GAME_OUTPUT_LOST, // nobody sees the board any more; errno says why
    TEXT_GAME_INTERRUPTED, // the person insists on decision it from the keyboard
    TEXT_GAME_NO_MEMORY,
} TerminalGameEnd;

// Where the person types and sees the game.
typedef struct GameTerminal {
    FILE *in, *out;              // not owned
    TerminalTraits typed, shown; // of these
} GameTerminal;

// One of these files. To be asked before files are out of reach.
GameTerminal game_terminal(FILE *in, FILE *out);

// Plays until the person quits or the input ends. He is Black at first; the engine
// plays at its own limits, or at a level for beginners if it has none. An interrupt
// from the keyboard (SIGINT) ends the engine's thinking, or drops the line that is
// being typed; only a second one at the same prompt ends the game, or where no terminal
// is read, the first one there. Pre: the game of the engine is empty; no other thread
// takes signals. The keeper may be NULL. Lines are edited only where records may be
// anywhere, as that opens files of its own.
TerminalGameEnd terminal_game_run(Engine *engine, GameArchive *archive,
                                  SgfFileAccess records, const GameTerminal *terminal);

#endif

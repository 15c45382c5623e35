// SPDX-License-Identifier: MIT
//
// The moves of the person and of the engine in a terminal game, between two commands.
// Messages about them are collected on a page until the page is shown.
#ifndef TERMINAL_TURNS_H
#define TERMINAL_TURNS_H

#include <stdbool.h>
#include <stdio.h>

#include "diagram.h"
#include "engine.h"
#include "game_archive.h"
#include "game_wishes.h"
#include "interruptible_search.h"
#include "line_editor.h"
#include "sgf_file.h"
#include "terminal_command.h"
#include "terminal_level.h"
#include "text.h"

typedef struct TerminalGame {
    Engine *engine;
    GameArchive *archive;
    SgfFileAccess records;
    char own_file[GAME_PATH_SIZE]; // `save` may replace it; empty: there is none
    LineEditor reader;
    FILE *out;
    const DiagramStyle *style;
    bool erases;    // text on the last line can be erased
    Text page;      // what is shown next, in long lines
    Text shown;     // the same page, with lines broken to fit the terminal
    bool person[2]; // by Color: whether a person plays it
    int komi;       // komi of a new game without handicap; half points
    TerminalLevel level;
    const GameWishes *wishes;
    InterruptibleSearch thinking;
    bool warned; // an interrupt came at this prompt, and the person was told that
                 // another one ends the program
    bool quit, no_memory, interrupted;
    int lost; // errno if the page could not be shown; 0: it could
} TerminalGame;

const Game *terminal_turns_game(const TerminalGame *terminal_game);
Color terminal_turns_to_play(const TerminalGame *terminal_game);

// Whether the game has ended, by passes or by resignation.
bool terminal_turns_is_over(const TerminalGame *terminal_game);

// Shows the page. False if the output has no reader.
bool terminal_turns_show(TerminalGame *terminal_game);

// Begins a new game on an empty board, without a handicap.
void terminal_turns_begin(TerminalGame *terminal_game, int columns, int rows);

// Draws the board.
void terminal_turns_draw(TerminalGame *terminal_game);

// Shows how the game has ended, and what that means for the person's rank. Pre: it is
// over.
void terminal_turns_show_end(TerminalGame *terminal_game);

// Call these before and after all engine searches, so that an interrupt ends only the
// search. If the terminal can erase a line, `said` is shown on it meanwhile.
void terminal_turns_begin_thinking(TerminalGame *terminal_game, const char *said);
void terminal_turns_end_thinking(TerminalGame *terminal_game);

// Lets the engine move as long as it is the engine's turn.
void terminal_turns_go_on(TerminalGame *terminal_game);

// Plays a person's move if it is legal, then lets the engine answer.
void terminal_turns_move(TerminalGame *terminal_game, Point point);

// Takes back moves until it is a person's turn, or takes back the person's resignation.
void terminal_turns_undo(TerminalGame *terminal_game);

// A person resigns.
void terminal_turns_resign(TerminalGame *terminal_game);

#endif

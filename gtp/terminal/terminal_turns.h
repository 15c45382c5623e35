// SPDX-License-Identifier: MIT
//
// What goes on in a text game between two commands: the moves of the person and of the
// engine. What is told of them is gathered on a page until it is shown.
#ifndef TERMINAL_TURNS_H
#define TERMINAL_TURNS_H

#include <stdbool.h>
#include <stdio.h>

#include "diagram.h"
#include "engine.h"
#include "game_archive.h"
#include "interruptible_search.h"
#include "line_editor.h"
#include "sgf_file.h"
#include "text.h"

typedef struct TerminalGame {
    Engine *engine;
    GameArchive *archive;
    SgfFileAccess records;
    LineEditor reader;
    FILE *out;
    const DiagramStyle *style;
    bool erases;    // what stands in the last line can be taken back
    Text page;      // what is to be shown next, in long lines
    Text shown;     // the same in lines as long as the terminal's
    bool person[2]; // by Color: does a person play it?
    int komi;       // of a new game without handicap; half points
    InterruptibleSearch thinking;
    bool warned; // by an interrupt at this prompt, that another one ends the program
    bool quit, no_memory, interrupted;
    int lost; // why the page could not be shown, as in errno; 0: it could
} TerminalGame;

Game *terminal_turns_game(const TerminalGame *text_game);
Color terminal_turns_to_play(const TerminalGame *text_game);

// By passes or by resignation?
bool terminal_turns_is_over(const TerminalGame *text_game);

// Shows the page. False if nobody sees it.
bool terminal_turns_show(TerminalGame *text_game);

// The board.
void terminal_turns_draw(TerminalGame *text_game);

// How the game has ended. Pre: it is over.
void terminal_turns_show_end(TerminalGame *text_game);

// Around whatever the engine has to think about, so that an interrupt ends only that;
// on a terminal that can take it back, a line says what goes on meanwhile.
void terminal_turns_begin_thinking(TerminalGame *text_game, const char *said);
void terminal_turns_end_thinking(TerminalGame *text_game);

// The engine moves for as long as it is its turn.
void terminal_turns_go_on(TerminalGame *text_game);

// A person's move, if it is possible, and what the engine answers.
void terminal_turns_move(TerminalGame *text_game, Point point);

// Takes moves back until it is a person's turn again, or his resignation.
void terminal_turns_undo(TerminalGame *text_game);

// A person resigns.
void terminal_turns_resign(TerminalGame *text_game);

#endif

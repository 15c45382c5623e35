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

typedef struct TextGame {
    Engine *engine;
    GameKeeper *keeper;
    RecordAccess records;
    LineReader reader;
    FILE *out;
    const DiagramStyle *style;
    bool erases;    // what stands in the last line can be taken back
    Text page;      // what is to be shown next, in long lines
    Text shown;     // the same in lines as long as the terminal's
    bool person[2]; // by Color: does a person play it?
    int komi;       // of a new game without handicap; half points
    Interruptible thinking;
    bool warned; // by an interrupt at this prompt, that another one ends the program
    bool quit, no_memory, interrupted;
    int lost; // why the page could not be shown, as in errno; 0: it could
} TextGame;

Game *text_turns_game(const TextGame *text_game);
Color text_turns_to_play(const TextGame *text_game);

// By passes or by resignation?
bool text_turns_is_over(const TextGame *text_game);

// Shows the page. False if nobody sees it.
bool text_turns_show(TextGame *text_game);

// The board.
void text_turns_draw(TextGame *text_game);

// How the game has ended. Pre: it is over.
void text_turns_show_end(TextGame *text_game);

// Around whatever the engine has to think about, so that an interrupt ends only that;
// on a terminal that can take it back, a line says what goes on meanwhile.
void text_turns_begin_thinking(TextGame *text_game, const char *said);
void text_turns_end_thinking(TextGame *text_game);

// The engine moves for as long as it is its turn.
void text_turns_go_on(TextGame *text_game);

// A person's move, if it is possible, and what the engine answers.
void text_turns_move(TextGame *text_game, Point point);

// Takes moves back until it is a person's turn again, or his resignation.
void text_turns_undo(TextGame *text_game);

// A person resigns.
void text_turns_resign(TextGame *text_game);

#endif

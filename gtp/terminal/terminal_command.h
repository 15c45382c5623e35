// SPDX-License-Identifier: MIT
//
// What a person may type in a text game: a line becomes a GameCommand, or a message
// that says what was wrong with it and what would be right.
#ifndef TERMINAL_COMMAND_H
#define TERMINAL_COMMAND_H

#include <stdbool.h>

#include "position.h"
#include "text.h"

typedef enum TerminalVerb {
    GAME_NOTHING, // an empty line
    GAME_MOVE,
    GAME_UNDO,
    GAME_HINT,
    GAME_SCORE,
    GAME_RESIGN,
    GAME_NEW,
    GAME_HANDICAP,
    GAME_COLOR,
    GAME_LEVEL,
    GAME_KOMI,
    GAME_SAVE,
    GAME_LOAD,
    GAME_BOARD,
    GAME_HELP,
    GAME_QUIT,
} TerminalVerb;

enum { GAME_LEVEL_MAX = 10, GAME_PATH_SIZE = 1024 };

typedef struct TerminalCommand {
    TerminalVerb verb;
    Point point;               // of a move; or PASS
    int number;                // columns, stones, level, komi in half points
    int rows;                  // of a new board; 0 and no columns: as it is
    bool person[2];            // by Color: whom a person plays
    char path[GAME_PATH_SIZE]; // of a file
} TerminalCommand;

// Reads a line. Words may be in any case, a file name may contain spaces. Errors:
// false, with a message; *command is then of no use.
bool terminal_command_read(const char *line, const Position *pos,
                           TerminalCommand *command, Text *message);

// Appends what there is to type, a line each.
void terminal_command_write_help(Text *text);

#endif

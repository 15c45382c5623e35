// SPDX-License-Identifier: MIT
//
// Parses what a person types in a terminal game. A line becomes a TerminalCommand, or a
// message that says what is wrong and what would be right.
#ifndef TERMINAL_COMMAND_H
#define TERMINAL_COMMAND_H

#include <stdbool.h>

#include "position.h"
#include "rank.h"
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

typedef enum LevelWish {
    LEVEL_TOLD,     // say what it is
    LEVEL_OF_RANK,  // a rank, or full strength
    LEVEL_FOLLOWING // the rank of the person
} LevelWish;

enum { GAME_PATH_SIZE = 1024 };

typedef struct TerminalCommand {
    TerminalVerb verb;
    Point point;    // the move's point, or PASS
    int number;     // columns, stones, or komi in half points
    int rows;       // rows of a new board; 0, with 0 columns: the board keeps its size
    bool person[2]; // by Color: whether a person plays it
    LevelWish level;
    Rank rank;                 // of LEVEL_OF_RANK; RANK_UNKNOWN: full strength
    char path[GAME_PATH_SIZE]; // the name of a file
} TerminalCommand;

// Parses a line. Words may be in any case, and a file name may contain spaces. Errors:
// false, with a message; *command is then undefined.
bool terminal_command_read(const char *line, const Position *pos,
                           TerminalCommand *command, Text *message);

// Appends one line for each command.
void terminal_command_write_help(Text *text);

#endif

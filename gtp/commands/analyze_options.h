// SPDX-License-Identifier: MIT
//
// The words after lz-analyze, kata-analyze and their kin: an optional colour, an
// optional number of centiseconds, and options by name, in any order. Source: GTP
// extensions of Leela Zero 0.17 and KataGo.
#ifndef ANALYZE_OPTIONS_H
#define ANALYZE_OPTIONS_H

#include "commands.h"
#include "move_filter.h"

// Whose words.
typedef enum AnalyzeDialect { DIALECT_LZ, DIALECT_KATA } AnalyzeDialect;

typedef struct AnalyzeOptions {
    Color player;
    double interval; // seconds between two lines; 0: none is asked for
    int moves_min, moves_max;
    MoveFilter filter;
    bool avoids, allows; // there are filter, from such options
    bool root_info, ownership;
    bool line_visits, line_edge_visits;
} AnalyzeOptions;

// Reads the words of a command about the position. Errors: false, with a message.
bool analyze_options_read(const Command *command, const Position *pos,
                          AnalyzeDialect dialect, AnalyzeOptions *options, Text *reply);

#endif

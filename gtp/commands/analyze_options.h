// SPDX-License-Identifier: MIT
//
// Parses the arguments of lz-analyze, kata-analyze and related commands. They are an
// optional color, an optional number of centiseconds, and named options, in any order.
// Source: GTP extensions of Leela Zero 0.17 and KataGo.
#ifndef ANALYZE_OPTIONS_H
#define ANALYZE_OPTIONS_H

#include "commands.h"
#include "move_filter.h"

// Which program's options are accepted.
typedef enum AnalyzeDialect { DIALECT_LZ, DIALECT_KATA } AnalyzeDialect;

typedef struct AnalyzeOptions {
    Color player;
    double interval; // seconds between two lines; 0: not given
    int moves_min, moves_max;
    MoveFilter filter;
    bool avoids[2], allows[2]; // by Color: was such an option given?
    bool root_info, ownership, ownership_deviation;
    bool moves_ownership, moves_ownership_deviation;
    bool line_visits, line_edge_visits;
    // How it is written, as the session says.
    WinRatesAs win_rates_as;
    int line_max; // moves of a line; 0: all
} AnalyzeOptions;

// Does the filter have moves?
bool analyze_options_filter(const AnalyzeOptions *options);

// Parses the arguments of a command about the position `pos`. Errors: false, with a
// message.
bool analyze_options_read(const Command *command, const Position *pos,
                          AnalyzeDialect dialect, AnalyzeOptions *options, Text *reply);

#endif

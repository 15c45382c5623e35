// SPDX-License-Identifier: MIT
//
// Writes analyses as text, in the formats of Leela Zero, KataGo and CGOS. The clients
// parse strictly. Sabaki reads a winrate with a decimal point as a fraction of 1, and
// one without as a fraction of 10000. In its lines the last words of a move must be its
// variation. CGOS splits at single spaces. All numbers are those of the player to move,
// if the options do not say otherwise.
#ifndef ANALYZE_FORMAT_H
#define ANALYZE_FORMAT_H

#include "analysis.h"
#include "analyze_options.h"

// Appends one line with all moves, best first.
void analyze_write_lz(const Analysis *analysis, const AnalyzeOptions *options,
                      Text *text);

// Appends the line of KataGo: also with scores, and with what the options ask for. Root
// info is about the position. Ownership is a number from -1 to 1 for each point, by
// rows from the top left.
void analyze_write_kata(const Analysis *analysis, const AnalyzeOptions *options,
                        const Position *pos, Text *text);

// Appends one line of JSON. Source: the Python client of CGOS.
void analyze_write_cgos(const Analysis *analysis, const Position *pos, Text *text);

#endif

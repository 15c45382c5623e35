// SPDX-License-Identifier: MIT
//
// Analyses as text: the lines of Leela Zero, of KataGo and of CGOS. Their readers are
// strict: Sabaki takes a winrate with a decimal point for a part of 1 and one without
// for a part of 10000, and the last words of a move have to be its line; CGOS splits at
// single spaces. All numbers are those of the player to move.
#ifndef ANALYZE_FORMAT_H
#define ANALYZE_FORMAT_H

#include "analysis.h"
#include "analyze_options.h"

// Appends a line of all moves, best first.
void analyze_write_lz(const Analysis *analysis, const AnalyzeOptions *options,
                      Text *text);

// The same with scores, and what is asked for of the position: about its root, and
// whose each of its points will be, -1..1, from the top left in rows.
void analyze_write_kata(const Analysis *analysis, const AnalyzeOptions *options,
                        const Position *pos, Text *text);

// Appends a line of JSON. Source: the Python client of CGOS.
void analyze_write_cgos(const Analysis *analysis, const Position *pos, Text *text);

#endif

// SPDX-License-Identifier: MIT
//
// Writes about the engine's own moves to standard error, beside the dialogue. There are
// pictures for GoGui while the engine thinks, and lines that gtp2ogs passes on to the
// server OGS. All of it is off by default. The engine never waits for a reader: output
// that is not taken at once is dropped. Sources: GoGui, "Live graphics"; gtp2ogs 9,
// PvOutputParser and Bot.
#ifndef LIVE_OUTPUT_H
#define LIVE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "engine.h"

typedef enum LiveOutputKind {
    // While the engine thinks, every half second `gogui-gfx:` and a drawing: the
    // candidates, the principal variation and the expected owners. At the end
    // `gogui-gfx: CLEAR`.
    LIVE_OUTPUT_LIVE_GFX,
    // Two lines about the move in the format of Leela Zero. Of the formats that gtp2ogs
    // knows, only this one asks for nothing that the engine does not know.
    LIVE_OUTPUT_PV_LINES,
    // A line for the chat of OGS. The opponent sees it only after the game.
    LIVE_OUTPUT_MALKOVICH,
    // A line for the chat of OGS. Everybody sees it at once, so it has no variation.
    LIVE_OUTPUT_DISCUSSION,
    LIVE_OUTPUT_KINDS
} LiveOutputKind;

typedef struct LiveOutput {
    FILE *file; // where to write; NULL: nowhere. Not owned
    bool says[LIVE_OUTPUT_KINDS];
} LiveOutput;

// Returns the name of a kind, such as "live_gfx".
const char *live_output_name(LiveOutputKind kind);

// Writes whole lines, also about something other than a move. A client that does not
// read must not stop the engine. So what cannot be written at once is dropped.
void live_output_say(const LiveOutput *live_output, const Text *text);

enum { LIVE_REPORT_CAPACITY = 1 << 13 }; // bytes; a full board is about 4,300

// The output about a move that is being chosen.
typedef struct LiveReport {
    LiveOutput live_output;
    Bitboard grid; // all points of the board
    bool has_drawn;
    char bytes[LIVE_REPORT_CAPACITY];
    AnalysisOrder listener;
} LiveReport;

// Begins the output about a move of the engine. Returns the listener for its request,
// or NULL if there is nothing to say. The output does not influence the move.
const AnalysisOrder *live_output_begin(const LiveOutput *live_output,
                                       const Engine *engine, LiveReport *report);

// Writes the lines about the move that the request with this listener has brought.
void live_output_conclude(LiveReport *report, const MoveResult *result);

#endif

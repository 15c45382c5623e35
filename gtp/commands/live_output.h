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

// Makes a move for the player. engine_genmove is an example.
typedef Point MoveMaker(Engine *engine, Color player, MoveError *error);

// Makes a move, and writes the lines about it before it returns. The output does not
// influence the move.
Point live_output_make_move(const LiveOutput *live_output, Engine *engine, Color player,
                            MoveMaker *make, MoveError *error);

#endif

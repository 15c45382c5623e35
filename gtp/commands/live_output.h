// SPDX-License-Identifier: MIT
//
// What the engine says beside the dialogue, on standard error, about the moves that it
// makes: pictures for GoGui while it thinks, and lines that gtp2ogs passes on to the
// server OGS. All of it is off unless somebody asks for it, and none of it is ever
// waited for: what a listener does not take at once is lost. Sources: GoGui, "Live
// graphics"; gtp2ogs 9, PvOutputParser and Bot.
#ifndef LIVE_OUTPUT_H
#define LIVE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "engine.h"

typedef enum LiveOutputKind {
    // Every half a second of thinking `gogui-gfx:` and a drawing of the candidates, the
    // principal variation and who owns what, and `gogui-gfx: CLEAR` at the end.
    LIVE_OUTPUT_LIVE_GFX,
    // Two lines about the move in the language of Leela Zero, the only one known to
    // gtp2ogs that says nothing but what this engine knows.
    LIVE_OUTPUT_PV_LINES,
    // A line for the chat of OGS: what the opponent sees after the game only ...
    LIVE_OUTPUT_MALKOVICH,
    // ... and what everybody sees at once, which leaves out the variation.
    LIVE_OUTPUT_DISCUSSION,
    LIVE_OUTPUT_KINDS
} LiveOutputKind;

typedef struct LiveOutput {
    FILE *file; // where to; NULL: nowhere. Not owned
    bool says[LIVE_OUTPUT_KINDS];
} LiveOutput;

// The name of a kind, such as "live_gfx".
const char *live_output_name(LiveOutputKind kind);

// Says whole lines about something else than a move, too. A client that does not read
// must not stop the engine, so what it does not take at once is lost.
void live_output_say(const LiveOutput *live_output, const Text *text);

// A way to make a move of the player, such as engine_genmove.
typedef Point MoveMaker(Engine *engine, Color player, MoveError *error);

// Makes a move, and says what is to be said about it before it returns. The move does
// not depend on that.
Point live_output_make_move(const LiveOutput *live_output, Engine *engine, Color player,
                            MoveMaker *make, MoveError *error);

#endif

// SPDX-License-Identifier: MIT
//
// What an engine consists of; for engine.c, its life and its settings, and
// engine_thinking.c, its searches, only.
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include "analysis.h"
#include "engine.h"
#include "game_stamp.h"
#include "life_death.h"
#include "resignation.h"
#include "time_manager.h"

// Where pondering may go on: after a move that this engine has generated.
typedef struct Pondering {
    bool is_due;
    uint32_t turns; // of the history
    uint64_t hash;
    SearchReport report; // of no use
} Pondering;

struct Engine {
    Game game;
    Search *search;
    // Of what follows a pass that is examined: playouts alone tell who wins, for what
    // is dead must be seen, not guessed.
    Search *pass_search;
    EngineOptions options;
    TimeManager manager;
    uint64_t seed;
    uint64_t searches;          // with this seed; each gets random numbers of its own
    Resignation resignation[2]; // by Color
    SearchReport report;
    Pondering pondering;
    Analysis *analysis;  // who is told of searches for a move, or NULL
    SearchReport look;   // of engine_look
    SearchReport reply;  // to a pass that is examined
    GameStamp looked_at; // the moment that it is about
    atomic_bool stop;
    const atomic_bool *cancel; // ends the search in progress instead of it, or NULL
    LifeDeath *judge;
    // The moment after a move that cleaned up: whatever is on the board then is alive.
    GameStamp cleaned_up;
    unsigned games;        // begun so far
    bool is_new_game;      // nothing has been searched in it yet
    GameStamp after_move;  // the moment after the last generated move that was played
    GameStamp resigned_at; // when it happened, and who did it
};

// To be called before a search or anything else that depends on earlier ones: if a new
// game has begun, forgets what was known of the old one, unless the new one has been
// set up to go on with it.
void engine_enter_game(Engine *engine);

#endif

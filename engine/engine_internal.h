// SPDX-License-Identifier: MIT
//
// The parts of an engine. Only for engine.c, which creates and sets it, engine_move.c,
// which chooses moves, and engine_thinking.c, which searches for other ends.
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include "analysis.h"
#include "engine.h"
#include "game_stamp.h"
#include "life_death.h"
#include "resignation.h"
#include "time_manager.h"

// Where pondering may go on: the position after a move that this engine has generated.
typedef struct Pondering {
    bool is_due;
    uint32_t turns; // turns of the history
    uint64_t hash;
    SearchReport report; // not used
} Pondering;

// Each search gets its own random numbers.
typedef struct SearchSeeds {
    uint64_t seed;
    uint64_t searches; // number of searches with this seed
} SearchSeeds;

struct Engine {
    Game game;
    Game scratch; // a copy of the game for the choice of a move
    Search *search;
    // Searches what follows a pass that is examined. Only playouts tell who wins there,
    // because dead stones must be played out, not guessed.
    Search *pass_search;
    EngineOptions options;
    TimeManager manager;
    SearchSeeds seeds;
    Resignation resignation[2]; // by Color
    RecentChances recent;       // of the moves of this game
    double white_doubling;      // White's playout doubling advantage in the last move
    SearchReport report;
    Pondering pondering;
    Analysis analysis;   // of the last request that had a listener
    SearchReport look;   // of engine_look
    SearchReport reply;  // of the search after a pass that is examined
    GameStamp looked_at; // the moment that `look` is about
    atomic_bool stop;
    LifeDeath *judge;
    // The moment after a cleanup move: every stone on the board then is alive.
    GameStamp cleaned_up;
    unsigned games;        // number of games begun so far
    bool is_new_game;      // no search has been made in this game yet
    GameStamp after_move;  // the moment after the last generated and played move
    GameStamp resigned_at; // the moment of a resignation, and the player who resigned
};

// Forgets what the moves of this game have shown of it.
void engine_forget_course(Engine *engine);

// To be called before a search, or anything else that depends on earlier ones. If a new
// game has begun, it forgets what was known of the old game. If the new game was set up
// to continue the old one, that knowledge stays.
void engine_enter_game(Engine *engine);

// The seed of the next search.
uint64_t engine_next_seed(SearchSeeds *seeds);

// The number of threads for a search with these limits. If the user has chosen how many
// there are, all of them search. Otherwise at most `most` do; see useful_threads.h.
int engine_workers(const Engine *engine, const SearchLimits *limits, int most);

// Notes that pondering is due in this position, if the move was played and the game
// goes on.
void engine_mark_for_pondering(Engine *engine, bool played);

#endif

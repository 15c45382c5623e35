// SPDX-License-Identifier: MIT
//
// The facade of everything that decides. It owns the game, the search, the parameters
// and the clocks. A front end changes the game through the verbs of game.h; the search
// notices by itself what has become of the position that it knows.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "analysis.h"
#include "final_status.h"
#include "game.h"
#include "isa.h"
#include "params.h"
#include "search.h"
#include "text.h"
#include "time_control.h"

typedef struct EngineOptions {
    Rules rules;
    int komi; // half points
    int columns, rows;
    int threads;            // 1..SEARCH_THREADS_MAX
    int memory_mib;         // for the trees
    uint64_t seed;          // 0: take one from the clock
    uint64_t playouts;      // per move at most; 0: no limit
    double seconds;         // per move at most; 0: no limit
    bool ponder;            // think in the opponent's time
    bool accept_illegal;    // record any move of the controller onto an empty point
    bool isa_chosen;        // by name; not just the fastest
    const Isa *isa;         // whose kernels are used; never NULL
    const Network *network; // outlives the engine; NULL: there is none
    Params params;
} EngineOptions;

// Tromp-Taylor rules, 19x19, komi 7.5, one thread, the fastest kernels, five seconds a
// move when neither the clock nor the options limit it.
EngineOptions engine_default_options(void);

typedef struct Engine Engine;

// Errors: NULL when memory is exhausted.
Engine *engine_new(const EngineOptions *options);
void engine_delete(Engine *engine);

// The game and the clocks, to be read and changed by the front end.
Game *engine_game(Engine *engine);
TimeControl *engine_time_control(Engine *engine);
const EngineOptions *engine_options(const Engine *engine);

// To be told when a controller clears the board: the clocks are full again, and the
// tree, the last report and the count of hopeless moves are forgotten. Tree and count
// stay if the next search finds that the board was only cleared to set up the same game
// again, its last generated move included, as some do at every move. The game is left
// alone.
void engine_new_game(Engine *engine);

// How often that has happened: tells one game from the next.
unsigned engine_games_begun(const Engine *engine);

// Plays the controller's move: strictly by the rules, or leniently with accept_illegal.
MoveError engine_play(Engine *engine, Color player, Point point);

// Takes the memory that the next search in this position and its move need: they cannot
// fail then. Errors: false when memory is exhausted.
bool engine_reserve(Engine *engine);

// Thinks, plays and returns a move, PASS, or RESIGN, which plays nothing. Never
// illegal. *error is MOVE_OK, or MOVE_NO_MEMORY for what has not been thought about.
Point engine_genmove(Engine *engine, Color player, MoveError *error);

// Notes that a player has resigned, as engine_genmove does by itself; EMPTY: nobody
// has.
void engine_resign(Engine *engine, Color player);

// Who has resigned in the present position; EMPTY: nobody, or play has gone on.
Color engine_resigned(const Engine *engine);

// Thinks on about the answer to the move that was last generated, until *stop, for as
// long as that is of use; the next move generated begins with what it found. Returns at
// once if pondering is switched off, if no move was generated in this position, if that
// was a resignation or ended the game, or after engine_stop_pondering.
void engine_ponder(Engine *engine, const atomic_bool *stop);

// Thinks about the player's next move until *stop, and tells what it finds; plays
// nothing. Ends by itself when there is nothing more to find out, or nobody listens.
// Points that a side gives are not taken into account. What was found is used by the
// next search, unless moves were left out or points are given. Errors: false when
// memory is exhausted.
bool engine_analyze(Engine *engine, Analysis *analysis, const atomic_bool *stop);

// As engine_genmove for the player of the analysis, telling what it finds; at least
// once, when the move is known, which is then named first. Moves that are to be left
// out are not played. While points are given (engine/endgame/dynamic_komi.h) chances to
// win are told with these.
Point engine_genmove_analyzed(Engine *engine, Analysis *analysis, MoveError *error);

// As engine_genmove, or engine_genmove_analyzed if there is an analysis, but the move
// is not played, takes no time off a clock, and does not count for resigning later.
// Once *cancel (or NULL) is true it ends soon, returns NO_POINT, and tells nothing.
Point engine_search(Engine *engine, Color player, Analysis *analysis,
                    const atomic_bool *cancel, MoveError *error);

// Who is told from now on what searches find for the next move of its player, and in
// the end which move that is; NULL: nobody.
void engine_set_analysis(Engine *engine, Analysis *analysis);

// Switches pondering on or off.
void engine_set_ponder(Engine *engine, bool ponder);

// No more pondering before another move has been generated.
void engine_stop_pondering(Engine *engine);

// The same when play goes on because the players disagree about what is dead: passes
// only when nothing is left on the board of the enemy's that is, and never resigns.
// From now on all stones on the board are alive. Source: KGS, kgs-genmove_cleanup.
// engine_genmove does so by itself under rules that remove dead stones when the game
// goes on after two passes.
Point engine_genmove_cleanup(Engine *engine, Color player, MoveError *error);

// Thinks with a fixed seed and an empty tree, within the limits and the clock of a
// move, and returns the move without playing it or taking time off the clock. Without
// limits and clock a fixed number of playouts is the limit. Where no time limits it,
// and on one thread, the same position always gets the same answer. Errors: NO_POINT
// when memory is exhausted. Source: GTP 2, reg_genmove.
Point engine_suggest(Engine *engine, Color player);

// Ends the thinking in progress, if any, with the best move so far. The only function
// that another thread may call, at any time.
void engine_interrupt(Engine *engine);

// What the search knows of the present position with that player to move, for those
// who want to look at it: a search of ENGINE_LOOK_PLAYOUTS, or of as many as a move is
// given if those are fewer, on top of what the tree knows; the last one is remembered
// as long as nothing has changed. engine_last_report and the random numbers of the
// moves stay as they are. The report is valid until the next call. Errors: NULL when
// memory is exhausted.
const SearchReport *engine_look(Engine *engine, Color player);

enum { ENGINE_LOOK_PLAYOUTS = 2000 };

// The same, but the search takes so many seconds at most; 0: no limit.
const SearchReport *engine_look_briefly(Engine *engine, Color player, double seconds);

// Searches in the same way, and tells of positions that were looked at; see
// tree_sample.h. Errors: false when memory is exhausted.
bool engine_sample(Engine *engine, Color player, int count, const LineTaker *taker);

// The limits of a move from now on, as in the options.
void engine_set_limits(Engine *engine, uint64_t playouts, double seconds);

// Changes a parameter and forgets the tree. Errors: false, unchanged, for an unknown
// name or a value out of its range.
bool engine_set_param(Engine *engine, const char *name, int value);

// Forgets the tree.
void engine_clear_cache(Engine *engine);

// The seed of the search; the same seed, commands and playouts give the same moves on
// one thread.
void engine_set_seed(Engine *engine, uint64_t seed);
uint64_t engine_seed(const Engine *engine);

// What was found when a move was last generated; all zero before that or after a new
// game.
const SearchReport *engine_last_report(const Engine *engine);

// The state of the stones and points if the game ended now; see final_status.h. Dead
// stones are found where the rules remove them, unless that has been settled by play.
// The same game always gets the same answer.
FinalStatus engine_final_status(Engine *engine);

// Half points, Black minus White, komi included, dead stones removed where the rules
// remove them; consistent with engine_final_status.
int engine_final_score(Engine *engine);

// One line a fact: name, version, parameters, seed; for logs and tournament records.
void engine_describe(const Engine *engine, Text *text);

#endif

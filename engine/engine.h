// SPDX-License-Identifier: MIT
//
// The facade of everything that decides. It owns the game, the search, the parameters
// and the clocks. A front end reads the game, and changes it through the functions
// here. The search finds out by itself how the position it knows has changed.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "analysis.h"
#include "doubling.h"
#include "final_status.h"
#include "game.h"
#include "human_network.h"
#include "imitation.h"
#include "isa.h"
#include "level.h"
#include "move_delay.h"
#include "params.h"
#include "search.h"
#include "search_factor.h"
#include "text.h"
#include "time_control.h"

typedef struct EngineOptions {
    Rules rules;
    int komi; // half points
    int columns, rows;
    int threads; // 1..SEARCH_THREADS_MAX
    // The user has chosen this number. Otherwise only half of the threads ponder. Only
    // one searches for an answer that must be reproducible. Fewer search if there are
    // too few playouts for all.
    bool threads_chosen;
    int memory_mib;    // for the trees
    uint64_t seed;     // 0: take one from the clock
    uint64_t playouts; // maximum playouts per move; 0: no limit
    uint64_t visits;   // maximum visits of the root, see SearchLimits; 0: no limit
    double seconds;    // maximum seconds per move; 0: no limit
    bool ponder;       // search in the opponent's time
    SearchLimits ponder_limits; // only playouts, visits and seconds; 0: no limit
    bool accept_illegal;        // record any move of the controller on an empty point
    bool isa_chosen; // the instruction set was chosen by name, not as the fastest
    const Isa *isa;  // the kernels of this instruction set are used; never NULL
    const Network *network; // outlives the engine; NULL: there is none
    // Asked in place of `network` in searches for moves; outlives the engine. NULL:
    // there is none. Pre: there is a network.
    const KatagoNetwork *katago;
    // Asked how people would play; outlives the engine. NULL: there is none.
    const KatagoNetwork *human;
    // The same, if there is no `human`, and for levels.
    const HumanNetwork *people;
    // Plays like a person of this rank (level.h); RANK_UNKNOWN: as well as it can. Pre:
    // that, or engine_options_have_levels.
    Rank rank;
    // Evaluates leaves for the searches for moves; outlives the engine. NULL: none.
    const SearchHelper *helper;
    KatagoProfile profile; // of the players that networks imitate that imitate people
    Imitation imitation;   // how moves are chosen with `human`; the temperature, always
    SearchFactors factors; // of moves that need less thought
    MoveDelay delay;       // of engine_genmove's played moves; it keeps to their time
    // As analysis_root_temperature has it; for engine_analyze.
    double analysis_noise;
    // SearchOrder.hides_history of engine_analyze. Moves are searched with history.
    bool analysis_hides_history;
    Doubling doubling; // what networks of KataGo's are told of the players' strength
    Params params;
} EngineOptions;

// Tromp-Taylor rules, 19x19, komi 7.5, one thread, the fastest kernels. If neither the
// clock nor the options limit a move, it takes five seconds.
EngineOptions engine_default_options(void);

// The program's own network that imitates people, if no network of KataGo's does; else
// NULL.
const HumanNetwork *engine_options_own_people(const EngineOptions *options);

// Can it play like a person of some rank?
bool engine_options_have_levels(const EngineOptions *options);

typedef struct Engine Engine;

// Errors: NULL when memory is exhausted.
Engine *engine_new(const EngineOptions *options);
void engine_delete(Engine *engine);

const Game *engine_game(const Engine *engine);
const TimeControl *engine_time_control(const Engine *engine);
const EngineOptions *engine_options(const Engine *engine);

// Begins a new game on an empty board of this size. Rules, komi and time settings stay.
// The clocks are full again. The last report and the count of hopeless moves are
// forgotten. Some controllers clear the board at every move and set up the same game
// again, with the last generated move. If the next search finds that, the tree and the
// count stay. Pre: columns and rows 1..19.
void engine_new_game(Engine *engine, int columns, int rows);

// Begins a new game as engine_new_game, on a board of the present size, from a position
// of these stones. Errors: false, nothing changed, if a chain has no liberty, or memory
// is exhausted.
bool engine_new_position(Engine *engine, const Bitboard stones[2], Color to_play);

// Begins a new game as engine_new_game. `*game` becomes the game of the engine, and
// gets the game before it in exchange.
void engine_exchange_game(Engine *engine, Game *game);

// Sets up stones in the present game; see game_setup.
bool engine_setup(Engine *engine, const Bitboard stones[2], Color to_play);

// Places handicap stones; see game_place_handicap.
bool engine_place_handicap(Engine *engine, const Point *points, int count);

// Sets whose turn it is at the beginning of a set-up position. A new game begins with
// it, as if it had never been the other player's turn. Errors: false, nothing changed,
// when memory is exhausted. Pre: no move has been played.
bool engine_set_first_player(Engine *engine, Color player);

void engine_set_rules(Engine *engine, const Rules *rules);

void engine_set_komi(Engine *engine, int komi); // half points

// Takes back the last moves. Errors: false, nothing changed, if there are fewer.
bool engine_undo(Engine *engine, int moves);

// The clocks; see time_control.h. engine_set_lag sets TimeControl.lag.
void engine_set_clocks(Engine *engine, const TimeSettings *settings);
void engine_set_time_left(Engine *engine, Color player, double seconds, int stones);
void engine_set_lag(Engine *engine, double seconds);

// Number of calls of engine_new_game: tells one game from the next.
unsigned engine_games_begun(const Engine *engine);

// Plays the controller's move: strictly by the rules, or leniently with accept_illegal.
MoveError engine_play(Engine *engine, Color player, Point point);

// Waits until no thread works any more for a search that has returned. Until then, or
// until the next search, threads may read the flag that could stop or cancel it.
void engine_rest(Engine *engine);

// Takes the memory for the next search in this position and its move. They cannot fail
// afterwards. Errors: false when memory is exhausted.
bool engine_reserve(Engine *engine);

// What becomes of a move.
typedef enum MovePurpose {
    MOVE_PLAY, // it is played
    // It is played, when play goes on because the players disagree about which stones
    // are dead. It is a pass only when no dead enemy stone is left on the board, and
    // never a resignation. From then on all stones on the board are alive. If the rules
    // remove dead stones and the game goes on after two passes, MOVE_PLAY does this by
    // itself. Source: KGS, kgs-genmove_cleanup.
    MOVE_CLEANUP,
    // It is only named. It takes no time off a clock, and does not count for resigning
    // later.
    MOVE_NAME,
    // As MOVE_NAME, by the position alone: a fixed seed, an empty tree. Without limits
    // and clock the limit is a fixed number of playouts. If the number of threads is
    // not chosen, one thread searches. On one thread and without a time limit, the same
    // position always gets the same answer. It is never a resignation. Source: GTP 2,
    // reg_genmove.
    MOVE_REPRODUCE,
} MovePurpose;

typedef struct MoveRequest {
    Color player;
    MovePurpose purpose;
    // Receives reports while the search runs, and at least one when the move is known;
    // there the move is named first. Moves that its filter leaves out are not played.
    // NULL: there is none.
    const AnalysisOrder *listener;
    // If it becomes true, the search ends soon without a move, and reports nothing.
    // NULL: the search cannot be cancelled.
    const atomic_bool *cancel;
} MoveRequest;

typedef struct MoveResult {
    Point move;                 // PASS, RESIGN, or NO_POINT after a cancel
    const SearchReport *report; // engine_last_report
    const Analysis *analysis; // the last report to the listener, until the next request
                              // with a listener; NULL: there was none
} MoveResult;

// Chooses a move for the player, which is never illegal, and plays it if the purpose
// says so. RESIGN plays nothing. Errors: MOVE_NO_MEMORY; the game is unchanged.
MoveError engine_genmove(Engine *engine, const MoveRequest *request,
                         MoveResult *result);

// Notes that a player has resigned. engine_genmove does that by itself. EMPTY: no
// player has.
void engine_resign(Engine *engine, Color player);

// The player that has resigned in the present position. EMPTY: none has, or play has
// gone on.
Color engine_resigned(const Engine *engine);

// Ponders on the answer to the last generated move until *stop, as long as that is of
// use. If the number of threads is not chosen, half of them do so, rounded up. The next
// generated move starts from what it found. If pondering is off, or after
// engine_stop_pondering, it returns at once. It also does for a level, if no move was
// generated in this position, or if that move was a resignation or ended the game.
void engine_ponder(Engine *engine, const atomic_bool *stop);

// Searches the player's next move until *stop, and reports what it finds. It plays
// nothing. It ends by itself if there is nothing more to find, or if the client has
// gone. The next search reuses the result, unless moves were left out, or the moves
// before were hidden from a network of KataGo's. Errors: false when memory is
// exhausted.
bool engine_analyze(Engine *engine, Color player, const AnalysisOrder *listener,
                    const atomic_bool *stop);

// Switches pondering on or off.
void engine_set_ponder(Engine *engine, bool ponder);

// Stops pondering until another move has been generated.
void engine_stop_pondering(Engine *engine);

// Ends the search for a move, if one is in progress, with the best move so far. A
// search that has a flag of its own to end it (MoveRequest.cancel, engine_analyze,
// pondering) heeds only that one. This is the only function that another thread may
// call; it may do so at any time.
void engine_interrupt(Engine *engine);

// What the search knows of the present position, with `player` to move. It searches
// ENGINE_LOOK_PLAYOUTS playouts, or the limit of a move if that is lower, on top
// of what the tree knows. The last report is remembered as long as nothing has changed.
// engine_last_report and the random numbers of the moves stay as they are. The report
// is valid until the next call. Errors: NULL when memory is exhausted.
const SearchReport *engine_look(Engine *engine, Color player);

enum { ENGINE_LOOK_PLAYOUTS = 2000 };

// As engine_look, but the search takes at most `seconds` seconds; 0: no limit.
const SearchReport *engine_look_briefly(Engine *engine, Color player, double seconds);

// Searches as engine_look, and passes positions that were searched to the taker; see
// tree_sample.h. Errors: false when memory is exhausted.
bool engine_sample(Engine *engine, Color player, int count, const LineTaker *taker);

// The playouts, visits and seconds of the options; all other limits are zero.
SearchLimits engine_limits(const Engine *engine);

// Sets these three, as in the options. The others are ignored.
void engine_set_limits(Engine *engine, SearchLimits limits);

// Changes what can change while the engine runs: limits, pondering, threads, the rank,
// and the fields from `profile` on. The rest of the options is ignored. New threads, a
// new profile or new parameters forget the tree. Errors: false, nothing changed, when
// memory is exhausted.
bool engine_set_options(Engine *engine, const EngineOptions *options);

// Uses these networks from now on; see the options. Forgets the tree. Errors: false,
// nothing changed, when memory is exhausted.
bool engine_use_networks(Engine *engine, const Network *network,
                         const KatagoNetwork *katago);

// Forgets the tree.
void engine_clear_cache(Engine *engine);

// The seed of the search. On one thread the same seed, commands and playouts give the
// same moves.
void engine_set_seed(Engine *engine, uint64_t seed);
uint64_t engine_seed(const Engine *engine);

// The report of the last search for a move, played or not; if it was cancelled, what it
// had found. All is zero before the first one, and after a new game.
const SearchReport *engine_last_report(const Engine *engine);

// The state of stones and points if the game ended now; see final_status.h. Where the
// rules remove dead stones, these are found, unless play has settled which stones are
// dead. The same game always gets the same answer.
FinalStatus engine_final_status(Engine *engine);

// Half points, Black minus White, komi included. Dead stones are removed where the
// rules remove them. Consistent with engine_final_status.
int engine_final_score(Engine *engine);

// Writes one fact per line: name, version, parameters, seed. For logs and tournament
// records.
void engine_describe(const Engine *engine, Text *text);

#endif

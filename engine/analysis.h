// SPDX-License-Identifier: MIT
//
// Reports of a running search, at intervals: the moves worth naming with their lines,
// and the position as a whole.
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "end_judgement.h"
#include "move_filter.h"
#include "score_estimate.h"
#include "search.h"

typedef struct Analysis Analysis;

// What to report, about which moves, and to which function.
typedef struct AnalysisOrder {
    double interval; // seconds between two reports; 0: only when the search has ended
    double first;    // seconds until the first report; 0: as the interval
    int moves_min, moves_max;  // how many moves to name, if there are that many
    const MoveFilter *filter;  // moves to leave out, or NULL
    const atomic_bool *silent; // once true the last report is not wanted; or NULL
    // POINT_LIMIT estimates, by move, of who owns what after it. Those of named moves
    // are filled in. NULL: they are not wanted.
    OwnerEstimate *move_owners;
    // Called for each report, on another thread but never twice at once. False: the
    // client has gone, and the search may end.
    bool (*tell)(void *object, const Analysis *analysis);
    void *object;
} AnalysisOrder;

// A move; numbers are for the player who makes it.
typedef struct AnalysisMove {
    Candidate candidate;
    uint32_t visits; // simulations through the move
    // The chance to win. Normally it is the candidate's; for a move without games, that
    // of all moves.
    double win_rate;
    double low_rate;        // the true win_rate is at least this, with 97.5 %
    double prior;           // share of the sum of all moves' priors; these sum up to 1
    double score;           // points with komi, see score_estimate.h
    double score_deviation; // standard deviation of the final score
    Point line[SEARCH_LINE_MAX]; // the expected moves, this move first
    uint32_t line_visits[SEARCH_LINE_MAX];
    int line_length;
} AnalysisMove;

// The content of one report.
struct Analysis {
    AnalysisOrder order;
    SearchObserver observer; // of the search
    bool awaits_move;        // the last report waits for analysis_conclude
    bool ended;              // the search has ended; false: another report follows
    const Game *game; // the game that is searched, and its judge; NULL: no judgement
    LifeDeath *judge;
    SearchReport report;
    double win_rate; // mean of all moves; with the komi of the game
    // Points of the player to move, komi included, their standard deviation, and the
    // owners of all points. If the game is nearly over, the judgement has its part.
    EndJudgement end;
    double score, score_deviation;
    OwnerEstimate owners;
    // What the network says of the position alone, as the player to move sees it. NULL:
    // it was not asked.
    const NetworkOutput *root_output;
    // The best move first. The last report about a generated move begins with that
    // move. Only moves with enough games are named, as the results of others mean
    // nothing. But at least moves_min are named, if there are that many. If a move is
    // awaited, the other moves stand behind the named ones, and are not reported.
    AnalysisMove moves[POINT_LIST_MAX];
    int move_count, known_count; // number of named moves, and of all
};

// Begins an analysis without a report yet. `awaits_move`: analysis_conclude will send
// the last report.
void analysis_begin(Analysis *analysis, const AnalysisOrder *order, bool awaits_move);

// Lets reports tell the judge's count where the game is over or nearly so. Pre: the
// analysis has begun, and the judge is free during the search.
void analysis_judge_end(Analysis *analysis, const Game *game, LifeDeath *judge);

// Sends the last report, about the move made after the observed search. If no search
// was observed, `report` says what is known of the move. RESIGN: the best move is
// reported.
void analysis_conclude(Analysis *analysis, const SearchReport *report, Point move);

// The order of a search that this analysis observes; only the fields that the analysis
// decides are set.
SearchOrder analysis_search_order(const Analysis *analysis);

// SearchOrder.root_temperature for an analysis that is to look around more. A unit of
// `noise` flattens as much as one of KataGo's wideRootNoise. KataGo's is random, too.
// Source: KataGo 1.17, cpp/search/searchexplorehelpers.cpp.
double analysis_root_temperature(double noise);

// Simulations through all moves, those of earlier searches included.
uint64_t analysis_visits(const Analysis *analysis);

// What the network says of each move before the search, or without one the priors of
// the search. By point and PASS; illegal points of the board are -1, and the others sum
// up to 1. `game` is the position.
void analysis_policy(const Analysis *analysis, const Game *game,
                     float policy[POINT_LIMIT]);

#endif

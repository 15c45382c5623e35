// SPDX-License-Identifier: MIT
//
// What a search tells those who look on while it lasts: the moves worth naming with
// their lines, and the position as a whole, at intervals.
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "move_filter.h"
#include "search.h"

typedef struct Analysis Analysis;

// What is to be told of which moves, and to whom.
typedef struct AnalysisOrder {
    Color player;             // to move
    double interval;          // seconds between two reports; 0: only when it has ended
    int moves_min, moves_max; // how many moves to name, as far as there are so many
    const MoveFilter *filter; // moves to leave out, or NULL
    const atomic_bool
        *silent; // the last report is not wanted once this is true; or NULL
    // Called for each report, on another thread but one at a time. False: nobody
    // listens, the search may end.
    bool (*tell)(void *object, const Analysis *analysis);
    void *object;
} AnalysisOrder;

// A move, seen by the player who makes it.
typedef struct AnalysisMove {
    Candidate candidate;
    uint32_t visits; // simulations through it
    // His chance to win: that of the candidate; where points are given, with the komi
    // of the game all the same, as seen by the playouts of this search, whose mean is
    // drawn towards that of all moves as the score is. Of a move without games, that
    // of all.
    double win_rate;
    double low_rate; // where that is at least, with 97.5 %
    double prior;    // part of what all moves were worth beforehand; they sum up to 1
    double score;    // points with komi, see score_estimate.h
    Point line[SEARCH_LINE_MAX]; // what is expected, this move first
    uint32_t line_visits[SEARCH_LINE_MAX];
    int line_length;
} AnalysisMove;

// All that is told at a time.
struct Analysis {
    AnalysisOrder order;
    SearchObserver observer; // of the search
    bool awaits_move;        // the last report has to wait for analysis_conclude
    bool has_told;
    bool ended; // the search has ended; false: there will be another report
    SearchReport report;
    double win_rate; // of all moves; with the komi of the game
    // The best one first, or in the last report about a move the one that is made. No
    // moves that were only tried, as their results mean nothing: only those with games
    // enough, and so many that moves_min are named.
    // When a move is awaited the others stand behind them, which are not told.
    AnalysisMove moves[POINT_LIST_MAX];
    int move_count, known_count; // those that are told, and all
};

// An analysis that has told nothing. Errors: NULL when memory is exhausted.
Analysis *analysis_new(const AnalysisOrder *order);
void analysis_delete(Analysis *analysis);

// Tells of the move that is made after the search that was looked at, or without any,
// as the report says; RESIGN: of the best one.
void analysis_conclude(Analysis *analysis, const SearchReport *report, Point move);

// Simulations through all moves, those of earlier searches included.
uint64_t analysis_visits(const Analysis *analysis);

#endif

// SPDX-License-Identifier: MIT
//
// A query of KataGo's analysis protocol. It asks for positions of a game, and says by
// which rules they are searched, how deeply, and what is to be told. Source: KataGo's
// document "Analysis Engine", and cpp/command/analysis.cpp of KataGo 1.17.
#ifndef QUERY_H
#define QUERY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "game.h"
#include "katago_settings.h"
#include "move_filter.h"
#include "rules.h"
#include "search_limits.h"
#include "text.h"

typedef struct QueryMove {
    uint8_t player; // Color
    Point point;    // or PASS
} QueryMove;

// A position that is asked for.
typedef struct QueryTurn {
    int turn; // number of moves before it
    int64_t priority;
} QueryTurn;

// What an answer tells beside what each tells.
typedef struct QueryWishes {
    bool ownership, ownership_deviation;
    bool moves_ownership, moves_ownership_deviation;
    bool policy, line_visits, no_result;
} QueryWishes;

typedef struct Query {
    char *id;
    size_t id_length; // bytes; there may be NULs among them
    int columns, rows;
    Bitboard stones[2]; // at turn 0
    Color first_player;
    QueryMove *moves;
    int move_count;
    QueryTurn *turns; // in the order of the game, each once
    int turn_count;
    Rules rules;
    int komi; // half points
    SearchLimits limits;
    Params params;           // of the search
    double root_temperature; // see SearchOrder
    KatagoProfile profile;   // the same
    Doubling doubling;       // tells White's playout doubling advantage
    bool hides_history;      // see SearchOrder
    WinRatesAs win_rates_as;
    int line_length; // number of moves of a line after its first
    QueryWishes wishes;
    // Seconds between reports during the search, and until the first. 0: none.
    double report_every, first_report;
    MoveFilter *filter; // NULL: all moves are searched
    size_t bytes;       // of memory that it takes
} Query;

enum { QUERY_ERROR_SIZE = 256 };

// What is wrong with a query.
typedef struct QueryError {
    const char *field; // of the query
    bool no_memory;    // that is the reason; there is no message then
    char bytes[QUERY_ERROR_SIZE];
    Text message;
} QueryError;

// Reads a query that has an id. What it does not say is as in the settings; maxVisits
// and its like are KataGo's. Errors: NULL; the error has the field that is the first to
// be wrong, and a message.
Query *query_read(const json_t *object, const KatagoSettings *settings,
                  QueryError *error);
void query_delete(Query *query); // NULL is allowed

// Is it a field that queries may have?
bool query_knows_field(const char *name);

// Is it one of the `overrideSettings` that mean something here?
bool query_knows_setting(const char *name);

// Makes the position before a turn: the game up to there. `game` is a game, or all
// zero. Errors: false when memory is exhausted. Pre: 0 to move_count.
bool query_game(const Query *query, int turn, Game *game);

#endif

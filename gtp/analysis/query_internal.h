// SPDX-License-Identifier: MIT
//
// How a query is read, field by field. For the files query*.c only.
#ifndef QUERY_INTERNAL_H
#define QUERY_INTERNAL_H

#include "query.h"

// A query that is being read.
typedef struct QueryReading {
    const json_t *object;
    Query *query;
    KatagoSettings settings;
    QueryError *error;
} QueryReading;

// Says what is wrong with a field. Returns false, so a reader can end with it.
bool query_fail(QueryReading *reading, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The same when memory is exhausted.
bool query_fail_memory(QueryReading *reading);

// The readers of a query, one or several fields each. They return false after
// query_fail.
typedef bool QueryReader(QueryReading *reading);

// query_game.c: the board and the moves on it.
QueryReader query_read_size, query_read_stones, query_read_moves,
    query_read_first_player, query_check_moves;

// query_turns.c
QueryReader query_read_turns, query_read_priorities, query_read_priority;

// query_rules.c
QueryReader query_read_rules, query_read_komi, query_read_bonus;

// query_settings.c: how deeply, and what is told.
QueryReader query_read_overrides, query_read_limits, query_read_wishes,
    query_read_reports;

// query_filter.c
QueryReader query_read_filter;

#endif

// SPDX-License-Identifier: MIT
//
// The answers of KataGo's analysis protocol, one line of JSON each, without the
// newline. Keys are in alphabetical order. Each function returns memory for free();
// NULL when memory is exhausted.
#ifndef ANSWER_H
#define ANSWER_H

#include <jansson.h>

#include "analysis.h"
#include "game.h"
#include "network_query.h"
#include "query.h"

// What is told of a position, and of what search.
typedef struct AnswerView {
    const Query *query;
    int turn;
    const Game *game; // the position
    const Analysis *analysis;
    bool network_tells_errors; // short-term errors are not constants
    // How people would play; NULL: that was not asked. A network of KataGo's that
    // imitates people tells more; else NULL.
    const float *human_policy;
    const KatagoOutput *human_output;
} AnswerView;

char *answer_analysis(const AnswerView *view);

// The position was dropped before it was searched.
char *answer_no_results(const Query *query, int turn);

// What is wrong with a query, or with a line. The id and the field may be NULL.
char *answer_error(const json_t *id, const char *field, const char *message);

// What is odd about a field of a query, which is answered nevertheless.
char *answer_warning(const json_t *id, const char *field, const char *message);

// The value as a line.
char *answer_echo(const json_t *value);

#endif

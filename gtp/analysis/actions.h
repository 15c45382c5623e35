// SPDX-License-Identifier: MIT
//
// What a client may ask for besides analyses. The answer is the request itself, with
// all of its fields, and some more.
#ifndef ACTIONS_H
#define ACTIONS_H

#include <jansson.h>

#include "analysis_server.h"
#include "answer_queue.h"
#include "searchers.h"
#include "task_queue.h"

// What actions are about.
typedef struct ActionContext {
    const AnalysisOptions *options;
    TaskQueue *tasks;
    AnswerQueue *answers;
    Searchers *searchers;
    bool *no_memory; // set when there is none for an answer
} ActionContext;

// Does what the field `action` of the request says, and puts the answer. Pre: the
// fields `action` and `id` are strings.
void actions_take(const ActionContext *context, json_t *request);

#endif

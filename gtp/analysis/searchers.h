// SPDX-License-Identifier: MIT
//
// The threads that search the positions of a queue and put their answers. They share
// the networks, what these said of positions, and the memory.
#ifndef SEARCHERS_H
#define SEARCHERS_H

#include <stdbool.h>

#include "answer_queue.h"
#include "engine.h"
#include "task_queue.h"

typedef struct Searchers Searchers;

// Takes memory for `count` searches at a time, of at most `threads` threads each. The
// first one, which is used when it is alone, gets half of the memory for trees. Errors:
// NULL when memory is exhausted.
Searchers *searchers_new(const EngineOptions *options, int count, int threads);
void searchers_delete(Searchers *searchers); // NULL is allowed

// Starts the threads. They end when the queue does; then on_end(object) is called for
// each of them. Errors: false if not all can be started; the queue is abandoned then.
bool searchers_start(Searchers *searchers, TaskQueue *tasks, AnswerQueue *answers,
                     void (*on_end)(void *object), void *object);

// Waits until all threads have ended. Returns false if one had no memory for an answer.
bool searchers_join(Searchers *searchers);

// Forgets what the networks have said of positions. Searches may go on meanwhile.
void searchers_clear_cache(Searchers *searchers);

#endif

// SPDX-License-Identifier: MIT
//
// The positions that are to be analysed, and those that are being analysed. One thread
// adds queries and ends them early; several threads take a position each. The most
// urgent one comes first, and of these the oldest. Each position ends exactly once: its
// taker is done with it, or it is dropped before it was taken.
#ifndef TASK_QUEUE_H
#define TASK_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "position_searchers.h"
#include "query.h"

enum { TASK_TAKERS_MAX = POSITION_SEARCHERS_MAX };

typedef struct SharedQuery SharedQuery;

// A position of a query.
typedef struct Task {
    SharedQuery *shared;
    int turn;
    int64_t priority;
    uint64_t number; // in the order of arrival
} Task;

// A taker's place.
typedef struct TaskPlace {
    Task task;
    int threads; // for its search
    bool is_taken;
    atomic_bool stop; // the search is to end
} TaskPlace;

typedef struct TaskQueue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Task *heap; // the most urgent one is first
    size_t count, capacity;
    size_t bytes; // of the queries, also of those that are being analysed
    uint64_t numbers;
    TaskPlace places[TASK_TAKERS_MAX];
    int takers;
    int threads, threads_each; // to share out; at most for one position
    int threads_used;
    bool closed;    // no more queries will come
    bool abandoned; // nothing is wanted any more
} TaskQueue;

// An empty queue for `takers` threads, which share out `threads` threads of searches.
void task_queue_init(TaskQueue *queue, int takers, int threads, int threads_each);

// Frees all queries. Pre: no other thread uses the queue.
void task_queue_free(TaskQueue *queue);

// Adds all positions of a query, which then belongs to the queue. Errors: false,
// nothing added, when memory is exhausted; the query is deleted.
bool task_queue_add(TaskQueue *queue, Query *query);

// Which positions are meant.
typedef struct TaskChoice {
    const char *id; // NULL: of all queries
    size_t id_length;
    const json_t *turns; // list of the numbers of turns. NULL: all
} TaskChoice;

// Stops the searches of these positions, and drops those that were not taken. Calls
// drop(object, query, turn) for each of the latter.
void task_queue_end(TaskQueue *queue, const TaskChoice *choice,
                    void (*drop)(void *object, const Query *query, int turn),
                    void *object);

// No more queries will come.
void task_queue_close(TaskQueue *queue);

// Drops all positions without a word, and stops all searches.
void task_queue_abandon(TaskQueue *queue);

// Waits until the queries take less than `bytes` bytes, or until the queue is
// abandoned.
void task_queue_wait_for_room(TaskQueue *queue, size_t bytes);

// For a taker: waits for a position. NULL: there are no more.
TaskPlace *task_queue_take(TaskQueue *queue, int taker);

const Query *task_query(const Task *task);

// For a taker: it is done with its position.
void task_queue_done(TaskQueue *queue, int taker);

// Is there nothing to do?
bool task_queue_is_idle(TaskQueue *queue);

#endif

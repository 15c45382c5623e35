// SPDX-License-Identifier: MIT
//
// The queue of lines between the thread that reads them and the server, the thread that
// answers them. It also tracks which lines an interrupt applies to. The queue is
// bounded: when it is full, the reader waits. So a client that never stops sending
// cannot exhaust the memory.
#ifndef LINE_QUEUE_H
#define LINE_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_QUEUE_BYTES_MAX = 32 << 20 };

typedef struct Line {
    struct Line *next;
    size_t length;
    bool too_long; // only the first bytes are here
    char bytes[];  // NUL-terminated
} Line;

typedef struct LineQueue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Line *first;
    Line **end; // where the next line is linked
    size_t bytes;
    uint64_t received, taken, answered; // numbers of lines since the beginning
    uint64_t interrupted;               // lines up to this number are to be cut short
    atomic_bool pending;                // see line_queue_pending
    bool waits;                         // the server waits for a line
    bool abandoned;                     // all lines are to be cut short
    bool closed;                        // no more lines will come
    bool stopped;                       // no more lines are wanted
} LineQueue;

// Starts an empty queue.
void line_queue_init(LineQueue *queue);

// Frees the lines that were not taken. Pre: no other thread uses the queue.
void line_queue_free(LineQueue *queue);

// For the reader: appends a copy of a line. Waits while the queue is full. If the queue
// is stopped, does nothing. Errors: false when memory is exhausted.
bool line_queue_put(LineQueue *queue, const char *bytes, size_t length, bool too_long);

// For the reader: marks the end of the lines.
void line_queue_close(LineQueue *queue);

// For the reader: cuts short every line that was put so far and is not yet answered.
void line_queue_interrupt(LineQueue *queue);

// For the reader: the client no longer reads replies. Cuts short all lines, including
// later ones.
void line_queue_abandon(LineQueue *queue);

// For the reader: whether the server is at work. False while it waits for a line.
bool line_queue_is_busy(LineQueue *queue);

// For the reader: calls `interrupt` if the line in progress is to be cut short. Returns
// whether any line to be cut short is still unanswered. If so, the reader must ask
// again later.
bool line_queue_pass_interrupt(LineQueue *queue, void (*interrupt)(void *),
                               void *object);

// For the server: waits for the next line and returns it. The caller frees it. Returns
// NULL at the end. The line is in progress until line_queue_answered.
Line *line_queue_take(LineQueue *queue);

// For the server, also while it is busy. Becomes true when the next line, or the end,
// can be taken. Also becomes true when the line in progress is to be cut short, or when
// the client no longer reads.
const atomic_bool *line_queue_pending(const LineQueue *queue);

// For the server: waits until line_queue_pending is true.
void line_queue_wait(LineQueue *queue);

// For the server: the line in progress has been answered.
void line_queue_answered(LineQueue *queue);

// For the server: discards all further lines.
void line_queue_stop(LineQueue *queue);

#endif

// SPDX-License-Identifier: MIT
//
// The lines between the thread that reads them and the thread that answers them, and
// how far an interrupt reaches. Bounded: a reader who is too far ahead waits, so that a
// client that never stops sending cannot exhaust the memory.
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
    bool too_long; // only the head is here
    char bytes[];  // NUL-terminated
} Line;

typedef struct LineQueue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Line *first;
    Line **end; // where the next line is hung
    size_t bytes;
    uint64_t received, taken, answered; // lines, since the beginning
    uint64_t interrupted;               // lines up to this one are to be cut short
    atomic_bool pending;                // see line_queue_pending
    bool waits;                         // the server, for a line
    bool abandoned;                     // all lines are to be cut short
    bool closed;                        // no more lines will come
    bool stopped;                       // no more lines are wanted
} LineQueue;

// An empty queue.
void line_queue_init(LineQueue *queue);

// Releases the lines that nobody took. Pre: no other thread uses the queue.
void line_queue_free(LineQueue *queue);

// For the reader: appends a copy of a line. Waits while the queue is full; does nothing
// once it is stopped. Errors: false when memory is exhausted.
bool line_queue_put(LineQueue *queue, const char *bytes, size_t length, bool too_long);

// For the reader: no more lines will come.
void line_queue_close(LineQueue *queue);

// For the reader: cuts short every line put so far and not answered yet.
void line_queue_interrupt(LineQueue *queue);

// For the reader: nobody listens any more, so cuts short all lines, those to come, too.
void line_queue_abandon(LineQueue *queue);

// For the reader: is the server at work? False if it waits for a line.
bool line_queue_is_busy(LineQueue *queue);

// For the reader: calls `interrupt` if a line that is to be cut short is in progress.
// Returns whether any such line is still to be answered, so that one has to ask again.
bool line_queue_pass_interrupt(LineQueue *queue, void (*interrupt)(void *),
                               void *object);

// For the server: the next line, to be freed by the caller; waits for it. NULL at the
// end. The line is in progress until line_queue_answered.
Line *line_queue_take(LineQueue *queue);

// For the server, which may be busy meanwhile: becomes true as soon as there is a next
// line, or the end, to take, the line in progress is to be cut short, or nobody
// listens.
const atomic_bool *line_queue_pending(const LineQueue *queue);

// For the server: waits until that is true.
void line_queue_wait(LineQueue *queue);

// For the server: the line that was taken has been answered.
void line_queue_answered(LineQueue *queue);

// For the server: no more lines are wanted.
void line_queue_stop(LineQueue *queue);

#endif

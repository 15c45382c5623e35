// SPDX-License-Identifier: MIT
//
// The lines to be written, and the thread that writes them. So those that search, and
// the one that reads, do not wait for a client that does not read.
#ifndef ANSWER_QUEUE_H
#define ANSWER_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct AnswerLine AnswerLine;

typedef struct AnswerQueue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t thread;
    AnswerLine *first, **end;
    size_t bytes; // that wait to be written
    bool closed;  // no more lines are taken
    bool lost;    // the client no longer reads
    int trouble;  // why, as errno
    int output;
    FILE *log; // also gets each line; NULL: there is none
    void (*on_loss)(void *object);
    void *object;
} AnswerQueue;

// Begins to write to the file descriptor `output`. Calls on_loss(object) once if that
// is no longer possible; it may not call back. Errors: false if no thread can be
// started.
bool answer_queue_start(AnswerQueue *queue, int output, FILE *log,
                        void (*on_loss)(void *object), void *object);

// Writes all lines that were put, unless the client no longer reads, and ends the
// thread.
void answer_queue_end(AnswerQueue *queue);

// Puts a line, without its newline, and frees it. NULL: the caller had no memory for
// it. Errors: false when memory is exhausted.
bool answer_queue_put(AnswerQueue *queue, char *line);

// Nothing more can be written, for a reason as in errno. Drops all lines.
void answer_queue_lose(AnswerQueue *queue, int trouble);
bool answer_queue_is_lost(AnswerQueue *queue);

// Takes no more lines; those that were put are written.
void answer_queue_close(AnswerQueue *queue);

// The number of bytes that wait to be written.
size_t answer_queue_bytes(AnswerQueue *queue);

// Waits until fewer than `bytes` bytes wait to be written, or until the queue is closed
// or lost.
void answer_queue_wait_for_room(AnswerQueue *queue, size_t bytes);

#endif

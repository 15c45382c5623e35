// SPDX-License-Identifier: MIT
#include "line_queue.h"

#include <stdlib.h>
#include <string.h>

void line_queue_init(LineQueue *queue)
{
    *queue = (LineQueue){.first = NULL};
    queue->end = &queue->first;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
}

void line_queue_free(LineQueue *queue)
{
    while (queue->first != NULL) {
        Line *line = queue->first;
        queue->first = line->next;
        free(line);
    }
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
}

// The memory that a line takes. An empty line takes some too.
static size_t line_cost(const Line *line)
{
    return sizeof *line + line->length + 1;
}

// Pre: the mutex is locked.
static void update_pending(LineQueue *queue)
{
    bool is_cut = queue->answered < queue->taken && queue->taken <= queue->interrupted;
    atomic_store(&queue->pending,
                 queue->first != NULL || queue->closed || queue->abandoned || is_cut);
    pthread_cond_broadcast(&queue->changed);
}

static void append(LineQueue *queue, Line *line)
{
    *queue->end = line;
    queue->end = &line->next;
    queue->bytes += line_cost(line);
    queue->received++;
}

bool line_queue_put(LineQueue *queue, const char *bytes, size_t length, bool too_long)
{
    Line *line = malloc(sizeof *line + length + 1);
    if (line == NULL)
        return false;
    *line = (Line){.length = length, .too_long = too_long};
    if (length > 0)
        memcpy(line->bytes, bytes, length);
    line->bytes[length] = '\0';
    pthread_mutex_lock(&queue->mutex);
    while (queue->bytes > LINE_QUEUE_BYTES_MAX && !queue->stopped)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    if (queue->stopped)
        free(line);
    else
        append(queue, line);
    update_pending(queue);
    pthread_mutex_unlock(&queue->mutex);
    return true;
}

void line_queue_close(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->closed = true;
    update_pending(queue);
    pthread_mutex_unlock(&queue->mutex);
}

void line_queue_interrupt(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->interrupted = queue->received;
    update_pending(queue);
    pthread_mutex_unlock(&queue->mutex);
}

void line_queue_abandon(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->abandoned = true;
    update_pending(queue);
    pthread_mutex_unlock(&queue->mutex);
}

bool line_queue_is_busy(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    bool is_busy = !queue->waits || queue->first != NULL;
    pthread_mutex_unlock(&queue->mutex);
    return is_busy;
}

bool line_queue_pass_interrupt(LineQueue *queue, void (*interrupt)(void *),
                               void *object)
{
    pthread_mutex_lock(&queue->mutex);
    uint64_t last = queue->abandoned ? queue->received : queue->interrupted;
    bool pending = queue->answered < last;
    // Called under the lock, so it cannot hit the line after the last one meant.
    if (pending && queue->taken > queue->answered)
        interrupt(object);
    pthread_mutex_unlock(&queue->mutex);
    return pending;
}

Line *line_queue_take(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->waits = true;
    while (queue->first == NULL && !queue->closed)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    queue->waits = false;
    Line *line = queue->first;
    if (line != NULL) {
        queue->first = line->next;
        if (queue->first == NULL)
            queue->end = &queue->first;
        queue->bytes -= line_cost(line);
        queue->taken++;
        update_pending(queue);
    }
    pthread_mutex_unlock(&queue->mutex);
    return line;
}

const atomic_bool *line_queue_pending(const LineQueue *queue)
{
    return &queue->pending;
}

void line_queue_wait(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    while (!atomic_load(&queue->pending))
        pthread_cond_wait(&queue->changed, &queue->mutex);
    pthread_mutex_unlock(&queue->mutex);
}

void line_queue_answered(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->answered = queue->taken;
    update_pending(queue);
    pthread_mutex_unlock(&queue->mutex);
}

void line_queue_stop(LineQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->stopped = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

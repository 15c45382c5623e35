// SPDX-License-Identifier: MIT
#include "answer_queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

struct AnswerLine {
    AnswerLine *next;
    size_t length;
    char *bytes; // ends with a newline
};

static void free_line(AnswerLine *line)
{
    free(line->bytes);
    free(line);
}

// Waits for a line. NULL: there are no more. Pre: the mutex is locked.
static AnswerLine *await_line(AnswerQueue *queue)
{
    while (queue->first == NULL && !queue->closed)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    return queue->first;
}

// Removes the first line. Pre: the mutex is locked.
static void remove_first(AnswerQueue *queue)
{
    AnswerLine *line = queue->first;
    queue->first = line->next;
    if (queue->first == NULL)
        queue->end = &queue->first;
    queue->bytes -= line->length;
    free_line(line);
    pthread_cond_broadcast(&queue->changed);
}

static void write_log(const AnswerQueue *queue, const AnswerLine *line)
{
    if (queue->log == NULL)
        return;
    fprintf(queue->log, "< %s", line->bytes);
    fflush(queue->log);
}

void answer_queue_lose(AnswerQueue *queue, int trouble)
{
    pthread_mutex_lock(&queue->mutex);
    queue->lost = queue->closed = true;
    queue->trouble = trouble;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

bool answer_queue_is_lost(AnswerQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    bool is_lost = queue->lost;
    pthread_mutex_unlock(&queue->mutex);
    return is_lost;
}

// Writes a line, or notes that this is no longer possible.
static void write_line(AnswerQueue *queue, const AnswerLine *line)
{
    write_log(queue, line);
    if (output_write(queue->output, line->bytes, line->length))
        return;
    answer_queue_lose(queue, errno);
    queue->on_loss(queue->object);
}

// The thread.
static void *write_lines(void *argument)
{
    AnswerQueue *queue = argument;
    const AnswerLine *line;
    pthread_mutex_lock(&queue->mutex);
    while ((line = await_line(queue)) != NULL) {
        bool is_lost = queue->lost;
        pthread_mutex_unlock(&queue->mutex);
        if (!is_lost)
            write_line(queue, line);
        pthread_mutex_lock(&queue->mutex);
        remove_first(queue);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

bool answer_queue_start(AnswerQueue *queue, int output, FILE *log,
                        void (*on_loss)(void *object), void *object)
{
    *queue = (AnswerQueue){
        .output = output, .log = log, .on_loss = on_loss, .object = object};
    queue->end = &queue->first;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    if (pthread_create(&queue->thread, NULL, write_lines, queue) == 0)
        return true;
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
    return false;
}

void answer_queue_close(AnswerQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

void answer_queue_end(AnswerQueue *queue)
{
    answer_queue_close(queue);
    pthread_join(queue->thread, NULL);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
}

// A line with its newline, in the memory of `bytes`. Errors: NULL when memory is
// exhausted; the bytes are freed.
static AnswerLine *new_line(char *bytes)
{
    AnswerLine *line = malloc(sizeof *line);
    size_t length = bytes != NULL ? strlen(bytes) : 0;
    char *longer = bytes != NULL ? realloc(bytes, length + 2) : NULL;
    if (line == NULL || longer == NULL) {
        free(line);
        free(longer != NULL ? longer : bytes);
        return NULL;
    }
    longer[length] = '\n';
    longer[length + 1] = '\0';
    *line = (AnswerLine){.length = length + 1, .bytes = longer};
    return line;
}

bool answer_queue_put(AnswerQueue *queue, char *bytes)
{
    AnswerLine *line = new_line(bytes);
    if (line == NULL)
        return false;
    pthread_mutex_lock(&queue->mutex);
    bool is_taken = !queue->closed;
    if (is_taken) {
        *queue->end = line;
        queue->end = &line->next;
        queue->bytes += line->length;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    if (!is_taken)
        free_line(line);
    return true;
}

size_t answer_queue_bytes(AnswerQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    size_t bytes = queue->bytes;
    pthread_mutex_unlock(&queue->mutex);
    return bytes;
}

void answer_queue_wait_for_room(AnswerQueue *queue, size_t bytes)
{
    pthread_mutex_lock(&queue->mutex);
    while (queue->bytes >= bytes && !queue->closed)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    pthread_mutex_unlock(&queue->mutex);
}

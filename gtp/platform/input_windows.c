// SPDX-License-Identifier: MIT
//
// The input is a pipe or a console. Windows cannot wait for it together with anything
// else. So a thread of its own reads, and passes on its bytes. If it is still reading
// when the input is deleted, it outlives the input.
#include "input.h"

#include <io.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "stopwatch.h"
#include "timed_wait.h"

enum { BLOCK_SIZE = 16384 };

struct Input {
    HANDLE file;
    pthread_mutex_t mutex; // protects all that follows
    pthread_cond_t changed;
    bool stopped;
    bool woken; // the wait is to end
    bool has_ended, end_told;
    char bytes[BLOCK_SIZE]; // the reading thread's until it sets `count`
    size_t count, taken;
    int owners; // the reading thread and the input's user
};

// One of the owners no longer needs the input. Pre: the mutex is locked; it is then
// unlocked.
static void give_up(Input *input)
{
    bool is_last = --input->owners == 0;
    pthread_mutex_unlock(&input->mutex);
    if (!is_last)
        return;
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->mutex);
    free(input);
}

// Whether an empty read is not the end of the input. A program may write nothing to a
// pipe; while the pipe exists, that is no end. Ctrl-C ends a read from a console.
static bool is_more_to_come(HANDLE file)
{
    return GetLastError() == ERROR_OPERATION_ABORTED ||
           PeekNamedPipe(file, NULL, 0, NULL, NULL, NULL);
}

// Waits for more bytes. Returns their number, 0 at the end.
static size_t read_block(Input *input)
{
    DWORD count = 0;
    do
        SetLastError(ERROR_SUCCESS);
    while (ReadFile(input->file, input->bytes, BLOCK_SIZE, &count, NULL) &&
           count == 0 && is_more_to_come(input->file));
    return count;
}

// The reading thread.
static void *read_blocks(void *argument)
{
    Input *input = argument;
    pthread_mutex_lock(&input->mutex);
    while (!input->stopped && !input->has_ended) {
        pthread_mutex_unlock(&input->mutex);
        size_t count = read_block(input);
        pthread_mutex_lock(&input->mutex);
        input->count = count;
        input->taken = 0;
        input->has_ended = count == 0;
        pthread_cond_broadcast(&input->changed);
        while (input->taken < input->count && !input->stopped)
            pthread_cond_wait(&input->changed, &input->mutex);
    }
    give_up(input);
    return NULL;
}

Input *input_new(int file)
{
    pthread_t thread;
    Input *input = calloc(1, sizeof *input);
    if (input == NULL)
        return NULL;
    input->file = (HANDLE)_get_osfhandle(file);
    input->owners = 2;
    pthread_mutex_init(&input->mutex, NULL);
    timed_wait_init_condition(&input->changed);
    if (pthread_create(&thread, NULL, read_blocks, input) == 0) {
        pthread_detach(thread);
        return input;
    }
    input->owners = 1;
    input_delete(input);
    return NULL;
}

void input_delete(Input *input)
{
    pthread_mutex_lock(&input->mutex);
    input->stopped = true;
    pthread_cond_broadcast(&input->changed);
    give_up(input);
}

static InputEvent event_now(const Input *input)
{
    if (input->stopped)
        return INPUT_STOPPED;
    bool is_ready =
        input->taken < input->count || (input->has_ended && !input->end_told);
    return is_ready ? INPUT_READY : INPUT_NOTHING;
}

InputEvent input_wait(Input *input, int milliseconds)
{
    InputEvent event;
    double deadline = stopwatch_now() + 1e-3 * milliseconds;
    bool in_time = true;
    pthread_mutex_lock(&input->mutex);
    while ((event = event_now(input)) == INPUT_NOTHING && in_time && !input->woken) {
        if (milliseconds == INPUT_FOREVER)
            pthread_cond_wait(&input->changed, &input->mutex);
        else
            in_time = timed_wait(&input->changed, &input->mutex, deadline);
    }
    input->woken = false;
    pthread_mutex_unlock(&input->mutex);
    return event;
}

long input_read(Input *input, char *bytes, size_t size)
{
    pthread_mutex_lock(&input->mutex);
    size_t rest = input->count - input->taken;
    size_t part = rest < size ? rest : size;
    memcpy(bytes, input->bytes + input->taken, part);
    input->taken += part;
    input->end_told = input->has_ended;
    bool is_again = part == 0 && !input->has_ended;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
    return is_again ? INPUT_AGAIN : (long)part;
}

void input_wake(Input *input)
{
    pthread_mutex_lock(&input->mutex);
    input->woken = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
}

void input_stop(Input *input)
{
    pthread_mutex_lock(&input->mutex);
    input->stopped = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
}

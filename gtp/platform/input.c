// SPDX-License-Identifier: MIT
#include "input.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct Input {
    int file;    // negative after the input has ended
    int wake[2]; // a pipe that ends the wait
    atomic_bool stopped;
};

Input *input_new(int file)
{
    Input *input = malloc(sizeof *input);
    if (input == NULL)
        return NULL;
    input->file = file;
    atomic_init(&input->stopped, false);
    if (pipe(input->wake) == 0)
        return input;
    free(input);
    return NULL;
}

void input_delete(Input *input)
{
    close(input->wake[0]);
    close(input->wake[1]);
    free(input);
}

// Takes what input_wake and input_stop have written.
static void drain(const Input *input)
{
    char bytes[64];
    while (read(input->wake[0], bytes, sizeof bytes) < 0 && errno == EINTR)
        continue;
}

InputEvent input_wait(Input *input, int milliseconds)
{
    struct pollfd files[2] = {{.fd = input->wake[0], .events = POLLIN},
                              {.fd = input->file, .events = POLLIN}};
    if (atomic_load(&input->stopped))
        return INPUT_STOPPED;
    if (poll(files, 2, milliseconds) <= 0)
        return INPUT_NOTHING;
    if (files[0].revents != 0)
        drain(input);
    if (atomic_load(&input->stopped))
        return INPUT_STOPPED;
    return files[1].revents != 0 ? INPUT_READY : INPUT_NOTHING;
}

long input_read(Input *input, char *bytes, size_t size)
{
    ssize_t count = read(input->file, bytes, size);
    if (count > 0)
        return count;
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return INPUT_AGAIN;
    input->file = -1;
    return 0;
}

void input_stop(Input *input)
{
    atomic_store(&input->stopped, true);
    input_wake(input);
}

void input_wake(Input *input)
{
    while (write(input->wake[1], "", 1) < 0 && errno == EINTR)
        continue;
}

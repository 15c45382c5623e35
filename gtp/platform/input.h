// SPDX-License-Identifier: MIT
//
// Bytes from a file descriptor for a thread that can wait for them: only so long, or
// until another thread ends the waiting.
#ifndef INPUT_H
#define INPUT_H

#include <stddef.h>

typedef struct Input Input;

typedef enum InputEvent {
    INPUT_NOTHING, // for so long
    INPUT_READY,   // there are bytes, or the end has come, which is not told again
    INPUT_STOPPED, // by input_stop
} InputEvent;

enum {
    INPUT_FOREVER = -1, // milliseconds
    INPUT_AGAIN = -1,   // what input_read may return
};

// An input from that file, which is not closed. Errors: NULL when memory, or what else
// it takes, is exhausted.
Input *input_new(int file);

// Pre: nobody uses it any more.
void input_delete(Input *input);

// Waits for the first of those events, so many milliseconds or INPUT_FOREVER.
InputEvent input_wait(Input *input, int milliseconds);

// Takes bytes after INPUT_READY; returns how many, 0 at the end of the input and
// INPUT_AGAIN if there were none after all. Pre: size > 0.
long input_read(Input *input, char *bytes, size_t size);

// For any thread: whoever waits, or will, is told INPUT_STOPPED.
void input_stop(Input *input);

#endif

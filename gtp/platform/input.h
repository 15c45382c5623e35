// SPDX-License-Identifier: MIT
//
// Reads bytes from a file descriptor. A thread can wait for them with a time limit, and
// another thread can end the wait.
#ifndef INPUT_H
#define INPUT_H

#include <stddef.h>

typedef struct Input Input;

typedef enum InputEvent {
    INPUT_NOTHING, // no event within the time limit, or before input_wake
    INPUT_READY,   // there are bytes, or the input has ended; the end is reported once
    INPUT_STOPPED, // input_stop was called
} InputEvent;

enum {
    INPUT_FOREVER = -1, // milliseconds
    INPUT_AGAIN = -1,   // a result of input_read: no bytes yet
};

// Creates an input from the file descriptor `file`. The input never closes it. Errors:
// NULL when memory or another resource is exhausted.
Input *input_new(int file);

// Pre: no thread uses the input any more.
void input_delete(Input *input);

// Waits for the first event, for at most `milliseconds`. INPUT_FOREVER sets no limit.
InputEvent input_wait(Input *input, int milliseconds);

// Reads up to `size` bytes after INPUT_READY. Returns the number of bytes, or 0 at the
// end of the input. Returns INPUT_AGAIN if no bytes were there after all. Pre: size >
// 0.
long input_read(Input *input, char *bytes, size_t size);

// Ends the present wait, or else the next one, with INPUT_NOTHING, unless there is
// another event. Any thread may call it.
void input_wake(Input *input);

// Ends the present wait, and each later one, with INPUT_STOPPED. Any thread may call
// it.
void input_stop(Input *input);

#endif

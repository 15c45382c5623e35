// SPDX-License-Identifier: MIT
#include "output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

bool output_write(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count >= 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (errno == EAGAIN) {
            struct pollfd full = {.fd = file, .events = POLLOUT};
            poll(&full, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool output_is_lost(int file)
{
    struct pollfd listener = {.fd = file};
    return poll(&listener, 1, 0) == 1 && (listener.revents & (POLLERR | POLLHUP)) != 0;
}

// A pipe with any room at all takes PIPE_BUF bytes without waiting.
void output_offer(int file, const char *bytes, size_t length)
{
    struct pollfd room = {.fd = file, .events = POLLOUT};
    while (length > 0 && poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0) {
        size_t part = length < PIPE_BUF ? length : PIPE_BUF;
        ssize_t written = write(room.fd, bytes, part);
        if (written <= 0)
            return;
        bytes += written;
        length -= (size_t)written;
    }
}

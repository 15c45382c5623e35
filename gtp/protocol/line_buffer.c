// SPDX-License-Identifier: MIT
#include "line_buffer.h"

#include <stdlib.h>
#include <string.h>

void line_buffer_init(LineBuffer *buffer)
{
    *buffer = (LineBuffer){.bytes = NULL};
}

void line_buffer_free(LineBuffer *buffer)
{
    free(buffer->bytes);
    line_buffer_init(buffer);
}

void line_buffer_clear(LineBuffer *buffer)
{
    buffer->length = 0;
    buffer->too_long = false;
}

static bool make_room(LineBuffer *buffer, size_t length)
{
    if (length <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : LINE_HEAD_LENGTH;
    while (capacity < length)
        capacity *= 2;
    char *bytes = realloc(buffer->bytes, capacity);
    if (bytes == NULL)
        return false;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

// Appends bytes up to the limit. Of a longer line only the first bytes stay.
static bool append(LineBuffer *buffer, const char *bytes, size_t count)
{
    if (buffer->too_long)
        return true;
    size_t room = LINE_LENGTH_MAX - buffer->length;
    size_t part = count < room ? count : room;
    if (part > 0) {
        if (!make_room(buffer, buffer->length + part))
            return false;
        memcpy(buffer->bytes + buffer->length, bytes, part);
        buffer->length += part;
    }
    buffer->too_long = count > room;
    if (buffer->too_long)
        buffer->length = LINE_HEAD_LENGTH;
    return true;
}

// Removes a byte order mark from the beginning of the stream, once enough bytes are
// there to recognize it.
static void drop_mark(LineBuffer *buffer, bool complete)
{
    static const char MARK[] = {'\xEF', '\xBB', '\xBF'};
    bool is_mark =
        buffer->length >= sizeof MARK && memcmp(buffer->bytes, MARK, sizeof MARK) == 0;
    if (buffer->past_mark)
        return;
    if (is_mark) {
        buffer->length -= sizeof MARK;
        memmove(buffer->bytes, buffer->bytes + sizeof MARK, buffer->length);
    }
    buffer->past_mark = complete || buffer->length >= sizeof MARK || is_mark;
}

bool line_buffer_add(LineBuffer *buffer, const char *bytes, size_t count, size_t *taken,
                     bool *complete)
{
    const char *newline = memchr(bytes, '\n', count);
    size_t part = newline != NULL ? (size_t)(newline - bytes) : count;
    *complete = newline != NULL;
    *taken = part + (newline != NULL);
    bool done = append(buffer, bytes, part);
    if (done)
        drop_mark(buffer, *complete);
    return done;
}

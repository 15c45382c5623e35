// SPDX-License-Identifier: MIT
#include "byte_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { GZIP_MAGIC_1 = 0x1f, GZIP_MAGIC_2 = 0x8b };

static const char NO_MEMORY[] = "out of memory";

// Reads on in the file, once all that was read is used up.
static void read_packed(ByteSource *source)
{
    if (source->packed_size > 0 || source->file == NULL)
        return;
    errno = 0;
    source->packed = source->buffer;
    source->packed_size = fread(source->buffer, 1, BYTE_SOURCE_WINDOW, source->file);
    if (ferror(source->file))
        source->error = errno != 0 ? strerror(errno) : "it cannot be read";
}

// Finds out whether the bytes are packed.
static void begin(ByteSource *source)
{
    source->window = malloc(BYTE_SOURCE_WINDOW);
    if (source->window == NULL || (source->file != NULL && source->buffer == NULL)) {
        source->error = NO_MEMORY;
        return;
    }
    read_packed(source);
    if (source->packed_size < 2 || source->packed[0] != GZIP_MAGIC_1 ||
        source->packed[1] != GZIP_MAGIC_2)
        return;
    source->unpacker = unpacker_new();
    if (source->unpacker == NULL)
        source->error = unpacker_exists() ? NO_MEMORY
                                          : "this build cannot unpack gzip: unpack "
                                            "the file, or build with zlib";
}

ByteSource byte_source_of_file(FILE *file)
{
    ByteSource source = {.file = file, .buffer = malloc(BYTE_SOURCE_WINDOW)};
    begin(&source);
    return source;
}

ByteSource byte_source_of_memory(const unsigned char *bytes, size_t size)
{
    ByteSource source = {.packed = bytes, .packed_size = size};
    begin(&source);
    return source;
}

void byte_source_close(ByteSource *source)
{
    unpacker_delete(source->unpacker);
    free(source->buffer);
    free(source->window);
}

static void copy(ByteSource *source)
{
    size_t count = source->packed_size < BYTE_SOURCE_WINDOW ? source->packed_size
                                                            : BYTE_SOURCE_WINDOW;
    if (count > 0)
        memcpy(source->window, source->packed, count);
    source->packed += count;
    source->packed_size -= count;
    source->end = count;
    source->ended = count == 0;
}

static void unpack(ByteSource *source)
{
    UnpackerPiece piece = {source->packed, source->packed_size, source->window,
                           BYTE_SOURCE_WINDOW};
    UnpackerState state = unpacker_run(source->unpacker, &piece);
    if (state == UNPACKER_DAMAGED)
        source->error = "it is damaged: it cannot be unpacked";
    else if (state == UNPACKER_GOES_ON && piece.from == source->packed &&
             piece.to == source->window)
        source->error = "it is cut off";
    source->ended = state == UNPACKER_ENDED;
    source->end = BYTE_SOURCE_WINDOW - piece.to_size;
    source->packed = piece.from;
    source->packed_size = piece.from_size;
}

bool byte_source_fill(ByteSource *source)
{
    source->at = source->end = 0;
    while (source->end == 0 && !source->ended && source->error == NULL) {
        read_packed(source);
        if (source->unpacker != NULL)
            unpack(source);
        else
            copy(source);
    }
    return source->end > 0;
}

bool byte_source_take(ByteSource *source, void *to, size_t count)
{
    unsigned char *bytes = to;
    while (count > 0) {
        if (byte_source_peek(source) < 0)
            return false;
        size_t here = source->end - source->at;
        size_t part = count < here ? count : here;
        memcpy(bytes, source->window + source->at, part);
        source->at += part;
        bytes += part;
        count -= part;
    }
    return true;
}

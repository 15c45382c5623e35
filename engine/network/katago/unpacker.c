// SPDX-License-Identifier: MIT
#include "unpacker.h"

#include <stdlib.h>
#define ZLIB_CONST // what is unpacked is not written to
#include <zlib.h>

enum { GZIP_ONLY = 16 };

struct Unpacker {
    z_stream stream;
};

bool unpacker_exists(void)
{
    return true;
}

Unpacker *unpacker_new(void)
{
    Unpacker *unpacker = calloc(1, sizeof *unpacker);
    if (unpacker != NULL &&
        inflateInit2(&unpacker->stream, MAX_WBITS + GZIP_ONLY) == Z_OK)
        return unpacker;
    free(unpacker);
    return NULL;
}

void unpacker_delete(Unpacker *unpacker)
{
    if (unpacker == NULL)
        return;
    inflateEnd(&unpacker->stream);
    free(unpacker);
}

static uInt limited(size_t bytes)
{
    enum { PIECE_BYTES_MAX = 1 << 30 };
    return bytes < PIECE_BYTES_MAX ? (uInt)bytes : PIECE_BYTES_MAX;
}

UnpackerState unpacker_run(Unpacker *unpacker, UnpackerPiece *piece)
{
    z_stream *stream = &unpacker->stream;
    uInt from_size = limited(piece->from_size), to_size = limited(piece->to_size);
    stream->next_in = piece->from;
    stream->avail_in = from_size;
    stream->next_out = piece->to;
    stream->avail_out = to_size;
    int status = inflate(stream, Z_NO_FLUSH);
    piece->from += from_size - stream->avail_in;
    piece->from_size -= from_size - stream->avail_in;
    piece->to += to_size - stream->avail_out;
    piece->to_size -= to_size - stream->avail_out;
    if (status == Z_STREAM_END)
        return UNPACKER_ENDED;
    return status == Z_OK || status == Z_BUF_ERROR ? UNPACKER_GOES_ON
                                                   : UNPACKER_DAMAGED;
}

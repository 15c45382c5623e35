// SPDX-License-Identifier: MIT
#include "packed_text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 9 };

bool packed_text_is_there(void)
{
    return true;
}

static void add_base64(const unsigned char *bytes, size_t length, LongText *text)
{
    static const char DIGITS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t count = length - i < 3 ? length - i : 3;
        unsigned bits = (unsigned)bytes[i] << 16;
        bits |= count > 1 ? (unsigned)bytes[i + 1] << 8 : 0;
        bits |= count > 2 ? bytes[i + 2] : 0;
        const char group[] = {DIGITS[bits >> 18], DIGITS[bits >> 12 & 63],
                              count > 1 ? DIGITS[bits >> 6 & 63] : '=',
                              count > 2 ? DIGITS[bits & 63] : '='};
        long_text_add_bytes(text, group, sizeof group);
    }
}

bool packed_text_write(const char *bytes, size_t length, LongText *text)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    uLong room = deflateBound(&stream, (uLong)length);
    unsigned char *packed = malloc(room);
    stream.next_in = (Bytef *)bytes; // zlib does not write there
    stream.avail_in = (uInt)length;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    bool done = packed != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    if (done)
        add_base64(packed, (size_t)stream.total_out, text);
    deflateEnd(&stream);
    free(packed);
    return done && !text->text.truncated;
}

// SPDX-License-Identifier: MIT
#include "sgf_encoding.h"

#include <stdint.h>
#include <string.h>

#include "sgf_name.h"

enum { ESCAPE = 0x1b, REPLACEMENT = 0xfffd };

static unsigned byte_at(const char *at)
{
    return (unsigned char)*at;
}

// Up to the next escape sequence, which the loop over characters reads on its own. Or
// to the end of the line, where text has to be ASCII again.
static size_t escaped_length(const char *at, const char *end)
{
    const char *next = at + 1;
    while (next < end && byte_at(next) != ESCAPE && *next != '\n' && *next != '\r')
        next++;
    return next < end ? (size_t)(next - at) : 1;
}

// Is this byte the first one of a character whose second one may look like ASCII?
static bool begins_pair(SgfEncoding encoding, const char *at)
{
    unsigned first = byte_at(at), second = byte_at(at + 1);
    if (encoding == SGF_OTHER_ENCODING || first < 0x81 || second < 0x40)
        return false;
    if (encoding == SGF_SHIFT_JIS) // katakana in between are single bytes
        return first <= 0x9f || (first >= 0xe0 && first <= 0xfc);
    return first <= 0xfe;
}

size_t sgf_character_length(SgfEncoding encoding, const char *at, const char *end)
{
    if (end - at < 2)
        return 1;
    if (byte_at(at) == ESCAPE && at[1] == '$')
        return escaped_length(at, end);
    return begins_pair(encoding, at) ? 2 : 1;
}

// GB2312 often is GBK in fact, and is read in the same way. Sources: the Encoding
// Standard, https://encoding.spec.whatwg.org/#names-and-labels; the names of code
// pages.
SgfEncoding sgf_encoding_named(const char *name)
{
    static const struct {
        const char *name;
        SgfEncoding encoding;
    } ENCODINGS[] = {
        {"Shift_JIS", SGF_SHIFT_JIS},    {"SJIS", SGF_SHIFT_JIS},
        {"x-sjis", SGF_SHIFT_JIS},       {"csShiftJIS", SGF_SHIFT_JIS},
        {"Windows-31J", SGF_SHIFT_JIS},  {"csWindows31J", SGF_SHIFT_JIS},
        {"MS_Kanji", SGF_SHIFT_JIS},     {"MS932", SGF_SHIFT_JIS},
        {"CP932", SGF_SHIFT_JIS},        {"Big5", SGF_BIG5_OR_GBK},
        {"csBig5", SGF_BIG5_OR_GBK},     {"cn-big5", SGF_BIG5_OR_GBK},
        {"x-x-big5", SGF_BIG5_OR_GBK},   {"Big5-HKSCS", SGF_BIG5_OR_GBK},
        {"CP950", SGF_BIG5_OR_GBK},      {"GBK", SGF_BIG5_OR_GBK},
        {"x-gbk", SGF_BIG5_OR_GBK},      {"MS936", SGF_BIG5_OR_GBK},
        {"CP936", SGF_BIG5_OR_GBK},      {"Windows-936", SGF_BIG5_OR_GBK},
        {"GB2312", SGF_BIG5_OR_GBK},     {"csGB2312", SGF_BIG5_OR_GBK},
        {"GB_2312-80", SGF_BIG5_OR_GBK}, {"GB18030", SGF_BIG5_OR_GBK},
    };
    for (size_t i = 0; i < sizeof ENCODINGS / sizeof ENCODINGS[0]; i++)
        if (sgf_is_same_name(ENCODINGS[i].name, name))
            return ENCODINGS[i].encoding;
    return SGF_OTHER_ENCODING;
}

// The bytes of a character of UTF-8; 0 if its first byte, or its second one, is wrong.
// Source: The Unicode Standard, table 3-7.
static size_t utf8_length(unsigned first, unsigned second)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4 || (second & 0xc0) != 0x80)
        return 0;
    if (first < 0xe0)
        return 2;
    bool is_wrong =
        (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    if (is_wrong)
        return 0;
    return first < 0xf0 ? 3 : 4;
}

bool sgf_is_utf8(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        unsigned second = i + 1 < length ? byte_at(bytes + i + 1) : 0;
        size_t count = utf8_length(byte_at(bytes + i), second);
        if (count == 0 || count > length - i)
            return false;
        for (size_t j = 2; j < count; j++)
            if ((byte_at(bytes + i + j) & 0xc0) != 0x80)
                return false;
        i += count;
    }
    return true;
}

static bool is_mark(const char *bytes, unsigned first, unsigned second)
{
    return byte_at(bytes) == first && byte_at(bytes + 1) == second;
}

static bool is_little_endian(const char *bytes)
{
    return is_mark(bytes, 0xff, 0xfe) || (bytes[0] != '\0' && bytes[1] == '\0');
}

bool sgf_is_utf16(const char *bytes, size_t length)
{
    if (length < 2)
        return false;
    if (is_mark(bytes, 0xff, 0xfe) || is_mark(bytes, 0xfe, 0xff))
        return true;
    return (bytes[0] == '\0') != (bytes[1] == '\0') &&
           byte_at(bytes) + byte_at(bytes + 1) < 0x80;
}

static void add_utf8(uint32_t code, Text *text)
{
    char bytes[5] = "";
    if (code < 0x80) {
        bytes[0] = (char)code;
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
    } else {
        bytes[0] = (char)(0xf0 | code >> 18);
        bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
        bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[3] = (char)(0x80 | (code & 0x3f));
    }
    text_add(text, bytes);
}

static uint32_t unit_at(const char *bytes, bool is_little)
{
    return is_little ? byte_at(bytes + 1) << 8 | byte_at(bytes)
                     : byte_at(bytes) << 8 | byte_at(bytes + 1);
}

void sgf_add_utf16(const char *bytes, size_t length, Text *text)
{
    bool is_little = is_little_endian(bytes);
    for (size_t i = 0; i + 1 < length; i += 2) {
        uint32_t code = unit_at(bytes + i, is_little);
        if ((code & 0xfc00) == 0xd800 && i + 3 < length &&
            (unit_at(bytes + i + 2, is_little) & 0xfc00) == 0xdc00) {
            i += 2;
            code = 0x10000 +
                   ((code & 0x3ff) << 10 | (unit_at(bytes + i, is_little) & 0x3ff));
        } else if ((code & 0xf800) == 0xd800) {
            code = REPLACEMENT;
        }
        add_utf8(code, text);
    }
}

// SPDX-License-Identifier: MIT
#include "sgf_scan.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "text.h"

enum {
    NAME_SIZE = 8,   // longer names are none of ours
    VALUE_SIZE = 64, // so are longer values
};

bool sgf_scan_fail(SgfScan *scan, const char *why)
{
    scan->error = why;
    return false;
}

bool sgf_is_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a != '\0' && !isalnum((unsigned char)*a))
            a++;
        while (*b != '\0' && !isalnum((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

static void skip_space(SgfScan *scan)
{
    while (scan->at < scan->end && isspace((unsigned char)*scan->at))
        scan->at++;
}

// Small letters in names are decoration, so that a name needs capital ones. Source:
// FF[3].
static bool read_name(SgfScan *scan, Text *name)
{
    bool has_capital = false;
    for (; scan->at < scan->end && isalnum((unsigned char)*scan->at); scan->at++) {
        has_capital = has_capital || isupper((unsigned char)*scan->at);
        if (!islower((unsigned char)*scan->at))
            text_add_char(name, *scan->at);
    }
    return has_capital || sgf_scan_fail(scan, "property name without a capital letter");
}

// Names for what CA holds. GB2312 often is GBK in fact, and is read in the same way.
// Sources: the Encoding Standard, https://encoding.spec.whatwg.org/#names-and-labels;
// the names of code pages.
static SgfEncoding encoding_named(const char *name)
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

// Is this byte the first one of a character whose second one may look like ASCII?
static bool begins_pair(const SgfScan *scan)
{
    if (scan->encoding == SGF_OTHER_ENCODING || scan->end - scan->at < 2)
        return false;
    unsigned char first = (unsigned char)scan->at[0];
    unsigned char second = (unsigned char)scan->at[1];
    if (first < 0x81 || second < 0x40)
        return false;
    if (scan->encoding == SGF_SHIFT_JIS) // katakana in between are single bytes
        return first <= 0x9f || (first >= 0xe0 && first <= 0xfc);
    return first <= 0xfe;
}

// The text between brackets without the space around it. Pre: at the left bracket.
static bool read_value(SgfScan *scan, Text *value)
{
    text_clear(value);
    for (scan->at++; scan->at < scan->end && *scan->at != ']'; scan->at++) {
        if (*scan->at == '\\' && scan->end - scan->at > 1)
            scan->at++;
        if (begins_pair(scan))
            text_add_char(value, *scan->at++);
        if (value->length > 0 || !isspace((unsigned char)*scan->at))
            text_add_char(value, *scan->at);
    }
    if (scan->at == scan->end)
        return sgf_scan_fail(scan, "value without end");
    scan->at++;
    while (value->length > 0 && isspace((unsigned char)value->bytes[value->length - 1]))
        value->bytes[--value->length] = '\0';
    return true;
}

static bool read_property(SgfScan *scan, SgfVisitor *visit, void *context)
{
    char name_bytes[NAME_SIZE], value_bytes[VALUE_SIZE];
    Text name = text_over(name_bytes, sizeof name_bytes);
    Text value = text_over(value_bytes, sizeof value_bytes);
    if (!read_name(scan, &name))
        return false;
    skip_space(scan);
    if (scan->at == scan->end || *scan->at != '[')
        return sgf_scan_fail(scan, "property without a value");
    while (scan->at < scan->end && *scan->at == '[') {
        if (!read_value(scan, &value) || !visit(context, name.bytes, value.bytes))
            return false;
        if (strcmp(name.bytes, "CA") == 0)
            scan->encoding = encoding_named(value.bytes);
        skip_space(scan);
    }
    return true;
}

// A `(` leads to the first variation, and the first `)` ends it, so that the depth of
// the tree does not matter.
bool sgf_scan_main_line(SgfScan *scan, SgfVisitor *visit, void *context)
{
    for (;;) {
        skip_space(scan);
        if (scan->at == scan->end)
            return sgf_scan_fail(scan, "record without end");
        char c = *scan->at;
        if (isalpha((unsigned char)c)) {
            if (!read_property(scan, visit, context))
                return scan->error == NULL;
            continue;
        }
        if (c == ')')
            return true;
        if (c != '(' && c != ';')
            return sgf_scan_fail(scan, "unexpected character");
        scan->at++;
    }
}

bool sgf_scan_begin(SgfScan *scan)
{
    scan->at = scan->start;
    scan->encoding = SGF_OTHER_ENCODING;
    while (scan->at < scan->end) {
        if (*scan->at++ != '(')
            continue;
        skip_space(scan);
        if (scan->at < scan->end && *scan->at == ';')
            return true;
    }
    return sgf_scan_fail(scan, "no game record");
}

int sgf_scan_line(const SgfScan *scan)
{
    int line = 1;
    for (const char *c = scan->start; c < scan->at; c++)
        line += *c == '\n' || (*c == '\r' && (c + 1 == scan->end || c[1] != '\n'));
    return line;
}

// SPDX-License-Identifier: MIT
#include "sgf_scan.h"

#include <ctype.h>
#include <stddef.h>

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

// Small letters in names are decoration. Source: FF[3].
static void read_name(SgfScan *scan, Text *name)
{
    for (; scan->at < scan->end && isalnum((unsigned char)*scan->at); scan->at++)
        if (!islower((unsigned char)*scan->at))
            text_add_char(name, *scan->at);
}

// The text between brackets without the space around it. Pre: at the left bracket.
static bool read_value(SgfScan *scan, Text *value)
{
    text_clear(value);
    for (scan->at++; scan->at < scan->end && *scan->at != ']'; scan->at++) {
        if (*scan->at == '\\' && scan->end - scan->at > 1)
            scan->at++;
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
    read_name(scan, &name);
    skip_space(scan);
    if (scan->at == scan->end || *scan->at != '[')
        return sgf_scan_fail(scan, "property without a value");
    while (scan->at < scan->end && *scan->at == '[') {
        if (!read_value(scan, &value) || !visit(context, name.bytes, value.bytes))
            return false;
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

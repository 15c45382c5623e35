// SPDX-License-Identifier: MIT
#include "sgf_scan.h"

#include <ctype.h>
#include <string.h>

#include "sgf_ahead.h"

enum {
    VALUE_SIZE = 64, // longer values are none of ours
    EXCERPT_BYTES = 16,
};

SgfScan sgf_scan_of(const char *record, size_t length, SgfRemarks *remarks)
{
    return (SgfScan){.start = record,
                     .cursor = {.at = record, .end = record + length},
                     .remarks = remarks};
}

bool sgf_scan_fail(SgfScan *scan, const char *why)
{
    scan->error = why;
    return false;
}

int sgf_scan_line(const SgfScan *scan)
{
    int line = 1;
    const SgfCursor *cursor = &scan->cursor;
    for (const char *c = scan->start; c < cursor->at; c++)
        line += *c == '\n' || (*c == '\r' && (c + 1 == cursor->end || c[1] != '\n'));
    return line;
}

void sgf_scan_remark(SgfScan *scan, SgfOddity oddity, const char *format, ...)
{
    if (scan->remarks == NULL || scan->remarks->of[oddity].line > 0)
        return;
    va_list args;
    va_start(args, format);
    sgf_remarks_note(scan->remarks, oddity, sgf_scan_line(scan), format, args);
    va_end(args);
}

// Of long names only the beginning.
static void read_name(SgfCursor *cursor, char spelled[SGF_NAME_SIZE])
{
    Text name = text_over(spelled, SGF_NAME_SIZE);
    for (; sgf_is_in_name(cursor); cursor->at++)
        text_add_char(&name, *cursor->at);
}

static void take_character(SgfCursor *cursor, Text *value)
{
    for (size_t left = sgf_next_length(cursor); left > 0; left--, cursor->at++)
        if (value->length > 0 || !isspace((unsigned char)*cursor->at))
            text_add_char(value, *cursor->at);
}

// Does a value end with the `]` here? Remarks on what only looks so.
static bool ends_value(SgfScan *scan, bool is_text, bool is_open)
{
    if (!is_text || !sgf_is_bare_bracket(scan->cursor, is_open))
        return true;
    scan->bare_brackets++;
    sgf_scan_remark(scan, SGF_BARE_BRACKET,
                    "a `]` in a text, without a `\\` before it, does not end the text");
    return false;
}

// The text between brackets without the space around it. False: the record ends before
// it does. Pre: at the left bracket.
static bool read_value(SgfScan *scan, bool is_text, Text *value)
{
    SgfCursor *cursor = &scan->cursor;
    bool is_open = false;
    text_clear(value);
    cursor->at++;
    while (!sgf_is_at_end(cursor) &&
           (*cursor->at != ']' || !ends_value(scan, is_text, is_open))) {
        is_open = is_open || *cursor->at == '[';
        sgf_skip_escape(cursor);
        take_character(cursor, value);
    }
    if (sgf_is_at_end(cursor))
        return false;
    cursor->at++;
    while (value->length > 0 && isspace((unsigned char)value->bytes[value->length - 1]))
        value->bytes[--value->length] = '\0';
    return true;
}

// Always false: the main line ends with the record.
static bool end_with_record(SgfScan *scan)
{
    scan->ends_early = true;
    sgf_scan_remark(scan, SGF_NO_END, "no `)` ends the record; it may be cut off");
    return false;
}

// The same, in the middle of a property.
static bool cut_off(SgfScan *scan)
{
    scan->ends_early = scan->is_cut = true;
    scan->faults++;
    sgf_scan_remark(scan, SGF_CUT_OFF,
                    "the record is cut off here; everything before is read");
    return false;
}

// One remark, and one fault, for all up to the next property or node.
static void note_junk(SgfScan *scan, const char *from)
{
    if (scan->in_junk)
        return;
    scan->in_junk = true;
    scan->faults++;
    int length = 1;
    while (length < EXCERPT_BYTES && from + length < scan->cursor.end &&
           strchr("[]();\r\n", from[length]) == NULL) // which finds a NUL, too
        length++;
    sgf_scan_remark(scan, SGF_JUNK, "`%.*s` is not a property; it is ignored", length,
                    from);
}

// Pre: not at the end.
static bool skip_junk(SgfScan *scan)
{
    char bytes[VALUE_SIZE];
    Text value = text_over(bytes, sizeof bytes);
    SgfCursor *cursor = &scan->cursor;
    note_junk(scan, cursor->at);
    if (sgf_is_next(cursor, "["))
        return read_value(scan, true, &value) || cut_off(scan);
    cursor->at += sgf_next_length(cursor);
    return true;
}

static bool read_values(SgfScan *scan, const char *name, SgfVisitor *visit,
                        void *context)
{
    char bytes[VALUE_SIZE];
    Text value = text_over(bytes, sizeof bytes);
    bool is_text = sgf_name_is_text(name), is_turn = sgf_name_is_turn(name);
    while (sgf_is_next(&scan->cursor, "[")) {
        scan->value = scan->cursor.at;
        if (!read_value(scan, is_text, &value))
            return cut_off(scan);
        scan->properties++;
        if (is_turn)
            scan->turn_depth = scan->depth;
        if (!visit(context, name, value.bytes))
            return false;
        sgf_skip_space(&scan->cursor);
    }
    return true;
}

static void remark_on_name(SgfScan *scan, const char *spelled, const char *name)
{
    if (strcmp(spelled, name) == 0)
        sgf_scan_remark(scan, SGF_PROPERTY_NAME, "`%s` is not a usual property name",
                        spelled);
    else
        sgf_scan_remark(scan, SGF_PROPERTY_NAME, "property `%s` is read as `%s`",
                        spelled, name);
}

static bool read_property(SgfScan *scan, SgfVisitor *visit, void *context)
{
    char spelled[SGF_NAME_SIZE], name[SGF_NAME_SIZE];
    SgfCursor *cursor = &scan->cursor;
    const char *start = cursor->at;
    read_name(cursor, spelled);
    bool is_usual = sgf_name_read(spelled, name);
    sgf_skip_space(cursor);
    if (sgf_is_at_end(cursor))
        return cut_off(scan);
    if (!sgf_is_next(cursor, "[")) {
        note_junk(scan, start);
        return true;
    }
    scan->in_junk = false;
    scan->property = start;
    if (!is_usual)
        remark_on_name(scan, spelled, name);
    return read_values(scan, name, visit, context);
}

// Ends a variation. It is the main line if it has moves; else the next one may be.
static bool close_variation(SgfScan *scan)
{
    SgfCursor *cursor = &scan->cursor;
    bool has_turns = scan->turn_depth >= scan->depth, is_last = scan->depth == 1;
    cursor->at++;
    scan->in_junk = false;
    if (scan->reads_all)
        return true;
    sgf_skip_space(cursor);
    bool has_nodes = sgf_is_next(cursor, ";");
    if (has_nodes && (has_turns || is_last))
        sgf_scan_remark(scan, SGF_AFTER_THE_END, "%s",
                        has_turns ? "everything after the `)` is ignored"
                                  : "a `)` before the first move is ignored");
    if (has_turns || (is_last && !has_nodes))
        return false;
    if (is_last)
        return true;
    scan->depth--;
    if (sgf_is_next(cursor, "("))
        sgf_scan_remark(scan, SGF_EMPTY_VARIATION,
                        "a variation without moves is ignored");
    return true;
}

// Reads what comes next. False: the main line ends here.
static bool read_next(SgfScan *scan, SgfVisitor *visit, void *context)
{
    SgfCursor *cursor = &scan->cursor;
    sgf_skip_space(cursor);
    if (sgf_is_at_end(cursor))
        return end_with_record(scan);
    if (sgf_begins_name(cursor))
        return read_property(scan, visit, context);
    if (sgf_is_next(cursor, ")"))
        return close_variation(scan);
    if (!sgf_is_next(cursor, ";("))
        return skip_junk(scan);
    scan->in_junk = false;
    scan->nodes += scan->properties > 0;
    scan->depth += *cursor->at == '(';
    if (*cursor->at == ';')
        scan->node = cursor->at;
    cursor->at++;
    return true;
}

bool sgf_scan_main_line(SgfScan *scan, SgfVisitor *visit, void *context)
{
    scan->properties = scan->faults = scan->bare_brackets = scan->turn_depth = 0;
    scan->depth = 1;
    scan->in_junk = scan->ends_early = scan->is_cut = false;
    scan->nodes = 0;
    scan->node = scan->cursor.at;
    if (!sgf_is_next(&scan->cursor, ";"))
        sgf_scan_remark(scan, SGF_NO_SEMICOLON, "the first node has no `;`");
    while (read_next(scan, visit, context))
        ;
    return scan->error == NULL;
}

// Reads the properties of a first node without `;`. False: there are none, or there is
// no other node behind them.
static bool read_head(SgfScan *scan)
{
    char spelled[SGF_NAME_SIZE], bytes[VALUE_SIZE];
    Text value = text_over(bytes, sizeof bytes);
    SgfCursor *cursor = &scan->cursor;
    if (sgf_is_at_end(cursor) || !isupper((unsigned char)*cursor->at))
        return false;
    while (sgf_begins_name(cursor)) {
        read_name(cursor, spelled);
        sgf_skip_space(cursor);
        if (!sgf_is_next(cursor, "["))
            return false;
        for (; sgf_is_next(cursor, "["); sgf_skip_space(cursor))
            if (!read_value(scan, true, &value))
                return false;
    }
    if (sgf_is_next(cursor, "(")) {
        cursor->at++;
        sgf_skip_space(cursor);
    }
    return sgf_is_next(cursor, ";");
}

// Looks for the first node of a record with its `(`. Errors: false, at the end.
static bool find_node(SgfScan *scan)
{
    SgfCursor *cursor = &scan->cursor;
    while (!sgf_is_at_end(cursor)) {
        if (*cursor->at++ != '(')
            continue;
        sgf_skip_space(cursor);
        SgfScan head = *scan;
        head.remarks = NULL;
        if (sgf_is_next(cursor, ";") || read_head(&head))
            return true;
        cursor->at = head.cursor.at; // all of that would be read again
    }
    return false;
}

bool sgf_scan_begin(SgfScan *scan)
{
    static const char MARK[] = "\xef\xbb\xbf"; // byte order mark of UTF-8
    SgfCursor *cursor = &scan->cursor;
    cursor->at = scan->start;
    if (cursor->end - cursor->at >= 3 && memcmp(cursor->at, MARK, 3) == 0)
        cursor->at += 3;
    sgf_skip_space(cursor);
    return sgf_is_bare_node(*cursor) || find_node(scan) ||
           sgf_scan_fail(scan, "no game record");
}

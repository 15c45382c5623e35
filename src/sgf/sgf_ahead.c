// SPDX-License-Identifier: MIT
#include "sgf_ahead.h"

#include <stddef.h>

enum {
    MOVE_VALUE_BYTES = 8, // of a move, at most
    SMALL_NAME_LENGTH = 2,
};

// Space, and marks that mean nothing, such as dashes.
static void skip_marks(SgfCursor *cursor)
{
    while (!sgf_is_at_end(cursor) && (unsigned char)*cursor->at < 0x80 &&
           *cursor->at != '\0' && !sgf_is_in_name(cursor) &&
           !sgf_is_next(cursor, "[]();\\"))
        cursor->at++;
}

// Moves behind a name and the `[` after it. Small letters alone may be a word.
static bool skip_opening(SgfCursor *cursor)
{
    const char *name = cursor->at;
    bool has_capital = false;
    for (; sgf_is_in_name(cursor); cursor->at++)
        has_capital = has_capital || isupper((unsigned char)*cursor->at);
    ptrdiff_t length = cursor->at - name;
    if (length == 0 || (!has_capital && length > SMALL_NAME_LENGTH))
        return false;
    sgf_skip_space(cursor);
    if (!sgf_is_next(cursor, "["))
        return false;
    cursor->at++;
    return true;
}

static void skip_character(SgfCursor *cursor)
{
    sgf_skip_escape(cursor);
    cursor->at += sgf_next_length(cursor);
}

// Moves behind the `]` of a value, which has at most so many bytes.
static bool skip_closing(SgfCursor *cursor, ptrdiff_t bytes_max)
{
    const char *value = cursor->at;
    while (!sgf_is_at_end(cursor) && *cursor->at != ']' &&
           cursor->at - value <= bytes_max)
        skip_character(cursor);
    if (!sgf_is_next(cursor, "]"))
        return false;
    cursor->at++;
    return true;
}

// Does it look as if a value had ended just now?
static bool is_behind_value(SgfCursor cursor)
{
    skip_marks(&cursor);
    return sgf_is_at_end(&cursor) || sgf_is_next(&cursor, "[();") ||
           skip_opening(&cursor);
}

static bool is_property(SgfCursor cursor)
{
    return skip_opening(&cursor) && skip_closing(&cursor, cursor.end - cursor.at) &&
           is_behind_value(cursor);
}

// The same as is_behind_value, more closely: words have brackets, too, and :-).
static bool may_end_value(SgfCursor cursor)
{
    skip_marks(&cursor);
    if (sgf_is_at_end(&cursor) || sgf_is_next(&cursor, "["))
        return true;
    bool closes = sgf_is_next(&cursor, ")");
    if (closes || sgf_is_next(&cursor, ";(")) {
        cursor.at++;
        skip_marks(&cursor);
        if (sgf_is_at_end(&cursor) || sgf_is_next(&cursor, "();"))
            return true;
    }
    return !closes && is_property(cursor);
}

// Pre: at a `;`.
static bool is_move(SgfCursor cursor)
{
    cursor.at++;
    sgf_skip_space(&cursor);
    return sgf_is_next(&cursor, "BW") && skip_opening(&cursor) &&
           skip_closing(&cursor, MOVE_VALUE_BYTES) && is_behind_value(cursor);
}

bool sgf_is_bare_bracket(SgfCursor cursor, bool is_open)
{
    cursor.at++;
    if (is_open ? may_end_value(cursor) : is_behind_value(cursor))
        return false;
    while (!sgf_is_at_end(&cursor) && *cursor.at != ']') {
        if (*cursor.at == ';' && is_move(cursor))
            return false;
        skip_character(&cursor);
    }
    return !sgf_is_at_end(&cursor);
}

bool sgf_is_bare_node(SgfCursor cursor)
{
    if (!sgf_is_next(&cursor, ";"))
        return false;
    cursor.at++;
    sgf_skip_space(&cursor);
    return !sgf_is_at_end(&cursor) && isupper((unsigned char)*cursor.at) &&
           is_property(cursor);
}

// SPDX-License-Identifier: MIT
#include "own_lines.h"

#include <ctype.h>
#include <string.h>

#include "record_edits.h"
#include "record_map.h"
#include "sgf_cursor.h"

// Does the value of a node's PNK contain the word?
static bool has_word(const char *bytes, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && !isspace((unsigned char)bytes[end]))
            end++;
        if (end - at == size && memcmp(bytes + at, word, size) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

static bool is_own(const RecordMap *map, const RecordPart *mark, const char *word)
{
    return has_word(map->record + mark->value, mark->value_end - mark->value, word);
}

static bool begins_own_line(const char *record, size_t at, size_t end)
{
    const size_t size = sizeof OWN_LINE - 1;
    return end - at >= size && memcmp(record + at, OWN_LINE, size) == 0;
}

static size_t next_line(const char *record, size_t at, size_t end)
{
    while (at < end && record[at] != '\n')
        at++;
    return at < end ? at + 1 : end;
}

// Removes our lines from a comment, with the blank line before them.
static void remove_lines(const char *record, const RecordPart *comment,
                         RecordEdits *edits)
{
    size_t at = comment->value, end = comment->value_end;
    while (at < end && !begins_own_line(record, at, end))
        at = next_line(record, at, end);
    size_t start = at;
    while (at < end && begins_own_line(record, at, end))
        at = next_line(record, at, end);
    if (at == start)
        return;
    for (int i = 0; i < 2 && at == end && start > comment->value; i++)
        start -= record[start - 1] == '\n';
    record_edits_remove(edits, start, at);
}

// Is there nothing in a comment but our lines?
static bool is_all_own(const char *record, const RecordPart *comment)
{
    size_t at = comment->value, end = comment->value_end;
    while (at < end && begins_own_line(record, at, end))
        at = next_line(record, at, end);
    return at == end;
}

static void clean_node(const RecordMap *map, const RecordNode *node,
                       const RecordPart *mark, RecordEdits *edits)
{
    for (int i = 0; i < node->part_count; i++) {
        const RecordPart *part = &node->parts[i];
        bool is_comment = strcmp(part->name, "C") == 0;
        bool is_whole = part == mark || is_own(map, mark, part->name);
        if (is_comment && !(is_whole && is_all_own(map->record, part)))
            remove_lines(map->record, part, edits);
        else if (is_whole)
            record_edits_remove(edits, part->start, part->end);
    }
}

// Reads a property with one value. False: there is none.
static bool read_property(SgfCursor *cursor, const char **name, size_t *name_length,
                          const char **value, size_t *length)
{
    sgf_skip_space(cursor);
    *name = cursor->at;
    while (sgf_is_in_name(cursor))
        cursor->at++;
    *name_length = (size_t)(cursor->at - *name);
    if (*name_length == 0 || !sgf_is_next(cursor, "["))
        return false;
    *value = ++cursor->at;
    while (!sgf_is_at_end(cursor) && *cursor->at != ']') {
        sgf_skip_escape(cursor);
        cursor->at += sgf_next_length(cursor);
    }
    *length = (size_t)(cursor->at - *value);
    if (sgf_is_at_end(cursor))
        return false;
    cursor->at++;
    return true;
}

// Reads a node of a variation. Counts its properties, and notes whether it is marked as
// ours.
static bool read_node(SgfCursor *cursor, int *count, bool *is_marked)
{
    const char *name, *value;
    size_t name_length, length;
    *count = 0;
    *is_marked = false;
    sgf_skip_space(cursor);
    if (!sgf_is_next(cursor, ";"))
        return false;
    cursor->at++;
    while (sgf_skip_space(cursor), sgf_begins_name(cursor)) {
        if (!read_property(cursor, &name, &name_length, &value, &length))
            return false;
        ++*count;
        if (name_length == 3 && memcmp(name, "PNK", 3) == 0)
            *is_marked = has_word(value, length, "line");
    }
    return true;
}

// Is the variation at the cursor one that a review has added, as it was? Moves behind
// it in any case. Pre: at its `(`.
static bool skip_variation(const RecordMap *map, SgfCursor *cursor)
{
    SgfCursor trial = *cursor;
    int count;
    bool is_marked, is_ours;
    size_t close = record_map_close(map, (size_t)(cursor->at - map->record) + 1);
    trial.at++;
    is_ours = read_node(&trial, &count, &is_marked) && is_marked;
    while (is_ours && sgf_is_next(&trial, ";"))
        is_ours = read_node(&trial, &count, &is_marked) && count == 1;
    cursor->at = map->record + close + (close < map->length);
    return is_ours && sgf_is_next(&trial, ")");
}

// Removes our variations beside a node, and the parentheses around it if they were for
// them only.
static void close_node(const RecordMap *map, const RecordNode *node, bool is_opened,
                       RecordEdits *edits)
{
    size_t open = record_map_open(map, node);
    size_t close = record_map_close(map, node->start);
    int kept = 0;
    if (open == node->start || close == map->length)
        return;
    SgfCursor cursor = {.at = map->record + close + 1,
                        .end = map->record + map->length,
                        .encoding = map->encoding};
    while (sgf_skip_space(&cursor), sgf_is_next(&cursor, "(")) {
        size_t start = (size_t)(cursor.at - map->record);
        if (skip_variation(map, &cursor))
            record_edits_remove(edits, start, (size_t)(cursor.at - map->record));
        else
            kept++;
    }
    if (is_opened && kept == 0) {
        record_edits_remove(edits, open, open + 1);
        record_edits_remove(edits, close, close + 1);
    }
}

static void clean(const RecordMap *map, RecordEdits *edits)
{
    for (size_t i = 0; i < map->count; i++) {
        const RecordNode *node = &map->nodes[i];
        const RecordPart *mark = record_node_part(node, "PNK");
        if (mark == NULL)
            continue;
        clean_node(map, node, mark, edits);
        bool is_opened = is_own(map, mark, "open");
        if (map->is_sound && (is_opened || is_own(map, mark, "beside")))
            close_node(map, node, is_opened, edits);
    }
}

bool own_lines_remove(const char *record, size_t length, LongText *out)
{
    RecordMap map;
    RecordEdits edits = {.edits = NULL};
    bool done = record_map_make(&map, record, length);
    if (done) {
        clean(&map, &edits);
        done = record_edits_apply(&edits, record, length, out);
    }
    record_edits_free(&edits);
    record_map_free(&map);
    return done;
}

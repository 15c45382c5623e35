// SPDX-License-Identifier: MIT
#include "record_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_guess.h"
#include "sgf_scan.h"

// The map while it is made.
typedef struct Mapping {
    RecordMap *map;
    const SgfScan *scan;
} Mapping;

// Is it one that a review looks at?
static bool is_noted(const char *name)
{
    static const char *const NOTED[] = {"C", "SBKV", "SBKS", "LZ", "LZOP", "KT",  "KTV",
                                        "V", "BM",   "DO",   "TE", "IT",   "PNK", NULL};
    return sgf_name_is_in(name, NOTED);
}

// Errors: NULL when memory is exhausted.
static RecordNode *add_node(RecordMap *map, size_t start)
{
    if (map->nodes == NULL || map->count == map->capacity) {
        size_t capacity = map->capacity > 0 ? 2 * map->capacity : 256;
        RecordNode *nodes = realloc(map->nodes, capacity * sizeof *nodes);
        if (nodes == NULL)
            return NULL;
        map->nodes = nodes;
        map->capacity = capacity;
    }
    RecordNode *node = &map->nodes[map->count++];
    node->start = start;
    node->part_count = 0;
    return node;
}

static void note_part(RecordNode *node, const char *name, RecordPart part)
{
    RecordPart *last = node->part_count > 0 ? &node->parts[node->part_count - 1] : NULL;
    if (last != NULL && last->start == part.start) { // another value
        last->end = part.end;
        return;
    }
    if (node->part_count == RECORD_PARTS_MAX)
        return;
    snprintf(part.name, sizeof part.name, "%s", name);
    node->parts[node->part_count++] = part;
}

static bool visit(void *context, const char *name, const char *value)
{
    const Mapping *mapping = context;
    RecordMap *map = mapping->map;
    const SgfScan *scan = mapping->scan;
    (void)value;
    size_t start = (size_t)(scan->node - map->record);
    RecordNode *node = map->count > 0 ? &map->nodes[map->count - 1] : NULL;
    if (node == NULL || node->start != start)
        node = add_node(map, start);
    if (node == NULL) {
        map->no_memory = true;
        return false;
    }
    node->end = (size_t)(scan->cursor.at - map->record);
    if (is_noted(name))
        note_part(node, name,
                  (RecordPart){.start = (size_t)(scan->property - map->record),
                               .end = node->end,
                               .value = (size_t)(scan->value - map->record) + 1,
                               .value_end = node->end - 1});
    return true;
}

bool record_map_make(RecordMap *map, const char *record, size_t length)
{
    SgfScan scan = sgf_scan_of(record, length, NULL);
    *map = (RecordMap){.record = record, .length = length};
    sgf_guess_encoding(&scan);
    map->encoding = scan.cursor.encoding;
    if (sgf_scan_begin(&scan))
        sgf_scan_main_line(&scan, visit, &(Mapping){map, &scan});
    map->is_sound = scan.faults == 0 && scan.bare_brackets == 0 && !scan.ends_early &&
                    map->count > 0;
    return !map->no_memory;
}

void record_map_free(RecordMap *map)
{
    free(map->nodes);
    *map = (RecordMap){.record = NULL};
}

const RecordNode *record_map_find(const RecordMap *map, size_t start)
{
    size_t low = 0, high = map->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->nodes[middle].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low < map->count && map->nodes[low].start == start ? &map->nodes[low] : NULL;
}

const RecordPart *record_node_part(const RecordNode *node, const char *name)
{
    for (int i = 0; i < node->part_count; i++)
        if (strcmp(node->parts[i].name, name) == 0)
            return &node->parts[i];
    return NULL;
}

// Skips the value of a property. Pre: at its `[`.
static void skip_value(SgfCursor *cursor)
{
    while (!sgf_is_at_end(cursor) && *cursor->at != ']') {
        sgf_skip_escape(cursor);
        cursor->at += sgf_next_length(cursor);
    }
}

size_t record_map_close(const RecordMap *map, size_t place)
{
    SgfCursor cursor = {.at = map->record + place,
                        .end = map->record + map->length,
                        .encoding = map->encoding};
    for (int depth = 0; !sgf_is_at_end(&cursor); cursor.at++) {
        if (*cursor.at == '[')
            skip_value(&cursor);
        else if (*cursor.at == '(')
            depth++;
        else if (*cursor.at == ')' && depth-- == 0)
            return (size_t)(cursor.at - map->record);
        if (sgf_is_at_end(&cursor))
            break;
    }
    return map->length;
}

size_t record_map_open(const RecordMap *map, const RecordNode *node)
{
    size_t place = node->start;
    while (place > 0 && isspace((unsigned char)map->record[place - 1]))
        place--;
    return place > 0 && map->record[place - 1] == '(' ? place - 1 : node->start;
}

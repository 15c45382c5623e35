// SPDX-License-Identifier: MIT
//
// Where in the bytes of a record the nodes of its main line are, and what stands there.
// So a record can be changed without touching anything else.
#ifndef RECORD_MAP_H
#define RECORD_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "sgf_encoding.h"

enum { RECORD_PARTS_MAX = 16 }; // properties of a node that are noted

// A property that a review writes or looks at. Places are offsets in the record.
typedef struct RecordPart {
    char name[8];
    size_t start, end; // first byte of the name; behind the last `]`
    size_t value;      // behind the first `[`
    size_t value_end;  // the first `]`
} RecordPart;

typedef struct RecordNode {
    size_t start, end; // its `;`; behind the last `]` of its properties
    RecordPart parts[RECORD_PARTS_MAX];
    int part_count;
} RecordNode;

typedef struct RecordMap {
    const char *record;
    size_t length;
    SgfEncoding encoding;
    RecordNode *nodes; // those of the main line that have properties, in order
    size_t count, capacity;
    bool is_sound; // variations can be added: brackets and parentheses are in order
    bool no_memory;
} RecordMap;

// Maps a record. Errors: false when memory is exhausted. Pre: sgf_read can read it.
bool record_map_make(RecordMap *map, const char *record, size_t length);
void record_map_free(RecordMap *map);

// The node that begins there. NULL: none does.
const RecordNode *record_map_find(const RecordMap *map, size_t start);

// The noted property with this name. NULL: there is none.
const RecordPart *record_node_part(const RecordNode *node, const char *name);

// The `)` that ends the variation in which `place` is; the length of the record if
// there is none. Pre: the map is sound; the place is outside of properties.
size_t record_map_close(const RecordMap *map, size_t place);

// The `(` before a node, if it is the first one of its variation; otherwise the node's
// start. Pre: the map is sound.
size_t record_map_open(const RecordMap *map, const RecordNode *node);

#endif

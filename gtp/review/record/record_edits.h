// SPDX-License-Identifier: MIT
//
// Changes of a record's bytes, which are collected first and then applied at once.
#ifndef RECORD_EDITS_H
#define RECORD_EDITS_H

#include <stdbool.h>
#include <stddef.h>

#include "long_text.h"

typedef struct RecordEdit RecordEdit;

typedef struct RecordEdits {
    RecordEdit *edits;
    size_t count, capacity;
    LongText added; // all that is inserted
    bool no_memory;
} RecordEdits;

void record_edits_free(RecordEdits *edits);

// Inserts a string. What is inserted at the same place stays in the order of the calls.
void record_edits_insert(RecordEdits *edits, size_t place, const char *string);

// Removes the bytes from `start` to before `end`.
void record_edits_remove(RecordEdits *edits, size_t start, size_t end);

// Appends the record with all changes. Errors: false when memory is exhausted.
bool record_edits_apply(RecordEdits *edits, const char *record, size_t length,
                        LongText *out);

#endif

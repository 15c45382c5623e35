// SPDX-License-Identifier: MIT
#include "record_edits.h"

#include <stdlib.h>
#include <string.h>

struct RecordEdit {
    size_t place, removed; // bytes that are removed there
    size_t added, length;  // where in the text of all, and bytes
    size_t number;         // in the order of the calls
};

void record_edits_free(RecordEdits *edits)
{
    free(edits->edits);
    long_text_free(&edits->added);
    *edits = (RecordEdits){.edits = NULL};
}

static void add(RecordEdits *edits, RecordEdit edit)
{
    if (edits->count == edits->capacity) {
        size_t capacity = edits->capacity > 0 ? 2 * edits->capacity : 256;
        RecordEdit *more = realloc(edits->edits, capacity * sizeof *more);
        if (more == NULL) {
            edits->no_memory = true;
            return;
        }
        edits->edits = more;
        edits->capacity = capacity;
    }
    edit.number = edits->count;
    edits->edits[edits->count++] = edit;
}

void record_edits_insert(RecordEdits *edits, size_t place, const char *string)
{
    RecordEdit edit = {
        .place = place, .added = edits->added.text.length, .length = strlen(string)};
    long_text_add(&edits->added, string);
    add(edits, edit);
}

void record_edits_remove(RecordEdits *edits, size_t start, size_t end)
{
    add(edits, (RecordEdit){.place = start, .removed = end - start});
}

static int compare(const void *a, const void *b)
{
    const RecordEdit *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

bool record_edits_apply(RecordEdits *edits, const char *record, size_t length,
                        LongText *out)
{
    size_t place = 0;
    if (edits->no_memory || edits->added.text.truncated)
        return false;
    if (edits->count > 0)
        qsort(edits->edits, edits->count, sizeof *edits->edits, compare);
    for (size_t i = 0; i < edits->count; i++) {
        const RecordEdit *edit = &edits->edits[i];
        if (edit->place > place) {
            long_text_add_bytes(out, record + place, edit->place - place);
            place = edit->place;
        }
        if (edit->length > 0)
            long_text_add_bytes(out, edits->added.text.bytes + edit->added,
                                edit->length);
        if (edit->place + edit->removed > place)
            place = edit->place + edit->removed;
    }
    long_text_add_bytes(out, record + place, length - place);
    return !out->text.truncated;
}

// SPDX-License-Identifier: MIT
#include "sgf_guess.h"

#include <string.h>

// The record as it is in one of the encodings.
typedef struct Decoding {
    SgfEncoding encoding;
    bool is_record;
    int faults, turns, bare_brackets, properties;
    bool is_declared; // by CA
} Decoding;

static bool count(void *context, const char *name, const char *value)
{
    Decoding *reading = context;
    reading->turns += sgf_name_is_turn(name);
    // What is not UTF-8 may say so all the same.
    if (strcmp(name, "CA") == 0 && value[0] != '\0')
        reading->is_declared = !sgf_is_same_name(value, "UTF-8") &&
                               sgf_encoding_named(value) == reading->encoding;
    return true;
}

static Decoding read_in(const SgfScan *scan, SgfEncoding encoding)
{
    Decoding reading = {.encoding = encoding};
    SgfScan trial = *scan;
    trial.cursor.encoding = encoding;
    trial.remarks = NULL;
    trial.reads_all = true; // a `)` that is lost makes the main line no longer
    reading.is_record =
        sgf_scan_begin(&trial) && sgf_scan_main_line(&trial, count, &reading);
    reading.faults = trial.faults;
    reading.bare_brackets = trial.bare_brackets;
    reading.properties = trial.properties;
    return reading;
}

// In a wrong encoding brackets are lost. Then words stand where properties should be,
// or a text swallows properties, moves among them.
static bool is_better(const Decoding *a, const Decoding *b)
{
    if (a->is_record != b->is_record)
        return a->is_record;
    if (a->faults != b->faults)
        return a->faults < b->faults;
    if (a->turns != b->turns)
        return a->turns > b->turns;
    if (a->bare_brackets != b->bare_brackets)
        return a->bare_brackets < b->bare_brackets;
    if (a->is_declared != b->is_declared)
        return a->is_declared;
    return a->properties > b->properties;
}

void sgf_guess_encoding(SgfScan *scan)
{
    scan->cursor.encoding = SGF_OTHER_ENCODING;
    if (sgf_is_utf8(scan->start, (size_t)(scan->cursor.end - scan->start)))
        return;
    Decoding best = read_in(scan, SGF_OTHER_ENCODING);
    for (int i = SGF_OTHER_ENCODING + 1; i < SGF_ENCODINGS; i++) {
        Decoding other = read_in(scan, (SgfEncoding)i);
        if (is_better(&other, &best))
            best = other;
    }
    scan->cursor.encoding = best.encoding;
    bool is_guessed = best.encoding != SGF_OTHER_ENCODING && !best.is_declared;
    if (is_guessed && sgf_scan_begin(scan)) // for the line
        sgf_scan_remark(scan, SGF_TWO_BYTES,
                        "text is read as Shift-JIS, GBK or Big5; CA does not name it");
}

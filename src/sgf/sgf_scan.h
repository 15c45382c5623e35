// SPDX-License-Identifier: MIT
//
// Scans the properties of a record's main line and their values, one after the other.
// At every branch the main line follows the first variation with moves. The scan works
// on bytes in memory, without recursion. The visitor decides what the values mean. What
// is misspelled is skipped, with a remark. Sources: FF[1] to FF[4],
// https://www.red-bean.com/sgf/; records that servers and programs write.
#ifndef SGF_SCAN_H
#define SGF_SCAN_H

#include <stdbool.h>

#include "sgf_cursor.h"
#include "sgf_name.h"
#include "sgf_remarks.h"

// A record being read. Made by sgf_scan_of.
typedef struct SgfScan {
    const char *start; // first byte
    SgfCursor cursor;
    const char *error;   // NULL: no error; static words
    SgfRemarks *remarks; // NULL: oddities are not noted
    bool reads_all;      // scan all variations and games, as if they were one line

    // The place of what the visitor is shown.
    const char *node;     // `;` of the node, or without one its first byte
    const char *property; // first byte of the property's name
    const char *value;    // `[` of the value; the cursor stands behind its `]`

    // State of sgf_scan_main_line so far.
    int properties, faults; // numbers of values that are well-formed, and of faults
    int bare_brackets;      // number of them in texts
    int depth;              // depth of variations; 1: the record's first nodes
    int turn_depth; // depth of the last property that changed the board; 0: none yet
    int nodes;      // number of complete nodes
    bool in_junk;
    bool ends_early; // the record ends before its `)`
    bool is_cut;     // the record ends in the middle of a property
} SgfScan;

// Receives one value of a property, without the space around it. Long names and values
// are cut. Returns false to stop the scan; after sgf_scan_fail that is an error.
typedef bool SgfVisitor(void *context, const char *name, const char *value);

// Creates a scan at the start of a record. The encoding is SGF_OTHER_ENCODING.
SgfScan sgf_scan_of(const char *record, size_t length, SgfRemarks *remarks);

// Moves to the first node of the record. It stands behind the first `(` that a `;`
// follows. If the first node has no `;`, it stands behind the first `(` that properties
// and a later `;` follow. Anything else may stand before it. A record may also begin
// with `;`. A second call makes the next scan read everything again in the same way.
// Errors: false, with scan->error, if there is no first node.
bool sgf_scan_begin(SgfScan *scan);

// Shows the main line to the visitor. Names are spelled as by sgf_name_read. If the
// record is cut off, the visitor sees what there is. Errors: false, with scan->error,
// if the visitor reports one. Pre: sgf_scan_begin.
bool sgf_scan_main_line(SgfScan *scan, SgfVisitor *visit, void *context);

// Notes an error. Returns false.
bool sgf_scan_fail(SgfScan *scan, const char *why);

// Remarks on something odd at the present place.
void sgf_scan_remark(SgfScan *scan, SgfOddity oddity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The line of the present place, from 1. Lines end with LF, CR or both.
int sgf_scan_line(const SgfScan *scan);

#endif

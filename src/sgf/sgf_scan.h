// SPDX-License-Identifier: MIT
//
// How a game record is spelled: the properties of its main line (the first variation
// with moves everywhere) and their values, one after the other, from bytes in memory
// and without recursion. What they mean is for the visitor to say. What is misspelled
// is stepped over, and remarked on. Sources: FF[1] to FF[4],
// https://www.red-bean.com/sgf/; records that servers and programs write.
#ifndef SGF_SCAN_H
#define SGF_SCAN_H

#include <stdbool.h>

#include "sgf_cursor.h"
#include "sgf_name.h"
#include "sgf_remarks.h"

// A record being read. sgf_scan_of makes it.
typedef struct SgfScan {
    const char *start; // first byte
    SgfCursor cursor;
    const char *error;   // NULL while all is well; static words
    SgfRemarks *remarks; // NULL: what is odd is not noted
    bool reads_all;      // all variations and games, as if they were one line

    // Of sgf_scan_main_line, as far as it has come.
    int properties, faults; // what is in its place, and what is not
    int bare_brackets;      // in texts
    int depth;              // of variations; 1: the record's first nodes
    int turn_depth;         // of the last property that changed the board; 0: none yet
    int nodes;              // that are complete
    bool in_junk;
    bool ends_early; // the record ends before its `)`
    bool is_cut;     // and in the middle of a property
} SgfScan;

// Takes a value of a property, without the space around it; of long names and values
// only the beginning. False: stop here, because of an error if sgf_scan_fail was
// called.
typedef bool SgfVisitor(void *context, const char *name, const char *value);

// A scan of a record, at its start; the encoding is one without surprises.
SgfScan sgf_scan_of(const char *record, size_t length, SgfRemarks *remarks);

// Goes to the first node of the record: behind the first `(` with `;` next or, in
// records whose first node has no `;`, properties with a `;` after them. Whatever is
// not may stand before it. A record may begin with `;`. May be called again to read all
// again, in the same way. Errors: false, with scan->error, if there is none.
bool sgf_scan_begin(SgfScan *scan);

// Shows the main line to the visitor; names as sgf_name_read makes them. A record that
// is cut off is shown as far as it goes. Errors: false, with scan->error, if the
// visitor says so. Pre: sgf_scan_begin.
bool sgf_scan_main_line(SgfScan *scan, SgfVisitor *visit, void *context);

// Notes an error. Returns false.
bool sgf_scan_fail(SgfScan *scan, const char *why);

// Remarks on what is odd here.
void sgf_scan_remark(SgfScan *scan, SgfOddity oddity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The line that has been reached, from 1; lines end with LF, CR or both.
int sgf_scan_line(const SgfScan *scan);

#endif

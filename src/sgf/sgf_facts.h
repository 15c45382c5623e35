// SPDX-License-Identifier: MIT
//
// What must be known of a record before its first stone is placed, wherever it says so.
#ifndef SGF_FACTS_H
#define SGF_FACTS_H

#include "game.h"
#include "sgf_scan.h"

typedef struct SgfFacts {
    int columns, rows;   // 19 where the record does not say
    int komi;            // half points
    Rules rules;         // those before where it names none that we know
    int handicap;        // that it says; 0: none
    bool implies_stones; // White moves first, and no stones are set up before
} SgfFacts;

// Collects the facts, with remarks on what is odd about them and about the spelling.
// Errors: false, with scan->error, if there is no record, or less of it is in its place
// than is not; for another game than Go, and for an unacceptable size. Pre: komi and
// rules of the facts are set.
bool sgf_facts_read(SgfScan *scan, SgfFacts *facts);

#endif

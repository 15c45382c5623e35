// SPDX-License-Identifier: MIT
//
// Facts of a record that must be known before its first stone is placed. The record may
// state them anywhere.
#ifndef SGF_FACTS_H
#define SGF_FACTS_H

#include "game.h"
#include "sgf_scan.h"

typedef struct SgfFacts {
    int columns, rows;   // 19 if the record does not say
    int komi;            // half points
    Rules rules;         // unchanged if the record names no rules that we know
    int handicap;        // as the record says; 0: none
    bool implies_stones; // White moves first, and no stones are set up before that
} SgfFacts;

// Collects the facts. Remarks on what is odd about them, and about the spelling.
// Errors: false, with scan->error, in these cases. There is no record, or less of it is
// well-formed than is not. The game is not Go. The size is not acceptable. Pre: komi
// and rules of the facts are set.
bool sgf_facts_read(SgfScan *scan, SgfFacts *facts);

#endif

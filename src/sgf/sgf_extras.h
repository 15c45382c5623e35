// SPDX-License-Identifier: MIT
//
// What a record says that a Game (sgf.h) cannot hold.
#ifndef SGF_EXTRAS_H
#define SGF_EXTRAS_H

#include "color.h"
#include "sgf_scan.h"
#include <stdbool.h>

typedef struct SgfExtras {
    bool has_more;  // there are names, comments, marks, variations or another game
    Color resigned; // the player who resigned, as the result says; EMPTY: none
} SgfExtras;

// Searches a record for extras. Pre: sgf_read reads it without an error. Source: FF[4],
// RE.
SgfExtras sgf_extras_find(const SgfScan *record);

#endif

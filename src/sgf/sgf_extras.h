// SPDX-License-Identifier: MIT
//
// What a record says that a Game (sgf.h) cannot hold.
#ifndef SGF_EXTRAS_H
#define SGF_EXTRAS_H

#include "color.h"
#include "sgf_scan.h"
#include <stdbool.h>

typedef struct SgfExtras {
    bool has_more;  // names, comments, marks, variations or another game
    Color resigned; // who did, as the result says; EMPTY: nobody
} SgfExtras;

// Looks through a record that sgf_read reads without an error. Source: FF[4], RE.
SgfExtras sgf_extras_find(const SgfScan *record);

#endif

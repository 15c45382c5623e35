// SPDX-License-Identifier: MIT
//
// The encoding of a record's text. CA often does not name it, or names another one.
#ifndef SGF_GUESS_H
#define SGF_GUESS_H

#include "sgf_scan.h"

// Sets the encoding of the scan: the one in which all of it is best understood.
// Remarks if that is not what CA says. Pre: start, end and remarks are set.
void sgf_guess_encoding(SgfScan *scan);

#endif

// SPDX-License-Identifier: MIT
//
// Guesses the encoding of a record's text. CA often names none, or a wrong one.
#ifndef SGF_GUESS_H
#define SGF_GUESS_H

#include "sgf_scan.h"

// Sets the encoding of the scan to the one in which the whole record reads best. If CA
// says otherwise, adds a remark. Pre: start, end and remarks are set.
void sgf_guess_encoding(SgfScan *scan);

#endif

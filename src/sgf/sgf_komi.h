// SPDX-License-Identifier: MIT
//
// Komi as records spell it.
#ifndef SGF_KOMI_H
#define SGF_KOMI_H

#include <stdbool.h>

enum {
    // Nobody gives komi of so many points. Whole multiples of 25 from there on, if they
    // are written without a decimal point, are hundredths, as on the Fox server.
    SGF_HUNDREDTHS_MIN = 200,
};

// Reads komi in half points: numbers with a point or a comma, fractions (`3 3/4`), and
// words with a number in them (`Black gives six and a half`). Hundredths (`650`: 6.5)
// and stones (`375`, `3.75` and `2 stones`: 7.5, 7.5 and 4) become points. is_fox: any
// whole number from 25 on is in hundredths. Errors: false, *komi unchanged, if there is
// no number, or it is beyond KOMI_MAX.
bool sgf_komi_read(const char *value, bool is_fox, int *komi);

// Does the value say just that, in the way of FF[4]?
bool sgf_komi_is_plain(const char *value, int komi);

#endif

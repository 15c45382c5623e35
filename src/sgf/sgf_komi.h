// SPDX-License-Identifier: MIT
//
// Reads komi as records spell it.
#ifndef SGF_KOMI_H
#define SGF_KOMI_H

#include <stdbool.h>

enum {
    // No real komi has this many points. From here on, whole multiples of 25 without a
    // decimal point are hundredths, as on the Fox server.
    SGF_HUNDREDTHS_MIN = 200,
};

// Reads komi, in half points. It may be a number with a point or a comma, or a fraction
// (`3 3/4`). It may be words with a number (`Black gives six and a half`). Hundredths
// become points: `650` is 6.5. Stones become points: `375`, `3.75` and `2 stones` are
// 7.5, 7.5 and 4. `is_fox`: any whole number from 25 on is in hundredths. Errors:
// false, *komi unchanged, if there is no number, or if it is beyond KOMI_MAX.
bool sgf_komi_read(const char *value, bool is_fox, int *komi);

// Whether the value states exactly this komi, in the form of FF[4].
bool sgf_komi_is_plain(const char *value, int komi);

#endif

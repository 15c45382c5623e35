// SPDX-License-Identifier: MIT
//
// What a value says in words, English or those of the far East, in one spelling.
#ifndef SGF_WORDS_H
#define SGF_WORDS_H

#include "text.h"

// Appends the value in small letters and ASCII. Figures and fractions are those of
// ASCII; the signs for half, stones, black, white, wins and the like become these
// words, between spaces; so do the others, as nothing. The value is in UTF-8 or one of
// Shift-JIS, GBK, Big5, EUC-JP, EUC-KR and Latin-1.
void sgf_words_read(const char *value, Text *words);

#endif

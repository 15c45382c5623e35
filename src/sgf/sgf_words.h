// SPDX-License-Identifier: MIT
//
// Normalises the words of a value. They may be English, Chinese, Japanese or Korean.
#ifndef SGF_WORDS_H
#define SGF_WORDS_H

#include "text.h"

// Appends the value in small letters and ASCII. Digits and fractions become those of
// ASCII. Signs for half, stones, black, white, wins and the like become these English
// words, between spaces. Every other sign becomes a space. The value may
// be in UTF-8, Shift-JIS, GBK, Big5, EUC-JP, EUC-KR or Latin-1.
void sgf_words_read(const char *value, Text *words);

#endif

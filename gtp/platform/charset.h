// SPDX-License-Identifier: MIT
//
// Text in the encodings that files of old programs have.
#ifndef CHARSET_H
#define CHARSET_H

#include "text.h"

// Appends a string as UTF-8. `charset` is the name of its encoding. If the string is
// UTF-8 already, it is appended as it is. If the name is empty or not known, the string
// is taken for Latin-1, the default of SGF.
void charset_to_utf8(const char *charset, const char *string, Text *text);

#endif

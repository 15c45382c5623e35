// SPDX-License-Identifier: MIT
//
// What an earlier review has written into a record. The property PNK names, in each
// node, what of it is a review's: properties of that node, `open` if a parenthesis
// before it was added, `beside` if only a variation was, and `line` in such a
// variation. Each line of a comment begins with `Ponnuki: `.
#ifndef OWN_LINES_H
#define OWN_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "long_text.h"

static const char OWN_LINE[] = "Ponnuki: ";

// Appends the record without what earlier reviews have written. A variation that
// somebody has changed since then stays. Errors: false when memory is exhausted. Pre:
// sgf_read can read the record.
bool own_lines_remove(const char *record, size_t length, LongText *out);

#endif

// SPDX-License-Identifier: MIT
//
// What an earlier review has written into a record. In each node, the property PNK
// names the properties that a review has added. `open` means that a parenthesis before
// the node was added, and a variation beside it. `beside` means the variation alone.
// `line` marks the first node of such a variation. Each line of a comment begins with
// `Ponnuki: `.
#ifndef OWN_LINES_H
#define OWN_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "long_text.h"

static const char OWN_LINE[] = "Ponnuki: ";

// Appends the record without what earlier reviews have written. A variation that
// was changed since then stays. Errors: false when memory is exhausted. Pre:
// sgf_read can read the record.
bool own_lines_remove(const char *record, size_t length, LongText *out);

#endif

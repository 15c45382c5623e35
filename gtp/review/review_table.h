// SPDX-License-Identifier: MIT
//
// A review as a short table on a terminal.
#ifndef REVIEW_TABLE_H
#define REVIEW_TABLE_H

#include "long_text.h"
#include "review.h"

// Appends the table and the biggest mistakes. `name` is that of the record.
void review_table_write(const Review *review, const char *name, LongText *out);

#endif

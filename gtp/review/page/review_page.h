// SPDX-License-Identifier: MIT
//
// A review as one page of HTML. It needs no other file and no script: graphs and boards
// are SVG.
#ifndef REVIEW_PAGE_H
#define REVIEW_PAGE_H

#include "long_text.h"
#include "review.h"

enum { PAGE_MISTAKES_MAX = 5 }; // of each player, that get a board

// Appends the page. `name` is that of the record's file; `version` is the program's.
void review_page_write(const Review *review, const char *name, const char *version,
                       LongText *page);

#endif

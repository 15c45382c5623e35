// SPDX-License-Identifier: MIT
//
// The graphs of a page: lead and win rate over the moves.
#ifndef PAGE_GRAPH_H
#define PAGE_GRAPH_H

#include "long_text.h"
#include "review.h"

// Appends both. `marked` has indices of moves that are marked and that link to what the
// page says of them.
void page_graph_write(const Review *review, const int marked[], int count,
                      LongText *page);

#endif

// SPDX-License-Identifier: MIT
//
// Searches the positions of a game, several at a time.
#ifndef REVIEW_SEARCH_H
#define REVIEW_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include "position_searchers.h"
#include "review_game.h"
#include "review_position.h"

typedef struct ReviewSearch {
    PositionSearchers *searchers;
    int searches;            // at a time: those of the searchers
    int threads;             // of all searches together
    SearchLimits limits;     // of each position
    const atomic_bool *stop; // all ends soon after it becomes true
    atomic_int *done;        // receives the number of positions searched so far
} ReviewSearch;

typedef enum ReviewSearchEnd {
    REVIEW_SEARCH_DONE,
    REVIEW_SEARCH_STOPPED,
    REVIEW_SEARCH_NO_MEMORY,
    REVIEW_SEARCH_NO_THREAD,
} ReviewSearchEnd;

// Fills game->turn_count positions, that after each turn.
ReviewSearchEnd review_search_run(const ReviewSearch *search, const ReviewGame *game,
                                  ReviewPosition positions[]);

#endif

// SPDX-License-Identifier: MIT
//
// The names of the files that a review reads and writes.
#ifndef REVIEW_PATHS_H
#define REVIEW_PATHS_H

#include <stdbool.h>

#include "text.h"

enum { REVIEW_PATH_SIZE = 4096 }; // bytes

// What the user asks for. NULL: not given. `-` is standard input or output.
typedef struct ReviewWishes {
    const char *output; // a record, or a folder for records
    const char *page;   // a page, or a folder for pages
    bool force;         // files may be replaced
} ReviewWishes;

typedef struct ReviewPaths {
    const char *input;
    char output[REVIEW_PATH_SIZE];
    char page[REVIEW_PATH_SIZE]; // empty: there is none
} ReviewPaths;

bool review_path_is_stream(const char *path);

// Are files asked for that can hold one review only? NULL: no. Otherwise the name of
// the option.
const char *review_paths_single(const ReviewWishes *wishes);

// Finds the names for a record. GAME.sgf becomes GAME-reviewed.sgf beside it or in the
// folder for records, and GAME.html in that for pages. A name that ends so already
// stays. A folder whose name ends with a slash is made if it is not there. Errors:
// false, with a message. A file is there already, unless it may be replaced, its folder
// is not there, or a name is too long.
bool review_paths_find(const char *input, const ReviewWishes *wishes,
                       ReviewPaths *paths, Text *message);

#endif

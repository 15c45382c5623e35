// SPDX-License-Identifier: MIT
//
// What the command line asks of a game in the terminal, besides the options of the
// engine.
#ifndef GAME_WISHES_H
#define GAME_WISHES_H

#include <stdbool.h>

#include "rank.h"

enum { HANDICAP_AUTO = -1 };

typedef struct GameWishes {
    bool rank_chosen; // the engine's rank was given, perhaps as full strength
    bool rank_auto;   // it is the person's
    int handicap;     // stones; 0: an even game; HANDICAP_AUTO: by the ranks
    Rank my_rank;     // the person's; RANK_UNKNOWN: not given
} GameWishes;

#endif

// SPDX-License-Identifier: MIT
//
// Which moment of which game the root of a tree stands for, so that the tree can be
// used on when the game has gone on, whichever way the game came to its present state.
#ifndef ANCHOR_H
#define ANCHOR_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"
#include "tree.h"

typedef struct Anchor {
    uint64_t digest; // of the rules, the komi and every colouring so far
    uint32_t turns;  // length of the history
    Color player;    // to move
    bool valid;      // false: the root stands for nothing yet
} Anchor;

// Stands for nothing.
void anchor_init(Anchor *anchor);

// Brings the root of the tree to the present moment of the game, `player` to move:
// along the moves made since the moment it stood for, if the tree knows them all, else
// by clearing the tree.
void anchor_move(Anchor *anchor, Tree *tree, const Game *game, Color player);

#endif

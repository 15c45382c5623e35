// SPDX-License-Identifier: MIT
//
// Which node of a tree stands for which moment of which game, so that the tree can be
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
    NodeIndex node;
    bool valid; // false: no node stands for anything yet
} Anchor;

// Stands for nothing.
void anchor_init(Anchor *anchor);

// Brings the anchor to the present moment of the game, `player` to move: along the
// moves made since the moment it stood for, if the tree knows them all, else by
// clearing the tree. This takes no time that depends on the size of the tree.
void anchor_move(Anchor *anchor, Tree *tree, const Game *game, Color player);

// Makes the anchor's node the root of the tree and forgets all others. Pre: no worker
// is running.
void anchor_drop_rest(Anchor *anchor, Tree *tree);

#endif

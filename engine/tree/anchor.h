// SPDX-License-Identifier: MIT
//
// Which moment of which game the root of a tree stands for, so that the tree can be
// used on when the game has gone on or back, whichever way it came to its present
// state.
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

// Stands for the present moment of the game, `player` to move.
void anchor_set(Anchor *anchor, const Game *game, Color player);

// Does it stand for just that moment?
bool anchor_is_at(const Anchor *anchor, const Game *game, Color player);

// Has the game come through that moment, whoever was to move there?
bool anchor_is_passed(const Anchor *anchor, const Game *game);

// The node for the present moment of the game, `player` to move: along the moves made
// since the moment of the root, if the tree knows them all. Else the tree is cleared,
// and its root is that node.
NodeIndex anchor_find(Anchor *anchor, Tree *tree, const Game *game, Color player);

// Makes that node the root of the tree and forgets all others. Pre: no worker is
// running.
void anchor_drop_rest(Anchor *anchor, Tree *tree, const Game *game, Color player);

#endif

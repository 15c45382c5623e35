// SPDX-License-Identifier: MIT
//
// Reuse of a tree after the game has gone forward or back. `stamp` is the moment of the
// game that the root of the tree stands for.
#ifndef TREE_REUSE_H
#define TREE_REUSE_H

#include "game_stamp.h"
#include "tree.h"

// The node for the present moment of the game, with `player` to move. It is found along
// the moves made since the moment of the root, if the tree knows all of them. Otherwise
// the tree is cleared, and its root is that node.
NodeIndex tree_reuse_find(GameStamp *stamp, Tree *tree, const Game *game, Color player);

// Makes the node of the present moment the root, and forgets all other nodes. Pre: no
// worker is running.
void tree_reuse_drop_rest(GameStamp *stamp, Tree *tree, const Game *game, Color player);

#endif

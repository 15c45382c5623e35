// SPDX-License-Identifier: MIT
//
// Using a tree on when the game has gone on since, or back: `stamp` is the moment of
// the game that the root of the tree stands for.
#ifndef TREE_REUSE_H
#define TREE_REUSE_H

#include "game_stamp.h"
#include "tree.h"

// The node for the present moment of the game, `player` to move: along the moves made
// since the moment of the root, if the tree knows them all. Else the tree is cleared,
// and its root is that node.
NodeIndex tree_reuse_find(GameStamp *stamp, Tree *tree, const Game *game, Color player);

// Makes that node the root of the tree and forgets all others. Pre: no worker is
// running.
void tree_reuse_drop_rest(GameStamp *stamp, Tree *tree, const Game *game, Color player);

#endif

// SPDX-License-Identifier: MIT
#include "tree_reuse.h"

// The node to which the moves since the root's moment lead, with `player` to move
// there, or 0.
static NodeIndex find_present(const GameStamp *stamp, const Tree *tree,
                              const Game *game, Color player)
{
    uint32_t turns = game->history.length;
    if (!game_stamp_is_passed(stamp, game) ||
        turns - stamp->turns > (uint32_t)game->move_count)
        return 0;
    int first = game->move_count - (int)(turns - stamp->turns);
    NodeIndex node = TREE_ROOT;
    Color mover = stamp->player;
    for (int i = first; i < game->move_count && node != 0; i++) {
        const Move *move = &game->moves[i];
        node = move->color == mover ? tree_find_child(tree, node, move->point) : 0;
        mover = color_other(mover);
    }
    return mover == player ? node : 0;
}

NodeIndex tree_reuse_find(GameStamp *stamp, Tree *tree, const Game *game, Color player)
{
    NodeIndex node = find_present(stamp, tree, game, player);
    if (node != 0)
        return node;
    tree_clear(tree);
    game_stamp_take(stamp, game, player);
    return TREE_ROOT;
}

void tree_reuse_drop_rest(GameStamp *stamp, Tree *tree, const Game *game, Color player)
{
    NodeIndex node = tree_reuse_find(stamp, tree, game, player);
    if (node != TREE_ROOT)
        tree_set_root(tree, node);
    game_stamp_take(stamp, game, player);
}

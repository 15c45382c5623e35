// SPDX-License-Identifier: MIT
#include "anchor.h"

#include "rng.h"

void anchor_init(Anchor *anchor)
{
    *anchor = (Anchor){.valid = false};
}

static uint64_t add_to_digest(uint64_t digest, uint64_t number)
{
    return rng_mix((digest ^ number) + 0x9e3779b97f4a7c15u);
}

// Digest of the rules, the komi, the size and the first `turns` colourings.
static uint64_t digest_game(const Game *game, uint32_t turns)
{
    const Rules *rules = &game->rules;
    uint64_t digest = add_to_digest((uint64_t)rules->ko, (uint32_t)game->komi);
    digest = add_to_digest(digest, (uint64_t)rules->suicide << 1 | rules->dead_stones);
    digest = add_to_digest(digest, (uint64_t)game->position.columns << 8);
    digest = add_to_digest(digest, game->position.rows);
    for (uint32_t i = 0; i < turns; i++) {
        const HistoryEntry *entry = &game->history.entries[i];
        digest = add_to_digest(digest, entry->hash);
        digest = add_to_digest(digest, entry->circumstances);
    }
    return digest;
}

bool anchor_is_passed(const Anchor *anchor, const Game *game)
{
    return anchor->valid && anchor->turns <= game->history.length &&
           anchor->digest == digest_game(game, anchor->turns);
}

// The node that the moves since the root's moment lead to, with `player` to move there,
// or 0.
static NodeIndex find_present(const Anchor *anchor, const Tree *tree, const Game *game,
                              Color player)
{
    uint32_t turns = game->history.length;
    if (!anchor_is_passed(anchor, game) ||
        turns - anchor->turns > (uint32_t)game->move_count)
        return 0;
    int first = game->move_count - (int)(turns - anchor->turns);
    NodeIndex node = TREE_ROOT;
    Color mover = anchor->player;
    for (int i = first; i < game->move_count && node != 0; i++) {
        const Move *move = &game->moves[i];
        node = move->color == mover ? tree_find_child(tree, node, move->point) : 0;
        mover = color_other(mover);
    }
    return mover == player ? node : 0;
}

bool anchor_is_at(const Anchor *anchor, const Game *game, Color player)
{
    return anchor->player == player && anchor->turns == game->history.length &&
           anchor_is_passed(anchor, game);
}

void anchor_set(Anchor *anchor, const Game *game, Color player)
{
    uint32_t turns = game->history.length;
    *anchor = (Anchor){digest_game(game, turns), turns, player, true};
}

NodeIndex anchor_find(Anchor *anchor, Tree *tree, const Game *game, Color player)
{
    NodeIndex node = find_present(anchor, tree, game, player);
    if (node != 0)
        return node;
    tree_clear(tree);
    anchor_set(anchor, game, player);
    return TREE_ROOT;
}

void anchor_drop_rest(Anchor *anchor, Tree *tree, const Game *game, Color player)
{
    NodeIndex node = anchor_find(anchor, tree, game, player);
    if (node != TREE_ROOT)
        tree_set_root(tree, node);
    anchor_set(anchor, game, player);
}

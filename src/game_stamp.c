// SPDX-License-Identifier: MIT
#include "game_stamp.h"

#include "rng.h"

void game_stamp_clear(GameStamp *stamp)
{
    *stamp = (GameStamp){.valid = false};
}

static uint64_t add_to_digest(uint64_t digest, uint64_t number)
{
    return rng_mix((digest ^ number) + 0x9e3779b97f4a7c15u);
}

// Digest of the rules, the komi, the size and the first `turns` colorings.
static uint64_t digest_game(const Game *game, uint32_t turns)
{
    const Rules *rules = &game->rules;
    uint64_t digest = add_to_digest((uint64_t)rules->ko, (uint32_t)game->komi);
    digest = add_to_digest(
        digest, (uint64_t)rules->tax << 6 | (uint64_t)rules->bonus << 4 |
                    (uint64_t)rules->button << 3 | (uint64_t)rules->territory << 2 |
                    (uint64_t)rules->suicide << 1 | rules->dead_stones);
    digest = add_to_digest(digest, (uint64_t)game->position.columns << 8);
    digest = add_to_digest(digest, game->position.rows);
    for (uint32_t i = 0; i < turns; i++) {
        const HistoryEntry *entry = &game->history.entries[i];
        digest = add_to_digest(digest, entry->hash);
        digest = add_to_digest(digest, entry->circumstances);
    }
    return digest;
}

void game_stamp_take(GameStamp *stamp, const Game *game, Color player)
{
    uint32_t turns = game->history.length;
    *stamp = (GameStamp){digest_game(game, turns), turns, player, true};
}

bool game_stamp_is_passed(const GameStamp *stamp, const Game *game)
{
    return stamp->valid && stamp->turns <= game->history.length &&
           stamp->digest == digest_game(game, stamp->turns);
}

bool game_stamp_is_at(const GameStamp *stamp, const Game *game, Color player)
{
    return stamp->player == player && stamp->turns == game->history.length &&
           game_stamp_is_passed(stamp, game);
}

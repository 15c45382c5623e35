// SPDX-License-Identifier: MIT
#include "bench_game.h"

#include "rng.h"

enum { SEED = 1, KOMI = 15 };

bool bench_game_init(Game *game, int size, int moves)
{
    Rng rng = rng_seeded(SEED, 0);
    if (!game_init(game, rules_default(), KOMI, size, size))
        return false;
    for (int i = 0; i < moves; i++) {
        int column = (int)rng_below(&rng, (uint32_t)size);
        int row = (int)rng_below(&rng, (uint32_t)size) + 1;
        game_play(game, i % 2 == 0 ? BLACK : WHITE, point_at(column, row));
    }
    return true;
}

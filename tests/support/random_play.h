// SPDX-License-Identifier: MIT
//
// Random positions and games for tests. The moves are chosen without the engine's
// policy and may fill eyes. So nothing that is tested influences the positions of its
// test.
#ifndef RANDOM_PLAY_H
#define RANDOM_PLAY_H

#include "game.h"
#include "position.h"
#include "rng.h"

// A uniformly random point that position_can_play allows. PASS if there is none.
static inline Point random_move(const Position *pos, Rng *rng)
{
    Point points[POINT_COUNT_MAX];
    uint32_t count = 0;
    for (int i = 0; i < pos->empty_count; i++)
        if (position_can_play(pos, pos->empty[i]))
            points[count++] = pos->empty[i];
    return count > 0 ? points[rng_below(rng, count)] : PASS;
}

// The position after `moves` random moves from the empty grid. If `last` is not NULL,
// it receives the last move and the one before it, or NO_POINT.
static inline Position random_position(int columns, int rows, int moves, Rng *rng,
                                       Point last[2])
{
    Position pos;
    Point made[2] = {NO_POINT, NO_POINT};
    position_init(&pos, columns, rows);
    for (int i = 0; i < moves; i++) {
        made[1] = made[0];
        made[0] = random_move(&pos, rng);
        position_play(&pos, made[0]);
    }
    if (last != NULL) {
        last[0] = made[0];
        last[1] = made[1];
    }
    return pos;
}

// Plays `turns` random legal turns of the game. A player without a legal point passes.
static inline void random_turns(Game *game, int turns, Rng *rng)
{
    for (int i = 0; i < turns; i++) {
        const Position *pos = &game->position;
        Color player = (Color)pos->to_play;
        Point points[POINT_COUNT_MAX];
        uint32_t count = 0;
        for (int j = 0; j < pos->empty_count; j++)
            if (game_check(game, player, pos->empty[j]) == MOVE_OK)
                points[count++] = pos->empty[j];
        game_play(game, player, count > 0 ? points[rng_below(rng, count)] : PASS);
    }
}

#endif

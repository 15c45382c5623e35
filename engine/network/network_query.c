// SPDX-License-Identifier: MIT
#include "network_query.h"

#include <math.h>

// The network's input for the game, on the board as it stands. Errors: false when
// memory is exhausted.
static bool extract(const Game *game, Color player, InputFeatures *features)
{
    LadderReader *ladders = ladder_reader_new();
    if (ladders == NULL)
        return false;
    Position pos = game->position;
    position_give_turn(&pos, player);
    InputFeatureView view = input_features_view(game, ladders);
    view.pos = &pos;
    input_features_extract(&view, features);
    ladder_reader_delete(ladders);
    return true;
}

static void mix_policies(float optimism, NetworkOutput *output)
{
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (output->policy[p] > 0)
            output->policy[p] = powf(output->policy[p], 1 - optimism) *
                                powf(output->optimistic[p], optimism);
}

static void keep_legal(const Game *game, Color player, float policy[])
{
    const Bitboard *grid = &game->position.grid;
    float sum = policy[PASS];
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        if (game_check(game, player, p) != MOVE_OK)
            policy[p] = -1;
        else
            sum += policy[p];
    }
    policy[PASS] /= sum;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        if (policy[p] >= 0)
            policy[p] /= sum;
}

bool network_query_ask(const Network *network, const Game *game,
                       const NetworkQuery *query, NetworkOutput *output)
{
    InputFeatures features;
    if (!extract(game, query->player, &features))
        return false;
    NetworkMemory *memory = network_memory_new();
    if (memory == NULL)
        return false;
    network_evaluate(network, memory, &features, query->symmetry, output);
    network_memory_delete(memory);
    if (query->optimism > 0)
        mix_policies(query->optimism, output);
    keep_legal(game, query->player, output->policy);
    return true;
}

// SPDX-License-Identifier: MIT
#include "raw_network.h"

#include "symmetry.h"

// What the network is shown of the game, on the board as it stands.
static void extract(const Game *game, Color player, Features *features)
{
    Position pos = game->position;
    if (pos.to_play != player) {
        pos.to_play = (uint8_t)player;
        pos.ko = NO_POINT;
    }
    FeatureView view = net_features_view(game);
    view.pos = &pos;
    net_features_extract(&view, features);
}

static Bitboard turn_set(const Bitboard *set, const Position *pos, int symmetry)
{
    Bitboard turned = bitboard_empty();
    for (Point p = bitboard_first(set); p; p = bitboard_next(set, p))
        bitboard_add(&turned, symmetry_turn(p, pos->columns, pos->rows, symmetry));
    return turned;
}

static void turn_back(const NetworkOutput *turned, const Position *pos, int symmetry,
                      NetworkOutput *output)
{
    output->win = turned->win;
    output->score = turned->score;
    output->policy[PASS] = turned->policy[PASS];
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        Point q = symmetry_turn(p, pos->columns, pos->rows, symmetry);
        output->policy[p] = turned->policy[q];
        output->owner[p] = turned->owner[q];
    }
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

bool raw_network_ask(const Network *network, const Game *game, Color player,
                     int symmetry, NetworkOutput *output)
{
    NetworkMemory *memory = network_memory_new();
    if (memory == NULL)
        return false;
    Features features;
    NetworkOutput turned;
    extract(game, player, &features);
    for (int i = 0; i < PLANE_COUNT; i++)
        features.planes[i] = turn_set(&features.planes[i], &game->position, symmetry);
    network_evaluate(network, memory, &features, &turned);
    network_memory_delete(memory);
    turn_back(&turned, &game->position, symmetry, output);
    keep_legal(game, player, output->policy);
    return true;
}

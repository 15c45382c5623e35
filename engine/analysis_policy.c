// SPDX-License-Identifier: MIT
#include "analysis.h"

#include <string.h>

// The policy before it is made legal: the network's, or the priors of the search.
static void fill_policy(const Analysis *analysis, float policy[POINT_LIMIT])
{
    if (analysis->root_output != NULL) {
        memcpy(policy, analysis->root_output->policy, POINT_LIMIT * sizeof *policy);
        return;
    }
    memset(policy, 0, POINT_LIMIT * sizeof *policy);
    for (int i = 0; i < analysis->move_count; i++)
        policy[analysis->moves[i].candidate.move] = (float)analysis->moves[i].prior;
}

void analysis_policy(const Analysis *analysis, const Game *game,
                     float policy[POINT_LIMIT])
{
    fill_policy(analysis, policy);
    const Bitboard *grid = &game->position.grid;
    float sum = policy[PASS];
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        bool is_legal =
            rules_check(&game->rules, &game->position, &game->history, p) == MOVE_OK;
        policy[p] = is_legal ? policy[p] : -1;
        sum += is_legal ? policy[p] : 0;
    }
    for (Point p = bitboard_first(grid); p && sum > 0; p = bitboard_next(grid, p))
        policy[p] = policy[p] > 0 ? policy[p] / sum : policy[p];
    if (sum > 0)
        policy[PASS] /= sum;
}

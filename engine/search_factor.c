// SPDX-License-Identifier: MIT
#include "search_factor.h"

#include <math.h>

SearchFactors search_factors_default(void)
{
    return (SearchFactors){1, 1, 1, 1};
}

static bool is_pass(const Game *game, int turns_ago)
{
    int turn = game->move_count - turns_ago;
    return turn >= 0 && game->moves[turn].point == PASS;
}

static double factor_of_passes(const SearchFactors *factors, const Game *game)
{
    if (!is_pass(game, 1))
        return 1;
    return is_pass(game, 3) ? factors->two_passes : factors->one_pass;
}

static double factor_of_winning(const SearchFactors *factors, Color player,
                                const RecentChances *recent)
{
    double threshold = factors->threshold;
    double sure = 2 * recent_chances_least(recent, player) - 1;
    if (recent->count < RECENT_CHANCES || threshold >= 1 || sure <= threshold)
        return 1;
    return 1 + (sure - threshold) / (1 - threshold) * (factors->winning - 1);
}

double search_factor(const SearchFactors *factors, const Game *game, Color player,
                     const RecentChances *recent)
{
    return factor_of_passes(factors, game) * factor_of_winning(factors, player, recent);
}

SearchLimits search_factor_limits(SearchLimits limits, double factor)
{
    const double least = 0.001; // limits of 0 would be none
    factor = fmax(factor, least);
    limits.playouts = (uint64_t)ceil((double)limits.playouts * factor);
    limits.visits = (uint64_t)ceil((double)limits.visits * factor);
    limits.seconds *= factor;
    limits.plan.seconds *= factor;
    return limits;
}

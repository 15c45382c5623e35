// SPDX-License-Identifier: MIT
#include "handicap_lead.h"

// Points that are fair as komi, and those that a stone of a handicap is worth.
static const double FAIR_KOMI = 7, AREA_A_STONE = 15, TERRITORY_A_STONE = 14;

double handicap_lead(const Game *game)
{
    double lead = FAIR_KOMI - 0.5 * game->komi;
    int stones = game_handicap(game);
    if (stones < 2)
        return lead;
    double value = game->rules.territory ? TERRITORY_A_STONE : AREA_A_STONE;
    return lead + value * (stones - 1) - game_handicap_bonus(game);
}

// SPDX-License-Identifier: MIT
#include "recent_chances.h"

#include <math.h>
#include <string.h>

static double chance_of(double white, Color player)
{
    return player == WHITE ? white : 1 - white;
}

void recent_chances_add(RecentChances *recent, Color player, double chance)
{
    memmove(recent->white + 1, recent->white,
            (RECENT_CHANCES - 1) * sizeof *recent->white);
    recent->white[0] = chance_of(chance, player);
    if (recent->count < RECENT_CHANCES)
        recent->count++;
}

double recent_chance(const RecentChances *recent, Color player)
{
    return chance_of(recent->white[0], player);
}

double recent_chances_least(const RecentChances *recent, Color player)
{
    double least = 1;
    for (int i = 0; i < recent->count; i++)
        least = fmin(least, chance_of(recent->white[i], player));
    return least;
}

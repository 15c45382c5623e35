// SPDX-License-Identifier: MIT
//
// What the last moves that the engine has generated in a game thought of it.
#ifndef RECENT_CHANCES_H
#define RECENT_CHANCES_H

#include "color.h"

enum { RECENT_CHANCES = 3 };

typedef struct RecentChances {
    double white[RECENT_CHANCES]; // White's chances to win, 0..1, newest first
    int count;                    // that are known
} RecentChances;

// The player has found a move, with that chance to win.
void recent_chances_add(RecentChances *recent, Color player, double chance);

// The newest one, of that player. Pre: there is one.
double recent_chance(const RecentChances *recent, Color player);

// The least one of that player.
double recent_chances_least(const RecentChances *recent, Color player);

#endif

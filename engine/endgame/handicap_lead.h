// SPDX-License-Identifier: MIT
//
// What a handicap is worth. Source: KataGo 1.17, cpp/command/gtp.cpp.
#ifndef HANDICAP_LEAD_H
#define HANDICAP_LEAD_H

#include "game.h"

// Points by which Black was ahead when the game began. Stones and komi count.
double handicap_lead(const Game *game);

#endif

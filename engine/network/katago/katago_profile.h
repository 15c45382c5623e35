// SPDX-License-Identifier: MIT
//
// The players that one of KataGo's human-style networks is to imitate. Source: KataGo
// 1.17, cpp/neuralnet/sgfmetadata.cpp, and its document "Analysis Engine".
#ifndef KATAGO_PROFILE_H
#define KATAGO_PROFILE_H

#include <stdbool.h>

#include "color.h"
#include "rank.h"
#include "text.h"

enum { KATAGO_METADATA = 192 }; // numbers that a network is told about the players

// Where games with such players come from.
typedef enum KatagoSource {
    KATAGO_SOURCE_NONE, // no players are imitated
    KATAGO_SOURCE_KGS = 2,
    KATAGO_SOURCE_GOGOD = 5, // professionals, until 2020
    KATAGO_SOURCE_GO4GO,     // professionals, from 2021 on
} KatagoSource;

typedef struct KatagoProfile {
    KatagoSource source;
    Rank rank[2];    // by Color: 20 kyu to 9 dan
    int year, month; // when they play; they do so on the first day
} KatagoProfile;

// Reads the name of a profile: rank_5k, preaz_5k, rank_5k_3d (Black's and White's),
// proyear_1985. Ranks are 20k to 9d, years 1800 to 2023. An empty name or `_` is that
// of no profile. Errors: false, unchanged.
bool katago_profile_read(const char *name, KatagoProfile *profile);

// Appends the name of a profile; nothing for that of no profile.
void katago_profile_write(const KatagoProfile *profile, Text *text);

// A profile of players of this rank, as rank_5k. Pre: 20 kyu to 9 dan.
KatagoProfile katago_profile_of_rank(Rank rank);

// The player's rank; RANK_UNKNOWN without a profile.
Rank katago_profile_rank(const KatagoProfile *profile, Color player);

bool katago_profile_is_same(const KatagoProfile *a, const KatagoProfile *b);

// Fills what a network is told before the player's move on a board with so many points.
// Pre: there is a profile.
void katago_profile_fill(const KatagoProfile *profile, Color player, int points,
                         float numbers[KATAGO_METADATA]);

#endif

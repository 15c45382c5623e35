// SPDX-License-Identifier: MIT
//
// What the network sees of a moment in a game: a list of sets of points, called planes,
// and a few numbers for the whole board, all as the player to move sees it. Training
// data and play take them from the same function, so that they can never disagree. A
// change to the meaning of anything here makes every trained network useless.
#ifndef INPUT_FEATURES_H
#define INPUT_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "game.h"
#include "group_eyes.h"
#include "history.h"
#include "position.h"
#include "rules.h"

enum { FEATURE_MOVES = 5 }; // so many last moves are seen

// The planes. Chains of eight and more liberties need none: they are the stones of no
// other plane of liberties. Ladders are those of ladder.h, groups and eyes of
// group_eyes.h. New planes come last, so that older networks can be trained on
// (net_file.py).
enum {
    PLANE_BOARD = 0,                        // all points of the grid
    PLANE_OWN = 1,                          // stones of the player to move
    PLANE_ENEMY = 2,                        // stones of the other player
    PLANE_OWN_LIBERTIES = 3,                // three planes: chains of 1, 2, 3 liberties
    PLANE_ENEMY_LIBERTIES = 6,              // the same for the other player
    PLANE_MOVES = 9,                        // the last moves, newest first; no passes
    PLANE_KO = PLANE_MOVES + FEATURE_MOVES, // points forbidden by ko or superko
    PLANE_OWN_CAUGHT,                       // own chains in atari that no move can save
    PLANE_OWN_THREATENED, // own chains of two liberties that the other player, had he
                          // the move, would catch in a ladder
    PLANE_ENEMY_CAUGHT,   // his chains in atari that would be caught if he had the move
    PLANE_ENEMY_CATCHABLE, // his chains of two liberties that can be caught now
    PLANE_LADDER_MOVES,    // the moves that catch those
    // Three planes each: chains of 4, of 5, of 6 or 7 liberties; groups of 1, 2, more
    // eyes.
    PLANE_OWN_MORE_LIBERTIES,
    PLANE_ENEMY_MORE_LIBERTIES = PLANE_OWN_MORE_LIBERTIES + 3,
    PLANE_OWN_EYES = PLANE_ENEMY_MORE_LIBERTIES + 3,
    PLANE_ENEMY_EYES = PLANE_OWN_EYES + GROUP_EYES_SEEN,
    PLANE_COUNT = PLANE_ENEMY_EYES + GROUP_EYES_SEEN,
};

// The numbers.
enum {
    GLOBAL_KOMI,       // half points that komi gives the player to move, -120..120
    GLOBAL_KOMI_KNOWN, // 0: nobody knows the komi (old records only), and it reads 0
    GLOBAL_PASSED,     // 1: the last move was a pass
    GLOBAL_BLACK,      // 1: Black is to move
    GLOBAL_COUNT,
};

enum { FEATURE_KOMI_MAX = 120 }; // komi beyond this is seen as this

typedef struct InputFeatureView {
    const Position *pos;
    const History *history;     // its newest entry is the colouring of the position
    const Rules *rules;         // they say what superko forbids
    Point moves[FEATURE_MOVES]; // newest first; NO_POINT where there is none
    int komi;                   // half points, added to White's score
    bool komi_known;
} InputFeatureView;

typedef struct InputFeatures {
    Bitboard planes[PLANE_COUNT];
    int16_t globals[GLOBAL_COUNT];
} InputFeatures;

// The present moment of a game. The game must stay as it is while the view is used.
InputFeatureView input_features_view(const Game *game);

// Computes what the network sees. Costs some microseconds on 19x19, mostly ladders.
void input_features_extract(const InputFeatureView *view, InputFeatures *features);

#endif

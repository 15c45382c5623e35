// SPDX-License-Identifier: MIT
//
// The input of the network for a moment of a game: a list of sets of points, called
// planes, and some numbers for the board. All is as the player to move sees it.
// Training data and play use the same function, so they can never disagree. A change to
// the meaning of anything here makes every trained network useless.
#ifndef INPUT_FEATURES_H
#define INPUT_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "game.h"
#include "group_eyes.h"
#include "history.h"
#include "ladder.h"
#include "position.h"
#include "rules.h"

enum { FEATURE_MOVES = 5 }; // number of last moves that the network sees

// The planes. Chains of eight or more liberties need no plane: they are the stones that
// are on no other plane of liberties. Ladders are those of ladder.h, groups and eyes
// those of group_eyes.h. New planes come last, so that the training of older networks
// can continue (net_file.py).
enum {
    PLANE_BOARD = 0,                        // all points of the grid
    PLANE_OWN = 1,                          // stones of the player to move
    PLANE_ENEMY = 2,                        // stones of the other player
    PLANE_OWN_LIBERTIES = 3,                // three planes: chains of 1, 2, 3 liberties
    PLANE_ENEMY_LIBERTIES = 6,              // three planes for the other player
    PLANE_MOVES = 9,                        // the last moves, newest first; no passes
    PLANE_KO = PLANE_MOVES + FEATURE_MOVES, // points forbidden by ko or superko
    PLANE_OWN_CAUGHT,                       // own chains in atari that no move can save
    // Own chains of two liberties that a ladder would catch if the other player were to
    // move.
    PLANE_OWN_THREATENED,
    PLANE_ENEMY_CAUGHT,    // enemy chains in atari, caught if their owner were to move
    PLANE_ENEMY_CATCHABLE, // enemy chains of two liberties that can be caught now
    PLANE_LADDER_MOVES,    // the moves that catch these chains
    // Three planes each: chains of 4, of 5, of 6 or 7 liberties; groups of 1, of 2, of
    // more eyes.
    PLANE_OWN_MORE_LIBERTIES,
    PLANE_ENEMY_MORE_LIBERTIES = PLANE_OWN_MORE_LIBERTIES + 3,
    PLANE_OWN_EYES = PLANE_ENEMY_MORE_LIBERTIES + 3,
    PLANE_ENEMY_EYES = PLANE_OWN_EYES + GROUP_EYES_SEEN,
    PLANE_COUNT = PLANE_ENEMY_EYES + GROUP_EYES_SEEN,
};

// The numbers for the whole board.
enum {
    GLOBAL_KOMI,       // half points that komi gives the player to move, -120..120
    GLOBAL_KOMI_KNOWN, // 0: the komi is unknown (old records); GLOBAL_KOMI is then 0
    GLOBAL_PASSED,     // 1: the last move was a pass
    GLOBAL_BLACK,      // 1: Black is to move
    GLOBAL_COUNT,
};

enum { FEATURE_KOMI_MAX = 120 }; // komi beyond this is shown as this

typedef struct InputFeatureView {
    const Position *pos;
    const History *history;     // its newest entry is the coloring of the position
    const Rules *rules;         // these tell what superko forbids
    Point moves[FEATURE_MOVES]; // newest first; NO_POINT where there is none
    int komi;                   // half points, added to White's score
    bool komi_known;
    LadderReader *ladders;
} InputFeatureView;

typedef struct InputFeatures {
    Bitboard planes[PLANE_COUNT];
    int16_t globals[GLOBAL_COUNT];
} InputFeatures;

// The view of the present moment of a game. The game must not change while the view is
// used.
InputFeatureView input_features_view(const Game *game, LadderReader *ladders);

// What GLOBAL_KOMI is, where White gets `komi` half points.
int16_t input_features_komi(int komi, Color to_play);

// Computes the input of the network. It costs some microseconds on 19x19, mostly for
// ladders.
void input_features_extract(const InputFeatureView *view, InputFeatures *features);

#endif

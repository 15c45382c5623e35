// SPDX-License-Identifier: MIT
//
// What the numbers of KataGo's networks mean, for every model version. Source:
// cpp/neuralnet/nneval.cpp and the getOutput of the backends of KataGo 1.17.
#ifndef KATAGO_OUTPUT_H
#define KATAGO_OUTPUT_H

#include "bitboard.h"
#include "katago_file.h"

// What the arrays of the outputs hold (KatagoArrays).
typedef struct KatagoRawOutput {
    const float *policy, *pass, *value, *score, *ownership;
    int policy_stride, ownership_stride; // numbers from a point to the next
} KatagoRawOutput;

// The position that a network was shown.
typedef struct KatagoShown {
    // The point at each place of the arrays by point. They are turned here if the
    // network was shown the board turned.
    const Point *points;
    int point_count;
    const Bitboard *legal; // moves onto a point; the pass always is
    bool has_no_result;    // may the game end without a result?
} KatagoShown;

// All is as the player to move sees it.
typedef struct KatagoOutput {
    float win, loss, no_result; // chances, their sum is 1
    float lead; // points by which komi would have to change for an even game
    // Points by which the game is won if the network plays on against itself: the mean
    // and the standard deviation. Without a result it is 0.
    float score_mean, score_stdev;
    // Each is -1 if the network does not tell it. Moves until most is decided, and by
    // how much win - loss and the score will change in the next few moves, as a
    // standard deviation.
    float variance_time, win_error, score_error;
    float ownership[POINT_LIMIT]; // 1: the player's to move; -1: the other's
} KatagoOutput;

// The points of a grid in the order of arrays: row by row from the top.
void katago_points(int columns, int rows, Point points[POINT_COUNT_MAX]);

// Fills the output. Points off the board are 0.
void katago_output(const KatagoModel *model, const KatagoRawOutput *raw,
                   const KatagoShown *shown, KatagoOutput *output);

// Does the network have an optimistic policy?
bool katago_output_is_optimistic(const KatagoModel *model);

// Fills the chance of each legal move; that of PASS, too. All others are 0. With
// optimism 1 it is the policy if things turn out better than expected for that player.
// With 0 it is the ordinary one, and numbers between mix the two. A network that has no
// optimistic policy, or that imitates people, always gives the ordinary one.
void katago_output_policy(const KatagoModel *model, const KatagoRawOutput *raw,
                          const KatagoShown *shown, float optimism,
                          float policy[POINT_LIMIT]);

#endif

// SPDX-License-Identifier: MIT
//
// What a network tells of a position, for the player to move.
#ifndef NETWORK_OUTPUT_H
#define NETWORK_OUTPUT_H

#include "point.h"

typedef struct NetworkOutput {
    float policy[POINT_LIMIT]; // probability that a point, or PASS, is played
    // The optimistic policy: the policy if things turn out better for the player to
    // move than expected. Source: KataGo, "Other Methods Implemented in KataGo".
    float optimistic[POINT_LIMIT];
    float win;   // probability that the player to move wins
    float score; // expected points by which the player to move wins, komi included
    // Short-term errors, positive: by how much `win` and `score` will change over the
    // next few moves, as a standard deviation.
    float win_error, score_error;
    // Points at the end of the game if the network plays on against itself: the mean,
    // and the standard deviation. 0: it is not told. A network of ours does not tell
    // the mean from `score`.
    float score_mean, score_stdev;
    // Chance of a game without a result, and moves until most is decided; -1: it is not
    // told. No cache keeps these two.
    float no_result, variance_time;
    float owner[POINT_LIMIT]; // of a point: 1 the player's to move, -1 the other's
} NetworkOutput;

// Adds an output with a weight, to build the mean of several outputs.
void network_add_output(NetworkOutput *sum, const NetworkOutput *output, float weight);

// Mixes the policy with the optimistic one. 0 leaves the policy, and 1 makes it the
// optimistic one. Between them, the logits are interpolated.
void network_output_mix(NetworkOutput *output, float optimism);

#endif

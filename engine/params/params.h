// SPDX-License-Identifier: MIT
//
// Every number that play depends on and that a tuner may want to change: one struct,
// and one table with the names of its fields.
#ifndef PARAMS_H
#define PARAMS_H

#include <stdbool.h>

#include "text.h"

typedef struct Params {
    // Playout policy: probabilities in 1/256 that a rule is tried.
    int capture_rate;     // capture or save a chain in atari beside the last move
    int two_liberty_rate; // attack or defend a chain of two liberties beside the last
                          // move
    int eye_rate;         // keep an own eye beside the last move from becoming false
    int nakade_rate;      // play the vital point of a small space beside the last move
    int pattern_rate;     // play a 3x3 pattern around the last two moves
    int selfatari_rate;   // refuse a self-atari among random moves
    // Tree. The prior_* fields are the virtual games of a new child, and what hand
    // knowledge adds to them.
    int expand_visits;    // playouts through a leaf before it gets children
    int rave_equivalence; // K of RAVE, per 100 points of the board
    int amaf_soon;        // early turns of a playout, in percent of the empty points
    int amaf_early;       // AMAF weight of a point played early; later points weigh 1
    int amaf_tree;        // AMAF weight of a point played before the playout
    int exploration;      // playouts per 1000 that are spread evenly over the moves
    // With a network, PUCT chooses moves:
    int cpuct; // constant of PUCT, in 1/100
    // How far playouts count beside the network, by board size: percent of the distance
    // of their win rate from one half.
    int puct_playouts_9;
    int puct_playouts_13;
    int puct_playouts_19;
    // Simulations after which a move's own playouts count as much as its parent's.
    int playout_prior_visits;
    // Simulations, half of which are won, that are added to the playouts of the root.
    int playout_prior_root;
    // Percent by which an untried move wins less often than its player so far. This is
    // so once other moves have been tried. It is at most half the player's chance.
    int fpu_reduction;
    // Percent of the mean error of a bucket by which the network's value is corrected.
    int value_bias;
    // Least percent of probability of a move whose bucket won elsewhere in the tree
    // what was lost otherwise; less for smaller gains.
    int policy_bias;
    // With a network of KataGo's:
    int katago_playouts;   // as puct_playouts_9, on all boards
    int katago_symmetries; // most symmetries in which the network sees the root
    // In utilities, in 1/100. They go over win - loss, -1 to 1, and points.
    int katago_cpuct;        // the constant of PUCT
    int katago_cpuct_growth; // what is added to it as simulations grow
    int katago_fpu;          // as fpu_reduction
    int katago_root_fpu;     // the same at the root
    int katago_points;       // the most that the score may count for
    int katago_more_points;  // the same for what exceeds the expected score
    int katago_cpuct_spread; // percent of the constant that follows the spread of
                             // results
    // A result counts with the weight katago_errors / (100 e), at most 8. Here e is the
    // short-term error of the utility. 0: all results weigh the same.
    int katago_errors;
    // Percent of the way from the policy to the optimistic one, below the root and at
    // it.
    int policy_optimism;
    int root_policy_optimism;
    int prior_network;   // won games for a move that the network is sure of
    int value_points;    // percent of the utility that is points, not the win
    int prior_even;      // games at even odds that every child begins with; even
    int prior_capture;   // won games for a capture of one stone; for more stones twice
    int prior_futile;    // lost games for an escape that a ladder catches
    int prior_catch;     // won games for the atari that begins a working ladder
    int prior_evade;     // won games for a move that avoids a working ladder
    int prior_pattern;   // won games for a 3x3 pattern
    int prior_selfatari; // lost games for a self-atari
    int prior_suicide;   // further lost games for the suicide of several stones
    int prior_near1;     // won games at distance 1, 2, 3 from the last move
    int prior_near2;
    int prior_near3;
    int prior_edge; // lost games on the first two lines of an empty area, won on the
                    // third
    int prior_pass; // lost games for a pass
    // Choosing the move.
    int resign_percent; // resign below this chance to win; 0: never
    int resign_streak;  // ... in this number of own moves in a row
    int resign_points;  // ... if so many points behind; 0: whatever the score
    int resign_moves;   // ... after so many moves, in percent of the board's points
} Params;

extern const Params PARAMS_DEFAULT;

// Sets the field with that name. Errors: false, unchanged, for an unknown name or a
// value out of the field's range.
bool params_set(Params *params, const char *name, int value);

// The value of the field with that name. Errors: false, nothing stored, for an unknown
// name.
bool params_get(const Params *params, const char *name, int *value);

// The least and the greatest value of the field with that name. Errors: false, nothing
// stored, for an unknown name.
bool params_range(const char *name, int *low, int *high);

// The names of the fields, from index 0; NULL after the last.
const char *params_name(int index);

// One line `name value` per field.
void params_write(const Params *params, Text *text);

#endif

// SPDX-License-Identifier: MIT
//
// Every number that play depends on and that a tuner may want to turn: one struct, and
// one table that names its fields.
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
    // Tree: virtual games of a new child, and what hand knowledge adds to them.
    int expand_visits;    // playouts through a leaf before it gets children
    int rave_equivalence; // K of RAVE, for every 100 points of the board
    int amaf_soon;        // early turns of a playout, in 100 of the empty points
    int amaf_early;       // weight of a point played then in AMAF; later ones count 1
    int amaf_tree;        // weight of a point played before the playout
    int exploration;      // playouts in 1000 that are spread evenly over the moves
    // With a network, moves are chosen by PUCT:
    int cpuct; // its constant, in 1/100
    // How far playouts are believed beside the network, in percent of what their rate
    // is from one half, by size,
    int puct_playouts_9;
    int puct_playouts_13;
    int puct_playouts_19;
    int playout_prior_visits; // and the simulations through a move after which their
                              // own rate counts as much as that of the node above
    int fpu_reduction; // by how many percent a move that was never tried wins less
                       // often than its player has so far, when others have been tried,
                       // but by half his chance at most
    int value_bias;    // percent of what the network seems to be wrong by, at nodes of
                       // a kind, that its word is corrected by
    int policy_bias;   // percent of probability that a move at least has whose kind won
                       // elsewhere in the tree what was lost otherwise; less for less
    int prior_network; // won games for a move that the network is sure of
    int value_points;  // percent of its word that are about points, not the win
    int prior_even;    // games at even odds that every child begins with; even
    int prior_capture; // won games for a capture of one stone; twice for more
    int prior_futile;  // lost games for an escape that a ladder catches
    int prior_catch;   // won games for the atari that begins a working ladder
    int prior_evade;   // won games for a move out of the way of one
    int prior_pattern; // won games for a 3x3 pattern
    int prior_selfatari; // lost games for a self-atari
    int prior_suicide;   // further lost games for the suicide of several stones
    int prior_near1;     // won games at distance 1, 2, 3 of the last move
    int prior_near2;
    int prior_near3;
    int prior_edge; // lost games on the first two lines of an empty area, won on the
                    // third
    int prior_pass; // lost games for a pass
    // Choosing the move.
    int dynamic_komi;   // the most points a side may give, in 100 of the board; 0: none
    int resign_percent; // resign below this chance to win; 0: never
    int resign_streak;  // ... in so many own moves in a row
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

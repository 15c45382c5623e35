// SPDX-License-Identifier: MIT
//
// Reads KataGo's network files: .bin.gz, .txt.gz, and the same unpacked. What a file is
// is found out from its bytes, not from its name. All model versions and blocks of
// KataGo 1.17 are known.
//
// The network becomes a list of layers (layer.h), whose row 0 is the upper edge of the
// board. Its inputs are the planes and globals of katago_features.h, of which a plane
// is 0 or 1. All that it finds is as the player to move sees it; katago_output.h says
// what it means.
#ifndef KATAGO_FILE_H
#define KATAGO_FILE_H

#include "layer.h"

enum { KATAGO_NAME_SIZE = 97, KATAGO_ERROR_SIZE = 256 }; // bytes, with the NUL

// What the numbers of the heads are counted in.
typedef struct KatagoMultipliers {
    float td_score, score_mean, score_stdev, lead; // points
    float variance_time;                           // moves
    float win_error, score_error;                  // squares of a chance and of points
} KatagoMultipliers;

// Which array of the list holds what.
typedef struct KatagoArrays {
    // The inputs: planes by point; and by board the globals and what the network wants
    // to know about the players, NO_ARRAY if it wants nothing.
    int planes, globals, metadata;
    // The outputs. By point: the logits of each policy, and one number of ownership. By
    // board: the logits of the pass; of win, loss and no result; and the score.
    int policy, pass, value, score, ownership;
} KatagoArrays;

typedef struct KatagoModel {
    LayerList list;
    KatagoArrays arrays;
    char name[KATAGO_NAME_SIZE]; // letters, digits, `-` and `_`
    int version;                 // of the model, 3 to 17
    int input_version;           // of its planes and globals, 3 to 7
    int blocks, channels;        // of the trunk
    size_t weights;              // numbers in the file
    KatagoMultipliers multipliers;
    // Does it want areas that are found as if suicide were allowed (katago_features.h)?
    bool pass_alive_suicide;
} KatagoModel;

// Reads a network. Errors: NULL, and `error` is a line that says what is wrong. A file
// cannot make it take more memory than a few times what is in it.
KatagoModel *katago_model_open(const char *path, char error[KATAGO_ERROR_SIZE]);

// The same for the bytes of a file.
KatagoModel *katago_model_read(const unsigned char *bytes, size_t size,
                               char error[KATAGO_ERROR_SIZE]);

void katago_model_delete(KatagoModel *model);

// The number of channels of one of its arrays.
int katago_model_channels(const KatagoModel *model, int array);

#endif

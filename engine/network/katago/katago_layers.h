// SPDX-License-Identifier: MIT
//
// Reads single layers of KataGo's network files, and puts them into a list of layers.
// For katago_file.c, katago_blocks.c and katago_heads.c only. After an error, of which
// katago_has_failed tells, everything still may be called; counts are small then, and
// numbers are NULL. Source: cpp/neuralnet/desc.cpp of KataGo 1.17.
#ifndef KATAGO_LAYERS_H
#define KATAGO_LAYERS_H

#include "layer_builder.h"
#include "token_reader.h"

enum {
    KATAGO_CHANNELS_MAX = 1 << 13, // of an array by point
    // Model versions from which on something is in a file, or is different.
    KATAGO_VERSION_OLDEST = 3,
    KATAGO_VERSION_SCORE_STDEV = 4,
    KATAGO_VERSION_LEAD = 8,
    KATAGO_VERSION_ERRORS = 9,
    KATAGO_VERSION_ACTIVATIONS = 11,
    KATAGO_VERSION_OPTIMISM = 12,
    KATAGO_VERSION_MULTIPLIERS = 13,
    KATAGO_VERSION_OPTIONS = 15,
    KATAGO_VERSION_Q_VALUES = 16,
    KATAGO_VERSION_HEAD_OPTIONS = 17,
    KATAGO_VERSION_NEWEST = 17,
};

typedef struct KatagoFileReader {
    TokenReader tokens;
    LayerBuilder builder;
    int version;
} KatagoFileReader;

// An array of the list.
typedef struct KatagoArray {
    int index, channels;
} KatagoArray;

bool katago_has_failed(const KatagoFileReader *reader);

KatagoArray katago_array_by_point(KatagoFileReader *reader, int channels);
KatagoArray katago_array_of_board(KatagoFileReader *reader, int channels);
void katago_release(KatagoFileReader *reader, KatagoArray array);

// What an array holds, as it is.
LayerInput katago_plain_input(KatagoArray array);

// A batch norm, as a scale and a bias.
LayerInput katago_read_affine(KatagoFileReader *reader, KatagoArray array);

// The norm of a transformer block.
LayerInput katago_read_rms_norm(KatagoFileReader *reader, KatagoArray array);

// The norm behind all blocks, if it is an RMS norm.
LayerInput katago_read_last_rms_norm(KatagoFileReader *reader, KatagoArray array);

// An activation; alone, and behind a batch norm.
Activation katago_read_activation(KatagoFileReader *reader);
LayerInput katago_read_active(KatagoFileReader *reader, KatagoArray array);
LayerInput katago_read_norm(KatagoFileReader *reader, KatagoArray array);

// With that many inputs and outputs; `outputs` 0: any number.
LinearLayer katago_read_convolution(KatagoFileReader *reader, int inputs, int outputs);
LinearLayer katago_read_dense(KatagoFileReader *reader, int inputs, int outputs);

// An array of numbers as it stands in the file.
const float *katago_read_numbers(KatagoFileReader *reader, size_t count);

// Adds layers. `katago_add_linear` overwrites the output, `katago_add_residual` adds to
// it.
void katago_add_linear(KatagoFileReader *reader, LayerInput input, LinearLayer linear,
                       KatagoArray output);
void katago_add_residual(KatagoFileReader *reader, LayerInput input, LinearLayer linear,
                         KatagoArray output);

// Add what they read from the file, and take an array for its output, which must be
// released. The first is a convolution, the others are dense: for each point, and with
// a bias for the board.
KatagoArray katago_add_convolution(KatagoFileReader *reader, LayerInput input,
                                   int inputs);
KatagoArray katago_add_dense(KatagoFileReader *reader, LayerInput input, int inputs,
                             int outputs);
KatagoArray katago_add_biased(KatagoFileReader *reader, LayerInput input, int inputs,
                              int outputs);

// Pools an input, for which it takes an array, which must be released.
KatagoArray katago_add_pool(KatagoFileReader *reader, LayerInput input, int channels,
                            PoolKind kind);

// Adds numbers of the board to each point.
void katago_add_spread(KatagoFileReader *reader, KatagoArray board, KatagoArray points);

// Adds to each point what a dense layer from the file makes of numbers of the board.
void katago_add_bias(KatagoFileReader *reader, KatagoArray board, KatagoArray points);

#endif

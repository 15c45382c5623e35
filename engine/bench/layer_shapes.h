// SPDX-License-Identifier: MIT
//
// Networks of random weights in the shapes of public ones, to measure how fast the
// runtime computes them.
#ifndef LAYER_SHAPES_H
#define LAYER_SHAPES_H

#include "layer.h"

enum { SHAPE_OUTPUTS = 2 };

typedef struct ShapedNetwork {
    LayerList list;
    int planes, globals;        // its inputs
    int outputs[SHAPE_OUTPUTS]; // by point, and of the board
} ShapedNetwork;

// A nested bottleneck of so many blocks: from `channels` to half of them, two pairs of
// attention and feed-forward layers there, and back. Ten blocks and 384 channels are
// the size of KataGo's b10c384h6nbttflrs. Errors: NULL when memory is exhausted.
ShapedNetwork *shaped_transformer_new(int blocks, int channels);

// Pairs of 3x3 convolutions; every third pair pools a third of its channels. Six blocks
// and 96 channels are the size of KataGo's g170-b6c96. Errors: NULL when memory is
// exhausted.
ShapedNetwork *shaped_convolutions_new(int blocks, int channels);

void shaped_network_delete(ShapedNetwork *network); // NULL is allowed

#endif

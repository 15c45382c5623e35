// SPDX-License-Identifier: MIT
//
// Computes a list of layers (layer.h) as its header says, number by number, in doubles,
// without regard to speed.
#ifndef LAYER_REFERENCE_H
#define LAYER_REFERENCE_H

#include "layer.h"

// The arrays of a list on a board, which begin as zeros.
typedef struct LayerValues {
    const LayerList *list;
    int columns, rows;
    double **arrays; // [array][point][channel] or, of the board, [array][channel]
} LayerValues;

// Ends the program when memory is exhausted.
LayerValues layer_values_new(const LayerList *list, int columns, int rows);
void layer_values_free(LayerValues *values);

// The number of numbers of an array.
size_t layer_values_size(const LayerValues *values, int array);

// Runs all layers. The inputs of the network are filled in before.
void layer_values_compute(LayerValues *values);

#endif

// SPDX-License-Identifier: MIT
//
// Makes a list of layers (layer.h): a reader of files adds arrays, numbers and layers.
// When memory is exhausted, `failed` is set. All calls are still allowed then, and
// layer_builder_end says so.
#ifndef LAYER_BUILDER_H
#define LAYER_BUILDER_H

#include "layer.h"

typedef struct LayerBuilder {
    LayerList list;
    bool *idle; // [array]: nothing that it holds is needed any more
    int layer_capacity, array_capacity;
    bool failed;
} LayerBuilder;

// An empty list. It must be ended.
LayerBuilder layer_builder_begin(void);

// An array of this shape, of floats if nothing else is said: one that was released,
// else a new one.
int layer_builder_array(LayerBuilder *builder, int channels, bool is_board);
int layer_builder_array_of(LayerBuilder *builder, LayerArray shape);

// Says that the layers that are added from now on do not read what the array holds.
void layer_builder_release(LayerBuilder *builder, int array);

// Room for numbers that live as long as the list, at a multiple of 64 bytes. Errors:
// NULL.
float *layer_builder_numbers(LayerBuilder *builder, size_t count);

// Adds a layer behind the others.
void layer_builder_add(LayerBuilder *builder, const Layer *layer);

// Gives the list out; it must be freed. Errors: false, and the list is empty.
bool layer_builder_end(LayerBuilder *builder, LayerList *list);

// Frees all memory of a list, and makes it empty.
void layer_list_free(LayerList *list);

#endif

// SPDX-License-Identifier: MIT
//
// Is a list of layers one that can be run?
#ifndef LAYER_SOUND_H
#define LAYER_SOUND_H

#include "layer.h"

// Whether all layers fit to their arrays, and each reads only what was filled before.
// `inputs` are the arrays that the network is given; some may be NO_ARRAY.
bool layer_list_is_sound(const LayerList *list, const int inputs[], int input_count);

#endif

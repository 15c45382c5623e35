// SPDX-License-Identifier: MIT
//
// Which planes and numbers of katago_features.h a network is shown, and in which order.
// This depends on the version of its input. Source: NNInputs::fillRowV3 to fillRowV7 of
// KataGo 1.17.
#ifndef KATAGO_LAYOUT_H
#define KATAGO_LAYOUT_H

#include <stdint.h>

#include "katago_features.h"

typedef struct KatagoLayout {
    int plane_count, global_count;
    uint8_t planes[KATAGO_PLANE_COUNT];   // each is a KATAGO_PLANE_...
    uint8_t globals[KATAGO_GLOBAL_COUNT]; // each is a KATAGO_GLOBAL_...
} KatagoLayout;

// Pre: the version is KATAGO_INPUT_OLDEST to KATAGO_INPUT_NEWEST.
const KatagoLayout *katago_layout(int input_version);

#endif

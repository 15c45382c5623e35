// SPDX-License-Identifier: MIT
//
// Uniformly random playouts, hundreds at once: the part of a LaneKernel that plays
// without a policy. One copy of slices_kernel.c for each instruction set, called by
// lanes_kernel.c; see meson.build.
#ifndef SLICES_H
#define SLICES_H

#include "lanes.h"

// As `play` of a LaneKernel; `weak` of a trial, `first` and `early` of a result are
// left empty. Needs some 400 KiB of stack.
void SLICES_PLAY(const LaneLayout *layout, const LaneClient *client, LaneWork *work);

#endif

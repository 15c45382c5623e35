// SPDX-License-Identifier: MIT
//
// How many processor cores there are to compute on.
#ifndef CORES_H
#define CORES_H

// The number of physical cores that this process may use, at least 1. If several
// processors share a core, it counts once: they share its arithmetic units. If Linux
// grants a container less time, it counts as fewer cores. Files may be read, so it must
// be called before sandbox_enter.
int cores_count(void);

#endif

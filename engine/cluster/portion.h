// SPDX-License-Identifier: MIT
//
// Searches in portions, for stand-ins in simulated time. The search has one worker,
// that of its helper, and neither an observer nor a limit of time.
#ifndef PORTION_H
#define PORTION_H

#include "worker.h"

// Makes a number of simulations. Fewer, if the search is stopped or its tree is full.
void portion_run(Worker *worker, uint64_t simulations);

#endif

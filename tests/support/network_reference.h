// SPDX-License-Identifier: MIT
//
// A network computed as scripts/train/model.py says, point by point, with no thought of
// speed. Where floats are added up, in the order that network.h's documents fix.
#ifndef NETWORK_REFERENCE_H
#define NETWORK_REFERENCE_H

#include "network_fixture.h"

void reference_evaluate(const NetworkFile *file, const InputFeatures *features,
                        NetworkOutput *output);

#endif

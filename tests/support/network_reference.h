// SPDX-License-Identifier: MIT
//
// Computes a network as scripts/train/model.py defines it, point by point, without
// regard to speed. Floats are added in the order that the documents of network.h fix.
#ifndef NETWORK_REFERENCE_H
#define NETWORK_REFERENCE_H

#include "network_fixture.h"

void reference_evaluate(const NetworkFile *file, const InputFeatures *features,
                        NetworkOutput *output);

#endif

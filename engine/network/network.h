// SPDX-License-Identifier: MIT
//
// The network: from what input_features.h sees to which move is likely, who is going to
// win, by how much, and who will own what; all as the player to move sees it. It is
// read from a file of integers and floats that scripts/train/export.py writes, never
// changes after that, and may be used by many threads at once, each with a memory of
// its own. The same file gives the same numbers on every machine.
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "convolution.h"
#include "input_features.h"
#include "point.h"

typedef struct Network Network;

// What one thread needs to compute in.
typedef struct NetworkMemory NetworkMemory;

typedef struct NetworkOutput {
    float policy[POINT_LIMIT]; // of a point, and of PASS, the probability to be played
    // The optimistic policy: the same, if things turn out better for the player to move
    // than expected. Source: KataGo, "Other Methods Implemented in KataGo".
    float optimistic[POINT_LIMIT];
    float win;   // probability that the player to move wins
    float score; // points by which he is going to win, komi included
    // Short-term errors, positive: by how much `win` and `score` are about to change
    // over the next few moves, as a standard deviation.
    float win_error, score_error;
    float owner[POINT_LIMIT]; // of a point: -1 the other player's, 1 his
} NetworkOutput;

// What scripts/train/export.py writes: little-endian; a head of 32-bit numbers, the
// tensors without gaps, and the checksum of all that, FNV-1a of 64 bits. See
// network_internal.h for the order. Files of version 2 are read, too: they have no
// optimistic policy, which is the policy then, and no errors, which are constants.
enum {
    NETWORK_VERSION = 3,
    NETWORK_VERSION_OLDEST = 2,
    NETWORK_VERSION_ERRORS = 3, // the first with the optimistic policy and the errors
};

// Reads a network from a file's bytes. Errors: NULL, and *error is what is wrong, such
// as "it is damaged: its checksum is wrong".
Network *network_read(const unsigned char *bytes, size_t size,
                      const ConvolutionKernel *kernel, const char **error);

// The same from a file. Errors: as above, and what the system says of the file.
Network *network_open(const char *path, const ConvolutionKernel *kernel,
                      const char **error);

// The network that is part of the program. Errors: NULL when memory is exhausted.
Network *network_default(const ConvolutionKernel *kernel);

// The same network for another kernel. Errors: NULL when memory is exhausted.
Network *network_for_kernel(const Network *network, const ConvolutionKernel *kernel);

void network_delete(Network *network);

// Errors: NULL when memory is exhausted.
NetworkMemory *network_memory_new(void);
void network_memory_delete(NetworkMemory *memory);

// Fills the output. The network is shown the board turned by a symmetry (symmetry.h),
// which should mean the same to it, but only does so about; the output is about the
// board as it stands. Points off the grid, and those that are not empty, are 0 in the
// policy.
void network_evaluate(const Network *network, NetworkMemory *memory,
                      const InputFeatures *features, int symmetry,
                      NetworkOutput *output);

// Of the last evaluation in this memory: how many units of the value head's hidden
// layer hear their inputs. With the ReLU of version 2 a unit is deaf where it is 0; if
// all are, the chance to win and the score are constants there.
int network_live_units(const NetworkMemory *memory);

// Adds an output so many times, for the mean of some.
void network_add_output(NetworkOutput *sum, const NetworkOutput *output, float weight);

enum { NETWORK_TEXT_SIZE = 64 };

// Of the file that it was read from.
int network_version(const Network *network);

// "6 blocks of 64 channels", for logs.
void network_describe(const Network *network, char text[NETWORK_TEXT_SIZE]);

#endif

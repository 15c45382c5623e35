// SPDX-License-Identifier: MIT
//
// The network: from what net_features.h sees to which move is likely, who is going to
// win, by how much, and who will own what; all as the player to move sees it. It is
// read from a file of integers and floats that scripts/train/export.py writes, never
// changes after that, and may be used by many threads at once, each with a memory of
// its own. The same file gives the same numbers on every machine.
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "convolution.h"
#include "net_features.h"
#include "point.h"

typedef struct Network Network;

// What one thread needs to compute in.
typedef struct NetworkMemory NetworkMemory;

typedef struct NetworkOutput {
    float policy[POINT_LIMIT]; // of a point, and of PASS, the probability to be played
    float win;                 // probability that the player to move wins
    float score;               // points by which he is going to win, komi included
    float owner[POINT_LIMIT];  // of a point: -1 the other player's, 1 his
} NetworkOutput;

// What scripts/train/export.py writes: little-endian; a head of 32-bit numbers, the
// tensors without gaps, and the checksum of all that, FNV-1a of 64 bits. See network.c
// for the order.
enum { NETWORK_VERSION = 2 };

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
                      const Features *features, int symmetry, NetworkOutput *output);

// Adds an output so many times, for the mean of some.
void network_add_output(NetworkOutput *sum, const NetworkOutput *output, float weight);

enum { NETWORK_TEXT_SIZE = 64 };

// "6 blocks of 64 channels", for logs.
void network_describe(const Network *network, char text[NETWORK_TEXT_SIZE]);

#endif

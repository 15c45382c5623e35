// SPDX-License-Identifier: MIT
//
// The network. Its input is that of input_features.h. It tells the probability of each
// move, the chance to win, the score and the owner of each point, for the player to
// move. It is read from a file of integers and floats that scripts/train/export.py
// writes. After that it never changes. Many threads may use it at once, each with its
// own memory. The same file gives the same numbers on every machine.
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "input_features.h"
#include "isa.h"
#include "network_output.h"
#include "point.h"

typedef struct Network Network;

// The working memory of one thread.
typedef struct NetworkMemory NetworkMemory;

// The file format of scripts/train/export.py. All numbers are little-endian. A head of
// 32-bit numbers is followed by the tensors without gaps, and by a checksum of all
// that: FNV-1a of 64 bits. network_internal.h has the order. Files of version 2 are
// read, too. They have no optimistic policy, so it equals the policy, and no errors, so
// these are constants.
enum {
    NETWORK_VERSION = 4,
    NETWORK_VERSION_OLDEST = 2,
    NETWORK_VERSION_ERRORS = 3, // the first with the optimistic policy and the errors
    NETWORK_VERSION_BLOCKS = 4, // the first with nested blocks and attention
};

// Reads a network from the bytes of a file. Errors: NULL, and *error says what is
// wrong, such as "it is damaged: its checksum is wrong".
Network *network_read(const unsigned char *bytes, size_t size, const Isa *isa,
                      const char **error);

// Reads a network from a file. Errors: as network_read, and what the system says about
// the file.
Network *network_open(const char *path, const Isa *isa, const char **error);

// Does the file begin as a network of this format, or is it impossible to read it?
bool network_is_own_file(const char *path);

// The network that is part of the program. Errors: NULL when memory is exhausted.
Network *network_default(const Isa *isa);

// The same network for another instruction set. Errors: NULL when memory is exhausted.
Network *network_for_isa(const Network *network, const Isa *isa);

void network_delete(Network *network);

// Memory for evaluations of this network only, which must outlive it. Errors: NULL when
// memory is exhausted.
NetworkMemory *network_memory_new(const Network *network);
void network_memory_delete(NetworkMemory *memory); // NULL is allowed

// Fills the output. The network is shown the board turned by a symmetry (symmetry.h).
// All symmetries should mean the same to it, but do so only approximately. The output
// is for the board as it stands. Points off the grid, and points that are not empty,
// are 0 in the policy.
void network_evaluate(const Network *network, NetworkMemory *memory,
                      const InputFeatures *features, int symmetry,
                      NetworkOutput *output);

// For the last evaluation in this memory: how many units of the value head's hidden
// layer react to their inputs. With the ReLU of version 2, a unit whose output is 0
// does not react. If no unit reacts, the chance to win and the score are constants
// there.
int network_live_units(const NetworkMemory *memory);

// The checksum at the end of the file that the network was read from.
uint64_t network_checksum(const Network *network);

// The bytes of that file, as long as the network is there.
const unsigned char *network_bytes(const Network *network, size_t *size);

enum { NETWORK_TEXT_SIZE = 64 };

// The version of the file that the network was read from.
int network_version(const Network *network);

// "6 blocks of 64 channels", for logs.
void network_describe(const Network *network, char text[NETWORK_TEXT_SIZE]);

#endif

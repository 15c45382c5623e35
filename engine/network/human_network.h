// SPDX-License-Identifier: MIT
//
// How people play: a second policy head on the body of a network of ours. Moves of
// recorded games taught it. It is told the rank of the player to move. It is read from
// a file that scripts/train/human.py writes. The file names the network that it belongs
// to by that one's checksum. After that it never changes. Many threads may use it at
// once, each with its own memory. The same on every machine.
//
// The file: HUMAN_MAGIC, then as 32-bit numbers the version, how many numbers tell a
// rank, the channels of the body and those of the head. The network's checksum follows.
// Then come the tensors. A 1x1 layer of the body's activations has integers, scales and
// biases by channel. Its channels also get sums of the body's means and maxima, and of
// the rank. Weights of the channels give the logit of a point, and what each number of
// the rank adds to it. That of a pass has
// weights of the means and maxima, of the rank, and a bias. The last 8 bytes are the
// FNV-1a of all before. Numbers are little-endian.
#ifndef HUMAN_NETWORK_H
#define HUMAN_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "input_features.h"
#include "isa.h"
#include "point.h"
#include "rank.h"

typedef struct HumanNetwork HumanNetwork;

// The working memory of one thread.
typedef struct HumanMemory HumanMemory;

enum { HUMAN_VERSION = 1, HUMAN_NUMBERS = 3, HUMAN_CHANNELS_MAX = 128 };

// Ranks beyond these are told as these: what lies beyond was not taught.
enum { HUMAN_RANK_WEAKEST = -9, HUMAN_RANK_STRONGEST = RANK_PROFESSIONAL };

// Bytes of two files.
typedef struct HumanFiles {
    const unsigned char *network;
    size_t network_size;
    const unsigned char *head; // NULL: only the body is computed
    size_t head_size;
} HumanFiles;

// Reads the files. Errors: NULL, and *error says what is wrong.
HumanNetwork *human_network_read(const HumanFiles *files, const Isa *isa,
                                 const char **error);

// That of the program. Errors: NULL when memory is exhausted.
HumanNetwork *human_network_default(const Isa *isa);

void human_network_delete(HumanNetwork *network); // NULL is allowed

// Memory for evaluations of this network only, which must outlive it. Errors: NULL when
// memory is exhausted.
HumanMemory *human_memory_new(const HumanNetwork *network);
void human_memory_delete(HumanMemory *memory); // NULL is allowed

// Shows the position, on the board as it stands.
void human_network_show(const HumanNetwork *network, HumanMemory *memory,
                        const InputFeatures *features, Rank rank);

// What a player of the rank does in the position that was shown: the probability of
// each point and of PASS. Points that may not be played are 0. Pre: there is a head.
void human_memory_policy(const HumanMemory *memory, float policy[POINT_LIMIT]);

// The number of channels of the body.
int human_network_channels(const HumanNetwork *network);

// What the heads read of the position that was shown: activations 0..63 by channel, of
// the points row by row. For training.
void human_memory_features(const HumanMemory *memory, uint8_t features[]);

#endif

// SPDX-License-Identifier: MIT
//
// Policy bias: moves that the network underrates, wherever they can be made. A
// sacrifice that refutes one move refutes others, too. The network does not expect it
// below any of them, so a search would have to find it below each move anew.
//
// Moves share a bucket if the same player makes them at the same point in the same
// surroundings. A bucket holds by how much results of its moves exceed those of the
// other moves of the same node, on average. If such a move can be made later, it counts
// as more probable. This is to the policy what value_bias.h is to the value.
//
// Sources of the idea: the history heuristic (Schaeffer 1989, "The history heuristic
// and alpha-beta search enhancements in practice"); progressive history (Nijssen,
// Winands 2010), its form in tree search by simulations.
#ifndef POLICY_BIAS_H
#define POLICY_BIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"
#include "shared_mean.h"

// The bucket of a pass. Nothing is learnt about passes.
enum { POLICY_BIAS_NO_BUCKET = 0 };

typedef struct PolicyBiasSlot {
    _Atomic uint32_t mark; // of the bucket that has the slot
    SharedMean mean;
} PolicyBiasSlot;

// Many threads may use it at once. If two of them learn at the same moment, one result
// may be lost. If two buckets share a slot, a result may go to the wrong one.
typedef struct PolicyBias {
    PolicyBiasSlot *slots; // by the lower half of a bucket
    uint32_t count;
    bool is_blank; // nothing can have been learnt
} PolicyBias;

// Takes about `bytes` bytes: at least some thousand, and not more than is useful.
// Errors: false when memory is exhausted; policy_bias_free may still be called.
bool policy_bias_init(PolicyBias *bias, uint64_t bytes);
uint64_t policy_bias_bytes(const PolicyBias *bias); // bytes that it has taken
void policy_bias_free(PolicyBias *bias);

// Forgets everything. Pre: no other thread uses it.
void policy_bias_clear(PolicyBias *bias);

// To be called when a search begins, before anything is learnt. What was learnt before
// counts for half from now on. Pre: no other thread uses it.
void policy_bias_begin(PolicyBias *bias);

// The bucket of a move that may be made in a position; `atari` is
// position_atari_stones(pos).
uint64_t policy_bias_bucket(const Position *pos, const Bitboard *atari, Point move);

// Learns from a move of a bucket. `more`, -1..1, is by how much its result exceeds the
// results of its player's other moves there, for that player. A bucket takes the slot
// of another bucket of which less is known.
void policy_bias_learn(PolicyBias *bias, uint64_t bucket, float more);

// Begins to fetch what policy_bias_of will read.
void policy_bias_fetch(const PolicyBias *bias, uint64_t bucket);

// By how much moves of a bucket have better results than other moves, -1..1. The less
// is known, the nearer to 0.
float policy_bias_of(const PolicyBias *bias, uint64_t bucket);

// The least probability of a move with results better by `better`. `part`, 0..1, is the
// probability of a move that surely wins what is lost otherwise.
float policy_bias_probability(float better, float part);

#endif

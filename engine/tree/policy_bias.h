// SPDX-License-Identifier: MIT
//
// Which moves the network underrates, wherever they can be made. A sacrifice that
// refutes one move refutes others, too; but the network, which does not expect it,
// expects it nowhere, and a search would have to find it below each of them anew. Of
// moves of one kind, which the same player makes at the same point amid the same
// surroundings, it is remembered by how much their results were better than those of
// the other moves of the same node, in the mean. Where such a move can be made later it
// is taken for the more probable. It is to the policy what value_bias.h is to the
// value. Source of the idea: the history heuristic (Schaeffer 1989, "The history
// heuristic and alpha-beta search enhancements in practice"), of progressive history
// (Nijssen, Winands 2010) in tree search by simulations.
#ifndef POLICY_BIAS_H
#define POLICY_BIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"

// Of a pass, of which nothing is learnt.
enum { POLICY_BIAS_NO_KIND = 0 };

typedef struct PolicyBiasSlot {
    _Atomic uint32_t mark; // of the kind that has the slot
    _Atomic float sum, weight;
} PolicyBiasSlot;

// May be used by many threads at once: what two of them learn in the same moment may be
// learnt only once, or of the wrong one of two kinds that share a slot.
typedef struct PolicyBias {
    PolicyBiasSlot *slots; // by remainder of a kind
    uint32_t count;
    bool is_blank; // nothing can have been learnt
} PolicyBias;

// Takes about so many bytes, at least some thousand, and no more than are of use.
// Errors: false when memory is exhausted; it may be freed all the same.
bool policy_bias_init(PolicyBias *bias, uint64_t bytes);
uint64_t policy_bias_bytes(const PolicyBias *bias); // that it has taken
void policy_bias_free(PolicyBias *bias);

// Forgets everything. Pre: no other thread uses it.
void policy_bias_clear(PolicyBias *bias);

// A search begins: what was learnt before counts for half from now on. Pre: no other
// thread uses it; to be called before anything is learnt.
void policy_bias_begin(PolicyBias *bias);

// The kind of a move that may be made in a position; `atari` is
// position_atari_stones(pos).
uint64_t policy_bias_kind(const Position *pos, const Bitboard *atari, Point move);

// A move of that kind had a result that was better by `more`, -1..1, for who made it,
// than the results of the other moves that he had. A kind takes the slot of another one
// of which less is known.
void policy_bias_learn(PolicyBias *bias, uint64_t kind, float more);

// By how much moves of that kind have better results than others, -1..1; nearer to 0
// the less is known.
float policy_bias_of(const PolicyBias *bias, uint64_t kind);

// How probable a move is at least that has results better by that; `part`, 0..1, is the
// probability of one that wins for sure what is lost otherwise.
float policy_bias_probability(float better, float part);

#endif

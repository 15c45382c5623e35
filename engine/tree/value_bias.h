// SPDX-License-Identifier: MIT
//
// What the network is wrong about in many places in the same way. The same exchange of
// moves comes up all over a tree; where searching behind it has shown that the network
// overrates it, the network overrates it elsewhere, too. Nodes are of one kind if the
// same two moves have led to them and the last one's surroundings look the same; of
// each kind it is remembered by how much the values below its nodes were higher than
// the network's own word on them, in the mean. Source: "subtree value bias correction"
// of KataGo (Wu, "Other Methods Implemented in KataGo").
#ifndef VALUE_BIAS_H
#define VALUE_BIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"

// Of a node that is like no other.
enum { VALUE_BIAS_NO_KIND = 0 };

// May be used by many threads at once: what two of them learn about one kind in the
// same moment may be learnt only once. All kinds with the same remainder share memory.
typedef struct ValueBias {
    _Atomic float *sums, *weights; // by remainder of a kind
    uint32_t count;
    bool is_blank; // nothing can have been learnt
} ValueBias;

// Takes about so many bytes, at least some thousand, and no more than are of use.
// Errors: false when memory is exhausted; it may be freed all the same.
bool value_bias_init(ValueBias *bias, uint64_t bytes);
uint64_t value_bias_bytes(const ValueBias *bias); // that it has taken
void value_bias_free(ValueBias *bias);

// Forgets everything. Pre: no other thread uses it.
void value_bias_clear(ValueBias *bias);

// A search begins: what was learnt before counts for half from now on. Pre: no other
// thread uses it; to be called before anything is learnt.
void value_bias_begin(ValueBias *bias);

// The kind of a node, whose position this is after the moves `last` and, before that,
// `second_last`.
uint32_t value_bias_kind(const Position *pos, Point last, Point second_last);

// By how much values at nodes of that kind are higher than the network's word, -1..1,
// as the player sees it who is to move; 0 where nothing is known.
float value_bias_of(const ValueBias *bias, uint32_t kind);

// The value of a node below one of that kind was higher by `more` than the network's
// word on that one, as the player saw it who is to move there.
void value_bias_learn(ValueBias *bias, uint32_t kind, float more, float weight);

#endif

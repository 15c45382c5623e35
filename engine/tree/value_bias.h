// SPDX-License-Identifier: MIT
//
// Subtree value bias correction: errors that the network makes at many nodes. The same
// exchange of moves comes up all over a tree. If the search finds behind it that the
// network's value is too high, that value is too high elsewhere, too. Nodes share a
// bucket if the same two moves led to them and the 5x5 points around the last move look
// the same. A bucket holds by how much the values found below its nodes exceed the
// network's own values of these nodes, on average. Source: Wu, "Other Methods
// Implemented in KataGo".
#ifndef VALUE_BIAS_H
#define VALUE_BIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"

// The bucket of a node that is like no other.
enum { VALUE_BIAS_NO_BUCKET = 0 };

// Many threads may use it at once. If two of them learn about one bucket at the same
// moment, one result may be lost. Buckets with the same remainder share memory.
typedef struct ValueBias {
    _Atomic float *sums, *weights; // by remainder of a bucket
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

// The bucket of a node. This is its position, after the moves `second_last` and `last`.
uint32_t value_bias_bucket(const Position *pos, Point last, Point second_last);

// By how much the values found below nodes of that bucket exceed the network's, -1..1,
// for the player to move there. 0 if nothing is known.
float value_bias_of(const ValueBias *bias, uint32_t bucket);

// A value found below a node of that bucket exceeds the network's value of the node by
// `more`, for the player to move there.
void value_bias_learn(ValueBias *bias, uint32_t bucket, float more, float weight);

#endif

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
#include "shared_mean.h"

// The bucket of a node that is like no other.
enum { VALUE_BIAS_NO_BUCKET = 0 };

// Many threads may use it at once. If two of them learn about one bucket at the same
// moment, one result may be lost. Buckets with the same remainder share memory.
typedef struct ValueBias {
    SharedMean *means; // by remainder of a bucket
    uint32_t count;
    bool is_blank; // nothing can have been learnt
} ValueBias;

// Takes about `bytes` bytes: at least some thousand, and not more than is useful.
// Errors: false when memory is exhausted; value_bias_free may still be called.
bool value_bias_init(ValueBias *bias, uint64_t bytes);
uint64_t value_bias_bytes(const ValueBias *bias); // bytes that it has taken
void value_bias_free(ValueBias *bias);

// Forgets everything. Pre: no other thread uses it.
void value_bias_clear(ValueBias *bias);

// To be called when a search begins, before anything is learnt. What was learnt before
// counts for half from now on. Pre: no other thread uses it.
void value_bias_begin(ValueBias *bias);

// The bucket of a node. `pos` is the position of the node, after the moves
// `second_last` and `last`.
uint32_t value_bias_bucket(const Position *pos, Point last, Point second_last);

// By how much the values found below a bucket's nodes exceed the network's values,
// -1..1, for the player to move there. If nothing is known, it is 0.
float value_bias_of(const ValueBias *bias, uint32_t bucket);

// Learns that a value found below a node of the bucket exceeds the network's value by
// `more`, for the player to move there. A negative weight takes back what was learnt.
void value_bias_learn(ValueBias *bias, uint32_t bucket, float more, float weight);

// The weight of what is known of a node with so many simulations below it: its power
// 7/8. The more there are, the more they repeat what is known.
float value_bias_weight(float simulations);

#endif

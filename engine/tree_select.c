// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <string.h>

#include "tree_slots.h"

// Four numbers at a time; every processor that matters has vectors of that size. They
// are read as plain numbers, not as atomics: what another worker writes meanwhile is
// seen or not.
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

__attribute__((no_sanitize("thread"))) static Floats
floats_of_counts(const _Atomic uint32_t *numbers)
{
    Ints ints;
    memcpy(&ints, (const void *)numbers, sizeof ints);
    return __builtin_convertvector(ints, Floats);
}

__attribute__((no_sanitize("thread"))) static Floats
floats_of_bytes(const uint8_t *numbers)
{
    Bytes bytes;
    memcpy(&bytes, numbers, sizeof bytes);
    return __builtin_convertvector(__builtin_convertvector(bytes, Ints), Floats);
}

// What tree_select compares, for four nodes. With n games, w of them won, m AMAF games,
// a of them won, and equivalence K, the weight of the AMAF value is m / (m + n + n m /
// K); multiplied out, one division remains. Nodes that even spreading owes a playout
// come before all others.
__attribute__((no_sanitize("thread"))) static Floats
value_four(const Tree *tree, NodeIndex first, float spread, float per_equivalence)
{
    Floats visits = floats_of_counts(&tree->visits[first]);
    Floats n = visits + tree->prior_unit * floats_of_bytes(&tree->prior_visits[first]);
    Floats w = 0.5f * floats_of_counts(&tree->half_wins[first]) +
               tree->prior_unit * floats_of_bytes(&tree->prior_wins[first]);
    Floats m = floats_of_counts(&tree->amaf_visits[first]);
    Floats a = 0.5f * floats_of_counts(&tree->amaf_half_wins[first]);
    Floats scale = 1 + m * per_equivalence;
    Ints value = (Ints)((a + w * scale) / (m + n * scale));
    Ints owed = visits + 1 < spread;
    return (Floats)((owed & (Ints)(Floats){2, 2, 2, 2}) | (~owed & value));
}

__attribute__((no_sanitize("thread"))) NodeIndex
tree_select(const Tree *tree, NodeIndex parent, const Params *params, int points)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    assert(count > 0);
    float spread = (float)slot_get(&tree->visits[parent]) * (float)params->exploration /
                   (1000 * (float)count);
    float per_equivalence = 100 / ((float)params->rave_equivalence * (float)points);
    Floats best_value = {-1, -1, -1, -1};
    Ints best = {0}, number = {0, 1, 2, 3};
    for (int i = 0; i < count; i += 4, number += 4) {
        Floats value = value_four(tree, first + (NodeIndex)i, spread, per_equivalence);
        Ints better = (value > best_value) & (number < count);
        best_value = (Floats)((better & (Ints)value) | (~better & (Ints)best_value));
        best = (better & number) | (~better & best);
    }
    int winner = 0;
    for (int i = 1; i < 4; i++)
        if (best_value[i] > best_value[winner] ||
            (best_value[i] == best_value[winner] && best[i] < best[winner]))
            winner = i;
    return first + (NodeIndex)best[winner];
}

// SPDX-License-Identifier: MIT
#include "tree_sums.h"

#include "tree_internal.h"

// The most visits of a node: its half wins are up to twice as many.
static const uint32_t VISITS_MAX = TREE_COUNT_MAX / 2;

TreeSums tree_sums(const Tree *tree, NodeIndex node)
{
    return (TreeSums){.results = slot_get(&tree->results[node]),
                      .half_wins = slot_get(&tree->half_wins[node]),
                      .chances = slot_get(&tree->chances[node]),
                      .surplus = (int32_t)slot_get(&tree->surplus[node])};
}

bool tree_add_sums(Tree *tree, NodeIndex node, const TreeSums *more)
{
    uint32_t visits = slot_get(&tree->visits[node]);
    if (visits > VISITS_MAX || more->results > VISITS_MAX - visits)
        return false;
    slot_count(&tree->visits[node], more->results);
    slot_count(&tree->results[node], more->results);
    slot_count(&tree->half_wins[node], more->half_wins);
    slot_count(&tree->chances[node], more->chances);
    slot_count(&tree->surplus[node], (uint32_t)more->surplus);
    return true;
}

bool tree_sums_are_possible(const TreeSums *sums)
{
    int64_t most = 2 * (int64_t)sums->results;
    return sums->results <= VISITS_MAX && sums->half_wins <= most &&
           sums->chances <= most && sums->surplus <= most && sums->surplus >= -most;
}

static int64_t within(int64_t number, int64_t low, int64_t high)
{
    return number < low ? low : number > high ? high : number;
}

TreeSums tree_sums_beyond(const TreeSums *now, const TreeSums *before)
{
    if (now->results <= before->results)
        return (TreeSums){0};
    TreeSums more = {.results = now->results - before->results};
    int64_t most = 2 * (int64_t)more.results;
    more.half_wins =
        (uint32_t)within((int64_t)now->half_wins - before->half_wins, 0, most);
    more.chances = (uint32_t)within((int64_t)now->chances - before->chances, 0, most);
    more.surplus =
        (int32_t)within((int64_t)now->surplus - before->surplus, -most, most);
    return more;
}

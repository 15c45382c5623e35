// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <string.h>

#include "tree_internal.h"

enum { LEVELS = 33 }; // powers of two of a number of visits, and zero

// A header has no use for the visits of a node. They hold where the parent will be, or
// 0 if the children are dropped.
static _Atomic uint32_t *parent_of(Tree *tree, NodeIndex header)
{
    return &tree->visits[header];
}

static void drop_all(Tree *tree)
{
    NodeIndex used = slot_get(&tree->used);
    for (NodeIndex header = TREE_ROOT + 1; header < used;
         header += 1 + (NodeIndex)tree->move[header])
        slot_set(parent_of(tree, header), 0);
}

// Moves slots down.
static void move_slots(Tree *tree, NodeIndex to, NodeIndex from, size_t count)
{
    if (to == from)
        return;
    memmove(&tree->visits[to], &tree->visits[from], count * sizeof(uint32_t));
    memmove(&tree->half_wins[to], &tree->half_wins[from], count * sizeof(uint32_t));
    memmove(&tree->chances[to], &tree->chances[from], count * sizeof(uint32_t));
    memmove(&tree->amaf_visits[to], &tree->amaf_visits[from], count * sizeof(uint32_t));
    memmove(&tree->amaf_half_wins[to], &tree->amaf_half_wins[from],
            count * sizeof(uint32_t));
    memmove(&tree->children[to], &tree->children[from], count * sizeof(NodeIndex));
    memmove(&tree->move[to], &tree->move[from], count * sizeof(Point));
    memmove(&tree->prior_visits[to], &tree->prior_visits[from], count);
    memmove(&tree->prior_wins[to], &tree->prior_wins[from], count);
}

// Decides about the children of a node that will be at slot `moved`: keeps them if it
// has been visited often enough.
static void keep_children(Tree *tree, NodeIndex node, NodeIndex moved,
                          uint32_t visits_min)
{
    NodeIndex header = slot_get(&tree->children[node]);
    if (!slot_is_header(header) || slot_get(&tree->visits[node]) < visits_min) {
        slot_set(&tree->children[node], NODE_LEAF);
        return;
    }
    assert(header > node);
    slot_set(parent_of(tree, header), moved);
}

// Keeps the children of nodes below the root with at least `visits_min` visits, and
// closes the gaps. When a node's children are met, it is known whether they are kept,
// and where the node has gone.
static void compact(Tree *tree, uint32_t visits_min)
{
    NodeIndex used = slot_get(&tree->used), to = TREE_ROOT + 1;
    NodeIndex header = slot_get(&tree->children[TREE_ROOT]);
    drop_all(tree);
    keep_children(tree, TREE_ROOT, TREE_ROOT, 0);
    if (!slot_is_header(header))
        header = used;
    while (header < used) {
        NodeIndex count = tree->move[header];
        if (slot_get(parent_of(tree, header)) != 0) {
            for (NodeIndex i = 1; i <= count; i++)
                keep_children(tree, header + i, to + i, visits_min);
            slot_set(&tree->children[slot_get(parent_of(tree, header))], to);
            move_slots(tree, to, header, count + 1);
            to += count + 1;
        }
        header += count + 1;
    }
    atomic_store(&tree->used, to);
    atomic_store(&tree->is_full, false);
}

void tree_set_root(Tree *tree, NodeIndex root)
{
    move_slots(tree, TREE_ROOT, root, 1);
    compact(tree, 0);
}

// The power of two of a number of visits; 0 for none.
static int level_of(uint32_t visits)
{
    return visits == 0 ? 0 : 32 - __builtin_clz(visits);
}

// Slots of children, by the level of the node that they belong to.
typedef struct Levels {
    const Tree *tree;
    uint64_t slots[LEVELS];
} Levels;

static void add_to_level(void *object, NodeIndex node)
{
    Levels *levels = object;
    int count;
    tree_children(levels->tree, node, &count);
    int level = level_of(slot_get(&levels->tree->visits[node]));
    levels->slots[level] += (uint64_t)count + 1;
}

void tree_prune(Tree *tree)
{
    Levels levels = {.tree = tree};
    tree_visit_expanded(tree, add_to_level, &levels);
    int level = LEVELS;
    uint64_t kept = 0;
    while (level > 0 && kept + levels.slots[level - 1] <= tree->capacity / 2)
        kept += levels.slots[--level];
    if (level > 32)
        compact(tree, UINT32_MAX);
    else
        compact(tree, level == 0 ? 0 : (uint32_t)1 << (level - 1));
}

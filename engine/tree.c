// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "aligned.h"

enum {
    CAPACITY_MIN = 4096,
    SLOT_BYTES = 4 * sizeof(uint32_t) + sizeof(NodeIndex) + sizeof(Point) + 2,
    HUGE_PAGE = 2 << 20, // bytes
    LEVELS = 33,         // powers of two of a number of visits, and zero
};

static uint32_t get(const _Atomic uint32_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static void set(_Atomic uint32_t *number, uint32_t value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

// Not one atomic step: see the head of tree.h.
static void add(_Atomic uint32_t *number, uint32_t amount)
{
    set(number, get(number) + amount);
}

// Takes the next array of so many bytes out of the arena.
static void *take(unsigned char **memory, size_t bytes)
{
    void *array = *memory;
    *memory += bytes;
    return array;
}

bool tree_init(Tree *tree, uint64_t bytes)
{
    uint64_t capacity = bytes / SLOT_BYTES;
    if (capacity < CAPACITY_MIN)
        capacity = CAPACITY_MIN;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;
    capacity = capacity / 4 * 4; // nodes are also read four at a time
    uint64_t rounded = (capacity * SLOT_BYTES + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    memset(tree, 0, sizeof *tree);
    tree->memory = aligned_new(HUGE_PAGE, rounded);
    if (tree->memory == NULL)
        return false;
#ifdef MADV_HUGEPAGE
    madvise(tree->memory, rounded, MADV_HUGEPAGE); // no harm if it cannot be had
#endif
    unsigned char *rest = tree->memory;
    tree->visits = take(&rest, capacity * sizeof *tree->visits);
    tree->half_wins = take(&rest, capacity * sizeof *tree->half_wins);
    tree->amaf_visits = take(&rest, capacity * sizeof *tree->amaf_visits);
    tree->amaf_half_wins = take(&rest, capacity * sizeof *tree->amaf_half_wins);
    tree->children = take(&rest, capacity * sizeof *tree->children);
    tree->move = take(&rest, capacity * sizeof *tree->move);
    tree->prior_visits = take(&rest, capacity);
    tree->prior_wins = take(&rest, capacity);
    tree->capacity = (NodeIndex)capacity;
    tree->prior_unit = 1;
    tree_clear(tree);
    return true;
}

void tree_free(Tree *tree)
{
    aligned_delete(tree->memory);
    tree->memory = NULL;
}

static void init_node(Tree *tree, NodeIndex node, Point move, Prior prior)
{
    set(&tree->visits[node], 0);
    set(&tree->half_wins[node], 0);
    set(&tree->amaf_visits[node], 0);
    set(&tree->amaf_half_wins[node], 0);
    set(&tree->children[node], NODE_LEAF);
    tree->move[node] = move;
    tree->prior_visits[node] = prior.visits;
    tree->prior_wins[node] = prior.wins;
}

void tree_clear(Tree *tree)
{
    init_node(tree, TREE_ROOT, NO_POINT, (Prior){0});
    atomic_store(&tree->used, TREE_ROOT + 1);
    atomic_store(&tree->is_full, false);
}

Node tree_node(const Tree *tree, NodeIndex node)
{
    return (Node){
        .move = tree->move[node],
        .visits = get(&tree->visits[node]),
        .half_wins = get(&tree->half_wins[node]),
        .amaf_visits = get(&tree->amaf_visits[node]),
        .amaf_half_wins = get(&tree->amaf_half_wins[node]),
        .prior_visits = tree->prior_visits[node],
        .prior_wins = tree->prior_wins[node],
    };
}

static bool is_header(NodeIndex link)
{
    return link != NODE_LEAF && link != NODE_EXPANDING;
}

NodeIndex tree_children(const Tree *tree, NodeIndex parent, int *count)
{
    NodeIndex header =
        atomic_load_explicit(&tree->children[parent], memory_order_acquire);
    if (!is_header(header)) {
        *count = 0;
        return 0;
    }
    *count = tree->move[header];
    return header + 1;
}

NodeIndex tree_find_child(const Tree *tree, NodeIndex parent, Point move)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
        if (tree->move[i] == move)
            return i;
    return 0;
}

double node_win_rate(const Node *node)
{
    if (node->visits > 0)
        return node->half_wins / (2.0 * node->visits);
    return node->prior_visits > 0 ? (double)node->prior_wins / node->prior_visits : 0.5;
}

// Takes `count` consecutive slots, or returns 0 when the arena is full.
static NodeIndex allocate(Tree *tree, NodeIndex count)
{
    NodeIndex used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (count > tree->capacity - used) {
            atomic_store_explicit(&tree->is_full, true, memory_order_relaxed);
            return 0;
        }
    } while (!atomic_compare_exchange_weak(&tree->used, &used, used + count));
    return used;
}

bool tree_expand(Tree *tree, NodeIndex parent, const PointList *moves,
                 const Prior priors[])
{
    _Atomic NodeIndex *link = &tree->children[parent];
    NodeIndex expected = NODE_LEAF;
    if (!atomic_compare_exchange_strong(link, &expected, NODE_EXPANDING))
        return false;
    NodeIndex header = allocate(tree, (NodeIndex)moves->count + 1);
    if (header == 0) {
        atomic_store(link, NODE_LEAF);
        return false;
    }
    init_node(tree, header, (Point)moves->count, (Prior){0});
    for (int i = 0; i < moves->count; i++)
        init_node(tree, header + 1 + (NodeIndex)i, moves->points[i], priors[i]);
    atomic_store_explicit(link, header, memory_order_release);
    return true;
}

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
    float spread = (float)get(&tree->visits[parent]) * (float)params->exploration /
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

void tree_count_visit(Tree *tree, NodeIndex node)
{
    add(&tree->visits[node], 1);
}

// By point: how much a playout counts for AMAF, for a player.
typedef struct Credit {
    uint8_t of[POINT_LIMIT];
} Credit;

static void give_credit(const Bitboard *first, const Bitboard *early, int early_weight,
                        Credit *credit)
{
    memset(credit, 0, sizeof *credit);
    for (Point p = bitboard_first(first); p; p = bitboard_next(first, p))
        credit->of[p] = bitboard_test(early, p) ? (uint8_t)early_weight : 1;
}

// Updates the AMAF numbers of the children of a node. No branch: about every second
// point gets credit, in no order.
static void backup_amaf(Tree *tree, NodeIndex parent, const Credit *credit,
                        uint32_t half_wins)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        uint32_t weight = credit->of[tree->move[i]];
        add(&tree->amaf_visits[i], weight);
        add(&tree->amaf_half_wins[i], weight * half_wins);
    }
}

void tree_backup(Tree *tree, const NodeIndex path[], int path_length,
                 const TreeOutcome *outcome, const Params *params)
{
    Credit credit[2];
    Color to_play = outcome->to_play;
    for (Color player = BLACK; player <= WHITE; player++)
        give_credit(&outcome->first[player], &outcome->early, params->amaf_early,
                    &credit[player]);
    for (int i = path_length - 1; i >= 0; i--) {
        Color player = i % 2 == 0 ? to_play : color_other(to_play);
        uint32_t half_wins = (uint32_t)outcome->half_wins[player];
        if (i + 1 < path_length) {
            // The move of a node comes before those of the playout: who makes it is the
            // first to play there.
            Point move = tree->move[path[i + 1]];
            add(&tree->half_wins[path[i + 1]], half_wins);
            credit[player].of[move] = move == PASS ? 0 : (uint8_t)params->amaf_tree;
            credit[color_other(player)].of[move] = 0;
        }
        backup_amaf(tree, path[i], &credit[player], half_wins);
    }
    add(&tree->half_wins[path[0]], (uint32_t)outcome->half_wins[color_other(to_play)]);
}

void tree_add_games(Tree *tree, const NodeIndex path[], int path_length, uint32_t games,
                    uint32_t half_wins)
{
    uint32_t mover_half_wins = 2 * games - half_wins; // of the mover to the end
    for (int i = path_length - 1; i >= 0; i--) {
        add(&tree->visits[path[i]], games);
        add(&tree->half_wins[path[i]], mover_half_wins);
        mover_half_wins = 2 * games - mover_half_wins;
    }
}

// A header has no use for the numbers of a node; these two hold what compaction needs.
static _Atomic uint32_t *parent_of(Tree *tree, NodeIndex header)
{
    return &tree->visits[header];
}

// The last compaction that has found it of use.
static _Atomic uint32_t *kept_by(Tree *tree, NodeIndex header)
{
    return &tree->half_wins[header];
}

// Moves slots down.
static void move_slots(Tree *tree, NodeIndex to, NodeIndex from, size_t count)
{
    if (to == from)
        return;
    memmove(&tree->visits[to], &tree->visits[from], count * sizeof(uint32_t));
    memmove(&tree->half_wins[to], &tree->half_wins[from], count * sizeof(uint32_t));
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
    NodeIndex header = get(&tree->children[node]);
    if (!is_header(header) || get(&tree->visits[node]) < visits_min) {
        set(&tree->children[node], NODE_LEAF);
        return;
    }
    assert(header > node);
    set(parent_of(tree, header), moved);
    set(kept_by(tree, header), tree->compactions);
}

// Keeps what is below the root and belongs to nodes of so many visits, and closes the
// gaps. Whether the children of a node are kept is known before they are met, and so is
// where the node has gone.
static void compact(Tree *tree, uint32_t visits_min)
{
    NodeIndex used = get(&tree->used), to = TREE_ROOT + 1;
    NodeIndex header = get(&tree->children[TREE_ROOT]);
    tree->compactions++;
    keep_children(tree, TREE_ROOT, TREE_ROOT, 0);
    if (!is_header(header))
        header = used;
    while (header < used) {
        NodeIndex count = tree->move[header];
        if (get(kept_by(tree, header)) == tree->compactions) {
            for (NodeIndex i = 1; i <= count; i++)
                keep_children(tree, header + i, to + i, visits_min);
            set(&tree->children[get(parent_of(tree, header))], to);
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

void tree_prune(Tree *tree)
{
    uint64_t slots[LEVELS] = {0}, kept = 0; // by the level of the node they belong to
    for (NodeIndex node = TREE_ROOT; node < get(&tree->used); node++) {
        int count;
        tree_children(tree, node, &count);
        if (count > 0)
            slots[level_of(get(&tree->visits[node]))] += (uint64_t)count + 1;
    }
    int level = LEVELS;
    while (level > 0 && kept + slots[level - 1] <= tree->capacity / 2)
        kept += slots[--level];
    if (level > 32)
        compact(tree, UINT32_MAX);
    else
        compact(tree, level == 0 ? 0 : (uint32_t)1 << (level - 1));
}

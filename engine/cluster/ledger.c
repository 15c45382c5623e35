// SPDX-License-Identifier: MIT
#include "ledger.h"

#include <stdlib.h>

#include "rng.h"

enum {
    PLACES = 1 << 14, // of the hash table
    FULL = PLACES / 2,
    // The children of a node are told of if it has had this number of simulations, and
    // this part of those of the root.
    SIMULATIONS_MIN = 32,
    ROOT_PART = 512,
};

// The entry of a node: its own, or the free place for it.
static LedgerEntry *entry_of(const Ledger *ledger, NodeIndex node)
{
    uint32_t place = (uint32_t)rng_mix(node) % PLACES;
    while (ledger->entries[place].node != 0 && ledger->entries[place].node != node)
        place = (place + 1) % PLACES;
    return &ledger->entries[place];
}

// The entry of a node, made if there is none; NULL: there is no room. What an old node
// has now is taken as known, as it is not known since when it has it.
static LedgerEntry *known_entry(Ledger *ledger, NodeIndex node)
{
    LedgerEntry *entry = entry_of(ledger, node);
    if (entry->node == node)
        return entry;
    if (ledger->count == FULL)
        return NULL;
    ledger->count++;
    *entry = (LedgerEntry){.node = node};
    if (node < ledger->old_end)
        entry->known = tree_sums(ledger->context->tree, node);
    return entry;
}

// Is a node near enough to the root that its children are told of?
static bool is_near(const Ledger *ledger, NodeIndex node, int depth)
{
    const SearchContext *context = ledger->context;
    uint32_t results = tree_sums(context->tree, node).results;
    uint32_t least = tree_sums(context->tree, context->node).results / ROOT_PART;
    return depth < LEDGER_DEPTH && results >= least &&
           (depth == 0 || results >= SIMULATIONS_MIN * VALUE_STEPS);
}

// A walk over the nodes near the root, each before its children.
typedef struct Walk {
    Ledger *ledger;
    WireWriter *writer; // NULL: what is there is only noted
    int nodes;          // that were written
} Walk;

// Writes what is new of a node. Returns whether its children may have something new,
// too.
static bool tell_node(Walk *walk, NodeIndex node, int depth)
{
    const Tree *tree = walk->ledger->context->tree;
    TreeSums now = tree_sums(tree, node);
    // A node that has nothing yet is noted, as nobody could tell later what is new.
    if (now.results == 0 && walk->writer != NULL)
        return false;
    LedgerEntry *entry = known_entry(walk->ledger, node);
    if (entry == NULL || walk->nodes == LEDGER_NODES_MAX)
        return false;
    if (walk->writer == NULL)
        return now.results > 0 || depth == 0;
    TreeSums more = tree_sums_beyond(&now, &entry->known);
    if (more.results == 0)
        return false;
    entry->known.results += more.results;
    entry->known.half_wins += more.half_wins;
    entry->known.chances += more.chances;
    entry->known.surplus += more.surplus;
    walk->nodes++;
    wire_put(walk->writer, (uint64_t)depth, 1);
    wire_put(walk->writer, depth > 0 ? tree->move[node] : PASS, 2);
    wire_put(walk->writer, more.results, 4);
    wire_put(walk->writer, more.half_wins, 4);
    wire_put(walk->writer, more.chances, 4);
    wire_put(walk->writer, (uint32_t)more.surplus, 4);
    return true;
}

// The next child to visit of each node on the way.
typedef struct Way {
    NodeIndex next[LEDGER_DEPTH + 1], end[LEDGER_DEPTH + 1];
} Way;

static void enter(const Walk *walk, Way *way, NodeIndex node, int depth)
{
    int count = 0;
    way->next[depth] = way->end[depth] = 0;
    if (is_near(walk->ledger, node, depth))
        way->next[depth] = tree_children(walk->ledger->context->tree, node, &count);
    way->end[depth] = way->next[depth] + (NodeIndex)count;
}

static void walk_near_root(Walk *walk)
{
    Way way;
    NodeIndex root = walk->ledger->context->node;
    int depth = 0; // of the node whose children are visited
    if (!tell_node(walk, root, 0))
        return;
    enter(walk, &way, root, 0);
    while (depth >= 0) {
        if (way.next[depth] == way.end[depth]) {
            depth--;
            continue;
        }
        NodeIndex node = way.next[depth]++;
        if (tell_node(walk, node, depth + 1) && depth + 1 < LEDGER_DEPTH) {
            depth++;
            enter(walk, &way, node, depth);
        }
    }
}

bool ledger_init(Ledger *ledger, SearchContext *context)
{
    *ledger = (Ledger){.context = context};
    ledger->old_end = atomic_load(&context->tree->used);
    ledger->entries = calloc(PLACES, sizeof *ledger->entries);
    if (ledger->entries == NULL)
        return false;
    Walk walk = {.ledger = ledger};
    walk_near_root(&walk);
    return true;
}

void ledger_free(Ledger *ledger)
{
    free(ledger->entries);
    ledger->entries = NULL;
}

void ledger_write(Ledger *ledger, WireWriter *writer)
{
    Walk walk = {.ledger = ledger, .writer = writer};
    walk_near_root(&walk);
}

// A node of a message.
typedef struct ToldNode {
    int depth;
    Point move;
    TreeSums sums;
} ToldNode;

static bool read_node(WireReader *reader, ToldNode *node)
{
    node->depth = (int)wire_get(reader, 1);
    node->move = (Point)wire_get(reader, 2);
    node->sums.results = (uint32_t)wire_get(reader, 4);
    node->sums.half_wins = (uint32_t)wire_get(reader, 4);
    node->sums.chances = (uint32_t)wire_get(reader, 4);
    node->sums.surplus = wire_get_signed(reader);
    return wire_demand(reader, node->depth <= LEDGER_DEPTH &&
                                   node->move < POINT_LIMIT &&
                                   tree_sums_are_possible(&node->sums));
}

// Adds sums to a node, which the other end knows. Returns whether there was room.
static bool add(Ledger *ledger, NodeIndex node, const TreeSums *sums)
{
    LedgerEntry *entry = known_entry(ledger, node);
    if (entry == NULL || !tree_add_sums(ledger->context->tree, node, sums))
        return false;
    entry->known.results += sums->results;
    entry->known.half_wins += sums->half_wins;
    entry->known.chances += sums->chances;
    entry->known.surplus += sums->surplus;
    return true;
}

bool ledger_read(Ledger *ledger, WireReader *reader, uint64_t *simulations)
{
    SearchContext *context = ledger->context;
    NodeIndex path[LEDGER_DEPTH + 1]; // 0: this tree lacks the node
    int depth = -1;
    *simulations = 0;
    while (reader->left > 0) {
        ToldNode told;
        // The root comes first, and only once.
        if (!read_node(reader, &told) ||
            !wire_demand(reader,
                         told.depth <= depth + 1 && (told.depth == 0) == (depth < 0)))
            return false;
        depth = told.depth;
        NodeIndex above = depth > 0 ? path[depth - 1] : 0;
        path[depth] = depth == 0   ? context->node
                      : above != 0 ? tree_find_child(context->tree, above, told.move)
                                   : 0;
        bool is_added = path[depth] != 0 && add(ledger, path[depth], &told.sums);
        if (is_added && depth == 0)
            *simulations = told.sums.results / VALUE_STEPS;
    }
    return !reader->failed;
}

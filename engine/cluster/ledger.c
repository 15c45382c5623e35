// SPDX-License-Identifier: MIT
#include "ledger.h"

#include <stdlib.h>

#include "rng.h"

enum {
    PLACES = 1 << 14, // of the hash table
    FULL = PLACES / 4 * 3,
    // The children of a node are told of if it has had this number of simulations, and
    // this part of those of the root.
    SIMULATIONS_MIN = 32,
    NEAR_PART = 256,
    // What is less than this part of the root's simulations waits until it is more.
    NEWS_PART = 8192,
};

// The entry of a node: its own, or the free place for it.
static LedgerEntry *entry_of(const Ledger *ledger, NodeIndex node)
{
    uint32_t place = (uint32_t)rng_mix(node) % PLACES;
    while (ledger->entries[place].node != 0 && ledger->entries[place].node != node)
        place = (place + 1) % PLACES;
    return &ledger->entries[place];
}

// The entry of a node, made if there is none; NULL: there is no room. `above` is that
// of its parent, or NULL. It may be that nobody knows what an old node had when the
// ledger began. Then what it has now is taken as known.
static LedgerEntry *known_entry(Ledger *ledger, NodeIndex node,
                                const LedgerEntry *above)
{
    LedgerEntry *entry = entry_of(ledger, node);
    if (entry->node == node)
        return entry;
    if (ledger->count == FULL)
        return NULL;
    ledger->count++;
    *entry = (LedgerEntry){.node = node};
    if (node < ledger->old_end && (above == NULL || !above->has_children))
        entry->known = tree_sums(ledger->context->tree, node);
    return entry;
}

// A walk over the nodes near the root, each before its children.
typedef struct Walk {
    Ledger *ledger;
    WireWriter *writer;  // NULL: what is there is only noted
    int nodes;           // that were written
    uint32_t near, news; // the fewest results of a node whose children are told of, and
                         // of what is told
    // By depth, on the way to the present node: its entry, and its next children.
    LedgerEntry *entry[LEDGER_DEPTH + 1];
    NodeIndex next[LEDGER_DEPTH + 1], end[LEDGER_DEPTH + 1];
} Walk;

static void begin_walk(Walk *walk, Ledger *ledger, WireWriter *writer)
{
    const SearchContext *context = ledger->context;
    uint32_t results = tree_sums(context->tree, context->node).results;
    uint32_t near = results / NEAR_PART, least = SIMULATIONS_MIN * VALUE_STEPS;
    walk->ledger = ledger;
    walk->writer = writer;
    walk->nodes = 0;
    walk->near = near > least ? near : least;
    walk->news = results / NEWS_PART;
}

static void add_to_known(LedgerEntry *entry, const TreeSums *more)
{
    entry->known.results += more->results;
    entry->known.half_wins += more->half_wins;
    entry->known.chances += more->chances;
    entry->known.surplus += more->surplus;
}

// Writes what is new of a node. Returns whether there is anything.
static bool write_news(Walk *walk, LedgerEntry *entry, NodeIndex node, int depth)
{
    const Tree *tree = walk->ledger->context->tree;
    TreeSums now = tree_sums(tree, node);
    TreeSums more = tree_sums_beyond(&now, &entry->known);
    if (more.results == 0 || (depth > 0 && more.results < walk->news))
        return false;
    add_to_known(entry, &more);
    walk->nodes++;
    wire_put(walk->writer, (uint64_t)depth, 1);
    wire_put(walk->writer, depth > 0 ? tree->move[node] : PASS, 2);
    wire_put(walk->writer, more.results, 4);
    wire_put(walk->writer, more.half_wins, 4);
    wire_put(walk->writer, more.chances, 4);
    wire_put(walk->writer, (uint32_t)more.surplus, 4);
    return true;
}

// Visits a node. Returns whether its children are to be visited, too.
static bool visit(Walk *walk, NodeIndex node, int depth)
{
    TreeSums now = tree_sums(walk->ledger->context->tree, node);
    if ((now.results == 0 && depth > 0) || walk->nodes == LEDGER_NODES_MAX)
        return false;
    LedgerEntry *above = depth > 0 ? walk->entry[depth - 1] : NULL;
    LedgerEntry *entry = known_entry(walk->ledger, node, above);
    walk->entry[depth] = entry;
    if (entry == NULL)
        return false;
    if (walk->writer == NULL)
        entry->known = now;
    else if (!write_news(walk, entry, node, depth))
        return false;
    return depth < LEDGER_DEPTH && (depth == 0 || now.results >= walk->near);
}

// Goes on to the children of the node that was visited.
static void enter(Walk *walk, NodeIndex node, int depth)
{
    int count;
    walk->next[depth] = tree_children(walk->ledger->context->tree, node, &count);
    walk->end[depth] = walk->next[depth] + (NodeIndex)count;
    if (walk->writer == NULL)
        walk->entry[depth]->has_children = count > 0;
}

static void walk_near_root(Walk *walk)
{
    NodeIndex root = walk->ledger->context->node;
    int depth = 0; // of the node whose children are visited
    if (!visit(walk, root, 0))
        return;
    enter(walk, root, 0);
    while (depth >= 0) {
        if (walk->next[depth] == walk->end[depth]) {
            depth--;
            continue;
        }
        NodeIndex node = walk->next[depth]++;
        if (visit(walk, node, depth + 1))
            enter(walk, node, ++depth);
    }
}

bool ledger_init(Ledger *ledger, SearchContext *context)
{
    *ledger = (Ledger){.context = context};
    ledger->old_end = atomic_load(&context->tree->used);
    ledger->entries = calloc(PLACES, sizeof *ledger->entries);
    if (ledger->entries == NULL)
        return false;
    Walk walk;
    begin_walk(&walk, ledger, NULL);
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
    Walk walk;
    begin_walk(&walk, ledger, writer);
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

// The nodes of this tree on the way to the present one of a message; NULL: it lacks
// the node, or there is no room for it.
typedef LedgerEntry *Way[LEDGER_DEPTH + 1];

// Goes to the node that is told of, and adds its sums. Returns whether it is there.
static bool add_told(Ledger *ledger, Way way, const ToldNode *told)
{
    const SearchContext *context = ledger->context;
    int depth = told->depth;
    LedgerEntry *above = depth > 0 ? way[depth - 1] : NULL;
    NodeIndex node = context->node;
    if (depth > 0)
        node =
            above != NULL ? tree_find_child(context->tree, above->node, told->move) : 0;
    way[depth] = node != 0 ? known_entry(ledger, node, above) : NULL;
    if (way[depth] == NULL || !tree_add_sums(context->tree, node, &told->sums))
        return false;
    add_to_known(way[depth], &told->sums);
    return true;
}

bool ledger_read(Ledger *ledger, WireReader *reader, uint64_t *simulations)
{
    Way way;
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
        if (add_told(ledger, way, &told) && depth == 0)
            *simulations = told.sums.results / VALUE_STEPS;
    }
    return !reader->failed;
}

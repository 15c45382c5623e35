// SPDX-License-Identifier: MIT
//
// What two trees of the same position tell each other. A ledger belongs to one end of a
// link between two processes. It holds what the other end knows of the nodes near the
// root: what it was sent, and what it has sent itself. What a node has beyond that is
// new to the other end. So nothing comes back to where it was found, and results of a
// third process are passed on.
#ifndef LEDGER_H
#define LEDGER_H

#include "search_context.h"
#include "tree_sums.h"
#include "wire.h"

enum {
    LEDGER_DEPTH = 15,       // moves of the deepest nodes that are told of
    LEDGER_NODE_BYTES = 19,  // of a node in a message
    LEDGER_NODES_MAX = 4000, // of a message
    LEDGER_MESSAGE_MAX = LEDGER_NODES_MAX * LEDGER_NODE_BYTES + 64, // bytes of it
};

// Seconds between two messages of each end.
#define LEDGER_INTERVAL 0.1

typedef struct LedgerEntry {
    NodeIndex node; // 0: this place is free
    TreeSums known; // by the other end
    // When the ledger began, the children that have no entry had nothing.
    bool has_children;
} LedgerEntry;

typedef struct Ledger {
    SearchContext *context;
    NodeIndex old_end;    // nodes before this slot are older than the ledger
    LedgerEntry *entries; // a hash table
    uint32_t count;
} Ledger;

// A ledger of a search that has begun. What the tree holds now is not new to the other
// end. It is of use as long as nodes keep their slots. Errors: false when memory is
// exhausted.
bool ledger_init(Ledger *ledger, SearchContext *context);
void ledger_free(Ledger *ledger);

// Appends what is new to the other end, and takes it as known from now on. These are
// the nodes, each before its children: depth, move, sums. Workers may search meanwhile.
void ledger_write(Ledger *ledger, WireWriter *writer);

// Adds what the other end has found to the tree, to the end of the message. Nodes that
// this tree lacks are passed over. `simulations` receives the number at the root.
// Errors: false, if it is not valid; the nodes before that stay.
bool ledger_read(Ledger *ledger, WireReader *reader, uint64_t *simulations);

#endif

// SPDX-License-Identifier: MIT
//
// Descents of a search to leaves that others evaluate, and what becomes of these
// leaves.
#ifndef LEAF_CHOICE_H
#define LEAF_CHOICE_H

#include "flights.h"

// What chooses the leaves.
typedef struct LeafChooser {
    Worker *worker;
    SearchContext *context;
    bool has_index; // a simulation has begun that found no leaf yet
    uint64_t index;
    bool has_ended; // the search wants no more
} LeafChooser;

// What a descent for a new leaf has come to.
typedef enum Choice {
    CHOICE_LEAF,
    CHOICE_ENDED,  // the simulation needs no other rank, and is done
    CHOICE_NOTHING // there is no leaf now
} Choice;

// Descends to a new leaf, and claims it for the flight. If the network was asked about
// it before, it is expanded: the flight is known.
Choice leaf_choose(LeafChooser *chooser, Flight *flight);

// Expands the leaf of a flight with the network's answer. NULL: this thread asks the
// network itself. Errors: false when the path to the leaf cannot be remembered.
bool leaf_expand(const LeafChooser *chooser, Flight *flight,
                 const NetworkOutput *output);

// Takes a leaf back: as if it had never been chosen. One that is known only lacks its
// playout.
void leaf_take_back(const LeafChooser *chooser, const Flight *flight);

#endif

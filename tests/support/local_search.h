// SPDX-License-Identifier: MIT
//
// Life and death by exhaustive search: may a player who wants something on a few points
// of a board have it, whatever the other does? It is the yardstick of what the engine
// says about finished games, so it shares no code with the engine, and answers
// "unknown" when its visits are spent. What it leaves out is what cannot matter: play
// about chains that live unconditionally.
//
// The region. Moves are played on the points of a region or passed. A region holds
// every empty point beside it and every chain beside it without a liberty elsewhere. So
// the chains around it keep a liberty for ever; that they live is the user's word.
//
// The rules are those of src: no suicide, no taking back of a ko at once, and two
// passes in a row end the fight. All stones count as they stand then (area.h).
//
// Repetition. "Yes" means that the player who claims it has a strategy whose lines all
// end, in his favour, although the other may repeat what he likes: a position that
// comes again on a line counts against the claim. So a claim that is proven holds under
// every rule about repetition, and without any: along a strategy that has to end no
// position comes again with the same player to move. A proof is a finite tree, which
// does not depend on how its root was reached, so that it may be kept in the table.
// Refutations may depend on it (a position above that came again), and only those that
// do not are kept. A pass gives the other the chance to end the fight, so nobody has
// more threats elsewhere than the other, unless that is said.
#ifndef LOCAL_SEARCH_H
#define LOCAL_SEARCH_H

#include "position.h"

enum { LOCAL_POINTS_MAX = 64 };

typedef enum LocalAnswer {
    LOCAL_NO,      // no strategy that ends
    LOCAL_YES,     // proven
    LOCAL_UNKNOWN, // more visits than allowed
} LocalAnswer;

// What a player claims: that he takes one of the other's chains off, or, where he
// claims to keep or to own something, that this is so unless he does. One of the three
// sets of points holds something.
typedef struct LocalClaim {
    Color player;
    Color first;   // who begins
    Color master;  // who may take any ko back at once (threats elsewhere without end);
                   // EMPTY: nobody
    Bitboard take; // the claim is true as soon as a stone of the other's here is taken
    Bitboard keep; // it is false as soon as a stone of his here is
    Bitboard own; // these points are his at the end: they hold stones of his or are his
                  // territory (area.h)
} LocalClaim;

typedef struct LocalSearch LocalSearch;

// The smallest region around these points.
Bitboard local_region(const Position *pos, const Bitboard *around);

// A search on the smallest region around these points, which visits positions no more
// than so often for a claim. Errors: NULL when memory is exhausted, or if the region
// has more than LOCAL_POINTS_MAX points.
LocalSearch *local_search_new(const Position *pos, const Bitboard *around,
                              size_t visits);
void local_search_delete(LocalSearch *search);

// Searches a claim about the board as it is; nobody has passed, and the ko of the
// position is forbidden to its player to move.
LocalAnswer local_search_ask(LocalSearch *search, const LocalClaim *claim);

// Visits that the last claim took.
size_t local_search_visits(const LocalSearch *search);

#endif

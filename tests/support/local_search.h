// SPDX-License-Identifier: MIT
//
// Life and death by exhaustive search. A player wants something on a few points of a
// board: can this player have it, whatever the other player does? It is the yardstick
// for what the engine says about finished games. So it shares no code with the engine,
// and answers "unknown" when its visits are spent. It leaves out only what cannot
// matter: play around chains that live unconditionally.
//
// The region. Moves are played on the points of a region, or are passes. If an empty
// point is beside the region, the region includes it. If a chain is beside the region
// and has no liberty elsewhere, the region includes it too. So the chains around it
// always keep a liberty. That they live is the claim of the caller.
//
// The rules are those of src: no suicide, no immediate recapture of a ko, and two
// passes in a row end the fight. All stones then count as they stand (area.h).
//
// Repetition. "Yes" means that the claiming player has a strategy: all its lines end in
// that player's favor. The other player may even repeat positions freely. A
// position that repeats on a line counts against the claim. So a proven claim holds
// under every rule about repetition, and without any. Along a strategy that has to end,
// no position repeats with the same player to move. A proof is a finite tree, which
// does not depend on how its root was reached. So it may be kept in the table. A
// refutation may depend on it, by a repeated position above, and only those that do not
// are kept. A pass lets the other player end the fight. So neither player has more
// threats elsewhere than the other, unless `master` says so.
#ifndef LOCAL_SEARCH_H
#define LOCAL_SEARCH_H

#include "position.h"

enum { LOCAL_POINTS_MAX = 64 };

typedef enum LocalAnswer {
    LOCAL_NO,      // there is no strategy that ends
    LOCAL_YES,     // proven
    LOCAL_UNKNOWN, // more visits than allowed
} LocalAnswer;

// A player's claim: it takes off one of the other player's chains. A claim to keep or
// to own something holds if the player does either. One of the three sets of points is
// not empty.
typedef struct LocalClaim {
    Color player;
    Color first;   // the player who begins
    Color master;  // may retake any ko at once (endless threats elsewhere); EMPTY: none
    Bitboard take; // true as soon as a stone of the other player here is taken
    Bitboard keep; // false as soon as a stone of the claiming player here is taken
    Bitboard own;  // at the end the claiming player owns these points (area.h)
} LocalClaim;

typedef struct LocalSearch LocalSearch;

// The smallest region that includes these points.
Bitboard local_region(const Position *pos, const Bitboard *around);

// Creates a search on the smallest region that includes these points. It visits at most
// `visits` positions for a claim. Errors: NULL when memory is exhausted, or if the
// region has more than LOCAL_POINTS_MAX points.
LocalSearch *local_search_new(const Position *pos, const Bitboard *around,
                              size_t visits);
void local_search_delete(LocalSearch *search);

// Searches a claim about the board as it is. No player has passed. The ko of the
// position is forbidden to the position's player to move.
LocalAnswer local_search_ask(LocalSearch *search, const LocalClaim *claim);

// The number of visits of the last claim.
size_t local_search_visits(const LocalSearch *search);

#endif

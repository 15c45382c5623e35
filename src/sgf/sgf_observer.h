// SPDX-License-Identifier: MIT
//
// Sees the turns of a record while they are played.
#ifndef SGF_OBSERVER_H
#define SGF_OBSERVER_H

#include "game.h"

typedef struct SgfScan SgfScan;

typedef enum SgfTurnKind {
    SGF_MOVE,
    SGF_SET_UP, // stones, or only the player to move, have been set
} SgfTurnKind;

typedef struct SgfObserver {
    // `game` is what the turn has made of it. The scan stands in the node of the turn,
    // or behind it if it is a set-up.
    void (*see)(void *object, SgfTurnKind kind, const Game *game, const SgfScan *scan);
    void *object;
} SgfObserver;

#endif

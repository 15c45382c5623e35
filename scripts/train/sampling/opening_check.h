// SPDX-License-Identifier: MIT
//
// Checks whether a network's value head depends on komi. In openings the game is about
// even, so Black's chance to win must fall when Black gives more komi. If all units of
// a head are 0, it always gives the same constant.
#ifndef OPENING_CHECK_H
#define OPENING_CHECK_H

#include "game.h"
#include "game_record.h"
#include "ladder.h"
#include "network.h"

// The plies and the komi that are checked; komi in half points.
enum { OPENING_PLIES = 12, OPENING_KOMI_MIN = 10, OPENING_KOMI_MAX = 17 };

// The most that Black's chance may rise with one more point of komi. And the spread of
// Black's chances over all komi below which they count as one answer.
static const double OPENING_RISE_MAX = 0.005, OPENING_FLAT = 0.0001;

// Sums over the positions of some games, and what is asked about them.
typedef struct OpeningCheck {
    const Network *network;
    NetworkMemory *memory;
    LadderReader *ladders;
    int positions;
    int answers; // one for each position and each komi
    int dead;    // answers for which no unit of the value head is live
    int flat;    // positions with one answer for all komi
    int rising;  // answers that rise too much with one more point of komi
    double rise; // the greatest of all rises; below 0 if all fall
} OpeningCheck;

OpeningCheck opening_check_begin(const Network *network, NetworkMemory *memory,
                                 LadderReader *ladders);

// Checks the positions of a game's first plies, with the empty board, at each komi. The
// komi of the record is ignored. `game` is scratch. Errors: that of the first move that
// cannot be played; the positions before it are counted. Pre: no handicap.
MoveError opening_check_add(OpeningCheck *check, const GameRecord *record, Game *game);

// Whether there was a position, and none had a fault.
bool opening_check_passed(const OpeningCheck *check);

#endif

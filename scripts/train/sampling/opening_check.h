// SPDX-License-Identifier: MIT
//
// Does a network's value head hear the komi? In openings the game is about even, so the
// chance to win has to fall when Black gives more of it. A head whose units are all 0
// answers the same constant instead.
#ifndef OPENING_CHECK_H
#define OPENING_CHECK_H

#include "game.h"
#include "game_record.h"
#include "network.h"

// What is looked at; komi in half points.
enum { OPENING_PLIES = 12, OPENING_KOMI_MIN = 10, OPENING_KOMI_MAX = 17 };

// By how much Black's chance may rise with a point more komi; and the spread of his
// chances for all komi below which they are one answer.
static const double OPENING_RISE_MAX = 0.005, OPENING_FLAT = 0.0001;

// Sums over the positions of some games.
typedef struct OpeningCheck {
    int positions;
    int answers; // one for each position and komi
    int dead;    // of these, how many with which no unit of the value head is live
    int flat;    // positions with one answer for all komi
    int rising;  // answers that rise by more than is allowed with a point more komi
    double rise; // the greatest of all rises, below 0 if all fall
} OpeningCheck;

OpeningCheck opening_check_begin(void);

// Looks at the positions of a game's first plies, the empty board among them, with each
// komi, whatever the record's own is; `game` is scratch. Pre: no handicap. Errors: that
// of the first move that cannot be played; the positions before it are counted.
MoveError opening_check_add(OpeningCheck *check, const Network *network,
                            NetworkMemory *memory, const GameRecord *record,
                            Game *game);

// Is there a position, and nothing wrong with any?
bool opening_check_passed(const OpeningCheck *check);

#endif

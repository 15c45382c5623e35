// SPDX-License-Identifier: MIT
//
// The board near the end of a game: who owns what by the judge's verdicts, and how much
// of it is still open.
#ifndef SETTLED_BOARD_H
#define SETTLED_BOARD_H

#include <stdbool.h>

#include "final_status.h"
#include "game.h"
#include "life_death.h"
#include "search.h"

// The board that a player would leave by passing: the other player begins.
typedef struct PassedBoard {
    const Game *game;
    Color player;
    LifeDeath *judge;
} PassedBoard;

// What is known of it. Scores are in half points for the player that would pass.
typedef struct SettledBoard {
    Verdict verdict;
    FinalStatus status; // once what the verdict removes is off the board
    Bitboard captives;  // the dead stones of the other player
    // `best` is the score if everything unclear goes well and the dead enemy stones
    // come off the board. `sure` is the score if everything goes badly. Neither counts
    // dame.
    int best, sure;
    // Value of the dame. Those of a seki are worth nothing; nor are any in territory
    // scoring.
    int dame;
    int loose;    // points that could be invaded
    int unproven; // the enemy's points, firm or not, that are not proven to be its
} SettledBoard;

// Does a search agree with itself about most points? Its playouts tell, or a network of
// KataGo's. The report is of this board or of the board one move before.
bool settled_board_is_clear(const Position *pos, const SearchReport *report);

// The verdict on the board. It is valid until the judge is asked again.
const Verdict *settled_board_verdict(const PassedBoard *passed);

// The player's stones that are lost in a ko if the game ends with the pass. There are
// none unless dead stones are removed and territory is counted. Pre: `removed` consists
// of chains.
Bitboard settled_board_ko_stones(const PassedBoard *passed, const Bitboard *removed);

// The score for the player once these stones are off the board, in half points. If the
// button is left, a pass of the player takes it. Pre: `removed` consists of chains.
int settled_board_score(const Game *game, Color player, const Bitboard *removed);

// Finds what is known of the board. Returns whether only dame are left, and chains and
// a territory that depend on the player that begins. The report is of a search of this
// board or of the board one move before.
bool settled_board_find(const PassedBoard *passed, const SearchReport *report,
                        SettledBoard *board);

#endif

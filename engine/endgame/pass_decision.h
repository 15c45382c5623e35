// SPDX-License-Identifier: MIT
//
// The end of the game: when to pass, what to play when nothing but passing is left, and
// which stones have to come off the board before. Decides on what the judge knows about
// life and death and on what a search has found; does not search itself.
#ifndef PASS_DECISION_H
#define PASS_DECISION_H

#include <stdbool.h>

#include "final_status.h"
#include "game.h"
#include "life_death.h"
#include "search.h"

// The situation of a player who is to move.
typedef struct PassDecision {
    const Game *game; // by rules.dead_stones all stones count, or dead ones are removed
    Color player;
    LifeDeath *judge;
    // Is it settled by play what is dead? Then nothing dead of the enemy's may be left
    // on the board by a pass.
    bool cleanup;
} PassDecision;

// What to do after a search.
typedef struct PassAdvice {
    Point move; // unless a pass is better
    // A pass is better if a search of the position after it gives the player at least
    // this chance; ENDING_PASS: pass anyway; ENDING_NO_PASS: never.
    double pass_chance;
} PassAdvice;

static const double ENDING_PASS = 0;
static const double ENDING_NO_PASS = 2;

// Has play gone on after two passes, so that the players disagree about what is dead?
bool pass_decision_is_disputed(const Game *game);

// The result for a player if the game ended now, in half points: with dead stones
// removed where the rules remove them.
int pass_decision_result(const PassDecision *decision);

// Whose the points would be then, by Color.
void pass_decision_owner(const PassDecision *decision, Bitboard owner[2]);

// Would a pass end the game now, and win it, without a group of the player's that he
// could save being taken off the board?
bool pass_decision_wins_by_pass(const PassDecision *decision);

// May a pass be in question, as far as the number of stones and the playouts of a
// search of this board, or of the one a move before, tell? Without playouts, or on a
// board that is nearly full, as far as the stones tell.
bool pass_decision_is_near(const Position *pos, const SearchReport *report);

// The same, and was a pass not much worse than the best move in that search, if it was
// tried?
bool pass_decision_may_pass(const Position *pos, const SearchReport *report);

// The move if there is no time to judge: what the search says, but no pass that loses
// by a count of the board where all stones count.
Point pass_decision_unjudged_move(const PassDecision *decision,
                                  const SearchReport *report);

PassAdvice pass_decision_advise(const PassDecision *decision,
                                const SearchReport *report);

#endif

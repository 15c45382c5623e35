// SPDX-License-Identifier: MIT
//
// The end of the game. It decides when to pass, what to play when nothing but passing
// is left, and which stones must come off the board before. It uses the judge's
// verdicts and the report of a search. It does not search itself.
#ifndef PASS_DECISION_H
#define PASS_DECISION_H

#include <stdbool.h>

#include "final_status.h"
#include "game.h"
#include "life_death.h"
#include "search.h"

// The situation of the player to move.
typedef struct PassDecision {
    const Game *game; // rules.dead_stones: dead stones are removed, or all stones count
    Color player;
    LifeDeath *judge;
    // Does play settle which stones are dead? Then a pass may leave no dead enemy stone
    // on the board.
    bool cleanup;
} PassDecision;

// What to do after a search.
typedef struct PassAdvice {
    Point move; // the move, unless a pass is better
    // A pass is better if a search of the position after it gives the player at least
    // this chance. ENDING_PASS: always pass; ENDING_NO_PASS: never pass.
    double pass_chance;
} PassAdvice;

static const double ENDING_PASS = 0;
static const double ENDING_NO_PASS = 2;

// Has play gone on after two passes? Then the players disagree about which stones are
// dead.
bool pass_decision_is_disputed(const Game *game);

// The result for the player if the game ended now, in half points. Dead stones are
// removed where the rules remove them.
int pass_decision_result(const PassDecision *decision);

// The owners of the points if the game ended now, by Color.
void pass_decision_owner(const PassDecision *decision, Bitboard owner[2]);

// Would a pass end the game now and win it? If dead stones are removed, nothing may be
// left that depends on the player that begins: the players could disagree about it.
bool pass_decision_wins_by_pass(const PassDecision *decision);

// May a pass be in question? The number of stones decides, and whether the search of
// this board or of the board one move before is clear (settled_board_is_clear). Without
// a search, or on a board that is nearly full, the stones alone decide.
bool pass_decision_is_near(const Position *pos, const SearchReport *report);

// As pass_decision_is_near. In addition, if that search tried a pass, the pass must not
// be much worse than the best move. In an open game a network of KataGo's, if it wants
// to play on, will not pass.
bool pass_decision_may_pass(const Position *pos, const SearchReport *report);

// The move if there is no time to ask the judge. It is the search's best move, but no
// pass that loses by a count in which all stones count.
Point pass_decision_unjudged_move(const PassDecision *decision,
                                  const SearchReport *report);

// Does the judge know for sure what a move of either player does? It touches chains
// whose fate a local search has found.
bool pass_decision_is_solved(const PassDecision *decision, Point move);

PassAdvice pass_decision_advise(const PassDecision *decision,
                                const SearchReport *report);

#endif

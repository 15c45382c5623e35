// SPDX-License-Identifier: MIT
//
// A move of people in place of the engine's: of a level (level.h), or as KataGo's
// settings ask for one (imitation.h). For engine_move.c only. First it is begun; then
// people are asked, before the search; and at last a move is drawn.
#ifndef PEOPLE_MOVE_H
#define PEOPLE_MOVE_H

#include "engine.h"

typedef struct PeopleMove {
    const EngineOptions *options;
    bool is_level;             // it is that of a person of the options' rank
    Level level;               // then
    KatagoProfile profile;     // of the people that it is to be one of
    Imitation imitation;       // how it is chosen
    float policy[POINT_LIMIT]; // theirs
    Rng rng;
} PeopleMove;

// A reproducible move is not that of a level. The options must outlive it.
PeopleMove people_move_begin(const EngineOptions *options, const Game *game,
                             bool is_reproducible);

// Limits the effort of the search to that of a level.
void people_move_limit(const PeopleMove *move, SearchLimits *limits);

// May this move be one of people, if the lot says so?
bool people_move_is_possible(const PeopleMove *move, const Game *game);

// Draws the lot whether the move is one of people.
bool people_move_is_due(PeopleMove *move, uint64_t seed);

// Asks how people would play. Errors: false when memory is exhausted.
bool people_move_ask(PeopleMove *move, const Game *game, Color player);

// Does the engine's move stand? A level leaves to the engine what the end of a game
// demands: passes, and moves that the search did not find best.
bool people_move_leaves(const PeopleMove *move, const SearchReport *report, Point best);

// Fills the chances of all moves. The game is as before afterwards.
void people_move_chances(PeopleMove *move, Game *game, const SearchReport *report,
                         double chances[POINT_LIMIT]);

// Draws a move by these chances. `best` is the engine's, if there is none, or if a
// level were to pass: only the engine knows when.
Point people_move_draw(PeopleMove *move, const double chances[POINT_LIMIT], Point best);

#endif

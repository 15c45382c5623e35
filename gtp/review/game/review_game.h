// SPDX-License-Identifier: MIT
//
// The game of a record as a list of turns, each of which leads to a position. Turn 0
// leads to the position before the first move. If a player moves twice in a row, a turn
// that only gives the turn back stands between the moves. So in the position before a
// move its player is to move.
#ifndef REVIEW_GAME_H
#define REVIEW_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"
#include "record_facts.h"
#include "rules.h"
#include "sgf.h"

typedef struct ReviewTurn {
    bool is_move;     // otherwise it sets stones, or only the player to move
    Point point;      // of the move, or PASS
    Color player;     // of the move
    int number;       // of moves so far
    Color to_play;    // after the turn
    int handicap;     // as Game has it
    Bitboard *stones; // [2], by Color: what a set-up leaves on the board; NULL: a move
    size_t node;      // where in the record the node of a move begins
} ReviewTurn;

typedef struct ReviewGame {
    RecordFacts facts;
    Rules rules;
    int komi; // half points
    int columns, rows;
    ReviewTurn *turns;
    int turn_count, capacity;
    int move_count;
} ReviewGame;

// What the user says in place of the record.
typedef struct ReviewRules {
    bool has_rules, has_komi;
    Rules rules;
    int komi; // half points
} ReviewRules;

// Reads the game of a record. Errors: false if there is no position to review;
// report->error says why. If the record goes wrong later, the turns before that are
// read, and report->error says why; otherwise its text is NULL. In any case
// review_game_free frees the game. Pre: the record is not in UTF-16.
bool review_game_read(ReviewGame *game, const char *record, size_t length,
                      const ReviewRules *rules, SgfReport *report);
void review_game_free(ReviewGame *game);

// Begins the game, before turn 0. `game` is a game, or all zero. Errors: false when
// memory is exhausted.
bool review_game_begin(const ReviewGame *review, Game *game);

// Goes on to the position after a turn. Errors: false when memory is exhausted. Pre: it
// is the position before that turn.
bool review_game_play(const ReviewGame *review, int turn, Game *game);

#endif

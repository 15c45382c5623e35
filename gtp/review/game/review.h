// SPDX-License-Identifier: MIT
//
// What a review says of a game: the loss of each move, sums for both players, and the
// biggest mistakes. A loss is that of the player who moved: the lead or the win rate
// before the move minus that after it. The best move loses nothing, as there was no
// better one.
#ifndef REVIEW_H
#define REVIEW_H

#include <stdbool.h>

#include "review_game.h"
#include "review_position.h"

enum {
    REVIEW_BIGGEST_MAX = 10, // mistakes of a player that are picked out
    REVIEW_PHASES = 3,       // opening, middle game, endgame
};

// How much a move loses.
typedef enum LossGrade {
    LOSS_NONE,       // the best move
    LOSS_SMALL,      // less than an inaccuracy
    LOSS_INACCURACY, // from here on, see review_grade_points
    LOSS_MISTAKE,
    LOSS_BLUNDER,
    LOSS_BIG_BLUNDER,
    LOSS_GRADES,
} LossGrade;

// The number of points from which on a loss has that grade. Pre: LOSS_INACCURACY or
// greater.
double review_grade_points(LossGrade grade);

typedef struct ReviewedMove {
    int turn;   // of the game; the position before it is that of turn - 1
    int number; // of the move, from 1
    Color player;
    Point point;
    double points, win_rate; // lost; negative if the search later found it better
    LossGrade grade;
} ReviewedMove;

// Sums of some moves of a player.
typedef struct ReviewSums {
    int moves;
    int best;        // number of best moves
    double points;   // lost, gains not counted
    double win_rate; // the same
} ReviewSums;

typedef struct ReviewSide {
    ReviewSums all, phases[REVIEW_PHASES];
    int grades[LOSS_GRADES];         // number of moves of each
    int biggest[REVIEW_BIGGEST_MAX]; // indices of moves, the biggest mistake first
    int biggest_count;
} ReviewSide;

typedef struct Review {
    const ReviewGame *game;
    const ReviewPosition *positions; // after each turn of the game
    ReviewedMove *moves;
    int move_count;
    ReviewSide sides[2];           // by Color
    int phase_ends[REVIEW_PHASES]; // number of the last move of each phase
} Review;

// Makes the review of a game whose positions were searched. Both must outlive it.
// Errors: false when memory is exhausted.
bool review_make(Review *review, const ReviewGame *game,
                 const ReviewPosition positions[]);
void review_free(Review *review);

// The position in which a move was made.
const ReviewPosition *review_before(const Review *review, const ReviewedMove *move);

// The position after it.
const ReviewPosition *review_after(const Review *review, const ReviewedMove *move);

// The mean loss in points, and the part of best moves from 0 to 1; 0 without moves.
double review_mean_loss(const ReviewSums *sums);
double review_best_part(const ReviewSums *sums);

#endif

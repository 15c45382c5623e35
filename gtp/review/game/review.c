// SPDX-License-Identifier: MIT
#include "review.h"

#include <stdlib.h>
#include <string.h>

// What counts when mistakes are compared: so many points are as bad as the loss of a
// game that was won.
static const double POINTS_OF_A_GAME = 25;

// The parts of the board's points after which a phase is over: on 19x19 moves 50 and
// 150.
static const double PHASE_PARTS[REVIEW_PHASES - 1] = {0.139, 0.416};

double review_grade_points(LossGrade grade)
{
    static const double POINTS[LOSS_GRADES] = {[LOSS_INACCURACY] = 1.5,
                                               [LOSS_MISTAKE] = 3,
                                               [LOSS_BLUNDER] = 6,
                                               [LOSS_BIG_BLUNDER] = 12};
    return POINTS[grade];
}

const ReviewPosition *review_before(const Review *review, const ReviewedMove *move)
{
    return &review->positions[move->turn - 1];
}

const ReviewPosition *review_after(const Review *review, const ReviewedMove *move)
{
    return &review->positions[move->turn];
}

static LossGrade grade_of(double points)
{
    LossGrade grade = LOSS_SMALL;
    while (grade + 1 < LOSS_GRADES && points >= review_grade_points(grade + 1))
        grade++;
    return grade;
}

// Pre: turn > 0, and it is a move.
static ReviewedMove judge(const Review *review, int turn)
{
    const ReviewTurn *made = &review->game->turns[turn];
    ReviewedMove move = {.turn = turn,
                         .number = made->number,
                         .player = made->player,
                         .point = made->point,
                         .grade = LOSS_NONE};
    const ReviewPosition *before = review_before(review, &move);
    const ReviewPosition *after = review_after(review, &move);
    double sign = made->player == BLACK ? 1 : -1;
    if (before->move_count > 0 && before->moves[0].move == made->point)
        return move;
    move.points = sign * (before->lead - after->lead);
    move.win_rate = sign * (before->win_rate - after->win_rate);
    move.grade = grade_of(move.points);
    return move;
}

static void add(ReviewSums *sums, const ReviewedMove *move)
{
    sums->moves++;
    sums->best += move->grade == LOSS_NONE;
    sums->points += move->points > 0 ? move->points : 0;
    sums->win_rate += move->win_rate > 0 ? move->win_rate : 0;
}

static int phase_of(const Review *review, int number)
{
    int phase = 0;
    while (phase + 1 < REVIEW_PHASES && number > review->phase_ends[phase])
        phase++;
    return phase;
}

static double weight(const ReviewedMove *move)
{
    return move->points + POINTS_OF_A_GAME * move->win_rate;
}

// Enters a move into the list of the biggest mistakes if it belongs there.
static void pick(Review *review, int index)
{
    const ReviewedMove *move = &review->moves[index];
    ReviewSide *side = &review->sides[move->player];
    int place = side->biggest_count;
    if (move->grade < LOSS_INACCURACY)
        return;
    while (place > 0 && weight(&review->moves[side->biggest[place - 1]]) < weight(move))
        place--;
    if (place == REVIEW_BIGGEST_MAX)
        return;
    side->biggest_count += side->biggest_count < REVIEW_BIGGEST_MAX;
    int *biggest = side->biggest;
    memmove(biggest + place + 1, biggest + place,
            (size_t)(side->biggest_count - 1 - place) * sizeof *biggest);
    biggest[place] = index;
}

static void sum_up(Review *review)
{
    for (int i = 0; i < review->move_count; i++) {
        const ReviewedMove *move = &review->moves[i];
        ReviewSide *side = &review->sides[move->player];
        add(&side->all, move);
        add(&side->phases[phase_of(review, move->number)], move);
        side->grades[move->grade]++;
        pick(review, i);
    }
}

bool review_make(Review *review, const ReviewGame *game,
                 const ReviewPosition positions[])
{
    int points = game->columns * game->rows;
    *review = (Review){.game = game, .positions = positions};
    for (int i = 0; i < REVIEW_PHASES - 1; i++)
        review->phase_ends[i] = (int)(PHASE_PARTS[i] * points);
    review->phase_ends[REVIEW_PHASES - 1] = game->move_count;
    review->moves = calloc((size_t)game->move_count + 1, sizeof *review->moves);
    if (review->moves == NULL)
        return false;
    for (int turn = 1; turn < game->turn_count; turn++)
        if (game->turns[turn].is_move)
            review->moves[review->move_count++] = judge(review, turn);
    sum_up(review);
    return true;
}

void review_free(Review *review)
{
    free(review->moves);
    *review = (Review){.game = NULL};
}

double review_mean_loss(const ReviewSums *sums)
{
    return sums->moves > 0 ? sums->points / sums->moves : 0;
}

double review_best_part(const ReviewSums *sums)
{
    return sums->moves > 0 ? (double)sums->best / sums->moves : 0;
}

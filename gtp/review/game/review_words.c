// SPDX-License-Identifier: MIT
#include "review_words.h"

#include <math.h>

static const double SMALLEST = 0.05; // points; less is 0.0

const char *review_player(Color player)
{
    return player == BLACK ? "Black" : "White";
}

void review_write_move(const ReviewedMove *move, Text *text)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(move->point, vertex);
    text_printf(text, "Move %d, %s %s", move->number, review_player(move->player),
                vertex);
}

static bool loses_nothing(const ReviewedMove *move)
{
    return move->points < SMALLEST && 100 * move->win_rate < SMALLEST;
}

void review_write_loss(const ReviewedMove *move, Text *text)
{
    double percent = 100 * move->win_rate;
    if (move->grade == LOSS_NONE) {
        text_add(text, "the best move");
        return;
    }
    if (loses_nothing(move)) {
        text_add(text, "lost nothing");
        return;
    }
    text_printf(text, "lost %.1f points", move->points > 0 ? move->points : 0);
    if (percent >= SMALLEST)
        text_printf(text, " and %.1f %% win rate", percent);
}

void review_write_line(const ReviewMove *move, int length, Text *text)
{
    for (int i = 0; i < move->line_length && i < length; i++) {
        char vertex[VERTEX_SIZE];
        point_to_vertex(move->line[i], vertex);
        text_printf(text, i == 0 ? "%s" : " %s", vertex);
    }
}

void review_write_better(const Review *review, const ReviewedMove *move, int length,
                         Text *text)
{
    const ReviewPosition *before = review_before(review, move);
    if (move->grade == LOSS_NONE || before->move_count == 0)
        return;
    text_add(text, loses_nothing(move) ? "first choice: " : "better: ");
    review_write_line(&before->moves[0], length, text);
}

void review_write_lead(double lead, Text *text)
{
    if (fabs(lead) < SMALLEST)
        text_add(text, "the game is even");
    else
        text_printf(text, "%s leads by %.1f points", lead > 0 ? "Black" : "White",
                    fabs(lead));
}

void review_write_score(double lead, Text *text)
{
    text_printf(text, "%c+%.1f", lead >= 0 ? 'B' : 'W', fabs(lead));
}

const char *review_grade_name(LossGrade grade)
{
    static const char *const NAMES[LOSS_GRADES] = {
        [LOSS_NONE] = "best moves",         [LOSS_SMALL] = "small losses",
        [LOSS_INACCURACY] = "inaccuracies", [LOSS_MISTAKE] = "mistakes",
        [LOSS_BLUNDER] = "blunders",        [LOSS_BIG_BLUNDER] = "big blunders",
    };
    return NAMES[grade];
}

// SPDX-License-Identifier: MIT
#include "label_cost.h"

#include <math.h>

#include "raw_label.h"

static double log_ratio(double p, double q)
{
    return p > 0 && q > 0 ? p * log(p / q) : 0;
}

static double squared(double number)
{
    return number * number;
}

// By how much a policy differs from that of the teacher, in nats, both taken for the
// moves that the label has. *listed is what the teacher gives to these.
static double divergence(const float policy[], int size, const Opinion *opinion,
                         double *listed)
{
    double p[OPINION_MOVES_MAX], q_sum = 0, sum = 0;
    *listed = 0;
    for (int i = 0; i < opinion->move_count; i++) {
        Point move = opinion->moves[i];
        int index = move == PASS ? size * size
                                 : (size - point_row(move)) * size + point_column(move);
        p[i] = (double)policy[index];
        *listed += p[i];
        q_sum += opinion->chances[i];
    }
    for (int i = 0; i < opinion->move_count; i++)
        sum += log_ratio(p[i] / *listed, opinion->chances[i] / q_sum);
    return sum;
}

void label_cost_add(LabelCost *cost, const float numbers[], const Position *pos,
                    const Opinion *before, const Opinion *after)
{
    double listed;
    cost->labels++;
    cost->divergence += divergence(numbers + RAW_NUMBERS, pos->columns, after, &listed);
    cost->left_out += 1 - listed;
    cost->win += squared((double)(before->win - after->win) / OPINION_UNIT);
    cost->lead += squared((double)(before->lead - after->lead) / OPINION_POINT);
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        cost->owner +=
            squared((double)(before->owner[p] - after->owner[p]) / OPINION_UNIT / 2);
        cost->points++;
    }
}

void label_cost_print(const LabelCost *cost, FILE *file)
{
    if (cost->labels == 0)
        return;
    fprintf(file,
            "%.0f labels, %.1f bytes each with their blocks; moves left out: %.1f %% "
            "of the "
            "chances; rounded by: policy %.5f nats, win %.5f, lead %.3f points, owners "
            "%.4f (root mean squares)\n",
            cost->labels, cost->bytes / cost->labels,
            100 * cost->left_out / cost->labels, cost->divergence / cost->labels,
            sqrt(cost->win / cost->labels), sqrt(cost->lead / cost->labels),
            sqrt(cost->owner / cost->points));
}

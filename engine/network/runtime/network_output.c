// SPDX-License-Identifier: MIT
#include "network_output.h"

#include <math.h>

void network_add_output(NetworkOutput *sum, const NetworkOutput *output, float weight)
{
    sum->win += weight * output->win;
    sum->score += weight * output->score;
    sum->win_error += weight * output->win_error;
    sum->score_error += weight * output->score_error;
    sum->score_mean += weight * output->score_mean;
    sum->score_stdev += weight * output->score_stdev;
    sum->no_result += weight * output->no_result;
    sum->variance_time += weight * output->variance_time;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        sum->policy[p] += weight * output->policy[p];
        sum->optimistic[p] += weight * output->optimistic[p];
        sum->owner[p] += weight * output->owner[p];
    }
}

void network_output_mix(NetworkOutput *output, float optimism)
{
    float sum = 0;
    if (optimism <= 0)
        return;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        if (output->policy[p] > 0)
            output->policy[p] = powf(output->policy[p], 1 - optimism) *
                                powf(output->optimistic[p], optimism);
        sum += output->policy[p];
    }
    for (Point p = 0; p < POINT_LIMIT && sum > 0; p++)
        output->policy[p] /= sum;
}

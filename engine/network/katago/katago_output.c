// SPDX-License-Identifier: MIT
#include "katago_output.h"

#include <math.h>
#include <string.h>

enum {
    // Model versions from which on an output is told, or means something else.
    TELLS_STDEV = 4,
    TELLS_LEAD = 8,
    TELLS_ERRORS = 9,
    VARIANCES = 10,       // errors are variances
    ROOTED_SOFTPLUS = 14, // of which the softplus is that of the root
};

void katago_points(int columns, int rows, Point points[POINT_COUNT_MAX])
{
    for (int row = rows; row >= 1; row--)
        for (int column = 0; column < columns; column++)
            *points++ = point_at(column, row);
}

static double softplus(double x)
{
    enum { LINEAR = 40 }; // there the difference is less than a double shows
    return x > LINEAR ? x : log1p(exp(x));
}

static void softmax(const float logits[3], bool has_no_result, float chances[3])
{
    int count = has_no_result ? 3 : 2;
    double most = logits[0], sum = 0, powers[3] = {0};
    for (int i = 1; i < count; i++)
        most = fmax(most, logits[i]);
    for (int i = 0; i < count; i++)
        sum += powers[i] = exp(logits[i] - most);
    for (int i = 0; i < 3; i++)
        chances[i] = (float)(powers[i] / sum);
}

static void fill_score(const KatagoModel *model, const float *score,
                       KatagoOutput *output)
{
    const KatagoMultipliers *by = &model->multipliers;
    double with_result = 1 - (double)output->no_result;
    double mean = (double)(score[0] * by->score_mean);
    double stdev = softplus(score[1]) * by->score_stdev;
    double lead = model->version >= TELLS_LEAD ? (double)score[2] : (double)score[0];
    double square = (mean * mean + stdev * stdev) * with_result;
    mean *= with_result;
    output->score_mean = (float)mean;
    output->score_stdev = (float)sqrt(fmax(square - mean * mean, 0));
    output->lead = (float)(lead * by->lead * with_result);
}

// The only score of the oldest networks is the tangent of a squashed one, which is half
// the points in units of the board's size.
static void fill_old_score(const float *score, int point_count, KatagoOutput *output)
{
    enum { SCORE_MAX = 1000000 }; // of these units
    double points = fmax(-SCORE_MAX, fmin(SCORE_MAX, score[0]));
    output->score_mean = (float)(2 * points * sqrt(point_count));
    output->lead = output->score_mean;
}

static float error_of(const KatagoModel *model, double x, double multiplier, double old)
{
    if (model->version >= ROOTED_SOFTPLUS)
        return (float)(softplus(x / 2) * sqrt(multiplier));
    if (model->version >= VARIANCES)
        return (float)sqrt(softplus(x) * multiplier);
    return (float)(softplus(x) * old);
}

static void fill_errors(const KatagoModel *model, const float *score,
                        KatagoOutput *output)
{
    enum { OLD_SCORE_ERROR = 10 }; // points
    const KatagoMultipliers *by = &model->multipliers;
    output->variance_time = (float)(softplus(score[3]) * by->variance_time);
    output->win_error = error_of(model, score[4], by->win_error, 1);
    output->score_error = error_of(model, score[5], by->score_error, OLD_SCORE_ERROR);
}

void katago_output(const KatagoModel *model, const KatagoRawOutput *raw,
                   const KatagoShown *shown, KatagoOutput *output)
{
    memset(output, 0, sizeof *output);
    bool is_old = model->version < TELLS_STDEV;
    float chances[3];
    softmax(raw->value, is_old || shown->has_no_result, chances);
    output->win = chances[0];
    output->loss = chances[1];
    output->no_result = chances[2];
    if (is_old)
        fill_old_score(raw->score, shown->point_count, output);
    else
        fill_score(model, raw->score, output);
    output->variance_time = output->win_error = output->score_error = -1;
    if (model->version >= TELLS_ERRORS)
        fill_errors(model, raw->score, output);
    for (int i = 0; i < shown->point_count; i++)
        output->ownership[shown->points[i]] =
            tanhf(raw->ownership[i * raw->ownership_stride]);
}

bool katago_output_is_optimistic(const KatagoModel *model)
{
    return model->arrays.metadata == NO_ARRAY &&
           katago_model_channels(model, model->arrays.policy) > 1;
}

// The logit of a move, of which `logits` has one for each policy.
static float mixed(const float *logits, bool is_optimistic, float optimism)
{
    return is_optimistic ? logits[0] + (logits[1] - logits[0]) * optimism : logits[0];
}

void katago_output_policy(const KatagoModel *model, const KatagoRawOutput *raw,
                          const KatagoShown *shown, float optimism,
                          float policy[POINT_LIMIT])
{
    bool mixes = katago_output_is_optimistic(model);
    memset(policy, 0, POINT_LIMIT * sizeof *policy);
    float most = policy[PASS] = mixed(raw->pass, mixes, optimism);
    for (int i = 0; i < shown->point_count; i++) {
        Point point = shown->points[i];
        policy[point] =
            mixed(raw->policy + (size_t)(i * raw->policy_stride), mixes, optimism);
        if (bitboard_test(shown->legal, point))
            most = fmaxf(most, policy[point]);
    }
    double sum = policy[PASS] = expf(policy[PASS] - most);
    for (int i = 0; i < shown->point_count; i++) {
        Point point = shown->points[i];
        bool is_legal = bitboard_test(shown->legal, point);
        policy[point] = is_legal ? expf(policy[point] - most) : 0;
        sum += policy[point];
    }
    policy[PASS] /= (float)sum;
    for (int i = 0; i < shown->point_count; i++)
        policy[shown->points[i]] /= (float)sum;
}

// SPDX-License-Identifier: MIT
#include "utility.h"

#include <math.h>

// How many points on a board of one row and column change the utility of a score by
// half of what it can be. Source: KataGo, staticScoreUtility and
// dynamicScoreCenterScale.
static const float WIDE = 2, NARROW = 0.75f;

// The part of the expected score that a search begins from. Source: KataGo,
// dynamicScoreCenterZeroWeight.
static const float EXPECTED_PART = 0.8f;

// The square root of the number of points.
static float board_side(const SearchContext *context)
{
    return sqrtf((float)(context->root.columns * context->root.rows));
}

// The width at half height of a normal distribution with the deviation 1.
static const float NORMAL_WIDTH = 2.3548200f;

// The width at half height of a Cauchy distribution that is spread by a normal one.
// Source: Thompson, Cox, Hastings 1987, "Rietveld refinement of Debye-Scherrer
// synchrotron X-ray data from Al2O3".
static float spread_width(float normal, float cauchy)
{
    static const float FACTORS[] = {1, 2.69269f, 2.42843f, 4.47163f, 0.07842f, 1};
    float sum = 0, ratio = normal / cauchy;
    for (int i = 0; i < 6; i++)
        sum = sum * ratio + FACTORS[i];
    return cauchy * powf(sum, 0.2f);
}

// What a score counts for beside a center, -1..1: 2 / pi * atan(difference / width),
// as a mean over normally distributed final scores. It is exact to 0.01. The curve is
// the distribution function of a Cauchy distribution. Spread by a normal one, that is
// nearly a mixture of both. Source of the curve: KataGo, neuralnet/nninputs.cpp,
// ScoreValue; of the mixture: as spread_width.
static float value_of_score(const Evaluation *evaluation, float center, float width)
{
    const float two_by_pi = 0.63661977f, root_of_two = 1.41421356f;
    float difference = evaluation->points - center;
    float whole = spread_width(NORMAL_WIDTH * evaluation->stdev, 2 * width);
    float ratio = 2 * width / whole;
    float part = ratio * (1.36603f + ratio * (-0.47719f + ratio * 0.11116f));
    float cauchy = two_by_pi * atanf(2 * difference / whole);
    float normal = erff(difference * NORMAL_WIDTH / (whole * root_of_two));
    return part * cauchy + (1 - part) * normal;
}

// What the points are worth beside win - loss, -1 to 1.
static float utility_of_points(const SearchContext *context,
                               const Evaluation *evaluation, float expected)
{
    const Params *params = &context->policy->params;
    float side = board_side(context);
    float all = value_of_score(evaluation, 0, WIDE * side);
    float more = value_of_score(evaluation, expected, NARROW * side);
    return 0.01f * ((float)params->katago_points * all +
                    (float)params->katago_more_points * more);
}

// The same for one more point, if the score is what was expected.
static float utility_of_a_point(const SearchContext *context,
                                const Evaluation *evaluation)
{
    const float step = 0.5f;
    Evaluation more = *evaluation;
    more.points += step;
    return (utility_of_points(context, &more, evaluation->points) -
            utility_of_points(context, evaluation, evaluation->points)) /
           step;
}

Evaluation utility_evaluation(const SearchContext *context, const NetworkOutput *output)
{
    Evaluation evaluation = {output->win, output->score_mean, output->score_stdev, -1};
    if (context->asks_katago && output->win_error > 0) // else it is not told
        evaluation.error =
            2 * output->win_error +
            utility_of_a_point(context, &evaluation) * output->score_error;
    return evaluation;
}

void utility_expect_score(SearchContext *context, float score)
{
    float less = (1 - EXPECTED_PART) * score, most = NARROW * board_side(context);
    less = less > most ? most : less < -most ? -most : less;
    context->expected_score = score - less;
}

float utility_of(const SearchContext *context, Color to_play,
                 const Evaluation *evaluation)
{
    if (context->asks_katago) {
        float sign = to_play == context->order.player ? 1 : -1;
        float points =
            utility_of_points(context, evaluation, sign * context->expected_score);
        return 0.5f + (2 * evaluation->win - 1 + points) / context->puct.range;
    }
    const float part = 0.01f * (float)context->policy->params.value_points;
    float share =
        evaluation->points / ((float)context->root.rows + fabsf(evaluation->points));
    return (1 - part) * evaluation->win + part * 0.5f * (1 + share);
}

uint32_t utility_weight(const SearchContext *context, const Evaluation *evaluation)
{
    const Params *params = &context->policy->params;
    if (!context->weighs_children || params->katago_errors == 0 ||
        evaluation->error < 0)
        return VALUE_STEPS;
    float sure = 0.01f * (float)params->katago_errors;
    float weight = sure / (evaluation->error + sure / WEIGHT_MAX);
    uint32_t steps = (uint32_t)lrintf(VALUE_STEPS * weight);
    return steps > 0 ? steps : 1;
}

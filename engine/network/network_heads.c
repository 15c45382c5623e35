// SPDX-License-Identifier: MIT
#include "network_heads.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// The error of the score is in units of this many points.
static const float SCORE_UNIT = 20;

// The short-term errors of a network of version 2, which does not have them.
static const float USUAL_WIN_ERROR = 0.1f, USUAL_SCORE_ERROR = 3;

// e to the power x, the same on every machine. It uses the Taylor series, and powers of
// two that are made from their bits. Pre: -80..80.
static float exponential(float x)
{
    static const float TERMS[] = {1,         1,          1 / 2.0f,  1 / 6.0f,
                                  1 / 24.0f, 1 / 120.0f, 1 / 720.0f};
    enum { EXPONENT_BIAS = 127, MANTISSA_BITS = 23 };
    float scaled = x * 1.44269504f;
    int whole = (int)(scaled + (scaled < 0 ? -0.5f : 0.5f));
    float rest = (scaled - (float)whole) * 0.693147181f; // -0.35..0.35
    float sum = 0;
    for (int i = 6; i >= 0; i--)
        sum = sum * rest + TERMS[i];
    uint32_t bits = (uint32_t)(whole + EXPONENT_BIAS) << MANTISSA_BITS;
    float power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

static float within(float x, float limit)
{
    return x < -limit ? -limit : x > limit ? limit : x;
}

static float logistic(float x)
{
    return 1 / (1 + exponential(-within(x, 40)));
}

// log(1 + exp(x)), the same on every machine: log(1 + y) = 2 artanh(y / (2 + y)), by
// its series.
static float softplus(float x)
{
    static const float TERMS[] = {1,        1 / 3.0f,  1 / 5.0f, 1 / 7.0f,
                                  1 / 9.0f, 1 / 11.0f, 1 / 13.0f};
    float y = exponential(-within(fabsf(x), 40)), z = y / (2 + y), sum = 0;
    for (int i = 6; i >= 0; i--)
        sum = sum * (z * z) + TERMS[i];
    return (x > 0 ? x : 0) + 2 * (z * sum);
}

// Empty points that are not forbidden.
static Bitboard open_points(const InputFeatures *features)
{
    const Bitboard *planes = features->planes;
    Bitboard taken = bitboard_union(planes[PLANE_OWN], planes[PLANE_ENEMY]);
    taken = bitboard_union(taken, planes[PLANE_KO]);
    return bitboard_difference(planes[PLANE_BOARD], taken);
}

// From logits to probabilities.
static void normalize_policy(const Bitboard *open, float policy[])
{
    float greatest = policy[PASS], sum = 0;
    for (Point p = bitboard_first(open); p; p = bitboard_next(open, p))
        greatest = policy[p] > greatest ? policy[p] : greatest;
    policy[PASS] = exponential(within(policy[PASS] - greatest, 80));
    for (Point p = bitboard_first(open); p; p = bitboard_next(open, p)) {
        policy[p] = exponential(within(policy[p] - greatest, 80));
        sum += policy[p];
    }
    sum += policy[PASS];
    policy[PASS] /= sum;
    for (Point p = bitboard_first(open); p; p = bitboard_next(open, p))
        policy[p] /= sum;
}

void network_policy(const Picture *picture, const float *points, int stride, float pass,
                    float policy[POINT_LIMIT])
{
    memset(policy, 0, POINT_LIMIT * sizeof *policy);
    Bitboard open = open_points(picture->features);
    policy[PASS] = pass;
    for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p))
        policy[p] = points[picture->shown[p] * stride];
    normalize_policy(&open, policy);
}

static void compute_policies(const HeadNumbers *numbers, const Picture *picture,
                             NetworkOutput *output)
{
    float *policies[NETWORK_POLICIES] = {output->policy, output->optimistic};
    int stride = runtime_stride(numbers->policies);
    assert(numbers->policies <= NETWORK_POLICIES);
    for (int i = 0; i < numbers->policies; i++)
        network_policy(picture, numbers->policy + i, stride, numbers->pass[i],
                       policies[i]);
    if (numbers->policies == 1)
        memcpy(output->optimistic, output->policy, sizeof output->optimistic);
}

static void judge(const HeadNumbers *numbers, NetworkOutput *output)
{
    output->win = logistic(numbers->values[0]);
    output->score = output->score_mean = numbers->values[1];
    output->score_stdev = output->no_result = 0;
    output->variance_time = -1;
    if (numbers->values_count < NETWORK_VALUES) {
        output->win_error = USUAL_WIN_ERROR;
        output->score_error = USUAL_SCORE_ERROR;
    } else {
        output->win_error = softplus(numbers->values[2]);
        output->score_error = SCORE_UNIT * softplus(numbers->values[3]);
    }
}

static void compute_owner(const HeadNumbers *numbers, const Picture *picture,
                          float owner[])
{
    const Bitboard *board = &picture->features->planes[PLANE_BOARD];
    int stride = runtime_stride(1);
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p))
        owner[p] = 2 * logistic(numbers->owner[picture->shown[p] * stride]) - 1;
}

void network_heads(const HeadNumbers *numbers, const Picture *picture,
                   NetworkOutput *output)
{
    memset(output, 0, sizeof *output);
    compute_policies(numbers, picture, output);
    compute_owner(numbers, picture, output->owner);
    judge(numbers, output);
}

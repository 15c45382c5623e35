// SPDX-License-Identifier: MIT
#include "network_heads.h"

#include <math.h>
#include <string.h>

#include "dense.h"

enum { VALUE_INPUTS_MAX = 3 * NETWORK_HEAD_MAX + GLOBAL_COUNT };

// The value head also gets sums over the board, in units of this many. The error of the
// score is in units of this many points.
static const float SUM_UNIT = 20;

// Slope of the value head's hidden units below 0, from version 3 on.
static const float LEAK = 0.125f;

// The short-term errors of a network of version 2, which does not have them.
static const float USUAL_WIN_ERROR = 0.1f, USUAL_SCORE_ERROR = 3;

// Numbers that are computed side by side.
typedef float Four __attribute__((vector_size(16)));
typedef int32_t FourInts __attribute__((vector_size(16)));

static Four load_four(const float *from)
{
    Four four;
    memcpy(&four, from, sizeof four);
    return four;
}

static Four greater(Four a, Four b)
{
    FourInts is_first = a > b;
    return (Four)((is_first & (FourInts)a) | (~is_first & (FourInts)b));
}

static Four rectified(Four x)
{
    return greater(x, (Four){0});
}

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

// The channels of the heads' layer for a cell.
static const float *values_at(const HeadInputs *in, int cell)
{
    return in->values + cell * in->network->heads.outputs;
}

static const float *values_of_point(const HeadInputs *in, Point p)
{
    Point shown = in->picture->shown[p];
    return values_at(
        in, cell_at(&in->picture->grid, point_column(shown), point_row(shown) - 1));
}

// The logit of a point in a policy.
static float policy_logit(const HeadInputs *in, int policy, Point p)
{
    const float *weights = in->network->policy_out[policy];
    const float *values = values_of_point(in, p);
    Four sums = {0};
    for (int i = 0; i < (int)in->network->shape.policy; i += 4)
        sums += load_four(weights + i) * rectified(load_four(values + i));
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
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

static void compute_policies(const HeadInputs *in, NetworkOutput *output)
{
    const Network *network = in->network;
    float *policies[NETWORK_POLICIES] = {output->policy, output->optimistic};
    float passes[NETWORK_POLICIES];
    int count = network_policies(&network->shape);
    Bitboard open = open_points(in->picture->features);
    Dense pass = {network->policy_pass, network->pass_bias,
                  2 * (int)network->shape.channels, count};
    apply_dense(&pass, in->pooled, passes);
    for (int i = 0; i < count; i++) {
        policies[i][PASS] = passes[i];
        for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p))
            policies[i][p] = policy_logit(in, i, p);
        normalize_policy(&open, policies[i]);
    }
    if (count == 1)
        memcpy(output->optimistic, output->policy, sizeof output->optimistic);
}

// Sum and maximum over the board of four channels of the value head, from `channel` on.
static void pool_four(const HeadInputs *in, int channel, Four pooled[2])
{
    const CellGrid *grid = &in->picture->grid;
    Four sum = {0}, maximum = {0};
    for (int row = 0; row < grid->rows; row++) {
        const float *values =
            values_at(in, cell_at(grid, 0, row)) + in->network->shape.policy + channel;
        for (int i = 0; i < grid->columns; i++, values += in->network->heads.outputs) {
            Four value = rectified(load_four(values));
            sum += value;
            maximum = greater(value, maximum);
        }
    }
    pooled[0] = sum;
    pooled[1] = maximum;
}

// The input of the value head: the mean, the sum and the maximum of each of its
// channels, then the globals.
static int pool_values(const HeadInputs *in, float pooled[])
{
    const CellGrid *grid = &in->picture->grid;
    int channels = (int)in->network->shape.value;
    float area = (float)(grid->columns * grid->rows);
    Four four[2];
    for (int c = 0; c < channels; c++) {
        if (c % 4 == 0)
            pool_four(in, c, four);
        pooled[c] = four[0][c % 4] / area;
        pooled[channels + c] = pooled[c] * (area / SUM_UNIT);
        pooled[2 * channels + c] = four[1][c % 4];
    }
    for (int i = 0; i < GLOBAL_COUNT; i++)
        pooled[3 * channels + i] = in->picture->features->globals[i];
    return 3 * channels + GLOBAL_COUNT;
}

// The hidden layer of the value head. Returns the number of units that react to their
// inputs.
static int compute_hidden(const Network *network, const float pooled[], int inputs,
                          float hidden[])
{
    int count = (int)network->shape.hidden, live = 0;
    float leak = network->value_linear != NULL ? LEAK : 0;
    Dense dense = {network->hidden, network->hidden_bias, inputs, count};
    apply_dense(&dense, pooled, hidden);
    for (int i = 0; i < count; i++) {
        live += hidden[i] > 0 || leak > 0;
        hidden[i] = hidden[i] > 0 ? hidden[i] : leak * hidden[i];
    }
    return live;
}

// All outputs of the value head, before logistic() and softplus(). Returns the number
// of hidden units that react to their inputs.
static int compute_values(const HeadInputs *in, float values[])
{
    const Network *network = in->network;
    float pooled[VALUE_INPUTS_MAX], hidden[NETWORK_HIDDEN_MAX], linear[NETWORK_VALUES];
    int inputs = pool_values(in, pooled), count = network_values(&network->shape);
    int live = compute_hidden(network, pooled, inputs, hidden);
    Dense dense = {network->value_out, network->value_bias, (int)network->shape.hidden,
                   count};
    if (network->value_linear != NULL) {
        Dense path = {network->value_linear, network->value_bias, inputs, count};
        apply_dense(&path, pooled, linear);
        dense.bias = linear;
    }
    apply_dense(&dense, hidden, values);
    return live;
}

static int judge(const HeadInputs *in, NetworkOutput *output)
{
    float values[NETWORK_VALUES];
    int live = compute_values(in, values);
    output->win = logistic(values[0]);
    output->score = values[1];
    if (network_values(&in->network->shape) < NETWORK_VALUES) {
        output->win_error = USUAL_WIN_ERROR;
        output->score_error = USUAL_SCORE_ERROR;
    } else {
        output->win_error = softplus(values[2]);
        output->score_error = SUM_UNIT * softplus(values[3]);
    }
    return live;
}

static void compute_owner(const HeadInputs *in, float owner[])
{
    const Bitboard *board = &in->picture->features->planes[PLANE_BOARD];
    int channel = (int)(in->network->shape.policy + in->network->shape.value);
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p))
        owner[p] = 2 * logistic(values_of_point(in, p)[channel]) - 1;
}

int network_heads(const HeadInputs *inputs, NetworkOutput *output)
{
    compute_policies(inputs, output);
    compute_owner(inputs, output->owner);
    return judge(inputs, output);
}

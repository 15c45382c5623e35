// SPDX-License-Identifier: MIT
#include "network_reference.h"

#include <math.h>

enum { SIDE = BOARD_SIZE_MAX, WIDE = 128 };

// Activations or a trunk, by row, column, channel.
typedef struct Image {
    int columns, rows;
    int32_t at[SIDE][SIDE][WIDE];
} Image;

typedef struct Values {
    float at[SIDE][SIDE][WIDE];
} Values;

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static int32_t image_at(const Image *image, int row, int column, int channel)
{
    bool inside =
        row >= 0 && row < image->rows && column >= 0 && column < image->columns;
    return inside ? image->at[row][column][channel] : 0;
}

static int weight_at(const FileLayer *layer, int output, int tap, int input)
{
    return layer->weights[(output * layer->taps + tap) * layer->inputs + input];
}

static int64_t sum_point(const FileLayer *layer, const Image *in, const int place[2],
                         int output)
{
    int64_t sum = 0;
    for (int i = 0; i < layer->inputs; i++)
        sum += image_at(in, place[0], place[1], i) * weight_at(layer, output, 0, i);
    return sum;
}

// The ordinary three weights of one of two neighbours that four come to.
static void split(const int weights[4], bool second, int ordinary[3])
{
    int sum = weights[0] + weights[1];
    ordinary[0] = second ? sum - weights[3] : weights[2];
    ordinary[1] = weights[0] - weights[1];
    ordinary[2] = second ? weights[3] : sum - weights[2];
}

// The ordinary 3x3 weights that the 4x4 of an input come to for a point of a square.
static void split_window(const FileLayer *layer, const int place[2],
                         const int channels[2], int window[3][3])
{
    int rows[4][3];
    for (int kind = 0; kind < 4; kind++) {
        int weights[4];
        for (int i = 0; i < 4; i++)
            weights[i] = weight_at(layer, channels[0], 4 * kind + i, channels[1]);
        split(weights, place[1] % 2 == 1, rows[kind]);
    }
    for (int i = 0; i < 3; i++) {
        int weights[] = {rows[0][i], rows[1][i], rows[2][i], rows[3][i]};
        int column[3];
        split(weights, place[0] % 2 == 1, column);
        for (int row = 0; row < 3; row++)
            window[row][i] = column[row];
    }
}

static int64_t sum_window(const FileLayer *layer, const Image *in, const int place[2],
                          int output)
{
    int64_t sum = 0;
    for (int i = 0; i < layer->inputs; i++) {
        int window[3][3], channels[2] = {output, i};
        split_window(layer, place, channels, window);
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                sum += image_at(in, place[0] + row - 1, place[1] + column - 1, i) *
                       window[row][column];
    }
    return sum;
}

static void convolve(const FileLayer *layer, const float *bias, const Image *in,
                     Values *out)
{
    for (int row = 0; row < in->rows; row++)
        for (int column = 0; column < in->columns; column++)
            for (int o = 0; o < layer->outputs; o++) {
                int place[2] = {row, column};
                int64_t sum = layer->taps == 1 ? sum_point(layer, in, place, o)
                                               : sum_window(layer, in, place, o);
                float product = (float)sum * layer->scale[o];
                out->at[row][column][o] = product + bias[o];
            }
}

static bool sees(const Features *features, int plane, int row, int column)
{
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE &&
           bitboard_test(&features->planes[plane], point_at(column, row + 1));
}

// The 5x5 window of the input layer; its channels are by column, then plane.
static int64_t sum_planes(const FileLayer *layer, const Features *features,
                          const int place[2], int output)
{
    int64_t sum = 0;
    for (int tap = 0; tap < 25; tap++)
        for (int plane = 0; plane < PLANE_COUNT; plane++)
            if (sees(features, plane, place[0] + tap / 5 - 2, place[1] + tap % 5 - 2))
                sum += layer->weights[(output * 25 + tap) * PLANE_COUNT + plane];
    return sum;
}

static float sum_products(const float *weights, const float *input, int count)
{
    float sums[4] = {0};
    for (int i = 0; i < count; i++)
        sums[i % 4] += weights[i] * input[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static void add_to_trunk(const Values *values, int channels, Image *trunk)
{
    for (int row = 0; row < trunk->rows; row++)
        for (int column = 0; column < trunk->columns; column++)
            for (int c = 0; c < channels; c++) {
                int32_t *cell = &trunk->at[row][column][c];
                float added = rintf(clamp(values->at[row][column][c], -32767, 32767));
                *cell = (int32_t)clamp((float)*cell + added, -32767, 32767);
            }
}

static void normalize(const FileLayer *norm, int channels, const Image *trunk,
                      Image *out)
{
    for (int row = 0; row < trunk->rows; row++)
        for (int column = 0; column < trunk->columns; column++)
            for (int c = 0; c < channels; c++) {
                float product = (float)trunk->at[row][column][c] * norm->scale[c];
                out->at[row][column][c] =
                    (int32_t)rintf(clamp(product + norm->bias[c], 0, ACTIVATION_TOP));
            }
}

static void activate(const Values *values, int channels, Image *out)
{
    for (int row = 0; row < out->rows; row++)
        for (int column = 0; column < out->columns; column++)
            for (int c = 0; c < channels; c++)
                out->at[row][column][c] = (int32_t)rintf(
                    clamp(values->at[row][column][c], 0, ACTIVATION_TOP));
}

static void pool(const Image *image, int channels, float pooled[])
{
    for (int c = 0; c < channels; c++) {
        int32_t sum = 0, maximum = 0;
        for (int row = 0; row < image->rows; row++)
            for (int column = 0; column < image->columns; column++) {
                sum += image->at[row][column][c];
                if (image->at[row][column][c] > maximum)
                    maximum = image->at[row][column][c];
            }
        pooled[c] = (float)sum / (float)(image->columns * image->rows);
        pooled[channels + c] = (float)maximum;
    }
}

static void compute_trunk(const NetworkFile *file, const Features *features,
                          Image *trunk)
{
    static Image a, b;
    static Values values;
    float globals[GLOBAL_COUNT], bias[WIDE], pooled[2 * WIDE];
    a.columns = b.columns = trunk->columns;
    a.rows = b.rows = trunk->rows;
    for (int i = 0; i < GLOBAL_COUNT; i++)
        globals[i] = features->globals[i];
    for (int row = 0; row < trunk->rows; row++)
        for (int column = 0; column < trunk->columns; column++)
            for (int c = 0; c < file->channels; c++) {
                int place[2] = {row, column};
                float product = (float)sum_planes(&file->input, features, place, c) *
                                file->input.scale[c];
                const float *weights = file->globals + c * GLOBAL_COUNT;
                float base =
                    file->input.bias[c] + sum_products(weights, globals, GLOBAL_COUNT);
                trunk->at[row][column][c] = 0;
                values.at[row][column][c] = product + base;
            }
    add_to_trunk(&values, file->channels, trunk);
    for (int i = 0; i < file->blocks; i++) {
        const FileBlock *block = &file->block[i];
        normalize(&block->norm, file->channels, trunk, &a);
        memcpy(bias, block->first.bias, (size_t)file->channels * sizeof *bias);
        pool(&a, file->channels, pooled);
        for (int c = 0; c < file->channels && i % 2 == 1; c++)
            bias[c] += sum_products(block->pool + 2 * c * file->channels, pooled,
                                    2 * file->channels);
        convolve(&block->first, bias, &a, &values);
        activate(&values, file->channels, &b);
        convolve(&block->second, block->second.bias, &b, &values);
        add_to_trunk(&values, file->channels, trunk);
    }
}

static float power_of_e(float x)
{
    float scaled = x * 1.44269504f, sum = 0;
    int whole = (int)(scaled + (scaled < 0 ? -0.5f : 0.5f));
    float rest = (scaled - (float)whole) * 0.693147181f;
    const float factorials[] = {1, 1, 2, 6, 24, 120, 720};
    for (int i = 6; i >= 0; i--)
        sum = sum * rest + 1 / factorials[i];
    return ldexpf(sum, whole);
}

static float positive(float x)
{
    return x > 0 ? x : 0;
}

static void compute_policy(const NetworkFile *file, const Features *features,
                           const Values *values, float policy[])
{
    float greatest = policy[PASS], total = 0, channels[WIDE];
    Bitboard open = bitboard_empty();
    for (Point p = POINT_STRIDE; p < POINT_LIMIT; p++) {
        int row = point_row(p) - 1, column = point_column(p);
        bool taken = sees(features, PLANE_OWN, row, column) ||
                     sees(features, PLANE_ENEMY, row, column) ||
                     sees(features, PLANE_KO, row, column);
        if (!sees(features, PLANE_BOARD, row, column) || taken)
            continue;
        bitboard_add(&open, p);
        for (int i = 0; i < file->policy; i++)
            channels[i] = positive(values->at[row][column][i]);
        policy[p] = sum_products(file->policy_out, channels, file->policy);
        greatest = policy[p] > greatest ? policy[p] : greatest;
    }
    policy[PASS] = power_of_e(clamp(policy[PASS] - greatest, -80, 80));
    for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p)) {
        policy[p] = power_of_e(clamp(policy[p] - greatest, -80, 80));
        total += policy[p];
    }
    total += policy[PASS];
    policy[PASS] /= total;
    for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p))
        policy[p] /= total;
}

static float sigmoid(float x)
{
    return 1 / (1 + power_of_e(-clamp(x, -40, 40)));
}

static void compute_value(const NetworkFile *file, const Features *features,
                          const Image *trunk, const Values *values,
                          NetworkOutput *output)
{
    float seen[3 * WIDE + GLOBAL_COUNT] = {0}, hidden[WIDE];
    float area = (float)(trunk->columns * trunk->rows);
    int count = file->value, inputs = 3 * count + GLOBAL_COUNT;
    for (int c = 0; c < count; c++) {
        for (int row = 0; row < trunk->rows; row++)
            for (int column = 0; column < trunk->columns; column++) {
                float value = positive(values->at[row][column][file->policy + c]);
                seen[c] += value;
                if (value > seen[2 * count + c])
                    seen[2 * count + c] = value;
            }
        seen[c] /= area;
        seen[count + c] = seen[c] * (area / 20);
    }
    for (int i = 0; i < GLOBAL_COUNT; i++)
        seen[3 * count + i] = features->globals[i];
    for (int i = 0; i < file->hidden; i++)
        hidden[i] =
            positive(file->hidden_bias[i] +
                     sum_products(file->hidden_weights + i * inputs, seen, inputs));
    output->win = sigmoid(file->value_bias[0] +
                          sum_products(file->value_out, hidden, file->hidden));
    output->score = file->value_bias[1] +
                    sum_products(file->value_out + file->hidden, hidden, file->hidden);
}

static void compute_heads(const NetworkFile *file, const Features *features,
                          const Image *trunk, NetworkOutput *output)
{
    static Image a;
    static Values values;
    float pooled[2 * WIDE] = {0}, bias[WIDE];
    int inputs = 2 * file->channels;
    a.columns = trunk->columns;
    a.rows = trunk->rows;
    normalize(&file->norm, file->channels, trunk, &a);
    pool(&a, file->channels, pooled);
    memcpy(bias, file->heads.bias, (size_t)file->heads.outputs * sizeof *bias);
    for (int i = 0; i < file->policy; i++)
        bias[i] += sum_products(file->policy_pool + i * inputs, pooled, inputs);
    convolve(&file->heads, bias, &a, &values);
    output->policy[PASS] =
        file->pass_bias[0] + sum_products(file->policy_pass, pooled, inputs);
    compute_policy(file, features, &values, output->policy);
    compute_value(file, features, trunk, &values, output);
    for (int row = 0; row < trunk->rows; row++)
        for (int column = 0; column < trunk->columns; column++)
            output->owner[point_at(column, row + 1)] =
                2 * sigmoid(values.at[row][column][file->policy + file->value]) - 1;
}

void reference_evaluate(const NetworkFile *file, const Features *features,
                        NetworkOutput *output)
{
    static Image trunk;
    memset(output, 0, sizeof *output);
    for (trunk.rows = 0; sees(features, PLANE_BOARD, trunk.rows, 0);)
        trunk.rows++;
    for (trunk.columns = 0; sees(features, PLANE_BOARD, 0, trunk.columns);)
        trunk.columns++;
    compute_trunk(file, features, &trunk);
    compute_heads(file, features, &trunk, output);
}

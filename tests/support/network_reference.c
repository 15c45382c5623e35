// SPDX-License-Identifier: MIT
#include "network_reference.h"

#include <math.h>

enum { SIDE = BOARD_SIZE_MAX, WIDE = 384 };

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

// The ordinary three weights of one of two neighbors that four come to.
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

static int64_t sum_window(const Image *in, const int place[2], int inputs,
                          int windows[][3][3])
{
    int64_t sum = 0;
    for (int i = 0; i < inputs; i++)
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                sum += image_at(in, place[0] + row - 1, place[1] + column - 1, i) *
                       windows[i][row][column];
    return sum;
}

static void store_value(const FileLayer *layer, const float *bias, int64_t sum,
                        int output, float *value)
{
    float product = (float)sum * layer->scale[output];
    *value = product + bias[output];
}

// An output of all points at that place of their squares, which have the same weights.
static void convolve_place(const FileLayer *layer, const float *bias, const Image *in,
                           const int first[2], int output, Values *out)
{
    int windows[WIDE][3][3];
    for (int i = 0; i < layer->inputs; i++) {
        int channels[2] = {output, i};
        split_window(layer, first, channels, windows[i]);
    }
    for (int row = first[0]; row < in->rows; row += 2)
        for (int column = first[1]; column < in->columns; column += 2) {
            int place[2] = {row, column};
            store_value(layer, bias, sum_window(in, place, layer->inputs, windows),
                        output, &out->at[row][column][output]);
        }
}

static void convolve_squares(const FileLayer *layer, const float *bias, const Image *in,
                             Values *out)
{
    for (int o = 0; o < layer->outputs; o++)
        for (int i = 0; i < 4; i++) {
            int first[2] = {i / 2, i % 2};
            convolve_place(layer, bias, in, first, o, out);
        }
}

static void convolve_points(const FileLayer *layer, const float *bias, const Image *in,
                            Values *out)
{
    for (int row = 0; row < in->rows; row++)
        for (int column = 0; column < in->columns; column++)
            for (int o = 0; o < layer->outputs; o++) {
                int place[2] = {row, column};
                store_value(layer, bias, sum_point(layer, in, place, o), o,
                            &out->at[row][column][o]);
            }
}

static void convolve(const FileLayer *layer, const float *bias, const Image *in,
                     Values *out)
{
    if (layer->taps == 1)
        convolve_points(layer, bias, in, out);
    else
        convolve_squares(layer, bias, in, out);
}

static bool sees(const InputFeatures *features, int plane, int row, int column)
{
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE &&
           bitboard_test(&features->planes[plane], point_at(column, row + 1));
}

// The 5x5 window of the input layer; its channels are by column, then plane.
static int64_t sum_planes(const FileLayer *layer, const InputFeatures *features,
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
                    (int32_t)rintf(clamp(product + norm->bias[c], 0, BYTE_TOP));
            }
}

static void activate(const Values *values, int channels, Image *out)
{
    for (int row = 0; row < out->rows; row++)
        for (int column = 0; column < out->columns; column++)
            for (int c = 0; c < channels; c++)
                out->at[row][column][c] =
                    (int32_t)rintf(clamp(values->at[row][column][c], 0, BYTE_TOP));
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

static Image image_like(const Image *other)
{
    return (Image){.columns = other->columns, .rows = other->rows};
}

static void compute_block(const FileBlock *block, int channels, Image *trunk)
{
    static Image a, b;
    static Values values;
    float bias[WIDE], pooled[2 * WIDE];
    a = b = image_like(trunk);
    normalize(&block->norm, channels, trunk, &a);
    memcpy(bias, block->first.bias, (size_t)channels * sizeof *bias);
    pool(&a, channels, pooled);
    for (int c = 0; c < channels && block->pool != NULL; c++)
        bias[c] += sum_products(block->pool + 2 * c * channels, pooled, 2 * channels);
    convolve(&block->first, bias, &a, &values);
    activate(&values, channels, &b);
    convolve(&block->second, block->second.bias, &b, &values);
    add_to_trunk(&values, channels, trunk);
}

static void compute_nested_block(const NetworkFile *file, int i, Image *trunk)
{
    static Image a, sums;
    static Values values;
    const FileNest *nest = &file->nest[i];
    a = sums = image_like(trunk);
    normalize(&nest->norm, file->channels, trunk, &a);
    convolve(&nest->enter, nest->enter.bias, &a, &values);
    add_to_trunk(&values, file->inner, &sums);
    compute_block(&file->block[2 * i], file->inner, &sums);
    compute_block(&file->block[2 * i + 1], file->inner, &sums);
    normalize(&nest->last, file->inner, &sums, &a);
    convolve(&nest->leave, nest->leave.bias, &a, &values);
    add_to_trunk(&values, file->channels, trunk);
}

// 2^x by the polynomial of the kernels, for x from -126 to 0.
static float power_of_two(float x)
{
    static const float FACTORS[] = {1,
                                    0.693147203f,
                                    0.240226479f,
                                    0.0555033247f,
                                    0.00961843736f,
                                    0.00133988744f,
                                    0.000153533619f};
    float whole = rintf(clamp(x, -126, 0)), rest = clamp(x, -126, 0) - whole;
    float sum = FACTORS[6];
    for (int i = 5; i >= 0; i--)
        sum = sum * rest + FACTORS[i];
    return ldexpf(sum, (int)whole);
}

// Turns a query or key by the angles of a column, then of a row.
static void turn(const float *turns, const int place[2], float *numbers)
{
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < FIXTURE_ATTENTION_SIZE; i += 2) {
            double angle = (double)place[1 - axis] * (double)turns[i + axis];
            float across = (float)cos(angle), up = (float)sin(angle);
            float a = numbers[i], b = numbers[i + 1];
            numbers[i] = b * -up + a * across;
            numbers[i + 1] = a * up + b * across;
        }
}

// The shares of all points in what a point finds; returns their sum.
static float share_out(const Values *asked, const Image *image, const int place[2],
                       int query, int key, float shares[])
{
    int count = 0, size = FIXTURE_ATTENTION_SIZE;
    float peak = -INFINITY, sums[16] = {0}, sum = 0;
    const float *from = asked->at[place[0]][place[1]] + query;
    for (int row = 0; row < image->rows; row++)
        for (int column = 0; column < image->columns; column++, count++) {
            float score = 0;
            for (int i = 0; i < size; i++)
                score += asked->at[row][column][key + i] * from[i];
            shares[count] = score * (1.44269504f / sqrtf((float)size));
            peak = fmaxf(peak, shares[count]);
        }
    for (int i = 0; i < count; i++) {
        shares[i] = power_of_two(shares[i] - peak);
        sums[i % 16] += shares[i];
    }
    for (int i = 0; i < 16; i++)
        sum += sums[i];
    return sum;
}

// What each point finds with a head. The numbers of queries, keys and values of all
// heads follow each other.
static void compute_head(const Values *asked, const Image *image, int head, int width,
                         Values *found)
{
    static float shares[SIDE * SIDE];
    int size = FIXTURE_ATTENTION_SIZE, first = head * size;
    for (int row = 0; row < image->rows; row++)
        for (int column = 0; column < image->columns; column++) {
            int place[] = {row, column};
            float *out = found->at[row][column] + first;
            float sum = share_out(asked, image, place, first, width + first, shares);
            for (int i = 0; i < size; i++) {
                out[i] = 0;
                for (int point = 0; point < image->rows * image->columns; point++)
                    out[i] += asked->at[point / image->columns][point % image->columns]
                                       [2 * width + first + i] *
                              shares[point];
                out[i] /= sum;
            }
        }
}

static void normalize_values(const FileLayer *norm, int channels, const Values *values,
                             Image *out)
{
    for (int row = 0; row < out->rows; row++)
        for (int column = 0; column < out->columns; column++)
            for (int c = 0; c < channels; c++) {
                float product = values->at[row][column][c] * norm->scale[c];
                out->at[row][column][c] =
                    (int32_t)rintf(clamp(product + norm->bias[c], 0, BYTE_TOP));
            }
}

static void compute_attention(const NetworkFile *file, Image *trunk)
{
    static Image a;
    static Values values, found;
    const FileAttention *attend = &file->attend;
    int size = FIXTURE_ATTENTION_SIZE, width = file->attention * size;
    a = image_like(trunk);
    normalize(&attend->norm, file->channels, trunk, &a);
    convolve(&attend->ask, attend->ask.bias, &a, &values);
    for (int row = 0; row < a.rows; row++)
        for (int column = 0; column < a.columns; column++)
            for (int i = 0; i < 2 * file->attention; i++) {
                int place[] = {row, column}, head = i % file->attention;
                turn(attend->turns + head * size, place,
                     values.at[row][column] + i * size);
            }
    for (int i = 0; i < file->attention; i++)
        compute_head(&values, &a, i, width, &found);
    normalize_values(&attend->found, width, &found, &a);
    convolve(&attend->answer, attend->answer.bias, &a, &values);
    add_to_trunk(&values, file->channels, trunk);
    normalize(&attend->third, file->channels, trunk, &a);
    convolve(&attend->widen, attend->widen.bias, &a, &values);
    activate(&values, 2 * file->channels, &a);
    convolve(&attend->narrow, attend->narrow.bias, &a, &values);
    add_to_trunk(&values, file->channels, trunk);
}

static void compute_trunk(const NetworkFile *file, const InputFeatures *features,
                          Image *trunk)
{
    static Values values;
    float globals[GLOBAL_COUNT];
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
        if (file->attention > 0 && i == file->blocks / 2)
            compute_attention(file, trunk);
        if (file->inner > 0)
            compute_nested_block(file, i, trunk);
        else
            compute_block(&file->block[i], file->channels, trunk);
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

// By one of the policies; that of a pass is given as its logit.
static void compute_policy(const NetworkFile *file, int number,
                           const InputFeatures *features, const Values *values,
                           float policy[])
{
    const float *weights = file->policy_out + number * file->policy;
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
        policy[p] = sum_products(weights, channels, file->policy);
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

// log(1 + exp(x))
static float soft_positive(float x)
{
    float y = power_of_e(-clamp(fabsf(x), 0, 40)), z = y / (2 + y), sum = 0;
    for (int i = 13; i > 0; i -= 2)
        sum = sum * (z * z) + 1 / (float)i;
    return positive(x) + 2 * (z * sum);
}

static void compute_value(const NetworkFile *file, const InputFeatures *features,
                          const Image *trunk, const Values *values,
                          NetworkOutput *output)
{
    float seen[3 * WIDE + GLOBAL_COUNT] = {0}, hidden[WIDE], said[4];
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
    for (int i = 0; i < file->hidden; i++) {
        float sum = file->hidden_bias[i] +
                    sum_products(file->hidden_weights + i * inputs, seen, inputs);
        hidden[i] = sum > 0 ? sum : file->version == 2 ? 0 : sum / 8;
    }
    for (int i = 0; i < file_values(file); i++) {
        said[i] = file->value_bias[i];
        if (file->version != 2)
            said[i] += sum_products(file->value_linear + i * inputs, seen, inputs);
        said[i] +=
            sum_products(file->value_out + i * file->hidden, hidden, file->hidden);
    }
    output->win = sigmoid(said[0]);
    output->score = output->score_mean = said[1];
    output->score_stdev = output->no_result = 0;
    output->variance_time = -1;
    output->win_error = file->version == 2 ? 0.1f : soft_positive(said[2]);
    output->score_error = file->version == 2 ? 3 : 20 * soft_positive(said[3]);
}

static void compute_heads(const NetworkFile *file, const InputFeatures *features,
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
    for (int i = 0; i < 2; i++) {
        int number = file->version == 2 ? 0 : i;
        float *policy = i == 0 ? output->policy : output->optimistic;
        policy[PASS] =
            file->pass_bias[number] +
            sum_products(file->policy_pass + number * inputs, pooled, inputs);
        compute_policy(file, number, features, &values, policy);
    }
    compute_value(file, features, trunk, &values, output);
    for (int row = 0; row < trunk->rows; row++)
        for (int column = 0; column < trunk->columns; column++)
            output->owner[point_at(column, row + 1)] =
                2 * sigmoid(values.at[row][column][file->policy + file->value]) - 1;
}

void reference_evaluate(const NetworkFile *file, const InputFeatures *features,
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

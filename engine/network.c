// SPDX-License-Identifier: MIT
#include "network.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "aligned.h"
#include "network_parts.h"
#include "symmetry.h"

enum {
    ALIGNMENT = 64,
    HEADS_MAX =
        2 * NETWORK_HEAD_MAX + CHANNEL_GROUP, // outputs of the layer of all heads
    POOLED_MAX = 2 * NETWORK_CHANNELS_MAX,
    DENSE_MAX = NETWORK_CHANNELS_MAX,
    VALUE_INPUTS_MAX = 3 * NETWORK_HEAD_MAX + GLOBAL_COUNT,
};

// The planes that have a point, but for that of the whole board: the first of them as
// numbers, all that are hardly ever there as bits. By point of the board as it is shown
// (seen_at), with as many guards around as the input layer looks beyond the board.
enum {
    REACH = NETWORK_REACH,
    SEEN_STRIDE = BOARD_SIZE_MAX + REACH,
    SEEN_ROWS = BOARD_SIZE_MAX + 2 * REACH,
    LISTED_MAX = 8,
};
typedef uint16_t InputList __attribute__((vector_size(2 * LISTED_MAX)));
typedef struct SeenPoint {
    uint16_t planes[LISTED_MAX];
    int count;     // of these
    uint32_t more; // others, as bits
} SeenPoint;
static_assert(PLANE_COUNT <= 32, "a plane is a bit of SeenPoint.more");

// The value head also sees sums over the board, in units of this many.
static const float SUM_UNIT = 20;

struct NetworkMemory {
    SeenPoint seen[SEEN_ROWS * SEEN_STRIDE + REACH];
    alignas(ALIGNMENT) uint8_t a[CELLS_MAX * NETWORK_CHANNELS_MAX],
        b[CELLS_MAX * NETWORK_CHANNELS_MAX];
    alignas(ALIGNMENT) int16_t trunk[CELLS_MAX * NETWORK_CHANNELS_MAX];
    alignas(ALIGNMENT) float values[CELLS_MAX * HEADS_MAX];
    alignas(ALIGNMENT) unsigned char scratch[SCRATCH_BYTES * NETWORK_CHANNELS_MAX];
};

NetworkMemory *network_memory_new(void)
{
    NetworkMemory *memory = aligned_new(alignof(NetworkMemory), sizeof *memory);
    if (memory != NULL)
        memset(memory, 0, sizeof *memory);
    return memory;
}

void network_memory_delete(NetworkMemory *memory)
{
    aligned_delete(memory);
}

// The board as it stands, and as the network is shown it.
typedef struct Picture {
    const Features *features;
    CellGrid grid; // of the board as it is shown
    // Of the points of the board: where they are shown.
    Point shown[POINT_LIMIT];
} Picture;

static void paint(Picture *picture, const Features *features, int symmetry)
{
    const Bitboard *board = &features->planes[PLANE_BOARD];
    int columns = 0, rows = 0;
    while (columns < BOARD_SIZE_MAX && bitboard_test(board, point_at(columns, 1)))
        columns++;
    while (rows < BOARD_SIZE_MAX && bitboard_test(board, point_at(0, rows + 1)))
        rows++;
    bool is_transposed = symmetry & 4;
    picture->features = features;
    picture->grid = is_transposed ? cell_grid(rows, columns) : cell_grid(columns, rows);
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p))
        picture->shown[p] = symmetry_turn(p, columns, rows, symmetry);
}

static int cell_of(const Picture *picture, Point p)
{
    Point shown = picture->shown[p];
    return cell_at(&picture->grid, point_column(shown), point_row(shown) - 1);
}

static int seen_at(int column, int row)
{
    return (row + REACH) * SEEN_STRIDE + column + REACH;
}

static void see(SeenPoint *seen, int plane)
{
    if (seen->count < LISTED_MAX)
        seen->planes[seen->count++] = (uint16_t)plane;
    else
        seen->more |= (uint32_t)1 << plane;
}

static void see_planes(const Picture *picture, NetworkMemory *memory)
{
    memset(memory->seen, 0, sizeof memory->seen);
    for (int plane = 0; plane < PLANE_COUNT; plane++) {
        const Bitboard *set = &picture->features->planes[plane];
        if (plane == PLANE_BOARD)
            continue;
        for (Point p = bitboard_first(set); p; p = bitboard_next(set, p)) {
            Point shown = picture->shown[p];
            see(&memory->seen[seen_at(point_column(shown), point_row(shown) - 1)],
                plane);
        }
    }
}

// The inputs that are 1 in the window around a point, but for those of the board's own
// plane. Returns their number. Most places have few planes or none: a whole vector is
// stored for each, so that nothing has to be foretold. Pre: `inputs` has room for
// LISTED_MAX more than there can be.
static int list_inputs(const NetworkMemory *memory, int column, int row,
                       uint16_t inputs[])
{
    int count = 0;
    uint16_t input = 0;
    for (int i = row - REACH; i <= row + REACH; i++)
        for (int j = column - REACH; j <= column + REACH; j++, input += PLANE_COUNT) {
            const SeenPoint *seen = &memory->seen[seen_at(j, i)];
            InputList list;
            memcpy(&list, seen->planes, sizeof list);
            list += input;
            memcpy(inputs + count, &list, sizeof list);
            count += seen->count;
            for (uint32_t more = seen->more; more; more &= more - 1)
                inputs[count++] = (uint16_t)(input + __builtin_ctz(more));
        }
    return count;
}

// Means, then maxima, of all channels.
static void pool_cells(const Network *network, const CellGrid *grid,
                       const uint8_t *cells, float pooled[])
{
    int channels = (int)network->shape.channels;
    int32_t sum[NETWORK_CHANNELS_MAX];
    uint8_t maximum[NETWORK_CHANNELS_MAX];
    assert(channels > 0);
    network->kernel->pool(grid, channels, cells, sum, maximum);
    float area = (float)(grid->columns * grid->rows);
    for (int c = 0; c < channels; c++) {
        pooled[c] = (float)sum[c] / area;
        pooled[channels + c] = maximum[c];
    }
}

// output[i] = bias[i] plus the sum of weights[j][i] * input[j], which is made of four
// sums that the inputs go to in turns: this order is the same everywhere.
typedef struct Dense {
    const float *weights, *bias;
    int inputs, outputs; // at most DENSE_MAX outputs
} Dense;

static void apply_dense(const Dense *dense, const float *input, float output[])
{
    float sums[4][DENSE_MAX];
    const float *weights = dense->weights;
    memset(sums, 0, sizeof sums);
    for (int j = 0; j < dense->inputs; j++, weights += dense->outputs)
        for (int i = 0; i < dense->outputs; i++)
            sums[j % 4][i] += weights[i] * input[j];
    for (int i = 0; i < dense->outputs; i++)
        output[i] =
            dense->bias[i] + ((sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]));
}

static void compute_input(const Network *network, NetworkMemory *memory,
                          const Picture *picture)
{
    const CellGrid *grid = &picture->grid;
    float globals[GLOBAL_COUNT], bias[NETWORK_CHANNELS_MAX];
    for (int i = 0; i < GLOBAL_COUNT; i++)
        globals[i] = picture->features->globals[i];
    Dense dense = {network->globals, network->input.bias, GLOBAL_COUNT,
                   network->input.outputs};
    apply_dense(&dense, globals, bias);
    SparseLayer layer = network->input;
    layer.bias = bias;
    see_planes(picture, memory);
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++) {
            uint16_t inputs[NETWORK_INPUTS + LISTED_MAX];
            int count = list_inputs(memory, column, row, inputs);
            int corner = network_corner(column, grid->columns, row, grid->rows);
            SparseCell cell = {network->board + corner * layer.outputs, inputs, count};
            int16_t *trunk = memory->trunk + cell_at(grid, column, row) * layer.outputs;
            network->kernel->begin(&layer, &cell, trunk);
        }
}

static void compute_block(const Network *network, NetworkMemory *memory,
                          const CellGrid *grid, const ResidualBlock *block)
{
    const ConvolutionKernel *kernel = network->kernel;
    int channels = (int)network->shape.channels;
    float pooled[POOLED_MAX], bias[NETWORK_CHANNELS_MAX];
    Convolution first = block->first;
    kernel->rectify(grid, channels, memory->trunk, &block->norm, memory->a);
    if (block->pool != NULL) {
        Dense dense = {block->pool, first.bias, 2 * channels, channels};
        pool_cells(network, grid, memory->a, pooled);
        apply_dense(&dense, pooled, bias);
        first.bias = bias;
    }
    kernel->activate(&first, grid, memory->a, memory->b, memory->scratch);
    kernel->add(&block->second, grid, memory->b, memory->trunk, memory->scratch);
}

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

// e to the x, the same on every machine: by the series of Taylor, and powers of two,
// which are put together from their bits. Pre: -80..80.
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

// What the heads' layer says of a cell: its channels.
static const float *values_at(const Network *network, const NetworkMemory *memory,
                              int cell)
{
    return memory->values + cell * network->heads.outputs;
}

static void compute_heads(const Network *network, NetworkMemory *memory,
                          const CellGrid *grid, float pooled[])
{
    const Convolution *heads = &network->heads;
    int channels = (int)network->shape.channels;
    float bias[HEADS_MAX];
    network->kernel->rectify(grid, channels, memory->trunk, &network->norm, memory->a);
    pool_cells(network, grid, memory->a, pooled);
    memcpy(bias, heads->bias, (size_t)heads->outputs * sizeof *bias);
    Dense dense = {network->policy_pool, heads->bias, 2 * channels,
                   (int)network->shape.policy};
    apply_dense(&dense, pooled, bias);
    Convolution layer = *heads;
    layer.bias = bias;
    network->kernel->evaluate(&layer, grid, memory->a, memory->values, memory->scratch);
}

static float policy_logit(const Network *network, const float *values)
{
    Four sums = {0};
    for (int i = 0; i < (int)network->shape.policy; i += 4)
        sums += load_four(network->policy_out + i) * rectified(load_four(values + i));
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Empty points that are not forbidden.
static Bitboard open_points(const Features *features)
{
    const Bitboard *planes = features->planes;
    Bitboard taken = bitboard_union(planes[PLANE_OWN], planes[PLANE_ENEMY]);
    taken = bitboard_union(taken, planes[PLANE_KO]);
    return bitboard_difference(planes[PLANE_BOARD], taken);
}

static void compute_policy(const Network *network, const NetworkMemory *memory,
                           const Picture *picture, float policy[])
{
    Bitboard open = open_points(picture->features);
    float greatest = policy[PASS], sum = 0;
    for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p)) {
        policy[p] =
            policy_logit(network, values_at(network, memory, cell_of(picture, p)));
        greatest = policy[p] > greatest ? policy[p] : greatest;
    }
    policy[PASS] = exponential(within(policy[PASS] - greatest, 80));
    for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p)) {
        policy[p] = exponential(within(policy[p] - greatest, 80));
        sum += policy[p];
    }
    sum += policy[PASS];
    policy[PASS] /= sum;
    for (Point p = bitboard_first(&open); p; p = bitboard_next(&open, p))
        policy[p] /= sum;
}

// Sum and maximum over the board of four channels of the value head, from one on.
static void pool_four(const Network *network, const NetworkMemory *memory,
                      const CellGrid *grid, int channel, Four pooled[2])
{
    Four sum = {0}, maximum = {0};
    for (int row = 0; row < grid->rows; row++) {
        const float *values = values_at(network, memory, cell_at(grid, 0, row)) +
                              network->shape.policy + channel;
        for (int i = 0; i < grid->columns; i++, values += network->heads.outputs) {
            Four value = rectified(load_four(values));
            sum += value;
            maximum = greater(value, maximum);
        }
    }
    pooled[0] = sum;
    pooled[1] = maximum;
}

// What the value head sees: of each of its channels the mean, the sum and the maximum;
// then the globals.
static int pool_values(const Network *network, const NetworkMemory *memory,
                       const Picture *picture, float pooled[])
{
    const CellGrid *grid = &picture->grid;
    int channels = (int)network->shape.value;
    float area = (float)(grid->columns * grid->rows);
    Four four[2];
    for (int c = 0; c < channels; c++) {
        if (c % 4 == 0)
            pool_four(network, memory, grid, c, four);
        pooled[c] = four[0][c % 4] / area;
        pooled[channels + c] = pooled[c] * (area / SUM_UNIT);
        pooled[2 * channels + c] = four[1][c % 4];
    }
    for (int i = 0; i < GLOBAL_COUNT; i++)
        pooled[3 * channels + i] = picture->features->globals[i];
    return 3 * channels + GLOBAL_COUNT;
}

static void compute_value(const Network *network, const NetworkMemory *memory,
                          const Picture *picture, NetworkOutput *output)
{
    float pooled[VALUE_INPUTS_MAX], hidden[NETWORK_HEAD_MAX], value[2];
    int inputs = pool_values(network, memory, picture, pooled);
    int count = (int)network->shape.hidden;
    Dense first = {network->hidden, network->hidden_bias, inputs, count};
    apply_dense(&first, pooled, hidden);
    for (int i = 0; i < count; i++)
        hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
    Dense second = {network->value_out, network->value_bias, count, 2};
    apply_dense(&second, hidden, value);
    output->win = logistic(value[0]);
    output->score = value[1];
}

static void compute_owner(const Network *network, const NetworkMemory *memory,
                          const Picture *picture, float owner[])
{
    const Bitboard *board = &picture->features->planes[PLANE_BOARD];
    int channel = (int)(network->shape.policy + network->shape.value);
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p))
        owner[p] =
            2 * logistic(values_at(network, memory, cell_of(picture, p))[channel]) - 1;
}

void network_evaluate(const Network *network, NetworkMemory *memory,
                      const Features *features, int symmetry, NetworkOutput *output)
{
    Picture picture;
    float pooled[POOLED_MAX];
    paint(&picture, features, symmetry);
    memset(output, 0, sizeof *output);
    compute_input(network, memory, &picture);
    for (int i = 0; i < (int)network->shape.blocks; i++)
        compute_block(network, memory, &picture.grid, &network->blocks[i]);
    compute_heads(network, memory, &picture.grid, pooled);
    Dense pass = {network->policy_pass, network->pass_bias,
                  2 * (int)network->shape.channels, 1};
    apply_dense(&pass, pooled, &output->policy[PASS]);
    compute_policy(network, memory, &picture, output->policy);
    compute_value(network, memory, &picture, output);
    compute_owner(network, memory, &picture, output->owner);
}

void network_add_output(NetworkOutput *sum, const NetworkOutput *output, float weight)
{
    sum->win += weight * output->win;
    sum->score += weight * output->score;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        sum->policy[p] += weight * output->policy[p];
        sum->owner[p] += weight * output->owner[p];
    }
}

// SPDX-License-Identifier: MIT
#include "network.h"

#include <assert.h>
#include <string.h>

#include "aligned.h"
#include "dense.h"
#include "network_heads.h"
#include "symmetry.h"

enum {
    ALIGNMENT = 64,
    HEADS_MAX =
        2 * NETWORK_HEAD_MAX + CHANNEL_GROUP, // outputs of the layer of all heads
    POOLED_MAX = 2 * NETWORK_CHANNELS_MAX,
};

// The planes that hold a point, without PLANE_BOARD. The first LISTED_MAX are listed as
// numbers. More, which are rare, are bits. By point of the board as it is shown
// (seen_at). It has as many guards around as the input layer looks beyond the board.
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

struct NetworkMemory {
    SeenPoint seen[SEEN_ROWS * SEEN_STRIDE + REACH];
    alignas(ALIGNMENT) uint8_t a[CELLS_MAX * NETWORK_CHANNELS_MAX],
        b[CELLS_MAX * NETWORK_CHANNELS_MAX];
    alignas(ALIGNMENT) int16_t trunk[CELLS_MAX * NETWORK_CHANNELS_MAX];
    alignas(ALIGNMENT) float values[CELLS_MAX * HEADS_MAX];
    alignas(ALIGNMENT) unsigned char scratch[SCRATCH_BYTES * NETWORK_CHANNELS_MAX];
    int live_units;
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

static void paint(Picture *picture, const InputFeatures *features, int symmetry)
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

// Lists the inputs that are 1 in the window around a point, without those of
// PLANE_BOARD. Returns their number. Most places have few planes or none, so a whole
// vector is stored for each, and no branch has to be predicted. Pre: `inputs` has room
// for LISTED_MAX more than there can be.
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

// The means, then the maxima, of all channels.
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

void network_evaluate(const Network *network, NetworkMemory *memory,
                      const InputFeatures *features, int symmetry,
                      NetworkOutput *output)
{
    Picture picture;
    float pooled[POOLED_MAX];
    paint(&picture, features, symmetry);
    memset(output, 0, sizeof *output);
    compute_input(network, memory, &picture);
    for (int i = 0; i < (int)network->shape.blocks; i++)
        compute_block(network, memory, &picture.grid, &network->blocks[i]);
    compute_heads(network, memory, &picture.grid, pooled);
    HeadInputs inputs = {network, &picture, memory->values, pooled};
    memory->live_units = network_heads(&inputs, output);
}

int network_live_units(const NetworkMemory *memory)
{
    return memory->live_units;
}

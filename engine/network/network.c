// SPDX-License-Identifier: MIT
#include "network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "network_heads.h"
#include "symmetry.h"

struct NetworkMemory {
    const Network *network;
    RuntimeMemory *runtime;
    int live_units;
};

static_assert((int)PLANE_COUNT <= (int)BITS_MAX, "a plane is a bit of a point");

NetworkMemory *network_memory_new(const Network *network)
{
    NetworkMemory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->network = network;
    memory->runtime =
        runtime_memory_new(network->runtime, BOARD_SIZE_MAX, BOARD_SIZE_MAX, 1);
    if (memory->runtime != NULL)
        return memory;
    network_memory_delete(memory);
    return NULL;
}

void network_memory_delete(NetworkMemory *memory)
{
    if (memory == NULL)
        return;
    runtime_memory_delete(memory->runtime);
    free(memory);
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
    picture->columns = is_transposed ? rows : columns;
    picture->rows = is_transposed ? columns : rows;
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p)) {
        Point shown = symmetry_turn(p, columns, rows, symmetry);
        picture->shown[p] =
            (int16_t)((point_row(shown) - 1) * picture->columns + point_column(shown));
    }
}

static void show_planes(const Picture *picture, uint32_t *points)
{
    for (int plane = 0; plane < PLANE_COUNT; plane++) {
        const Bitboard *set = &picture->features->planes[plane];
        for (Point p = bitboard_first(set); p; p = bitboard_next(set, p))
            points[picture->shown[p]] |= (uint32_t)1 << plane;
    }
}

static void fill_inputs(NetworkMemory *memory, const Picture *picture)
{
    const NetworkArrays *arrays = &memory->network->arrays;
    uint32_t *points = runtime_bits(memory->runtime, arrays->planes);
    memset(points, 0, (size_t)(picture->columns * picture->rows) * sizeof *points);
    show_planes(picture, points);
    float *globals = runtime_array(memory->runtime, arrays->globals);
    memset(globals, 0, (size_t)runtime_stride(GLOBAL_COUNT) * sizeof *globals);
    for (int i = 0; i < GLOBAL_COUNT; i++)
        globals[i] = picture->features->globals[i];
}

// How many units of the value head's hidden layer react to their inputs.
static int count_live_units(const NetworkMemory *memory)
{
    const NetworkShape *shape = &memory->network->shape;
    const float *hidden =
        runtime_array(memory->runtime, memory->network->arrays.hidden);
    int live = 0;
    for (int i = 0; i < (int)shape->hidden; i++)
        live += hidden[i] > 0 || shape->version >= NETWORK_VERSION_ERRORS;
    return live;
}

void network_evaluate(const Network *network, NetworkMemory *memory,
                      const InputFeatures *features, int symmetry,
                      NetworkOutput *output)
{
    Picture picture;
    RuntimeMemory *runtime = memory->runtime;
    const NetworkArrays *arrays = &network->arrays;
    assert(memory->network == network);
    paint(&picture, features, symmetry);
    runtime_memory_begin(runtime, picture.columns, picture.rows, 1);
    fill_inputs(memory, &picture);
    runtime_run(runtime);
    memory->live_units = count_live_units(memory);
    HeadNumbers numbers = {.policies = network_policies(&network->shape),
                           .values_count = network_values(&network->shape),
                           .policy = runtime_array(runtime, arrays->policy),
                           .pass = runtime_array(runtime, arrays->pass),
                           .values = runtime_array(runtime, arrays->values),
                           .owner = runtime_array(runtime, arrays->owner)};
    network_heads(&numbers, &picture, output);
}

int network_live_units(const NetworkMemory *memory)
{
    return memory->live_units;
}

uint64_t network_checksum(const Network *network)
{
    uint64_t checksum = 0;
    for (size_t i = 1; i <= sizeof checksum; i++)
        checksum = checksum << 8 | network->file[network->file_size - i];
    return checksum;
}

// SPDX-License-Identifier: MIT
#include "network.h"

#include <assert.h>
#include <stdlib.h>

#include "network_heads.h"

struct NetworkMemory {
    const Network *network;
    RuntimeMemory *runtime;
};

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

void network_evaluate(const Network *network, NetworkMemory *memory,
                      const InputFeatures *features, int symmetry,
                      NetworkOutput *output)
{
    RuntimeMemory *runtime = memory->runtime;
    const NetworkArrays *arrays = &network->arrays;
    assert(memory->network == network);
    Picture picture = picture_paint(features, symmetry);
    picture_show(&picture, runtime, arrays->planes, arrays->globals);
    runtime_run(runtime);
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
    const NetworkShape *shape = &memory->network->shape;
    const float *hidden =
        runtime_array(memory->runtime, memory->network->arrays.hidden);
    int live = 0;
    for (int i = 0; i < (int)shape->hidden; i++)
        live += hidden[i] > 0 || shape->version >= NETWORK_VERSION_ERRORS;
    return live;
}

uint64_t network_checksum(const Network *network)
{
    uint64_t checksum = 0;
    for (size_t i = 1; i <= sizeof checksum; i++)
        checksum = checksum << 8 | network->file[network->file_size - i];
    return checksum;
}

// SPDX-License-Identifier: MIT
#include "human_network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "network_heads.h"
#include "network_internal.h"

static const char MAGIC[NETWORK_MAGIC_SIZE] = "PONHUMN";
enum { HEAD_FIELDS = 4, CHECKSUM_SIZE = 8 };

// default.net and human.head, which the build turns into source files.
extern const size_t DEFAULT_NETWORK_SIZE, DEFAULT_HUMAN_HEAD_SIZE;
extern const uint64_t DEFAULT_NETWORK[], DEFAULT_HUMAN_HEAD[];

// Arrays of the head.
typedef struct HumanArrays {
    int rank;   // of the board: numbers that tell it
    int policy; // by point: the logit, then what is added for each number of the rank
    int pass;   // of the board: that of a pass
} HumanArrays;

struct HumanNetwork {
    NetworkTrunk trunk;
    HumanArrays arrays;
    bool has_head;
    Runtime *runtime;
};

struct HumanMemory {
    const HumanNetwork *network;
    RuntimeMemory *runtime;
    InputFeatures features;
    Picture picture;           // of these
    float told[HUMAN_NUMBERS]; // of the rank
    float logits[BOARD_SIZE_MAX * BOARD_SIZE_MAX];
};

// The layers of a head of so many channels.
static HumanArrays read_layers(NetworkReader *reader, const NetworkTrunk *trunk,
                               int channels)
{
    int inputs = (int)trunk->shape.channels;
    LinearLayer first = reader_layer(reader, inputs, channels, 1);
    LinearLayer pooled = reader_dense(reader, 2 * inputs, channels);
    LinearLayer told = reader_dense(reader, HUMAN_NUMBERS, channels);
    HumanArrays arrays = {.rank = reader_board(reader, HUMAN_NUMBERS)};
    int bias = reader_add_bias(reader, trunk->pooled, pooled, &first);
    reader_add_to(reader, plain_input(arrays.rank), told, bias);
    int hidden = reader_array(reader, channels, NUMBERS_FLOAT);
    reader_add(reader, plain_input(trunk->features), first, hidden);
    arrays.policy = reader_array(reader, 1 + HUMAN_NUMBERS, NUMBERS_FLOAT);
    reader_add(reader, active_input(hidden, ACTIVATION_RELU),
               reader_dense(reader, channels, 1 + HUMAN_NUMBERS), arrays.policy);
    arrays.pass = reader_board(reader, 1);
    LinearLayer pass = reader_dense(reader, 2 * inputs, 1);
    told = reader_dense(reader, HUMAN_NUMBERS, 1);
    pass.bias = reader_floats(reader, 1);
    reader_add(reader, plain_input(trunk->pooled), pass, arrays.pass);
    reader_add_to(reader, plain_input(arrays.rank), told, arrays.pass);
    return arrays;
}

// The checksum at the end of a network's file.
static uint64_t checksum_of(const HumanFiles *files)
{
    return little_endian(files->network + files->network_size - CHECKSUM_SIZE,
                         CHECKSUM_SIZE);
}

// Reads what is before the tensors. Returns what is wrong, or NULL.
static const char *read_begin(const HumanFiles *files, const NetworkTrunk *trunk,
                              NetworkReader *reader, int *channels)
{
    size_t begin = sizeof MAGIC + 4 * HEAD_FIELDS + CHECKSUM_SIZE,
           size = files->head_size;
    const unsigned char *bytes = files->head;
    if (size < begin + CHECKSUM_SIZE || memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return "not a Ponnuki human head (bad magic)";
    if (little_endian(bytes + size - CHECKSUM_SIZE, CHECKSUM_SIZE) !=
        network_file_hash(bytes, size - CHECKSUM_SIZE))
        return "damaged file (wrong checksum)";
    uint32_t fields[HEAD_FIELDS];
    for (int i = 0; i < HEAD_FIELDS; i++)
        fields[i] = (uint32_t)little_endian(bytes + sizeof MAGIC + 4 * (size_t)i, 4);
    if (fields[0] != HUMAN_VERSION || fields[1] != HUMAN_NUMBERS)
        return "file version not supported by this program";
    if (little_endian(bytes + begin - CHECKSUM_SIZE, CHECKSUM_SIZE) !=
            checksum_of(files) ||
        fields[2] != trunk->shape.channels)
        return "made for another network";
    if (fields[3] == 0 || fields[3] > HUMAN_CHANNELS_MAX ||
        fields[3] % CHANNEL_GROUP != 0)
        return "its channels are not a multiple of 16, up to 128";
    *channels = (int)fields[3];
    reader->at = bytes + begin;
    reader->end = bytes + size - CHECKSUM_SIZE;
    return NULL;
}

// Adds the head to the layers of the body. Returns what is wrong, or NULL.
static const char *read_head(const HumanFiles *files, NetworkReader *reader,
                             HumanNetwork *network)
{
    int channels;
    if (files->head == NULL)
        return reader->failed ? "damaged file (wrong length)" : NULL;
    const char *error = read_begin(files, &network->trunk, reader, &channels);
    if (error != NULL)
        return error;
    network->has_head = true;
    network->arrays = read_layers(reader, &network->trunk, channels);
    return reader->failed || reader->at != reader->end ? "damaged file (wrong length)"
                                                       : NULL;
}

static Runtime *new_runtime(const LayerList *list, const HumanNetwork *network,
                            const Isa *isa)
{
    const int outputs[] = {network->trunk.features, network->arrays.policy,
                           network->arrays.pass};
    return runtime_new(list, outputs, network->has_head ? 3 : 1,
                       runtime_kernel(isa, PRECISION_EXACT));
}

HumanNetwork *human_network_read(const HumanFiles *files, const Isa *isa,
                                 const char **error)
{
    NetworkReader reader;
    LayerList list;
    HumanNetwork *network = calloc(1, sizeof *network);
    *error = "out of memory";
    if (network == NULL)
        return NULL;
    *error = network_read_trunk(files->network, files->network_size, &reader,
                                &network->trunk);
    if (*error == NULL) {
        const char *wrong = read_head(files, &reader, network);
        *error = layer_builder_end(&reader.builder, &list) ? wrong : "out of memory";
        if (*error == NULL) {
            network->runtime = new_runtime(&list, network, isa);
            *error = network->runtime == NULL ? "out of memory" : NULL;
        }
        layer_list_free(&list);
    }
    if (*error == NULL)
        return network;
    human_network_delete(network);
    return NULL;
}

HumanNetwork *human_network_default(const Isa *isa)
{
    const HumanFiles files = {.network = (const unsigned char *)DEFAULT_NETWORK,
                              .network_size = DEFAULT_NETWORK_SIZE,
                              .head = (const unsigned char *)DEFAULT_HUMAN_HEAD,
                              .head_size = DEFAULT_HUMAN_HEAD_SIZE};
    const char *error;
    return human_network_read(&files, isa, &error);
}

void human_network_delete(HumanNetwork *network)
{
    if (network == NULL)
        return;
    runtime_delete(network->runtime);
    free(network);
}

HumanMemory *human_memory_new(const HumanNetwork *network)
{
    HumanMemory *memory = aligned_new(alignof(HumanMemory), sizeof *memory);
    if (memory == NULL)
        return NULL;
    *memory = (HumanMemory){.network = network};
    memory->runtime =
        runtime_memory_new(network->runtime, BOARD_SIZE_MAX, BOARD_SIZE_MAX, 1);
    if (memory->runtime != NULL)
        return memory;
    aligned_delete(memory);
    return NULL;
}

void human_memory_delete(HumanMemory *memory)
{
    if (memory == NULL)
        return;
    runtime_memory_delete(memory->runtime);
    aligned_delete(memory);
}

// Tells the rank: is it known, how many dans, is it a professional's.
static void tell_rank(Rank rank, float numbers[HUMAN_NUMBERS])
{
    memset(numbers, 0, HUMAN_NUMBERS * sizeof *numbers);
    if (rank == RANK_UNKNOWN)
        return;
    rank = rank < HUMAN_RANK_WEAKEST ? HUMAN_RANK_WEAKEST : rank;
    rank = rank > HUMAN_RANK_STRONGEST ? HUMAN_RANK_STRONGEST : rank;
    numbers[0] = 1;
    numbers[1] = (float)rank / RANK_PROFESSIONAL;
    numbers[2] = rank == RANK_PROFESSIONAL;
}

static void show_rank(HumanMemory *memory, Rank rank)
{
    float *numbers = runtime_array(memory->runtime, memory->network->arrays.rank);
    tell_rank(rank, memory->told);
    memset(numbers, 0, (size_t)runtime_stride(HUMAN_NUMBERS) * sizeof *numbers);
    memcpy(numbers, memory->told, sizeof memory->told);
}

// Adds to each point's logit what the numbers of the rank are worth there.
static void add_rank(HumanMemory *memory)
{
    int stride = runtime_stride(1 + HUMAN_NUMBERS);
    int points = memory->picture.columns * memory->picture.rows;
    const float *said = runtime_array(memory->runtime, memory->network->arrays.policy);
    for (int i = 0; i < points; i++, said += stride) {
        memory->logits[i] = said[0];
        for (int j = 0; j < HUMAN_NUMBERS; j++)
            memory->logits[i] += memory->told[j] * said[1 + j];
    }
}

void human_network_show(const HumanNetwork *network, HumanMemory *memory,
                        const InputFeatures *features, Rank rank)
{
    assert(memory->network == network);
    memory->features = *features;
    memory->picture = picture_paint(&memory->features, 0);
    picture_show(&memory->picture, memory->runtime, network->trunk.planes,
                 network->trunk.globals);
    if (network->has_head)
        show_rank(memory, rank);
    runtime_run(memory->runtime);
    if (network->has_head)
        add_rank(memory);
}

void human_memory_policy(const HumanMemory *memory, float policy[POINT_LIMIT])
{
    const HumanArrays *arrays = &memory->network->arrays;
    assert(memory->network->has_head);
    network_policy(&memory->picture, memory->logits, 1,
                   runtime_array(memory->runtime, arrays->pass)[0], policy);
}

int human_network_channels(const HumanNetwork *network)
{
    return (int)network->trunk.shape.channels;
}

void human_memory_features(const HumanMemory *memory, uint8_t features[])
{
    int channels = human_network_channels(memory->network);
    IntegerGrid grid = runtime_integer_grid(memory->runtime);
    const uint8_t *cells =
        runtime_integers(memory->runtime, memory->network->trunk.features);
    for (int cell = 0; cell < grid.cells; cell++)
        if (grid.points[cell] >= 0)
            memcpy(features + (ptrdiff_t)grid.points[cell] * channels,
                   cells + (ptrdiff_t)cell * channels, (size_t)channels);
}

// SPDX-License-Identifier: MIT
//
// From a stream of training samples (samples.c) on standard input to what heads read of
// them, as the program computes it, on standard output. Heads that learn alone want it
// (distill.py), and that of people's moves (human.py). A batch is answered before the
// next one is read.
//
// For each batch it writes a head of 16 bytes, and as many parts as there are samples.
// The head is "PNKT", then the board size, the number of samples and the channels as
// uint16, and six bytes of zero. A part is the move that was played as uint16, and the
// rank of its player as int8. A byte of zero and the turn as uint16 follow. Then come
// the activations of all points, row by row, a byte for each channel. Moves are those
// of sample_pack. Numbers are little-endian.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "byte_order.h"
#include "human_network.h"
#include "isa.h"
#include "network_option.h"
#include "sample.h"

enum { BATCH_HEAD = 16, PART_HEAD = 6, CHANNELS_MAX = 256 };

static const char USAGE[] =
    "usage: trunk_features [--net FILE] < SAMPLES\n"
    "  --net FILE   another network than the one in the program\n";

// The planes of a packed sample, as it was shown.
static void unpack_planes(const uint8_t *bits, int size, InputFeatures *features)
{
    int area = size * size;
    for (int i = 0; i < PLANE_COUNT * area; i++)
        if (bits[i / 8] >> i % 8 & 1) {
            int place = i % area;
            bitboard_add(&features->planes[i / area],
                         point_at(place % size, place / size + 1));
        }
}

static InputFeatures unpack_features(const uint8_t *bytes, int size)
{
    InputFeatures features;
    memset(&features, 0, sizeof features);
    for (int i = 0; i < GLOBAL_COUNT; i++)
        features.globals[i] = (int16_t)get_number(bytes + 2 * i, 2);
    unpack_planes(bytes + PACKED_HEAD + size * size, size, &features);
    return features;
}

typedef struct Converter {
    const HumanNetwork *network;
    HumanMemory *memory;
    uint8_t sample[PACKED_BYTES_MAX];
    uint8_t part[PART_HEAD + POINT_COUNT_MAX * CHANNELS_MAX];
} Converter;

static bool convert_sample(Converter *converter, int size)
{
    const uint8_t *sample = converter->sample, *head = sample + 2 * GLOBAL_COUNT;
    uint8_t *part = converter->part;
    size_t length = sample_packed_bytes(size);
    if (fread(converter->sample, length, 1, stdin) != 1)
        return false;
    InputFeatures features = unpack_features(sample, size);
    human_network_show(converter->network, converter->memory, &features, RANK_UNKNOWN);
    memcpy(part, head + 13, 2); // the move
    part[2] = head[12];         // the rank
    part[3] = 0;
    memcpy(part + 4, head + 8, 2); // the turn
    human_memory_features(converter->memory, part + PART_HEAD);
    size_t area = (size_t)size * (size_t)size;
    size_t bytes =
        PART_HEAD + area * (size_t)human_network_channels(converter->network);
    return fwrite(part, bytes, 1, stdout) == 1;
}

// The next batch. *ended tells whether there was none.
static bool convert_batch(Converter *converter, bool *ended)
{
    uint8_t head[BATCH_HEAD];
    size_t count = fread(head, 1, sizeof head, stdin);
    *ended = count == 0;
    if (*ended)
        return true;
    if (count < sizeof head || memcmp(head, "PNKS", 4) != 0)
        return false;
    int size = (int)get_number(head + 4, 2), samples = (int)get_number(head + 6, 2);
    if (size > BOARD_SIZE_MAX || get_number(head + 8, 2) != sample_packed_bytes(size))
        return false;
    memcpy(head, "PNKT", 4);
    memset(head + 8, 0, sizeof head - 8);
    put_number((uint64_t)human_network_channels(converter->network), 2, head + 8);
    if (fwrite(head, sizeof head, 1, stdout) != 1)
        return false;
    for (int i = 0; i < samples; i++)
        if (!convert_sample(converter, size))
            return false;
    return fflush(stdout) == 0;
}

static bool run(const HumanNetwork *network)
{
    Converter *converter = malloc(sizeof *converter);
    bool good = converter != NULL, ended = false;
    if (good) {
        converter->network = network;
        converter->memory = human_memory_new(network);
        good = converter->memory != NULL;
        while (good && !ended)
            good = convert_batch(converter, &ended);
        human_memory_delete(converter->memory);
    }
    free(converter);
    return good;
}

// The body of the network. Errors: NULL, with a message.
static HumanNetwork *open_body(const Network *network)
{
    const char *error;
    HumanFiles files = {.head = NULL};
    files.network = network_bytes(network, &files.network_size);
    HumanNetwork *body = human_network_read(&files, isa_best(), &error);
    if (body != NULL && human_network_channels(body) <= CHANNELS_MAX)
        return body;
    fprintf(stderr, "trunk_features: %s\n",
            body == NULL ? error : "the network has too many channels");
    human_network_delete(body);
    return NULL;
}

int main(int argc, char **argv)
{
    bool names_one = argc == 3 && strcmp(argv[1], "--net") == 0;
    if (argc != 1 && !names_one) {
        fputs(USAGE, stderr);
        return 2;
    }
    Network *network =
        network_option_open("trunk_features", names_one ? argv[2] : NULL, NULL);
    HumanNetwork *body = network == NULL ? NULL : open_body(network);
    network_delete(network);
    if (body == NULL)
        return 2;
    bool good = run(body);
    if (!good)
        fputs("trunk_features: the samples end too soon, or the output does\n", stderr);
    human_network_delete(body);
    return good ? 0 : 1;
}

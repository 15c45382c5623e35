// SPDX-License-Identifier: MIT
//
// What a network, as the program computes it, says of the positions of a file: for
// errors.py. Writes on standard output, for each position in order, its board size as
// uint32 and then float32 as this machine has them. These are the chance to win, the
// score, and their short-term errors. Then come the chances of all points, (row - 1) *
// size + column, and of a pass, and those of the optimistic policy. The last numbers
// are the owners of all points, 1 the player to move.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"
#include "network_option.h"
#include "record_source.h"
#include "sample.h"

enum { FILES_MAX = 64, NUMBERS = 4, WORDS_MAX = NUMBERS + 3 * POINT_COUNT_MAX + 2 };

static const char USAGE[] =
    "usage: network_outputs [OPTIONS] LABELS\n"
    "  --net FILE    another network than the one in the program\n"
    "  --games FILE  games that labels refer to; may be repeated\n"
    "  --version     only prints the version of the network's file\n";

typedef struct OutputOptions {
    const char *net, *path, *games[FILES_MAX];
    int games_count;
    bool version;
} OutputOptions;

typedef struct Observer {
    const Network *network;
    NetworkMemory *memory;
    LadderReader *ladders;
    GameStore store;
    RecordSource source;
    GameRecord record;
    Game game;
} Observer;

static bool read_options(int argc, char **argv, OutputOptions *options)
{
    *options = (OutputOptions){.net = NULL};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--version") == 0)
            options->version = true;
        else if (strcmp(argv[i], "--net") == 0 && i + 1 < argc)
            options->net = argv[++i];
        else if (strcmp(argv[i], "--games") == 0 && i + 1 < argc &&
                 options->games_count < FILES_MAX)
            options->games[options->games_count++] = argv[++i];
        else if (strncmp(argv[i], "--", 2) != 0 && options->path == NULL)
            options->path = argv[i];
        else
            return false;
    }
    return options->version || options->path != NULL;
}

static float *put_points(const float values[], int size, float *words)
{
    for (int i = 0; i < size * size; i++)
        *words++ = values[point_at(i % size, i / size + 1)];
    return words;
}

static bool write_output(const NetworkOutput *output, int size)
{
    float words[WORDS_MAX] = {output->win, output->score, output->win_error,
                              output->score_error};
    uint32_t head = (uint32_t)size;
    float *end = put_points(output->policy, size, words + NUMBERS);
    *end++ = output->policy[PASS];
    end = put_points(output->optimistic, size, end);
    *end++ = output->optimistic[PASS];
    end = put_points(output->owner, size, end);
    return fwrite(&head, sizeof head, 1, stdout) == 1 &&
           fwrite(words, sizeof *words, (size_t)(end - words), stdout) ==
               (size_t)(end - words);
}

static bool observe(Observer *observer)
{
    Sample sample;
    NetworkOutput output;
    Rng rng = rng_seeded(1, 0);
    SampleList list = {.samples = &sample, .wanted = 0, .ladders = observer->ladders};
    if (!observer->record.labelled ||
        sample_game(&observer->record, &observer->game, &rng, &list) != MOVE_OK)
        return false;
    network_evaluate(observer->network, observer->memory, &sample.features, 0, &output);
    return write_output(&output, observer->record.size);
}

static bool add_games(Observer *observer, const char *path)
{
    const char *what = NULL;
    bool good = game_store_add_file(&observer->store, path, &what);
    if (!good)
        fprintf(stderr, "network_outputs: %s: %s\n", path, what);
    return good;
}

static bool observe_file(Observer *observer, const char *path)
{
    const char *what = NULL;
    SourceStatus status = SOURCE_FAILED;
    bool good = source_open(&observer->source, path, &observer->store, &what);
    if (good) {
        while (good &&
               ((status = source_next(&observer->source, false, &observer->record,
                                      &what)) == SOURCE_READ ||
                status == SOURCE_OTHER)) {
            what = "a position cannot be played";
            good = observe(observer);
        }
        good = source_close(&observer->source) && good && status == SOURCE_END;
    }
    if (!good)
        fprintf(stderr, "network_outputs: %s: %s\n", path, what);
    return good;
}

static bool run(const OutputOptions *options, const Network *network)
{
    Observer *observer = calloc(1, sizeof *observer);
    if (observer == NULL)
        return false;
    observer->network = network;
    observer->memory = network_memory_new(network);
    observer->ladders = ladder_reader_new();
    bool ready = observer->memory != NULL && observer->ladders != NULL &&
                 game_init(&observer->game, rules_find("tromp-taylor"), 0, 19, 19);
    bool good = ready && add_games(observer, options->path);
    for (int i = 0; good && i < options->games_count; i++)
        good = add_games(observer, options->games[i]);
    good = good && observe_file(observer, options->path) && fflush(stdout) == 0;
    if (ready)
        game_free(&observer->game);
    game_store_free(&observer->store);
    network_memory_delete(observer->memory);
    ladder_reader_delete(observer->ladders);
    free(observer);
    return good;
}

int main(int argc, char **argv)
{
    OutputOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    Network *network = network_option_open("network_outputs", options.net, NULL);
    if (network == NULL)
        return 2;
    bool good = options.version ? printf("%d\n", network_version(network)) > 0
                                : run(&options, network);
    network_delete(network);
    return good ? 0 : 1;
}

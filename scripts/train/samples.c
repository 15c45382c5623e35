// SPDX-License-Identifier: MIT
//
// Turns files of game records into a stream of training samples on standard output.
// Games are drawn from the files by weight, a few moments of each go to a pool of their
// board size, and full batches of one size are drawn from the pools at random. The same
// arguments give the same stream.
//
// A batch is a head of 16 bytes, "PNKS" and then, little-endian, the board size, the
// number of samples, the bytes of a sample and the number of planes (uint16 each) and
// four bytes of zero; then the samples as sample_pack writes them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_record.h"
#include "record_stream.h"
#include "sample.h"
#include "settle.h"
#include "symmetry.h"

enum { FILES_MAX = 256, PER_GAME_MAX = 64, BATCH_HEAD = 16 };

static const char USAGE[] =
    "usage: samples [OPTIONS] FILE[=WEIGHT]...\n"
    "  --seed N       1\n"
    "  --batch N      samples in a batch, 256\n"
    "  --per-game N   moments taken of a game, at most 64, 4\n"
    "  --playouts N   playouts that find out who owned what at the end of a game "
    "where\n"
    "                 the record does not tell; 0, that is, not\n"
    "  --pool N       samples that batches are drawn from, 8192\n"
    "  --held-out     the games kept back for validation, instead of all others\n"
    "  --once         read each file once, in turn, in order, without symmetries;\n"
    "                 batches may then be smaller\n"
    "Games are drawn from the files in proportion to the weights (1 if not given).\n";

typedef struct Options {
    uint64_t seed;
    int batch, per_game, pool, playouts;
    bool held_out, once;
    int file_count;
    const char *paths[FILES_MAX];
    double weights[FILES_MAX];
} Options;

typedef struct Pool {
    Sample *samples;
    int count;
    uint64_t added; // since the beginning
} Pool;

typedef struct Loader {
    const Options *options;
    RecordStream *streams;          // one for each file
    uint64_t *found;                // samples in this passage through each file
    Pool pools[BOARD_SIZE_MAX + 1]; // by board size
    uint64_t added;                 // to all of them
    Game game;
    GameRecord record;
    Settler settler;
    Rng rng;
} Loader;

static bool read_number(const char *text, long min, long max, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number >= min &&
           *number <= max;
}

static bool read_file(char *argument, Options *options)
{
    double weight = 1;
    char *equals = strrchr(argument, '='), *end;
    if (equals != NULL) {
        weight = strtod(equals + 1, &end);
        *equals = '\0';
        if (end == equals + 1 || *end != '\0' || !(weight > 0))
            return false;
    }
    if (options->file_count == FILES_MAX)
        return false;
    options->paths[options->file_count] = argument;
    options->weights[options->file_count++] = weight;
    return true;
}

// Reads an option that has a value.
static bool read_option(const char *name, const char *value, Options *options)
{
    long number;
    if (strcmp(name, "--seed") == 0 && read_number(value, 0, INT32_MAX, &number))
        options->seed = (uint64_t)number;
    else if (strcmp(name, "--batch") == 0 && read_number(value, 1, 16384, &number))
        options->batch = (int)number;
    else if (strcmp(name, "--per-game") == 0 &&
             read_number(value, 1, PER_GAME_MAX, &number))
        options->per_game = (int)number;
    else if (strcmp(name, "--pool") == 0 && read_number(value, 0, 1000000, &number))
        options->pool = (int)number;
    else if (strcmp(name, "--playouts") == 0 && read_number(value, 0, 10000, &number))
        options->playouts = (int)number;
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, Options *options)
{
    *options = (Options){.seed = 1, .batch = 256, .per_game = 4, .pool = 8192};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--held-out") == 0)
            options->held_out = true;
        else if (strcmp(argv[i], "--once") == 0)
            options->once = true;
        else if (strncmp(argv[i], "--", 2) != 0 && read_file(argv[i], options))
            continue;
        else if (i + 1 == argc || !read_option(argv[i], argv[i + 1], options))
            return false;
        else
            i++;
    }
    return options->file_count > 0;
}

// Removes the first samples of a pool. Their places go to those at its end, which keeps
// the order where it matters.
static void drop_first(Pool *pool, int count, bool in_order)
{
    int rest = pool->count - count;
    int moved = in_order || rest < count ? rest : count;
    memmove(pool->samples, &pool->samples[pool->count - moved],
            (size_t)moved * sizeof *pool->samples);
    pool->count = rest;
}

// Writes the first `count` samples of a pool and removes them.
static bool write_batch(Loader *loader, int size, int count)
{
    Pool *pool = &loader->pools[size];
    size_t length = sample_packed_bytes(size);
    uint8_t head[BATCH_HEAD] = "PNKS", bytes[PACKED_BYTES_MAX];
    size_t numbers[] = {(size_t)size, (size_t)count, length, PLANE_COUNT};
    for (int i = 0; i < 4; i++) {
        head[4 + 2 * i] = (uint8_t)(numbers[i] & 0xff);
        head[5 + 2 * i] = (uint8_t)(numbers[i] >> 8);
    }
    bool good = fwrite(head, sizeof head, 1, stdout) == 1;
    bool plain = loader->options->once;
    for (int i = 0; i < count && good; i++) {
        int symmetry = plain ? 0 : (int)rng_below(&loader->rng, SYMMETRY_COUNT);
        sample_pack(&pool->samples[i], symmetry, bytes);
        good = fwrite(bytes, length, 1, stdout) == 1;
    }
    drop_first(pool, count, plain);
    return good;
}

// Moves a random choice of samples to the beginning of a pool.
static void shuffle_first(Pool *pool, int count, Rng *rng)
{
    for (int i = 0; i < count; i++) {
        int other = i + (int)rng_below(rng, (uint32_t)(pool->count - i));
        Sample sample = pool->samples[i];
        pool->samples[i] = pool->samples[other];
        pool->samples[other] = sample;
    }
}

// What a pool keeps when a batch is drawn from it: its part of all samples, or a rare
// size would wait for long.
static int kept_in(const Loader *loader, const Pool *pool)
{
    if (loader->options->once)
        return 0;
    return (int)((uint64_t)loader->options->pool * pool->added / loader->added);
}

// Adds a game's samples to the pool of its size, which writes a batch when it is full.
static bool add_samples(Loader *loader, int size, const SampleList *list)
{
    const Options *options = loader->options;
    Pool *pool = &loader->pools[size];
    if (pool->samples == NULL) {
        size_t room = (size_t)options->pool + (size_t)options->batch + PER_GAME_MAX;
        pool->samples = aligned_alloc(alignof(Sample), room * sizeof *pool->samples);
        if (pool->samples == NULL)
            return false;
    }
    memcpy(&pool->samples[pool->count], list->samples,
           (size_t)list->count * sizeof *list->samples);
    pool->count += list->count;
    pool->added += (uint64_t)list->count;
    loader->added += (uint64_t)list->count;
    while (pool->count >= kept_in(loader, pool) + options->batch) {
        if (!options->once)
            shuffle_first(pool, options->batch, &loader->rng);
        if (!write_batch(loader, size, options->batch))
            return false;
    }
    return true;
}

// Finds out who owned what in the end, if the samples do not know it.
static void settle(Loader *loader, SampleList *list)
{
    Bitboard owner[2];
    if (loader->options->playouts > 0 && list->count > 0 &&
        !(list->samples[0].flags & SAMPLE_OWNER_KNOWN) &&
        settler_find(&loader->settler, &loader->record, &loader->game.position, owner))
        sample_set_owners(list, owner);
}

// Takes samples of the newest line of a stream. A line that cannot be read is named and
// left out. Errors: false if writing fails or there is no memory.
static bool use_line(Loader *loader, int file)
{
    const RecordStream *stream = &loader->streams[file];
    const Options *options = loader->options;
    if (record_is_held_out(stream->line) != options->held_out)
        return true;
    Sample samples[PER_GAME_MAX];
    SampleList list = {.samples = samples, .wanted = options->per_game};
    const char *what = NULL;
    RecordError error = record_read(stream->line, &loader->record);
    if (error != RECORD_OK) {
        what = record_error_text(error);
    } else {
        MoveError move_error =
            sample_game(&loader->record, &loader->game, &loader->rng, &list);
        if (move_error != MOVE_OK)
            what = move_error_text(move_error);
    }
    if (what != NULL)
        fprintf(stderr, "%s:%llu: left out: %s\n", stream->path,
                (unsigned long long)stream->line_number, what);
    settle(loader, &list);
    loader->found[file] += (uint64_t)list.count;
    return list.count == 0 || add_samples(loader, loader->record.size, &list);
}

static bool open_file(Loader *loader, int file)
{
    loader->found[file] = 0;
    if (stream_open(&loader->streams[file], loader->options->paths[file]))
        return true;
    fprintf(stderr, "samples: cannot read %s\n", loader->options->paths[file]);
    return false;
}

// At the end of a file.
static bool close_file(Loader *loader, int file)
{
    if (stream_close(&loader->streams[file]))
        return true;
    fprintf(stderr, "samples: %s is damaged\n", loader->options->paths[file]);
    return false;
}

static bool run_once(Loader *loader)
{
    for (int file = 0; file < loader->options->file_count; file++) {
        if (!open_file(loader, file))
            return false;
        while (stream_next(&loader->streams[file]))
            if (!use_line(loader, file))
                return false;
        if (!close_file(loader, file))
            return false;
    }
    for (int size = 0; size <= BOARD_SIZE_MAX; size++)
        if (loader->pools[size].count > 0 &&
            !write_batch(loader, size, loader->pools[size].count))
            return false;
    return true;
}

static int draw_file(Loader *loader)
{
    const Options *options = loader->options;
    double sum = 0;
    for (int i = 0; i < options->file_count; i++)
        sum += options->weights[i];
    double draw = sum * rng_next(&loader->rng) / 4294967296.0;
    int file = 0;
    while (file < options->file_count - 1 && draw >= options->weights[file])
        draw -= options->weights[file++];
    return file;
}

// Until the reader has enough.
static bool run_forever(Loader *loader)
{
    for (int file = 0; file < loader->options->file_count; file++)
        if (!open_file(loader, file))
            return false;
    for (;;) {
        int file = draw_file(loader);
        if (stream_next(&loader->streams[file])) {
            if (!use_line(loader, file))
                return false;
            continue;
        }
        uint64_t found = loader->found[file];
        if (!close_file(loader, file) || !open_file(loader, file))
            return false;
        if (found == 0) {
            fprintf(stderr, "samples: no game in %s\n", loader->options->paths[file]);
            return false;
        }
    }
}

static bool run(const Options *options)
{
    Loader *loader = calloc(1, sizeof *loader);
    size_t files = (size_t)options->file_count;
    int count;
    const Rules *rules = &rules_presets(&count)[RULES_TROMP_TAYLOR];
    if (loader == NULL || !game_init(&loader->game, rules, 0, 19, 19))
        return false;
    loader->options = options;
    loader->rng = rng_seeded(options->seed, 0);
    settler_init(&loader->settler, options->playouts);
    loader->streams = calloc(files, sizeof *loader->streams);
    loader->found = calloc(files, sizeof *loader->found);
    bool good = loader->streams != NULL && loader->found != NULL &&
                (options->once ? run_once(loader) : run_forever(loader)) &&
                fflush(stdout) == 0;
    for (int size = 0; size <= BOARD_SIZE_MAX; size++)
        free(loader->pools[size].samples);
    game_free(&loader->game);
    free(loader->streams);
    free(loader->found);
    free(loader);
    return good;
}

int main(int argc, char **argv)
{
    Options options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    return run(&options) ? 0 : 1;
}

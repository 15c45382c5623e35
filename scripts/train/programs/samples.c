// SPDX-License-Identifier: MIT
//
// Turns files of game records into a stream of training samples on standard output.
// Games are drawn from the files by weight. A few moments of each go to a pool of their
// board size. Full batches of one size are drawn from the pools at random. The same
// arguments give the same stream.
//
// A batch is a head of 16 bytes, and the samples as sample_pack writes them. The head
// is "PNKS", four numbers, and four bytes of zero. The numbers are the board size, the
// number of samples, the bytes of a sample and the number of planes, uint16 each,
// little-endian. With --teacher the first two of the four bytes are a number, too: the
// bytes of what the teacher is shown of a position. What it is shown follows the
// samples, in their order, as katago_pack writes it.
//
// Games and positions of the fixed test (exclusion.h) give no samples.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exclusion.h"
#include "game_record.h"
#include "record_source.h"
#include "replay.h"
#include "sample.h"
#include "settle.h"
#include "symmetry.h"

enum { FILES_MAX = 1024, PER_GAME_MAX = 64, BATCH_HEAD = 16, DEVIATIONS = 30 };

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
    "  --teacher      also what a network of KataGo's is shown, which will be asked; "
    "of a\n"
    "                 game nothing but positions is taken; no symmetries\n"
    "  --pass-alive-suicide  ... by a network whose header says so\n"
    "  --deviations N of 100 positions that the teacher is shown so many are some "
    "moves off\n"
    "                 their game, 30\n"
    "  --skip N       leave out so many games at first, shared by the files, 0\n"
    "  --games FILE   games that labels refer to, which give no samples; may be "
    "repeated\n"
    "  --exclude FILE games and positions that give no samples either (see "
    "`exclude`);\n"
    "                 may be repeated\n"
    "  --test         the fixed test itself, which otherwise gives no samples; all of "
    "it,\n"
    "                 held out or not\n"
    "Games and labels are drawn from the files in proportion to the weights (1 if not\n"
    "given).\n";

typedef struct SampleOptions {
    uint64_t seed;
    int batch, per_game, pool, playouts, deviations;
    long skip;
    bool held_out, once, test, teacher, pass_alive_suicide;
    int file_count, games_count, excluded_count;
    const char *paths[FILES_MAX];
    double weights[FILES_MAX];
    const char *games[FILES_MAX], *excluded[FILES_MAX];
} SampleOptions;

// What has been read of a file since it was opened.
typedef struct Passage {
    uint64_t samples;
    uint64_t skipped;          // games, at first
    uint64_t games, positions; // those of the fixed test, left out
    bool reported;             // at the end of an earlier passage
} Passage;

typedef struct Pool {
    Sample *samples;
    int count;
    uint64_t added; // since the beginning
} Pool;

typedef struct Loader {
    const SampleOptions *options;
    RecordSource *sources; // one for each file
    Passage *passages;     // through each
    GameStore store;       // the games that labels refer to
    Exclusion exclusion;
    Pool pools[BOARD_SIZE_MAX + 1]; // by board size
    uint64_t added;                 // to all of them
    Game game;
    GameRecord record;
    GameRecord before; // the last one that gave samples
    Settler settler;
    LadderReader *ladders;
    TeacherView teacher; // if one will be asked
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

static bool read_file(char *argument, SampleOptions *options)
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
static bool read_option(const char *name, const char *value, SampleOptions *options)
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
    else if (strcmp(name, "--deviations") == 0 && read_number(value, 0, 100, &number))
        options->deviations = (int)number;
    else if (strcmp(name, "--skip") == 0 && read_number(value, 0, INT32_MAX, &number))
        options->skip = number;
    else if (strcmp(name, "--games") == 0 && options->games_count < FILES_MAX)
        options->games[options->games_count++] = value;
    else if (strcmp(name, "--exclude") == 0 && options->excluded_count < FILES_MAX)
        options->excluded[options->excluded_count++] = value;
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, SampleOptions *options)
{
    *options = (SampleOptions){
        .seed = 1, .batch = 256, .per_game = 4, .pool = 8192, .deviations = DEVIATIONS};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--held-out") == 0)
            options->held_out = true;
        else if (strcmp(argv[i], "--once") == 0)
            options->once = true;
        else if (strcmp(argv[i], "--test") == 0)
            options->test = true;
        else if (strcmp(argv[i], "--teacher") == 0)
            options->teacher = true;
        else if (strcmp(argv[i], "--pass-alive-suicide") == 0)
            options->pass_alive_suicide = true;
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

static bool write_head(int size, int count, size_t shown)
{
    uint8_t head[BATCH_HEAD] = "PNKS";
    size_t numbers[] = {(size_t)size, (size_t)count, sample_packed_bytes(size),
                        PLANE_COUNT, shown};
    for (int i = 0; i < 5; i++) {
        head[4 + 2 * i] = (uint8_t)(numbers[i] & 0xff);
        head[5 + 2 * i] = (uint8_t)(numbers[i] >> 8);
    }
    return fwrite(head, sizeof head, 1, stdout) == 1;
}

// Writes the first `count` samples of a pool and removes them.
static bool write_batch(Loader *loader, int size, int count)
{
    Pool *pool = &loader->pools[size];
    size_t length = sample_packed_bytes(size);
    uint8_t bytes[PACKED_BYTES_MAX];
    size_t shown = loader->options->teacher ? katago_pack_bytes(size) : 0;
    bool good = write_head(size, count, shown);
    bool plain = loader->options->once || loader->options->teacher;
    for (int i = 0; i < count && good; i++) {
        int symmetry = plain ? 0 : (int)rng_below(&loader->rng, SYMMETRY_COUNT);
        sample_pack(&pool->samples[i], symmetry, bytes);
        good = fwrite(bytes, length, 1, stdout) == 1;
    }
    for (int i = 0; i < count && good && shown > 0; i++)
        good = fwrite(pool->samples[i].shown, shown, 1, stdout) == 1;
    drop_first(pool, count, loader->options->once);
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
    const SampleOptions *options = loader->options;
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
static void settle_owners(Loader *loader, SampleList *list)
{
    Bitboard owner[2];
    if (loader->options->playouts > 0 && list->count > 0 &&
        !(list->samples[0].flags & SAMPLE_OWNER_KNOWN) &&
        settler_find(&loader->settler, &loader->record, &loader->game.position, owner))
        sample_set_owners(list, owner);
}

// Leaves those positions out that belong to the fixed test.
static void refuse_positions(Loader *loader, int file, SampleList *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const Sample *sample = &list->samples[i];
        const Bitboard *planes = sample->features.planes;
        bool black = sample->features.globals[GLOBAL_BLACK];
        Bitboard stones[2] = {planes[black ? PLANE_OWN : PLANE_ENEMY],
                              planes[black ? PLANE_ENEMY : PLANE_OWN]};
        if (exclusion_has_position(&loader->exclusion, stones, sample->size,
                                   black ? BLACK : WHITE))
            loader->passages[file].positions++;
        else
            list->samples[kept++] = *sample;
    }
    list->count = kept;
}

// Takes samples of the record that was read. One that cannot be played is named and
// left out. Errors: false if writing fails or there is no memory.
static bool use_record(Loader *loader, int file, const char **what)
{
    Sample samples[PER_GAME_MAX];
    const SampleOptions *options = loader->options;
    SampleList list = {.samples = samples,
                       .wanted = options->per_game,
                       .ladders = loader->ladders,
                       .teacher = options->teacher ? &loader->teacher : NULL};
    if (exclusion_has_game(&loader->exclusion, &loader->record)) {
        loader->passages[file].games++;
        return true;
    }
    MoveError error = sample_game(&loader->record, &loader->game, &loader->rng, &list);
    if (error != MOVE_OK)
        *what = move_error_text(error);
    if (!options->teacher)
        settle_owners(loader, &list);
    refuse_positions(loader, file, &list);
    loader->passages[file].samples += (uint64_t)list.count;
    if (list.count == 0)
        return true;
    if (options->once && loader->record.labelled &&
        record_is_sibling(&loader->record, &loader->before))
        samples[0].flags |= SAMPLE_SIBLING;
    loader->before = loader->record;
    return add_samples(loader, loader->record.size, &list);
}

static void print_left_out(const RecordSource *source, const char *what)
{
    if (source->is_text)
        fprintf(stderr, "%s:%llu: left out: %s\n", source->path, source_line(source),
                what);
    else
        fprintf(stderr, "%s: a game is left out: %s\n", source->path, what);
}

// Reads the next record of a file and takes its samples. *ended tells whether there was
// none. Errors: false if reading or writing fails, or there is no memory.
static bool use_next(Loader *loader, int file, bool *ended)
{
    const char *what = NULL;
    RecordSource *source = &loader->sources[file];
    SourceStatus status =
        source_next(source, loader->options->held_out, &loader->record, &what);
    *ended = status == SOURCE_END;
    if (status == SOURCE_OTHER && loader->options->test && !source->is_text)
        status = SOURCE_READ;
    if (status == SOURCE_FAILED) {
        fprintf(stderr, "samples: %s: %s\n", source->path, what);
        return false;
    }
    if (status == SOURCE_READ) {
        what = NULL;
        if (!use_record(loader, file, &what))
            return false;
    }
    if (what != NULL && (status == SOURCE_READ || status == SOURCE_WRONG))
        print_left_out(source, what);
    return true;
}

static bool open_file(Loader *loader, int file)
{
    const char *what, *path = loader->options->paths[file];
    loader->passages[file] = (Passage){.reported = loader->passages[file].reported};
    if (source_open(&loader->sources[file], path, &loader->store, &what))
        return true;
    fprintf(stderr, "samples: cannot read %s\n", path);
    return false;
}

// What is worth saying, once, of a file that has been read.
static void report(const RecordSource *source, Passage *passage)
{
    if (passage->reported)
        return;
    passage->reported = true;
    if (passage->games + passage->positions > 0)
        fprintf(stderr,
                "samples: %s: %llu games and %llu positions of the fixed test are left "
                "out\n",
                source->path, (unsigned long long)passage->games,
                (unsigned long long)passage->positions);
    if (source_is_cut_off(source))
        fprintf(stderr, "samples: %s ends within a block; it is read up to there\n",
                source->path);
}

// At the end of a file.
static bool close_file(Loader *loader, int file)
{
    RecordSource *source = &loader->sources[file];
    report(source, &loader->passages[file]);
    if (source_close(source))
        return true;
    fprintf(stderr, "samples: %s is damaged\n", loader->options->paths[file]);
    return false;
}

static bool run_once(Loader *loader)
{
    for (int file = 0; file < loader->options->file_count; file++) {
        bool ended = false;
        if (!open_file(loader, file))
            return false;
        while (!ended)
            if (!use_next(loader, file, &ended))
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
    const SampleOptions *options = loader->options;
    double sum = 0;
    for (int i = 0; i < options->file_count; i++)
        sum += options->weights[i];
    double draw = sum * rng_next(&loader->rng) / 4294967296.0;
    int file = 0;
    while (file < options->file_count - 1 && draw >= options->weights[file])
        draw -= options->weights[file++];
    return file;
}

// Leaves games out at the beginning of a file, with which another run was served. At
// its end it begins anew.
static bool skip_games(Loader *loader, int file)
{
    RecordSource *source = &loader->sources[file];
    const char *what;
    long count = loader->options->skip / loader->options->file_count;
    long rest = count, since = 0;
    while (rest > 0) {
        SourceStatus status = source_next(source, false, &loader->record, &what);
        if (status == SOURCE_END) {
            if (since == 0 || !source_close(source) || !open_file(loader, file))
                return false;
            since = 0;
            continue;
        }
        if (status == SOURCE_FAILED)
            return false;
        rest--;
        since++;
    }
    loader->passages[file].skipped = (uint64_t)since;
    return true;
}

// Until the reader has enough.
static bool run_forever(Loader *loader)
{
    for (int file = 0; file < loader->options->file_count; file++)
        if (!open_file(loader, file) || !skip_games(loader, file))
            return false;
    for (;;) {
        bool ended;
        int file = draw_file(loader);
        if (!use_next(loader, file, &ended))
            return false;
        if (!ended)
            continue;
        uint64_t found =
            loader->passages[file].samples + loader->passages[file].skipped;
        if (!close_file(loader, file) || !open_file(loader, file))
            return false;
        if (found == 0) {
            fprintf(stderr, "samples: no game in %s\n", loader->options->paths[file]);
            return false;
        }
    }
}

// Reads the games of files that labels may refer to; text holds none.
static bool fill_store(GameStore *store, const char *const paths[], int count,
                       bool text_allowed)
{
    const char *error;
    for (int i = 0; i < count; i++) {
        if (text_allowed && !source_is_blocks(paths[i]))
            continue;
        if (!game_store_add_file(store, paths[i], &error)) {
            fprintf(stderr, "samples: %s: %s\n", paths[i], error);
            return false;
        }
    }
    return true;
}

static bool fill_exclusion(Exclusion *exclusion, const SampleOptions *options)
{
    const char *error;
    if (!options->test && !exclusion_default(exclusion))
        return false;
    for (int i = 0; i < options->excluded_count; i++)
        if (!exclusion_add_file(exclusion, options->excluded[i], &error)) {
            fprintf(stderr, "samples: %s: %s\n", options->excluded[i], error);
            return false;
        }
    return true;
}

static bool prepare(Loader *loader, const SampleOptions *options)
{
    const Rules *rules = rules_default();
    size_t files = (size_t)options->file_count;
    loader->options = options;
    loader->rng = rng_seeded(options->seed, 0);
    settler_init(&loader->settler, options->playouts);
    loader->teacher = (TeacherView){.rules = rules_find("tromp-taylor"),
                                    .pass_alive_suicide = options->pass_alive_suicide,
                                    .deviations = options->deviations};
    if (options->teacher && !(loader->teacher.reader = katago_reader_new()))
        return false;
    loader->ladders = ladder_reader_new();
    loader->sources = calloc(files, sizeof *loader->sources);
    loader->passages = calloc(files, sizeof *loader->passages);
    return loader->ladders != NULL && loader->sources != NULL &&
           loader->passages != NULL && game_init(&loader->game, rules, 0, 19, 19) &&
           fill_exclusion(&loader->exclusion, options) &&
           fill_store(&loader->store, options->games, options->games_count, false) &&
           fill_store(&loader->store, options->paths, options->file_count, true);
}

static bool run(const SampleOptions *options)
{
    Loader *loader = calloc(1, sizeof *loader);
    if (loader == NULL)
        return false;
    bool good = prepare(loader, options) &&
                (options->once ? run_once(loader) : run_forever(loader)) &&
                fflush(stdout) == 0;
    for (int size = 0; size <= BOARD_SIZE_MAX; size++)
        free(loader->pools[size].samples);
    game_free(&loader->game);
    katago_reader_delete(loader->teacher.reader);
    ladder_reader_delete(loader->ladders);
    game_store_free(&loader->store);
    exclusion_free(&loader->exclusion);
    free(loader->sources);
    free(loader->passages);
    free(loader);
    return good;
}

int main(int argc, char **argv)
{
    SampleOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    return run(&options) ? 0 : 1;
}

// SPDX-License-Identifier: MIT
//
// Shows what is in files of labels or of games: as lines of records (game_record.h), or
// how many there are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exclusion.h"
#include "hash_set.h"
#include "record_source.h"
#include "replay.h"
#include "symmetric_hash.h"

enum { FILES_MAX = 1024 };

static const char USAGE[] =
    "usage: show_labels [OPTIONS] FILE...\n"
    "  --games FILE   games that labels refer to; may be repeated\n"
    "  --count        how many there are, by board size and source, instead of lines\n"
    "  --show-games   the games instead of the labels\n"
    "  --list         of each label only source, board size, stones on the board, "
    "komi\n"
    "Prints labels as lines of records with an opinion, games as those without.\n";

typedef struct DisplayOptions {
    bool count, show_games, list;
    const char *paths[FILES_MAX], *games[FILES_MAX];
    int path_count, games_count;
} DisplayOptions;

typedef struct Counts {
    unsigned long long labels[BOARD_SIZE_MAX + 1][LABEL_SOURCE_COUNT];
    unsigned long long twice, games, test, bytes;
} Counts;

typedef struct Viewer {
    const DisplayOptions *options;
    GameStore store;
    Exclusion exclusion;
    HashSet seen;
    Counts counts;
    LabelReader labels;
    Label label;
    GameRecord record;
} Viewer;

static bool read_options(int argc, char **argv, DisplayOptions *options)
{
    *options = (DisplayOptions){.count = false};
    for (int i = 1; i < argc; i++) {
        bool is_option = strncmp(argv[i], "--", 2) == 0;
        if (strcmp(argv[i], "--count") == 0)
            options->count = true;
        else if (strcmp(argv[i], "--show-games") == 0)
            options->show_games = true;
        else if (strcmp(argv[i], "--list") == 0)
            options->list = true;
        else if (!is_option && options->path_count < FILES_MAX)
            options->paths[options->path_count++] = argv[i];
        else if (strcmp(argv[i], "--games") == 0 && i + 1 < argc &&
                 options->games_count < FILES_MAX)
            options->games[options->games_count++] = argv[++i];
        else
            return false;
    }
    return options->path_count > 0;
}

static bool is_in_test(const Viewer *viewer, const Position *pos)
{
    return exclusion_has_game(&viewer->exclusion, &viewer->record) ||
           exclusion_has_game(&viewer->exclusion, &viewer->labels.game) ||
           exclusion_has_position(&viewer->exclusion, pos->stones, pos->columns,
                                  (Color)pos->to_play);
}

// Counts a label, once if its position has others. Errors: false if memory is
// exhausted.
static bool count_label(Viewer *viewer)
{
    Position pos;
    Counts *counts = &viewer->counts;
    const GameRecord *record = &viewer->record;
    if (replay_position(record, record->move_count, &pos) != MOVE_OK)
        return true;
    counts->test += is_in_test(viewer, &pos);
    uint64_t hash = symmetric_hash_with_komi(&pos, viewer->label.komi);
    if (hash_set_has(&viewer->seen, hash)) {
        counts->twice++;
        return true;
    }
    counts->labels[record->size][viewer->label.source]++;
    return hash_set_add(&viewer->seen, hash);
}

static bool show_record(const GameRecord *record)
{
    if (record->white_stones > 0 || record->white_first != (record->handicap > 0))
        return puts("# set up as no record of text can tell") >= 0;
    return record_print(record, stdout);
}

static bool list_label(const Viewer *viewer)
{
    Position pos;
    const GameRecord *record = &viewer->record;
    if (replay_position(record, record->move_count, &pos) != MOVE_OK)
        return false;
    int stones = record->size * record->size - pos.empty_count;
    return printf("%s %d %d %g\n", label_source_name(viewer->label.source),
                  record->size, stones, record->komi / 2.0) > 0;
}

static bool use_label(Viewer *viewer)
{
    if (viewer->options->count)
        return count_label(viewer);
    if (viewer->options->list)
        return list_label(viewer);
    return viewer->options->show_games || show_record(&viewer->record);
}

static bool show_labels(Viewer *viewer, const StoredBlock *block, const char **error)
{
    LabelStatus status = LABEL_WRONG;
    bool good = true;
    if (label_reader_begin(&viewer->labels, block))
        while (good && (status = label_reader_next(&viewer->labels, &viewer->label,
                                                   &viewer->record)) == LABEL_READ)
            good = use_label(viewer);
    *error = good ? label_status_text(status) : "writing failed";
    return good && status == LABEL_END;
}

static bool show_games(Viewer *viewer, const StoredBlock *block)
{
    const uint8_t *bytes;
    size_t position = 0, size;
    viewer->counts.games += (unsigned)block->count;
    while (viewer->options->show_games &&
           game_block_next(block, &position, &bytes, &size)) {
        game_unpack(bytes, size, &viewer->record, NULL);
        if (!show_record(&viewer->record))
            return false;
    }
    return true;
}

static bool show_blocks(Viewer *viewer, BlockReader *reader, const char **error)
{
    StoredBlock block;
    while (block_reader_next(reader, &block)) {
        *error = "writing failed";
        if (block.kind == BLOCK_LABELS && !show_labels(viewer, &block, error))
            return false;
        if (block.kind == BLOCK_GAMES && !show_games(viewer, &block))
            return false;
    }
    viewer->counts.bytes += reader->position;
    return true;
}

static bool show_file(Viewer *viewer, const char *path)
{
    BlockReader reader;
    const char *error;
    bool open = block_reader_open(&reader, path, &error);
    bool good = open && show_blocks(viewer, &reader, &error);
    if (!good)
        fprintf(stderr, "show_labels: %s: %s\n", path, error);
    else if (reader.position < reader.size)
        fprintf(stderr, "show_labels: %s ends within a block; it is read up to there\n",
                path);
    if (open)
        block_reader_close(&reader);
    return good;
}

static void print_counts(const Counts *counts)
{
    unsigned long long all = 0;
    puts("size source labels");
    for (int size = 1; size <= BOARD_SIZE_MAX; size++)
        for (int source = 0; source < LABEL_SOURCE_COUNT; source++) {
            unsigned long long count = counts->labels[size][source];
            all += count;
            if (count > 0)
                printf("%d %s %llu\n", size, label_source_name((LabelSource)source),
                       count);
        }
    printf("in all %llu\ntwice %llu\nof the fixed test %llu\ngames %llu\nbytes %llu\n",
           all, counts->twice, counts->test, counts->games, counts->bytes);
}

static bool load_games(GameStore *store, const char *const paths[], int count)
{
    const char *error;
    for (int i = 0; i < count; i++)
        if (!game_store_add_file(store, paths[i], &error)) {
            fprintf(stderr, "show_labels: %s: %s\n", paths[i], error);
            return false;
        }
    return true;
}

static bool run(const DisplayOptions *options)
{
    Viewer *viewer = calloc(1, sizeof *viewer);
    if (viewer == NULL || !exclusion_default(&viewer->exclusion))
        return false;
    viewer->options = options;
    label_reader_init(&viewer->labels, &viewer->store);
    bool good = load_games(&viewer->store, options->games, options->games_count) &&
                load_games(&viewer->store, options->paths, options->path_count);
    for (int i = 0; i < options->path_count && good; i++)
        good = show_file(viewer, options->paths[i]);
    if (good && options->count)
        print_counts(&viewer->counts);
    game_store_free(&viewer->store);
    exclusion_free(&viewer->exclusion);
    hash_set_free(&viewer->seen);
    free(viewer);
    return good && fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    DisplayOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    return run(&options) ? 0 : 1;
}

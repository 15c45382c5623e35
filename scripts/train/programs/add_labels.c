// SPDX-License-Identifier: MIT
//
// Writes the labels that another program makes. It tells that program what need not be
// made: labels that the file has already, and those of the fixed test.
//
// First it prints the number of labels that are in the file. Then it reads requests
// from standard input. A request is the length of a position's text (raw_label.h) as
// uint32, little-endian, and the text. The first byte of the text is `?` or `+`. Behind
// `+` follows the opinion as float32, as this machine has them. The answer to each is a
// line. It is `new`, `added`, or `wrong` and why. It is `known` if a label has this
// position, up to symmetry, with this komi. It is `test` if the position belongs to the
// fixed test.
//
// Blocks are written when they are full, when their first label is a minute old, and at
// the end of the input. No more than that is lost if this program is killed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "byte_order.h"
#include "exclusion.h"
#include "label_cost.h"
#include "label_packer.h"
#include "raw_label.h"
#include "record_source.h"
#include "replay.h"
#include "symmetric_hash.h"

enum {
    TEXT_MAX = 16384,
    NUMBERS_MAX = RAW_NUMBERS + 3 * POINT_COUNT_MAX + 2,
    SECONDS_MAX = 60, // that a label waits for its block to be written
    FILES_MAX = 1024,
    GAMES_BYTES = BLOCK_BYTES_MAX / 2,
    WHOLE_LAST_MOVES = 8, // of a position that is written without its game
};

static const char USAGE[] =
    "usage: add_labels [OPTIONS] OUT\n"
    "  --games FILE   games that need not be written; may be repeated\n"
    "  --known FILE   labels that need not be made; may be repeated\n"
    "  --exclude FILE games and positions that are refused, too (see `exclude`); may "
    "be "
    "repeated\n"
    "  --test         makes the fixed test: as exact as labels can be, positions "
    "without\n"
    "                 their games\n"
    "OUT is made or appended to.\n";

typedef struct LabellingOptions {
    const char *out;
    const char *games[FILES_MAX], *known[FILES_MAX], *excluded[FILES_MAX];
    int games_count, known_count, excluded_count;
    bool test;
} LabellingOptions;

typedef struct Adder {
    const LabellingOptions *options;
    BlockWriter writer;
    GameStore store;  // what new labels may refer to: the games given, and the file's
    GameStore others; // and those of known labels, which may be elsewhere tomorrow
    Exclusion exclusion;
    HashSet known;
    unsigned long long done; // labels that the file had
    LabelPacker packer;
    uint8_t games[GAMES_BYTES + PACKED_GAME_MAX + GAME_LENGTH_BYTES];
    size_t games_size;
    int games_count;
    RecordSource source;
    struct timespec since; // the first label of the block
    LabelCost cost;
    // Of the present request:
    char text[TEXT_MAX];
    float numbers[NUMBERS_MAX];
    Label label;
    bool held_out; // the game
    GameRecord game, record;
    Opinion opinion;
} Adder;

static bool read_option(const char *name, const char *value, LabellingOptions *options)
{
    if (strcmp(name, "--games") == 0 && options->games_count < FILES_MAX)
        options->games[options->games_count++] = value;
    else if (strcmp(name, "--known") == 0 && options->known_count < FILES_MAX)
        options->known[options->known_count++] = value;
    else if (strcmp(name, "--exclude") == 0 && options->excluded_count < FILES_MAX)
        options->excluded[options->excluded_count++] = value;
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, LabellingOptions *options)
{
    *options = (LabellingOptions){.out = NULL};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--test") == 0)
            options->test = true;
        else if (strncmp(argv[i], "--", 2) != 0 && options->out == NULL)
            options->out = argv[i];
        else if (i + 1 == argc || !read_option(argv[i], argv[i + 1], options))
            return false;
        else
            i++;
    }
    return options->out != NULL;
}

// Takes the positions of a file of labels for known. Their number goes to *count.
static bool learn_labels(Adder *adder, unsigned long long *count, const char **error)
{
    Position pos;
    SourceStatus status = SOURCE_END;
    const GameRecord *record = &adder->record;
    *count = 0;
    while (adder->source.kind == BLOCK_LABELS &&
           ((status = source_next(&adder->source, false, &adder->record, error)) ==
                SOURCE_READ ||
            status == SOURCE_OTHER)) {
        ++*count;
        if (replay_position(record, record->move_count, &pos) == MOVE_OK)
            hash_set_add(&adder->known, symmetric_hash_with_komi(&pos, record->komi));
    }
    return status == SOURCE_END;
}

// The games of the file go to the store.
static bool learn_known(Adder *adder, const char *path, GameStore *store,
                        unsigned long long *count, const char **error)
{
    if (!game_store_add_file(store, path, error) ||
        !source_open(&adder->source, path, store, error))
        return false;
    bool good = learn_labels(adder, count, error);
    return source_close(&adder->source) && good;
}

static bool learn_others(Adder *adder, const char **path, const char **error)
{
    const LabellingOptions *options = adder->options;
    unsigned long long count;
    for (int i = 0; i < options->games_count && options->known_count > 0; i++)
        if (!game_store_add_file(&adder->others, *path = options->games[i], error))
            return false;
    for (int i = 0; i < options->known_count; i++)
        if (!learn_known(adder, *path = options->known[i], &adder->others, &count,
                         error))
            return false;
    return true;
}

static bool file_is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool has_bytes = getc(file) != EOF;
    fclose(file);
    return has_bytes;
}

static bool read_files(Adder *adder, const char **path, const char **error)
{
    const LabellingOptions *options = adder->options;
    for (int i = 0; i < options->excluded_count; i++)
        if (!exclusion_add_file(&adder->exclusion, *path = options->excluded[i], error))
            return false;
    for (int i = 0; i < options->games_count; i++)
        if (!game_store_add_file(&adder->store, *path = options->games[i], error))
            return false;
    if (!learn_others(adder, path, error))
        return false;
    *path = options->out;
    return !file_is_there(options->out) ||
           learn_known(adder, options->out, &adder->store, &adder->done, error);
}

static bool write_games(Adder *adder)
{
    StoredBlock block = {.kind = BLOCK_GAMES,
                         .count = adder->games_count,
                         .bytes = adder->games,
                         .size = adder->games_size};
    bool good = adder->games_count == 0 || block_writer_add(&adder->writer, &block);
    adder->games_count = 0;
    adder->games_size = 0;
    return good;
}

// Writes what has been collected.
static bool write_blocks(Adder *adder)
{
    StoredBlock block;
    if (adder->packer.count == 0)
        return true;
    bool good = write_games(adder) && label_packer_finish(&adder->packer, &block) &&
                block_writer_add(&adder->writer, &block);
    if (good)
        adder->cost.bytes += (double)(BLOCK_HEAD + block.size);
    adder->packer.count = 0;
    return good;
}

static void begin_block(Adder *adder)
{
    label_packer_begin(&adder->packer,
                       adder->options->test ? &LABEL_TESTING : &LABEL_TRAINING);
    clock_gettime(CLOCK_MONOTONIC, &adder->since);
}

static bool is_due(const Adder *adder)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return adder->packer.count >= LABELS_IN_BLOCK || adder->games_size >= GAMES_BYTES ||
           now.tv_sec - adder->since.tv_sec >= SECONDS_MAX;
}

// Finds the key of a game, and adds the game to the file if no file has it.
static bool keep_game(Adder *adder, GameRecord *game, GameKey *key)
{
    uint8_t *head = adder->games + adder->games_size, *bytes = head + GAME_LENGTH_BYTES;
    size_t size = game_pack(game, adder->held_out, bytes);
    if (size == 0)
        return false;
    *key = game_key(bytes, size);
    if (game_store_find(&adder->store, *key) != NULL)
        return game_store_add(&adder->store, bytes, size);
    put_number(size, GAME_LENGTH_BYTES, head);
    adder->games_size += GAME_LENGTH_BYTES + size;
    adder->games_count++;
    return game_store_add_copy(&adder->store, bytes, size);
}

static void take_stones(const Bitboard *stones, GameRecord *game)
{
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p))
        game->moves[game->move_count++] = p;
}

// Makes a game of the last moves before a position, set up as it was before them. So
// the file does not tell the game.
static bool forget_beginning(const GameRecord *record, Label *label, GameRecord *game)
{
    Position pos;
    int count = record->move_count - record_set_up(record);
    int last = count < WHOLE_LAST_MOVES ? count : WHOLE_LAST_MOVES;
    int first = record->move_count - last;
    if (replay_position(record, first, &pos) != MOVE_OK)
        return false;
    *game = (GameRecord){.size = record->size, .white_first = pos.to_play == WHITE};
    take_stones(&pos.stones[BLACK], game);
    game->handicap = game->move_count;
    take_stones(&pos.stones[WHITE], game);
    game->white_stones = game->move_count - game->handicap;
    memcpy(game->moves + game->move_count, record->moves + first,
           (size_t)last * sizeof *game->moves);
    game->move_count += last;
    label->ply = last;
    label->tail_count = 0;
    return true;
}

// Adds the label of the present request. Returns what is wrong, or NULL.
static const char *add_label(Adder *adder, const Position *pos)
{
    Opinion before;
    GameRecord *game = &adder->game;
    if (adder->packer.count == 0)
        begin_block(adder);
    if (adder->options->test && !forget_beginning(&adder->record, &adder->label, game))
        return "it cannot be set up";
    if (!keep_game(adder, game, &adder->label.game))
        return "its game cannot be written";
    raw_opinion_read(adder->numbers, adder->label.size, &adder->opinion);
    if (adder->opinion.move_count == 0)
        return "the policy has no move";
    before = adder->opinion;
    label_packer_add(&adder->packer, &adder->label, pos,
                     record_last_move(&adder->record), &adder->opinion);
    label_cost_add(&adder->cost, adder->numbers, pos, &before, &adder->opinion);
    return hash_set_add(&adder->known, symmetric_hash_with_komi(pos, adder->label.komi))
               ? NULL
               : "memory is exhausted";
}

static bool is_excluded(const Adder *adder, const Position *pos)
{
    const Exclusion *exclusion = &adder->exclusion;
    return exclusion_has_game(exclusion, &adder->game) ||
           exclusion_has_game(exclusion, &adder->record) ||
           exclusion_has_position(exclusion, pos->stones, pos->columns,
                                  (Color)pos->to_play);
}

// Answers the present request, and adds its label if it has one.
static void answer(Adder *adder, bool adds, const char *wrong)
{
    Position pos;
    const GameRecord *record = &adder->record;
    if (wrong == NULL) {
        MoveError error = replay_position(record, record->move_count, &pos);
        wrong = error == MOVE_OK ? NULL : move_error_text(error);
    }
    const char *word = adds ? "added" : "new";
    if (wrong == NULL && is_excluded(adder, &pos))
        word = "test";
    else if (wrong == NULL && hash_set_has(&adder->known, symmetric_hash_with_komi(
                                                              &pos, adder->label.komi)))
        word = "known";
    else if (wrong == NULL && adds)
        wrong = add_label(adder, &pos);
    if (wrong != NULL)
        printf("wrong: %s\n", wrong);
    else
        puts(word);
}

// Reads a request. False at the end of the input, or if it is cut off.
static bool read_request(Adder *adder, bool *adds, const char **wrong)
{
    uint8_t head[4];
    if (fread(head, sizeof head, 1, stdin) != 1)
        return false;
    size_t length = get_number(head, sizeof head);
    if (length < 1 || length >= TEXT_MAX || fread(adder->text, length, 1, stdin) != 1)
        return false;
    adder->text[length] = '\0';
    *adds = adder->text[0] == '+';
    *wrong = raw_label_read(adder->text + 1, &adder->label, &adder->game,
                            &adder->held_out, &adder->record);
    if (!*adds)
        return true;
    // If the text is wrong, it is unknown how many numbers follow.
    size_t count = raw_opinion_count(adder->label.size);
    return *wrong == NULL &&
           fread(adder->numbers, sizeof *adder->numbers, count, stdin) == count;
}

static bool serve_requests(Adder *adder)
{
    bool adds, good = printf("%llu\n", adder->done) > 0 && fflush(stdout) == 0;
    const char *wrong;
    while (good && read_request(adder, &adds, &wrong)) {
        answer(adder, adds, wrong);
        good = fflush(stdout) == 0 && (!is_due(adder) || write_blocks(adder));
    }
    return write_blocks(adder) && good;
}

static bool prepare(Adder *adder)
{
    const char *error = "memory is exhausted", *path = adder->options->out;
    if ((adder->options->test || exclusion_default(&adder->exclusion)) &&
        read_files(adder, &path, &error)) {
        path = adder->options->out;
        if (block_writer_open(&adder->writer, path, &error))
            return true;
    }
    fprintf(stderr, "add_labels: %s: %s\n", path, error);
    return false;
}

static bool run(const LabellingOptions *options)
{
    Adder *adder = calloc(1, sizeof *adder);
    if (adder == NULL)
        return false;
    adder->options = options;
    adder->writer.file = -1;
    bool good = prepare(adder);
    if (good && !serve_requests(adder)) {
        fprintf(stderr, "add_labels: %s cannot be written\n", options->out);
        good = false;
    }
    label_cost_print(&adder->cost, stderr);
    block_writer_close(&adder->writer);
    game_store_free(&adder->store);
    game_store_free(&adder->others);
    exclusion_free(&adder->exclusion);
    hash_set_free(&adder->known);
    free(adder);
    return good;
}

int main(int argc, char **argv)
{
    LabellingOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    return run(&options) ? 0 : 1;
}

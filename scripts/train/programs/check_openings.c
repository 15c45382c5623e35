// SPDX-License-Identifier: MIT
//
// Whether a network may be accepted, as far as its value head goes (opening_check.h).
// Prints the sums, a name and a number a line. The exit status is 1 if something is
// wrong.
#include <stdio.h>
#include <string.h>

#include "network_option.h"
#include "opening_check.h"
#include "record_stream.h"

static const char USAGE[] =
    "usage: check_openings [--net FILE] [--isa NAME] RECORDS\n"
    "RECORDS are games such as scripts/train/openings.txt; those with a handicap are\n"
    "left out. FILE is another network than the one in the program. NAME is the\n"
    "instruction set, the fastest if none is named.\n";

typedef struct OpeningOptions {
    const char *net, *isa, *path;
} OpeningOptions;

static bool read_options(int argc, char **argv, OpeningOptions *options)
{
    *options = (OpeningOptions){0};
    for (int i = 1; i < argc; i++) {
        const char **value = strcmp(argv[i], "--net") == 0   ? &options->net
                             : strcmp(argv[i], "--isa") == 0 ? &options->isa
                                                             : NULL;
        if (value == NULL && argv[i][0] != '-' && options->path == NULL)
            options->path = argv[i];
        else if (value == NULL || ++i == argc)
            return false;
        else
            *value = argv[i];
    }
    return options->path != NULL;
}

static bool report(const OpeningCheck *check, const char *path)
{
    printf("positions %d\nanswers %d\ndead %d\nflat %d\nrising %d\nrise %.6f\n",
           check->positions, check->answers, check->dead, check->flat, check->rising,
           check->rise);
    if (opening_check_passed(check))
        return true;
    if (check->positions == 0) {
        fprintf(stderr, "check_openings: %s has no games without a handicap\n", path);
        return false;
    }
    fprintf(
        stderr,
        "check_openings: the network does not hear the komi: no answer may be dead, "
        "no position flat, and no chance may rise by more than %.3f\n",
        OPENING_RISE_MAX);
    return false;
}

// A line of the file. What is no record, or cannot be played, is named.
static void use_line(OpeningCheck *check, const RecordStream *stream, Game *game)
{
    static GameRecord record; // too large for the stack
    RecordError error = record_read(stream->line, &record);
    const char *why = error != RECORD_OK ? record_error_text(error) : NULL;
    if (why == NULL && record.handicap == 0) {
        MoveError refused = opening_check_add(check, &record, game);
        why = refused != MOVE_OK ? move_error_text(refused) : NULL;
    }
    if (why != NULL)
        fprintf(stderr, "check_openings: %s:%llu: %s\n", stream->path,
                (unsigned long long)stream->line_number, why);
}

static bool check_file(const char *path, OpeningCheck *check, Game *game)
{
    static RecordStream stream; // too large for the stack
    bool read = stream_open(&stream, path);
    while (read && stream_next(&stream))
        use_line(check, &stream, game);
    if (!read || !stream_close(&stream)) {
        fprintf(stderr, "check_openings: cannot read %s\n", path);
        return false;
    }
    return report(check, path);
}

static bool run(const char *path, const Network *network)
{
    Game game;
    const Rules *rules = rules_default();
    NetworkMemory *memory = network_memory_new(network);
    LadderReader *ladders = ladder_reader_new();
    if (memory == NULL || ladders == NULL || !game_init(&game, rules, 0, 19, 19)) {
        network_memory_delete(memory);
        ladder_reader_delete(ladders);
        fputs("check_openings: not enough memory\n", stderr);
        return false;
    }
    OpeningCheck check = opening_check_begin(network, memory, ladders);
    bool good = check_file(path, &check, &game);
    network_memory_delete(memory);
    ladder_reader_delete(ladders);
    game_free(&game);
    return good;
}

int main(int argc, char **argv)
{
    OpeningOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    Network *network = network_option_open("check_openings", options.net, options.isa);
    if (network == NULL)
        return 2;
    bool good = run(options.path, network);
    network_delete(network);
    return good ? 0 : 1;
}

// SPDX-License-Identifier: MIT
//
// Turns lines of game records on standard input into what KataGo's networks see of
// their positions, on standard output. All lines have one board size. First comes a
// head of 16 bytes: "PNKG", three numbers, and six bytes of zero. The numbers are the
// board size, the bytes of a position, and the number of planes, uint16 each,
// little-endian. Then the positions follow in order, as katago_pack writes them.
// katago_inputs.py runs this program and reads that.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "katago_pack.h"
#include "record_stream.h"
#include "replay.h"

enum { HEAD_BYTES = 16, UNKNOWN_KOMI = 15 };

static const char USAGE[] =
    "usage: katago_inputs [OPTIONS] SIZE\n"
    "  --rules NAME          as KataGo calls them, tromp-taylor\n"
    "  --moves N             last moves that are shown, at most 5, which is usual\n"
    "  --root                as KataGo's analysis engine shows the root of a search: "
    "no\n"
    "                        last moves, and a pass does not end the game\n"
    "  --pass-alive-suicide  find areas as if suicide were allowed\n"
    "Reads lines of records from standard input and writes the position at the end of\n"
    "each. Where a line begins with turns, such as `@0,12,40 19 7.5 ...`, it writes "
    "the\n"
    "positions after so many moves, set-up stones included, which have to grow.\n";

typedef struct InputOptions {
    const Rules *rules;
    int size;
    int moves;
    bool root, pass_alive_suicide;
} InputOptions;

typedef struct Converter {
    const InputOptions *options;
    RecordStream input;
    GameRecord record;
    Game game;
    KatagoReader *reader;
    int turns[RECORD_MOVES_MAX + 1];
    int turn_count;
} Converter;

static bool read_number(const char *text, long most, int *number)
{
    char *end;
    errno = 0;
    long found = strtol(text, &end, 10);
    *number = (int)found;
    return errno == 0 && end != text && *end == '\0' && found >= 0 && found <= most;
}

// Reads an option that has a value.
static bool read_option(const char *name, const char *value, InputOptions *options)
{
    if (strcmp(name, "--rules") == 0)
        return (options->rules = rules_find(value)) != NULL;
    return strcmp(name, "--moves") == 0 &&
           read_number(value, KATAGO_MOVES, &options->moves);
}

static bool read_options(int argc, char **argv, InputOptions *options)
{
    *options =
        (InputOptions){.rules = rules_find("tromp-taylor"), .moves = KATAGO_MOVES};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--root") == 0)
            options->root = true;
        else if (strcmp(argv[i], "--pass-alive-suicide") == 0)
            options->pass_alive_suicide = true;
        else if (i + 1 == argc)
            return read_number(argv[i], BOARD_SIZE_MAX, &options->size) &&
                   options->size >= 2;
        else if (!read_option(argv[i], argv[i + 1], options))
            return false;
        else
            i++;
    }
    return false;
}

static bool write_head(const InputOptions *options)
{
    uint8_t head[HEAD_BYTES] = "PNKG";
    size_t numbers[] = {(size_t)options->size, katago_pack_bytes(options->size),
                        KATAGO_PLANE_COUNT};
    for (int i = 0; i < 3; i++) {
        head[4 + 2 * i] = (uint8_t)(numbers[i] & 0xff);
        head[5 + 2 * i] = (uint8_t)(numbers[i] >> 8);
    }
    return fwrite(head, sizeof head, 1, stdout) == 1;
}

// Reads the turns that a line may begin with, else its end is the only one. Returns the
// record behind them, or NULL if they are wrong.
static const char *read_turns(Converter *converter)
{
    const char *at = converter->input.line;
    converter->turn_count = 0;
    if (*at != '@') {
        converter->turns[converter->turn_count++] = -1;
        return at;
    }
    do {
        char *end;
        if (!isdigit((unsigned char)*++at) || converter->turn_count > RECORD_MOVES_MAX)
            return NULL;
        long turn = strtol(at, &end, 10);
        if (turn > RECORD_MOVES_MAX)
            return NULL;
        converter->turns[converter->turn_count++] = (int)turn;
        at = end;
    } while (*at == ',');
    return *at == ' ' ? at + 1 : NULL;
}

static void fill_planes(Converter *converter, uint8_t bytes[])
{
    const InputOptions *options = converter->options;
    const GameRecord *record = &converter->record;
    const Game *game = &converter->game;
    KatagoFeatures features;
    KatagoView view = katago_view(game, options->rules);
    view.komi = record->komi_known ? record->komi : UNKNOWN_KOMI;
    view.moves_max = options->root ? 0 : options->moves;
    view.pass_goes_on = options->root;
    view.pass_alive_suicide = options->pass_alive_suicide;
    katago_features_extract(&view, converter->reader, &features);
    katago_pack(&features, (Color)game->position.to_play, options->size, bytes);
}

// Plays on up to a turn. Returns what is wrong, or NULL.
static const char *play_up_to(Converter *converter, int turn, int *played)
{
    const GameRecord *record = &converter->record;
    if (turn < *played || turn > record->move_count)
        return "there is no such turn behind the others";
    while (*played < turn) {
        MoveError error = replay_turn(record, (*played)++, &converter->game);
        if (error != MOVE_OK)
            return move_error_text(error);
    }
    return NULL;
}

// Begins to play a line. Returns what is wrong, or NULL.
static const char *begin_line(Converter *converter, const char *line)
{
    RecordError error = record_read(line, &converter->record);
    if (error != RECORD_OK)
        return record_error_text(error);
    if (converter->record.size != converter->options->size)
        return "the board has another size";
    MoveError move_error = replay_begin(&converter->record, &converter->game);
    return move_error == MOVE_OK ? NULL : move_error_text(move_error);
}

// Writes the positions of a line. Those from a wrong one on are left out.
static bool write_positions(Converter *converter, const char *line)
{
    uint8_t bytes[KATAGO_PACK_BYTES_MAX];
    size_t length = katago_pack_bytes(converter->options->size);
    const char *wrong = begin_line(converter, line);
    int played = converter->record.handicap;
    for (int i = 0; i < converter->turn_count; i++) {
        int turn = converter->turns[i] < 0 ? converter->record.move_count
                                           : converter->turns[i];
        if (wrong == NULL)
            wrong = play_up_to(converter, turn, &played);
        memset(bytes, 0, length);
        bytes[KATAGO_PACK_HEAD - 1] = KATAGO_PACK_LEFT_OUT;
        if (wrong == NULL)
            fill_planes(converter, bytes);
        if (fwrite(bytes, length, 1, stdout) != 1)
            return false;
    }
    if (wrong != NULL)
        fprintf(stderr, "katago_inputs: line %llu: left out: %s\n",
                (unsigned long long)converter->input.line_number, wrong);
    return true;
}

static bool convert(Converter *converter)
{
    while (stream_next(&converter->input)) {
        const char *line = read_turns(converter);
        if (line == NULL) {
            fprintf(stderr, "katago_inputs: line %llu: turns are like @0,12,40\n",
                    (unsigned long long)converter->input.line_number);
            return false;
        }
        if (!write_positions(converter, line))
            return false;
    }
    return true;
}

static bool open_converter(Converter *converter, const InputOptions *options)
{
    converter->options = options;
    converter->reader = katago_reader_new();
    bool good = game_init(&converter->game, rules_find("tromp-taylor"), 0,
                          options->size, options->size);
    if (good && converter->reader != NULL)
        return true;
    fputs("katago_inputs: out of memory\n", stderr);
    return false;
}

static bool run(Converter *converter)
{
    if (!stream_open(&converter->input, "/dev/stdin")) {
        fputs("katago_inputs: cannot read standard input\n", stderr);
        return false;
    }
    bool good = write_head(converter->options) && convert(converter);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "katago_inputs: cannot write: %s\n", strerror(errno));
        good = false;
    }
    return good;
}

int main(int argc, char **argv)
{
    Converter converter = {.options = NULL};
    InputOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    bool good = open_converter(&converter, &options) && run(&converter);
    game_free(&converter.game);
    katago_reader_delete(converter.reader);
    return good ? 0 : 1;
}

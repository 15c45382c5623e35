// SPDX-License-Identifier: MIT
//
// Makes the file of what belongs to the fixed test (exclusion.h).
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "exclusion.h"
#include "raw_label.h"
#include "record_stream.h"
#include "replay.h"

static const char USAGE[] =
    "usage: exclude OUT <POSITIONS\n"
    "Writes the games and positions of lines as in raw_label.h to a new file OUT.\n";

typedef struct Excluder {
    Exclusion exclusion;
    RecordStream input;
    Label label;
    GameRecord game, record;
} Excluder;

// Returns what is wrong, or NULL.
static const char *exclude_line(Excluder *excluder)
{
    Position pos;
    bool held_out;
    const GameRecord *record = &excluder->record;
    Exclusion *exclusion = &excluder->exclusion;
    const char *wrong = raw_label_read(excluder->input.line, &excluder->label,
                                       &excluder->game, &held_out, &excluder->record);
    if (wrong != NULL)
        return wrong;
    if (replay_position(record, record->move_count, &pos) != MOVE_OK)
        return "it cannot be played";
    return exclusion_add_game(exclusion, &excluder->game) &&
                   exclusion_add_game(exclusion, record) &&
                   exclusion_add_position(exclusion, &pos)
               ? NULL
               : "memory is exhausted";
}

static bool exclude_all(Excluder *excluder)
{
    if (!stream_open(&excluder->input, "/dev/stdin"))
        return false;
    while (stream_next(&excluder->input)) {
        const char *wrong = exclude_line(excluder);
        if (wrong != NULL) {
            fprintf(stderr, "exclude: line %llu: %s\n",
                    (unsigned long long)excluder->input.line_number, wrong);
            return false;
        }
    }
    return stream_close(&excluder->input);
}

static bool write_file(const Exclusion *exclusion, const char *path)
{
    BlockWriter writer;
    const char *error = "it is there already";
    if (access(path, F_OK) == 0 || !block_writer_open(&writer, path, &error)) {
        fprintf(stderr, "exclude: %s: %s\n", path, error);
        return false;
    }
    bool good = exclusion_write(exclusion, &writer);
    block_writer_close(&writer);
    fprintf(stderr, "%zu games, %zu positions\n", exclusion->games.count,
            exclusion->positions.count);
    return good;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs(USAGE, stderr);
        return 2;
    }
    Excluder *excluder = calloc(1, sizeof *excluder);
    bool good = excluder != NULL && exclude_all(excluder) &&
                write_file(&excluder->exclusion, argv[1]);
    if (excluder != NULL)
        exclusion_free(&excluder->exclusion);
    free(excluder);
    return good ? 0 : 1;
}

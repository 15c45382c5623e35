// SPDX-License-Identifier: MIT
//
// Packs files of game records into one (packed_game.h): about 190 bytes a game on
// 19x19.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "byte_order.h"
#include "exclusion.h"
#include "packed_game.h"
#include "record_stream.h"
#include "replay.h"

enum { GAMES_IN_BLOCK = 256 };

static const char USAGE[] =
    "usage: pack_games OUT FILE...\n"
    "Writes the games of files of records to a new file OUT. Games that cannot be\n"
    "played, and those of the fixed test, are left out.\n";

typedef struct Packer {
    BlockWriter writer;
    Exclusion exclusion;
    RecordStream stream;
    GameRecord record;
    uint8_t bytes[GAMES_IN_BLOCK * (GAME_LENGTH_BYTES + PACKED_GAME_MAX)];
    size_t size; // of the block so far
    int count;   // of its games
    unsigned long long games, excluded, bad;
} Packer;

static bool write_block(Packer *packer)
{
    StoredBlock block = {.kind = BLOCK_GAMES,
                         .count = packer->count,
                         .bytes = packer->bytes,
                         .size = packer->size};
    if (packer->count == 0)
        return true;
    packer->size = 0;
    packer->count = 0;
    return block_writer_add(&packer->writer, &block);
}

// Errors: false if writing fails.
static bool pack_record(Packer *packer, bool held_out)
{
    uint8_t *head = packer->bytes + packer->size;
    size_t size = game_pack(&packer->record, held_out, head + GAME_LENGTH_BYTES);
    if (size == 0) {
        packer->bad++;
        return true;
    }
    put_number(size, GAME_LENGTH_BYTES, head);
    packer->size += GAME_LENGTH_BYTES + size;
    packer->count++;
    packer->games++;
    return packer->count < GAMES_IN_BLOCK || write_block(packer);
}

static bool pack_line(Packer *packer, const char *line)
{
    Position pos;
    GameRecord *record = &packer->record;
    if (record_read(line, record) != RECORD_OK ||
        replay_position(record, record->move_count, &pos) != MOVE_OK) {
        packer->bad++;
        return true;
    }
    if (exclusion_has_game(&packer->exclusion, record)) {
        packer->excluded++;
        return true;
    }
    return pack_record(packer, record_is_held_out(line));
}

static bool pack_file(Packer *packer, const char *path)
{
    RecordStream *stream = &packer->stream;
    if (!stream_open(stream, path)) {
        fprintf(stderr, "pack_games: cannot read %s\n", path);
        return false;
    }
    bool good = true;
    while (good && stream_next(stream))
        good = pack_line(packer, stream->line);
    if (!stream_close(stream)) {
        fprintf(stderr, "pack_games: %s is damaged\n", path);
        return false;
    }
    if (!good)
        fputs("pack_games: writing failed\n", stderr);
    return good;
}

static bool run(Packer *packer, const char *out, char *const paths[], int count)
{
    const char *error;
    if (access(out, F_OK) == 0) {
        fprintf(stderr, "pack_games: %s is there already\n", out);
        return false;
    }
    if (!exclusion_default(&packer->exclusion) ||
        !block_writer_open(&packer->writer, out, &error)) {
        fprintf(stderr, "pack_games: cannot write %s\n", out);
        return false;
    }
    bool good = true;
    for (int i = 0; i < count && good; i++)
        good = pack_file(packer, paths[i]);
    good = good && write_block(packer);
    if (good)
        fprintf(
            stderr,
            "%llu games in %llu bytes; left out: %llu that cannot be played, %llu of "
            "the fixed test\n",
            packer->games, (unsigned long long)packer->writer.length, packer->bad,
            packer->excluded);
    block_writer_close(&packer->writer);
    exclusion_free(&packer->exclusion);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs(USAGE, stderr);
        return 2;
    }
    Packer *packer = calloc(1, sizeof *packer);
    bool good = packer != NULL && run(packer, argv[1], argv + 2, argc - 2);
    free(packer);
    return good ? 0 : 1;
}

// SPDX-License-Identifier: MIT
#include "exclusion.h"

#include <stdlib.h>

#include "byte_order.h"
#include "replay.h"
#include "symmetric_hash.h"

enum {
    MOVES_SMALL = 16,
    MOVES_LARGE = 24,
    SIZE_SMALL_MAX = 13,
    HEAD_BYTES = 8,
    HASH_BYTES = 8,
};

// scripts/train/fixed_test.excluded, by scripts/embed.py.
extern const size_t FIXED_TEST_EXCLUDED_SIZE;
extern const uint64_t FIXED_TEST_EXCLUDED[];

int exclusion_moves(int size)
{
    return size > SIZE_SMALL_MAX ? MOVES_LARGE : MOVES_SMALL;
}

static uint64_t position_hash(const Position *pos)
{
    return symmetric_hash(pos->stones, pos->columns, (Color)pos->to_play);
}

uint64_t exclusion_game_hash(const GameRecord *record)
{
    Position pos;
    int count = record_set_up(record) + exclusion_moves(record->size);
    if (record->move_count < count || replay_position(record, count, &pos) != MOVE_OK)
        return 0;
    return position_hash(&pos);
}

void exclusion_init(Exclusion *exclusion)
{
    hash_set_init(&exclusion->games);
    hash_set_init(&exclusion->positions);
}

void exclusion_free(Exclusion *exclusion)
{
    hash_set_free(&exclusion->games);
    hash_set_free(&exclusion->positions);
}

bool exclusion_add_game(Exclusion *exclusion, const GameRecord *record)
{
    uint64_t hash = exclusion_game_hash(record);
    return hash == 0 || hash_set_add(&exclusion->games, hash);
}

static bool is_everybodys(const Bitboard stones[2])
{
    return bitboard_count(&stones[BLACK]) + bitboard_count(&stones[WHITE]) <
           EXCLUSION_STONES_MIN;
}

bool exclusion_add_position(Exclusion *exclusion, const Position *pos)
{
    return is_everybodys(pos->stones) ||
           hash_set_add(&exclusion->positions, position_hash(pos));
}

bool exclusion_has_game(const Exclusion *exclusion, const GameRecord *record)
{
    if (exclusion->games.count == 0)
        return false;
    uint64_t hash = exclusion_game_hash(record);
    return hash != 0 && hash_set_has(&exclusion->games, hash);
}

bool exclusion_has_position(const Exclusion *exclusion, const Bitboard stones[2],
                            int size, Color to_play)
{
    return exclusion->positions.count > 0 && !is_everybodys(stones) &&
           hash_set_has(&exclusion->positions, symmetric_hash(stones, size, to_play));
}

static bool read_hashes(HashSet *set, const uint8_t bytes[], uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (!hash_set_add(set, get_number(bytes + HASH_BYTES * i, HASH_BYTES)))
            return false;
    return true;
}

static bool read_block(Exclusion *exclusion, const StoredBlock *block)
{
    if (block->size < HEAD_BYTES)
        return false;
    uint64_t games = get_number(block->bytes, 4);
    uint64_t positions = get_number(block->bytes + 4, 4);
    const uint8_t *hashes = block->bytes + HEAD_BYTES;
    return block->size == HEAD_BYTES + HASH_BYTES * (games + positions) &&
           read_hashes(&exclusion->games, hashes, games) &&
           read_hashes(&exclusion->positions, hashes + HASH_BYTES * games, positions);
}

bool exclusion_read(Exclusion *exclusion, const uint8_t bytes[], size_t size)
{
    BlockReader reader;
    StoredBlock block;
    const char *error;
    bool found = false;
    if (!block_reader_take(&reader, bytes, size, &error))
        return false;
    while (block_reader_next(&reader, &block))
        if (block.kind == BLOCK_EXCLUDED) {
            if (!read_block(exclusion, &block))
                return false;
            found = true;
        }
    return found && reader.position == reader.size;
}

bool exclusion_add_file(Exclusion *exclusion, const char *path, const char **error)
{
    BlockReader reader;
    if (!block_reader_open(&reader, path, error))
        return false;
    *error = "it holds no list of games and positions, or is damaged";
    bool good = exclusion_read(exclusion, reader.bytes, reader.size);
    block_reader_close(&reader);
    return good;
}

// The content of a block, to be freed; NULL if memory is exhausted.
static uint8_t *make_content(const Exclusion *exclusion, size_t *size)
{
    size_t games = exclusion->games.count, positions = exclusion->positions.count;
    size_t count = games + positions;
    uint64_t *hashes = malloc((count + 1) * sizeof *hashes);
    *size = HEAD_BYTES + HASH_BYTES * count;
    uint8_t *bytes = hashes != NULL ? malloc(*size) : NULL;
    if (bytes != NULL) {
        hash_set_list(&exclusion->games, hashes);
        hash_set_list(&exclusion->positions, hashes + games);
        put_number(games, 4, bytes);
        put_number(positions, 4, bytes + 4);
        for (size_t i = 0; i < count; i++)
            put_number(hashes[i], HASH_BYTES, bytes + HEAD_BYTES + HASH_BYTES * i);
    }
    free(hashes);
    return bytes;
}

bool exclusion_write(const Exclusion *exclusion, BlockWriter *writer)
{
    StoredBlock block = {.kind = BLOCK_EXCLUDED, .count = 1};
    uint8_t *bytes = make_content(exclusion, &block.size);
    block.bytes = bytes;
    bool good = bytes != NULL && block_writer_add(writer, &block);
    free(bytes);
    return good;
}

bool exclusion_default(Exclusion *exclusion)
{
    exclusion_init(exclusion);
    return exclusion_read(exclusion, (const uint8_t *)FIXED_TEST_EXCLUDED,
                          FIXED_TEST_EXCLUDED_SIZE);
}

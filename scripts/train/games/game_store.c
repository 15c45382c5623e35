// SPDX-License-Identifier: MIT
#include "game_store.h"

#include <stdlib.h>
#include <string.h>

#include "byte_order.h"

enum { SLOTS_FIRST = 1 << 10 };

void game_store_init(GameStore *store)
{
    *store = (GameStore){.slots = NULL};
}

void game_store_free(GameStore *store)
{
    for (size_t i = 0; i < store->file_count; i++)
        block_reader_close(&store->files[i]);
    for (size_t i = 0; i < store->slot_count; i++)
        if (store->slots[i].copied)
            free((void *)(uintptr_t)store->slots[i].bytes);
    free(store->files);
    free(store->slots);
    game_store_init(store);
}

// Where the game of a key is, or would be. Pre: there is a free slot.
static StoredGame *slot_of(const GameStore *store, GameKey key)
{
    size_t mask = store->slot_count - 1, i = key & mask;
    while (store->slots[i].bytes != NULL && store->slots[i].key != key)
        i = (i + 1) & mask;
    return &store->slots[i];
}

// Makes room for one game more; half of the slots stay free.
static bool make_room(GameStore *store)
{
    if (2 * (store->count + 1) <= store->slot_count)
        return true;
    GameStore larger = *store;
    larger.slot_count = store->slot_count > 0 ? 2 * store->slot_count : SLOTS_FIRST;
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    if (larger.slots == NULL)
        return false;
    for (size_t i = 0; i < store->slot_count; i++)
        if (store->slots[i].bytes != NULL)
            *slot_of(&larger, store->slots[i].key) = store->slots[i];
    free(store->slots);
    *store = larger;
    return true;
}

bool game_store_add(GameStore *store, const uint8_t bytes[], size_t size)
{
    if (!make_room(store))
        return false;
    GameKey key = game_key(bytes, size);
    StoredGame *slot = slot_of(store, key);
    if (slot->bytes != NULL)
        return slot->size == size && memcmp(slot->bytes, bytes, size) == 0;
    *slot = (StoredGame){.bytes = bytes, .key = key, .size = (uint16_t)size};
    store->count++;
    return true;
}

bool game_store_add_copy(GameStore *store, const uint8_t bytes[], size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL)
        return false;
    memcpy(copy, bytes, size);
    bool good = game_store_add(store, copy, size);
    StoredGame *slot = good ? slot_of(store, game_key(bytes, size)) : NULL;
    if (slot != NULL && slot->bytes == copy)
        slot->copied = true;
    else
        free(copy);
    return good;
}

const StoredGame *game_store_find(const GameStore *store, GameKey key)
{
    if (store->slot_count == 0)
        return NULL;
    const StoredGame *slot = slot_of(store, key);
    return slot->bytes != NULL ? slot : NULL;
}

bool game_block_next(const StoredBlock *block, size_t *position, const uint8_t **bytes,
                     size_t *size)
{
    if (block->size - *position < GAME_LENGTH_BYTES)
        return false;
    const uint8_t *head = block->bytes + *position;
    *size = get_number(head, GAME_LENGTH_BYTES);
    *bytes = head + GAME_LENGTH_BYTES;
    if (block->size - *position - GAME_LENGTH_BYTES < *size)
        return false;
    *position += GAME_LENGTH_BYTES + *size;
    return true;
}

static bool add_block(GameStore *store, const StoredBlock *block)
{
    const uint8_t *bytes;
    size_t position = 0, size;
    while (game_block_next(block, &position, &bytes, &size))
        if (!game_store_add(store, bytes, size))
            return false;
    return true;
}

bool game_store_add_file(GameStore *store, const char *path, const char **error)
{
    StoredBlock block;
    BlockReader *files =
        realloc(store->files, (store->file_count + 1) * sizeof *store->files);
    *error = "memory is exhausted, or two games have the same key";
    if (files == NULL)
        return false;
    store->files = files;
    BlockReader *reader = &files[store->file_count];
    if (!block_reader_open(reader, path, error))
        return false;
    store->file_count++;
    while (block_reader_next(reader, &block))
        if (block.kind == BLOCK_GAMES && !add_block(store, &block))
            return false;
    return true;
}

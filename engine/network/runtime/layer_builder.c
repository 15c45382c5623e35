// SPDX-License-Identifier: MIT
#include "layer_builder.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "aligned.h"

enum {
    ALIGNMENT = 64,
    BLOCK_BYTES = 1 << 20,         // of which small pieces are cut
    LARGE_BYTES = BLOCK_BYTES / 4, // a piece as large has a block of its own
    FIRST_CAPACITY = 32,           // layers or arrays
};

// A block of memory for numbers. They follow its head.
typedef struct Block {
    struct Block *next;
    size_t used, size; // bytes, with the head
} Block;

LayerBuilder layer_builder_begin(void)
{
    return (LayerBuilder){.failed = false};
}

// Makes room for one more item. Returns the items, or NULL; then they have not moved.
static void *grow(void *items, int *capacity, size_t item_bytes)
{
    int larger = *capacity > 0 ? 2 * *capacity : FIRST_CAPACITY;
    void *moved = realloc(items, (size_t)larger * item_bytes);
    if (moved != NULL)
        *capacity = larger;
    return moved;
}

// Makes room for one more array and its mark. Errors: false.
static bool grow_arrays(LayerBuilder *builder)
{
    int capacity = builder->array_capacity;
    bool *idle = grow(builder->idle, &capacity, sizeof *idle);
    if (idle == NULL)
        return false;
    builder->idle = idle;
    LayerArray *arrays =
        grow(builder->list.arrays, &builder->array_capacity, sizeof *arrays);
    if (arrays == NULL)
        return false;
    builder->list.arrays = arrays;
    return true;
}

int layer_builder_array(LayerBuilder *builder, int channels, bool is_board)
{
    return layer_builder_array_of(builder,
                                  (LayerArray){channels, is_board, NUMBERS_FLOAT});
}

static bool are_same_shapes(const LayerArray *a, const LayerArray *b)
{
    return a->channels == b->channels && a->is_board == b->is_board &&
           a->numbers == b->numbers;
}

int layer_builder_array_of(LayerBuilder *builder, LayerArray shape)
{
    LayerList *list = &builder->list;
    for (int i = 0; i < list->array_count; i++)
        if (builder->idle[i] && are_same_shapes(&list->arrays[i], &shape)) {
            builder->idle[i] = false;
            return i;
        }
    if (list->array_count == builder->array_capacity && !grow_arrays(builder)) {
        builder->failed = true;
        return NO_ARRAY;
    }
    builder->idle[list->array_count] = false;
    list->arrays[list->array_count] = shape;
    return list->array_count++;
}

void layer_builder_release(LayerBuilder *builder, int array)
{
    if (array != NO_ARRAY)
        builder->idle[array] = true;
}

static Block *new_block(size_t bytes)
{
    Block *block = aligned_new(ALIGNMENT, bytes);
    if (block != NULL)
        *block = (Block){.used = ALIGNMENT, .size = bytes};
    return block;
}

// A block with that many bytes free: the newest one or a new one. A block of one large
// piece goes behind the newest, which may have room left. Errors: NULL.
static Block *block_with_room(LayerList *list, size_t bytes)
{
    Block *newest = list->memory;
    if (newest != NULL && newest->size - newest->used >= bytes)
        return newest;
    bool is_large = bytes >= LARGE_BYTES;
    Block *block = new_block(is_large ? ALIGNMENT + bytes : BLOCK_BYTES);
    if (block == NULL)
        return NULL;
    bool is_behind = is_large && newest != NULL;
    block->next = is_behind ? newest->next : newest;
    if (is_behind)
        newest->next = block;
    else
        list->memory = block;
    return block;
}

float *layer_builder_numbers(LayerBuilder *builder, size_t count)
{
    static_assert(sizeof(Block) <= ALIGNMENT, "the head of a block has its room");
    size_t bytes = (count * sizeof(float) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    bool fits = count <= SIZE_MAX / sizeof(float) - 2 * ALIGNMENT;
    Block *block = fits ? block_with_room(&builder->list, bytes) : NULL;
    if (block == NULL) {
        builder->failed = true;
        return NULL;
    }
    void *numbers = (unsigned char *)block + block->used;
    block->used += bytes;
    return numbers;
}

void layer_builder_add(LayerBuilder *builder, const Layer *layer)
{
    LayerList *list = &builder->list;
    if (list->layer_count == builder->layer_capacity) {
        Layer *layers = grow(list->layers, &builder->layer_capacity, sizeof *layers);
        if (layers == NULL) {
            builder->failed = true;
            return;
        }
        list->layers = layers;
    }
    list->layers[list->layer_count++] = *layer;
}

bool layer_builder_end(LayerBuilder *builder, LayerList *list)
{
    free(builder->idle);
    if (builder->failed)
        layer_list_free(&builder->list);
    *list = builder->list;
    return !builder->failed;
}

void layer_list_free(LayerList *list)
{
    Block *block = list->memory;
    while (block != NULL) {
        Block *next = block->next;
        aligned_delete(block);
        block = next;
    }
    free(list->layers);
    free(list->arrays);
    *list = (LayerList){.memory = NULL};
}

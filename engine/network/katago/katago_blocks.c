// SPDX-License-Identifier: MIT
#include "katago_blocks.h"

#include <math.h>
#include <string.h>

enum {
    NESTED_MAX = 8, // blocks in each other
    INNER_BLOCKS_MAX = 1 << 10,
    HEADS_MAX = 1 << 10,
};

static void read_blocks(KatagoFileReader *reader, KatagoArray trunk, int count,
                        int nested);

// Reads the norm and the convolution that a block ends with, and releases what these
// read.
static void end_block(KatagoFileReader *reader, KatagoArray inner, KatagoArray trunk)
{
    LayerInput input = katago_read_norm(reader, inner);
    LinearLayer last = katago_read_convolution(reader, inner.channels, trunk.channels);
    katago_add_residual(reader, input, last, trunk);
    katago_release(reader, inner);
}

static void read_ordinary(KatagoFileReader *reader, KatagoArray trunk)
{
    LayerInput input = katago_read_norm(reader, trunk);
    KatagoArray inner = katago_add_convolution(reader, input, trunk.channels);
    end_block(reader, inner, trunk);
}

static void read_pooling(KatagoFileReader *reader, KatagoArray trunk)
{
    LayerInput input = katago_read_norm(reader, trunk);
    KatagoArray inner = katago_add_convolution(reader, input, trunk.channels);
    KatagoArray wide = katago_add_convolution(reader, input, trunk.channels);
    LayerInput wide_input = katago_read_norm(reader, wide);
    KatagoArray pooled =
        katago_add_pool(reader, wide_input, wide.channels, POOL_MAXIMUM);
    katago_add_bias(reader, pooled, inner);
    katago_release(reader, wide);
    katago_release(reader, pooled);
    end_block(reader, inner, trunk);
}

static void read_nested(KatagoFileReader *reader, KatagoArray trunk, int nested)
{
    int count = token_reader_integer(&reader->tokens, 1, INNER_BLOCKS_MAX,
                                     "its number of blocks");
    if (nested == NESTED_MAX)
        token_reader_fail(&reader->tokens, "more than %d blocks are in each other",
                          NESTED_MAX);
    LayerInput input = katago_read_norm(reader, trunk);
    KatagoArray inner = katago_add_convolution(reader, input, trunk.channels);
    read_blocks(reader, inner, count, nested + 1);
    end_block(reader, inner, trunk);
}

// The frequencies of fixed rotary positions. The first half of the pairs turns by row,
// the others by column.
static const float *fixed_frequencies(KatagoFileReader *reader, int pairs, float theta)
{
    float *numbers = layer_builder_numbers(&reader->builder, 2 * (size_t)pairs);
    for (int pair = 0; pair < pairs && numbers != NULL; pair++) {
        bool by_row = pair < pairs / 2;
        int place = by_row ? pair : pair - pairs / 2;
        float frequency = 1 / powf(theta, (float)(2 * place) / (float)pairs);
        numbers[2 * pair] = by_row ? 0 : frequency;
        numbers[2 * pair + 1] = by_row ? frequency : 0;
        if (!(frequency < INFINITY))
            token_reader_fail(&reader->tokens, "its theta is too small");
    }
    return numbers;
}

// Reads the rotary positions of an attention: frequencies by column and by row.
static void read_frequencies(KatagoFileReader *reader, bool learned,
                             AttentionLayer *attention)
{
    TokenReader *tokens = &reader->tokens;
    int pairs = attention->query_size / 2;
    token_reader_part(tokens);
    if (!learned) {
        float theta = token_reader_positive(tokens, "its theta");
        attention->shares_frequencies = true;
        attention->frequencies = fixed_frequencies(reader, pairs, theta);
        return;
    }
    int heads = attention->key_heads;
    token_reader_integer(tokens, heads, heads, "its number of key heads");
    token_reader_integer(tokens, pairs, pairs, "its number of pairs");
    token_reader_integer(tokens, 2, 2, "its number of directions");
    attention->frequencies =
        katago_read_numbers(reader, 2 * (size_t)heads * (size_t)pairs);
}

// Reads numbers of an attention block, of which there is at least one.
static int read_size(KatagoFileReader *reader, int most, const char *what)
{
    return token_reader_integer(&reader->tokens, 1, most, what);
}

static AttentionLayer read_sizes(KatagoFileReader *reader)
{
    AttentionLayer attention = {.frequencies = NULL};
    attention.heads = read_size(reader, HEADS_MAX, "its number of heads");
    attention.key_heads = read_size(reader, attention.heads, "its number of key heads");
    if (attention.heads % attention.key_heads != 0)
        token_reader_fail(&reader->tokens, "%d heads cannot share %d key heads",
                          attention.heads, attention.key_heads);
    int size_max = KATAGO_CHANNELS_MAX / attention.heads;
    attention.query_size = read_size(reader, size_max, "the size of a query");
    attention.value_size = read_size(reader, size_max, "the size of a value");
    return attention;
}

static void read_attention(KatagoFileReader *reader, KatagoArray trunk)
{
    TokenReader *tokens = &reader->tokens;
    AttentionLayer sizes = read_sizes(reader);
    bool rotates = token_reader_integer(tokens, 0, 1, "whether it has positions") == 1;
    bool learned = token_reader_integer(tokens, 0, 1, "whether they are learned") == 1;
    if (rotates && sizes.query_size % 2 != 0)
        token_reader_fail(tokens, "queries of %d numbers have no pairs",
                          sizes.query_size);
    LayerInput input = katago_read_rms_norm(reader, trunk);
    int keys_size = sizes.key_heads * sizes.query_size;
    int values_size = sizes.key_heads * sizes.value_size;
    KatagoArray queries =
        katago_add_dense(reader, input, trunk.channels, sizes.heads * sizes.query_size);
    KatagoArray keys = katago_add_dense(reader, input, trunk.channels, keys_size);
    KatagoArray values = katago_add_dense(reader, input, trunk.channels, values_size);
    int found_size = sizes.heads * sizes.value_size;
    LinearLayer last = katago_read_dense(reader, found_size, trunk.channels);
    if (rotates)
        read_frequencies(reader, learned, &sizes);
    KatagoArray found = katago_array_by_point(reader, found_size);
    sizes.keys = keys.index;
    sizes.values = values.index;
    Layer layer = {.kind = LAYER_ATTENTION,
                   .input = katago_plain_input(queries),
                   .output = found.index,
                   .attention = sizes};
    layer_builder_add(&reader->builder, &layer);
    katago_add_residual(reader, katago_plain_input(found), last, trunk);
    KatagoArray taken[] = {queries, keys, values, found};
    for (int i = 0; i < (int)(sizeof taken / sizeof taken[0]); i++)
        katago_release(reader, taken[i]);
}

static void read_feed_forward(KatagoFileReader *reader, KatagoArray trunk)
{
    TokenReader *tokens = &reader->tokens;
    token_reader_integer(tokens, trunk.channels, trunk.channels,
                         "its number of channels");
    int inner_size = token_reader_integer(tokens, 1, KATAGO_CHANNELS_MAX,
                                          "its number of inner channels");
    // KataGo computes no others either.
    if (token_reader_integer(tokens, 0, 1, "whether it has a gate") == 0)
        token_reader_fail(tokens, "feed-forward blocks without a gate are not known");
    LayerInput input = katago_read_rms_norm(reader, trunk);
    KatagoArray inner = katago_add_dense(reader, input, trunk.channels, inner_size);
    KatagoArray gate = katago_add_dense(reader, input, trunk.channels, inner_size);
    LinearLayer last = katago_read_dense(reader, inner_size, trunk.channels);
    LayerInput gated = {
        .array = inner.index, .activation = ACTIVATION_SILU, .gate = gate.index};
    katago_add_residual(reader, gated, last, trunk);
    katago_release(reader, inner);
    katago_release(reader, gate);
}

typedef enum BlockKind {
    BLOCK_ORDINARY,
    BLOCK_POOLING,
    BLOCK_NESTED,
    BLOCK_ATTENTION,
    BLOCK_FEED_FORWARD,
    BLOCK_KINDS,
} BlockKind;

// Reads the kind of the next block; BLOCK_KINDS if it is none.
static BlockKind read_kind(KatagoFileReader *reader)
{
    static const char *const NAMES[] = {
        [BLOCK_ORDINARY] = "ordinary_block",
        [BLOCK_POOLING] = "gpool_block",
        [BLOCK_NESTED] = "nested_bottleneck_block",
        [BLOCK_ATTENTION] = "transformer_attention_block",
        [BLOCK_FEED_FORWARD] = "transformer_ffn_block",
    };
    reader->tokens.part[0] = '\0';
    const char *word = token_reader_word(&reader->tokens);
    int kind = 0;
    while (kind < BLOCK_KINDS && strcmp(word, NAMES[kind]) != 0)
        kind++;
    if (kind == BLOCK_KINDS)
        token_reader_fail(&reader->tokens, "%.60s is a block that is not known here",
                          word);
    return (BlockKind)kind;
}

static void read_block(KatagoFileReader *reader, KatagoArray trunk, int nested)
{
    BlockKind kind = read_kind(reader);
    token_reader_part(&reader->tokens);
    switch (kind) {
    case BLOCK_ORDINARY:
        read_ordinary(reader, trunk);
        break;
    case BLOCK_POOLING:
        read_pooling(reader, trunk);
        break;
    case BLOCK_NESTED:
        read_nested(reader, trunk, nested);
        break;
    case BLOCK_ATTENTION:
        read_attention(reader, trunk);
        break;
    case BLOCK_FEED_FORWARD:
        read_feed_forward(reader, trunk);
        break;
    case BLOCK_KINDS:
        break;
    }
}

static void read_blocks(KatagoFileReader *reader, KatagoArray trunk, int count,
                        int nested)
{
    for (int i = 0; i < count && !katago_has_failed(reader); i++)
        read_block(reader, trunk, nested);
}

void katago_read_blocks(KatagoFileReader *reader, KatagoArray trunk, int count)
{
    read_blocks(reader, trunk, count, 0);
}

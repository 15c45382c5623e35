// SPDX-License-Identifier: MIT
//
// Attention by every kernel of this machine, in every precision, against its
// definition.
#include "runtime.h"

#include <math.h>

#include "isa.h"
#include "layer_maker.h"
#include "picture.h"

// As LAYER_TOLERANCE. Errors of scores are errors of the exponent, so those of bytes
// are larger.
static const float ATTENTION_TOLERANCE[PRECISION_COUNT] = {5e-5f, 3e-3f, 1e-1f, 1e-1f};

typedef struct HeadKind {
    int heads, key_heads, query_size, value_size;
    int turns; // 0: none, 1: shared, 2: of each head
    bool adds;
} HeadKind;

enum { BYTE_INPUTS = 128 }; // of a layer that is computed with bytes, at least

static void add_attention(Maker *maker, const HeadKind *kind, LayerInput input,
                          int keys, int values, int output)
{
    int pairs = kind->query_size / 2;
    int count = kind->turns == 2 ? kind->key_heads * pairs : pairs;
    Layer *layer = add_layer(maker, LAYER_ATTENTION, input, output);
    layer->adds = kind->adds;
    layer->attention = (AttentionLayer){
        .keys = keys,
        .values = values,
        .heads = kind->heads,
        .key_heads = kind->key_heads,
        .query_size = kind->query_size,
        .value_size = kind->value_size,
        .frequencies =
            kind->turns == 0 ? NULL : draw_numbers(maker, 2 * count, 0, 0.5f),
        .shares_frequencies = kind->turns == 1,
    };
}

static void attention(void **state)
{
    (void)state;
    static const HeadKind KINDS[] = {{6, 6, 32, 32, 2, false}, {6, 3, 32, 16, 2, false},
                                     {2, 1, 12, 7, 1, false},  {1, 1, 5, 20, 0, false},
                                     {3, 3, 16, 48, 1, true},  {4, 2, 2, 1, 2, true}};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const HeadKind *kind = &KINDS[i];
        Maker *maker = maker_new(i);
        int queries = add_input(maker, kind->heads * kind->query_size, false);
        int keys = add_input(maker, kind->key_heads * kind->query_size, false);
        int values = add_input(maker, kind->key_heads * kind->value_size, false);
        int output = add_input(maker, kind->heads * kind->value_size, false);
        add_attention(maker, kind, plain(queries), keys, values, output);
        add_output(maker, output);
        // What only a product reads need not be floats.
        int middle = add_array(maker, kind->heads * kind->value_size, false);
        HeadKind overwriting = *kind;
        overwriting.adds = false;
        add_attention(maker, &overwriting, plain(queries), keys, values, middle);
        add_output(maker, product_of(maker, plain(middle), 40));
        bool has_bytes = kind->heads * kind->query_size >= BYTE_INPUTS;
        try_all_within(maker, has_bytes ? ATTENTION_TOLERANCE : LAYER_TOLERANCE);
    }
}

// Queries, keys and values that are all the same, or very large.
static void attention_of_equals_and_of_one(void **state)
{
    (void)state;
    for (int power = -3; power <= 3; power += 3) {
        Maker *maker = maker_new(6);
        int input = add_input(maker, 8, false);
        LayerInput from = normed(maker, input, NORM_AFFINE, ACTIVATION_IDENTITY);
        float *scale = maker->numbers + (from.scale - maker->numbers);
        for (int i = 0; i < 8; i++)
            scale[i] = powf(10, (float)power);
        int queries = product_of(maker, from, 32), keys = product_of(maker, from, 32);
        int values = product_of(maker, plain(input), 32);
        int output = add_array(maker, 32, false);
        HeadKind kind = {1, 1, 32, 32, 0, false};
        add_attention(maker, &kind, plain(queries), keys, values, output);
        // Large products decide for one point, so their errors are errors of the
        // exponent.
        if (power < 3)
            add_output(maker, output);
        try_all(maker);
    }
}

// The array, where of the first two channels only one is not 0, but large.
static LayerInput with_long_channel(Maker *maker, int array, int which)
{
    enum { LENGTH = 25 };
    LayerInput input = normed(maker, array, NORM_AFFINE, ACTIVATION_IDENTITY);
    float *scale = maker->numbers + (input.scale - maker->numbers);
    float *bias = maker->numbers + (input.bias - maker->numbers);
    scale[0] = scale[1] = 0;
    bias[which] = LENGTH;
    bias[1 - which] = 0;
    return input;
}

// Queries and keys whose product could be large, by their lengths, but is not. Matrices
// look for the largest score then.
static void attention_of_long_vectors(void **state)
{
    (void)state;
    enum { SIZE = 32 };
    const RuntimeKernel *matrices = runtime_kernel(isa_best(), PRECISION_BF16);
    Maker *maker = maker_new(9);
    int queries = add_input(maker, SIZE, false), from = add_input(maker, SIZE, false);
    int values = add_input(maker, SIZE, false), output = add_array(maker, SIZE, false);
    int keys = add_array(maker, SIZE, false);
    add_layer(maker, LAYER_ACTIVATE, with_long_channel(maker, from, 1), keys);
    HeadKind kind = {1, 1, SIZE, SIZE, 0, false};
    add_attention(maker, &kind, with_long_channel(maker, queries, 0), keys, values,
                  output);
    add_output(maker, output);
    try_kernel(maker, runtime_kernel(isa_best(), PRECISION_FLOAT), 1e-4f);
    if (matrices != NULL)
        try_kernel(maker, matrices, 5e-2f);
    maker_delete(maker);
}

// The largest error of attention with 8-bit integers, as a share of the deviation.
static double error_of_attention(const RuntimeKernel *bytes, int heads)
{
    enum { SIZE = 32 };
    HeadKind kind = {heads, heads, SIZE, SIZE, 0, false};
    Maker *maker = maker_new(8);
    int queries = add_input(maker, heads * SIZE, false);
    int keys = add_input(maker, heads * SIZE, false);
    int values = add_input(maker, heads * SIZE, false);
    int output = add_array(maker, heads * SIZE, false);
    add_attention(maker, &kind, plain(queries), keys, values, output);
    add_output(maker, output);
    double error = try_kernel(maker, bytes, ATTENTION_TOLERANCE[PRECISION_INT8]);
    maker_delete(maker);
    return error;
}

// Queries and keys are bytes where there are enough of them: results differ a little.
static void bytes_are_used_in_attention(void **state)
{
    (void)state;
    const double tolerance = (double)ATTENTION_TOLERANCE[PRECISION_INT16];
    for (int i = 0; isa_at(i) != NULL; i++) {
        const RuntimeKernel *bytes = runtime_kernel(isa_at(i), PRECISION_INT8);
        if (bytes == NULL)
            continue;
        assert_true(error_of_attention(bytes, 3) < tolerance);
        assert_true(error_of_attention(bytes, 4) > tolerance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attention),
        cmocka_unit_test(attention_of_equals_and_of_one),
        cmocka_unit_test(attention_of_long_vectors),
        cmocka_unit_test(bytes_are_used_in_attention),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

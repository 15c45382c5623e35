// SPDX-License-Identifier: MIT
#include "layer_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_arrays_are_taken_again(void **state)
{
    (void)state;
    LayerBuilder builder = layer_builder_begin();
    int first = layer_builder_array(&builder, 8, false);
    int second = layer_builder_array(&builder, 8, false);
    assert_int_not_equal(first, second);
    layer_builder_release(&builder, first);
    layer_builder_release(&builder, NO_ARRAY);
    assert_int_not_equal(layer_builder_array(&builder, 8, true), first);
    assert_int_not_equal(layer_builder_array(&builder, 9, false), first);
    assert_int_equal(layer_builder_array(&builder, 8, false), first);
    assert_int_not_equal(layer_builder_array(&builder, 8, false), first);
    LayerList list;
    assert_true(layer_builder_end(&builder, &list));
    assert_int_equal(list.array_count, 5);
    assert_true(list.arrays[2].channels == 8 && list.arrays[2].is_board);
    layer_list_free(&list);
}

// Numbers stay where they are, whatever comes behind them.
static void test_numbers_stay(void **state)
{
    (void)state;
    enum { PIECES = 300, LARGE = 1 << 17, STEP = 1 << 10 };
    float *pieces[PIECES];
    LayerBuilder builder = layer_builder_begin();
    for (int i = 0; i < PIECES; i++) {
        size_t count = i % 50 == 7 ? LARGE : (size_t)(i % 5 * STEP + 1);
        pieces[i] = layer_builder_numbers(&builder, count);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 64, 0);
        pieces[i][0] = pieces[i][count - 1] = (float)i;
    }
    for (int i = 0; i < PIECES; i++)
        assert_true(pieces[i][0] == (float)i);
    LayerList list;
    assert_true(layer_builder_end(&builder, &list));
    layer_list_free(&list);
    assert_null(list.memory);
}

static void test_layers_keep_their_order(void **state)
{
    (void)state;
    enum { LAYERS = 100 };
    LayerBuilder builder = layer_builder_begin();
    for (int i = 0; i < LAYERS; i++)
        layer_builder_add(&builder, &(Layer){.kind = LAYER_SPREAD, .output = i});
    LayerList list;
    assert_true(layer_builder_end(&builder, &list));
    assert_int_equal(list.layer_count, LAYERS);
    for (int i = 0; i < LAYERS; i++)
        assert_int_equal(list.layers[i].output, i);
    layer_list_free(&list);
}

static void test_exhausted_memory_is_told_at_the_end(void **state)
{
    (void)state;
    LayerBuilder builder = layer_builder_begin();
    layer_builder_array(&builder, 8, false);
    assert_non_null(layer_builder_numbers(&builder, 10));
    assert_null(layer_builder_numbers(&builder, SIZE_MAX / sizeof(float)));
    layer_builder_add(&builder, &(Layer){.kind = LAYER_SPREAD});
    LayerList list;
    assert_false(layer_builder_end(&builder, &list));
    assert_int_equal(list.layer_count, 0);
    assert_null(list.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_are_taken_again),
        cmocka_unit_test(test_numbers_stay),
        cmocka_unit_test(test_layers_keep_their_order),
        cmocka_unit_test(test_exhausted_memory_is_told_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

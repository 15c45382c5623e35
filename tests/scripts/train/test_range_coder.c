// SPDX-License-Identifier: MIT
//
// Arithmetic coding in scripts/train, and moves that are coded by it.
#include "range_coder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "move_coder.h"
#include "picture.h"
#include "rng.h"

enum { ROOM = 1 << 16 };

// What a test codes: the same calls write and read it.
typedef struct Trial {
    RangeCoder coder;
    uint8_t bytes[ROOM];
    size_t size;
} Trial;

static Trial *new_trial(void)
{
    Trial *trial = calloc(1, sizeof *trial);
    assert_non_null(trial);
    coder_write(&trial->coder, trial->bytes, ROOM);
    return trial;
}

static void read_again(Trial *trial)
{
    assert_true(coder_finish(&trial->coder, &trial->size));
    coder_read(&trial->coder, trial->bytes, trial->size);
}

// Codes bits of which about so many of 1000 are 1, and counts these. Returns the bits
// that one takes.
static double code_bits(int thousandths, int count, int *ones)
{
    Trial *trial = new_trial();
    for (int pass = 0; pass < 2; pass++) {
        BitModel model;
        Rng rng = rng_seeded(7, (uint64_t)thousandths);
        models_init(&model, 1);
        *ones = 0;
        if (pass == 1)
            read_again(trial);
        for (int i = 0; i < count; i++) {
            int bit = rng_below(&rng, 1000) < (uint32_t)thousandths;
            int found = coder_bit(&trial->coder, &model, pass == 0 ? bit : 0);
            assert_int_equal(found, bit);
            *ones += bit;
        }
    }
    double bits = 8.0 * (double)trial->size / count;
    free(trial);
    return bits;
}

static void test_likely_bits_cost_little(void **state)
{
    (void)state;
    const int thousandths[] = {0, 1, 20, 100, 500, 900, 999, 1000}, count = 40000;
    for (size_t i = 0; i < sizeof thousandths / sizeof *thousandths; i++) {
        int ones;
        double bits = code_bits(thousandths[i], count, &ones);
        double p = (double)ones / count;
        double entropy = p > 0 && p < 1 ? -p * log2(p) - (1 - p) * log2(1 - p) : 0;
        // What is learnt is learnt from few bits, which costs a little.
        assert_true(bits < 1.02 * entropy + 0.012);
        assert_true(bits > 0.99 * entropy - 0.001);
    }
}

static int any_number(Rng *rng)
{
    uint32_t bits = rng_below(rng, 31);
    return (int)(rng_next(rng) & ((1u << bits) - 1));
}

static void test_numbers_are_read_as_they_were_written(void **state)
{
    (void)state;
    Trial *trial = new_trial();
    for (int pass = 0; pass < 2; pass++) {
        BitModel numbers[NUMBER_MODELS], signs[NUMBER_MODELS], tree[32];
        Rng rng = rng_seeded(8, 0);
        models_init(numbers, NUMBER_MODELS);
        models_init(signs, NUMBER_MODELS);
        models_init(tree, 32);
        if (pass == 1)
            read_again(trial);
        for (int i = 0; i < 3000; i++) {
            bool writes = pass == 0;
            int count = 1 + (int)rng_below(&rng, 65536),
                of = (int)rng_below(&rng, 65536);
            int number = any_number(&rng), leaf = (int)rng_below(&rng, 32);
            int sign = (i % 2 ? -1 : 1) * (number / 4);
            RangeCoder *coder = &trial->coder;
            of %= count;
            assert_int_equal(coder_number(coder, numbers, writes ? number : 0), number);
            assert_int_equal(coder_uniform(coder, count, writes ? of : 0), of);
            assert_int_equal(coder_signed(coder, signs, writes ? sign : 0), sign);
            assert_int_equal(coder_tree(coder, tree, 5, writes ? leaf : 0), leaf);
        }
    }
    free(trial);
}

// A carry has to run through bytes of 255: such numbers are the last ones of a range.
static void test_carries_run_through(void **state)
{
    (void)state;
    for (int seed = 0; seed < 300; seed++) {
        Trial *trial = new_trial();
        for (int pass = 0; pass < 2; pass++) {
            Rng rng = rng_seeded((uint64_t)seed, 9);
            if (pass == 1)
                read_again(trial);
            for (int i = 0; i < 200; i++) {
                int count = 2 + (int)rng_below(&rng, 300);
                int number = rng_below(&rng, 12) == 0 ? 0 : count - 1;
                assert_int_equal(
                    coder_uniform(&trial->coder, count, pass == 0 ? number : 0),
                    number);
            }
        }
        free(trial);
    }
}

static void test_too_little_room_is_told(void **state)
{
    (void)state;
    uint8_t bytes[8];
    size_t size;
    RangeCoder coder;
    coder_write(&coder, bytes, sizeof bytes);
    for (int i = 0; i < 40; i++)
        coder_uniform(&coder, 256, 200);
    assert_false(coder_finish(&coder, &size));
}

// Whatever the bytes are, something is read, and moves are on the board.
static void test_any_bytes_are_some_moves(void **state)
{
    (void)state;
    uint8_t bytes[64];
    Rng rng = rng_seeded(10, 0);
    for (int i = 0; i < 2000; i++) {
        MoveModels models;
        RangeCoder coder;
        int size = 2 + (int)rng_below(&rng, 18);
        for (size_t j = 0; j < sizeof bytes; j++)
            bytes[j] = i % 3 == 0 ? 255 : (uint8_t)rng_next(&rng);
        move_models_init(&models);
        coder_read(&coder, bytes, sizeof bytes);
        for (int j = 0; j < 100; j++) {
            Point move = move_code(&coder, &models, size, NO_POINT);
            assert_true(move == PASS || point_is_on_board(move, size, size));
        }
    }
}

static Point any_move(Rng *rng, int size)
{
    int index = (int)rng_below(rng, (uint32_t)(size * size + 1));
    return index == size * size ? PASS : point_at(index % size, index / size + 1);
}

static void test_moves_are_read_as_they_were_written(void **state)
{
    (void)state;
    for (int size = 1; size <= BOARD_SIZE_MAX; size++) {
        Trial *trial = new_trial();
        for (int pass = 0; pass < 2; pass++) {
            MoveModels models;
            Rng rng = rng_seeded(11, (uint64_t)size);
            move_models_init(&models);
            if (pass == 1)
                read_again(trial);
            for (int i = 0; i < 2000; i++) {
                Point move = any_move(&rng, size);
                assert_int_equal(move_code(&trial->coder, &models, size,
                                           pass == 0 ? move : NO_POINT),
                                 move);
            }
        }
        free(trial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_likely_bits_cost_little),
        cmocka_unit_test(test_numbers_are_read_as_they_were_written),
        cmocka_unit_test(test_carries_run_through),
        cmocka_unit_test(test_too_little_room_is_told),
        cmocka_unit_test(test_any_bytes_are_some_moves),
        cmocka_unit_test(test_moves_are_read_as_they_were_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

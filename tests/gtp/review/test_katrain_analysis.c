// SPDX-License-Identifier: MIT
//
// Floats of 16 bits. What KT says as a whole is in test_review_record.py.
#include "katrain_analysis.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_numbers_become_the_nearest_half_float(void **state)
{
    (void)state;
    static const struct {
        float number;
        uint16_t half;
    } CASES[] = {
        {0.0F, 0x0000},
        {-0.0F, 0x8000},
        {1.0F, 0x3C00},
        {-1.0F, 0xBC00},
        {0.5F, 0x3800},
        {0.1F, 0x2E66},
        {0.3333F, 0x3555},
        {65504.0F, 0x7BFF},
        {65520.0F, 0x7C00},
        {1e9F, 0x7C00},
        {6.1035156e-5F, 0x0400}, // the smallest normal one
        {5.9604645e-8F, 0x0001},
        {2.9e-8F, 0x0000},
        {3.1e-8F, 0x0001},
        {1e-30F, 0x0000},
        {1.00048828125F, 0x3C00}, // a tie goes to the even one
        {1.00146484375F, 0x3C02},
        {2047.5F / 2048.0F, 0x3C00}, // the rounding carries into the exponent
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_int_equal(katrain_half_float(CASES[i].number), CASES[i].half);
}

// The number that a half float stands for.
static double value_of(uint16_t half)
{
    int exponent = half >> 10 & 31, mantissa = half & 1023;
    double size =
        exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, exponent - 25);
    return half & 0x8000 ? -size : size;
}

static void test_half_floats_stay_as_they_are(void **state)
{
    (void)state;
    for (uint32_t half = 0; half < 0x10000; half++)
        if ((half >> 10 & 31) != 31)
            assert_int_equal(katrain_half_float((float)value_of((uint16_t)half)), half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_become_the_nearest_half_float),
        cmocka_unit_test(test_half_floats_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

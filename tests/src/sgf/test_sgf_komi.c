// SPDX-License-Identifier: MIT
#include "sgf_komi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { BEFORE = 15 }; // what remains where no komi is understood

typedef struct KomiCase {
    const char *value;
    int komi; // half points
} KomiCase;

static void expect_komi(const KomiCase *cases, size_t count, bool is_fox)
{
    for (size_t i = 0; i < count; i++) {
        int komi = BEFORE;
        sgf_komi_read(cases[i].value, is_fox, &komi);
        if (komi != cases[i].komi)
            fail_msg("%s: %d half points", cases[i].value, komi);
    }
}

static void test_numbers(void **state)
{
    (void)state;
    static const KomiCase CASES[] = {
        {"6.5", 13},    {"0", 0},     {"-3.5", -7},   {"7.50", 15},
        {"7", 14},      {"3.5", 7},   {"+2", 4},      {"", 15},
        {"none", 15},   {"inf", 15},  {"1e99", 15},   {"3.74", 7},
        {"nan", 15},    {"1001", 15}, {"-1e999", 15}, {"5.5 points", 11},
        {"3.8", 8},     {"100", 200}, {"150", 300},   {"-150", -300},
        {"199", 398},   {"361", 722}, {"375.0", 750}, {"-200.0", -400},
        {"200.5", 401}, {"4e2", 800}, {"None", 15},   {"?", 15},
        {".5", 1},      {"0.0", 0},   {"0.50", 1},    {"99999999999999999999", 15},
    };
    expect_komi(CASES, sizeof CASES / sizeof CASES[0], false);
}

static void test_hundredths_and_stones(void **state)
{
    (void)state;
    static const KomiCase CASES[] = {
        {"200", 8},
        {"275", 11},
        {"325", 13},
        {"350", 14},
        {"375 hundredths", 15},
        {"-375", -15},
        {"550", 11},
        {"650", 13},
        {"700", 14},
        {"750", 15},
        {"1000", 20},
        {"3.75", 15},
        {"2.75", 11},
        {"3.25", 13},
        {"-3.75", -15},
        {"0.25", 1},
        {"3.7500", 15},
        {"375", 15},
        {"2 stones", 8},
        {"3.5 zi", 14},
    };
    expect_komi(CASES, sizeof CASES / sizeof CASES[0], false);
}

static void test_of_fox(void **state)
{
    (void)state;
    static const KomiCase CASES[] = {
        {"50", 1},   {"0", 0},    {"100", 2},  {"150", 3},  {"-50", -1}, {"25", 1},
        {"375", 15}, {"650", 13}, {"350", 14}, {"6.5", 13}, {"7", 14},   {"50.0", 100},
    };
    expect_komi(CASES, sizeof CASES / sizeof CASES[0], true);
}

static void test_commas_and_fractions(void **state)
{
    (void)state;
    static const KomiCase CASES[] = {
        {"7,5", 15},
        {"6,50", 13},
        {"-0,5", -1},
        {"3,75", 15},
        {"3 3/4", 15},
        {"2 3/4", 11},
        {"5 1/2", 11},
        {"6-1/2", 13},
        {"6+1/2", 13},
        {"1/2", 1},
        {"3 and 3/4", 15},
        {"-5 1/2", -11},
        {"1/0", 2},
        {"6\xbd", 13},
        {"6\xc2\xbd", 13},
        {"3\xbe", 15},
        {"3 \xc2\xbe points", 15},
    };
    expect_komi(CASES, sizeof CASES / sizeof CASES[0], false);
}

static void test_words(void **state)
{
    (void)state;
    static const KomiCase CASES[] = {
        {"six and a half", 13},
        {"Black gives 6.5", 13},
        {"half a point", 1},
        {"6 points and a half", 13},
        {"no komi", 0},
        {"Zero", 0},
        {"reverse komi 5.5", -11},
        {"komi: -5.5 points", -11},
        {"Komi 5.5 (was 4.5)", 11},
        {"nothing that we know", 15},
    };
    expect_komi(CASES, sizeof CASES / sizeof CASES[0], false);
}

static void test_words_of_the_far_east(void **state)
{
    (void)state;
    static const KomiCase CASES[] = {
        {"\xe9\xbb\x92"
         "6\xe7\x9b\xae\xe5\x8d\x8a",
         13}, // UTF-8
        {"\x8d\x95"
         "6\x96\xda\x94\xbc",
         13}, // Shift-JIS
        {"\xb9\xf5"
         "6\xcc\xdc\xc8\xbe",
         13}, // EUC-JP
        {"\xba\xda\xcc\xf9"
         "7\xc4\xbf\xb0\xeb",
         15}, // GBK
        {"\xb6\xc2\xb6K7\xa5\xd8\xa5"
         "b",
         15},                             // Big5
        {"6\xc1\xfd\xb9\xdd", 13},        // EUC-KR
        {"\xce\xe5\xc4\xbf\xb0\xeb", 11}, // in words, GBK
        {"\x82"
         "U.\x82T",
         13}, // wide figures, Shift-JIS
        {"\xef\xbc\x93\xe5\x8f\x88\xef\xbc\x93\xef\xbc\x8f\xef\xbc\x94\xe5\xad\x90",
         15},
        {"3\xd3\xd6"
         "3/4\xd7\xd3",
         15}, // stones, GBK
        {"2\xd7\xd3", 8},
        {"\xe4\xb8\x89\xe5\x8f\x88\xe5\x9b\x9b\xe5\x88\x86\xe4\xb9\x8b\xe4\xb8\x89",
         15},
        {"\xbd\xf0", 15}, // no half, but gold
    };
    expect_komi(CASES, sizeof CASES / sizeof CASES[0], false);
}

static void test_plain(void **state)
{
    (void)state;
    assert_true(sgf_komi_is_plain("6.5", 13));
    assert_true(sgf_komi_is_plain("-0.50", -1));
    assert_true(sgf_komi_is_plain("7", 14));
    assert_false(sgf_komi_is_plain("375", 15));
    assert_false(sgf_komi_is_plain("3.74", 7));
    assert_false(sgf_komi_is_plain("7,5", 15));
    assert_false(sgf_komi_is_plain("6.5 points", 13));
    assert_false(sgf_komi_is_plain("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_hundredths_and_stones),
        cmocka_unit_test(test_of_fox),  cmocka_unit_test(test_commas_and_fractions),
        cmocka_unit_test(test_words),   cmocka_unit_test(test_words_of_the_far_east),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

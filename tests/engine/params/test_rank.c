// SPDX-License-Identifier: MIT
//
// Ranks, as texts and as numbers.
#include "rank.h"

#include "picture.h"

static void check(const char *text, Rank wanted, const char *rest)
{
    Rank rank = RANK_UNKNOWN;
    assert_string_equal(rank_read(text, &rank), rest);
    assert_int_equal(rank, wanted);
}

static void test_ranks_are_read(void **state)
{
    (void)state;
    check("1d", RANK_1_DAN, "");
    check("9d", RANK_9_DAN, "");
    check("1k", RANK_1_KYU, "");
    check("2k", RANK_1_KYU - 1, "");
    check("30k", RANK_WEAKEST, "");
    check("1p", RANK_PROFESSIONAL, "");
    check("9p", RANK_PROFESSIONAL, "");
    check("5k_3d", -4, "_3d");
}

static void test_others_are_refused(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "",   "-",   "0d", "0p",  "10d", "10p", "k",     "5",
        "5x", "31k", "0k", "-5k", "+5k", " 5k", "c2550", "99999999999999999999k"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Rank rank = 3;
        assert_null(rank_read(TEXTS[i], &rank));
        assert_int_equal(rank, 3);
    }
}

static void write(Rank rank, char bytes[8])
{
    Text text = text_over(bytes, 8);
    rank_write(rank, &text);
}

static void test_written_ranks_are_read(void **state)
{
    (void)state;
    char written[8];
    for (Rank rank = RANK_WEAKEST; rank <= RANK_PROFESSIONAL; rank++) {
        write(rank, written);
        check(written, rank, "");
    }
    write(RANK_UNKNOWN, written);
    assert_string_equal(written, "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks_are_read),
        cmocka_unit_test(test_others_are_refused),
        cmocka_unit_test(test_written_ranks_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "sgf_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "text.h"

enum { SEEN_SIZE = 256 };

static bool note(void *context, const char *name, const char *value)
{
    text_printf(context, "%s=%s ", name, value);
    return true;
}

// Writes down what of the record is seen, and after that the error. False: there is
// one.
static bool scan_all(const char *record, size_t length, char seen[SEEN_SIZE])
{
    // A copy of exactly that length shows an address sanitizer any step too far.
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memmove(copy + 1, record, length);
    SgfScan scan = {.start = copy + 1, .at = copy + 1, .end = copy + 1 + length};
    for (int pass = 0; pass < 2; pass++) { // the same each time
        char bytes[SEEN_SIZE];
        Text text = text_over(bytes, sizeof bytes);
        scan.error = NULL;
        bool done = sgf_scan_begin(&scan) && sgf_scan_main_line(&scan, note, &text);
        assert_int_equal(done, scan.error == NULL);
        text_add(&text, done ? "" : scan.error);
        if (pass == 1)
            assert_string_equal(bytes, seen);
        memcpy(seen, bytes, sizeof bytes);
    }
    free(copy);
    return scan.error == NULL;
}

static void expect_seen(const char *record, const char *expected)
{
    char seen[SEEN_SIZE];
    scan_all(record, strlen(record), seen);
    assert_string_equal(seen, expected);
}

static void test_properties(void **state)
{
    (void)state;
    expect_seen("(;B[aa]C[ a\\]\\\\ ](;LB[a:b] [c])(;W[bb]))",
                "B=aa C=a]\\ LB=a:b LB=c ");
    expect_seen("(;Black[aa]wHiTe[bb]SiZe[9]B2[cc])", "B=aa HT=bb SZ=9 B2=cc ");
    expect_seen("(;PB[Jos\351]PW[\303\251]B[])", "PB=Jos\351 PW=\303\251 B= ");
    expect_seen("(;PB[\203\\];B[dd])", "PB=\203];B[dd ");
}

static void test_second_bytes_that_look_like_ascii(void **state)
{
    (void)state;
    static const char *const NAMES[] = {
        "Shift_JIS", "shift-jis", "SJIS",  "windows-31j", "CP932",    "Big5",   "BIG5",
        "big5hkscs", "GBK",       "cp936", "GB18030",     "gb-18030", "GB2312",
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char record[128], expected[SEEN_SIZE];
        snprintf(record, sizeof record, "(;CA[ %s ]PB[\203\\]PW[\340]\203]];B[dd])",
                 NAMES[i]);
        snprintf(expected, sizeof expected, "CA=%s PB=\203\\ PW=\340]\203] B=dd ",
                 NAMES[i]);
        expect_seen(record, expected);
    }
}

static void test_bytes_of_other_encodings(void **state)
{
    (void)state;
    static const char *const NAMES[] = {
        "UTF-8", "ISO-8859-1", "windows-1252", "EUC-JP", "EUC-KR", "big", "GBKK", ""};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char record[128], expected[SEEN_SIZE];
        snprintf(record, sizeof record, "(;CA[%s]PB[Jos\351]PW[\203\\]];B[dd])",
                 NAMES[i]);
        snprintf(expected, sizeof expected, "CA=%s PB=Jos\351 PW=\203] B=dd ",
                 NAMES[i]);
        expect_seen(record, expected);
    }
}

static void test_pairs_of_bytes(void **state)
{
    (void)state;
    // Katakana of one byte, and what only begins characters elsewhere.
    expect_seen("(;CA[SJIS]PB[\261\335]PW[\240]C[\375]B[])",
                "CA=SJIS PB=\261\335 PW=\240 C=\375 B= ");
    // Four bytes, and no bytes of pairs.
    expect_seen("(;CA[GB18030]PB[\2010\2010]PW[\200]C[\377]B[])",
                "CA=GB18030 PB=\2010\2010 PW=\200 C=\377 B= ");
    // Characters are escaped, not bytes: `]` after a pair, a pair, a pair with `]`.
    expect_seen("(;CA[GBK]C[\201\\\\]x]C[\\\201\\]C[\\\201]x]B[])",
                "CA=GBK C=\201\\]x C=\201\\ C=\201]x B= ");
    // From CA on, up to the next one.
    expect_seen("(;PB[\351]CA[GBK]PW[\351]]CA[UTF-8]C[\351]B[])",
                "PB=\351 CA=GBK PW=\351] CA=UTF-8 C=\351 B= ");
    expect_seen("(;CA[GBK]B[\201", "CA=GBK value without end");
    expect_seen("(;CA[GBK]B[\201]", "CA=GBK value without end");
    expect_seen("(;CA[GBK]B[\\\201", "CA=GBK value without end");
    expect_seen("(;CA[GBK]B[\201]\\", "CA=GBK value without end");
}

static void test_truncated_anywhere(void **state)
{
    (void)state;
    static const char RECORD[] =
        "(;CA[Big5]PB[\251\\ \\\244\\\\] \251]]\n;B[aa]C[\200\377])";
    char seen[SEEN_SIZE];
    for (size_t length = 0; length < sizeof RECORD - 1; length++)
        assert_false(scan_all(RECORD, length, seen));
    assert_true(scan_all(RECORD, sizeof RECORD - 1, seen));
    assert_string_equal(seen, "CA=Big5 PB=\251\\ \244\\] \251] B=aa C=\200\377 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_second_bytes_that_look_like_ascii),
        cmocka_unit_test(test_bytes_of_other_encodings),
        cmocka_unit_test(test_pairs_of_bytes),
        cmocka_unit_test(test_truncated_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "sgf_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sgf_guess.h"
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
    SgfScan scan = sgf_scan_of(copy + 1, length, NULL);
    sgf_guess_encoding(&scan);
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
                "B=aa C=a]\\ LB=a:b LB=c W=bb ");
    expect_seen("(;Black[aa]wHiPe[bb]SiZe[9]B2[cc])", "B=aa HP=bb SZ=9 B2=cc ");
    expect_seen("(;PB[Jos\351]PW[\303\251]B[])", "PB=Jos\351 PW=\303\251 B= ");
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
    expect_seen("(;CA[GBK]B[\201", "CA=GBK ");
    expect_seen("(;CA[GBK]B[\201]", "CA=GBK B=\201 ");
    expect_seen("(;CA[GBK]B[\\\201", "CA=GBK ");
    expect_seen("(;CA[GBK]B[\201]\\", "CA=GBK B=\201 ");
}

// What CA does not say, or says wrongly, is told by what makes sense of the rest.
static void test_encodings_that_ca_does_not_name(void **state)
{
    (void)state;
    // Shift-JIS, GBK and Big5 with second bytes of `\` and `]`.
    expect_seen("(;PB[\203\\];B[dd];W[ee])", "PB=\203\\ B=dd W=ee ");
    expect_seen("(;PB[\223]\203]]PW[\203\\]CA[x];B[dd])",
                "PB=\223]\203] PW=\203\\ CA=x B=dd ");
    expect_seen("(;PB[\275\360\225\\\277\241];B[dd])",
                "PB=\275\360\225\277\241 B=dd "); // the same in any of them
    expect_seen("(;PB[\306\323\210\255\212]];B[dd])", "PB=\306\323\210\255\212] B=dd ");
    expect_seen("(;CA[UTF-8]PB[\245\\\245]];B[dd])", "CA=UTF-8 PB=\245\\\245] B=dd ");
    // A `)` that looks like part of a text does not make the main line longer.
    expect_seen("(;PB[\300\321];B[dd](;W[ee]C[\300\321])(;W[ff];B[gg]))",
                "PB=\300\321 B=dd W=ee C=\300\321 ");
    // Bytes escaped, not characters, as MultiGo does.
    expect_seen("(;CA[big5]C[\245\273\246\\]\247{];B[dd])",
                "CA=big5 C=\245\273\246]\247{ B=dd ");
    expect_seen("(;CA[big5]C[\245\273\246\\]\247{]PB[\263\\];B[dd];W[ee])",
                "CA=big5 C=\245\273\246\\]\247{ PB=\263\\ B=dd W=ee ");
    // Latin-1 and its relatives, whatever CA says; UTF-8 that was GBK once, or is cut.
    expect_seen("(;PB[Jos\351]C[\223so\224];B[dd])", "PB=Jos\351 C=\223so\224 B=dd ");
    expect_seen("(;CA[GBK];B[dd]C[Jos\351];W[ee])", "CA=GBK B=dd C=Jos\351 W=ee ");
    expect_seen("(;CA[GBK]PB[\344\270\255];B[dd])", "CA=GBK PB=\344\270\255 B=dd ");
    expect_seen("(;PB[\344\270\255\345];B[dd])", "PB=\344\270\255\345 B=dd ");
    // A run between escape sequences, of ISO-2022-JP.
    expect_seen("(;PB[\033$B=\\]];\033(B];B[dd])", "PB=\033$B=\\]];\033(B B=dd ");
}

static void test_brackets_in_texts(void **state)
{
    (void)state;
    expect_seen("(;US[Matsuyama[3d]];B[dd])", "US=Matsuyama[3d] B=dd ");
    expect_seen("(;C[see [1] and [2], or ;-)] :(];B[dd];W[ee])",
                "C=see [1] and [2], or ;-)] :( B=dd W=ee ");
    expect_seen("(;B[ed]C[test \\[\\] 2 \\\\\\[\\\\]\n]\n\n;W[gd])",
                "B=ed C=test [] 2 \\[\\] W=gd ");
    expect_seen("(;C[A [x]; then B[cc] is good];B[dd])",
                "C=A [x]; then B[cc] is good B=dd ");
    expect_seen("(;C[x];B[dd]C[y] ;W[ee](;B[ff]C[z])(;B[gg]))",
                "C=x B=dd C=y W=ee B=ff C=z ");
    // A move is not swallowed by what comes before it, nor its value longer for a `]`.
    expect_seen("(;SZ[9]C[x] 12 -- ;B[dd];W[ee]])", "SZ=9 C=x B=dd W=ee ");
    expect_seen("(;SZ[9]C[x]---;B[dd]--;W[ee]--\n;B[ff])", "SZ=9 C=x B=dd W=ee B=ff ");
}

static void test_what_is_no_property(void **state)
{
    (void)state;
    expect_seen("(;SZ[9]-;B[dd] . W[ee]\n* AB[aa],[bb])", "SZ=9 B=dd W=ee AB=aa ");
    expect_seen("(;SZ[9]B;W[ee]7[x]C[y])", "SZ=9 W=ee C=y ");
    expect_seen("(;SZ[9]\357\273\277;B[dd])", "SZ=9 B=dd ");
}

static void test_property_names(void **state)
{
    (void)state;
    expect_seen("(;gm[1]sz[9];b[dd];w[ee])", "GM=1 SZ=9 B=dd W=ee ");
    expect_seen("(;Size[9]KOMI[5]Add_Black[aa];BLACK[dd];white[ee])",
                "SZ=9 KM=5 AB=aa B=dd W=ee ");
    expect_seen("(;KGS_X[a]_B[b]B_[c]MULTIGOGM[1];b2[d]CoPyright[e])",
                "KGS_X=a _B=b B_=c MULTIGOGM=1 B2=d CP=e ");
}

static void test_where_a_record_begins(void **state)
{
    (void)state;
    expect_seen("(\nTE[a (b)]\nRD[c]\n;B[dd];W[ee])", "TE=a (b) RD=c B=dd W=ee ");
    expect_seen("(B[dd];W[ee])", "B=dd W=ee ");
    expect_seen("(SZ[9](;B[dd])(;B[ee]))", "SZ=9 B=dd ");
    expect_seen("Words (GMT) [x] (;SZ[9];B[dd])", "SZ=9 B=dd ");
    expect_seen("\357\273\277;SZ[9];B[dd];W[ee]", "SZ=9 B=dd W=ee ");
    expect_seen("x;SZ[9];B[dd]", "no game record");
    expect_seen("(A[i];", "A=i ");
}

static void test_variations_without_moves(void **state)
{
    (void)state;
    expect_seen("(;SZ[9](;C[x])(;C[y];B[dd](;C[z])()(;W[ee]))(;B[ff]))",
                "SZ=9 C=x C=y B=dd C=z W=ee ");
    expect_seen("(;SZ[9]()((;C[x]))(;B[dd]))", "SZ=9 C=x B=dd ");
    expect_seen("(;SZ[9](;AB[aa])(;B[dd]))", "SZ=9 AB=aa ");
    expect_seen("(;SZ[9](;C[x]))(;B[dd])", "SZ=9 C=x ");
    expect_seen("(;SZ[9]);B[dd];W[ee])", "SZ=9 B=dd W=ee ");
    expect_seen("(;SZ[9];B[dd]);W[ee])", "SZ=9 B=dd ");
}

static void test_truncated_anywhere(void **state)
{
    (void)state;
    static const char RECORD[] =
        "(;CA[Big5]PB[\251\\ \\\244\\\\] \251]]\n;B[aa]C[\200\377])";
    char seen[SEEN_SIZE];
    for (size_t length = 0; length < sizeof RECORD - 1; length++)
        scan_all(RECORD, length, seen);
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
        cmocka_unit_test(test_encodings_that_ca_does_not_name),
        cmocka_unit_test(test_brackets_in_texts),
        cmocka_unit_test(test_what_is_no_property),
        cmocka_unit_test(test_property_names),
        cmocka_unit_test(test_where_a_record_begins),
        cmocka_unit_test(test_variations_without_moves),
        cmocka_unit_test(test_truncated_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

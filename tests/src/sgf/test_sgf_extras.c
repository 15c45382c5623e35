// SPDX-License-Identifier: MIT
#include "sgf_extras.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sgf_guess.h"

static SgfExtras extras_of(const char *record)
{
    SgfScan scan = sgf_scan_of(record, strlen(record), NULL);
    sgf_guess_encoding(&scan);
    return sgf_extras_find(&scan);
}

static void test_a_bare_main_line_is_all(void **state)
{
    (void)state;
    assert_false(extras_of("(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[9]KM[0.5]RU[Chinese]"
                           "HA[2]RE[W+3.5]AB[cc][gg]\nPL[W];W[ee];B[];AE[ee])\n")
                     .has_more);
    assert_false(extras_of("words before ( ;GM[1](;B[aa](;W[bb])))").has_more);
    assert_false(extras_of("(;GaMe[1]SiZe[9];Black[aa];White[bb])").has_more);
}

static void test_there_is_more(void **state)
{
    (void)state;
    assert_true(extras_of("(;GM[1]PB[Shusaku];B[aa])").has_more);
    assert_true(extras_of("(;GM[1];B[aa]C[a \\] b ( ) ; B])").has_more);
    assert_true(extras_of("(;GM[1];B[aa](;W[bb])(;W[cc]))").has_more);
    assert_true(extras_of("(;GM[1];B[aa])\n(;GM[1];B[bb])").has_more);
    assert_true(extras_of("(;GM[1];B[aa]LB[aa:1][bb:2])").has_more);
    // The second byte of a character may be that of a bracket.
    assert_true(extras_of("(;GM[1]RU[\xa5"
                          "]C[x];B[aa])")
                    .has_more);
    assert_false(extras_of("(;CA[Big5]GM[1]RU[\xa5"
                           "]C[x];B[aa])")
                     .has_more);
}

static void test_who_has_resigned(void **state)
{
    (void)state;
    assert_int_equal(extras_of("(;RE[W+R];B[aa])").resigned, BLACK);
    assert_int_equal(extras_of("(;GM[1]RE[B+Resign];B[aa])").resigned, WHITE);
    static const struct {
        const char *result;
        Color loser;
    } CASES[] = {
        {"b+r", WHITE},
        {"W+Res.", BLACK},
        {"White+R", BLACK},
        {"Black wins by resignation", WHITE},
        {"Black resigns", BLACK},
        {"white resigned", WHITE},
        {"\xe9\xbb\x91\xe4\xb8\xad\xe7\x9b\x98\xe8\x83\x9c", WHITE},      // UTF-8
        {"\xb0\xd7\xd6\xd0\xc5\xcc\xca\xa4", BLACK},                      // GBK
        {"257, \x8d\x95\x92\x86\x89\x9f\x82\xb5\x8f\x9f\x82\xbf", WHITE}, // Shift-JIS
        {"\xb9\xe9 \xba\xd2\xb0\xe8\xbd\xc2", BLACK},                     // EUC-KR
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char record[64];
        snprintf(record, sizeof record, "(;RE[%s];B[aa])", CASES[i].result);
        assert_int_equal(extras_of(record).resigned, CASES[i].loser);
    }
    static const char *const OTHERS[] = {"(;RE[W+3.5])",
                                         "(;RE[W+])",
                                         "(;RE[Void])",
                                         "(;RE[W+T])",
                                         "(;RE[0])",
                                         "(;C[W+R])",
                                         "(;RE[R])",
                                         "(;RE[)",
                                         "(;B[aa])",
                                         "",
                                         "(;GM[1])(;RE[B+R])",
                                         "(;RE[x+R])",
                                         "(;C[RE[W+R])",
                                         "(;RE[Black])",
                                         "(;RE[Black or White resigns])",
                                         "(;RE[B+])"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        assert_int_equal(extras_of(OTHERS[i]).resigned, EMPTY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bare_main_line_is_all),
        cmocka_unit_test(test_there_is_more),
        cmocka_unit_test(test_who_has_resigned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

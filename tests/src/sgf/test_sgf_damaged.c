// SPDX-License-Identifier: MIT
//
// Records that are malformed, truncated, damaged or too long: read as far as they mean
// something, or refused with a reason, and without a change of the game.
#include "sgf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"
#include "sgf_turns.h"

// A record with everything that the reader must step over or understand.
static const char SAMPLE[] =
    "From a letter (of 1998).\r\n"
    "( ;FF[4] GM[1]\rAB[ca] [ba:bb]\nAW[ec]SZ[5]\r\n"
    "C[a \\] and a \\\\]KoMi[ 5.5 ]\tHA[3]RU[new \\zealand]PB[(;)]\n"
    ";White[cc];B[tt](;W[]C[first]\n;B[dd]AE[ba:ca]AW[aa]PL[B]\n"
    "(;B[ee];W[ea])(;B[ed])\n)(;W[ab];B[ac]))(;SZ[9])";

static Game new_game(void)
{
    Game game;
    assert_true(game_init(&game, rules_find("cgos"), 15, 7, 7));
    assert_int_equal(game_play(&game, BLACK, point_at(3, 4)), MOVE_OK);
    return game;
}

static const char NOT_A_POINT[] = "cannot set up: not a point of the board";

// Reads what must fail, with these words, and leave the game alone.
static void expect_error(const char *record, size_t length, const char *text, int line)
{
    Game game = new_game();
    Game before = game;
    SgfReport report;
    // A copy of exactly that length shows an address sanitizer any step too far.
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memmove(copy + 1, record, length);
    bool read = sgf_read(&game, copy + 1, length, 0, &report);
    free(copy);
    assert_false(read);
    assert_string_equal(report.error.text, text);
    assert_int_equal(report.error.line, line);
    assert_int_equal(report.error.trouble, 0);
    assert_memory_equal(&game, &before, sizeof game);
    game_free(&game);
}

static void test_malformed(void **state)
{
    (void)state;
    static const struct {
        const char *record, *error;
        int line;
    } CASES[] = {
        {"", "no game record", 1},
        {"\n\r\n\rGIF89a", "no game record", 4},
        {"(B[aa])", "no game record", 1},
        {"for (A[i] = 0; i < 3; i++) B[i] = 3;", "no game record", 1},
        {"(TE[a title]\nRD[a date])", "no game record", 2},
        {"()\n(;a b", "no game record", 2},
        {"(;\n7[aa])", "no game record", 2},
        {"for (;i < 3; i++)", "no game record", 1},
        {"(;\r\nSZ[9]B[aa\n)", "cut off before the first move", 3},
        {"(;C[\\", "no game record", 1},
        {"(;SZ[9]C[\\]", "cut off before the first move", 1},
        {"(;SZ[9]B", "cut off before the first move", 1},
        {"(;SZ[9]AB[cc][gg][c", "cut off before the first move", 1},
        {"(;SZ[9]AB[cc][gg]C[x", "cut off before the first move", 1},
        {"(;SZ[9];C[x", "cut off before the first move", 1},
        {"(;GM[4])", "not a game of Go", 1},
        {"(;GM[02])", "not a game of Go", 1},
        {"(;GM[Chess])", "not a game of Go", 1},
        {"(;SZ[0])", "unacceptable size: boards are up to 19x19", 1},
        {"(;SZ[20])", "unacceptable size: boards are up to 19x19", 1},
        {"(;SZ[9:20])", "unacceptable size: boards are up to 19x19", 1},
        {"(;SZ[9:])", "unacceptable size: boards are up to 19x19", 1},
        {"(;SZ[-9])", "unacceptable size: boards are up to 19x19", 1},
        {"(;SZ[4294967305])", "unacceptable size: boards are up to 19x19", 1},
        {"(;SZ[9]\n;B[ij])", "move off the board", 2},
        {"(;SZ[9];B[Aa])", "move off the board", 1},
        {"(;SZ[9];B[a])", "move off the board", 1},
        {"(;SZ[9];B[aaa])", "move off the board", 1},
        {"(;SZ[9];B[aundefined])", "move off the board", 1},
        {"(;SZ[9];B[K1])", "move off the board", 1},
        {"(;SZ[9];B[I5])", "move off the board", 1},
        {"(;SZ[9]AB[ja])", NOT_A_POINT, 1},
        {"(;SZ[9]AE[aa:aj])", NOT_A_POINT, 1},
        {"(;SZ[9]AW[a])", NOT_A_POINT, 1},
        {"(;SZ[9]AW[aabbb])", NOT_A_POINT, 1},
        {"(;SZ[2]AB[aa:bb])", "cannot set up: a chain has no liberty", 1},
        {"(;SZ[5]AB[aa]AW[ab:bb][ba];W[ee])", "cannot set up: a chain has no liberty",
         1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        expect_error(CASES[i].record, strlen(CASES[i].record), CASES[i].error,
                     CASES[i].line);
}

// Is the history of one game how that of the other began?
static bool is_beginning(const History *part, const History *whole)
{
    for (uint32_t i = 0; i < part->length && i < whole->length; i++)
        if (part->entries[i].hash != whole->entries[i].hash)
            return false;
    return part->length <= whole->length;
}

static void test_truncated_anywhere(void **state)
{
    (void)state;
    const char *end = strstr(SAMPLE, ")(;B[ed]"); // of the main line
    size_t complete = (size_t)(end - SAMPLE) + 1;
    // Between the properties of the first node the size may be missing.
    size_t in_first_node = (size_t)(strstr(SAMPLE, ";White") - SAMPLE);
    Game whole = new_game();
    SgfReport report;
    int read = 0;
    assert_true(sgf_read(&whole, SAMPLE, sizeof SAMPLE, 0, &report));
    for (size_t length = 0; length <= sizeof SAMPLE; length++) {
        Game game = new_game();
        Game before = game;
        if (sgf_read(&game, SAMPLE, length, 0, &report)) {
            read++;
            if (length > in_first_node)
                assert_true(is_beginning(&game.history, &whole.history));
            const SgfRemark *remarks = report.remarks.of;
            assert_int_equal(remarks[SGF_CUT_OFF].line > 0 ||
                                 remarks[SGF_NO_END].line > 0,
                             length < complete);
        } else {
            assert_true(length < complete);
            assert_memory_equal(&game, &before, sizeof game);
        }
        game_free(&game);
    }
    assert_true(read > 100);
    game_free(&whole);
}

// Any bytes are read or refused, and what is read is sound.
static void test_damaged_records(void **state)
{
    (void)state;
    static const char BYTES[] = "[]();:\\ABWELPZS19abet \n\0\xff";
    Rng rng = rng_seeded(7, 0);
    int read = 0, refused = 0;
    for (int trial = 0; trial < 20000; trial++) {
        char record[sizeof SAMPLE];
        memcpy(record, SAMPLE, sizeof record);
        for (uint32_t i = rng_below(&rng, 4); i < 4; i++)
            record[rng_below(&rng, sizeof record)] =
                BYTES[rng_below(&rng, sizeof BYTES)];
        Game game = new_game();
        Game before = game;
        SgfReport report;
        if (sgf_read(&game, record, sizeof record, 0, &report)) {
            read++;
            assert_true(position_is_sound(&game.position));
        } else {
            refused++;
            assert_memory_equal(&game, &before, sizeof game);
        }
        game_free(&game);
    }
    assert_true(read > 1000 && refused > 1000);
}

static void test_limits(void **state)
{
    (void)state;
    size_t size = (size_t)SGF_BYTES_MAX + 1;
    char *record = malloc(size);
    assert_non_null(record);
    memset(record, ' ', size);
    memcpy(record, "(;SZ[9]B[cc]", 12);
    record[size - 2] = ')';
    expect_error(record, size, "record too long", 1);
    Game game = new_game();
    SgfReport report;
    assert_true(sgf_read(&game, record, size - 1, 0, &report));
    game_free(&game);
    for (size_t i = 0; i < SGF_MOVES_MAX; i++)
        memcpy(record + 12 + 4 * i, ";B[]", 4);
    expect_error(record, size - 1, "too many moves", 1);
    memcpy(record + 12, "    ", 4);
    game = new_game();
    assert_true(sgf_read(&game, record, size - 1, 0, &report));
    assert_int_equal(game.move_count, SGF_MOVES_MAX);
    game_free(&game);
    free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_truncated_anywhere),
        cmocka_unit_test(test_damaged_records),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

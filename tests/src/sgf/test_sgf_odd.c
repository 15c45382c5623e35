// SPDX-License-Identifier: MIT
//
// Records that mean something, however they are spelled: what is read, and what is said
// about it.
#include "sgf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LISTING_SIZE = 512 };

static Game new_game(void)
{
    Game game;
    assert_true(game_init(&game, rules_find("cgos"), 15, 7, 7));
    return game;
}

// The stones of a player as GTP vertices, from the lower left on.
static void list_stones(const Game *game, Color player, Text *text)
{
    const Bitboard *stones = &game->position.stones[player];
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p)) {
        char vertex[VERTEX_SIZE];
        point_to_vertex(p, vertex);
        text_printf(text, " %s", vertex);
    }
}

// Board, player to move and number of moves, such as `9x9 b C3 w D4 E5 turn b moves 1`.
static void describe(const Game *game, Text *text)
{
    const Position *pos = &game->position;
    text_printf(text, "%dx%d b", pos->columns, pos->rows);
    list_stones(game, BLACK, text);
    text_add(text, " w");
    list_stones(game, WHITE, text);
    text_printf(text, " turn %c moves %d", pos->to_play == BLACK ? 'b' : 'w',
                game->move_count);
}

static void expect_remark(const SgfReport *report, SgfOddity expected, const char *said)
{
    for (int i = 0; i < SGF_ODDITIES; i++) {
        char bytes[2 * SGF_REMARK_SIZE];
        Text text = text_over(bytes, sizeof bytes);
        bool is_there = sgf_remark_write(&report->remarks, (SgfOddity)i, &text);
        if (is_there != (i == (int)expected))
            fail_msg("remark %d, expected %d: %s", i, expected, bytes);
        if (is_there && said != NULL)
            assert_string_equal(bytes, said);
    }
}

typedef struct OddCase {
    const char *record, *game;
    SgfOddity oddity; // the only one; SGF_ODDITIES: none
    const char *said; // NULL: whatever
} OddCase;

static void expect_cases(const OddCase *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char bytes[LISTING_SIZE];
        Text text = text_over(bytes, sizeof bytes);
        Game game = new_game();
        SgfReport report;
        if (!sgf_read(&game, cases[i].record, strlen(cases[i].record), 0, &report))
            fail_msg("%s: %s", cases[i].record, report.error.text);
        assert_true(position_is_sound(&game.position));
        describe(&game, &text);
        assert_string_equal(bytes, cases[i].game);
        expect_remark(&report, cases[i].oddity, cases[i].said);
        game_free(&game);
    }
}

static void test_player_to_move(void **state)
{
    (void)state;
    static const OddCase CASES[] = {
        {"(;SZ[9]AB[cc]PL[2])", "9x9 b C7 w turn w moves 0", SGF_PLAYER,
         "line 1: PL[2] is read as white"},
        {"(;SZ[9]AW[cc]\nPL[1])", "9x9 b w C7 turn b moves 0", SGF_PLAYER,
         "line 2: PL[1] is read as black"},
        {"(;SZ[9]AB[cc]PL[White to play])", "9x9 b C7 w turn w moves 0", SGF_PLAYER,
         NULL},
        {"(;SZ[9]PL[X];B[ee];W[fe])", "9x9 b E5 w F5 turn b moves 2", SGF_PLAYER,
         "line 1: PL[X] names no player: the next move does"},
        {"(;SZ[9]AB[cc]PL[\x1b[2J];W[ee])", "9x9 b C7 w E5 turn b moves 1", SGF_PLAYER,
         "line 1: PL[?[2J] names no player: the next move does"},
        {"(;SZ[9]PL[];W[ee];B[fe])", "9x9 b F5 w E5 turn w moves 2", SGF_EMPTY_VALUE,
         "line 1: PL[] is empty; it is ignored"},
        {"(;SZ[9]AB[cc]PL[b])", "9x9 b C7 w turn b moves 0", SGF_ODDITIES, NULL},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

static void test_size_and_game(void **state)
{
    (void)state;
    static const OddCase CASES[] = {
        {"(;SZ[];B[pd])", "19x19 b Q16 w turn w moves 1", SGF_EMPTY_VALUE, NULL},
        {"(;SZ[?];B[pd])", "19x19 b Q16 w turn w moves 1", SGF_SIZE,
         "line 1: SZ[?] is not a size; 19 is used"},
        {"(;SZ[9x9];B[cc])", "9x9 b C7 w turn w moves 1", SGF_SIZE,
         "line 1: SZ[9x9] is read as 9x9"},
        {"(;SZ[13 X 9];B[cc])", "13x9 b C7 w turn w moves 1", SGF_SIZE, NULL},
        {"(;SZ[9 lines];B[cc])", "9x9 b C7 w turn w moves 1", SGF_SIZE, NULL},
        {"(;SZ[9.0];B[cc])", "9x9 b C7 w turn w moves 1", SGF_SIZE, NULL},
        {"(;SZ[][9];B[cc];SZ[19])", "9x9 b C7 w turn w moves 1", SGF_EMPTY_VALUE, NULL},
        {"(;SZ[9]GM[];B[cc])", "9x9 b C7 w turn w moves 1", SGF_EMPTY_VALUE, NULL},
        {"(;SZ[9]GM[Go];B[cc])", "9x9 b C7 w turn w moves 1", SGF_GAME,
         "line 1: GM[Go] is read as Go"},
        {"(;SZ[9]GM[01];B[cc])", "9x9 b C7 w turn w moves 1", SGF_GAME, NULL},
        {"(;SZ[9]GM[0];B[cc])", "9x9 b C7 w turn w moves 1", SGF_GAME, NULL},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

static void test_moves(void **state)
{
    (void)state;
    static const OddCase CASES[] = {
        {"(;SZ[9];B[D4];W[g3])", "9x9 b D4 w G3 turn b moves 2", SGF_POINT,
         "line 1: [D4] is not a point in SGF's letters: read as D4"},
        {"(;SZ[19];B[Q16];W[T19])", "19x19 b Q16 w T19 turn b moves 2", SGF_POINT,
         NULL},
        {"(;SZ[9];B[CC];W[gg])", "9x9 b C7 w G3 turn b moves 2", SGF_POINT, NULL},
        {"(;SZ[9];B[cc];W[PASS])", "9x9 b C7 w turn b moves 2", SGF_POINT,
         "line 1: [PASS] is not a point in SGF's letters: read as pass"},
        {"(;SZ[9];B[cc];W[jj])", "9x9 b C7 w turn b moves 2", SGF_POINT, NULL},
        {"(;SZ[9:13];B[cc];W[jn])", "9x13 b C11 w turn b moves 2", SGF_POINT, NULL},
        {"(;SZ[9];B[cc];W[``])", "9x9 b C7 w turn b moves 2", SGF_POINT, NULL},
        {"(;SZ[9];B[cc];W[  ];B[tt])", "9x9 b C7 w turn w moves 3", SGF_ODDITIES, NULL},
        {"(;SZ[9];B[cc];W[Resign])", "9x9 b C7 w turn w moves 1", SGF_RESIGNATION,
         NULL},
        {"(;SZ[9]AB[C3]AW[aa:b8])", "9x9 b C3 w A8 B8 A9 B9 turn b moves 0", SGF_POINT,
         NULL},
        {"(;SZ[9]AB[tt][cc])", "9x9 b C7 w turn b moves 0", SGF_POINT,
         "line 1: [tt] sets no stone"},
        {"(;SZ[9]AB[][cc])", "9x9 b C7 w turn b moves 0", SGF_ODDITIES, NULL},
        {"(;SZ[9];B[cc];W[TT])", "9x9 b C7 w turn b moves 2", SGF_POINT, NULL},
        {"(;SZ[9]AB[dd:cc])", "9x9 b C6 D6 C7 D7 w turn b moves 0", SGF_RECTANGLE,
         NULL},
        {"(;SZ[9]AB[dc:cd])", "9x9 b C6 D6 C7 D7 w turn b moves 0", SGF_RECTANGLE,
         NULL},
        // FF[4]: whatever was there before.
        {"(;SZ[9];B[cc];W[gg]\n;B[gg])", "9x9 b G3 C7 w turn w moves 1", SGF_ON_A_STONE,
         "line 2: move 3 is onto a stone, which it replaces"},
        {"(;SZ[9]AB[cc];B[cc];W[gg])", "9x9 b C7 w G3 turn b moves 2", SGF_ON_A_STONE,
         NULL},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

static void test_structure(void **state)
{
    (void)state;
    static const OddCase CASES[] = {
        {"(\nSZ[9]\n;B[cc];W[gg])", "9x9 b C7 w G3 turn b moves 2", SGF_NO_SEMICOLON,
         NULL},
        {"(;SZ[9];B[cc]\n---\n;W[gg]-;B[gc])", "9x9 b C7 G7 w G3 turn w moves 3",
         SGF_JUNK, "line 2: `---` is not a property; it is ignored"},
        {"(;SZ[9]KGS_X[1];B[cc]_w[gg])", "9x9 b C7 w turn w moves 1", SGF_PROPERTY_NAME,
         "line 1: `KGS_X` is not a usual property name"},
        {"(;sz[9];b[cc];w[gg])", "9x9 b C7 w G3 turn b moves 2", SGF_PROPERTY_NAME,
         NULL},
        {"(;SZ[9]C[a [b] c];B[cc];W[gg])", "9x9 b C7 w G3 turn b moves 2",
         SGF_BARE_BRACKET, NULL},
        {"(;SZ[9];B[cc];W[gg]", "9x9 b C7 w G3 turn b moves 2", SGF_NO_END, NULL},
        {"(;SZ[9];B[cc]\n;W[gg", "9x9 b C7 w turn w moves 1", SGF_CUT_OFF,
         "line 2: the record is cut off here; everything before is read"},
        {"(;SZ[9];B[cc];AB[gg][hh", "9x9 b C7 w turn w moves 1", SGF_CUT_OFF, NULL},
        {"(;SZ[9];B[cc];AB[gg][hh]", "9x9 b C7 w turn w moves 1", SGF_NO_END, NULL},
        {"(;SZ[9]AB[gg]", "9x9 b G3 w turn b moves 0", SGF_NO_END, NULL},
        {"(;SZ[9]AB[gg]PL[W];C[x]", "9x9 b G3 w turn w moves 0", SGF_NO_END, NULL},
        {"(;SZ[9]AB[gg];AW[cc]C[x", "9x9 b G3 w turn b moves 0", SGF_CUT_OFF, NULL},
        {"(;SZ[9]AB[gg]B[cc]AW[gc]", "9x9 b G3 C7 w G7 turn w moves 0", SGF_NO_END,
         NULL},
        {"(;SZ[9](;C[x])(;B[cc];W[gg]))", "9x9 b C7 w G3 turn b moves 2",
         SGF_EMPTY_VARIATION, NULL},
        {"(;SZ[9]);B[cc];W[gg])", "9x9 b C7 w G3 turn b moves 2", SGF_AFTER_THE_END,
         NULL},
        {"(;SZ[9];B[cc]);W[gg])", "9x9 b C7 w turn w moves 1", SGF_AFTER_THE_END, NULL},
        {"\xef\xbb\xbf(;SZ[9];B[cc])", "9x9 b C7 w turn w moves 1", SGF_ODDITIES, NULL},
        {"(;SZ[9]PB[\x83\\];B[cc])", "9x9 b C7 w turn w moves 1", SGF_TWO_BYTES,
         "line 1: text is read as Shift-JIS, GBK or Big5; CA does not name it"},
        {"(;SZ[9]PB[Jos\xe9];B[cc])", "9x9 b C7 w turn w moves 1", SGF_ODDITIES, NULL},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

static void test_handicap(void **state)
{
    (void)state;
    static const OddCase CASES[] = {
        {"(;SZ[9]HA[2];W[ee])", "9x9 b C3 G7 w E5 turn b moves 1", SGF_HANDICAP, NULL},
        {"(;SZ[9]HA[2];W[cg];B[ee])", "9x9 b E5 w C3 turn w moves 2", SGF_HANDICAP,
         NULL},
        {"(;SZ[9]HA[2];B[cc];B[gg];W[ee])", "9x9 b G3 C7 w E5 turn b moves 3",
         SGF_ODDITIES, NULL},
        {"(;SZ[6]HA[2];W[cc])", "6x6 b w C4 turn b moves 1", SGF_HANDICAP, NULL},
        {"(;SZ[9]HD[2]AB[cc][gg];W[ee])", "9x9 b G3 C7 w E5 turn b moves 1",
         SGF_ODDITIES, NULL},
        {"(;SZ[9]HA[];W[ee])", "9x9 b w E5 turn b moves 1", SGF_EMPTY_VALUE, NULL},
        {"(;SZ[9]HA[even];W[ee])", "9x9 b w E5 turn b moves 1", SGF_HANDICAP,
         "line 1: HA[even] is read as 0 stones"},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

static void test_stones_of_a_handicap_and_the_way_to_it(void **state)
{
    (void)state;
    static const char RECORD[] = "(;SZ[9]HA[2];W[ee];B[ef];W[gc])";
    Game game = new_game();
    SgfReport report;
    assert_true(sgf_read(&game, RECORD, sizeof RECORD - 1, 2, &report));
    assert_int_equal(bitboard_count(&game.position.stones[BLACK]), 0);
    assert_true(sgf_read(&game, RECORD, sizeof RECORD - 9, 1, &report));
    assert_int_equal(bitboard_count(&game.position.stones[BLACK]), 2);
    assert_int_equal(game.handicap, 2);
    assert_int_equal(game.position.to_play, WHITE);
    game_free(&game);
}

static void test_komi(void **state)
{
    (void)state;
    static const struct {
        const char *record;
        int komi;
        SgfOddity oddity;
        const char *said;
    } CASES[] = {
        {"(;KM[6.5])", 13, SGF_ODDITIES, NULL},
        {"(;KM[375])", 15, SGF_KOMI, "line 1: KM[375] is read as komi 7.5"},
        {"(;KM[50]AP[foxwq])", 1, SGF_KOMI, NULL},
        {"(;KM[50])", 100, SGF_ODDITIES, NULL},
        {"(;\nKM[7,5])", 15, SGF_KOMI, "line 2: KM[7,5] is read as komi 7.5"},
        {"(;KM[what])", 15, SGF_KOMI, "line 1: KM[what] is not a komi; komi stays 7.5"},
        {"(;KM[5000])", 100, SGF_KOMI, NULL},
        {"(;KM[])", 15, SGF_EMPTY_VALUE, NULL},
        {"(;KM[][5.5];KM[3])", 11, SGF_EMPTY_VALUE, NULL},
        {"(;KO[\x8d\x95"
         "6\x96\xda\x94\xbc])",
         13, SGF_KOMI, "line 1: KO[?6?] is read as komi 6.5"},
        {"(;KO[4.5]KM[6.5])", 13, SGF_ODDITIES, NULL},
        {"(;KM[5.5];B[cc]KO[1])", 11, SGF_ODDITIES, NULL},
        {"(;B[cc]KO[1])", 15, SGF_ODDITIES, NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = new_game();
        SgfReport report;
        const char *record = CASES[i].record;
        assert_true(sgf_read(&game, record, strlen(record), 0, &report));
        assert_int_equal(game.komi, CASES[i].komi);
        expect_remark(&report, CASES[i].oddity, CASES[i].said);
        game_free(&game);
    }
}

// Makes UTF-16 of ASCII, with or without a mark, to be freed.
static char *widen(const char *record, bool is_little, bool has_mark, size_t *length)
{
    size_t count = strlen(record);
    char *wide = malloc(2 * count + 2), *to = wide;
    assert_non_null(wide);
    if (has_mark) {
        *to++ = is_little ? '\xff' : '\xfe';
        *to++ = is_little ? '\xfe' : '\xff';
    }
    for (size_t i = 0; i < count; i++) {
        *to++ = is_little ? record[i] : '\0';
        *to++ = is_little ? '\0' : record[i];
    }
    *length = (size_t)(to - wide);
    return wide;
}

static void test_utf16(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        size_t length;
        char *wide = widen("(;SZ[9];B[cc]\n;W[gg])", i % 2, i / 2, &length);
        Game game = new_game();
        SgfReport report;
        assert_true(sgf_read(&game, wide, length, 0, &report));
        assert_int_equal(game.move_count, 2);
        expect_remark(&report, SGF_UTF16, NULL);
        game_free(&game);
        free(wide);
    }
}

static void test_utf16_of_other_characters(void **state)
{
    (void)state;
    // U+534A, a half; a pair of surrogates, one alone; and an odd byte at the end.
    static const char RECORD[] = "\xff\xfe(\0;\0K\0M\0[\0"
                                 "6\0\x4a\x53]\0C\0[\0\x3d\xd8\x00\xde"
                                 "\x3d\xd8]\0;\0B\0[\0p\0d\0]\0)\0x";
    Game game = new_game();
    SgfReport report;
    assert_true(sgf_read(&game, RECORD, sizeof RECORD - 1, 0, &report));
    assert_int_equal(game.komi, 13);
    assert_int_equal(game.move_count, 1);
    assert_true(report.extras.has_more);
    game_free(&game);
}

static void test_who_resigned_by_a_move(void **state)
{
    (void)state;
    static const char RECORD[] = "(;SZ[9];B[cc];W[resign])";
    Game game = new_game();
    SgfReport report;
    assert_true(sgf_read(&game, RECORD, sizeof RECORD - 1, 0, &report));
    assert_int_equal(report.extras.resigned, WHITE);
    game_free(&game);
}

// Records made to be slow: of brackets, beginnings and lines, each looked at again and
// again.
static void test_no_record_takes_long(void **state)
{
    (void)state;
    static const char *const PIECES[] = {
        "(A[",   "]A[x", "[]",  "(;C[",    ";B[",       "]x;B[d", "\x1b$x",
        "\x81]", "(",    "]\n", ";A[x]y]", "(;",        "()",     ")(",
        "]   ",  "-]-",  "b ",  "\\]",     "C[\x81\\]",
    };
    enum { BYTES = 1 << 18 };
    char *record = malloc(BYTES);
    assert_non_null(record);
    for (size_t i = 0; i < sizeof PIECES / sizeof PIECES[0]; i++) {
        for (int head = 0; head < 2; head++) {
            const char *begin = head ? "(;SZ[9];B[cc]C[" : "";
            size_t length = strlen(begin), piece = strlen(PIECES[i]);
            memcpy(record, begin, length);
            for (; length + piece <= BYTES; length += piece)
                memcpy(record + length, PIECES[i], piece);
            Game game = new_game();
            SgfReport report;
            sgf_read(&game, record, length, 0, &report);
            game_free(&game);
        }
    }
    free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_player_to_move),
        cmocka_unit_test(test_size_and_game),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_handicap),
        cmocka_unit_test(test_stones_of_a_handicap_and_the_way_to_it),
        cmocka_unit_test(test_komi),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_utf16_of_other_characters),
        cmocka_unit_test(test_who_resigned_by_a_move),
        cmocka_unit_test(test_no_record_takes_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

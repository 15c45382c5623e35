// SPDX-License-Identifier: MIT
#include "sgf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "diagram.h"

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

// Reads a text into a game that must be freed; it must be well-formed.
static Game read_until(const char *record, int before_move)
{
    Game game = new_game();
    SgfReport report;
    if (!sgf_read(&game, record, strlen(record), before_move, &report))
        fail_msg("line %d: %s", report.error.line, report.error.text);
    assert_true(position_is_sound(&game.position));
    return game;
}

static Game read_all(const char *record)
{
    return read_until(record, 0);
}

static void expect_board(const Game *game, const char *picture)
{
    char actual_bytes[1024], expected_bytes[1024];
    Text actual = text_over(actual_bytes, sizeof actual_bytes);
    Text expected = text_over(expected_bytes, sizeof expected_bytes);
    Position pos;
    assert_true(diagram_read(picture, (Color)game->position.to_play, &pos));
    diagram_write(&pos, NO_POINT, &expected);
    diagram_write(&game->position, NO_POINT, &actual);
    assert_string_equal(actual_bytes, expected_bytes);
}

static void test_reads_everything(void **state)
{
    (void)state;
    Game game = read_all(SAMPLE);
    expect_board(&game, "O . . . O/. X . . ./. . O . O/. . . X ./. . . . X");
    assert_int_equal(game.komi, 11);
    assert_string_equal(game.rules.name, "new-zealand");
    assert_int_equal(game.move_count, 2); // since the last set-up
    assert_int_equal(game.position.to_play, BLACK);
    // Empty, set-up, four turns, set-up, two turns.
    assert_int_equal(game.history.length, 9);
    game_free(&game);
}

static void test_stops_before_a_move(void **state)
{
    (void)state;
    static const struct {
        int before_move;
        uint32_t colorings;
        Color to_play;
    } CASES[] = {
        {1, 2, WHITE}, {2, 3, BLACK},  {3, 4, WHITE},       {4, 5, BLACK},
        {5, 7, BLACK}, {6, 8, WHITE},  {7, 9, BLACK},       {8, 9, BLACK},
        {0, 9, BLACK}, {-1, 9, BLACK}, {1000000, 9, BLACK},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = read_until(SAMPLE, CASES[i].before_move);
        assert_int_equal(game.history.length, CASES[i].colorings);
        assert_int_equal(game.position.to_play, CASES[i].to_play);
        game_free(&game);
    }
    Game game = read_until(SAMPLE, 1);
    expect_board(&game, ". X X . ./. X . . ./. . . . O/. . . . ./. . . . .");
    game_free(&game);
}

static void test_handicap_needs_its_stones(void **state)
{
    (void)state;
    static const struct {
        const char *record;
        int handicap;
        Color to_play;
    } CASES[] = {
        {"(;SZ[9]HA[2]AB[cc][gg])", 2, WHITE},
        {"(;AB[cc][gg]HA[2]SZ[9])", 2, WHITE},
        {"(;SZ[9]HA[2]AB[cc][gg]PL[B])", 2, BLACK},
        {"(;SZ[9]HA[2]AB[cc][gg];B[ee])", 2, WHITE},
        {"(;SZ[9]HA[2])", 0, BLACK},
        {"(;SZ[9]HA[0]AB[cc])", 0, BLACK},
        {"(;SZ[9]AB[cc][gg])", 0, BLACK},
        {"(;SZ[9]HA[3]AB[cc][gg])", 0, WHITE},
        {"(;SZ[9]HA[2]AB[cc][gg]AW[ee])", 0, WHITE},
        {"(;SZ[9]PL[W])", 0, WHITE},
        {"(;SZ[9]AB[cc]PL[white])", 0, WHITE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = read_all(CASES[i].record);
        assert_int_equal(game.handicap, CASES[i].handicap);
        assert_int_equal(game.position.to_play, CASES[i].to_play);
        game_free(&game);
    }
}

static void test_player_after_set_up_is_who_moves_next(void **state)
{
    (void)state;
    Game game = read_until("(;SZ[5]AB[cc];W[aa];B[bb]AW[ee];W[ab])", 3);
    assert_int_equal(game.position.to_play, WHITE);
    game_free(&game);
    game = read_until("(;SZ[5]AB[cc];W[aa])", 1);
    assert_int_equal(game.position.to_play, WHITE);
    game_free(&game);
}

// Without a change of stones PL is no set-up: the moves stay, and can be taken back.
static void test_player_between_moves(void **state)
{
    (void)state;
    static const struct {
        const char *record;
        int before_move, moves;
        uint32_t colorings;
        Color to_play;
    } CASES[] = {
        {"(;SZ[9];B[dd];W[ee];B[ff]PL[B])", 0, 3, 4, BLACK},
        {"(;SZ[9];B[dd];W[ee];B[ff];PL[B];B[gg])", 0, 4, 5, WHITE},
        {"(;SZ[9];B[dd];W[ee];B[ff];PL[B];B[gg])", 4, 3, 4, BLACK},
        {"(;SZ[9];B[dd];W[ee];PL[W];B[gg])", 0, 3, 4, WHITE},
        {"(;SZ[9];B[dd];W[ee];PL[W];B[gg])", 3, 2, 3, WHITE},
        {"(;SZ[9];B[dd];PL[B]PL[W])", 0, 1, 2, WHITE},
        {"(;SZ[9];B[dd];AB[dd]AE[aa])", 0, 1, 2, WHITE},
        {"(;SZ[9];B[dd];AB[dd];B[ee])", 0, 2, 3, WHITE},
        {"(;SZ[9]PL[W])", 0, 0, 1, WHITE},
        {"(;SZ[9];B[dd];AB[ee]PL[B])", 0, 0, 3, BLACK},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = read_until(CASES[i].record, CASES[i].before_move);
        assert_int_equal(game.move_count, CASES[i].moves);
        assert_int_equal(game.history.length, CASES[i].colorings);
        assert_int_equal(game.position.to_play, CASES[i].to_play);
        game_free(&game);
    }
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *record;
        int columns, rows;
    } CASES[] = {
        {"(;)", 19, 19},          {"(;SZ[1])", 1, 1},   {"(;SZ[13:4])", 13, 4},
        {"(;SZ[ 2:19 ])", 2, 19}, {"(;SiZe[9])", 9, 9}, {"(;;SZ[9])", 9, 9},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = read_all(CASES[i].record);
        assert_int_equal(game.position.columns, CASES[i].columns);
        assert_int_equal(game.position.rows, CASES[i].rows);
        game_free(&game);
    }
}

static void test_rules(void **state)
{
    (void)state;
    static const struct {
        const char *value, *name;
    } CASES[] = {
        {"Tromp-Taylor", "tromp-taylor"},
        {"tromp taylor", "tromp-taylor"},
        {"Chinese", "chinese"},
        {"AGA", "aga"},
        {"NZ", "new-zealand"},
        {"New Zealand", "new-zealand"},
        {"GOE", "goe"},
        {"Japanese", "japanese"},
        {"Korean", "korean"},
        {"chess", "cgos"},
        {"", "cgos"},
        {"Tromp-Taylor-1995", "tromp-taylor-1995"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char record[64];
        snprintf(record, sizeof record, "(;RU[%s])", CASES[i].value);
        Game game = read_all(record);
        assert_string_equal(game.rules.name, CASES[i].name);
        assert_int_equal(game.rules.ko, rules_find(CASES[i].name)->ko);
        game_free(&game);
    }
}

static void test_passes(void **state)
{
    (void)state;
    Game game = read_all("(;SZ[19];B[];W[tt])");
    assert_int_equal(game.move_count, 2);
    assert_true(game_is_over(&game));
    game_free(&game);
    game = read_all("(;SZ[9];B[tt];W[ ])");
    assert_true(game_is_over(&game));
    game_free(&game);
}

static void test_moves_in_any_turn_and_under_any_rules(void **state)
{
    (void)state;
    // Black twice in a row, then a suicide and an immediate ko capture back.
    Game game = read_all("(;RU[Chinese]SZ[5]AB[ba][ab][bc]AW[ca][db][cc];B[cb];B[ee]"
                         ";W[aa];W[bb];B[cb])");
    expect_board(&game, ". X O . ./X . X O ./. X O . ./. . . . ./. . . . X");
    assert_int_equal(game.move_count, 5);
    game_free(&game);
}

static void test_rectangles(void **state)
{
    (void)state;
    Game game = read_all("(;SZ[4]AB[aa:dd]AE[bb:cc]AE[aa]AW[bb][cc:cd])");
    expect_board(&game, ". X X X/X O . X/X . O X/X X O X");
    game_free(&game);
}

static void test_deep_nesting_needs_no_stack(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    char *record = malloc(2 * DEPTH + 2);
    assert_non_null(record);
    for (size_t i = 0; i < DEPTH; i++)
        memcpy(record + 2 * i, "(;", 2);
    memcpy(record + 2 * DEPTH, ")", 2);
    Game game = read_all(record);
    assert_int_equal(game.history.length, 1);
    game_free(&game);
    free(record);
}

static void expect_reason(const SgfError *error, const char *reason)
{
    char bytes[128];
    Text text = text_over(bytes, sizeof bytes);
    sgf_error_write(error, &text);
    assert_string_equal(bytes, reason);
}

static void test_files(void **state)
{
    (void)state;
    Game game = new_game();
    Game before = game;
    SgfReport report;
    assert_false(sgf_load(&game, "no such directory/game.sgf", 0, &report));
    expect_reason(&report.error, "No such file or directory");
    assert_int_equal(report.error.line, 0);
    assert_false(sgf_load(&game, ".", 0, &report));
    expect_reason(&report.error, "Is a directory");
    assert_false(sgf_load(&game, "/dev/null", 0, &report));
    expect_reason(&report.error, "line 1: no game record");
    assert_memory_equal(&game, &before, sizeof game);
    char path[] = "/tmp/test_sgf_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(SAMPLE, sizeof SAMPLE - 1, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    bool loaded = sgf_load(&game, path, 2, &report);
    remove(path);
    assert_true(loaded);
    assert_int_equal(game.history.length, 3);
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_everything),
        cmocka_unit_test(test_stops_before_a_move),
        cmocka_unit_test(test_handicap_needs_its_stones),
        cmocka_unit_test(test_player_after_set_up_is_who_moves_next),
        cmocka_unit_test(test_player_between_moves),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_moves_in_any_turn_and_under_any_rules),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_deep_nesting_needs_no_stack),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

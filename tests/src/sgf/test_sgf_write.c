// SPDX-License-Identifier: MIT
#include "sgf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"

enum { RECORD_SIZE = 1 << 16 };

static Game new_game(const char *rules, int komi, int columns, int rows)
{
    Game game;
    assert_true(game_init(&game, rules_find(rules), komi, columns, rows));
    return game;
}

static void expect_record(const Game *game, const char *expected)
{
    char bytes[1024];
    Text text = text_over(bytes, sizeof bytes);
    sgf_write(game, &text);
    assert_string_equal(bytes, expected);
}

static void expect_same_entry(const HistoryEntry *a, const HistoryEntry *b)
{
    assert_int_equal(a->hash, b->hash);
    assert_memory_equal(a->stones, b->stones, sizeof a->stones);
    assert_int_equal(a->circumstances, b->circumstances);
}

// Compares all that a record can hold: everything since the last set-up.
static void expect_same_game(const Game *a, const Game *b)
{
    assert_string_equal(a->rules.name, b->rules.name);
    assert_int_equal(a->komi, b->komi);
    assert_int_equal(a->handicap, b->handicap);
    assert_memory_equal(a->captured, b->captured, sizeof a->captured);
    assert_int_equal(a->position.columns, b->position.columns);
    assert_int_equal(a->position.rows, b->position.rows);
    assert_int_equal(a->position.to_play, b->position.to_play);
    assert_int_equal(a->position.passes, b->position.passes);
    assert_int_equal(a->position.ko, b->position.ko);
    assert_true(position_same_coloring(&a->position, &b->position));
    assert_int_equal(a->move_count, b->move_count);
    for (int i = 0; i < a->move_count; i++) {
        assert_int_equal(a->moves[i].point, b->moves[i].point);
        assert_int_equal(a->moves[i].color, b->moves[i].color);
    }
    for (int i = 1; i <= a->move_count + 1; i++)
        expect_same_entry(&a->history.entries[a->history.length - (uint32_t)i],
                          &b->history.entries[b->history.length - (uint32_t)i]);
}

static void expect_well_formed(const char *record)
{
    const char *line = record;
    for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        assert_true(end > line);
        assert_true(end - line <= 80);
    }
    assert_true(*line == '\0' && line > record);
}

// Writes the game and reads it into one that differs in everything.
static void expect_round_trip(const Game *game)
{
    char *bytes = malloc(RECORD_SIZE);
    assert_non_null(bytes);
    Text text = text_over(bytes, RECORD_SIZE);
    sgf_write(game, &text);
    assert_false(text.truncated);
    expect_well_formed(bytes);
    Game copy = new_game("cgos", 99, 3, 3);
    SgfReport report;
    assert_true(sgf_read(&copy, bytes, text.length, 0, &report));
    for (int i = 0; i < SGF_ODDITIES; i++)
        assert_int_equal(report.remarks.of[i].line, 0);
    expect_same_game(&copy, game);
    game_free(&copy);
    free(bytes);
}

// Plays random moves of mostly alternating colors, whatever the ko rule.
static void play_randomly(Game *game, int moves, Rng *rng)
{
    for (int i = 0; i < moves; i++) {
        const Position *pos = &game->position;
        Point point = PASS;
        if (pos->empty_count > 0 && rng_below(rng, 20) > 0)
            point = pos->empty[rng_below(rng, (uint32_t)pos->empty_count)];
        Color player = (Color)pos->to_play;
        if (rng_below(rng, 20) == 0)
            player = color_other(player);
        if (rng_below(rng, 20) == 0)
            game_give_turn(game, player);
        assert_int_equal(game_play_lenient(game, player, point), MOVE_OK);
    }
}

static void test_empty_game(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 15, 19, 19);
    expect_record(&game, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[19]KM[7.5]"
                         "RU[Tromp-Taylor])\n");
    game_free(&game);
}

static void test_rectangle_and_negative_komi(void **state)
{
    (void)state;
    Game game = new_game("cgos", -1, 9, 13);
    assert_int_equal(game_play(&game, BLACK, point_at(0, 13)), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, point_at(8, 1)), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
    expect_record(&game, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[9:13]KM[-0.5]RU[cgos]"
                         ";B[aa];W[im];W[])\n");
    game_free(&game);
}

static void test_handicap(void **state)
{
    (void)state;
    Game game = new_game("aga", 1, 9, 9);
    Point points[] = {point_at(2, 3), point_at(6, 7)};
    assert_true(game_place_handicap(&game, points, 2));
    expect_record(&game, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[9]KM[0.5]RU[AGA]HA[2]"
                         "AB[cg][gc]PL[W])\n");
    expect_round_trip(&game);
    assert_int_equal(game_play(&game, WHITE, point_at(4, 5)), MOVE_OK);
    expect_round_trip(&game);
    game_free(&game);
}

// Not even the largest komi is taken for hundredths.
static void test_large_komi(void **state)
{
    (void)state;
    static const struct {
        int komi;
        const char *value;
    } CASES[] = {{300, "150"},   {398, "199"},     {400, "200.0"},
                 {401, "200.5"}, {-750, "-375.0"}, {2000, "1000.0"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = new_game("cgos", CASES[i].komi, 9, 9);
        char expected[256];
        Text text = text_over(expected, sizeof expected);
        text_printf(&text, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[9]KM[%s]RU[cgos])\n",
                    CASES[i].value);
        expect_record(&game, expected);
        expect_round_trip(&game);
        game_free(&game);
    }
}

static void test_result(void **state)
{
    (void)state;
    static const struct {
        int komi;
        const char *facts;
    } CASES[] = {{7, "KM[3.5]RU[NZ]RE[B+0.5]"},
                 {8, "KM[4]RU[NZ]RE[0]"},
                 {9, "KM[4.5]RU[NZ]RE[W+0.5]"},
                 {-12, "KM[-6]RU[NZ]RE[B+10]"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = new_game("new-zealand", CASES[i].komi, 2, 2);
        assert_int_equal(game_play(&game, BLACK, point_at(0, 1)), MOVE_OK);
        assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
        assert_int_equal(game_play(&game, BLACK, PASS), MOVE_OK);
        char expected[256];
        Text text = text_over(expected, sizeof expected);
        text_printf(&text, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[2]%s;B[ab];W[];B[])\n",
                    CASES[i].facts);
        expect_record(&game, expected);
        expect_round_trip(&game);
        game_free(&game);
    }
}

static void test_only_since_the_last_set_up(void **state)
{
    (void)state;
    Game game = new_game("chinese", 11, 5, 5);
    assert_int_equal(game_play(&game, BLACK, point_at(2, 3)), MOVE_OK);
    Bitboard stones[2] = {bitboard_of(point_at(0, 1)), bitboard_of(point_at(4, 5))};
    assert_true(game_setup(&game, stones, BLACK));
    assert_int_equal(game_play(&game, BLACK, point_at(1, 1)), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, point_at(4, 1)), MOVE_OK);
    expect_record(&game, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[5]KM[5.5]RU[Chinese]"
                         "AB[ae]AW[ea]PL[B];B[be]\n;W[ee])\n");
    expect_round_trip(&game);
    game_free(&game);
}

static void test_turn_after_white_stones(void **state)
{
    (void)state;
    Game game = new_game("cgos", 15, 3, 3);
    Bitboard stones[2] = {bitboard_empty(), bitboard_of(point_at(0, 1))};
    assert_true(game_setup(&game, stones, BLACK));
    assert_int_equal(game_play(&game, WHITE, point_at(2, 3)), MOVE_OK);
    expect_round_trip(&game);
    game_free(&game);
}

static void test_set_up_without_stones(void **state)
{
    (void)state;
    for (Color player = BLACK; player <= WHITE; player++) {
        Game game = new_game("aga", 11, 5, 5);
        Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
        assert_true(game_setup(&game, stones, player));
        expect_round_trip(&game);
        assert_int_equal(game_play(&game, WHITE, point_at(1, 1)), MOVE_OK);
        expect_round_trip(&game);
        game_free(&game);
    }
}

static void test_player_between_moves(void **state)
{
    (void)state;
    Game game = new_game("aga", 11, 5, 5);
    game_give_turn(&game, WHITE);
    assert_int_equal(game_play(&game, WHITE, point_at(0, 1)), MOVE_OK);
    game_give_turn(&game, WHITE);
    assert_int_equal(game_play(&game, WHITE, point_at(1, 1)), MOVE_OK);
    expect_round_trip(&game);
    assert_int_equal(game_play(&game, BLACK, point_at(2, 1)), MOVE_OK);
    assert_int_equal(game_play(&game, BLACK, point_at(3, 1)), MOVE_OK);
    game_give_turn(&game, BLACK);
    expect_record(&game, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]SZ[5]KM[5.5]RU[AGA]PL[W]"
                         ";W[ae];PL[W];W[be];B[ce]\n;B[de];PL[B])\n");
    expect_round_trip(&game);
    game_free(&game);
}

static void test_random_games(void **state)
{
    (void)state;
    Rng rng = rng_seeded(11, 0);
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < 200; i++) {
        int komi = (int)rng_below(&rng, 100) - 50;
        int columns = 1 + (int)rng_below(&rng, BOARD_SIZE_MAX);
        int rows = 1 + (int)rng_below(&rng, BOARD_SIZE_MAX);
        const char *rules = presets[i % count].name;
        if (strncmp(rules, "chinese-", strlen("chinese-")) == 0)
            rules = "chinese"; // so all of them are written
        Game game = new_game(rules, komi, columns, rows);
        play_randomly(&game, (int)rng_below(&rng, 400), &rng);
        expect_round_trip(&game);
        if (i % 2) { // set up what there is, and go on
            Bitboard stones[2] = {game.position.stones[BLACK],
                                  game.position.stones[WHITE]};
            assert_true(game_setup(&game, stones, (Color)(i / 2 % 2)));
            play_randomly(&game, (int)rng_below(&rng, 50), &rng);
            expect_round_trip(&game);
        }
        game_free(&game);
    }
}

static void test_too_little_room(void **state)
{
    (void)state;
    Game game = new_game("cgos", 15, 9, 9);
    char bytes[20];
    Text text = text_over(bytes, sizeof bytes);
    sgf_write(&game, &text);
    assert_true(text.truncated);
    assert_string_equal(bytes, "(;FF[4]GM[1]CA[UTF-");
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_game),
        cmocka_unit_test(test_rectangle_and_negative_komi),
        cmocka_unit_test(test_handicap),
        cmocka_unit_test(test_large_komi),
        cmocka_unit_test(test_result),
        cmocka_unit_test(test_only_since_the_last_set_up),
        cmocka_unit_test(test_turn_after_white_stones),
        cmocka_unit_test(test_set_up_without_stones),
        cmocka_unit_test(test_player_between_moves),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_too_little_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

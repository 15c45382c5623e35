// SPDX-License-Identifier: MIT
#include "input_features.h"

#include <stdio.h>
#include <string.h>

#include "features_fixture.h"
#include "ladder.h"
#include "picture.h"
#include "random_play.h"

static const Rules *tromp_taylor(void)
{
    return rules_default();
}

// What is seen of a position that was set up.
static InputFeatures see_position(const Position *pos)
{
    History history;
    history_begin(&history);
    assert_true(history_push(&history, pos, EMPTY));
    InputFeatureView view = {.pos = pos, .history = &history, .rules = tromp_taylor()};
    InputFeatures features = features_of_view(view);
    history_free(&history);
    return features;
}

static InputFeatures see_picture(const char *picture, Color to_play)
{
    Position pos = picture_position(picture, to_play);
    return see_position(&pos);
}

// What is seen of a game after some moves, alternately Black's and White's.
static InputFeatures see_game(const char *rules, int size, const char *vertices)
{
    Game game;
    assert_true(game_init(&game, rules_find(rules), 15, size, size));
    char vertex[VERTEX_SIZE];
    while (*vertices != '\0') {
        size_t length = strcspn(vertices, " ");
        assert_true(length < sizeof vertex);
        memcpy(vertex, vertices, length);
        vertex[length] = '\0';
        Color player = (Color)game.position.to_play;
        assert_int_equal(game_play(&game, player, picture_point(vertex)), MOVE_OK);
        vertices += length + strspn(vertices + length, " ");
    }
    InputFeatures features = features_of_game(&game);
    game_free(&game);
    return features;
}

// Fails unless the planes from the first on hold these points.
static void assert_planes(const InputFeatures *features, int first, int count,
                          const char *const vertices[])
{
    for (int i = 0; i < count; i++) {
        Bitboard expected = picture_points(vertices[i]);
        if (!bitboard_equal(&features->planes[first + i], &expected))
            fail_msg("plane %d should hold '%s' but has %d points", first + i,
                     vertices[i], bitboard_count(&features->planes[first + i]));
    }
}

static void assert_plane(const InputFeatures *features, int plane, const char *vertices)
{
    assert_planes(features, plane, 1, &vertices);
}

static void test_stones_are_own_or_enemy(void **state)
{
    (void)state;
    const char *picture = "X...O/...../.O..X"; // a rectangle, stones in its corners
    const char *black = "A3 E1", *white = "E3 B1";
    InputFeatures features = see_picture(picture, BLACK);
    assert_plane(&features, PLANE_OWN, black);
    assert_plane(&features, PLANE_ENEMY, white);
    Bitboard board = bitboard_board(5, 3);
    assert_true(bitboard_equal(&features.planes[PLANE_BOARD], &board));
    features = see_picture(picture, WHITE);
    assert_plane(&features, PLANE_OWN, white);
    assert_plane(&features, PLANE_ENEMY, black);
    assert_true(bitboard_equal(&features.planes[PLANE_BOARD], &board));
}

static void test_liberties_by_chain(void **state)
{
    (void)state;
    const char *picture =
        "XO....O/.O...../XX...../O....../....X../......./......X"; // E3 has four
    const char *const black[] = {"A7", "G1", "A5 B5"};
    const char *const white[] = {"", "G7 A4", "B6 B7"};
    InputFeatures features = see_picture(picture, BLACK);
    assert_planes(&features, PLANE_OWN_LIBERTIES, 3, black);
    assert_planes(&features, PLANE_ENEMY_LIBERTIES, 3, white);
    features = see_picture(picture, WHITE);
    assert_planes(&features, PLANE_ENEMY_LIBERTIES, 3, black);
    assert_planes(&features, PLANE_OWN_LIBERTIES, 3, white);
}

static void test_eyes_by_group(void **state)
{
    (void)state;
    const char *picture = ".XO...O/XXO..OO/.XO.OO./XXO.O.O/OO..OOO/......./.......";
    const char *const black[] = {"", "A6 B6 B7 B5 A4 B4", ""};
    const char *const white[] = {"", "",
                                 "A3 B3 C7 C6 C5 C4 G7 F6 G6 E5 F5 E4 G4 E3 F3 G3"};
    InputFeatures features = see_picture(picture, BLACK);
    assert_planes(&features, PLANE_OWN_EYES, GROUP_EYES_SEEN, black);
    assert_planes(&features, PLANE_ENEMY_EYES, GROUP_EYES_SEEN, white);
    features = see_picture(picture, WHITE);
    assert_planes(&features, PLANE_OWN_EYES, GROUP_EYES_SEEN, white);
    assert_planes(&features, PLANE_ENEMY_EYES, GROUP_EYES_SEEN, black);
}

static void test_last_moves_newest_first(void **state)
{
    (void)state;
    InputFeatures features = see_game("tromp-taylor", 5, "A2 A1 E5 C3 B1 E1 D5");
    // White's A1 was captured, and is still the move that it was.
    const char *const newest[] = {"D5", "E1", "B1", "C3", "E5"};
    assert_planes(&features, PLANE_MOVES, FEATURE_MOVES, newest);
    assert_plane(&features, PLANE_OWN, "C3 E1");
    features = see_game("tromp-taylor", 5, "A2 A1 B1");
    const char *const few[] = {"B1", "A1", "A2", "", ""};
    assert_planes(&features, PLANE_MOVES, FEATURE_MOVES, few);
    features = see_game("tromp-taylor", 5, "A2 pass B1");
    const char *const pass[] = {"B1", "", "A2", "", ""};
    assert_planes(&features, PLANE_MOVES, FEATURE_MOVES, pass);
}

static const char *const KO = "B1 C1 A2 D2 B3 C3 C2 B2"; // White took at B2

static void test_ko_is_forbidden(void **state)
{
    (void)state;
    InputFeatures features = see_game("tromp-taylor", 5, KO);
    assert_plane(&features, PLANE_KO, "C2");
    char moves[64];
    snprintf(moves, sizeof moves, "%s E5", KO);
    features = see_game("tromp-taylor", 5, moves);
    assert_plane(&features, PLANE_KO, "");
    snprintf(moves, sizeof moves, "%s E5 E4", KO);
    features = see_game("tromp-taylor", 5, moves);
    assert_plane(&features, PLANE_KO, "");
    // After two passes the ko is over, but the coloring would still repeat.
    snprintf(moves, sizeof moves, "%s pass pass", KO);
    features = see_game("tromp-taylor", 5, moves);
    assert_plane(&features, PLANE_KO, "C2");
}

static void test_superko_as_the_rules_say(void **state)
{
    (void)state;
    // A2 captures nothing and repeats the coloring after the second move, which White
    // left and after which Black was to move.
    const char *moves = "A2 B2 A1 pass B1 B2";
    InputFeatures features = see_game("tromp-taylor", 2, moves);
    assert_plane(&features, PLANE_KO, "A2");
    features = see_game("new-zealand", 2, moves);
    assert_plane(&features, PLANE_KO, "");
}

static void assert_ladders(const char *picture, Color to_play,
                           const char *const vertices[5])
{
    InputFeatures features = see_picture(picture, to_play);
    assert_planes(&features, PLANE_OWN_CAUGHT, 5, vertices);
}

static void test_ladders_of_a_chain_in_atari(void **state)
{
    (void)state;
    const char *works = "........./.XXX...../.XO....../..X....../........./........./"
                        "........./........./.........";
    const char *broken = "........./.XXX...../.XO....../..X....../........./........./"
                         "......O../........./.........";
    assert_ladders(works, WHITE, (const char *[]){"C7", "", "", "", ""});
    assert_ladders(works, BLACK, (const char *[]){"", "", "C7", "", ""});
    assert_ladders(broken, WHITE, (const char *[]){"", "", "", "", ""});
    assert_ladders(broken, BLACK, (const char *[]){"", "", "", "", ""});
}

static void test_ladders_of_two_liberties(void **state)
{
    (void)state;
    const char *works = "........./.XXX...../.XO....../........./........./........./"
                        "........./........./.........";
    const char *broken = "........./.XXX...../.XO....../........./........./........./"
                         "......O../........./.........";
    assert_ladders(works, BLACK, (const char *[]){"", "", "", "C7", "C6"});
    assert_ladders(works, WHITE, (const char *[]){"", "C7", "", "", ""});
    assert_ladders(broken, BLACK, (const char *[]){"", "", "", "", ""});
    assert_ladders(broken, WHITE, (const char *[]){"", "", "", "", ""});
    // Along the edge either move catches.
    assert_ladders("..O../..X../...../...../.....", BLACK,
                   (const char *[]){"", "", "", "C5", "B5 D5"});
    assert_ladders("..O../..X../...../...../.....", WHITE,
                   (const char *[]){"", "C5", "", "", ""});
}

static void assert_globals(const InputFeatureView *view,
                           const int16_t expected[GLOBAL_COUNT])
{
    InputFeatures features = features_of_view(*view);
    for (int i = 0; i < GLOBAL_COUNT; i++)
        assert_int_equal(features.globals[i], expected[i]);
}

static void test_globals_for_the_player_to_move(void **state)
{
    (void)state;
    Position pos = picture_position(".../.X./...", BLACK);
    History history;
    history_begin(&history);
    InputFeatureView view = {.pos = &pos, .history = &history, .rules = tromp_taylor()};
    assert_globals(&view, (int16_t[]){0, 0, 0, 1});
    view.komi = 15;
    assert_globals(&view, (int16_t[]){0, 0, 0, 1}); // not known
    view.komi_known = true;
    view.moves[0] = PASS;
    assert_globals(&view, (int16_t[]){-15, 1, 1, 1});
    pos.to_play = WHITE;
    view.moves[0] = picture_point("B2");
    view.moves[1] = PASS;
    assert_globals(&view, (int16_t[]){15, 1, 0, 0});
    view.komi = 1000;
    assert_globals(&view, (int16_t[]){FEATURE_KOMI_MAX, 1, 0, 0});
    view.komi = -1000;
    assert_globals(&view, (int16_t[]){-FEATURE_KOMI_MAX, 1, 0, 0});
    history_free(&history);
}

static void test_globals_of_a_game(void **state)
{
    (void)state;
    static const int16_t expected[GLOBAL_COUNT] = {-15, 1, 1, 1};
    InputFeatures features = see_game("tromp-taylor", 5, "A2 pass");
    assert_memory_equal(features.globals, expected, sizeof expected);
}

// With colors swapped, the player to move sees the same.
static void test_colors_do_not_matter(void **state)
{
    (void)state;
    Rng rng = rng_seeded(3, 1);
    for (int i = 0; i < 60; i++) {
        int columns = 2 + (int)rng_below(&rng, 18), rows = 2 + (int)rng_below(&rng, 18);
        int moves = (int)rng_below(&rng, (uint32_t)(columns * rows));
        Position pos = random_position(columns, rows, moves, &rng, NULL), swapped = pos;
        const Bitboard stones[2] = {pos.stones[WHITE], pos.stones[BLACK]};
        assert_true(position_setup(&swapped, stones, (Color)!pos.to_play));
        InputFeatures features = see_position(&pos), other = see_position(&swapped);
        for (int plane = 0; plane < PLANE_COUNT; plane++)
            assert_true(bitboard_equal(&features.planes[plane], &other.planes[plane]));
    }
}

// Liberties and ladders of all chains, asked one by one.
static void test_chains_of_random_positions(void **state)
{
    (void)state;
    Rng rng = rng_seeded(4, 1);
    LadderReader *ladders = ladder_reader_new();
    int caught = 0;
    for (int i = 0; i < 100; i++) {
        Position pos = random_position(9, 9, (int)rng_below(&rng, 70), &rng, NULL);
        Position passed = pos;
        position_give_turn(&passed, color_other((Color)pos.to_play));
        InputFeatures features = see_position(&pos);
        for (Point p = 0; p < POINT_LIMIT; p++) {
            if (!bitboard_test(&pos.grid, p) || position_is_empty_at(&pos, p))
                continue;
            Bitboard liberties = position_liberties(&pos, p);
            int count = bitboard_count(&liberties);
            bool own = position_at(&pos, p) == (Color)pos.to_play;
            int first = own ? PLANE_OWN_LIBERTIES : PLANE_ENEMY_LIBERTIES;
            for (int j = 0; j < 3; j++)
                assert_int_equal(bitboard_test(&features.planes[first + j], p),
                                 count == j + 1);
            int more = own ? PLANE_OWN_MORE_LIBERTIES : PLANE_ENEMY_MORE_LIBERTIES;
            for (int j = 0; j < 3; j++) {
                bool expected = count == j + 4 || (j == 2 && count == 7);
                assert_int_equal(bitboard_test(&features.planes[more + j], p),
                                 expected);
            }
            const Position *read = own == (count == 1) ? &pos : &passed;
            int plane = own ? PLANE_OWN_CAUGHT : PLANE_ENEMY_CAUGHT;
            if (count > 2)
                continue;
            bool expected = ladder_is_caught(ladders, read, p);
            assert_int_equal(bitboard_test(&features.planes[plane + count - 1], p),
                             expected);
            caught += expected;
        }
    }
    ladder_reader_delete(ladders);
    assert_true(caught > 100); // else nothing was tested
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stones_are_own_or_enemy),
        cmocka_unit_test(test_liberties_by_chain),
        cmocka_unit_test(test_eyes_by_group),
        cmocka_unit_test(test_last_moves_newest_first),
        cmocka_unit_test(test_ko_is_forbidden),
        cmocka_unit_test(test_superko_as_the_rules_say),
        cmocka_unit_test(test_ladders_of_a_chain_in_atari),
        cmocka_unit_test(test_ladders_of_two_liberties),
        cmocka_unit_test(test_globals_for_the_player_to_move),
        cmocka_unit_test(test_globals_of_a_game),
        cmocka_unit_test(test_colors_do_not_matter),
        cmocka_unit_test(test_chains_of_random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

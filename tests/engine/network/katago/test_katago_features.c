// SPDX-License-Identifier: MIT
//
// The planes and numbers, from what KataGo defines them to be. `vertices` are moves,
// alternately Black's and White's.
#include "katago_features.h"

#include <stdio.h>
#include <string.h>

#include "aligned.h"
#include "katago_layout.h"
#include "picture.h"
#include "random_play.h"

typedef struct Fixture {
    Game game;
    KatagoReader *reader;
    const char *rules;
    int moves_max; // -1: as usual
    bool pass_goes_on;
    int version; // of the input; 0: as usual
    float white_doubling;
} Fixture;

static int set_up(void **state)
{
    Fixture *fixture = aligned_new(_Alignof(Fixture), sizeof *fixture);
    assert_non_null(fixture);
    memset(fixture, 0, sizeof *fixture);
    fixture->reader = katago_reader_new();
    fixture->moves_max = -1;
    fixture->rules = "tromp-taylor";
    *state = fixture;
    return game_init(&fixture->game, rules_find("tromp-taylor"), 15, 5, 5) ? 0 : 1;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    game_free(&fixture->game);
    katago_reader_delete(fixture->reader);
    aligned_delete(fixture);
    return 0;
}

static KatagoFeatures look(Fixture *fixture)
{
    KatagoFeatures features;
    KatagoView view = katago_view(&fixture->game, rules_find(fixture->rules));
    if (fixture->moves_max >= 0)
        view.moves_max = fixture->moves_max;
    view.pass_goes_on = fixture->pass_goes_on;
    view.white_doubling = fixture->white_doubling;
    if (fixture->version > 0)
        view.version = fixture->version;
    katago_features_extract(&view, fixture->reader, &features);
    return features;
}

static void play_color(Fixture *fixture, Color color, const char *vertex)
{
    Point move;
    assert_true(point_from_vertex(vertex, 19, 19, &move));
    assert_int_equal(game_play_lenient(&fixture->game, color, move), MOVE_OK);
}

// Plays on, whatever the rules of repetition.
static void play(Fixture *fixture, const char *vertices)
{
    char words[512], *rest = words;
    snprintf(words, sizeof words, "%s", vertices);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        play_color(fixture, (Color)fixture->game.position.to_play, word);
}

// What is seen after these moves on a board of that size.
static KatagoFeatures see(Fixture *fixture, const char *rules, int size,
                          const char *vertices)
{
    fixture->rules = rules;
    game_resize(&fixture->game, size, size);
    play(fixture, vertices);
    return look(fixture);
}

static KatagoFeatures see_picture(Fixture *fixture, const char *picture, Color to_play)
{
    Position pos = picture_position(picture, to_play);
    game_resize(&fixture->game, pos.columns, pos.rows);
    assert_true(game_setup(&fixture->game, pos.stones, to_play));
    return look(fixture);
}

static void assert_planes(const KatagoFeatures *features, int first, int count,
                          const char *const vertices[])
{
    for (int i = 0; i < count; i++)
        assert_points(features->planes[first + i], vertices[i]);
}

static void assert_global(const KatagoFeatures *features, int index, double expected)
{
    if (features->globals[index] - expected > 1e-6 ||
        expected - features->globals[index] > 1e-6)
        fail_msg("number %d is %f and should be %f", index,
                 (double)features->globals[index], expected);
}

static void assert_passes(const KatagoFeatures *features, const char *passes)
{
    for (int i = 0; i < KATAGO_MOVES; i++)
        assert_global(features, i, passes[i] == 'p');
}

static void test_stones_and_liberties(void **state)
{
    Fixture *fixture = *state;
    const char *picture = "XO....O/.O...../XX...../O....../....X../......./......X";
    const char *const black[] = {"A7 A5 B5 E3 G1", "B7 B6 A4 G7", "A7", "G7 G1 A4",
                                 "A5 B5 B6 B7"};
    const char *const white[] = {black[1], black[0], black[2], black[3], black[4]};
    KatagoFeatures features = see_picture(fixture, picture, BLACK);
    assert_planes(&features, KATAGO_PLANE_OWN, 5, black);
    features = see_picture(fixture, picture, WHITE);
    assert_planes(&features, KATAGO_PLANE_OWN, 5, white);
    Bitboard board = bitboard_board(7, 7);
    assert_true(bitboard_equal(&features.planes[KATAGO_PLANE_BOARD], &board));
    features = see_picture(fixture, "XO../....", BLACK);
    board = bitboard_board(4, 2);
    assert_true(bitboard_equal(&features.planes[KATAGO_PLANE_BOARD], &board));
}

static void test_the_last_five_moves(void **state)
{
    Fixture *fixture = *state;
    KatagoFeatures features = see(fixture, "tromp-taylor", 5, "A1 B2 C3 pass D4 E5 E1");
    const char *const newest[] = {"E1", "E5", "D4", "", "C3"};
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, newest);
    assert_passes(&features, "...p.");
    features = see(fixture, "tromp-taylor", 5, "A1 pass");
    const char *const few[] = {"", "A1", "", "", ""};
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, few);
    assert_passes(&features, "p....");
}

static void test_fewer_moves_if_wanted(void **state)
{
    Fixture *fixture = *state;
    const char *moves = "A1 B2 C3 D4";
    fixture->moves_max = 2;
    KatagoFeatures features = see(fixture, "tromp-taylor", 5, moves);
    const char *const two[] = {"D4", "C3", "", "", ""};
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, two);
    fixture->moves_max = 0;
    features = see(fixture, "tromp-taylor", 5, moves);
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES,
                  (const char *[]){"", "", "", "", ""});
}

// Who moves twice begins anew, and so does who is given the turn.
static void test_moves_of_one_player(void **state)
{
    Fixture *fixture = *state;
    game_resize(&fixture->game, 5, 5);
    play(fixture, "A1 B2");
    play_color(fixture, WHITE, "C3");
    play_color(fixture, BLACK, "D4");
    KatagoFeatures features = look(fixture);
    const char *const two[] = {"D4", "C3", "", "", ""};
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, two);
    game_give_turn(&fixture->game, BLACK);
    features = look(fixture);
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES,
                  (const char *[]){"", "", "", "", ""});
    assert_points(features.planes[KATAGO_PLANE_OWN], "A1 D4");
    // What stones have cost is not forgotten.
    see(fixture, "japanese", 5, "B1 A1 A2");
    play_color(fixture, BLACK, "E5");
    features = look(fixture);
    assert_global(&features, KATAGO_GLOBAL_KOMI, 9.5 / 20);
}

static void test_no_moves_from_before_the_end(void **state)
{
    Fixture *fixture = *state;
    for (int territory = 0; territory < 2; territory++) {
        const char *rules = territory ? "japanese" : "tromp-taylor";
        KatagoFeatures features = see(fixture, rules, 5, "A1 B2 pass pass");
        assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES,
                      (const char *[]){"", "", "", "", ""});
        assert_passes(&features, "p....");
        features = see(fixture, rules, 5, "A1 B2 pass pass C3");
        const char *const newest[] = {"C3", "", "", "", ""};
        assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, newest);
        assert_passes(&features, ".p...");
        features = see(fixture, rules, 5, "A1 B2 pass pass C3 D4 E5");
        assert_passes(&features, "...p.");
    }
}

static void assert_pass_ends(const KatagoFeatures *features, bool expected)
{
    assert_global(features, KATAGO_GLOBAL_PASS_ENDS, expected);
}

static void test_a_second_pass_ends(void **state)
{
    Fixture *fixture = *state;
    const char *const rules[] = {"tromp-taylor", "japanese", "stone-scoring"};
    for (int i = 0; i < 2; i++) {
        KatagoFeatures features = see(fixture, rules[i], 5, "");
        assert_pass_ends(&features, false);
        features = see(fixture, rules[i], 5, "A1 pass");
        assert_pass_ends(&features, true);
        assert_passes(&features, "p....");
        features = see(fixture, rules[i], 5, "pass A1");
        assert_pass_ends(&features, false);
    }
}

// Where players need not take dead stones off, KataGo shows a pass as one that goes on,
// and no moves.
static void test_a_friendly_pass(void **state)
{
    Fixture *fixture = *state;
    KatagoFeatures features = see(fixture, "chinese", 5, "A1 B2 pass");
    assert_pass_ends(&features, false);
    assert_passes(&features, ".....");
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES,
                  (const char *[]){"", "", "", "", ""});
    // After the end there is nothing to be friendly about.
    features = see(fixture, "chinese", 5, "A1 B2 pass pass");
    assert_pass_ends(&features, true);
    assert_passes(&features, "p....");
}

static void test_a_pass_at_the_root_of_an_analysis(void **state)
{
    Fixture *fixture = *state;
    fixture->pass_goes_on = true;
    KatagoFeatures features = see(fixture, "tromp-taylor", 5, "A1 B2 pass");
    assert_pass_ends(&features, false);
    assert_passes(&features, ".....");
    features = see(fixture, "tromp-taylor", 5, "A1 B2");
    assert_planes(&features, KATAGO_PLANE_MOVES, 2, (const char *[]){"B2", "A1"});
    features = see(fixture, "japanese", 5, "A1 B2 pass"); // ends the main phase only
    assert_pass_ends(&features, true);
    assert_passes(&features, "p....");
}

// A player who passes where he has passed before ends a game without superko. Two kos
// are taken in turn until the board is as it was.
static void test_a_pass_in_the_same_place(void **state)
{
    Fixture *fixture = *state;
    const char *picture = ".XO./XO.O/.XO./..../.XO./X.XO/.XO.";
    const struct {
        const char *rules;
        bool ends;
        const char *passes;                  // seen after one more
    } cases[] = {{"chinese", true, "....."}, // a friendly pass follows
                 {"japanese", true, "p...."},
                 {"tromp-taylor", false, "p..p."}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture->rules = cases[i].rules;
        KatagoFeatures features = see_picture(fixture, picture, BLACK);
        assert_pass_ends(&features, false);
        play(fixture, "pass B2 C6 pass C2");
        features = look(fixture);
        assert_pass_ends(&features, false);
        play(fixture, "B6");
        features = look(fixture);
        assert_pass_ends(&features, cases[i].ends);
        assert_passes(&features, "..p..");
        play(fixture, "pass");
        features = look(fixture);
        assert_passes(&features, cases[i].passes);
    }
    // A pass is not friendly there.
    fixture->rules = "chinese";
    see_picture(fixture, picture, WHITE);
    play(fixture, "pass C6 B2 C2 B6 pass");
    KatagoFeatures features = look(fixture);
    assert_pass_ends(&features, true);
    assert_passes(&features, "p....");
}

static const char *const KO = "B1 C1 A2 D2 B3 C3 C2 B2"; // White took at B2

static void test_ko(void **state)
{
    Fixture *fixture = *state;
    const char *const rules[] = {"tromp-taylor", "chinese", "japanese", "aga"};
    char moves[64];
    for (int i = 0; i < 4; i++) {
        KatagoFeatures features = see(fixture, rules[i], 5, KO);
        assert_points(features.planes[KATAGO_PLANE_KO], "C2");
        assert_false(bitboard_test(&features.legal, picture_point("C2")));
        snprintf(moves, sizeof moves, "%s E5", KO);
        features = see(fixture, rules[i], 5, moves);
        assert_points(features.planes[KATAGO_PLANE_KO], "");
    }
    // After two passes only superko forbids it.
    snprintf(moves, sizeof moves, "%s pass pass", KO);
    KatagoFeatures features = see(fixture, "tromp-taylor", 5, moves);
    assert_points(features.planes[KATAGO_PLANE_KO], "C2");
    features = see(fixture, "chinese", 5, moves);
    assert_points(features.planes[KATAGO_PLANE_KO], "");
    assert_true(bitboard_test(&features.legal, picture_point("C2")));
}

// A2 captures nothing and repeats the coloring after the second move, which White left
// and after which Black was to move.
static void test_superko(void **state)
{
    Fixture *fixture = *state;
    const char *moves = "A2 B2 A1 pass B1 B2";
    KatagoFeatures features = see(fixture, "tromp-taylor", 2, moves);
    assert_points(features.planes[KATAGO_PLANE_KO], "A2");
    assert_points(features.legal, "A1 B1");
    features = see(fixture, "new-zealand", 2, moves);
    assert_points(features.planes[KATAGO_PLANE_KO], "");
    assert_points(features.legal, "A1 A2 B1");
    features = see(fixture, "chinese", 2, moves);
    assert_points(features.planes[KATAGO_PLANE_KO], "");
}

// B2 would clear both black stones.
static void test_superko_by_suicide(void **state)
{
    Fixture *fixture = *state;
    see_picture(fixture, "..O./OOO.", BLACK);
    play(fixture, "A2 pass");
    KatagoFeatures features = look(fixture);
    assert_points(features.planes[KATAGO_PLANE_KO], "B2");
    fixture->rules = "new-zealand";
    features = look(fixture);
    assert_points(features.planes[KATAGO_PLANE_KO], "");
    assert_points(features.legal, "B2 D1 D2");
}

static void test_suicide(void **state)
{
    Fixture *fixture = *state;
    const char *two = ".XO/XXO/OO.", *one = ".O./OO./...";
    KatagoFeatures features = see_picture(fixture, two, BLACK);
    assert_points(features.legal, "C1 A3"); // A3 clears four stones
    fixture->rules = "aga";
    features = look(fixture);
    assert_points(features.legal, "C1");
    // One stone alone may never be cleared.
    fixture->rules = "tromp-taylor";
    features = see_picture(fixture, one, BLACK);
    assert_points(features.legal, "C3 C2 A1 B1 C1");
    assert_points(features.planes[KATAGO_PLANE_KO], "");
    assert_global(&features, KATAGO_GLOBAL_SUICIDE, 1);
}

static void test_ladders_now_and_before(void **state)
{
    Fixture *fixture = *state;
    fixture->rules = "tromp-taylor";
    const char *picture = "........./.XXX...../.XO....../........./........./........./"
                          "........./........./.........";
    KatagoFeatures features = see_picture(fixture, picture, BLACK);
    const char *const open[] = {"C7", "C7", "C7", "C6"};
    assert_planes(&features, KATAGO_PLANE_CAUGHT, 4, open);
    play(fixture, "G3"); // on the way, but the catcher's
    features = look(fixture);
    assert_planes(&features, KATAGO_PLANE_CAUGHT, 4,
                  (const char *[]){"C7", "C7", "C7", ""});
    play(fixture, "F4"); // breaks it
    features = look(fixture);
    assert_planes(&features, KATAGO_PLANE_CAUGHT, 4,
                  (const char *[]){"", "C7", "C7", ""});
    play(fixture, "E2");
    features = look(fixture);
    assert_planes(&features, KATAGO_PLANE_CAUGHT, 4,
                  (const char *[]){"", "", "C7", ""});
    // Where the moves are not seen, neither are earlier boards.
    fixture->moves_max = 1;
    features = look(fixture);
    assert_planes(&features, KATAGO_PLANE_CAUGHT, 4, (const char *[]){"", "", "", ""});
}

static void test_areas_by_rules(void **state)
{
    Fixture *fixture = *state;
    const char *picture = ".X.XO.O/XXXXOOO/XXX.OO./.....OO/XXX.OOO";
    const char *stones = "B5 D5 A4 B4 C4 D4 A3 B3 C3 A1 B1 C1";
    KatagoFeatures features = see_picture(fixture, picture, BLACK);
    Bitboard own = picture_points(stones), eyes = picture_points("A5 C5");
    own = bitboard_union(own, eyes);
    assert_true(bitboard_equal(&features.planes[KATAGO_PLANE_OWN_AREA], &own));
    fixture->rules = "stone-scoring";
    features = look(fixture);
    assert_points(features.planes[KATAGO_PLANE_OWN_AREA], stones);
    fixture->rules = "japanese";
    features = look(fixture);
    assert_planes(&features, KATAGO_PLANE_OWN_AREA, 2, (const char *[]){"", ""});
}

static void test_numbers_of_rules(void **state)
{
    Fixture *fixture = *state;
    const struct {
        const char *rules;
        double numbers[6]; // from KATAGO_GLOBAL_SUPERKO on
        double button;
    } cases[] = {{"tromp-taylor", {1, 0.5, 1, 0, 0, 0}, 0},
                 {"chinese", {0, 0, 0, 0, 0, 0}, 0},
                 {"chinese-kgs", {1, 0.5, 0, 0, 0, 0}, 0},
                 {"japanese", {0, 0, 0, 1, 1, 0}, 0},
                 {"korean", {0, 0, 0, 1, 1, 0}, 0},
                 {"aga", {1, -0.5, 0, 0, 0, 0}, 0},
                 {"aga-button", {1, -0.5, 0, 0, 0, 0}, 1},
                 {"nz", {1, -0.5, 1, 0, 0, 0}, 0},
                 {"goe", {1, 0.5, 1, 0, 0, 0}, 0},
                 {"ancient-area", {0, 0, 0, 0, 1, 1}, 0},
                 {"ancient-territory", {0, 0, 0, 1, 1, 1}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        KatagoFeatures features = see(fixture, cases[i].rules, 5, "");
        for (int j = 0; j < 6; j++)
            assert_global(&features, KATAGO_GLOBAL_SUPERKO + j, cases[i].numbers[j]);
        assert_global(&features, KATAGO_GLOBAL_BUTTON, cases[i].button);
        bool expected = cases[i].numbers[0] == 0 || cases[i].numbers[3] == 1;
        assert_int_equal(features.has_no_result, expected);
    }
}

static void assert_komi(Fixture *fixture, const char *rules, const char *moves,
                        double points)
{
    KatagoFeatures features = see(fixture, rules, 5, moves);
    assert_global(&features, KATAGO_GLOBAL_KOMI, points / 20);
}

static void test_komi_for_the_player(void **state)
{
    Fixture *fixture = *state;
    assert_komi(fixture, "tromp-taylor", "", -7.5);
    assert_komi(fixture, "tromp-taylor", "A1", 7.5);
    fixture->game.komi = 2000;
    assert_komi(fixture, "tromp-taylor", "", -45); // 25 points and 20
    assert_komi(fixture, "tromp-taylor", "A1", 45);
    fixture->game.komi = -2000;
    assert_komi(fixture, "tromp-taylor", "", 45);
}

// It is the player's: White's with the other sign where Black is to move.
static void test_doublings_for_the_player(void **state)
{
    Fixture *fixture = *state;
    KatagoFeatures features = see(fixture, "tromp-taylor", 5, "A1");
    assert_global(&features, KATAGO_GLOBAL_DOUBLING, 0);
    assert_global(&features, KATAGO_GLOBAL_DOUBLINGS, 0);
    fixture->white_doubling = 1.5F;
    features = see(fixture, "tromp-taylor", 5, "A1");
    assert_global(&features, KATAGO_GLOBAL_DOUBLING, 1);
    assert_global(&features, KATAGO_GLOBAL_DOUBLINGS, 0.75);
    features = see(fixture, "tromp-taylor", 5, "A1 B2");
    assert_global(&features, KATAGO_GLOBAL_DOUBLING, 1);
    assert_global(&features, KATAGO_GLOBAL_DOUBLINGS, -0.75);
}

// With territory scoring each stone costs a point, so that all count as area does.
static void test_stones_cost_territory(void **state)
{
    Fixture *fixture = *state;
    assert_komi(fixture, "japanese", "", -7.5);
    assert_komi(fixture, "japanese", "A1", 8.5);
    assert_komi(fixture, "japanese", "A1 B2", -7.5);
    assert_komi(fixture, "japanese", "A1 pass", -8.5);
    assert_komi(fixture, "japanese", "A1 pass B2", 9.5);
    assert_komi(fixture, "japanese", "B1 A1 A2", 8.5); // a captured one, too
}

static void test_the_button(void **state)
{
    Fixture *fixture = *state;
    KatagoFeatures features = see(fixture, "aga-button", 5, "A1 pass");
    assert_global(&features, KATAGO_GLOBAL_BUTTON, 0);
    assert_pass_ends(&features, false);
    assert_komi(fixture, "aga-button", "A1 pass", -8);
    assert_komi(fixture, "aga-button", "pass", 7);
    // Nor is it the first of two passes.
    assert_komi(fixture, "aga-button", "pass pass", -7);
    features = see(fixture, "aga-button", 5, "pass pass");
    assert_pass_ends(&features, false); // a friendly one
    assert_passes(&features, ".....");
    features = see(fixture, "aga-button", 5, "pass pass A1");
    assert_passes(&features, ".pp..");
}

static void test_points_for_handicap(void **state)
{
    Fixture *fixture = *state;
    const Point stones[] = {point_at(1, 2), point_at(3, 4), point_at(1, 4)};
    const struct {
        const char *rules;
        double points;
    } cases[] = {{"tromp-taylor", 7.5},
                 {"chinese", 10.5},
                 {"aga", 9.5},
                 {"japanese", 10.5}}; // as their stones cost three points
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_resize(&fixture->game, 5, 5);
        assert_true(game_place_handicap(&fixture->game, stones, 3));
        fixture->rules = cases[i].rules;
        KatagoFeatures features = look(fixture);
        assert_global(&features, KATAGO_GLOBAL_KOMI, cases[i].points / 20);
    }
    // Stones that White answers by passing are handicap; the first move alone is not.
    assert_komi(fixture, "chinese", "A1 pass C3 pass E5", 10.5);
    assert_komi(fixture, "chinese", "A1 pass C3 B2 E5", 9.5);
    assert_komi(fixture, "chinese", "A1 B2 C3", 7.5);
}

static void test_parity_of_komi(void **state)
{
    Fixture *fixture = *state;
    const struct {
        int size;
        double komi, wave; // White's
    } cases[] = {{5, 7, 0},  {5, 7.5, 0.5},  {5, 8, 0},       {5, 6.5, -0.5},
                 {5, -1, 0}, {5, 6, 0},      {4, 6, 0},       {4, 6.5, 0.5},
                 {4, 7, 0},  {4, 5.5, -0.5}, {4, -0.5, -0.5}, {4, 0.5, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture->game.komi = (int)(2 * cases[i].komi);
        KatagoFeatures features = see(fixture, "tromp-taylor", cases[i].size, "A1");
        assert_global(&features, KATAGO_GLOBAL_WAVE, cases[i].wave);
        features = see(fixture, "tromp-taylor", cases[i].size, "");
        assert_global(&features, KATAGO_GLOBAL_WAVE, -cases[i].wave);
        features = see(fixture, "japanese", cases[i].size, "A1");
        assert_global(&features, KATAGO_GLOBAL_WAVE, 0);
    }
}

// A coloring for the third time ends a game without superko: only the last move is
// seen then.
static void test_the_third_repetition(void **state)
{
    Fixture *fixture = *state;
    char moves[64];
    snprintf(moves, sizeof moves, "%s C2 B2", KO);
    const char *const five[] = {"B2", "C2", "B2", "C2", "B2"};
    const char *const one[] = {"B2", "", "", "", ""};
    KatagoFeatures features = see(fixture, "chinese", 5, moves);
    assert_planes(&features, KATAGO_PLANE_MOVES, 3, five);
    snprintf(moves, sizeof moves, "%s C2 B2 C2 B2", KO);
    features = see(fixture, "chinese", 5, moves);
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, one);
    features = see(fixture, "tromp-taylor", 5, moves);
    assert_planes(&features, KATAGO_PLANE_MOVES, KATAGO_MOVES, five);
    // What was before a pass does not count.
    snprintf(moves, sizeof moves, "%s C2 B2 pass pass C2 B2", KO);
    features = see(fixture, "chinese", 5, moves);
    assert_planes(&features, KATAGO_PLANE_MOVES, 2, five);
}

// Planes and numbers of the encore, and of the playout doubling advantage, are none.
static void test_what_is_never_seen(void **state)
{
    Fixture *fixture = *state;
    static const int planes[] = {KATAGO_PLANE_ENCORE_KO, KATAGO_PLANE_ENCORE_KO + 1,
                                 KATAGO_PLANE_ENCORE_STONES,
                                 KATAGO_PLANE_ENCORE_STONES + 1};
    static const int globals[] = {KATAGO_GLOBAL_ENCORE, KATAGO_GLOBAL_ENCORE + 1,
                                  KATAGO_GLOBAL_DOUBLING, KATAGO_GLOBAL_DOUBLING + 1};
    KatagoFeatures features = see(fixture, "japanese", 5, "A1 pass pass pass pass B2");
    for (int i = 0; i < 4; i++) {
        assert_true(bitboard_is_empty(&features.planes[planes[i]]));
        assert_global(&features, globals[i], 0);
    }
}

// With colors swapped, the player to move sees the same, but for komi.
// Old networks are told nothing of the passes that ended a game.
static void test_old_networks_do_not_see_an_end(void **state)
{
    Fixture *fixture = *state;
    for (fixture->version = KATAGO_INPUT_OLDEST;
         fixture->version <= KATAGO_INPUT_NEWEST; fixture->version++) {
        bool sees = fixture->version >= KATAGO_INPUT_RULES;
        KatagoFeatures features = see(fixture, "tromp-taylor", 5, "A1 pass pass");
        assert_passes(&features, sees ? "p...." : ".....");
        assert_pass_ends(&features, sees);
        features = see(fixture, "tromp-taylor", 5, "A1 B2 pass");
        assert_passes(&features, "p....");
        assert_pass_ends(&features, true);
        assert_planes(&features, KATAGO_PLANE_MOVES + 1, 1, (const char *[]){"B2"});
    }
}

static void test_areas_by_version(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        const char *rules;
        int version;
        const char *black;
    } CASES[] = {
        {"tromp-taylor", 3, "A1 A2 A3 B1 B2 B3"},
        {"stone-scoring", 3, "A1 A2 A3 B1 B2 B3"},
        {"japanese", 3, ""},
        {"tromp-taylor", 4, ""},
        {"tromp-taylor", 6, "A1 A2 A3 B1 B2 B3"},
        {"japanese", 6, ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        fixture->rules = CASES[i].rules;
        fixture->version = CASES[i].version;
        KatagoFeatures features = see_picture(fixture, ".XO./.XO./.XO.", BLACK);
        assert_points(features.planes[KATAGO_PLANE_OWN_AREA], CASES[i].black);
    }
    // What is alive for certain is shown under territory rules, too.
    fixture->rules = "japanese";
    for (fixture->version = 3; fixture->version <= 4; fixture->version++) {
        KatagoFeatures features = see_picture(fixture, "XXXX/.XO./XXXX", BLACK);
        assert_points(features.planes[KATAGO_PLANE_OWN_AREA],
                      "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3");
    }
}

static void test_komi_by_version(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        int version;
        double unit, most; // points
    } CASES[] = {{3, 15, 26}, {4, 15, 26}, {5, 15, 26}, {6, 20, 26}, {7, 20, 45}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        fixture->version = CASES[i].version;
        fixture->game.komi = 15;
        KatagoFeatures features = see(fixture, "tromp-taylor", 5, "A1");
        assert_global(&features, KATAGO_GLOBAL_KOMI, 7.5 / CASES[i].unit);
        fixture->game.komi = 120;
        features = look(fixture);
        assert_global(&features, KATAGO_GLOBAL_KOMI, CASES[i].most / CASES[i].unit);
    }
}

static void test_layouts(void **state)
{
    (void)state;
    static const int PLANES[] = {22, 22, 13, 22, 22}, GLOBALS[] = {14, 14, 12, 16, 19};
    for (int version = KATAGO_INPUT_OLDEST; version <= KATAGO_INPUT_NEWEST; version++) {
        const KatagoLayout *layout = katago_layout(version);
        assert_int_equal(layout->plane_count, PLANES[version - KATAGO_INPUT_OLDEST]);
        assert_int_equal(layout->global_count, GLOBALS[version - KATAGO_INPUT_OLDEST]);
        for (int i = 1; i < layout->plane_count; i++)
            assert_true(layout->planes[i] > layout->planes[i - 1]);
        for (int i = 1; i < layout->global_count; i++)
            assert_true(layout->globals[i] > layout->globals[i - 1]);
    }
    assert_int_equal(katago_layout(5)->planes[3], KATAGO_PLANE_KO);
    assert_int_equal(katago_layout(4)->globals[12], KATAGO_GLOBAL_PASS_ENDS);
    assert_int_equal(katago_layout(4)->globals[13], KATAGO_GLOBAL_WAVE);
    assert_int_equal(katago_layout(6)->globals[15], KATAGO_GLOBAL_WAVE);
}

static void test_colors_do_not_matter(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_seeded(3, 2);
    fixture->game.komi = 0;
    for (int i = 0; i < 60; i++) {
        int columns = 2 + (int)rng_below(&rng, 18), rows = 2 + (int)rng_below(&rng, 18);
        int moves = (int)rng_below(&rng, (uint32_t)(columns * rows));
        Position pos = random_position(columns, rows, moves, &rng, NULL);
        KatagoFeatures seen[2];
        for (int swap = 0; swap < 2; swap++) {
            const Bitboard stones[2] = {pos.stones[swap], pos.stones[!swap]};
            game_resize(&fixture->game, columns, rows);
            assert_true(
                game_setup(&fixture->game, stones, (Color)(pos.to_play ^ swap)));
            seen[swap] = look(fixture);
        }
        for (int plane = 0; plane < KATAGO_PLANE_COUNT; plane++)
            assert_true(bitboard_equal(&seen[0].planes[plane], &seen[1].planes[plane]));
    }
}

static void assert_same_view(Fixture *fixture, const KatagoView *view,
                             const KatagoView *other)
{
    KatagoFeatures features, wanted;
    assert_int_equal(view->before_count, other->before_count);
    katago_features_extract(view, fixture->reader, &features);
    katago_features_extract(other, fixture->reader, &wanted);
    assert_memory_equal(features.planes, wanted.planes, sizeof wanted.planes);
    assert_memory_equal(features.globals, wanted.globals, sizeof wanted.globals);
    assert_memory_equal(&features.legal, &wanted.legal, sizeof wanted.legal);
}

// A search plays on from the view of its root, and sees what the game would show. Its
// history may be longer by then.
static void test_a_view_is_played_on(void **state)
{
    enum { TURNS = 60 };
    Fixture *fixture = *state;
    static const char *const RULES[] = {"tromp-taylor", "chinese", "japanese",
                                        "aga-button"};
    Rng rng = rng_seeded(5, 0);
    for (int i = 0; i < 40; i++) {
        Game *game = &fixture->game;
        const Rules *rules = rules_find(RULES[i % 4]);
        game_resize(game, 4, 5);
        random_turns(game, i, &rng);
        KatagoView view = katago_view(game, rules);
        Position pos = game->position;
        uint32_t entry = game->history.length - 1;
        int first = game->move_count;
        random_turns(game, 1 + (int)rng_below(&rng, TURNS), &rng);
        KatagoView wanted = katago_view(game, rules);
        for (int j = first; j < game->move_count; j++, entry++) {
            katago_view_play(&view, &pos, entry, game->moves[j].point);
            position_play(&pos, game->moves[j].point);
        }
        view.pos = &pos;
        assert_same_view(fixture, &view, &wanted);
    }
}

static void test_the_turn_in_a_view_is_given(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_seeded(6, 0);
    for (int i = 0; i < 20; i++) {
        Game *game = &fixture->game;
        const Rules *rules = rules_find("tromp-taylor");
        game_resize(game, 5, 5);
        random_turns(game, i, &rng);
        Color player = color_other((Color)game->position.to_play);
        KatagoView view = katago_view(game, rules);
        Position pos = game->position;
        position_give_turn(&pos, player);
        katago_view_give_turn(&view, &pos, player);
        game_give_turn(game, player);
        KatagoView wanted = katago_view(game, rules);
        assert_same_view(fixture, &view, &wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stones_and_liberties, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_last_five_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fewer_moves_if_wanted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_moves_of_one_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_moves_from_before_the_end, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_second_pass_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_friendly_pass, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_pass_at_the_root_of_an_analysis, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_pass_in_the_same_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_ko, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_superko, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_superko_by_suicide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_suicide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ladders_now_and_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_areas_by_rules, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_numbers_of_rules, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_komi_for_the_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_doublings_for_the_player, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_stones_cost_territory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_button, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_points_for_handicap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_parity_of_komi, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_third_repetition, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_never_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_old_networks_do_not_see_an_end, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_areas_by_version, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_komi_by_version, set_up, tear_down),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test_setup_teardown(test_colors_do_not_matter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_view_is_played_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_turn_in_a_view_is_given, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

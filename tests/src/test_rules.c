// SPDX-License-Identifier: MIT
//
// Legality, move by move, under every preset. The questions that the page on the
// Tromp-Taylor rules in Sensei's Library discusses are among the tests: that captures
// are cleared before one's own stones, that suicide is a move like any other, and that
// a player may play at once where his stone was captured unless that repeats a
// coloring.
#include "rules.h"

#include <string.h>

#include "game.h"
#include "picture.h"

// A game under a preset that begins on the empty grid and goes on with a set-up.
static Game game_of(const char *preset, const char *picture, Color to_play)
{
    Position pos = picture_position(picture, to_play);
    Game game;
    assert_non_null(rules_find(preset));
    assert_true(game_init(&game, rules_find(preset), 0, pos.columns, pos.rows));
    if (pos.empty_count < pos.columns * pos.rows || to_play == WHITE)
        assert_true(game_setup(&game, pos.stones, to_play));
    return game;
}

static MoveError check(const Game *game, const char *vertex)
{
    return rules_check(&game->rules, &game->position, &game->history,
                       picture_point(vertex));
}

// Turns of alternating players, separated by blanks; all must be legal.
static void play(Game *game, const char *vertices)
{
    char vertex[VERTEX_SIZE];
    while (*vertices != '\0') {
        size_t length = strcspn(vertices, " ");
        memcpy(vertex, vertices, length);
        vertex[length] = '\0';
        MoveError error =
            game_play(game, (Color)game->position.to_play, picture_point(vertex));
        if (error != MOVE_OK)
            fail_msg("%s is illegal: %s", vertex, move_error_text(error));
        vertices += length + strspn(vertices + length, " ");
    }
}

// The answer to one move under one preset, after turns that are legal.
static MoveError answer(const char *preset, const char *picture, Color to_play,
                        const char *before, const char *vertex)
{
    Game game = game_of(preset, picture, to_play);
    play(&game, before);
    MoveError error = check(&game, vertex);
    game_free(&game);
    return error;
}

static void test_presets(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        KoRule ko;
        TaxRule tax;
        HandicapBonus bonus;
        bool territory, suicide, dead_stones;
    } EXPECTED[] = {
        {"tromp-taylor", KO_POSITIONAL, TAX_NONE, BONUS_NONE, false, true, false},
        {"tromp-taylor-1995", KO_SAME_PLAYER, TAX_NONE, BONUS_NONE, false, true, false},
        {"cgos", KO_POSITIONAL, TAX_NONE, BONUS_NONE, false, false, false},
        {"chinese", KO_SIMPLE, TAX_NONE, BONUS_N, false, false, true},
        {"chinese-ogs", KO_POSITIONAL, TAX_NONE, BONUS_N, false, false, true},
        {"chinese-kgs", KO_POSITIONAL, TAX_NONE, BONUS_N, false, false, true},
        {"japanese", KO_SIMPLE, TAX_SEKI, BONUS_NONE, true, false, true},
        {"korean", KO_SIMPLE, TAX_SEKI, BONUS_NONE, true, false, true},
        {"aga", KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_ONE, false, false, true},
        {"bga", KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_ONE, false, false, true},
        {"french", KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_ONE, false, false, true},
        {"aga-button", KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_ONE, false, false, true},
        {"new-zealand", KO_SITUATIONAL, TAX_NONE, BONUS_NONE, false, true, true},
        {"goe", KO_POSITIONAL, TAX_NONE, BONUS_NONE, false, true, true},
        {"stone-scoring", KO_SIMPLE, TAX_ALL, BONUS_NONE, false, false, true},
        {"ancient-territory", KO_SIMPLE, TAX_ALL, BONUS_NONE, true, false, true},
    };
    int count;
    const Rules *presets = rules_presets(&count);
    assert_int_equal(count, sizeof EXPECTED / sizeof EXPECTED[0]);
    assert_string_equal(presets[RULES_TROMP_TAYLOR].name, "tromp-taylor");
    for (int i = 0; i < count; i++) {
        const Rules *rules = rules_find(EXPECTED[i].name);
        assert_ptr_equal(rules, &presets[i]);
        assert_string_equal(rules->name, EXPECTED[i].name);
        assert_int_equal(rules->ko, EXPECTED[i].ko);
        assert_int_equal(rules->tax, EXPECTED[i].tax);
        assert_int_equal(rules->bonus, EXPECTED[i].bonus);
        assert_int_equal(rules->suicide, EXPECTED[i].suicide);
        assert_int_equal(rules->dead_stones, EXPECTED[i].dead_stones);
        assert_int_equal(rules->territory, EXPECTED[i].territory);
        assert_int_equal(rules->button, strcmp(rules->name, "aga-button") == 0);
        assert_int_equal(rules->friendly_pass, rules->dead_stones && !rules->territory);
    }
}

static void test_spelling_of_names_makes_no_difference(void **state)
{
    (void)state;
    const struct {
        const char *name, *others[3];
    } CASES[] = {
        {"tromp-taylor", {"Tromp_Taylor", "tromp taylor", "TrompTaylor"}},
        {"chinese-kgs", {"Chinese_KGS", "chinesekgs"}},
        {"japanese", {"JAPANESE"}},
        {"french", {"French"}},
        {"aga-button", {"AGA button", "agabutton"}},
        {"new-zealand", {"nz", "new zealand", "New_Zealand"}},
        {"goe", {"ing", "ING"}},
        {"stone-scoring", {"ancient-area", "stone_scoring", "AncientArea"}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (int j = 0; j < 3 && CASES[i].others[j] != NULL; j++)
            assert_ptr_equal(rules_find(CASES[i].others[j]), rules_find(CASES[i].name));
    assert_null(rules_find("chines"));
    assert_null(rules_find("chinesee"));
    assert_null(rules_find(""));
}

static void test_usual_komi(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int komi; // half points
    } CASES[] = {{"tromp-taylor", 15},     {"chinese", 15},    {"japanese", 13},
                 {"korean", 13},           {"aga-button", 14}, {"new-zealand", 14},
                 {"ancient-territory", 13}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_int_equal(rules_usual_komi(rules_find(CASES[i].name)), CASES[i].komi);
}

static void test_which_rules_are_the_same(void **state)
{
    (void)state;
    const Rules *rules = rules_find("aga");
    Rules others[8];
    for (int i = 0; i < 8; i++)
        others[i] = *rules;
    others[0].name = "x";
    assert_true(rules_are_same(rules, &others[0]));
    others[0].ko = KO_SIMPLE;
    others[1].tax = TAX_SEKI;
    others[2].bonus = BONUS_N;
    others[3].territory = true;
    others[4].suicide = true;
    others[5].button = true;
    others[6].friendly_pass = false;
    others[7].dead_stones = false;
    for (int i = 0; i < 8; i++)
        assert_false(rules_are_same(rules, &others[i]));
}

static void test_rules_that_a_tool_has_chosen_are_completed(void **state)
{
    (void)state;
    Rules rules = {.ko = KO_SIMPLE, .tax = TAX_SEKI, .territory = true};
    rules_complete(&rules);
    assert_true(rules.dead_stones);
    assert_string_equal(rules.name, "japanese");
    rules.tax = TAX_NONE;
    rules_complete(&rules);
    assert_string_equal(rules.name, "custom");
    rules = (Rules){.ko = KO_POSITIONAL, .suicide = true};
    rules_complete(&rules);
    assert_false(rules.dead_stones);
    assert_string_equal(rules.name, "tromp-taylor");
}

static void test_what_is_no_empty_point_is_refused(void **state)
{
    (void)state;
    Game game = game_of("tromp-taylor", "X . O", BLACK);
    assert_int_equal(check(&game, "A1"), MOVE_OCCUPIED);
    assert_int_equal(check(&game, "C1"), MOVE_OCCUPIED);
    assert_int_equal(check(&game, "B1"), MOVE_OK);
    assert_int_equal(check(&game, "pass"), MOVE_OK);
    assert_int_equal(check(&game, "D1"), MOVE_OFF_BOARD);
    assert_int_equal(check(&game, "A2"), MOVE_OFF_BOARD);
    const Point off[] = {NO_POINT, RESIGN, POINT_LIMIT, UINT16_MAX, point_at(2, 1) + 1};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        assert_int_equal(
            rules_check(&game.rules, &game.position, &game.history, off[i]),
            MOVE_OFF_BOARD);
    game_free(&game);
}

static const char KO_SHAPE[] = ". X O . ."
                               "/X O . O ."
                               "/. X O . ."
                               "/. . . . .";

static void test_a_ko_may_not_be_taken_back_at_once(void **state)
{
    (void)state;
    static const char *const PRESETS[] = {"tromp-taylor", "new-zealand", "aga",
                                          "chinese", "cgos"};
    for (size_t i = 0; i < sizeof PRESETS / sizeof PRESETS[0]; i++)
        assert_int_equal(answer(PRESETS[i], KO_SHAPE, BLACK, "C3", "B3"), MOVE_KO);
    // Nobody's turn left the grid that was set up.
    assert_int_equal(answer("tromp-taylor-1995", KO_SHAPE, BLACK, "C3", "B3"), MOVE_OK);
    // Here White's turn left it.
    static const char BEFORE[] = ". X O . ."
                                 "/X . . O ."
                                 "/. X O . ."
                                 "/. . . . .";
    assert_int_equal(answer("tromp-taylor-1995", BEFORE, WHITE, "B3 C3", "B3"),
                     MOVE_KO);
}

static void test_a_ko_may_be_taken_back_after_a_threat(void **state)
{
    (void)state;
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(answer(presets[i].name, KO_SHAPE, BLACK, "C3 A1 B1", "B3"),
                         MOVE_OK);
        Game game = game_of(presets[i].name, KO_SHAPE, BLACK);
        play(&game, "C3 A1 B1 B3 D1 E1 C3");
        assert_picture(&game.position, ". X O . ./X . X O ./. X O . ./O X . X O");
        game_free(&game);
    }
}

static void test_after_a_pass_the_ko_is_over_but_superko_forbids(void **state)
{
    (void)state;
    assert_int_equal(answer("tromp-taylor", KO_SHAPE, BLACK, "C3 pass pass", "B3"),
                     MOVE_SUPERKO);
    assert_int_equal(answer("new-zealand", KO_SHAPE, BLACK, "C3 pass pass", "B3"),
                     MOVE_SUPERKO);
    Game game = game_of("tromp-taylor", KO_SHAPE, BLACK);
    play(&game, "C3 pass pass");
    assert_int_equal(game.position.ko, NO_POINT);
    assert_true(position_can_play(&game.position, picture_point("B3")));
    game_free(&game);
}

static void test_a_repeating_move_need_not_capture(void **state)
{
    (void)state;
    Game game = game_of("tromp-taylor", ". ./. .", BLACK);
    play(&game, "A2 B2");
    assert_picture(&game.position, "X O/. .");
    play(&game, "A1 pass B1");
    assert_picture(&game.position, "X ./X X");
    play(&game, "B2");
    assert_picture(&game.position, ". O/. .");
    assert_int_equal(check(&game, "A2"), MOVE_SUPERKO);
    assert_int_equal(check(&game, "A1"), MOVE_OK);
    assert_int_equal(game_play_lenient(&game, BLACK, picture_point("A2")), MOVE_OK);
    assert_picture(&game.position, "X O/. .");
    assert_int_equal(game.captured[BLACK], 1); // at B1; nothing now
    game_free(&game);
}

static void test_a_capture_is_no_suicide(void **state)
{
    (void)state;
    // The stone on A1 has no liberty until the opponent's stones are cleared, first.
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        Game game = game_of(presets[i].name, "O X ./. O X", BLACK);
        play(&game, "A1");
        assert_picture(&game.position, ". X ./X . X");
        game_free(&game);
    }
}

static void test_suicide_of_several_stones(void **state)
{
    (void)state;
    static const char SHAPE[] = "O O ./X . O";
    static const char *const ALLOWED[] = {"tromp-taylor", "tromp-taylor-1995",
                                          "new-zealand"};
    static const char *const FORBIDDEN[] = {"cgos", "chinese", "aga"};
    for (int i = 0; i < 3; i++) {
        Game game = game_of(ALLOWED[i], SHAPE, BLACK);
        play(&game, "B1");
        assert_picture(&game.position, "O O ./. . O");
        assert_int_equal(game.position.to_play, WHITE);
        game_free(&game);
        assert_int_equal(answer(FORBIDDEN[i], SHAPE, BLACK, "", "B1"), MOVE_SUICIDE);
    }
}

static void test_suicide_of_one_stone(void **state)
{
    (void)state;
    static const char SHAPE[] = ". O ./O . ./. . .";
    // It leaves the coloring that is there, with the other player to move.
    assert_int_equal(answer("tromp-taylor", SHAPE, BLACK, "", "A3"), MOVE_SUPERKO);
    assert_int_equal(answer("cgos", SHAPE, BLACK, "", "A3"), MOVE_SUICIDE);
    assert_int_equal(answer("chinese", SHAPE, BLACK, "", "A3"), MOVE_SUICIDE);
    assert_int_equal(answer("aga", SHAPE, BLACK, "", "A3"), MOVE_SUICIDE);
    assert_int_equal(answer("new-zealand", SHAPE, BLACK, "", "A3"), MOVE_OK);
    assert_int_equal(answer("tromp-taylor-1995", SHAPE, BLACK, "", "A3"), MOVE_OK);
    // But only once: White passes, and the grid is one that Black left.
    assert_int_equal(answer("new-zealand", SHAPE, BLACK, "A3 pass", "A3"),
                     MOVE_SUPERKO);
    assert_int_equal(answer("tromp-taylor-1995", SHAPE, BLACK, "A3 pass", "A3"),
                     MOVE_SUPERKO);
    // A pass leaves a grid, too.
    assert_int_equal(answer("tromp-taylor-1995", SHAPE, BLACK, "pass pass", "A3"),
                     MOVE_SUPERKO);
    assert_int_equal(answer("new-zealand", SHAPE, BLACK, "pass pass", "A3"),
                     MOVE_SUPERKO);
}

static void test_the_empty_grid_may_not_be_left_again(void **state)
{
    (void)state;
    // Black's second stone would clear both, and leave the first grid of the game.
    assert_int_equal(answer("tromp-taylor", ". .", BLACK, "A1 pass", "B1"),
                     MOVE_SUPERKO);
    // White is to play after it, as he was not in the beginning.
    assert_int_equal(answer("new-zealand", ". .", BLACK, "A1 pass", "B1"), MOVE_OK);
    assert_int_equal(answer("tromp-taylor-1995", ". .", BLACK, "A1 pass", "B1"),
                     MOVE_OK);
    // If White does it, Black is to play, as in the beginning; but White never left it.
    assert_int_equal(answer("new-zealand", ". .", BLACK, "pass A1 pass", "B1"),
                     MOVE_SUPERKO);
    assert_int_equal(answer("tromp-taylor-1995", ". .", BLACK, "pass A1 pass", "B1"),
                     MOVE_OK);
    // Black left it by his pass.
    assert_int_equal(
        answer("tromp-taylor-1995", ". .", BLACK, "pass pass A1 pass", "B1"),
        MOVE_SUPERKO);
}

static void test_a_grid_that_was_set_up_may_not_be_left_again(void **state)
{
    (void)state;
    assert_int_equal(answer("tromp-taylor", "X .", WHITE, "B1", "A1"), MOVE_KO);
    assert_int_equal(answer("tromp-taylor", "X .", WHITE, "B1 pass pass", "A1"),
                     MOVE_SUPERKO);
    assert_int_equal(answer("new-zealand", "X .", WHITE, "B1", "A1"), MOVE_KO);
    assert_int_equal(answer("tromp-taylor-1995", "X .", WHITE, "B1", "A1"), MOVE_OK);
    // Set up with Black to play, it differs from what Black would leave.
    assert_int_equal(answer("new-zealand", "X .", BLACK, "pass B1", "A1"), MOVE_KO);
    assert_int_equal(answer("new-zealand", ". O", BLACK, "A1", "B1"), MOVE_KO);
}

static void test_a_snapback_is_legal_at_once(void **state)
{
    (void)state;
    static const char SHAPE[] = "X X X X ./O O O X ./O X . X .";
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        Game game = game_of(presets[i].name, SHAPE, WHITE);
        play(&game, "C1 B1");
        assert_picture(&game.position, "X X X X ./. . . X ./. X . X .");
        assert_int_equal(game.captured[WHITE], 1);
        assert_int_equal(game.captured[BLACK], 5);
        game_free(&game);
    }
}

static void test_sending_two_returning_one(void **state)
{
    (void)state;
    // White sends two, Black takes them, White takes one: the same grid after three
    // turns, with the other player to move.
    static const char SHAPE[] = ". . . ./X X O O/. O . O";
    assert_int_equal(answer("tromp-taylor", SHAPE, WHITE, "A1 C1", "B1"), MOVE_SUPERKO);
    assert_int_equal(answer("cgos", SHAPE, WHITE, "A1 C1", "B1"), MOVE_SUPERKO);
    assert_int_equal(answer("tromp-taylor-1995", SHAPE, WHITE, "A1 C1", "B1"), MOVE_OK);
    Game game = game_of("new-zealand", SHAPE, WHITE);
    play(&game, "A1 C1 B1");
    assert_picture(&game.position, SHAPE);
    play(&game, "pass");
    assert_int_equal(check(&game, "A1"), MOVE_SUPERKO); // sent once already
    game_free(&game);
}

static void test_every_error_has_a_text(void **state)
{
    (void)state;
    for (MoveError error = MOVE_OK; error <= MOVE_NO_MEMORY; error++) {
        assert_true(strlen(move_error_text(error)) > 0);
        for (MoveError other = MOVE_OK; other < error; other++)
            assert_string_not_equal(move_error_text(error), move_error_text(other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_spelling_of_names_makes_no_difference),
        cmocka_unit_test(test_usual_komi),
        cmocka_unit_test(test_which_rules_are_the_same),
        cmocka_unit_test(test_rules_that_a_tool_has_chosen_are_completed),
        cmocka_unit_test(test_what_is_no_empty_point_is_refused),
        cmocka_unit_test(test_a_ko_may_not_be_taken_back_at_once),
        cmocka_unit_test(test_a_ko_may_be_taken_back_after_a_threat),
        cmocka_unit_test(test_after_a_pass_the_ko_is_over_but_superko_forbids),
        cmocka_unit_test(test_a_repeating_move_need_not_capture),
        cmocka_unit_test(test_a_capture_is_no_suicide),
        cmocka_unit_test(test_suicide_of_several_stones),
        cmocka_unit_test(test_suicide_of_one_stone),
        cmocka_unit_test(test_the_empty_grid_may_not_be_left_again),
        cmocka_unit_test(test_a_grid_that_was_set_up_may_not_be_left_again),
        cmocka_unit_test(test_a_snapback_is_legal_at_once),
        cmocka_unit_test(test_sending_two_returning_one),
        cmocka_unit_test(test_every_error_has_a_text),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}

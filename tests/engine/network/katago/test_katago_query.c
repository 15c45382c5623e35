// SPDX-License-Identifier: MIT
//
// Random networks are asked about games. The folder of the files is the argument.
#include "network_query.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isa.h"
#include "katago_case.h"
#include "picture.h"

static const char *folder;

typedef struct Fixture {
    KatagoNetwork *network;
    Game game;
    bool as_root;
} Fixture;

static Fixture begin(const char *network, const char *rules, int columns, int rows)
{
    char path[KATAGO_CASE_PATH], error[KATAGO_ERROR_SIZE] = "";
    Fixture fixture = {.network = NULL};
    katago_case_path(folder, network, path);
    fixture.network =
        katago_network_open(path, isa_named("generic"), PRECISION_FLOAT, error);
    if (fixture.network == NULL)
        fail_msg("%s: %s", network, error);
    assert_true(game_init(&fixture.game, rules_find(rules), 13, columns, rows));
    return fixture;
}

static void end(Fixture *fixture)
{
    katago_network_delete(fixture->network);
    game_free(&fixture->game);
}

static KatagoAnswer ask(const Fixture *fixture, Color player, int symmetry,
                        float optimism)
{
    KatagoAnswer answer;
    NetworkQuery query = {.player = player,
                          .symmetry = symmetry,
                          .optimism = optimism,
                          .as_root = fixture->as_root};
    assert_true(
        network_query_ask_katago(fixture->network, &fixture->game, &query, &answer));
    return answer;
}

static void play(Fixture *fixture, const char *vertex)
{
    Game *game = &fixture->game;
    assert_int_equal(
        game_play(game, (Color)game->position.to_play, picture_point(vertex)), MOVE_OK);
}

static void assert_near(float a, float b)
{
    if (!(fabsf(a - b) <= 1e-6f))
        fail_msg("%.8f is not %.8f", (double)a, (double)b);
}

static void test_the_policy_is_about_legal_moves(void **state)
{
    (void)state;
    Fixture fixture = begin("v15.bin.gz", "chinese", 5, 4);
    Position pos = picture_position(".XO../XXO../.O.../.....", BLACK);
    assert_true(game_setup(&fixture.game, pos.stones, BLACK));
    for (Color player = BLACK; player <= WHITE; player++) {
        KatagoAnswer answer = ask(&fixture, player, 5, 0);
        double sum = (double)answer.policy[PASS];
        for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p)) {
            bool is_legal = game_check(&fixture.game, player, p) == MOVE_OK;
            if (is_legal)
                sum += (double)answer.policy[p];
            assert_true(is_legal ? answer.policy[p] > 0 : answer.policy[p] == -1);
            assert_int_equal(answer.optimistic[p] > 0, is_legal);
        }
        assert_near((float)sum, 1);
        assert_near(answer.output.win + answer.output.loss + answer.output.no_result,
                    1);
    }
    end(&fixture);
}

// Black may retake at once what White has taken, unless it is a ko. If it is White's
// turn again, there is none.
static void test_out_of_turn_no_ko_is_pending(void **state)
{
    (void)state;
    static const char *const TURNS[] = {"B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"};
    Fixture fixture = begin("v15.bin.gz", "japanese", 5, 5);
    for (int i = 0; i < 8; i++)
        play(&fixture, TURNS[i]);
    Point ko = picture_point("C2");
    assert_true(ask(&fixture, BLACK, 0, 0).policy[ko] == -1);
    assert_true(ask(&fixture, WHITE, 0, 0).policy[ko] > 0);
    end(&fixture);
}

// It is told of the rules of the query, not of those of the game.
static void test_it_is_told_of_the_rules(void **state)
{
    (void)state;
    static const char *const RULES[] = {"chinese", "japanese", "aga-button",
                                        "stone-scoring", "tromp-taylor"};
    float wins[5];
    Fixture fixture = begin("v15.bin.gz", "chinese", 7, 7);
    play(&fixture, "C3");
    for (int i = 0; i < 5; i++) {
        fixture.game.rules = *rules_find(RULES[i]);
        KatagoAnswer answer = ask(&fixture, WHITE, 0, 0);
        wins[i] = answer.output.win;
        bool may_be_void =
            fixture.game.rules.ko == KO_SIMPLE || fixture.game.rules.territory;
        assert_int_equal(answer.output.no_result > 0, may_be_void);
        for (int j = 0; j < i; j++)
            assert_true(fabsf(wins[i] - wins[j]) > 1e-6f);
    }
    end(&fixture);
}

static void test_optimism_leads_from_one_policy_to_the_other(void **state)
{
    (void)state;
    Fixture fixture = begin("v15.bin.gz", "aga", 5, 4);
    KatagoAnswer none = ask(&fixture, BLACK, 0, 0),
                 half = ask(&fixture, BLACK, 0, 0.5f), all = ask(&fixture, BLACK, 0, 1);
    const Bitboard *grid = &fixture.game.position.grid;
    float most = 0;
    float odds = half.policy[PASS] / sqrtf(none.policy[PASS] * all.policy[PASS]);
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        float mean = sqrtf(none.policy[p] * all.policy[p]);
        assert_true(fabsf(half.policy[p] / mean / odds - 1) < 1e-5f);
        assert_near(half.optimistic[p], all.policy[p]);
        most = fmaxf(most, fabsf(logf(none.policy[p] / all.policy[p])));
    }
    assert_true(most > 1e-3f);
    assert_near(none.output.win, all.output.win);
    end(&fixture);
}

// After another order of moves, the same board looks the same. A pass that would end
// the game makes no difference.
static void test_the_root_of_an_analysis_has_no_last_moves(void **state)
{
    (void)state;
    static const char *const TURNS[][5] = {{"B2", "C3", "D4", "B4", "pass"},
                                           {"D4", "C3", "B2", "B4", "pass"},
                                           {"D4", "B4", "B2", "C3", "A1"}};
    float wins[2][3];
    for (int as_root = 0; as_root < 2; as_root++)
        for (int game = 0; game < 3; game++) {
            Fixture fixture = begin("v15.bin.gz", "tromp-taylor", 5, 5);
            fixture.as_root = as_root;
            for (int i = 0; i < 4 + (game < 2); i++)
                play(&fixture, TURNS[game][i]);
            wins[as_root][game] = ask(&fixture, WHITE, 0, 0).output.win;
            end(&fixture);
        }
    assert_near(wins[1][0], wins[1][1]);
    assert_near(wins[1][0], wins[1][2]);
    assert_true(fabsf(wins[0][0] - wins[1][0]) > 1e-5f);
    assert_true(fabsf(wins[0][0] - wins[0][2]) > 1e-5f);
}

// A board that looks the same in all ways but one: the answers for all symmetries are
// those for one board turned. Here it is the empty board.
static void test_the_network_is_shown_the_turned_board(void **state)
{
    (void)state;
    Fixture fixture = begin("v15.bin.gz", "tromp-taylor", 5, 5);
    KatagoAnswer upright = ask(&fixture, BLACK, 0, 0);
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        KatagoAnswer turned = ask(&fixture, BLACK, symmetry, 0);
        assert_near(turned.output.win, upright.output.win);
        float most = 0;
        for (int row = 0; row < 5; row++)
            for (int column = 0; column < 5; column++) {
                // Rows count from the top.
                int y = symmetry & 1 ? 4 - row : row;
                int x = symmetry & 2 ? 4 - column : column;
                Point shown = symmetry & 4 ? point_at(y, 5 - x) : point_at(x, 5 - y);
                Point p = point_at(column, 5 - row);
                assert_near(turned.policy[p], upright.policy[shown]);
                assert_near(turned.output.ownership[p],
                            upright.output.ownership[shown]);
                most = fmaxf(most, fabsf(turned.policy[p] - upright.policy[p]));
            }
        assert_true(most > 1e-5f);
    }
    end(&fixture);
}

// What KataGo 1.17.2 answers to kata-raw-nn about the same networks and games: after
// the end of a game, with a ko, with more komi than the board has points.
static void test_old_networks_answer_as_katago_does(void **state)
{
    (void)state;
    static const struct {
        const char *network;
        int komi; // half points
        const char *turns;
        double white_win, white_lead, chance; // of A5
    } CASES[] = {
        {"v03.txt", 15, "C3 B2 pass pass", 0.312978, 3.310, 0.043053},
        {"v03.txt", 13, "B5 C5 A4 D4 B3 C3 C4 B4", 0.316552, 3.217, 0.057551},
        {"v04.bin.gz", 15, "C3 B2 pass pass", 0.354103, 21.749, 0.038560},
        {"v04.bin.gz", 120, "C3", 0.629817, -22.053, 0.031212},
        {"v05.txt.gz", 15, "C3 B2 pass pass", 0.010753, -23.968, 0.037943},
        {"v05.txt.gz", 13, "B5 C5 A4 D4 B3 C3 C4 B4", 0.006199, -24.667, 0.067633},
        {"v05.txt.gz", 120, "C3", 0.996384, 26.410, 0.051487},
        {"v06.bin", 15, "C3 B2 pass pass", 0.188872, -9.446, 0.041022},
        {"v06.bin", 13, "B5 C5 A4 D4 B3 C3 C4 B4", 0.189557, -9.229, 0.054876},
        {"v07.bin.gz", 15, "C3 B2 pass pass", 0.212903, -24.939, 0.013385},
        {"v07.bin.gz", 13, "B5 C5 A4 D4 B3 C3 C4 B4", 0.246559, -30.314, 0.036793},
        {"v07.bin.gz", 120, "C3", 0.741725, 32.083, 0.027329},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char words[64], *rest = words;
        Fixture fixture = begin(CASES[i].network, "tromp-taylor", 5, 5);
        fixture.game.komi = CASES[i].komi;
        snprintf(words, sizeof words, "%s", CASES[i].turns);
        for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
            play(&fixture, word);
        Color player = (Color)fixture.game.position.to_play;
        KatagoAnswer answer = ask(&fixture, player, 0, 0);
        float sign = player == WHITE ? 1 : -1;
        assert_near(player == WHITE ? answer.output.win : answer.output.loss,
                    (float)CASES[i].white_win);
        assert_true(fabs((double)(sign * answer.output.lead) - CASES[i].white_lead) <
                    6e-4);
        assert_near(answer.policy[picture_point("A5")], (float)CASES[i].chance);
        end(&fixture);
    }
}

static void test_descriptions(void **state)
{
    (void)state;
    char bytes[200], path[KATAGO_CASE_PATH];
    Text text = text_over(bytes, sizeof bytes);
    Fixture fixture = begin("v15.bin.gz", "chinese", 5, 5);
    katago_case_path(folder, "v15.bin.gz", path);
    assert_string_equal(katago_network_path(fixture.network), path);
    katago_network_describe(fixture.network, &text);
    assert_non_null(strstr(bytes, " channels, version 15)"));
    end(&fixture);
    assert_false(katago_network_takes(1, 5));
    assert_false(katago_network_takes(19, 1));
    assert_true(katago_network_takes(2, 19));
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_policy_is_about_legal_moves),
        cmocka_unit_test(test_out_of_turn_no_ko_is_pending),
        cmocka_unit_test(test_it_is_told_of_the_rules),
        cmocka_unit_test(test_optimism_leads_from_one_policy_to_the_other),
        cmocka_unit_test(test_the_root_of_an_analysis_has_no_last_moves),
        cmocka_unit_test(test_the_network_is_shown_the_turned_board),
        cmocka_unit_test(test_old_networks_answer_as_katago_does),
        cmocka_unit_test(test_descriptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

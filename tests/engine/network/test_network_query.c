// SPDX-License-Identifier: MIT
#include "network_query.h"

#include <math.h>

#include "isa.h"
#include "network_fixture.h"
#include "picture.h"
#include "playout_batch.h"
#include "random_play.h"
#include "symmetry.h"

static int open_network(void **state)
{
    Network *network = network_default(isa_named("generic"));
    *state = network;
    return network != NULL ? 0 : -1;
}

static int close_network(void **state)
{
    network_delete(*state);
    return 0;
}

// A random game, and the same one on a board that is turned.
static void begin_games(Game *game, Game *turned, int symmetry, int turns)
{
    Rng rng = rng_seeded(3, (uint64_t)turns);
    bool transposed = symmetry & 4;
    assert_true(game_init(game, rules_find("cgos"), 13, 9, 6));
    assert_true(game_init(turned, rules_find("cgos"), 13, transposed ? 6 : 9,
                          transposed ? 9 : 6));
    random_turns(game, turns, &rng);
    for (int i = 0; i < game->move_count; i++) {
        Point move = game->moves[i].point;
        Point image = move == PASS ? PASS : symmetry_turn(move, 9, 6, symmetry);
        assert_int_equal(game_play(turned, (Color)game->moves[i].color, image),
                         MOVE_OK);
    }
}

static void test_the_network_is_shown_the_turned_board(void **state)
{
    const Network *network = *state;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        Game game, turned;
        NetworkOutput output, image;
        begin_games(&game, &turned, symmetry, 31 + symmetry);
        NetworkQuery query = {.player = (Color)game.position.to_play,
                              .symmetry = symmetry};
        assert_true(network_query_ask(network, &game, &query, &output));
        query.symmetry = 0;
        assert_true(network_query_ask(network, &turned, &query, &image));
        assert_true(output.win == image.win);
        assert_true(output.score == image.score);
        const Bitboard *grid = &game.position.grid;
        for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
            Point q = symmetry_turn(p, 9, 6, symmetry);
            assert_true(fabsf(output.policy[p] - image.policy[q]) < 1e-6f);
            assert_true(output.owner[p] == image.owner[q]);
        }
        game_free(&game);
        game_free(&turned);
    }
}

static void test_the_policy_is_about_legal_moves(void **state)
{
    const Network *network = *state;
    Game game;
    NetworkOutput output;
    Position pos = picture_position(".XO/XXO/.OO", BLACK);
    assert_true(game_init(&game, rules_find("cgos"), 13, 3, 3));
    assert_true(game_setup(&game, pos.stones, BLACK));
    for (Color player = BLACK; player <= WHITE; player++) {
        float sum = 0;
        NetworkQuery query = {.player = player, .symmetry = 5};
        assert_true(network_query_ask(network, &game, &query, &output));
        for (Point p = 0; p < POINT_LIMIT; p++) {
            bool legal = p == PASS || game_check(&game, player, p) == MOVE_OK;
            if (p != PASS && !bitboard_test(&pos.grid, p))
                continue;
            assert_true(legal ? output.policy[p] > 0 : output.policy[p] == -1);
            assert_int_equal(output.optimistic[p] > 0, legal);
            sum += legal ? output.policy[p] : 0;
        }
        assert_true(fabsf(sum - 1) < 1e-5f);
    }
    game_free(&game);
}

static void test_it_is_told_who_is_to_move(void **state)
{
    const Network *network = *state;
    Game game;
    NetworkOutput black, white;
    // Komi of 20 points is White's.
    assert_true(game_init(&game, rules_find("cgos"), 40, 9, 9));
    NetworkQuery query = {.player = BLACK};
    assert_true(network_query_ask(network, &game, &query, &black));
    query.player = WHITE;
    assert_true(network_query_ask(network, &game, &query, &white));
    assert_true(black.win < 0.5f && white.win > 0.5f);
    assert_true(black.score < 0 && white.score > 0);
    game_free(&game);
}

static void test_a_root_has_no_last_moves(void **state)
{
    const Network *network = *state;
    float wins[2][2]; // of two orders of moves, with and without the last ones
    for (int order = 0; order < 2; order++) {
        Game game;
        NetworkOutput output;
        assert_true(game_init(&game, rules_find("cgos"), 13, 9, 9));
        const char *const turns[] = {order == 0 ? "C3" : "G7", "E5",
                                     order == 0 ? "G7" : "C3"};
        for (int i = 0; i < 3; i++)
            assert_int_equal(
                game_play(&game, i % 2 == 0 ? BLACK : WHITE, picture_point(turns[i])),
                MOVE_OK);
        for (int as_root = 0; as_root < 2; as_root++) {
            NetworkQuery query = {.player = WHITE, .as_root = as_root};
            assert_true(network_query_ask(network, &game, &query, &output));
            wins[as_root][order] = output.win;
        }
        game_free(&game);
    }
    assert_true(wins[1][0] == wins[1][1]);
    assert_true(wins[0][0] != wins[0][1]);
}

// Halfway the probabilities are the geometric means of both, made to sum up to 1.
static void test_optimism_leads_from_one_policy_to_the_other(void **state)
{
    (void)state;
    static NetworkFile file; // too large for the stack
    file_make_small(&file, NETWORK_VERSION, 5);
    const char *error;
    Network *network =
        network_read(file.bytes, file.size, isa_named("generic"), &error);
    assert_non_null(network);
    Game game;
    assert_true(game_init(&game, rules_find("cgos"), 13, 5, 4));
    NetworkOutput outputs[3]; // of optimism 0, 0.5, 1
    float sum = 0, largest = 0;
    for (int i = 0; i < 3; i++) {
        NetworkQuery query = {.player = BLACK, .optimism = 0.5f * (float)i};
        assert_true(network_query_ask(network, &game, &query, &outputs[i]));
    }
    const Bitboard *grid = &game.position.grid;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        float mean = sqrtf(outputs[0].policy[p] * outputs[2].policy[p]);
        float share = outputs[1].policy[p] / mean;
        float odds = outputs[1].policy[PASS] /
                     sqrtf(outputs[0].policy[PASS] * outputs[2].policy[PASS]);
        assert_true(fabsf(share / odds - 1) < 1e-3f);
        assert_true(fabsf(outputs[2].policy[p] - outputs[2].optimistic[p]) < 1e-5f);
        largest =
            fmaxf(largest, fabsf(logf(outputs[0].policy[p] / outputs[2].policy[p])));
        sum += outputs[1].policy[p];
    }
    assert_true(fabsf(sum + outputs[1].policy[PASS] - 1) < 1e-5f);
    assert_true(largest > 0.1f);
    game_free(&game);
    network_delete(network);
    file_free(&file);
}

// As the position after the move is asked about, and then seen from the other side.
static void test_it_looks_a_move_ahead(void **state)
{
    Network *network = *state;
    Game game, turned;
    begin_games(&game, &turned, 0, 20);
    Color player = (Color)game.position.to_play;
    const NetworkQuery reply = {.player = color_other(player)};
    Bitboard moves = game.position.grid;
    bitboard_remove(&moves, point_at(0, 1));
    NetworkForesight foresight;
    assert_true(network_query_look_ahead(network, &game, player,
                                         &(NetworkOutlook){moves, 0}, &foresight));
    assert_int_equal(game.move_count, turned.move_count);
    assert_true(game.position.hash == turned.position.hash);
    assert_true(isnan(foresight.win[point_at(0, 1)]) && isnan(foresight.win[PASS]));
    int known = 0;
    for (Point p = bitboard_first(&moves); p; p = bitboard_next(&moves, p)) {
        NetworkOutput output;
        if (game_check(&turned, player, p) != MOVE_OK) {
            assert_true(isnan(foresight.win[p]) && isnan(foresight.score[p]));
            continue;
        }
        assert_int_equal(game_play(&turned, player, p), MOVE_OK);
        assert_true(network_query_ask(network, &turned, &reply, &output));
        assert_true(foresight.win[p] == 1 - output.win);
        assert_true(foresight.score[p] == -output.score);
        game_undo(&turned);
        known++;
    }
    assert_true(known > 10);
    game_free(&game);
    game_free(&turned);
}

// The likeliest replies are looked at, and the worst for the player counts.
static void test_it_looks_at_replies(void **state)
{
    Network *network = *state;
    Game game, turned;
    begin_games(&game, &turned, 0, 16);
    Color player = (Color)game.position.to_play;
    const NetworkQuery query = {.player = player},
                       reply = {.player = color_other(player)};
    Bitboard moves = bitboard_empty();
    for (Point p = bitboard_first(&game.position.grid), i = 0; i < 20;
         p = bitboard_next(&game.position.grid, p), i++)
        bitboard_add(&moves, p);
    NetworkForesight foresight;
    assert_true(network_query_look_ahead(network, &game, player,
                                         &(NetworkOutlook){moves, 1}, &foresight));
    for (Point p = bitboard_first(&moves); p; p = bitboard_next(&moves, p)) {
        NetworkOutput output;
        if (game_check(&turned, player, p) != MOVE_OK)
            continue;
        assert_int_equal(game_play(&turned, player, p), MOVE_OK);
        assert_true(network_query_ask(network, &turned, &reply, &output));
        Point best = PASS;
        for (Point q = bitboard_first(&turned.position.grid); q;
             q = bitboard_next(&turned.position.grid, q))
            best = output.policy[q] > output.policy[best] ? q : best;
        assert_int_equal(game_play(&turned, color_other(player), best), MOVE_OK);
        assert_true(network_query_ask(network, &turned, &query, &output));
        assert_true(foresight.win[p] == output.win);
        assert_true(foresight.score[p] == output.score);
        game_undo(&turned);
        game_undo(&turned);
    }
    NetworkForesight deeper;
    assert_true(network_query_look_ahead(network, &game, player,
                                         &(NetworkOutlook){moves, 4}, &deeper));
    int worse = 0;
    for (Point p = bitboard_first(&moves); p; p = bitboard_next(&moves, p)) {
        assert_false(deeper.win[p] > foresight.win[p]);
        worse += deeper.win[p] < foresight.win[p];
    }
    assert_true(worse > 0);
    game_free(&game);
    game_free(&turned);
}

// The policy of people is about legal moves. It depends on the rank, and on ladders.
static void test_people(void **state)
{
    (void)state;
    HumanNetwork *people = human_network_default(isa_named("generic"));
    assert_non_null(people);
    Game game;
    // White's stone on C3 is caught in a ladder.
    assert_true(game_init(&game, rules_find("cgos"), 13, 9, 9));
    Position pos = picture_position("........./........./........./........./"
                                    "........./.X......./.XOX...../..X....../.........",
                                    WHITE);
    assert_true(game_setup(&game, pos.stones, WHITE));
    float weak[POINT_LIMIT], strong[POINT_LIMIT], blind[POINT_LIMIT];
    NetworkQuery query = {.player = WHITE, .profile = katago_profile_of_rank(-8)};
    assert_true(network_query_ask_human(people, &game, &query, false, weak));
    assert_true(network_query_ask_human(people, &game, &query, true, blind));
    query.profile = katago_profile_of_rank(RANK_9_DAN);
    assert_true(network_query_ask_human(people, &game, &query, false, strong));
    assert_memory_not_equal(weak, strong, sizeof weak);
    double sum = (double)weak[PASS];
    const Bitboard *grid = &game.position.grid;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        assert_int_equal(weak[p] < 0, game_check(&game, WHITE, p) != MOVE_OK);
        sum += weak[p] > 0 ? (double)weak[p] : 0;
    }
    assert_true(fabs(sum - 1) < 1e-4);
    assert_memory_not_equal(weak, blind, sizeof weak);
    game_free(&game);
    human_network_delete(people);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_network_is_shown_the_turned_board),
        cmocka_unit_test(test_the_policy_is_about_legal_moves),
        cmocka_unit_test(test_it_is_told_who_is_to_move),
        cmocka_unit_test(test_a_root_has_no_last_moves),
        cmocka_unit_test(test_it_looks_a_move_ahead),
        cmocka_unit_test(test_it_looks_at_replies),
        cmocka_unit_test(test_people),
        cmocka_unit_test(test_optimism_leads_from_one_policy_to_the_other),
    };
    return cmocka_run_group_tests(tests, open_network, close_network);
}

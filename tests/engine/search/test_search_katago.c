// SPDX-License-Identifier: MIT
//
// Searches with a network of KataGo's. It is random, and so knows nothing; but what it
// says can be asked for without a search. The argument is a folder with networks.
#include "katago_network.h"

#include <math.h>
#include <stdio.h>

#include "random_play.h"
#include "search_fixture.h"
#include "symmetry.h"

static const char *folder; // of the networks

static KatagoNetwork *open_network(const char *name, Precision precision)
{
    char path[512], error[KATAGO_ERROR_SIZE] = "";
    snprintf(path, sizeof path, "%s/%s", folder, name);
    KatagoNetwork *network = katago_network_open(path, isa_best(), precision, error);
    if (network == NULL)
        fail_msg("%s: %s", path, error);
    return network;
}

// What the network says of the present moment, if that player is to move. It is shown
// so many last moves; if that is none, a pass does not end the game for it.
static void ask_shown(const KatagoNetwork *network, const Game *game, Color player,
                      int moves, int symmetry, NetworkOutput *output)
{
    KatagoMemory *memory = katago_memory_new(network);
    assert_non_null(memory);
    KatagoView view = katago_view(game, &game->rules);
    Position pos = game->position;
    position_give_turn(&pos, player);
    katago_view_give_turn(&view, &pos, player);
    view.moves_max = moves;
    view.pass_goes_on = moves == 0;
    katago_network_ask(network, memory, &view, symmetry);
    katago_memory_read(memory, output);
    katago_memory_delete(memory);
}

static void ask(const KatagoNetwork *network, const Game *game, Color player,
                int symmetry, NetworkOutput *output)
{
    ask_shown(network, game, player, KATAGO_MOVES, symmetry, output);
}

static void search(Fixture *fixture, Color player, uint64_t playouts)
{
    SearchOrder order = {.player = player,
                         .limits = {.playouts = playouts},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
}

// A network in the program is there, too: for boards that KataGo's do not take.
static Network *use(Fixture *fixture, const KatagoNetwork *katago)
{
    Network *network = network_default(isa_best());
    assert_non_null(network);
    search_use_network(fixture->search, network, NETWORK_FULL);
    search_use_katago(fixture->search, katago);
    return network;
}

static void end(Fixture *fixture, Network *network, KatagoNetwork *katago)
{
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    katago_network_delete(katago);
    network_delete(network);
}

// The score that the network gives in the symmetry in which it is nearest to that.
static double nearest_shown(const KatagoNetwork *katago, const Game *game, Color player,
                            int moves, double found)
{
    double nearest = HUGE_VAL;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        NetworkOutput output;
        ask_shown(katago, game, player, moves, symmetry, &output);
        double score = (double)output.score;
        nearest = fabs(score - found) < fabs(nearest - found) ? score : nearest;
    }
    return nearest;
}

static void assert_between(double found, double one, double other)
{
    const double rounded = 0.01; // in the tree
    assert_true(found > fmin(one, other) - rounded &&
                found < fmax(one, other) + rounded);
}

// One simulation asks about the root, and about the position after its best move.
// Whoever is to move, and whatever was played before.
static void test_the_words_on_root_and_leaf(void **state)
{
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_FLOAT);
    Network *network = use(fixture, katago);
    Rng rng = rng_seeded(2, 0);
    for (int i = 0; i < 16; i++) {
        Color player = i % 2 == 0 ? BLACK : WHITE;
        NetworkOutput root;
        game_clear(&fixture->game);
        random_turns(&fixture->game, 3 * (i / 2), &rng);
        search_clear(fixture->search);
        search(fixture, player, 1);
        const SearchReport *report = &fixture->report;
        assert_int_equal(report->evaluations, 2);
        ask(katago, &fixture->game, player, 0, &root);
        assert_true(report->has_root_rate);
        assert_between(report->root_rate, (double)root.win, report->win_rate);
        assert_int_equal(game_play(&fixture->game, player, report->best), MOVE_OK);
        double found = (double)root.score - 2 * report->network_score;
        double leaf = nearest_shown(katago, &fixture->game, color_other(player),
                                    KATAGO_MOVES, found);
        assert_true(fabs(leaf - found) < 1e-3);
    }
    end(fixture, network, katago);
}

// The other network answers there.
static void test_a_board_that_it_does_not_take(void **state)
{
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_INT16);
    Network *network = use(fixture, katago);
    SearchReport *report = &fixture->report;
    game_resize(&fixture->game, 1, 7);
    search(fixture, BLACK, 100);
    assert_true(report->evaluations > 0 && report->network_part < 1);
    assert_false(report->has_root_rate);
    game_resize(&fixture->game, 2, 7);
    search(fixture, BLACK, 100);
    assert_true(report->evaluations > 0 && report->network_part == 1);
    end(fixture, network, katago);
}

// One simulation asks about the root, and about the position after its best move. The
// final score spreads as both say of it, and between what both say.
static void test_the_spread_of_the_final_score(void **state)
{
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_FLOAT);
    Network *network = use(fixture, katago);
    NetworkOutput root, leaf;
    search(fixture, BLACK, 1);
    const SearchReport *report = &fixture->report;
    ask(katago, &fixture->game, BLACK, 0, &root);
    assert_int_equal(game_play(&fixture->game, BLACK, report->best), MOVE_OK);
    double least = HUGE_VAL;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        ask(katago, &fixture->game, WHITE, symmetry, &leaf);
        double points = (double)root.score_mean, other = -(double)leaf.score_mean;
        double square = pow((double)root.score_stdev, 2) + points * points +
                        pow((double)leaf.score_stdev, 2) + other * other;
        double mean = (points + other) / 2;
        double wanted = sqrt(square / 2 - mean * mean);
        least = fmin(least, fabs(report->network_score_deviation - wanted));
    }
    assert_true(report->network_score_deviation > 1 && least < 1e-3);
    end(fixture, network, katago);
}

// Without history the network sees no move at the root, and the first one after it.
static void test_history_can_be_hidden(void **state)
{
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_FLOAT);
    Network *network = use(fixture, katago);
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = 1},
                         .seed = 1,
                         .stop = &fixture->stop,
                         .hides_history = true};
    const SearchReport *report = &fixture->report;
    EvalCache cache;
    Rng rng = rng_seeded(3, 0);
    assert_true(eval_cache_init(&cache, 1 << 20));
    search_share_cache(fixture->search, &cache);
    for (int i = 0; i < 8; i++) {
        NetworkOutput root, shown;
        game_clear(&fixture->game);
        random_turns(&fixture->game, 1 + 4 * i, &rng);
        assert_int_equal(game_play(&fixture->game, WHITE, PASS), MOVE_OK);
        // What is remembered of a search that was shown all is not taken for this one.
        search(fixture, BLACK, 1);
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        ask_shown(katago, &fixture->game, BLACK, 0, 0, &root);
        ask(katago, &fixture->game, BLACK, 0, &shown);
        assert_true(fabsf(root.score - shown.score) > 2e-4f);
        const NetworkOutput *said = search_root_output(fixture->search);
        assert_true(fabsf(root.score - said->score) < 1e-5f);
        assert_int_equal(game_play(&fixture->game, BLACK, report->best), MOVE_OK);
        double found = (double)root.score - 2 * report->network_score;
        double leaf = nearest_shown(katago, &fixture->game, WHITE, 1, found);
        assert_true(fabs(leaf - found) < 1e-4);
    }
    end(fixture, network, katago);
    search_delete(fixture->search);
    fixture->search = NULL;
    eval_cache_free(&cache);
}

// How many answers a cache has after a search of two playouts with this optimism below
// the root.
static int kept_with(Fixture *fixture, int percent, const EvalCache *cache)
{
    Params params = PARAMS_DEFAULT;
    int kept = 0;
    params.policy_optimism = percent;
    search_set_params(fixture->search, &params);
    search(fixture, BLACK, 2);
    for (uint64_t i = 0; i < cache->count; i++)
        kept += cache->keys[i] != 0;
    return kept;
}

// An answer is kept as the search that asked has mixed it.
static void test_each_optimism_has_its_answers(void **state)
{
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_FLOAT);
    Network *network = use(fixture, katago);
    EvalCache cache;
    assert_true(eval_cache_init(&cache, 1 << 20));
    search_share_cache(fixture->search, &cache);
    int kept = kept_with(fixture, 100, &cache);
    assert_true(kept > 1);
    assert_int_equal(kept_with(fixture, 100, &cache), kept);
    assert_int_equal(kept_with(fixture, 0, &cache),
                     2 * kept - 1); // the root's is the same
    end(fixture, network, katago);
    search_delete(fixture->search);
    fixture->search = NULL;
    eval_cache_free(&cache);
}

// The chance to win that a search finds from the beginning with so many half points of
// komi.
static double found_with(Fixture *fixture, int komi)
{
    fixture->game.komi = komi;
    search(fixture, BLACK, 50);
    return fixture->report.win_rate;
}

// Such a network sees more komi than one of ours. What it has said is remembered, but
// not for another komi.
static void test_each_komi_has_its_answers(void **state)
{
    static const int KOMI[] = {15, 200, 500, -500, 700};
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_FLOAT);
    Network *network = use(fixture, katago);
    game_resize(&fixture->game, 19, 19);
    for (int i = 0; i < 5; i++) {
        double found = found_with(fixture, KOMI[i]);
        search_clear(fixture->search);
        assert_true(found == found_with(fixture, KOMI[i]));
    }
    end(fixture, network, katago);
}

// The board turned is the same board for the network, if it is turned back.
static void test_symmetries_of_the_board(void **state)
{
    Fixture *fixture = *state;
    KatagoNetwork *katago = open_network("v15.bin.gz", PRECISION_FLOAT);
    game_resize(&fixture->game, 5, 7);
    NetworkOutput output, turned;
    // Turned twice by the same flips it stands as before, and no move shows a side.
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        ask(katago, &fixture->game, BLACK, symmetry, &output);
        ask(katago, &fixture->game, BLACK, symmetry ^ 3, &turned);
        for (int row = 1; row <= 7; row++)
            for (int column = 0; column < 5; column++)
                assert_true(fabsf(output.policy[point_at(column, row)] -
                                  turned.policy[point_at(4 - column, 8 - row)]) <
                            1e-5f);
    }
    katago_network_delete(katago);
}

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_words_on_root_and_leaf, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_board_that_it_does_not_take, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_history_can_be_hidden, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_spread_of_the_final_score, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_each_optimism_has_its_answers, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_each_komi_has_its_answers, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_symmetries_of_the_board, create, destroy),
    };
    folder = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests_name("searches with KataGo's networks", tests, NULL,
                                       NULL);
}

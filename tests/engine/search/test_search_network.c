// SPDX-License-Identifier: MIT
//
// Searches with a network, which is random, and so knows nothing; but it is the same in
// every search.
#include "search.h"

#include <math.h>
#include <string.h>

#include "features_fixture.h"
#include "isa.h"
#include "network_reference.h"
#include "search_fixture.h"
#include "symmetry.h"

enum { PLAYOUTS = 500 };

static NetworkFile file; // too large for the stack

static int make_network(void **state)
{
    (void)state;
    Rng rng = rng_seeded(8, 1);
    file = (NetworkFile){.version = NETWORK_VERSION,
                         .blocks = 2,
                         .channels = 16,
                         .policy = 8,
                         .value = 8,
                         .hidden = 8};
    file_make(&file, &rng);
    return 0;
}

static int free_network(void **state)
{
    (void)state;
    file_free(&file);
    return 0;
}

static Network *read_network(const char *isa)
{
    const char *error;
    Network *network = network_read(file.bytes, file.size, isa_named(isa), &error);
    assert_non_null(network);
    return network;
}

// Deletes a network when the search has left it.
static void drop_network(const Fixture *fixture, Network *network)
{
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    network_delete(network);
}

static void think(Fixture *fixture, uint64_t playouts, SearchReport *report)
{
    SearchOrder order = {.player = (Color)fixture->game.position.to_play,
                         .limits = {.playouts = playouts},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, report));
}

static void play(Fixture *fixture, const char *vertex)
{
    Color player = (Color)fixture->game.position.to_play;
    assert_int_equal(game_play(&fixture->game, player, picture_point(vertex)), MOVE_OK);
}

static Bitboard turn_set(const Bitboard *set, const Position *pos, int symmetry)
{
    Bitboard turned = bitboard_empty();
    for (Point p = bitboard_first(set); p; p = bitboard_next(set, p))
        bitboard_add(&turned, symmetry_turn(p, pos->columns, pos->rows, symmetry));
    return turned;
}

// What the network says of the game: the mean over all symmetries, or, as of a search
// that is told to stop, the first.
static void evaluate(const Fixture *fixture, NetworkOutput *mean)
{
    const int ways = atomic_load(&fixture->stop) ? 1 : SYMMETRY_COUNT;
    const Position *pos = &fixture->game.position;
    const InputFeatures features = features_of_game(&fixture->game);
    InputFeatures turned = features;
    NetworkOutput output;
    memset(mean, 0, sizeof *mean);
    for (int symmetry = 0; symmetry < ways; symmetry++) {
        for (int i = 0; i < PLANE_COUNT; i++)
            turned.planes[i] = turn_set(&features.planes[i], pos, symmetry);
        reference_evaluate(&file, &turned, &output);
        mean->win += output.win / (float)ways;
        mean->score += output.score / (float)ways;
        mean->policy[PASS] += output.policy[PASS] / (float)ways;
        for (Point p = bitboard_first(&pos->grid); p;
             p = bitboard_next(&pos->grid, p)) {
            Point q = symmetry_turn(p, pos->columns, pos->rows, symmetry);
            mean->policy[p] += output.policy[q] / (float)ways;
            mean->owner[p] += output.owner[q] / (float)ways;
        }
    }
}

// Before the first playout a move is worth what its prior says.
static void test_priors_at_the_root_are_those_of_the_network(void **state)
{
    Fixture *fixture = *state;
    static const char *const MOVES[] = {"E5", "pass", "C3", "D3", "G7", "G6", "C4"};
    Network *network = read_network("generic");
    NetworkOutput output;
    search_use_network(fixture->search, network, NETWORK_FULL);
    atomic_store(&fixture->stop, true);
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        play(fixture, MOVES[i]);
        think(fixture, 0, &fixture->report);
        evaluate(fixture, &output);
        const SearchReport *report = &fixture->report;
        for (int j = 1; j < report->candidate_count; j++) {
            Point before = report->candidates[j - 1].move;
            Point here = report->candidates[j].move;
            // Priors are coarse, and that of a pass is not the network's.
            assert_true(before == PASS || here == PASS ||
                        sqrtf(output.policy[before]) >
                            sqrtf(output.policy[here]) - 1.0f / 240);
        }
    }
    drop_network(fixture, network);
}

static void assert_same(const SearchReport *a, const SearchReport *b)
{
    assert_int_equal(a->candidate_count, b->candidate_count);
    for (int i = 0; i < a->candidate_count; i++) {
        assert_int_equal(a->candidates[i].move, b->candidates[i].move);
        assert_int_equal(a->candidates[i].games, b->candidates[i].games);
    }
}

// Searches with the network in each instruction set, to the same end; `report` has it.
static void search_with_all_kernels(Fixture *fixture, NetworkUse use)
{
    for (int i = 0; isa_at(i) != NULL; i++) {
        Network *network = read_network(isa_at(i)->name);
        search_use_network(fixture->search, network, use);
        think(fixture, PLAYOUTS, i == 0 ? &fixture->report : &fixture->other);
        if (i > 0)
            assert_same(&fixture->other, &fixture->report);
        drop_network(fixture, network);
    }
}

static void test_all_kernels_search_the_same(void **state)
{
    Fixture *fixture = *state;
    play(fixture, "C3");
    search_with_all_kernels(fixture, NETWORK_MOVES);
    think(fixture, PLAYOUTS, &fixture->other); // without a network
    assert_true(fixture->report.candidates[0].games !=
                fixture->other.candidates[0].games);
}

static void test_the_network_can_be_left_out_again(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    think(fixture, PLAYOUTS, &fixture->report);
    search_use_network(fixture->search, network, NETWORK_FULL);
    think(fixture, PLAYOUTS, &fixture->other);
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    think(fixture, PLAYOUTS, &fixture->other);
    assert_same(&fixture->report, &fixture->other);
    drop_network(fixture, network);
}

static uint64_t visits_of_moves(const SearchReport *report)
{
    uint64_t visits = 0;
    for (int i = 0; i < report->candidate_count; i++)
        visits += search_report_visits(report, &report->candidates[i]);
    return visits;
}

// The word on the root, when nothing else has been asked.
static void test_the_word_of_the_network_is_reported(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    search_use_network(fixture->search, network, NETWORK_MOVES);
    const SearchReport *report = &fixture->report;
    for (int i = 0; i < 4; i++) {
        Color player = (Color)fixture->game.position.to_play;
        SearchOrder order = {
            .player = player, .limits = {.playouts = 1}, .stop = &fixture->stop};
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        NetworkOutput output;
        evaluate(fixture, &output);
        assert_int_equal(report->evaluations, 1);
        assert_true(fabs(report->network_score - output.score) < 1e-3);
        for (Point p = 0; p < POINT_LIMIT; p++)
            assert_true(fabs(report->network_owner[p] -
                             (player == BLACK ? 1 : -1) * output.owner[p]) < 1e-5);
        play(fixture, (const char *[]){"C3", "G7", "D3", "E5"}[i]);
    }
    drop_network(fixture, network);
}

// What has been said of a search's moves, and the word on its root.
typedef struct Words {
    uint64_t evaluations;
    double score; // sum
} Words;

static bool add_words(void *object, const Search *search, bool ended)
{
    Words *words = object;
    SearchReport report;
    search_view(search, &report);
    for (int i = 0; i < report.candidate_count && ended; i++) {
        MoveView view;
        search_view_move(search, report.candidates[i].move, &view);
        words->evaluations += view.evaluations;
        words->score += (double)view.evaluations * view.network_score;
    }
    return true;
}

static void test_the_words_on_moves_add_up_to_the_whole(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    search_use_network(fixture->search, network, NETWORK_FULL);
    for (int turn = 0; turn < 2; turn++) {
        Words words = {0, 0};
        SearchObserver observer = {.interval = 0, .look = add_words, .object = &words};
        SearchOrder order = {.player = (Color)fixture->game.position.to_play,
                             .limits = {.playouts = PLAYOUTS},
                             .stop = &fixture->stop,
                             .observer = &observer};
        search_clear(fixture->search);
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        NetworkOutput root;
        evaluate(fixture, &root);
        const SearchReport *report = &fixture->report;
        assert_true(words.evaluations > 1);
        assert_int_equal(report->evaluations, words.evaluations + 1);
        assert_true(fabs(report->network_score * (double)report->evaluations -
                         words.score - root.score) < 1e-2);
        play(fixture, turn == 0 ? "C3" : "G7");
    }
    drop_network(fixture, network);
}

static void test_threads_share_a_network(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    search_delete(fixture->search);
    fixture->search =
        search_new(&PARAMS_DEFAULT, isa_best()->lanes, 3, FIXTURE_MEMORY_MIB);
    assert_non_null(fixture->search);
    search_use_network(fixture->search, network, NETWORK_FULL);
    think(fixture, PLAYOUTS, &fixture->report);
    assert_int_equal(fixture->report.playouts, PLAYOUTS);
    drop_network(fixture, network);
}

enum { EVIDENCE = 5 }; // games, of a simulation

// Parameters that choose moves by PUCT.
static Params puct_params(void)
{
    Params params = PARAMS_DEFAULT;
    params.cpuct = 100;
    return params;
}

static void test_puct_searches_the_same_with_all_kernels(void **state)
{
    Fixture *fixture = *state;
    Params params = puct_params();
    search_set_params(fixture->search, &params);
    search_with_all_kernels(fixture, NETWORK_FULL);
    // Every playout comes with the network's word on a node of its own.
    assert_int_equal(fixture->report.evaluations, PLAYOUTS + 1);
}

// Also where games end in the tree, as they often do on so small a board.
static void test_every_simulation_of_puct_counts_alike(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    Params params = puct_params();
    search_set_params(fixture->search, &params);
    search_use_network(fixture->search, network, NETWORK_FULL);
    for (int size = 9; size >= 2; size -= 7) {
        game_resize(&fixture->game, size, size);
        think(fixture, PLAYOUTS, &fixture->report);
        assert_int_equal(total_games(&fixture->report), PLAYOUTS * EVIDENCE);
        assert_int_equal(visits_of_moves(&fixture->report), PLAYOUTS);
    }
    assert_true(fixture->report.evaluations < PLAYOUTS);
    drop_network(fixture, network);
}

// Also those that come to a leaf which another thread is asking the network about.
static void test_threads_share_puct(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    Params params = puct_params();
    search_delete(fixture->search);
    fixture->search = search_new(&params, isa_best()->lanes, 3, FIXTURE_MEMORY_MIB);
    assert_non_null(fixture->search);
    search_use_network(fixture->search, network, NETWORK_FULL);
    think(fixture, PLAYOUTS, &fixture->report);
    assert_int_equal(fixture->report.playouts, PLAYOUTS);
    assert_int_equal(fixture->report.evaluations, PLAYOUTS + 1);
    assert_int_equal(total_games(&fixture->report), PLAYOUTS * EVIDENCE);
    assert_int_equal(visits_of_moves(&fixture->report), PLAYOUTS);
    drop_network(fixture, network);
}

static bool compare_priors(void *object, const Search *search, bool ended)
{
    const NetworkOutput *output = object;
    SearchReport report;
    search_view(search, &report);
    double sum = 0;
    for (int i = 0; i < report.candidate_count; i++)
        if (report.candidates[i].move != PASS)
            sum += (double)output->policy[report.candidates[i].move];
    for (int i = 0; i < report.candidate_count && ended; i++) {
        Point move = report.candidates[i].move;
        double probability = move == PASS ? 0.01 : (double)output->policy[move] / sum;
        MoveView view;
        search_view_move(search, move, &view);
        assert_true(fabs(view.prior - probability) < 0.01); // they are coarse
    }
    return true;
}

static void test_priors_of_puct_are_probabilities(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    NetworkOutput output;
    Params params = puct_params();
    search_set_params(fixture->search, &params);
    search_use_network(fixture->search, network, NETWORK_FULL);
    evaluate(fixture, &output);
    SearchObserver observer = {
        .interval = 0, .look = compare_priors, .object = &output};
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = 1},
                         .stop = &fixture->stop,
                         .observer = &observer};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    drop_network(fixture, network);
}

// Searches until the root has so many visits.
static const SearchReport *think_visits(Fixture *fixture, uint64_t visits)
{
    SearchOrder order = {.player = (Color)fixture->game.position.to_play,
                         .limits = {.visits = visits},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    return &fixture->report;
}

// The network's value of the root is its first visit. Visits of earlier searches count.
static void test_the_limit_of_visits_is_exact(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    for (int threads = 1; threads <= 2; threads++) {
        use_threads(fixture, threads);
        search_use_network(fixture->search, network, NETWORK_FULL);
        assert_int_equal(think_visits(fixture, 1)->playouts, 0);
        assert_int_equal(fixture->report.visits, 1);
        assert_int_equal(think_visits(fixture, 50)->playouts, 49);
        assert_int_equal(fixture->report.visits, 50);
        assert_int_equal(think_visits(fixture, 20)->playouts, 0); // it has more
        assert_int_equal(fixture->report.visits, 50);
        assert_int_equal(game_play(&fixture->game, BLACK, fixture->report.best),
                         MOVE_OK);
        assert_true(think_visits(fixture, 100)->playouts < 99);
        assert_int_equal(fixture->report.visits, 100);
        assert_true(game_undo(&fixture->game));
    }
    drop_network(fixture, network);
}

// Before any playout, the network alone tells who wins and by how much.
static void test_a_search_of_one_visit_tells_the_word_of_the_network(void **state)
{
    Fixture *fixture = *state;
    Network *network = read_network("generic");
    NetworkOutput output;
    search_use_network(fixture->search, network, NETWORK_FULL);
    evaluate(fixture, &output);
    const SearchReport *report = think_visits(fixture, 1);
    assert_int_equal(report->evaluations, 1);
    assert_true(fabs(report->network_score - (double)output.score) < 1e-3);
    assert_true(report->win_rate == report->playout_rate);
    assert_true(report->win_rate > 0 && report->win_rate < 1);
    drop_network(fixture, network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_priors_at_the_root_are_those_of_the_network, create, destroy),
        cmocka_unit_test_setup_teardown(test_all_kernels_search_the_same, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_network_can_be_left_out_again, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_word_of_the_network_is_reported,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_words_on_moves_add_up_to_the_whole,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_threads_share_a_network, create, destroy),
        cmocka_unit_test_setup_teardown(test_puct_searches_the_same_with_all_kernels,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_every_simulation_of_puct_counts_alike,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_threads_share_puct, create, destroy),
        cmocka_unit_test_setup_teardown(test_priors_of_puct_are_probabilities, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_limit_of_visits_is_exact, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(
            test_a_search_of_one_visit_tells_the_word_of_the_network, create, destroy),
    };
    return cmocka_run_group_tests_name("search_network", tests, make_network,
                                       free_network);
}

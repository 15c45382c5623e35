// SPDX-License-Identifier: MIT
//
// One worker on a context of its own, and what it leaves in the tree.
#include "worker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "features_fixture.h"
#include "isa.h"
#include "picture.h"
#include "stopwatch.h"
#include "symmetry.h"
#include "worker_internal.h"

enum { PLAYOUTS = 200, MEMORY_BYTES = 8 << 20 };

// A worker, and all that it works with.
typedef struct Fixture {
    Params params;
    PlayoutPolicy policy;
    Tree tree;
    Game game;
    Network *network;
    EvalCache cache;
    ValueBias bias;
    PolicyBias policy_bias;
    SearchContext context;
    Worker *worker;
    atomic_bool stop;
} Fixture;

static int create(void **state)
{
    Fixture *fixture = aligned_alloc(_Alignof(Fixture), sizeof *fixture);
    if (fixture == NULL)
        return -1;
    memset(fixture, 0, sizeof *fixture);
    fixture->params = PARAMS_DEFAULT;
    fixture->params.value_points = 0;
    fixture->network = network_default(isa_best());
    fixture->worker = worker_new(&(SearchContext){.network = fixture->network});
    *state = fixture;
    const Rules *rules = rules_default();
    bool is_ready = fixture->network != NULL && fixture->worker != NULL &&
                    tree_init(&fixture->tree, MEMORY_BYTES) &&
                    eval_cache_init(&fixture->cache, MEMORY_BYTES) &&
                    value_bias_init(&fixture->bias, 0) &&
                    policy_bias_init(&fixture->policy_bias, MEMORY_BYTES) &&
                    game_init(&fixture->game, rules, 15, 9, 9);
    return is_ready ? 0 : -1;
}

static int destroy(void **state)
{
    Fixture *fixture = *state;
    worker_delete(fixture->worker);
    network_delete(fixture->network);
    tree_free(&fixture->tree);
    eval_cache_free(&fixture->cache);
    value_bias_free(&fixture->bias);
    policy_bias_free(&fixture->policy_bias);
    game_free(&fixture->game);
    free(fixture);
    return 0;
}

// Expands the root; with playouts, goes on to these. Returns the root.
static Node work(Fixture *fixture, uint64_t playouts)
{
    SearchContext *context = &fixture->context;
    playout_policy_init(&fixture->policy, &fixture->params);
    fixture->tree.prior_unit = prior_network_unit(&fixture->params);
    fixture->tree.probability = prior_network_scale(&fixture->params);
    context->order = (SearchOrder){.player = BLACK,
                                   .limits = {.playouts = playouts},
                                   .seed = 1,
                                   .stop = &fixture->stop};
    context->lanes = isa_best()->lanes;
    context->policy = &fixture->policy;
    context->tree = &fixture->tree;
    context->node = TREE_ROOT;
    context->network = fixture->network;
    context->cache = &fixture->cache;
    context->bias = &fixture->bias;
    context->policy_bias = &fixture->policy_bias;
    context->started = stopwatch_now();
    search_context_begin(context, &fixture->game);
    assert_true(worker_prepare(fixture->worker, context));
    worker_begin_at_root(fixture->worker);
    if (playouts > 0)
        worker_run(fixture->worker);
    return tree_node(&fixture->tree, TREE_ROOT);
}

// What the network says of the game, the board shown in all ways: the mean chance to
// win.
static double mean_win(const Fixture *fixture)
{
    NetworkMemory *memory = network_memory_new(fixture->network);
    InputFeatures features = features_of_game(&fixture->game);
    double sum = 0;
    assert_non_null(memory);
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        NetworkOutput output;
        network_evaluate(fixture->network, memory, &features, symmetry, &output);
        sum += (double)output.win;
    }
    network_memory_delete(memory);
    return sum / SYMMETRY_COUNT;
}

static void assert_word_on_root(const Fixture *fixture, const Node *root)
{
    double games = VALUE_STEPS;
    assert_true(root->visits == games);
    // The root counts the wins of the other player; half wins are whole.
    assert_true(fabs(root->half_wins - 2 * games * (1 - mean_win(fixture))) < 1);
}

static void test_the_word_on_the_root_counts_by_puct(void **state)
{
    Fixture *fixture = *state;
    Node root = work(fixture, 0);
    assert_true(fixture->context.is_puct);
    assert_word_on_root(fixture, &root);
}

// The root has been through all that its moves have, from the other side, and had its
// own word.
static void test_the_root_is_the_sum_of_its_moves(void **state)
{
    Fixture *fixture = *state;
    Node alone = work(fixture, 0);
    tree_clear(&fixture->tree);
    Node root = work(fixture, PLAYOUTS);
    int count;
    uint32_t visits = 0, half_wins = 0;
    NodeIndex first = tree_children(&fixture->tree, TREE_ROOT, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        Node node = tree_node(&fixture->tree, i);
        assert_true(node.half_wins <= 2 * node.visits);
        visits += node.visits;
        half_wins += node.half_wins;
    }
    assert_int_equal(visits, PLAYOUTS * VALUE_STEPS);
    assert_int_equal(root.visits, alone.visits + visits);
    assert_int_equal(root.half_wins, alone.half_wins + 2 * visits - half_wins);
}

// Of a game that the worker adds to the root, with an outlook for the player who is to
// move: the wins of that player, the mean of many.
static double mean_wins(Fixture *fixture, Evaluation evaluation)
{
    enum { TIMES = 4000 };
    Simulation *simulation = &fixture->worker->simulations[0];
    simulation->path[0] = TREE_ROOT;
    simulation->path_length = 1;
    uint32_t before = tree_node(&fixture->tree, TREE_ROOT).half_wins;
    for (int i = 0; i < TIMES; i++)
        worker_add_value(fixture->worker, simulation, evaluation);
    uint32_t added = tree_node(&fixture->tree, TREE_ROOT).half_wins - before;
    return 1 - added / (2.0 * TIMES * VALUE_STEPS);
}

static void test_points_count_beside_the_win(void **state)
{
    Fixture *fixture = *state;
    fixture->params.value_points = 40;
    work(fixture, 0);
    assert_true(fabs(mean_wins(fixture, (Evaluation){.win = 0.5f}) - 0.5) < 0.01);
    // Nine points, as many as there are rows, are half of all points.
    assert_true(fabs(mean_wins(fixture, (Evaluation){.win = 0.5f, .points = 9}) - 0.6) <
                0.01);
    assert_true(
        fabs(mean_wins(fixture, (Evaluation){.win = 0.5f, .points = -9}) - 0.4) < 0.01);
    assert_true(fabs(mean_wins(fixture, (Evaluation){.win = 1, .points = 81}) - 0.98) <
                0.01);
    assert_true(fabs(mean_wins(fixture, (Evaluation){.win = 0, .points = -81}) - 0.02) <
                0.01);
}

// By how much the word on the root, after two moves, is corrected where the network
// seems to be wrong by 0.2 about nodes of its kind.
static double correction(Fixture *fixture, int percent)
{
    const Point moves[] = {point_at(4, 4), point_at(4, 5)};
    fixture->params.value_bias = percent;
    game_play(&fixture->game, BLACK, moves[0]);
    game_play(&fixture->game, WHITE, moves[1]);
    uint32_t kind = value_bias_bucket(&fixture->game.position, moves[1], moves[0]);
    value_bias_begin(&fixture->bias);
    value_bias_learn(&fixture->bias, kind, 0.2f, 1);
    Node root = work(fixture, 0);
    double utility = 1 - root.half_wins / (2.0 * VALUE_STEPS);
    return utility - mean_win(fixture);
}

static void test_a_word_is_corrected_by_what_it_is_wrong_by(void **state)
{
    assert_true(fabs(correction(*state, 50) - 0.1) < 0.01);
}

static void test_a_word_need_not_be_corrected(void **state)
{
    assert_true(fabs(correction(*state, 0)) < 0.01);
}

// By how much the network is wrong about the root is learnt from what is below.
static void test_the_search_learns_what_words_are_wrong_by(void **state)
{
    Fixture *fixture = *state;
    double utility = correction(fixture, 0);
    utility += mean_win(fixture);
    NodeValue node_value = tree_value(&fixture->tree, TREE_ROOT);
    assert_true(node_value.bucket != VALUE_BIAS_NO_BUCKET);
    assert_true(fabs((double)node_value.utility - utility) < 0.01);
    value_bias_clear(&fixture->bias);
    tree_clear(&fixture->tree);
    value_bias_begin(&fixture->bias);
    Node root = work(fixture, PLAYOUTS);
    double games = VALUE_STEPS, below = root.results - games;
    double found = 1 - (root.half_wins - 2 * games * (1 - utility)) / (2 * below);
    double bias = (double)value_bias_of(&fixture->bias, node_value.bucket);
    assert_true(fabs(bias) > 0.005);
    // Later simulations count a little less.
    assert_true(fabs(bias - (found - utility)) < 0.01);
}

// It is learnt of the kind of a point in the corner, at the root, that it wins what is
// lost otherwise.
static void praise_corner(Fixture *fixture)
{
    const Position *pos = &fixture->game.position;
    Bitboard atari = position_atari_stones(pos);
    uint64_t kind = policy_bias_bucket(pos, &atari, point_at(0, 1));
    policy_bias_begin(&fixture->policy_bias);
    for (int i = 0; i < 1000; i++)
        policy_bias_learn(&fixture->policy_bias, kind, 1);
}

// How probable the root takes that point for.
static double probability_of_corner(const Fixture *fixture)
{
    const Tree *tree = &fixture->tree;
    Node node = tree_node(tree, tree_find_child(tree, TREE_ROOT, point_at(0, 1)));
    return (double)prior_probability(&tree->probability, node.prior_wins);
}

static void test_moves_are_as_probable_as_has_been_learnt(void **state)
{
    Fixture *fixture = *state;
    fixture->params.policy_bias = 50;
    praise_corner(fixture);
    work(fixture, 0);
    assert_true(fabs(probability_of_corner(fixture) - 0.5) < 0.02);
}

static void test_moves_may_be_as_probable_as_the_network_says(void **state)
{
    Fixture *fixture = *state;
    fixture->params.policy_bias = 0;
    praise_corner(fixture);
    work(fixture, 0);
    assert_true(probability_of_corner(fixture) < 0.02);
}

// A node that has its children already is told, too.
static void test_nodes_learn_what_is_learnt_later(void **state)
{
    Fixture *fixture = *state;
    fixture->params.policy_bias = 50;
    work(fixture, 0);
    praise_corner(fixture);
    assert_true(probability_of_corner(fixture) < 0.02);
    fixture->context.order.limits.playouts = 10;
    worker_run(fixture->worker);
    assert_true(fabs(probability_of_corner(fixture) - 0.5) < 0.1);
}

// What a search finds out about the moves of its root it knows of their kinds.
static void test_the_search_learns_which_moves_are_better(void **state)
{
    Fixture *fixture = *state;
    policy_bias_begin(&fixture->policy_bias);
    Node root = work(fixture, PLAYOUTS);
    const Position *pos = &fixture->game.position;
    Bitboard atari = position_atari_stones(pos);
    const Tree *tree = &fixture->tree;
    int count, known = 0;
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        Node node = tree_node(tree, i);
        uint64_t kind = policy_bias_bucket(pos, &atari, node.move);
        bool is_known = policy_bias_of(&fixture->policy_bias, kind) != 0;
        known += is_known;
        assert_true(is_known || node.results == 0 || node.move == PASS);
    }
    assert_in_range(known, 2, count);
    assert_true(root.results > 0);
}

// Has the worker stand at the first move of the root. Returns the path to there.
static Simulation *go_to_first_move(Fixture *fixture)
{
    int count;
    Worker *worker = fixture->worker;
    Simulation *simulation = &worker->simulations[0];
    NodeIndex first = tree_children(&fixture->tree, TREE_ROOT, &count);
    simulation->path[0] = TREE_ROOT;
    simulation->path[1] = first;
    simulation->path_length = 2;
    worker->position = fixture->context.root;
    position_play(&worker->position, fixture->tree.move[first]);
    assert_true(history_push(&worker->history, &worker->position, BLACK));
    return simulation;
}

// The point with the greatest prior below the first move of the root.
static Point likeliest_reply(const Fixture *fixture)
{
    int count;
    const Tree *tree = &fixture->tree;
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    NodeIndex reply = tree_children(tree, first, &count), best = reply;
    for (NodeIndex i = reply; i < reply + (NodeIndex)count; i++)
        if (tree->prior_wins[i] > tree->prior_wins[best])
            best = i;
    return tree->move[best];
}

static void test_what_the_network_has_said_is_not_asked_again(void **state)
{
    Fixture *fixture = *state;
    work(fixture, 0);
    Simulation *simulation = go_to_first_move(fixture);
    InputFeatureView view = {.pos = &fixture->worker->position,
                             .history = &fixture->worker->history,
                             .rules = &fixture->context.rules,
                             .komi = fixture->context.white_points,
                             .komi_known = true,
                             .ladders = fixture->worker->ladders};
    InputFeatures features;
    NetworkOutput output = {.win = 1};
    input_features_extract(&view, &features);
    // The corner, which no network plays first.
    Point corner = point_at(8, 9);
    assert_true(fixture->worker->position.empty_count == 80);
    output.policy[corner] = 1;
    eval_cache_keep(&fixture->cache, eval_cache_key(&features), &output);
    assert_true(tree_claim(&fixture->tree, simulation->path[1]));
    assert_true(worker_expand(fixture->worker, simulation));
    assert_int_equal(likeliest_reply(fixture), corner);
    Node node = tree_node(&fixture->tree, simulation->path[1]);
    assert_int_equal(node.half_wins, 0);
}

static void test_the_network_is_asked_again_about_a_root_with_moves(void **state)
{
    Fixture *fixture = *state;
    Tree *tree = &fixture->tree;
    work(fixture, 0);
    int count;
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    uint8_t wins[POINT_LIST_MAX];
    Prior none[POINT_LIST_MAX] = {{0}};
    memcpy(wins, &tree->prior_wins[first], (size_t)count);
    tree_set_priors(tree, TREE_ROOT, none);
    assert_memory_not_equal(wins, &tree->prior_wins[first], (size_t)count);
    uint32_t visits = tree_node(tree, TREE_ROOT).visits;
    worker_begin_at_root(fixture->worker);
    assert_memory_equal(wins, &tree->prior_wins[first], (size_t)count);
    assert_int_equal(tree_node(tree, TREE_ROOT).visits, visits);
}

// Goes on with the playouts of a context until the worker ends.
static uint64_t run_on(Fixture *fixture, bool ends_when_full, uint64_t playouts)
{
    SearchContext *context = &fixture->context;
    uint64_t before = fixture->worker->sums.all.playouts;
    context->ends_when_full = ends_when_full;
    context->order.limits.playouts =
        playouts > 0 ? context->next_playout + playouts : 0;
    atomic_store(&context->finished, false);
    worker_run(fixture->worker);
    return fixture->worker->sums.all.playouts - before;
}

// The utilities and results of all expanded nodes.
typedef struct Results {
    const Tree *tree;
    int count;
    float utility[PLAYOUTS + 1], rate[PLAYOUTS + 1];
} Results;

static void note_results(void *object, NodeIndex index)
{
    Results *results = object;
    Node node = tree_node(results->tree, index);
    assert_true(results->count <= PLAYOUTS);
    results->utility[results->count] = tree_value(results->tree, index).utility;
    results->rate[results->count++] = (float)node.half_wins / (2 * (float)node.results);
}

static Results results_of(const Fixture *fixture)
{
    Results results = {.tree = &fixture->tree};
    tree_visit_expanded(&fixture->tree, note_results, &results);
    return results;
}

// The values below the root as a search would find them that begins from that score.
static Results renewed(Fixture *fixture, float expected_score)
{
    fixture->context.expected_score = expected_score;
    worker_renew_values(&fixture->context);
    return results_of(fixture);
}

static float greatest_difference(const float a[], const float b[], int count)
{
    float greatest = 0;
    for (int i = 0; i < count; i++)
        greatest = fmaxf(greatest, fabsf(a[i] - b[i]));
    return greatest;
}

// What earlier searches have found counts as if this search had found it. Points are
// shared between the players, so that each expected point lowers what Black's are worth
// and raises what White's are.
static void test_values_are_renewed_for_another_score(void **state)
{
    Fixture *fixture = *state;
    SearchContext *context = &fixture->context;
    work(fixture, 0);
    context->asks_katago = context->weighs_children = true;
    context->puct.range = 2.8f;
    renewed(fixture, 0);
    context->asks_katago = false; // the fixture's network is ours
    run_on(fixture, false, PLAYOUTS);
    context->asks_katago = true;
    Results before = renewed(fixture, 0), after = renewed(fixture, 7);
    assert_int_equal(before.count, PLAYOUTS + 1);
    assert_true(greatest_difference(before.utility, after.utility, before.count) >
                0.03f);
    assert_true(greatest_difference(before.rate, after.rate, before.count) > 0.03f);
    // The root's value is Black's, and its result is White's.
    assert_true(after.utility[0] < before.utility[0] - 0.01f);
    assert_true(after.rate[0] > before.rate[0] + 0.01f);
    NodeValue own = tree_value(&fixture->tree, TREE_ROOT);
    const Evaluation evaluation = {own.win, own.points, own.stdev, -1};
    assert_true(fabsf(own.utility - utility_of(context, BLACK, &evaluation)) < 1e-4f);
    Results again = renewed(fixture, 7), back = renewed(fixture, 0);
    assert_memory_equal(&again, &after, sizeof after);
    assert_true(greatest_difference(before.utility, back.utility, before.count) <
                1e-3f);
    // Results know of biases, which are learnt from the last values.
    assert_true(fabsf(before.rate[0] - back.rate[0]) < 0.01f);
}

static void go_on_in_a_full_tree(Fixture *fixture)
{
    Tree *tree = &fixture->tree;
    tree_clear(tree);
    work(fixture, PLAYOUTS);
    NodeIndex used = tree->used, capacity = tree->capacity;
    tree->capacity = used;
    // The first simulation that finds no room is the last one to begin.
    assert_true(run_on(fixture, true, 0) > 0);
    assert_true(tree->is_full);
    assert_int_equal(run_on(fixture, true, 0), 0);
    assert_false(fixture->context.finished);
    // If that does not end the worker, its limit does.
    uint32_t visits = tree_node(tree, TREE_ROOT).visits;
    assert_int_equal(run_on(fixture, false, PLAYOUTS), PLAYOUTS);
    assert_int_equal(tree->used, used);
    assert_int_equal(tree_node(tree, TREE_ROOT).visits - visits,
                     PLAYOUTS * search_context_visit_steps(&fixture->context));
    tree->capacity = capacity;
}

static void test_a_worker_goes_on_in_a_full_tree(void **state)
{
    Fixture *fixture = *state;
    Network *network = fixture->network;
    go_on_in_a_full_tree(fixture);
    fixture->network = NULL;
    go_on_in_a_full_tree(fixture);
    fixture->network = network;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_word_on_the_root_counts_by_puct,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_root_is_the_sum_of_its_moves, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_points_count_beside_the_win, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_word_is_corrected_by_what_it_is_wrong_by,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_word_need_not_be_corrected, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_search_learns_what_words_are_wrong_by,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_moves_are_as_probable_as_has_been_learnt,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_moves_may_be_as_probable_as_the_network_says, create, destroy),
        cmocka_unit_test_setup_teardown(test_nodes_learn_what_is_learnt_later, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_search_learns_which_moves_are_better,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_what_the_network_has_said_is_not_asked_again, create, destroy),
        cmocka_unit_test_setup_teardown(
            test_the_network_is_asked_again_about_a_root_with_moves, create, destroy),
        cmocka_unit_test_setup_teardown(test_values_are_renewed_for_another_score,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_worker_goes_on_in_a_full_tree, create,
                                        destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

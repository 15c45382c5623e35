// SPDX-License-Identifier: MIT
//
// One worker on a task of its own, and what it leaves in the tree.
#include "worker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "stopwatch.h"

enum { PLAYOUTS = 200, MEMORY_BYTES = 8 << 20 };

// A worker, and all that it works with.
typedef struct Fixture {
    Params params;
    Policy policy;
    Tree tree;
    Game game;
    Network *network;
    Task task;
    Worker *worker;
    atomic_bool stop;
} Fixture;

static int create(void **state)
{
    int count;
    Fixture *fixture = aligned_alloc(_Alignof(Fixture), sizeof *fixture);
    if (fixture == NULL)
        return -1;
    memset(fixture, 0, sizeof *fixture);
    fixture->params = PARAMS_DEFAULT;
    fixture->network = network_default(convolution_kernel(lanes_kernel(NULL)->isa));
    fixture->worker = worker_new(true);
    *state = fixture;
    const Rules *rules = &rules_presets(&count)[RULES_TROMP_TAYLOR];
    bool is_ready = fixture->network != NULL && fixture->worker != NULL &&
                    tree_init(&fixture->tree, MEMORY_BYTES) &&
                    game_init(&fixture->game, rules, 15, 9, 9);
    return is_ready ? 0 : -1;
}

static int destroy(void **state)
{
    Fixture *fixture = *state;
    worker_delete(fixture->worker);
    network_delete(fixture->network);
    tree_free(&fixture->tree);
    game_free(&fixture->game);
    free(fixture);
    return 0;
}

// Expands the root; with playouts, goes on to these. Returns the root.
static Node work(Fixture *fixture, uint64_t playouts)
{
    Task *task = &fixture->task;
    policy_init(&fixture->policy, &fixture->params);
    fixture->tree.prior_unit = prior_network_unit(&fixture->params);
    fixture->tree.probability = prior_network_scale(&fixture->params);
    task->order = (SearchOrder){.player = BLACK,
                                .limits = {.playouts = playouts},
                                .seed = 1,
                                .stop = &fixture->stop};
    task->lanes = lanes_kernel(NULL);
    task->policy = &fixture->policy;
    task->tree = &fixture->tree;
    task->node = TREE_ROOT;
    task->network = fixture->network;
    task->started = stopwatch_now();
    task_begin(task, &fixture->game);
    assert_true(worker_prepare(fixture->worker, task));
    worker_expand_root(fixture->worker);
    if (playouts > 0)
        worker_run(fixture->worker);
    return tree_node(&fixture->tree, TREE_ROOT);
}

static void assert_word_on_root(const Fixture *fixture, const Node *root)
{
    NetworkOutput output;
    NetworkMemory *memory = network_memory_new();
    FeatureView view = net_features_view(&fixture->game);
    Features features;
    net_features_extract(&view, &features);
    assert_non_null(memory);
    network_evaluate(fixture->network, memory, &features, 0, &output);
    network_memory_delete(memory);
    double games = fixture->task.value_games;
    assert_true(root->visits == games);
    // The root counts the wins of the other player; half wins are whole.
    assert_true(fabs(root->half_wins - 2 * games * (1 - (double)output.win)) < 1);
}

static void test_the_word_on_the_root_counts_by_puct(void **state)
{
    Fixture *fixture = *state;
    Node root = work(fixture, 0);
    assert_true(fixture->task.is_puct);
    assert_word_on_root(fixture, &root);
}

static void test_the_word_on_the_root_counts_without_puct(void **state)
{
    Fixture *fixture = *state;
    fixture->params.puct_9 = 0;
    fixture->params.value_games_9 = 6;
    Node root = work(fixture, 0);
    assert_false(fixture->task.is_puct);
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
    assert_int_equal(visits, PLAYOUTS * (1 + fixture->task.value_games));
    assert_int_equal(root.visits, alone.visits + visits);
    assert_int_equal(root.half_wins, alone.half_wins + 2 * visits - half_wins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_word_on_the_root_counts_by_puct,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_word_on_the_root_counts_without_puct,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_root_is_the_sum_of_its_moves, create,
                                        destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// PUCT: what it selects, and how the games are counted that it rests on.
#include <math.h>

#include "rng.h"
#include "tree_fixture.h"

enum { A = 41, B = 42, C = 43, CHILDREN = 4 };

static const Point MOVES[CHILDREN] = {A, B, C, PASS};
static const ProbabilityScale SCALE = {.none = 5, .sure = 240};

// Children; the prior of a pass says nothing.
static NodeIndex build(Tree *tree, const double probability[CHILDREN - 1])
{
    Prior priors[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        double known = i < CHILDREN - 1 ? probability[i] : 0;
        uint8_t wins = (uint8_t)lrint(5 + 240 * sqrt(known));
        priors[i] = (Prior){.visits = (uint8_t)(wins + 5), .wins = wins};
    }
    tree->probability = SCALE;
    assert_true(expand(tree, TREE_ROOT, MOVES, priors, CHILDREN));
    return tree_find_child(tree, TREE_ROOT, A);
}

// Some of the games may be on their way.
static void set_results(Tree *tree, NodeIndex node, uint32_t visits, uint32_t results,
                        uint32_t half_wins)
{
    tree->visits[node] = visits;
    tree->results[node] = results;
    tree->half_wins[node] = half_wins;
}

// The sum of the squares of a node's results, in half wins.
static _Atomic uint32_t *squares_of(Tree *tree, NodeIndex node)
{
    return &tree->children[tree->children[node]];
}

static void set_random_results(Tree *tree, NodeIndex node, uint32_t visits, Rng *rng)
{
    uint32_t results = rng_below(rng, visits + 1);
    set_results(tree, node, visits, results, rng_below(rng, 2 * results + 1));
    // Playouts are won as often as that in the end, 0..1.
    tree->surplus[node] = rng_below(rng, 2 * results + 1) - tree->half_wins[node];
}

// A simulation through the root and a child of it.
static void simulate(Tree *tree, NodeIndex child, uint32_t games, uint32_t half_wins)
{
    const NodeIndex path[] = {TREE_ROOT, child};
    for (int i = 0; i < 2; i++)
        tree_count_visits(tree, path[i], games);
    TreeResult result = {games, half_wins, half_wins};
    tree_add_result(tree, path, 2, &result);
}

static double probability_of(const Node *node, const Puct *puct)
{
    return node->move == PASS && puct->pass >= 0
               ? (double)puct->pass
               : pow((node->prior_wins - 5) / 240.0, 2);
}

// How often a node's mover wins playouts from below.
static double playouts_of(const Node *node, const Puct *puct, double above, double slow)
{
    double simulations = node->results / (double)puct->unit;
    double won = (node->half_wins + (double)node->surplus) / 2 / (double)puct->unit;
    return (won + slow * above) / (simulations + slow);
}

static double playouts_of_root(const Tree *tree, const Puct *puct)
{
    Node root = tree_node(tree, TREE_ROOT);
    return playouts_of(&root, puct, 0.5, (double)puct->root_prior);
}

// How often the mover wins by the network's word, whose odds those of playouts are
// multiplied with.
static double rate_of(const Node *node, const Puct *puct, double playout_rate)
{
    double node_value = node->half_wins / (2.0 * node->results);
    double playouts = 0.5 + (double)puct->playouts * (playout_rate - 0.5);
    double rate = 1 / (1 + (1 - node_value) / node_value * (1 - playouts) / playouts);
    assert_true(rate >= 0 && rate <= 1);
    return rate;
}

// How often a move wins that has not been tried. The root counts the wins of the other
// player.
static double rate_of_unknown(const Tree *tree, const Puct *puct)
{
    int count;
    double tried = 0;
    Node root = tree_node(tree, TREE_ROOT);
    NodeIndex first = tree_children(tree, TREE_ROOT, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        Node node = tree_node(tree, i);
        tried += node.visits > 0 ? probability_of(&node, puct) : 0;
    }
    double rate =
        root.results > 0 ? 1 - rate_of(&root, puct, playouts_of_root(tree, puct)) : 0.5;
    if (puct->fpu_blend) {
        double weight = fmin(tried * tried, 1);
        rate =
            weight * rate + (1 - weight) * (double)tree_value(tree, TREE_ROOT).utility;
    }
    return rate - fmin((double)puct->fpu_reduction, rate / 2) * sqrt(fmin(tried, 1));
}

// The standard deviation of what is known below the root, in simulations of which two
// more have the usual one.
static double spread_of_root(Tree *tree, const Puct *puct)
{
    Node root = tree_node(tree, TREE_ROOT);
    double n = root.results / (double)puct->unit;
    if (n <= 1)
        return 0.4;
    double mean = root.half_wins / (2.0 * root.results);
    double square = *squares_of(tree, TREE_ROOT) / (2.0 * root.results);
    double variance = fmax(square - mean * mean, 0);
    double range = (double)puct->range;
    return sqrt((2 * 0.4 * 0.4 + n * range * range * variance) / (n + 1));
}

static double constant_of(Tree *tree, const Puct *puct)
{
    double n = tree_node(tree, TREE_ROOT).visits / (double)puct->unit;
    double grown = (double)puct->constant + (double)puct->growth * log((n + 500) / 500);
    return grown *
           (1 + (double)puct->spread_part * (spread_of_root(tree, puct) / 0.4 - 1));
}

// The formula as the papers write it.
static double value_of(Tree *tree, NodeIndex child, const Puct *puct)
{
    Node root = tree_node(tree, TREE_ROOT), node = tree_node(tree, child);
    double above = 1 - playouts_of_root(tree, puct);
    double playouts = playouts_of(&node, puct, above, (double)puct->prior_visits);
    double rate =
        node.results > 0 ? rate_of(&node, puct, playouts) : rate_of_unknown(tree, puct);
    return rate + constant_of(tree, puct) * probability_of(&node, puct) *
                      sqrt(root.visits / (double)puct->unit) /
                      (1 + node.visits / (double)puct->unit);
}

// The child that is selected at the root.
static NodeIndex select_at_root(const Tree *tree, const Puct *puct)
{
    Node root = tree_node(tree, TREE_ROOT);
    float playout_rate = root_playout_rate(&root, puct);
    double above = 1 - (double)playout_rate;
    NodeIndex selected = tree_select_puct(tree, TREE_ROOT, puct, &playout_rate);
    Node node = tree_node(tree, selected);
    double playouts = playouts_of(&node, puct, above, (double)puct->prior_visits);
    assert_true(fabs((double)playout_rate - playouts) < 1e-4); // floats
    assert_true(node_playout_rate(&node, puct, (float)above) == playout_rate);
    return selected;
}

static void test_selection_agrees_with_the_formula(void **state)
{
    Tree *tree = *state;
    NodeIndex first = build(tree, (double[]){0.5, 0.3, 0.2});
    Rng rng = rng_seeded(3, 0);
    for (int i = 0; i < 5000; i++) {
        Puct puct = {.constant = 0.01f * (float)rng_below(&rng, 300),
                     .growth = 0.01f * (float)rng_below(&rng, 100),
                     .spread_part = 0.01f * (float)rng_below(&rng, 100),
                     .range = 2 + 0.01f * (float)rng_below(&rng, 100),
                     .fpu_blend = rng_below(&rng, 2) == 0,
                     .unit = 1 + (float)rng_below(&rng, 20),
                     .pass = 0.01f * (float)rng_below(&rng, 20),
                     .fpu_reduction = 0.01f * (float)rng_below(&rng, 40),
                     .playouts = 0.01f * (float)rng_below(&rng, 96),
                     .prior_visits = 1 + (float)rng_below(&rng, 600),
                     .root_prior = 1 + (float)rng_below(&rng, 300)};
        if (rng_below(&rng, 3) == 0)
            puct.pass = -1;
        NodeValue own = {.utility = 0.01f * (float)rng_below(&rng, 101), .weight = 1};
        tree_keep_value(tree, TREE_ROOT, own);
        uint32_t sum = 1;
        for (NodeIndex j = 0; j < CHILDREN; j++) {
            uint32_t visits = rng_below(&rng, 3) * rng_below(&rng, 1000);
            set_random_results(tree, first + j, visits, &rng);
            sum += visits;
        }
        set_random_results(tree, TREE_ROOT, sum, &rng);
        *squares_of(tree, TREE_ROOT) =
            rng_below(&rng, tree_node(tree, TREE_ROOT).half_wins + 1);
        double best = -INFINITY;
        for (NodeIndex j = 0; j < CHILDREN; j++)
            best = fmax(best, value_of(tree, first + j, &puct));
        NodeIndex selected = select_at_root(tree, &puct);
        assert_in_range(selected, first, first + CHILDREN - 1);
        assert_true(value_of(tree, selected, &puct) > best - 1e-4); // floats
    }
}

// The spread is that of the results from when a node got its children on, whoever moved
// there.
static void test_the_spread_of_results_is_known(void **state)
{
    enum { GAMES = 64 };
    Tree *tree = *state;
    const Puct puct = {.unit = GAMES, .range = 3};
    const NodeIndex root[] = {TREE_ROOT};
    tree_count_visits(tree, TREE_ROOT, GAMES);
    TreeResult even = {GAMES, GAMES, GAMES};
    tree_add_result(tree, root, 1, &even); // before the root has children
    NodeIndex a = build(tree, (double[]){0.5, 0.3, 0.2});
    Rng rng = rng_seeded(5, 0);
    double sum = 0.5, squares = 0.25, weights = 1;
    assert_true(tree_spread(tree, TREE_ROOT, &puct) == USUAL_SPREAD);
    for (int i = 0; i < 1000; i++) {
        uint32_t weight = 1 + rng_below(&rng, 4 * GAMES); // of the result
        uint32_t half_wins = rng_below(&rng, 2 * weight + 1);
        const NodeIndex path[] = {TREE_ROOT, a + rng_below(&rng, CHILDREN)};
        TreeResult result = {weight, half_wins, 0};
        tree_add_result(tree, path, 2, &result);
        double rate = half_wins / (2.0 * weight), part = weight / (double)GAMES;
        sum += part * rate;
        squares += part * rate * rate;
        weights += part;
        double variance = squares / weights - pow(sum / weights, 2);
        double spread = sqrt((2 * 0.16 + weights * 9 * variance) / (weights + 1));
        assert_true(fabs((double)tree_spread(tree, TREE_ROOT, &puct) - spread) < 0.01);
    }
}

// Where all moves win as often, visits come to be as the probabilities are.
static void test_visits_follow_probabilities(void **state)
{
    enum { SIMULATIONS = 10000, GAMES = 3 };
    Tree *tree = *state;
    const double probability[] = {0.5, 0.3, 0.15, 0.05};
    NodeIndex first = build(tree, probability);
    const Puct puct = {.constant = 1,
                       .unit = GAMES,
                       .pass = 0.05f,
                       .prior_visits = 1,
                       .root_prior = 10};
    for (int i = 0; i < SIMULATIONS; i++)
        simulate(tree, select_at_root(tree, &puct), GAMES, GAMES);
    for (NodeIndex j = 0; j < CHILDREN; j++) {
        double part = tree_node(tree, first + j).visits / (double)(GAMES * SIMULATIONS);
        assert_true(fabs(part - probability[j]) < 0.01);
    }
}

// All moves lose but a pass, as in a seki.
static void test_a_pass_is_tried_where_moves_fail(void **state)
{
    Tree *tree = *state;
    NodeIndex first = build(tree, (double[]){0.5, 0.3, 0.2});
    const Puct puct = {.constant = 1,
                       .unit = 1,
                       .fpu_reduction = 0.2f,
                       .pass = 0.01f,
                       .prior_visits = 1,
                       .root_prior = 10};
    set_results(tree, TREE_ROOT, 1, 1, 1);
    for (int i = 0; i < 2000; i++) {
        NodeIndex child = select_at_root(tree, &puct);
        bool wins = child == first + 3;
        simulate(tree, child, 1, wins ? 0 : 2); // of who moves next
    }
    assert_true(tree_node(tree, first + 3).visits > 1000);
}

// However surely a player loses, he looks at moves that nobody expects: nothing is
// worse than losing.
static void test_unlikely_moves_are_tried_where_all_is_lost(void **state)
{
    Tree *tree = *state;
    NodeIndex first = build(tree, (double[]){0.6, 0.38, 0.005});
    const Puct puct = {.constant = 0.6f,
                       .unit = 50,
                       .fpu_reduction = 0.1f,
                       .pass = 0.001f,
                       .prior_visits = 1,
                       .root_prior = 10};
    set_results(tree, TREE_ROOT, 50, 50, 99);
    for (int i = 0; i < 400; i++)
        simulate(tree, select_at_root(tree, &puct), 50, 99); // of who moves next
    assert_in_range(tree_node(tree, first + 2).visits, 50, 10 * 50);
    assert_true(tree_node(tree, first).visits > 200 * 50);
}

// A move is compared with the other moves of its node and with the word on this.
static void test_an_advantage_is_what_a_move_has_before_others(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build(tree, (double[]){0.5, 0.3, 0.2}), b = a + 1;
    set_results(tree, TREE_ROOT, 4, 4, 6); // who is to move wins one of four
    assert_true(fabs((double)tree_advantage(tree, TREE_ROOT, a, 1) - 0.75) < 1e-6);
    simulate(tree, a, 100, 0); // all won by who plays there
    assert_true(fabs((double)tree_advantage(tree, TREE_ROOT, a, 1) - 0.75) < 1e-6);
    assert_true(fabs((double)tree_advantage(tree, TREE_ROOT, a, 0) + 0.25) < 1e-6);
    double others = (1 + 100) / 104.0;
    assert_true(fabs((double)tree_advantage(tree, TREE_ROOT, b, 1) - 1 + others) <
                1e-6);
}

static void test_priors_are_raised_and_never_lowered(void **state)
{
    Tree *tree = *state;
    const double probability[] = {0.5, 0.3, 0.01};
    NodeIndex first = build(tree, probability);
    for (int i = 0; i < 2; i++) {
        tree_raise_priors(tree, TREE_ROOT, (float[]){0.2f, 1, 0.16f, 0});
        const double raised[] = {0.5, 1, 0.16};
        for (NodeIndex j = 0; j < CHILDREN - 1; j++) {
            Node node = tree_node(tree, first + j);
            assert_true(fabs(probability_of(&node, NULL) - raised[j]) < 0.005);
            assert_int_equal(node.prior_visits - node.prior_wins, 5);
        }
    }
}

// Moves whose simulations are on their way look no worse than they are, but are tried
// less: two that are as good, and as probable, take turns; one that is much better is
// tried all the same.
static void test_games_on_their_way_are_no_losses(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build(tree, (double[]){0.5, 0.5, 0}), b = a + 1;
    const Puct puct = {.constant = 1,
                       .unit = 1,
                       .fpu_reduction = 0.2f,
                       .prior_visits = 1,
                       .root_prior = 10};
    simulate(tree, a, 20, 20);
    simulate(tree, b, 20, 20);
    for (int i = 0; i < 6; i++) {
        NodeIndex child = select_at_root(tree, &puct);
        assert_int_equal(child, i % 2 == 0 ? a : b);
        tree_count_visits(tree, TREE_ROOT, 1);
        tree_count_visits(tree, child, 1);
    }
    simulate(tree, b, 20, 0); // all won by who plays there
    for (int i = 0; i < 6; i++) {
        assert_int_equal(select_at_root(tree, &puct), b);
        tree_count_visits(tree, TREE_ROOT, 1);
        tree_count_visits(tree, b, 1);
    }
}

static void test_games_are_counted_before_their_results(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build(tree, (double[]){0.5, 0.3, 0.2});
    const NodeIndex path[] = {TREE_ROOT, a};
    for (int i = 0; i < 2; i++)
        tree_count_visits(tree, path[i], 5);
    assert_node(tree, a, 5, 0);
    // Who is to move after A wins 1.5 of 4, and seeks something that comes up to 1
    // of 4.
    TreeResult result = {4, 3, 2};
    tree_add_result(tree, path, 2, &result);
    assert_node(tree, a, 5, 5);
    assert_node(tree, TREE_ROOT, 5, 3);
    tree_discount_visits(tree, path, 2, 1);
    assert_node(tree, a, 4, 5);
    assert_node(tree, TREE_ROOT, 4, 3);
    assert_int_equal(tree_node(tree, a).results, 4);
    assert_int_equal(tree_node(tree, TREE_ROOT).results, 4);
    Node after = tree_node(tree, a), root = tree_node(tree, TREE_ROOT);
    assert_true(node_chance(&after) == 0.75 && node_chance(&root) == 0.25);
}

// Playouts that are won more often than the network says make a move better, the more
// the more of them there are; and its reply worse.
static void test_playouts_correct_the_network(void **state)
{
    Tree *tree = *state;
    NodeIndex a = build(tree, (double[]){0.5, 0.3, 0.2});
    const NodeIndex path[] = {TREE_ROOT, a};
    const Puct puct = {
        .unit = 4, .playouts = 0.5f, .prior_visits = 3, .root_prior = 10};
    Node node = tree_node(tree, a);
    assert_true(node_puct_rate(&node, &puct, 1) == 0.5);
    for (int i = 1; i <= 1000; i++) {
        simulate(tree, a, 4, 4);
        tree_add_surplus(tree, path, 2, -4); // of who moves next
        node = tree_node(tree, a);
        assert_int_equal(node.surplus, 4 * i);
        float playouts = node_playout_rate(&node, &puct, 0.5f);
        assert_true(fabs((double)playouts - (i + 1.5) / (i + 3)) < 1e-6);
        assert_true(fabs(node_puct_rate(&node, &puct, playouts) - 0.25 -
                         0.5 * (double)playouts) < 1e-6);
    }
    node = tree_node(tree, TREE_ROOT);
    assert_int_equal(node.surplus, -4 * 1000);
    assert_true(node_puct_rate(&node, &puct, root_playout_rate(&node, &puct)) < 0.26);
}

// As sure as they are of the contrary, the chances are even; as sure of the same, they
// are surer together.
static void test_playouts_and_the_network_are_independent(void **state)
{
    Tree *tree = *state;
    build(tree, (double[]){0.5, 0.3, 0.2});
    const Puct puct = {
        .unit = 1, .playouts = 0.75f, .prior_visits = 1, .root_prior = 10};
    set_results(tree, TREE_ROOT, 100, 100, 160);
    Node node = tree_node(tree, TREE_ROOT);
    assert_true(fabs(node_puct_rate(&node, &puct, 0.1f) - 0.5) < 1e-6);
    assert_true(fabs(node_puct_rate(&node, &puct, 0.5f) - 0.8) < 1e-6);
    assert_true(fabs(node_puct_rate(&node, &puct, 0.9f) - 16 / 17.0) < 1e-6);
}

static void test_a_leaf_is_claimed_once(void **state)
{
    Tree *tree = *state;
    const Prior prior = {2, 1};
    const PointList moves = {1, {A}};
    assert_true(tree_claim(tree, TREE_ROOT));
    assert_false(tree_claim(tree, TREE_ROOT));
    int count;
    tree_children(tree, TREE_ROOT, &count);
    assert_int_equal(count, 0);
    assert_true(tree_expand(tree, TREE_ROOT, &moves, &prior));
    assert_false(tree_claim(tree, TREE_ROOT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_selection_agrees_with_the_formula, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_spread_of_results_is_known, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_visits_follow_probabilities, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_pass_is_tried_where_moves_fail, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_unlikely_moves_are_tried_where_all_is_lost,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_an_advantage_is_what_a_move_has_before_others, create, destroy),
        cmocka_unit_test_setup_teardown(test_priors_are_raised_and_never_lowered,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_games_on_their_way_are_no_losses, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_games_are_counted_before_their_results,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_playouts_correct_the_network, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_playouts_and_the_network_are_independent,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_leaf_is_claimed_once, create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

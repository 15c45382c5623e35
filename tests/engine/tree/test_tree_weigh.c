// SPDX-License-Identifier: MIT
//
// What a node is worth by its weighed children.
#include "tree_weigh.h"

#include <math.h>

#include "rng.h"
#include "tree_fixture.h"

enum { CHILDREN = 6, UNIT = 64 };

static const Point MOVES[CHILDREN] = {41, 42, 43, 44, 45, PASS};
static const ProbabilityScale SCALE = {.none = 5, .sure = 240};
static const Puct PUCT = {.unit = UNIT, .pass = -1, .range = 2};

// Children of the root, which has a value of its own.
static NodeIndex build(Tree *tree, const double probability[], NodeValue own)
{
    Prior priors[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        uint8_t wins = (uint8_t)lrint(5 + 240 * sqrt(probability[i]));
        priors[i] = (Prior){.visits = (uint8_t)(wins + 5), .wins = wins};
    }
    tree->probability = SCALE;
    assert_true(expand(tree, TREE_ROOT, MOVES, priors, CHILDREN));
    tree_keep_value(tree, TREE_ROOT, own);
    return tree_find_child(tree, TREE_ROOT, MOVES[0]);
}

static void set_results(Tree *tree, NodeIndex node, double simulations, double rate)
{
    tree->results[node] = (uint32_t)lrint(simulations * UNIT);
    tree->half_wins[node] = (uint32_t)lrint(2 * rate * tree->results[node]);
}

// The chance of the player to move at the root.
static double chance_of_root(const Tree *tree)
{
    Node root = tree_node(tree, TREE_ROOT);
    return 1 - root.half_wins / (2.0 * root.results);
}

// Sets the results of the root by its children and a value of its own.
static void weigh(Tree *tree, float utility)
{
    ChildrenResult children = tree_weigh_children(tree, TREE_ROOT, &PUCT);
    if (children.weight > 0)
        tree_set_results(tree, TREE_ROOT, &PUCT, &children, utility);
}

// A child as the formulas need it, in utilities of -1 to 1.
typedef struct Child {
    double probability, utility, weight;
} Child;

static int compare_probabilities(const void *a, const void *b)
{
    const Child *one = a, *other = b;
    return (one->probability < other->probability) -
           (one->probability > other->probability);
}

// The distribution function of Student's t with three degrees of freedom, as an
// integral of its density.
static double student(double t)
{
    enum { STEPS = 2000 };
    double area = 0, step = fabs(t) / STEPS, root = sqrt(3), pi = acos(-1);
    for (int i = 0; i < STEPS; i++) {
        double x = (i + 0.5) * step;
        area += step * 2 / (pi * root * pow(1 + x * x / 3, 2));
    }
    return t > 0 ? 0.5 + area : 0.5 - area;
}

static double prune(Child children[], int count)
{
    double weight = 0, utilities = 0, probability = 0;
    for (int i = 0; i < count; i++) {
        Child *child = &children[i];
        double worse = weight > 0 ? utilities / weight - child->utility : 0;
        double share =
            probability > 0 ? 2 * weight * child->probability / probability : INFINITY;
        if (worse > 0 && child->weight > share)
            child->weight -=
                fmin(50, (child->weight - share) * (1 - exp(-worse / 0.15)));
        weight += child->weight;
        utilities += child->weight * child->utility;
        probability += child->probability;
    }
    return weight;
}

static double weighed_chance(Child children[], int count, double own, double own_weight)
{
    qsort(children, (size_t)count, sizeof *children, compare_probabilities);
    double weight = prune(children, count), mean = 0, sum = 0, utilities = 0;
    for (int i = 0; i < count; i++)
        mean += children[i].weight * children[i].utility / weight;
    for (int i = 0; i < count; i++) {
        double deviation = sqrt(1 / (1.5 * sqrt(children[i].weight)));
        double better = student((children[i].utility - mean) / deviation) + 0.0001;
        children[i].weight *= pow(better, 0.25);
        sum += children[i].weight;
    }
    for (int i = 0; i < count; i++)
        utilities += weight * children[i].weight / sum * children[i].utility;
    double utility = (utilities + own_weight * (2 * own - 1)) / (weight + own_weight);
    return (utility + 1) / 2;
}

static void test_it_agrees_with_the_formula(void **state)
{
    Tree *tree = *state;
    double probability[CHILDREN] = {0.1, 0.4, 0.05, 0.2, 0.15, 0.1};
    NodeIndex first =
        build(tree, probability, (NodeValue){.utility = 0.5f, .weight = UNIT});
    Rng rng = rng_seeded(11, 0);
    for (int i = 0; i < 300; i++) {
        Child children[CHILDREN];
        int count = 0;
        for (NodeIndex j = 0; j < CHILDREN; j++) {
            uint32_t most = 1 + rng_below(&rng, 3) * rng_below(&rng, 200);
            double simulations = rng_below(&rng, 2) * rng_below(&rng, most);
            set_results(tree, first + j, simulations, rng_below(&rng, 1001) / 1000.0);
            Node node = tree_node(tree, first + j);
            double known = pow((node.prior_wins - 5) / 240.0, 2);
            if (node.results > 0)
                children[count++] =
                    (Child){known, node.half_wins / (double)node.results - 1,
                            node.results / (double)UNIT};
        }
        NodeValue own = {.weight = (uint16_t)(1 + rng_below(&rng, 8 * UNIT))};
        float utility = 0.001f * (float)rng_below(&rng, 1001);
        tree_keep_value(tree, TREE_ROOT, own);
        set_results(tree, TREE_ROOT, 1, 0.25);
        weigh(tree, utility);
        double expected = count == 0 ? 0.75
                                     : weighed_chance(children, count, (double)utility,
                                                      own.weight / (double)UNIT);
        assert_true(fabs(chance_of_root(tree) - expected) < 0.01);
    }
}

// The more a move is worse than the others, the less its simulations count.
static void test_bad_moves_count_less_than_good_ones(void **state)
{
    Tree *tree = *state;
    double probability[CHILDREN] = {0.5, 0.1};
    NodeIndex first =
        build(tree, probability, (NodeValue){.utility = 0.6f, .weight = UNIT});
    double before = 0;
    for (int percent = 60; percent >= 0; percent -= 10) {
        set_results(tree, first, 30, 0.6);
        set_results(tree, first + 1, 30, 0.01 * percent);
        weigh(tree, 0.6f);
        double plain = (31 * 0.6 + 30 * 0.01 * percent) / 61;
        double higher = chance_of_root(tree) - plain;
        assert_true(percent == 60 ? fabs(higher) < 0.001 : higher > before);
        before = higher;
    }
    assert_true(chance_of_root(tree) > 0.45);
}

// Results that move to the node above keep their spread.
static void test_the_spread_is_kept(void **state)
{
    Tree *tree = *state;
    NodeIndex first = build(tree, (double[CHILDREN]){0.5, 0.5},
                            (NodeValue){.utility = 0.5f, .weight = UNIT});
    set_results(tree, first, 100, 0.9);
    weigh(tree, 0.1f);
    double mean = (100 * 0.9 + 0.1) / 101, square = (100 * 0.81 + 0.01) / 101;
    double spread = sqrt((2 * 0.16 + 101 * 4 * (square - mean * mean)) / (101 + 1));
    assert_true(fabs(chance_of_root(tree) - mean) < 0.001);
    assert_true(fabs((double)tree_spread(tree, TREE_ROOT, &PUCT) - spread) < 0.01);
}

// The chance to win is weighed as the utility is, whatever it is.
static void test_chances_are_weighed_too(void **state)
{
    Tree *tree = *state;
    NodeIndex first = build(tree, (double[CHILDREN]){0.5, 0.5},
                            (NodeValue){.utility = 0.5f, .win = 0.2f, .weight = UNIT});
    set_results(tree, first, 3, 0.9);
    tree->chances[first] = 2 * 3 * UNIT * 7 / 10;
    weigh(tree, 0.1f);
    Node root = tree_node(tree, TREE_ROOT);
    assert_true(fabs(1 - node_chance(&root) - (3 * 0.7 + 0.2) / 4) < 0.005);
    assert_true(fabs(chance_of_root(tree) - (3 * 0.9 + 0.1) / 4) < 0.005);
}

static void test_without_results_there_is_no_weight(void **state)
{
    Tree *tree = *state;
    build(tree, (double[CHILDREN]){0.5, 0.5}, (NodeValue){0});
    ChildrenResult children = tree_weigh_children(tree, TREE_ROOT, &PUCT);
    assert_true(children.weight == 0 && children.simulations == 0);
}

// KataGo's lower end, of utilities from -1 to 1 that all count the same.
static double low_utility(double mean, double square, double simulations)
{
    double weight = simulations, weight_square = simulations;
    double size = weight * weight / weight_square;
    double prior = weight / (size * size * size);
    square = (square * weight + (square + 1) * prior) / (weight + prior);
    weight += prior;
    weight_square += prior * prior;
    size = weight * weight / weight_square;
    return mean - 5 * sqrt((square - mean * mean) / size);
}

static void test_the_lower_end_of_a_mean(void **state)
{
    Tree *tree = *state;
    NodeIndex first =
        build(tree, (double[CHILDREN]){0.5, 0.5}, (NodeValue){.weight = UNIT});
    const double simulations[] = {1, 2, 3, 10, 100, 1000};
    for (size_t i = 0; i < sizeof simulations / sizeof simulations[0]; i++) {
        tree->visits[first] = (uint32_t)lrint(simulations[i] * UNIT);
        set_results(tree, first, simulations[i], 0.75);
        double expected = low_utility(0.5, 0.25, simulations[i]);
        double low = 2 * tree_low_rate(tree, first, &PUCT) - 1;
        assert_true(fabs(low - expected) < 1e-3);
    }
    // Results that differ are less sure.
    set_results(tree, first, 500, 0.9);
    set_results(tree, first + 1, 500, 0.4);
    weigh(tree, 0.6f);
    tree->visits[TREE_ROOT] = 1001 * UNIT;
    ChildrenResult children = tree_weigh_children(tree, TREE_ROOT, &PUCT);
    double mean = 2 * (1 - (double)children.rate) - 1;
    double square = 1 - 4 * (double)children.rate + 4 * (double)children.square;
    double low = 2 * tree_low_rate(tree, TREE_ROOT, &PUCT) - 1;
    assert_true(square - mean * mean > 0.1);
    assert_true(fabs(low - low_utility(mean, square, 1001)) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_it_agrees_with_the_formula, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_bad_moves_count_less_than_good_ones,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_spread_is_kept, create, destroy),
        cmocka_unit_test_setup_teardown(test_chances_are_weighed_too, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_lower_end_of_a_mean, create, destroy),
        cmocka_unit_test_setup_teardown(test_without_results_there_is_no_weight, create,
                                        destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

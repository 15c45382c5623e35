// SPDX-License-Identifier: MIT
//
// Trees of three processes: the middle one is linked with the two others.
#include "ledger.h"

#include <stdlib.h>
#include <string.h>

#include "picture.h"

enum { MOVES = 5, BYTES = 1 << 12, LEFT = 0, MIDDLE = 1, RIGHT = 2, TREES = 3 };

typedef struct Process {
    Tree tree;
    SearchContext context;
} Process;

// The ends of a link.
typedef struct Link {
    Ledger near, far;
} Link;

static Process *processes;
static unsigned char memory[BYTES];

static void expand(Tree *tree, NodeIndex node)
{
    PointList moves = {.count = 0};
    Prior priors[MOVES] = {0};
    for (int i = 0; i < MOVES; i++)
        point_list_add(&moves, point_at(i, 1));
    assert_true(tree_claim(tree, node));
    assert_true(tree_expand(tree, node, &moves, priors));
}

// Three trees with the children of the root.
static int create(void **state)
{
    (void)state;
    processes = calloc(TREES, sizeof *processes);
    for (int i = 0; i < TREES; i++) {
        Process *process = &processes[i];
        assert_true(tree_init(&process->tree, 1));
        process->context.tree = &process->tree;
        process->context.node = TREE_ROOT;
        expand(&process->tree, TREE_ROOT);
    }
    return 0;
}

static int destroy(void **state)
{
    (void)state;
    for (int i = 0; i < TREES; i++)
        tree_free(&processes[i].tree);
    free(processes);
    return 0;
}

static NodeIndex child_of(const Tree *tree, NodeIndex node, int move)
{
    return tree_find_child(tree, node, point_at(move, 1));
}

// Simulations that all lead to a child of the root, or below it to a grandchild.
static void simulate(int process, int move, int next, uint32_t simulations)
{
    Tree *tree = &processes[process].tree;
    NodeIndex path[3] = {TREE_ROOT, child_of(tree, TREE_ROOT, move)};
    int length = 2;
    if (next >= 0)
        path[length++] = child_of(tree, path[1], next);
    uint32_t games = simulations * VALUE_STEPS;
    const TreeResult result = {games, games / 2, games};
    for (int i = 0; i < length; i++)
        tree_count_visits(tree, path[i], games);
    tree_add_result(tree, path, length, &result);
    tree_add_surplus(tree, path, length, (int)simulations);
}

static void link_up(Link *link, int a, int b)
{
    assert_true(ledger_init(&link->near, &processes[a].context));
    assert_true(ledger_init(&link->far, &processes[b].context));
}

static void unlink_ends(Link *link)
{
    ledger_free(&link->near);
    ledger_free(&link->far);
}

// Tells the other end. Returns the number of nodes that were told of.
static int tell(Ledger *from, Ledger *to, uint64_t *simulations)
{
    WireWriter writer = {.bytes = memory, .capacity = BYTES};
    ledger_write(from, &writer);
    WireReader reader = {.bytes = memory, .left = writer.size};
    assert_true(ledger_read(to, &reader, simulations));
    return (int)(writer.size / LEDGER_NODE_BYTES);
}

static Node known_of(int process, int move)
{
    const Tree *tree = &processes[process].tree;
    return tree_node(tree, move < 0 ? TREE_ROOT : child_of(tree, TREE_ROOT, move));
}

static void assert_same(int a, int b, int move)
{
    Node of_a = known_of(a, move), of_b = known_of(b, move);
    assert_memory_equal(&of_a, &of_b, sizeof of_a);
}

static void test_what_one_finds_comes_to_the_others_once(void **state)
{
    (void)state;
    Link left, right;
    uint64_t simulations;
    link_up(&left, LEFT, MIDDLE);
    link_up(&right, RIGHT, MIDDLE);
    simulate(LEFT, 1, -1, 100);
    simulate(RIGHT, 2, -1, 10);
    simulate(MIDDLE, 3, -1, 1);
    assert_int_equal(tell(&left.near, &left.far, &simulations), 2);
    assert_int_equal(simulations, 100);
    // The middle one tells the right one what it has found itself, and what the left
    // one has.
    assert_int_equal(tell(&right.far, &right.near, &simulations), 3);
    assert_int_equal(simulations, 101);
    assert_int_equal(tell(&right.near, &right.far, &simulations), 2);
    assert_int_equal(simulations, 10);
    assert_int_equal(tell(&left.far, &left.near, &simulations), 3);
    assert_int_equal(simulations, 11);
    for (int move = -1; move < MOVES; move++) {
        assert_same(LEFT, MIDDLE, move);
        assert_same(RIGHT, MIDDLE, move);
    }
    assert_int_equal(known_of(LEFT, -1).visits, 111 * VALUE_STEPS);
    // Nothing goes around.
    assert_int_equal(tell(&left.near, &left.far, &simulations), 0);
    assert_int_equal(tell(&left.far, &left.near, &simulations), 0);
    assert_int_equal(tell(&right.near, &right.far, &simulations), 0);
    assert_int_equal(tell(&right.far, &right.near, &simulations), 0);
    unlink_ends(&left);
    unlink_ends(&right);
}

static void test_what_was_there_before_is_not_new(void **state)
{
    (void)state;
    Link link;
    uint64_t simulations;
    simulate(LEFT, 1, -1, 100);
    link_up(&link, LEFT, MIDDLE);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 0);
    simulate(LEFT, 1, -1, 7);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 2);
    assert_int_equal(simulations, 7);
    assert_int_equal(known_of(MIDDLE, 1).results, 7 * VALUE_STEPS);
    unlink_ends(&link);
}

static void test_children_of_much_visited_nodes_are_told_of(void **state)
{
    (void)state;
    Link link;
    uint64_t simulations;
    link_up(&link, LEFT, MIDDLE);
    for (int i = LEFT; i <= MIDDLE; i++)
        expand(&processes[i].tree, child_of(&processes[i].tree, TREE_ROOT, 1));
    simulate(LEFT, 1, 4, 5);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 2);
    // Now it is told of with all that it has.
    simulate(LEFT, 1, 4, 100);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 3);
    const Tree *tree = &processes[MIDDLE].tree;
    NodeIndex deep = child_of(tree, child_of(tree, TREE_ROOT, 1), 4);
    assert_int_equal(tree_node(tree, deep).results, 105 * VALUE_STEPS);
    unlink_ends(&link);
}

static void test_little_news_waits_until_it_is_more(void **state)
{
    (void)state;
    Link link;
    uint64_t simulations;
    link_up(&link, LEFT, MIDDLE);
    simulate(LEFT, 1, -1, 100000);
    simulate(LEFT, 2, -1, 5);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 2);
    assert_int_equal(known_of(MIDDLE, 2).results, 0);
    simulate(LEFT, 2, -1, 10);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 2);
    assert_same(LEFT, MIDDLE, 2);
    unlink_ends(&link);
}

static void test_nodes_that_a_tree_lacks_are_passed_over(void **state)
{
    (void)state;
    Link link;
    uint64_t simulations;
    link_up(&link, LEFT, MIDDLE);
    expand(&processes[LEFT].tree, child_of(&processes[LEFT].tree, TREE_ROOT, 1));
    simulate(LEFT, 1, 4, 100);
    assert_int_equal(tell(&link.near, &link.far, &simulations), 3);
    assert_same(LEFT, MIDDLE, 1);
    unlink_ends(&link);
}

static void put_node(WireWriter *writer, int depth, Point move, TreeSums sums)
{
    wire_put(writer, (uint64_t)depth, 1);
    wire_put(writer, move, 2);
    wire_put(writer, sums.results, 4);
    wire_put(writer, sums.half_wins, 4);
    wire_put(writer, sums.chances, 4);
    wire_put(writer, (uint32_t)sums.surplus, 4);
}

// Is a message with the root, and then this node, valid?
static bool is_taken(int depth, Point move, TreeSums sums, size_t cut_off)
{
    Ledger ledger;
    uint64_t simulations;
    WireWriter writer = {.bytes = memory, .capacity = BYTES};
    put_node(&writer, 0, PASS, (TreeSums){VALUE_STEPS, 0, 0, 0});
    put_node(&writer, depth, move, sums);
    WireReader reader = {.bytes = memory, .left = writer.size - cut_off};
    assert_true(ledger_init(&ledger, &processes[LEFT].context));
    bool is_valid = ledger_read(&ledger, &reader, &simulations);
    ledger_free(&ledger);
    return is_valid;
}

static void test_messages_that_are_not_valid_are_refused(void **state)
{
    (void)state;
    const TreeSums sums = {VALUE_STEPS, 3, 2, -1};
    const Point move = point_at(1, 1);
    assert_true(is_taken(1, move, sums, 0));
    assert_false(is_taken(0, PASS, sums, 0)); // the root twice
    assert_false(is_taken(2, move, sums, 0)); // a child without its parent
    assert_false(is_taken(UINT8_MAX, move, sums, 0));
    assert_false(is_taken(1, POINT_LIMIT, sums, 0));
    assert_false(is_taken(1, move, (TreeSums){1, 3, 0, 0}, 0));
    for (size_t cut_off = 1; cut_off < LEDGER_NODE_BYTES; cut_off++)
        assert_false(is_taken(1, move, sums, cut_off));
    // So much that no node can count it is left out.
    assert_true(is_taken(1, move, (TreeSums){TREE_COUNT_MAX / 2, 0, 0, 0}, 0));
    assert_int_equal(known_of(LEFT, 1).results, VALUE_STEPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_one_finds_comes_to_the_others_once,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_what_was_there_before_is_not_new, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_children_of_much_visited_nodes_are_told_of,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_little_news_waits_until_it_is_more, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_nodes_that_a_tree_lacks_are_passed_over,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_messages_that_are_not_valid_are_refused,
                                        create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// Searches of single positions: exact visits, what they report, and that those that
// share a cache do not disturb each other.
#include "position_search.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine_fixture.h"
#include "isa.h"
#include "picture.h"

enum { MEMORY_MIB = 4, CACHE_BYTES = 1 << 22, MOVES_MAX = 400 };

// What is kept of a report.
typedef struct Heard {
    int reports;
    uint64_t visits;      // of the root
    uint64_t move_visits; // of all moves
    int visited;          // number of moves with visits
    double win_rate, score, deviation;
    Point moves[MOVES_MAX];
    uint32_t by_move[MOVES_MAX];
    int move_count;
    NetworkOutput root_output;
    bool has_root_output;
    SearchReport report;
    AnalysisMove best;
} Heard;

static bool hear(void *object, const Analysis *analysis)
{
    Heard *heard = object;
    heard->reports++;
    heard->visits = analysis->report.visits;
    heard->move_visits = analysis_visits(analysis);
    heard->win_rate = analysis->win_rate;
    heard->score = score_estimate_score(&analysis->report);
    heard->deviation = score_estimate_deviation(&analysis->report);
    heard->report = analysis->report;
    heard->best = analysis->moves[0];
    heard->move_count = analysis->move_count;
    heard->visited = 0;
    for (int i = 0; i < analysis->move_count; i++) {
        heard->moves[i] = analysis->moves[i].candidate.move;
        heard->by_move[i] = analysis->moves[i].visits;
        heard->visited += analysis->moves[i].visits > 0;
    }
    heard->has_root_output = analysis->root_output != NULL;
    if (heard->has_root_output)
        heard->root_output = *analysis->root_output;
    return true;
}

typedef struct Fixture {
    Network *network;
    EvalCache cache;
    EngineOptions options;
    Game game;
    atomic_bool stop;
    Heard heard;
} Fixture;

static Fixture *new_fixture(int size)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->options = small_options(size);
    fixture->network = network_default(fixture->options.isa);
    assert_non_null(fixture->network);
    fixture->options.network = fixture->network;
    assert_true(eval_cache_init(&fixture->cache, CACHE_BYTES));
    assert_true(game_init(&fixture->game, rules_find("chinese"), 15, size, size));
    return fixture;
}

static void delete_fixture(Fixture *fixture)
{
    game_free(&fixture->game);
    eval_cache_free(&fixture->cache);
    network_delete(fixture->network);
    free(fixture);
}

static PositionSearch *new_search(Fixture *fixture, int threads)
{
    PositionSearch *search =
        position_search_new(&fixture->options, &fixture->cache, threads, MEMORY_MIB);
    assert_non_null(search);
    return search;
}

static PositionOrder order_of(Fixture *fixture, uint64_t visits)
{
    return (PositionOrder){.game = &fixture->game,
                           .limits = {.visits = visits},
                           .threads = 1,
                           .listener = {.moves_min = POINT_LIST_MAX,
                                        .moves_max = POINT_LIST_MAX,
                                        .tell = hear,
                                        .object = &fixture->heard},
                           .stop = &fixture->stop};
}

static void test_visits_are_exact_with_any_number_of_threads(void **state)
{
    (void)state;
    static const uint64_t VISITS[] = {1, 2, 3, 25, 300};
    Fixture *fixture = new_fixture(9);
    PositionSearch *search = new_search(fixture, 3);
    for (int threads = 3; threads >= 1; threads--)
        for (size_t i = 0; i < sizeof VISITS / sizeof VISITS[0]; i++) {
            PositionOrder order = order_of(fixture, VISITS[i]);
            order.threads = threads;
            fixture->heard.reports = 0;
            assert_true(position_search_run(search, &order));
            assert_int_equal(fixture->heard.reports, 1);
            assert_int_equal(fixture->heard.visits, VISITS[i]);
            assert_int_equal(fixture->heard.move_visits, VISITS[i] - 1);
            assert_int_equal(fixture->heard.visited > 0, VISITS[i] > 1);
        }
    position_search_delete(search);
    delete_fixture(fixture);
}

static void test_a_position_after_two_passes_has_its_visits_too(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(5);
    PositionSearch *search = new_search(fixture, 1);
    for (int passes = 1; passes <= 2; passes++) {
        Color player = (Color)fixture->game.position.to_play;
        assert_int_equal(game_play(&fixture->game, player, PASS), MOVE_OK);
        PositionOrder order = order_of(fixture, 50);
        assert_true(position_search_run(search, &order));
        assert_int_equal(fixture->heard.visits, 50);
    }
    position_search_delete(search);
    delete_fixture(fixture);
}

static bool is_same_search(const Heard *a, const Heard *b)
{
    return a->win_rate == b->win_rate && a->score == b->score &&
           a->deviation == b->deviation && a->move_count == b->move_count &&
           memcmp(a->moves, b->moves, sizeof a->moves) == 0 &&
           memcmp(a->by_move, b->by_move, sizeof a->by_move) == 0;
}

static void test_a_full_cache_changes_nothing(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(9);
    PositionSearch *search = new_search(fixture, 1), *other = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 200);
    assert_true(position_search_run(search, &order));
    Heard first = fixture->heard;
    assert_true(position_search_run(search, &order));
    assert_true(is_same_search(&first, &fixture->heard));
    assert_true(position_search_run(other, &order));
    assert_true(is_same_search(&first, &fixture->heard));
    position_search_delete(search);
    position_search_delete(other);
    delete_fixture(fixture);
}

typedef struct Searcher {
    Fixture *fixture;
    PositionSearch *search;
    Game game;
    Heard heard;
    bool done;
} Searcher;

static void *search_on(void *argument)
{
    Searcher *searcher = argument;
    PositionOrder order = order_of(searcher->fixture, 150);
    order.game = &searcher->game;
    order.listener.object = &searcher->heard;
    searcher->done = true;
    for (int i = 0; i < 3; i++)
        searcher->done =
            position_search_run(searcher->search, &order) && searcher->done;
    return NULL;
}

static void
test_two_search_at_the_same_time_and_clearing_goes_on_meanwhile(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(9);
    Searcher *searchers = calloc(2, sizeof *searchers);
    pthread_t threads[2];
    assert_non_null(searchers);
    for (int i = 0; i < 2; i++) {
        searchers[i].fixture = fixture;
        searchers[i].search = new_search(fixture, 1);
        assert_true(game_copy(&searchers[i].game, &fixture->game));
        assert_int_equal(pthread_create(&threads[i], NULL, search_on, &searchers[i]),
                         0);
    }
    for (int i = 0; i < 20; i++)
        eval_cache_clear(&fixture->cache);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_true(searchers[i].done);
        assert_int_equal(searchers[i].heard.visits, 150);
        position_search_delete(searchers[i].search);
        game_free(&searchers[i].game);
    }
    free(searchers);
    delete_fixture(fixture);
}

static void test_a_temperature_makes_the_search_look_around(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(9);
    PositionSearch *search = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 100);
    assert_true(position_search_run(search, &order));
    int narrow = fixture->heard.visited;
    NetworkOutput output = fixture->heard.root_output;
    order.root_temperature = 4;
    assert_true(position_search_run(search, &order));
    assert_true(fixture->heard.visited > narrow);
    // What the network says of the position stays.
    assert_memory_equal(&output, &fixture->heard.root_output, sizeof output);
    position_search_delete(search);
    delete_fixture(fixture);
}

static void test_the_network_is_asked_about_the_root(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(9);
    PositionSearch *search = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 1);
    double sum = 0;
    assert_true(position_search_run(search, &order));
    assert_true(fixture->heard.has_root_output);
    for (Point p = 0; p < POINT_LIMIT; p++)
        sum += fixture->heard.root_output.policy[p];
    assert_true(fabs(sum - 1) < 1e-3);
    assert_true(fabs(fixture->heard.win_rate - fixture->heard.root_output.win) < 0.2);
    position_search_delete(search);
    delete_fixture(fixture);
}

// Black owns the left part, White the right one.
static void set_halves(Fixture *fixture)
{
    Position pos = picture_position(". X X O ./X X X O O/X . X O O/X X X O ./"
                                    ". X X O O",
                                    BLACK);
    assert_true(game_setup(&fixture->game, pos.stones, BLACK));
}

static void test_owners_after_each_move(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(5);
    OwnerEstimate *owners = calloc(POINT_LIMIT, sizeof *owners);
    assert_non_null(owners);
    set_halves(fixture);
    for (int threads = 1; threads <= 2; threads++) {
        PositionSearch *search = new_search(fixture, threads);
        PositionOrder order = order_of(fixture, 60);
        order.threads = threads;
        order.listener.move_owners = owners;
        assert_true(position_search_run(search, &order));
        const OwnerEstimate *after = &owners[fixture->heard.moves[0]];
        assert_true(after->owner[point_at(1, 3)] > 0.5);
        assert_true(after->owner[point_at(3, 3)] < -0.5);
        assert_true(after->deviation[point_at(1, 3)] >= 0);
        assert_true(after->deviation[point_at(1, 3)] < 0.5);
        position_search_delete(search);
    }
    free(owners);
    delete_fixture(fixture);
}

static void test_the_mean_of_owners_after_moves_is_that_of_the_report(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(7);
    OwnerEstimate *owners = calloc(POINT_LIMIT, sizeof *owners);
    assert_non_null(owners);
    PositionSearch *search = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 200);
    order.listener.move_owners = owners;
    assert_true(position_search_run(search, &order));
    const Heard *heard = &fixture->heard;
    double mean = 0;
    for (int i = 0; i < heard->move_count; i++)
        if (heard->by_move[i] > 0)
            mean += (double)heard->by_move[i] *
                    (double)owners[heard->moves[i]].owner[point_at(3, 4)];
    mean /= (double)heard->move_visits;
    double of_report = score_estimate_owner(&heard->report, point_at(3, 4));
    assert_true(fabs(mean - of_report) < 0.02); // the root itself is in it, too
    position_search_delete(search);
    free(owners);
    delete_fixture(fixture);
}

static void test_the_deviation_of_the_score_falls_towards_the_end(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(5);
    PositionSearch *search = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 100);
    assert_true(position_search_run(search, &order));
    double early = fixture->heard.deviation;
    assert_true(early > 2 && early < 25);
    assert_true(fixture->heard.best.score_deviation > 2);
    set_halves(fixture);
    assert_true(position_search_run(search, &order));
    assert_true(fixture->heard.deviation < early);
    position_search_delete(search);
    delete_fixture(fixture);
}

static void test_reports_come_first_when_asked_then_at_intervals(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(9);
    PositionSearch *search = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 0);
    order.limits.seconds = 0.5;
    order.listener.interval = 1e6;
    order.listener.first = 0.1;
    assert_true(position_search_run(search, &order));
    assert_int_equal(fixture->heard.reports, 2);
    fixture->heard.reports = 0;
    order.listener.first = 0;
    assert_true(position_search_run(search, &order));
    assert_int_equal(fixture->heard.reports, 1);
    position_search_delete(search);
    delete_fixture(fixture);
}

static void test_a_stopped_search_reports_what_it_has(void **state)
{
    (void)state;
    Fixture *fixture = new_fixture(9);
    PositionSearch *search = new_search(fixture, 1);
    PositionOrder order = order_of(fixture, 1000000);
    atomic_store(&fixture->stop, true);
    assert_true(position_search_run(search, &order));
    assert_int_equal(fixture->heard.reports, 1);
    assert_int_equal(fixture->heard.visits, 1);
    position_search_delete(search);
    delete_fixture(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits_are_exact_with_any_number_of_threads),
        cmocka_unit_test(test_a_position_after_two_passes_has_its_visits_too),
        cmocka_unit_test(test_a_full_cache_changes_nothing),
        cmocka_unit_test(
            test_two_search_at_the_same_time_and_clearing_goes_on_meanwhile),
        cmocka_unit_test(test_a_temperature_makes_the_search_look_around),
        cmocka_unit_test(test_the_network_is_asked_about_the_root),
        cmocka_unit_test(test_owners_after_each_move),
        cmocka_unit_test(test_the_mean_of_owners_after_moves_is_that_of_the_report),
        cmocka_unit_test(test_the_deviation_of_the_score_falls_towards_the_end),
        cmocka_unit_test(test_reports_come_first_when_asked_then_at_intervals),
        cmocka_unit_test(test_a_stopped_search_reports_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

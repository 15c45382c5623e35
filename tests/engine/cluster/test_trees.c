// SPDX-License-Identifier: MIT
//
// Searches beside simulated ranks that have trees of their own, in simulated time.
#include "cluster.h"

#include "losses.h"
#include "network.h"
#include "search_fixture.h"
#include "tree_stand_in.h"

// Four seconds of each rank. So a rank that is silent is noticed.
enum { RANKS = 4, RANK_MEMORY_MIB = 8, VISITS = 1500 };
static const double SERVICE = 0.008;

typedef struct Setting {
    Fixture *fixture;
    Network *network;
    TreeStandIn *stand_in;
    Cluster *cluster;
    Losses losses;
} Setting;

// How rank 0 and the others begin.
typedef struct Beginning {
    bool has_thread;         // rank 0 searches on a thread of its own, too
    bool has_other_networks; // the others: none
} Beginning;

static void begin(Setting *setting, void **state, Beginning beginning)
{
    *setting = (Setting){.fixture = *state, .network = network_default(isa_best())};
    StandInOptions options = {
        .ranks = RANKS,
        .means = {.lanes = isa_best()->lanes,
                  .network = beginning.has_other_networks ? NULL : setting->network,
                  .threads = 1,
                  .memory_mib = RANK_MEMORY_MIB,
                  .host = "stand-in"},
        .service = SERVICE,
        .latency = 0.005};
    setting->stand_in = tree_stand_in_new(&options);
    setting->cluster = cluster_new(tree_stand_in_transport(setting->stand_in),
                                   !beginning.has_thread, note_loss, &setting->losses);
    cluster_await_ranks(setting->cluster, 1);
    search_use_network(setting->fixture->search, setting->network, NETWORK_FULL);
    search_use_helper(setting->fixture->search, cluster_tree_helper(setting->cluster));
}

static void end(Setting *setting)
{
    search_use_helper(setting->fixture->search, NULL);
    search_use_network(setting->fixture->search, NULL, NETWORK_FULL);
    cluster_delete(setting->cluster);
    tree_stand_in_delete(setting->stand_in);
    network_delete(setting->network);
}

static SearchReport *think(Setting *setting, const MoveFilter *filter)
{
    Fixture *fixture = setting->fixture;
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = VISITS},
                         .seed = 1,
                         .stop = &fixture->stop,
                         .filter = filter,
                         .awaits_workers = true};
    search_clear(fixture->search);
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    return &fixture->report;
}

static uint32_t visits_of_children(const SearchReport *report)
{
    uint32_t visits = 0;
    for (int i = 0; i < report->candidate_count; i++)
        visits += search_report_visits(report, &report->candidates[i]);
    return visits;
}

static uint64_t simulations_of_ranks(const Setting *setting)
{
    uint64_t simulations = 0;
    for (int i = 1; i < RANKS; i++)
        simulations += tree_stand_in_simulations(setting->stand_in, i);
    return simulations;
}

static void test_the_tree_gets_what_the_ranks_find(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){0});
    const SearchReport *report = think(&setting, NULL);
    uint64_t told = cluster_usage(setting.cluster).evaluations;
    assert_in_range(report->visits, VISITS, VISITS * 5 / 4);
    assert_int_equal(visits_of_children(report), report->visits - 1);
    // All that the ranks have found, but the last that was not told any more.
    assert_in_range(told, VISITS / 2, simulations_of_ranks(&setting));
    assert_int_equal(report->playouts + told, report->visits - 1);
    assert_int_equal(cluster_usage(setting.cluster).lost, 0);
    assert_true(report->line_length >= 2);
    assert_true(report->win_rate > 0.2 && report->win_rate < 0.8);
    end(&setting);
}

static void test_a_thread_searches_while_ranks_add(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){.has_thread = true});
    const SearchReport *report = think(&setting, NULL);
    uint64_t told = cluster_usage(setting.cluster).evaluations;
    assert_true(report->playouts > 0);
    assert_int_equal(report->playouts + told, report->visits - 1);
    assert_int_equal(visits_of_children(report), report->visits - 1);
    end(&setting);
}

static void test_moves_that_are_left_out_are_not_searched(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){0});
    MoveFilter filter = {.concern_search = false};
    Point best = think(&setting, NULL)->best;
    move_filter_add(&filter, BLACK, best, 1);
    const SearchReport *report = think(&setting, &filter);
    assert_int_not_equal(report->best, best);
    // No rank has wasted simulations on it.
    assert_int_equal(visits_of_children(report), report->visits - 1);
    end(&setting);
}

static void test_a_silent_rank_is_dropped_and_what_it_found_stays(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){0});
    uint64_t before = think(&setting, NULL)->visits;
    assert_true(before >= VISITS);
    tree_stand_in_set_fault(setting.stand_in, 2, STAND_IN_SILENT);
    assert_true(think(&setting, NULL)->visits >= VISITS);
    assert_int_equal(setting.losses.count, 1);
    assert_string_equal(setting.losses.why, "it has not answered for 2 seconds");
    assert_true(think(&setting, NULL)->visits >= VISITS);
    end(&setting);
}

static void test_a_rank_that_tells_nonsense_is_dropped(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){0});
    tree_stand_in_set_fault(setting.stand_in, 2, STAND_IN_GARBLED);
    assert_true(think(&setting, NULL)->visits >= VISITS);
    assert_int_equal(setting.losses.count, 1);
    assert_string_equal(setting.losses.why, "its sums are not valid");
    end(&setting);
}

static void test_ranks_with_other_networks_refuse_and_are_not_dropped(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){.has_other_networks = true});
    SearchReport *report = think(&setting, NULL);
    assert_int_equal(report->playouts, VISITS);
    assert_int_equal(cluster_usage(setting.cluster).evaluations, 0);
    assert_int_equal(setting.losses.count, 0);
    end(&setting);
}

static void test_without_any_sound_rank_the_search_goes_on(void **state)
{
    Setting setting;
    begin(&setting, state, (Beginning){0});
    for (int i = 1; i < RANKS; i++)
        tree_stand_in_set_fault(setting.stand_in, i, STAND_IN_SILENT);
    assert_true(think(&setting, NULL)->visits >= VISITS);
    assert_int_equal(setting.losses.count, RANKS - 1);
    SearchReport *report = think(&setting, NULL);
    assert_int_equal(report->playouts, VISITS);
    end(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_tree_gets_what_the_ranks_find, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_thread_searches_while_ranks_add, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_moves_that_are_left_out_are_not_searched,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_a_silent_rank_is_dropped_and_what_it_found_stays, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_rank_that_tells_nonsense_is_dropped,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_ranks_with_other_networks_refuse_and_are_not_dropped, create, destroy),
        cmocka_unit_test_setup_teardown(test_without_any_sound_rank_the_search_goes_on,
                                        create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

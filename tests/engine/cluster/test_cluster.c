// SPDX-License-Identifier: MIT
//
// Searches whose leaves simulated ranks evaluate, in simulated time. So what the test
// machine does else changes nothing.
#include "cluster.h"

#include "cluster_stand_in.h"
#include "losses.h"
#include "network.h"
#include "search_fixture.h"

enum { VISITS = 400, RANKS = 4, RANK_MEMORY_MIB = 8 };

typedef struct Setting {
    Fixture *fixture;
    Network *network;
    StandIn *stand_in;
    Cluster *cluster;
    Losses losses;
} Setting;

static void begin(Setting *setting, void **state, const Network *of_ranks,
                  bool is_alone)
{
    *setting = (Setting){.fixture = *state, .network = network_default(isa_best())};
    StandInOptions options = {
        .ranks = RANKS,
        .means = {.lanes = isa_best()->lanes,
                  .network = of_ranks != NULL ? of_ranks : setting->network,
                  .memory_mib = RANK_MEMORY_MIB},
        .is_simulated_time = true,
        .service = 0.0001,
        .latency = 0.00001,
        .feeding = 0.00001};
    setting->stand_in = stand_in_new(&options);
    setting->cluster = cluster_new(stand_in_transport(setting->stand_in), is_alone,
                                   note_loss, &setting->losses);
    cluster_await_ranks(setting->cluster, 1);
    search_use_network(setting->fixture->search, setting->network, NETWORK_FULL);
    search_use_helper(setting->fixture->search, cluster_helper(setting->cluster));
}

static void end(Setting *setting)
{
    search_use_helper(setting->fixture->search, NULL);
    search_use_network(setting->fixture->search, NULL, NETWORK_FULL);
    cluster_delete(setting->cluster);
    stand_in_delete(setting->stand_in);
    network_delete(setting->network);
}

static void think(Setting *setting, bool is_reproducible, SearchReport *report)
{
    Fixture *fixture = setting->fixture;
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = VISITS},
                         .seed = 1,
                         .stop = &fixture->stop,
                         .is_reproducible = is_reproducible};
    search_clear(fixture->search);
    assert_true(search_run(fixture->search, &fixture->game, &order, report));
}

static uint32_t visits_of_children(const SearchReport *report)
{
    uint32_t visits = 0;
    for (int i = 0; i < report->candidate_count; i++)
        visits += search_report_visits(report, &report->candidates[i]);
    return visits;
}

// The root has a visit of its own, and each simulation one of a child.
static void assert_whole(const SearchReport *report)
{
    assert_int_equal(report->visits, VISITS + 1);
    assert_int_equal(visits_of_children(report), VISITS);
}

static void test_ranks_bring_all_simulations(void **state)
{
    Setting setting;
    begin(&setting, state, NULL, true);
    SearchReport *report = &setting.fixture->report;
    think(&setting, false, report);
    assert_whole(report);
    assert_int_equal(report->playouts, VISITS);
    ClusterUsage usage = cluster_usage(setting.cluster);
    assert_int_equal(usage.ready, RANKS - 1);
    assert_int_equal(usage.lost, 0);
    assert_in_range(usage.evaluations, VISITS / 2, VISITS);
    end(&setting);
}

static void test_ranks_search_beside_a_thread(void **state)
{
    Setting setting;
    begin(&setting, state, NULL, false);
    think(&setting, false, &setting.fixture->report);
    assert_whole(&setting.fixture->report);
    end(&setting);
}

static void test_a_reproducible_search_is_the_ordinary_one(void **state)
{
    Setting setting;
    begin(&setting, state, NULL, false);
    SearchReport *with = &setting.fixture->report, *without = &setting.fixture->other;
    think(&setting, true, with);
    assert_int_equal(cluster_usage(setting.cluster).evaluations, 0);
    search_use_helper(setting.fixture->search, NULL);
    think(&setting, false, without);
    assert_int_equal(with->candidate_count, without->candidate_count);
    assert_memory_equal(with->candidates, without->candidates,
                        (size_t)with->candidate_count * sizeof with->candidates[0]);
    end(&setting);
}

// What a rank says of a leaf is what this process would find: a search with one rank
// that is asked one leaf at a time agrees with the ordinary one about the value.
static void test_values_are_those_of_the_ordinary_search(void **state)
{
    Setting setting;
    begin(&setting, state, NULL, true);
    SearchReport *with = &setting.fixture->report, *without = &setting.fixture->other;
    think(&setting, false, with);
    search_use_helper(setting.fixture->search, NULL);
    think(&setting, false, without);
    assert_true(with->network_score - without->network_score < 1 &&
                without->network_score - with->network_score < 1);
    assert_true(with->win_rate - without->win_rate < 0.1 &&
                without->win_rate - with->win_rate < 0.1);
    end(&setting);
}

// The time of a search with many ranks that make their answers up, in answers.
static double answers_of_a_search(Fixture *fixture, double service)
{
    StandInOptions options = {.ranks = 65,
                              .is_simulated_time = true,
                              .service = service,
                              .latency = 0.00001,
                              .feeding = 0.000001};
    Setting setting = {.fixture = fixture, .network = network_default(isa_best())};
    setting.stand_in = stand_in_new(&options);
    const Transport *transport = stand_in_transport(setting.stand_in);
    setting.cluster = cluster_new(transport, true, note_loss, &setting.losses);
    cluster_await_ranks(setting.cluster, 1);
    search_use_network(fixture->search, setting.network, NETWORK_FULL);
    search_use_helper(fixture->search, cluster_helper(setting.cluster));
    double begun = transport->now(transport->object);
    think(&setting, false, &fixture->report);
    double seconds = transport->now(transport->object) - begun;
    assert_int_equal(setting.losses.count, 0);
    end(&setting);
    return seconds / service;
}

// In a small tree few leaves are on their way. If an answer takes long, there are more:
// the ranks would wait for work.
static void test_slow_ranks_get_work_sooner(void **state)
{
    double fast = answers_of_a_search(*state, 0.0005);
    double slow = answers_of_a_search(*state, 0.05);
    print_message("# %.1f and %.1f answers\n", fast, slow);
    assert_true(slow > 0 && 1.5 * slow < fast);
}

static void check_fault(void **state, StandInFault fault, const char *why)
{
    Setting setting;
    begin(&setting, state, NULL, true);
    stand_in_set_fault(setting.stand_in, 2, fault, 20);
    think(&setting, false, &setting.fixture->report);
    assert_whole(&setting.fixture->report);
    think(&setting, false, &setting.fixture->report);
    assert_whole(&setting.fixture->report);
    if (why != NULL) {
        assert_int_equal(setting.losses.count, 1);
        assert_string_equal(setting.losses.why, why);
    }
    assert_true(cluster_usage(setting.cluster).repeated > 0);
    end(&setting);
}

static void test_the_leaves_of_a_silent_rank_go_to_others(void **state)
{
    check_fault(state, STAND_IN_SILENT, NULL);
}

static void test_a_rank_that_answers_wrong_is_dropped(void **state)
{
    check_fault(state, STAND_IN_GARBLED, "its answers are not valid");
}

static void test_a_rank_that_forgets_leaves_keeps_none_for_ever(void **state)
{
    check_fault(state, STAND_IN_FORGETS, NULL);
}

static void test_without_any_sound_rank_the_search_goes_on(void **state)
{
    Setting setting;
    begin(&setting, state, NULL, true);
    for (int i = 1; i < RANKS; i++)
        stand_in_set_fault(setting.stand_in, i, STAND_IN_SILENT, 10);
    think(&setting, false, &setting.fixture->report);
    assert_whole(&setting.fixture->report);
    think(&setting, false, &setting.fixture->report);
    assert_whole(&setting.fixture->report);
    end(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ranks_bring_all_simulations, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_ranks_search_beside_a_thread, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_reproducible_search_is_the_ordinary_one,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_values_are_those_of_the_ordinary_search,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_slow_ranks_get_work_sooner, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_leaves_of_a_silent_rank_go_to_others,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_rank_that_answers_wrong_is_dropped,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_a_rank_that_forgets_leaves_keeps_none_for_ever, create, destroy),
        cmocka_unit_test_setup_teardown(test_without_any_sound_rank_the_search_goes_on,
                                        create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// Threads that come late, as on a busy machine: a search neither waits for them in the
// end nor forgets the time for which the next one has to.
#include "search.h"

#include <stdatomic.h>
#include <time.h>

#include "isa.h"
#include "search_fixture.h"
#include "stopwatch.h"

// When threads stop lingering; stopwatch_now's.
static _Atomic double *lingering_end(void)
{
    static _Atomic double end;
    return &end;
}

// Plays as the fastest kernel does, and comes back late.
static void play_and_linger(const BatchLayout *layout, const PlayoutPolicy *policy,
                            const PlayoutSource *client, BatchUsage *work)
{
    isa_best()->lanes->play(layout, policy, client, work);
    while (stopwatch_now() < atomic_load(lingering_end()))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void think(Fixture *fixture, double seconds)
{
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = 100, .seconds = seconds},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
}

// A Fixture whose last search has left a thread behind, that lingers for so long.
static void leave_straggler(Fixture *fixture, double seconds)
{
    static PlayoutKernel kernel;
    kernel = *isa_best()->lanes;
    kernel.play = play_and_linger;
    search_delete(fixture->search);
    fixture->search = search_new(&PARAMS_DEFAULT, &kernel, 1, FIXTURE_MEMORY_MIB);
    assert_non_null(fixture->search);
    atomic_store(lingering_end(), 1e300);
    think(fixture, 0.5);
    atomic_store(lingering_end(), stopwatch_now() + seconds);
}

static void test_stragglers_are_not_waited_for(void **state)
{
    Fixture *fixture = *state;
    leave_straggler(fixture, 0);
    assert_true(fixture->report.seconds >= 0.5);
    assert_in_range(fixture->report.playouts, 1, 100);
    assert_int_equal(fixture->report.ownership_playouts, fixture->report.playouts);
}

static void test_waiting_for_stragglers_is_part_of_the_next_search(void **state)
{
    enum { TENTHS = 5 };
    Fixture *fixture = *state;
    leave_straggler(fixture, 0.1 * TENTHS);
    think(fixture, 0.01);
    assert_true(fixture->report.seconds > 0.05 * TENTHS);
    assert_true(fixture->report.playouts <= 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stragglers_are_not_waited_for, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(
            test_waiting_for_stragglers_is_part_of_the_next_search, create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// What limits a move: options, clocks, and the deadline. No real clock is read.
#include "time_manager.h"

#include <math.h>

#include "picture.h"

enum { NOW = 1000 }; // seconds; any number

// An empty board of 9x9 at the beginning of a game.
typedef struct Scene {
    Game game;
    TimeManager manager;
    MoveTime move;
} Scene;

static int create(void **state)
{
    static Scene scene;
    time_manager_init(&scene.manager);
    scene.manager.clocks.lag = 0;
    *state = &scene;
    return game_init(&scene.game, rules_default(), 15, 9, 9) ? 0 : -1;
}

static int destroy(void **state)
{
    game_free(&((Scene *)*state)->game);
    return 0;
}

static void set_clock(Scene *scene, TimeSystem system, double main, double period)
{
    const TimeSettings settings = {
        .system = system, .main = main, .period = period, .stones = 1};
    time_control_set(&scene->manager.clocks, &settings);
}

// Begins a move of Black's and returns its limits.
static const SearchLimits *begin(Scene *scene, uint64_t playouts, double seconds)
{
    SearchLimits asked = {.playouts = playouts, .seconds = seconds};
    scene->move = time_manager_begin(&scene->manager, &scene->game, BLACK, asked, NOW);
    return &scene->move.limits;
}

static bool are_close(double a, double b)
{
    return a - b < 1e-6 && b - a < 1e-6;
}

static void assert_limits(const SearchLimits *limits, uint64_t playouts, double seconds,
                          double planned)
{
    assert_int_equal(limits->playouts, playouts);
    if (!are_close(limits->seconds, seconds) ||
        !are_close(limits->plan.seconds, planned))
        fail_msg("%f s with a plan of %f s instead of %f s with a plan of %f s",
                 limits->seconds, limits->plan.seconds, seconds, planned);
}

static void test_what_is_asked_for_is_exact(void **state)
{
    Scene *scene = *state;
    assert_limits(begin(scene, 0, 0), 0, 5, 0);
    assert_limits(begin(scene, 0, 0.1), 0, 0.1, 0);
    assert_limits(begin(scene, 70, 0), 70, 0, 0);
    assert_limits(begin(scene, 70, 2), 70, 2, 0);
}

static void test_a_clock_brings_a_plan(void **state)
{
    Scene *scene = *state;
    set_clock(scene, TIME_FISCHER, 60, 2); // the opening is worth 3/4 of a share
    double planned = 60 * 0.75 / (0.5 * 0.75 * 81) + 2;
    assert_limits(begin(scene, 0, 0), 0, 2.5 * planned, planned);
    assert_true(scene->move.limits.plan.expected < 0);
    assert_limits(begin(scene, 0, 4), 0, 4, planned);
    assert_limits(begin(scene, 0, 1), 0, 1, 1);
}

// What a clock leaves beyond the limit: the lag, and what was not asked for.
static void test_what_a_late_end_may_cost(void **state)
{
    Scene *scene = *state;
    assert_true(begin(scene, 0, 1)->spare == 0); // without a clock the limit is exact
    set_clock(scene, TIME_BYO_YOMI, 0, 2);
    scene->manager.clocks.lag = 0.25;
    assert_true(are_close(begin(scene, 0, 0)->spare, 0.25));
    assert_true(are_close(begin(scene, 0, 1)->spare, 1));
    scene->manager.clocks.lag = 0;
    assert_true(begin(scene, 0, 0)->spare == 0);
}

static void test_asked_playouts_have_no_plan(void **state)
{
    Scene *scene = *state;
    set_clock(scene, TIME_BYO_YOMI, 0, 3);
    assert_limits(begin(scene, 70, 0), 70, 3, 0);
    assert_limits(begin(scene, 70, 2), 70, 2, 0);
}

// A limit of visits is exact, too.
static void test_asked_visits_have_no_plan(void **state)
{
    Scene *scene = *state;
    SearchLimits asked = {.visits = 70};
    MoveTime move =
        time_manager_begin(&scene->manager, &scene->game, BLACK, asked, NOW);
    assert_limits(&move.limits, 0, 0, 0); // no limit of seconds by default
    assert_int_equal(move.limits.visits, 70);
    SearchLimits pass = time_manager_for_pass(move.limits);
    assert_limits(&pass, 14, 0, 0);
    assert_int_equal(pass.visits, 0);
    set_clock(scene, TIME_BYO_YOMI, 0, 3);
    move = time_manager_begin(&scene->manager, &scene->game, BLACK, asked, NOW);
    assert_limits(&move.limits, 0, 3, 0);
}

static void test_a_clock_that_has_run_out_leaves_at_most_one_playout(void **state)
{
    Scene *scene = *state;
    set_clock(scene, TIME_ABSOLUTE, 0, 0);
    SearchLimits limits = *begin(scene, 0, 0);
    assert_limits(&limits, 1, 0, 0);
    assert_limits(begin(scene, 70, 5), 1, 0, 0);
    // There is no time for anything else. No seconds would be no limit.
    assert_true(limits.seconds > 0 && limits.seconds < 1e-6);
    assert_true(are_close(scene->move.deadline, NOW));
    double seconds = time_manager_in_time(&scene->move, limits, NOW + 1).seconds;
    assert_true(seconds > 0 && seconds < 1e-6);
}

static void test_all_searches_of_a_move_share_a_deadline(void **state)
{
    Scene *scene = *state;
    SearchLimits limits = *begin(scene, 0, 10);
    assert_true(time_manager_in_time(&scene->move, limits, NOW + 1).seconds == 9);
    limits.seconds = 4;
    assert_true(time_manager_in_time(&scene->move, limits, NOW + 1).seconds == 4);
    double seconds = time_manager_in_time(&scene->move, limits, NOW + 11).seconds;
    assert_true(seconds > 0 && seconds < 1e-6); // 0 would be no limit
    limits = *begin(scene, 70, 0);
    assert_true(time_manager_in_time(&scene->move, limits, NOW + 11).seconds == 0);
}

// The search before a pass leaves what comes after it what it needs, and no more.
static void test_what_is_kept_back_for_a_pass(void **state)
{
    (void)state;
    SearchLimits move = {.seconds = 10, .plan.seconds = 5};
    SearchLimits before = time_manager_before_pass(move, INFINITY);
    SearchLimits pass = time_manager_for_pass(move);
    assert_limits(&before, 0, 5, 2.5);
    assert_limits(&pass, 16384, 1, 0.5);
    before = time_manager_before_pass(move, 1e-3); // short of 6,144 playouts' 6 seconds
    assert_limits(&before, 0, 5, 2.5);
    before = time_manager_before_pass(move, 1e-4);
    assert_limits(&before, 0, 10 - 2 - 2 * 0.6144, 5 - 1 - 0.6144);
    move = (SearchLimits){.playouts = 1000};
    before = time_manager_before_pass(move, 1e-4);
    pass = time_manager_for_pass(move);
    assert_limits(&before, 1000, 0, 0); // all that are asked for
    assert_limits(&pass, 200, 0, 0);
    move.playouts = 1; // none is no limit
    before = time_manager_before_pass(move, 1e-4);
    pass = time_manager_for_pass(move);
    assert_limits(&before, 1, 0, 0);
    assert_limits(&pass, 1, 0, 0);
}

static void test_when_chains_can_be_judged(void **state)
{
    Scene *scene = *state;
    scene->move = (MoveTime){.deadline = 0}; // nobody waits
    assert_true(time_manager_can_judge(&scene->move, 0, INFINITY));
    begin(scene, 0, 10);
    assert_false(time_manager_can_judge(&scene->move, 9, INFINITY));
    assert_true(time_manager_can_judge(&scene->move, 6.2, 1e-3));
    assert_false(time_manager_can_judge(&scene->move, 6.1, 1e-3));
}

static void test_a_move_is_charged(void **state)
{
    Scene *scene = *state;
    set_clock(scene, TIME_ABSOLUTE, 60, 0);
    begin(scene, 0, 0);
    time_manager_end(&scene->manager, &scene->move, 0.6, NOW + 1.5);
    assert_true(scene->manager.clocks.left[BLACK].seconds == 58.5);
    assert_true(scene->manager.clocks.left[WHITE].seconds == 60);
    assert_true(scene->manager.clocks.late == 0);
    assert_true(begin(scene, 0, 0)->plan.expected == 0.6);
    time_manager_new_game(&scene->manager);
    assert_true(scene->manager.clocks.left[BLACK].seconds == 60);
    assert_true(begin(scene, 0, 0)->plan.expected < 0);
}

static void test_a_late_move_is_noted(void **state)
{
    Scene *scene = *state;
    begin(scene, 0, 1);
    time_manager_end(&scene->manager, &scene->move, 0.5, NOW + 1.125);
    assert_true(scene->manager.clocks.late == 0.125);
    begin(scene, 70, 0); // no deadline, so nothing to be late for
    time_manager_end(&scene->manager, &scene->move, 0.5, NOW + 50);
    assert_true(scene->manager.clocks.late == 0.125);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_asked_for_is_exact, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_clock_brings_a_plan, create, destroy),
        cmocka_unit_test_setup_teardown(test_what_a_late_end_may_cost, create, destroy),
        cmocka_unit_test_setup_teardown(test_asked_playouts_have_no_plan, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_asked_visits_have_no_plan, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(
            test_a_clock_that_has_run_out_leaves_at_most_one_playout, create, destroy),
        cmocka_unit_test_setup_teardown(test_all_searches_of_a_move_share_a_deadline,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_what_is_kept_back_for_a_pass, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_when_chains_can_be_judged, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_move_is_charged, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_late_move_is_noted, create, destroy),
    };
    return cmocka_run_group_tests_name("time manager", tests, NULL, NULL);
}

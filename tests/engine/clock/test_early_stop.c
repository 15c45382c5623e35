// SPDX-License-Identifier: MIT
//
// When a search has seen enough: each rule of early_stop.h on both sides of its limit.
#include "early_stop.h"

#include "picture.h"

// Ten seconds, of which the first five are over, with 1000 visits in each.
static const EarlyStop PLAN = {.seconds = 10, .expected = -1};
static const RootView VIEW = {.moves = 80,
                              .games = 5000,
                              .visits = 3000,
                              .second = 1000,
                              .win_rate = 0.5,
                              .undisputed = true};

// The same number of visits in each second.
static bool is_done(RootView view, double seconds)
{
    view.games = (uint32_t)(1000 * seconds);
    return early_stop_is_due(&PLAN, &view, seconds);
}

static void test_a_plan_is_kept(void **state)
{
    (void)state;
    assert_false(is_done(VIEW, 5));
    assert_false(is_done(VIEW, 7.9));
    assert_true(is_done(VIEW, 10));
}

static void test_a_choice_that_cannot_change_is_made(void **state)
{
    (void)state;
    RootView view = VIEW; // the lead is 2000, so two seconds before the end
    assert_false(is_done(view, 7.99));
    assert_true(is_done(view, 8.01));
    view.visits = 6001; // those of earlier searches count
    assert_true(is_done(view, 5));
    view.second = 1002;
    assert_false(is_done(view, 5));
}

static void test_nothing_is_believed_too_early(void **state)
{
    (void)state;
    RootView view = VIEW;
    view.visits = 100000;
    view.second = 50;
    view.win_rate = 0.99;
    assert_false(is_done(view, 0.49));
    assert_false(is_done(view, 0));
    view.second = 20000;
    assert_true(is_done(view, 0.51));
}

static void test_an_obvious_move_is_made_soon(void **state)
{
    (void)state;
    RootView view = VIEW;
    view.visits = 2000;
    view.second = 200;
    assert_false(is_done(view, 2.4));
    assert_true(is_done(view, 2.5));
    view.second = 201;
    assert_false(is_done(view, 2.5));
}

static void test_a_forced_move_is_made_at_once(void **state)
{
    (void)state;
    RootView view = {.moves = 1};
    assert_true(is_done(view, 0));
    view.moves = 2;
    assert_false(is_done(view, 0));
}

static void test_a_close_choice_takes_longer(void **state)
{
    (void)state;
    RootView view = VIEW;
    view.second = 1200;
    assert_true(is_done(view, 10));
    view.second = 1201;
    assert_false(is_done(view, 10));
    assert_false(is_done(view, 1000)); // the limits end it
    view.visits = 60000;
    view.second = 30000;
    assert_false(is_done(view, 9.9)); // settled, but it would go on after the plan
}

static void test_a_disputed_choice_takes_longer(void **state)
{
    (void)state;
    RootView view = VIEW;
    view.undisputed = false;
    assert_false(is_done(view, 10));
    view.second = 1;
    assert_false(is_done(view, 10));
}

static void test_bad_news_take_longer(void **state)
{
    (void)state;
    EarlyStop plan = PLAN;
    plan.expected = 0.56;
    assert_false(early_stop_is_due(&plan, &VIEW, 10));
    plan.expected = 0.54;
    assert_true(early_stop_is_due(&plan, &VIEW, 10));
    RootView view = VIEW;
    view.win_rate = 0.7;
    assert_true(early_stop_is_due(&plan, &view, 10));
}

static void test_a_sure_win_takes_half_the_plan(void **state)
{
    (void)state;
    RootView view = VIEW;
    view.win_rate = 0.95;
    view.undisputed = false;
    assert_false(is_done(view, 4.9));
    assert_true(is_done(view, 5));
    view.win_rate = 0.94;
    assert_false(is_done(view, 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plan_is_kept),
        cmocka_unit_test(test_a_choice_that_cannot_change_is_made),
        cmocka_unit_test(test_nothing_is_believed_too_early),
        cmocka_unit_test(test_an_obvious_move_is_made_soon),
        cmocka_unit_test(test_a_forced_move_is_made_at_once),
        cmocka_unit_test(test_a_close_choice_takes_longer),
        cmocka_unit_test(test_a_disputed_choice_takes_longer),
        cmocka_unit_test(test_bad_news_take_longer),
        cmocka_unit_test(test_a_sure_win_takes_half_the_plan),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}

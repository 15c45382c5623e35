// SPDX-License-Identifier: MIT
//
// What two searches, one before and one after a pass, say of the pass.
#include "pass_trial.h"

#include <stdlib.h>

#include "isa.h"
#include "picture.h"

// Nothing is left to play. White has 45 points, Black 36.
static const char SETTLED[] = "...XO..../.X.XO.O../...XO..../.X.XO.O../...XO..../"
                              ".X.XO.O../...XO..../.X.XO.O../...XO....";
enum { WHITE_LEADS = 9, PLAYOUTS = 100 };

typedef struct Fixture {
    Game game;
    LifeDeath *judge;
    PassDecision decision; // White's
    SearchReport before, after;
    PassTrial trial;
} Fixture;

// Both searches of White's pass expect what the judge counts.
static int create(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    Position pos = picture_position(SETTLED, WHITE);
    *state = fixture;
    if (fixture == NULL || !game_init(&fixture->game, rules_find("chinese"), 0, 9, 9) ||
        !game_setup(&fixture->game, pos.stones, WHITE))
        return -1;
    fixture->judge = life_death_new(&PARAMS_DEFAULT, isa_best()->lanes);
    fixture->decision = (PassDecision){&fixture->game, WHITE, fixture->judge, false};
    SearchReport report = {.playouts = PLAYOUTS, .evaluations = 10};
    report.candidate_count = 2;
    report.candidates[0].games = report.candidates[1].games = PLAYOUTS / 2;
    fixture->before = fixture->after = report;
    fixture->before.score = fixture->before.network_score = WHITE_LEADS;
    fixture->after.score = fixture->after.network_score = -WHITE_LEADS;
    fixture->before.best = fixture->after.best = picture_point("D5");
    fixture->trial = (PassTrial){&fixture->decision, &fixture->before, &fixture->after};
    return fixture->judge == NULL ? -1 : 0;
}

static int destroy(void **state)
{
    Fixture *fixture = *state;
    life_death_delete(fixture->judge);
    game_free(&fixture->game);
    free(fixture);
    return 0;
}

static void test_a_pass_that_costs_nothing(void **state)
{
    Fixture *fixture = *state;
    assert_false(pass_trial_wastes_points(&fixture->trial));
}

// Then the network alone decides, and a few points are enough.
static void test_after_a_stone(void **state)
{
    Fixture *fixture = *state;
    assert_int_equal(game_play(&fixture->game, BLACK, picture_point("A1")), MOVE_OK);
    for (int lost = 0; lost <= 10; lost++) {
        fixture->after.network_score = lost - WHITE_LEADS;
        assert_int_equal(pass_trial_wastes_points(&fixture->trial), lost > 3);
    }
    fixture->after.evaluations = 0; // without a network nothing is known
    assert_false(pass_trial_wastes_points(&fixture->trial));
}

// Without a stone, the playouts must have lost points, too, and the reply must be
// somewhere else than in Black's own area. With a network of KataGo's, nothing plays
// out.
static void test_after_a_pass(void **state)
{
    Fixture *fixture = *state;
    SearchReport *after = &fixture->after;
    after->network_score = 6 - WHITE_LEADS;
    after->best = picture_point("H5");
    assert_false(pass_trial_wastes_points(&fixture->trial));
    after->score = 4 - WHITE_LEADS;
    assert_true(pass_trial_wastes_points(&fixture->trial));
    after->score_deviation = 30;
    assert_false(pass_trial_wastes_points(&fixture->trial));
    fixture->before.network_part = after->network_part = 1;
    assert_true(pass_trial_wastes_points(&fixture->trial));
    after->best = picture_point("A1");
    assert_false(pass_trial_wastes_points(&fixture->trial));
}

// A group that dies lives by the judge's count, or the other way round.
static void test_far_more_than_the_count(void **state)
{
    Fixture *fixture = *state;
    SearchReport *before = &fixture->before;
    for (int more = 0; more <= 40; more += 10) {
        before->score = before->network_score = WHITE_LEADS + more;
        fixture->after.score = fixture->after.network_score = -WHITE_LEADS - more;
        assert_int_equal(pass_trial_wastes_points(&fixture->trial), more > 15);
    }
    before->score = WHITE_LEADS; // the playouts do not
    assert_false(pass_trial_wastes_points(&fixture->trial));
    before->network_part = 1; // there are none
    assert_true(pass_trial_wastes_points(&fixture->trial));
    before->network_score = WHITE_LEADS;
    assert_false(pass_trial_wastes_points(&fixture->trial));
}

static void test_what_refutes_a_pass(void **state)
{
    Fixture *fixture = *state;
    SearchReport *after = &fixture->after;
    after->best = picture_point("H5");
    assert_true(pass_trial_refutes(&fixture->trial));
    after->best = picture_point("A1"); // Black's own
    assert_false(pass_trial_refutes(&fixture->trial));
    after->best = PASS;
    assert_false(pass_trial_refutes(&fixture->trial));
    after->best = picture_point("H5");
    after->candidate_count = 3; // no move stands out
    after->candidates[2].games = PLAYOUTS / 2;
    assert_false(pass_trial_refutes(&fixture->trial));
    after->candidate_count = 2;
    after->playouts = 0;
    assert_false(pass_trial_refutes(&fixture->trial));
}

static void test_when_the_search_knows_better(void **state)
{
    Fixture *fixture = *state;
    SearchReport *before = &fixture->before;
    before->win_rate = 0.99;
    assert_false(pass_trial_knows_better(&fixture->decision, before));
    assert_int_equal(game_play(&fixture->game, BLACK, picture_point("H5")), MOVE_OK);
    assert_true(pass_trial_knows_better(&fixture->decision, before));
    before->win_rate = 0.9;
    assert_false(pass_trial_knows_better(&fixture->decision, before));
    before->win_rate = 0.99;
    before->best = PASS;
    assert_false(pass_trial_knows_better(&fixture->decision, before));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_pass_that_costs_nothing, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_after_a_stone, create, destroy),
        cmocka_unit_test_setup_teardown(test_after_a_pass, create, destroy),
        cmocka_unit_test_setup_teardown(test_far_more_than_the_count, create, destroy),
        cmocka_unit_test_setup_teardown(test_what_refutes_a_pass, create, destroy),
        cmocka_unit_test_setup_teardown(test_when_the_search_knows_better, create,
                                        destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

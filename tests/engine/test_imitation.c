// SPDX-License-Identifier: MIT
#include "imitation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

enum { DRAWS = 20000 };

// A board with a policy of people, and what a search found.
typedef struct Scene {
    Position pos;
    float policy[POINT_LIMIT];
    SearchReport report;
    ImitationView view;
} Scene;

// Of three points and a pass, the third of which cannot be played.
static void make_scene(Scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->pos = picture_position(".../.../...", BLACK);
    scene->policy[picture_point("A1")] = 0.6f;
    scene->policy[picture_point("B1")] = 0.2f;
    scene->policy[picture_point("C1")] = -1;
    scene->policy[PASS] = 0.2f;
    scene->view = (ImitationView){.pos = &scene->pos,
                                  .last = NO_POINT,
                                  .policy = scene->policy,
                                  .report = &scene->report};
}

static void search_found(Scene *scene, const char *vertex, double utility)
{
    Candidate *candidate = &scene->report.candidates[scene->report.candidate_count++];
    *candidate = (Candidate){.move = picture_point(vertex), .utility = utility};
}

// As people play, without any change.
static Imitation plain(void)
{
    Imitation imitation = imitation_default();
    imitation.temperature = imitation.early_temperature = 1;
    return imitation;
}

static void assert_chances(const Scene *scene, const Imitation *imitation, double a1,
                           double b1, double pass)
{
    double chances[POINT_LIMIT], sum = 0;
    imitation_chances(imitation, &scene->view, chances);
    for (Point p = 0; p < POINT_LIMIT; p++)
        sum += chances[p];
    const double wanted[] = {a1, b1, 0, pass};
    const double found[] = {chances[picture_point("A1")], chances[picture_point("B1")],
                            chances[picture_point("C1")], chances[PASS]};
    for (int i = 0; i < 4; i++)
        if (fabs(found[i] - wanted[i]) > 1e-6)
            fail_msg("chance %d is %f instead of %f", i, found[i], wanted[i]);
    assert_true(fabs(sum - 1) < 1e-9);
}

static void test_the_policy_of_people(void **state)
{
    (void)state;
    Scene scene;
    make_scene(&scene);
    Imitation imitation = plain();
    assert_chances(&scene, &imitation, 0.6, 0.2, 0.2);
    imitation.ignores_pass = true;
    assert_chances(&scene, &imitation, 0.75, 0.25, 0);
}

static void test_temperature(void **state)
{
    (void)state;
    Scene scene;
    make_scene(&scene);
    Imitation imitation = plain();
    imitation.temperature = imitation.early_temperature = 0.5;
    assert_chances(&scene, &imitation, 9.0 / 11, 1.0 / 11, 1.0 / 11);
    imitation.temperature = imitation.early_temperature = 0;
    assert_chances(&scene, &imitation, 1, 0, 0);
    // On 3x3 half of the way takes 3 of 19 turns.
    imitation = plain();
    imitation.temperature = 0.5;
    imitation.halflife = 19;
    scene.view.turn = 0;
    assert_chances(&scene, &imitation, 0.6, 0.2, 0.2);
    scene.view.turn = 3;
    double part = pow(1.0 / 3, 1 / 0.75), sum = 1 + 2 * part;
    assert_chances(&scene, &imitation, 1 / sum, part / sum, part / sum);
}

// Chances below a tenth are squared, as it were: a hundredth of a tenth becomes a
// thousandth.
static void test_temperature_of_small_chances(void **state)
{
    (void)state;
    Scene scene;
    make_scene(&scene);
    scene.policy[picture_point("A1")] = 0.98f;
    scene.policy[picture_point("B1")] = 0.01f;
    scene.policy[PASS] = 0.01f;
    Imitation imitation = plain();
    imitation.temperature = imitation.early_temperature = 0.5;
    imitation.only_below = 0.1;
    double sum = 0.98 + 2 * 0.001;
    assert_chances(&scene, &imitation, 0.98 / sum, 0.001 / sum, 0.001 / sum);
}

static void test_losses_are_less_likely(void **state)
{
    (void)state;
    Scene scene;
    make_scene(&scene);
    search_found(&scene, "A1", 0.5);
    search_found(&scene, "B1", 0.7); // by 0.4 of utility better
    Imitation imitation = plain();
    imitation.tolerance = 0.4;
    // A pass was not searched: it has the mean.
    double a1 = 0.6 * exp(-1), b1 = 0.2, pass = 0.2 * exp(-0.5), sum = a1 + b1 + pass;
    assert_chances(&scene, &imitation, a1 / sum, b1 / sum, pass / sum);
    imitation.tolerance = 1e9;
    assert_chances(&scene, &imitation, 0.6, 0.2, 0.2);
}

// What was foreseen counts where nothing was searched.
static void test_foresight(void **state)
{
    (void)state;
    Scene scene;
    make_scene(&scene);
    float foreseen[POINT_LIMIT];
    for (Point p = 0; p < POINT_LIMIT; p++)
        foreseen[p] = NAN;
    foreseen[picture_point("A1")] = 0.2f;
    foreseen[picture_point("B1")] = 0.8f;
    scene.view.foreseen = foreseen;
    search_found(&scene, "B1", 0.7); // a utility of 0.4
    Imitation imitation = plain();
    imitation.tolerance = 0.1;
    double a1 = 0.6 * exp(-2), b1 = 0.2, pass = 0.2 * exp(-1), sum = a1 + b1 + pass;
    assert_chances(&scene, &imitation, a1 / sum, b1 / sum, pass / sum);
    scene.view.report = NULL;
    a1 = 0.6 * exp(-6);
    pass = 0.2 * exp(-3);
    sum = a1 + b1 + pass;
    assert_chances(&scene, &imitation, a1 / sum, b1 / sum, pass / sum);
}

static void test_near_moves_are_likelier(void **state)
{
    (void)state;
    Scene scene;
    make_scene(&scene);
    scene.pos = picture_position("....../....../......", BLACK);
    scene.policy[picture_point("A1")] = 0.5f;
    scene.policy[picture_point("B1")] = 0.25f; // three steps from C3
    scene.policy[PASS] = 0.25f;
    Imitation imitation = plain();
    imitation.locality = 2;
    assert_chances(&scene, &imitation, 0.5, 0.25, 0.25);
    scene.view.last = picture_point("C3");
    assert_chances(&scene, &imitation, 0.4, 0.4, 0.2);
    scene.view.last = PASS;
    assert_chances(&scene, &imitation, 0.5, 0.25, 0.25);
}

static void test_draws(void **state)
{
    (void)state;
    Scene scene;
    double chances[POINT_LIMIT];
    int counts[POINT_LIMIT] = {0};
    Rng rng = rng_seeded(1, 2);
    make_scene(&scene);
    Imitation imitation = plain();
    imitation_chances(&imitation, &scene.view, chances);
    for (int i = 0; i < DRAWS; i++)
        counts[imitation_draw(chances, &rng)]++;
    assert_true(abs(counts[picture_point("A1")] - DRAWS * 6 / 10) < DRAWS / 50);
    assert_true(abs(counts[picture_point("B1")] - DRAWS * 2 / 10) < DRAWS / 50);
    assert_true(abs(counts[PASS] - DRAWS * 2 / 10) < DRAWS / 50);
}

static void test_nothing_to_draw(void **state)
{
    (void)state;
    Scene scene;
    double chances[POINT_LIMIT];
    Rng rng = rng_seeded(1, 2);
    make_scene(&scene);
    memset(scene.policy, 0, sizeof scene.policy);
    Imitation imitation = imitation_default();
    imitation_chances(&imitation, &scene.view, chances);
    assert_int_equal(imitation_draw(chances, &rng), NO_POINT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_policy_of_people),
        cmocka_unit_test(test_temperature),
        cmocka_unit_test(test_temperature_of_small_chances),
        cmocka_unit_test(test_losses_are_less_likely),
        cmocka_unit_test(test_foresight),
        cmocka_unit_test(test_near_moves_are_likelier),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_nothing_to_draw),
    };
    return cmocka_run_group_tests_name("imitation", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// What moves lose, and what is summed up.
#include "review.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "review_fixture.h"
#include "review_words.h"

// Black's leads after each turn of a game of four moves.
static void make_with(ReviewFixture *fixture, const double leads[5],
                      const double rates[5])
{
    fixture_read(fixture, "(;SZ[5]KM[0];B[cc];W[cd];B[dd];W[ce])");
    assert_int_equal(fixture->game.turn_count, 5);
    for (int i = 0; i < 5; i++) {
        fixture->positions[i].lead = leads[i];
        fixture->positions[i].win_rate = rates[i];
    }
    fixture_make(fixture);
}

static void test_a_loss_is_that_of_the_player_who_moved(void **state)
{
    (void)state;
    ReviewFixture fixture;
    make_with(&fixture, (double[]){1, -2, 2, 2, 1}, (double[]){.5, .4, .7, .7, .6});
    const ReviewedMove *moves = fixture.review.moves;
    assert_int_equal(fixture.review.move_count, 4);
    assert_float_equal(moves[0].points, 3, 1e-9);
    assert_float_equal(moves[0].win_rate, 0.1, 1e-9);
    assert_float_equal(moves[1].points, 4, 1e-9);
    assert_float_equal(moves[1].win_rate, 0.3, 1e-9);
    assert_float_equal(moves[2].points, 0, 1e-9);
    assert_float_equal(moves[3].points, -1, 1e-9);
    assert_float_equal(moves[3].win_rate, -0.1, 1e-9);
    fixture_free(&fixture);
}

static void test_gains_do_not_make_up_for_losses(void **state)
{
    (void)state;
    ReviewFixture fixture;
    make_with(&fixture, (double[]){0, 0, 8, 12, 13}, (double[]){.5, .5, .5, .5, .5});
    const ReviewSide *black = &fixture.review.sides[BLACK];
    const ReviewSide *white = &fixture.review.sides[WHITE];
    assert_int_equal(black->all.moves, 2);
    assert_float_equal(review_mean_loss(&black->all), 0, 1e-9);
    assert_float_equal(review_mean_loss(&white->all), 4.5, 1e-9);
    fixture_free(&fixture);
}

static void test_the_best_move_loses_nothing(void **state)
{
    (void)state;
    ReviewFixture fixture;
    fixture_read(&fixture, "(;SZ[5]KM[0];B[ae];W[cc])");
    fixture.positions[0].lead = 20;
    fixture_make(&fixture);
    assert_int_equal(fixture.review.moves[0].grade, LOSS_NONE);
    assert_float_equal(fixture.review.moves[0].points, 0, 1e-9);
    assert_float_equal(review_best_part(&fixture.review.sides[BLACK].all), 1, 1e-9);
    assert_float_equal(review_best_part(&fixture.review.sides[WHITE].all), 0, 1e-9);
    fixture_free(&fixture);
}

static void test_grades_begin_at_their_points(void **state)
{
    (void)state;
    static const struct {
        double points;
        LossGrade grade;
    } CASES[] = {
        {-3, LOSS_SMALL},        {1.49, LOSS_SMALL},     {1.5, LOSS_INACCURACY},
        {2.99, LOSS_INACCURACY}, {3, LOSS_MISTAKE},      {6, LOSS_BLUNDER},
        {11.9, LOSS_BLUNDER},    {12, LOSS_BIG_BLUNDER}, {99, LOSS_BIG_BLUNDER}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ReviewFixture fixture;
        fixture_read(&fixture, "(;SZ[5]KM[0];W[cc])");
        fixture.positions[1].lead = CASES[i].points; // for Black: White has moved
        fixture_make(&fixture);
        assert_int_equal(fixture.review.moves[0].grade, CASES[i].grade);
        fixture_free(&fixture);
    }
}

static void test_the_biggest_mistakes_come_first(void **state)
{
    (void)state;
    ReviewFixture fixture;
    make_with(&fixture, (double[]){0, -4, -4, -9, -9}, (double[]){.5, .4, .4, .3, .3});
    const ReviewSide *black = &fixture.review.sides[BLACK];
    assert_int_equal(black->biggest_count, 2);
    assert_int_equal(black->biggest[0], 2);
    assert_int_equal(black->biggest[1], 0);
    assert_int_equal(fixture.review.sides[WHITE].biggest_count, 0);
    fixture_free(&fixture);
}

static void test_win_rate_weighs_beside_points(void **state)
{
    (void)state;
    ReviewFixture fixture;
    make_with(&fixture, (double[]){0, -4, -4, -9, -9}, (double[]){.9, .5, .5, .5, .5});
    assert_int_equal(fixture.review.sides[BLACK].biggest[0], 0);
    fixture_free(&fixture);
}

static void test_only_so_many_mistakes_are_picked(void **state)
{
    (void)state;
    enum { MOVES = 30 };
    char record[16 * MOVES] = "(;SZ[19]KM[0]";
    Text text = text_over(record, sizeof record);
    ReviewFixture fixture;
    text_add(&text, "(;SZ[19]KM[0]");
    for (int i = 0; i < MOVES; i++)
        text_printf(&text, ";%c[%c%c]", i % 2 == 0 ? 'B' : 'W', 'a' + i % 10,
                    'b' + i / 10);
    text_add(&text, ")");
    fixture_read(&fixture, record);
    for (int i = 1; i <= MOVES; i += 2) // Black loses 2, 3, 4, ...
        fixture.positions[i].lead = -2 - i / 2.0;
    fixture_make(&fixture);
    const ReviewSide *black = &fixture.review.sides[BLACK];
    assert_int_equal(black->biggest_count, REVIEW_BIGGEST_MAX);
    for (int i = 0; i < REVIEW_BIGGEST_MAX; i++)
        assert_int_equal(black->biggest[i], MOVES - 2 - 2 * i);
    fixture_free(&fixture);
}

static void test_phases_divide_the_moves(void **state)
{
    (void)state;
    ReviewFixture fixture;
    make_with(&fixture, (double[]){0, -4, -4, -9, -9}, (double[]){.5, .5, .5, .5, .5});
    const ReviewSide *black = &fixture.review.sides[BLACK];
    int moves = 0;
    for (int phase = 0; phase < REVIEW_PHASES; phase++)
        moves += black->phases[phase].moves;
    assert_int_equal(moves, 2);
    assert_int_equal(fixture.review.phase_ends[0], 3); // of 25 points
    assert_float_equal(black->phases[0].points, 9, 1e-9);
    fixture_free(&fixture);
}

// What is said of the first move of a game.
static void expect_words(const double leads[5], const double rates[5],
                         const char *wanted)
{
    char bytes[256];
    Text text = text_over(bytes, sizeof bytes);
    ReviewFixture fixture;
    make_with(&fixture, leads, rates);
    review_write_move(&fixture.review.moves[0], &text);
    text_add(&text, ": ");
    review_write_loss(&fixture.review.moves[0], &text);
    text_add(&text, "; ");
    review_write_better(&fixture.review, &fixture.review.moves[0], 9, &text);
    assert_string_equal(bytes, wanted);
    fixture_free(&fixture);
}

static void test_losses_are_told_in_words(void **state)
{
    (void)state;
    expect_words((double[]){1, -6.2, 0, 0, 0}, (double[]){.5, .38, 0, 0, 0},
                 "Move 1, Black C3: lost 7.2 points and 12.0 % win rate; better: A1 "
                 "B1");
    expect_words((double[]){1, -1, 0, 0, 0}, (double[]){.5, .6, 0, 0, 0},
                 "Move 1, Black C3: lost 2.0 points; better: A1 B1");
    expect_words((double[]){1, 2, 0, 0, 0}, (double[]){.5, .6, 0, 0, 0},
                 "Move 1, Black C3: lost nothing; first choice: A1 B1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_loss_is_that_of_the_player_who_moved),
        cmocka_unit_test(test_gains_do_not_make_up_for_losses),
        cmocka_unit_test(test_the_best_move_loses_nothing),
        cmocka_unit_test(test_grades_begin_at_their_points),
        cmocka_unit_test(test_the_biggest_mistakes_come_first),
        cmocka_unit_test(test_win_rate_weighs_beside_points),
        cmocka_unit_test(test_only_so_many_mistakes_are_picked),
        cmocka_unit_test(test_phases_divide_the_moves),
        cmocka_unit_test(test_losses_are_told_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

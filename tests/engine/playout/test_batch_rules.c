// SPDX-License-Identifier: MIT
//
// The rules of batch_policy.h in positions where a player knows the answer, and how
// often each of them has its turn.
#include "playout_batch.h"

#include <stdlib.h>
#include <string.h>

#include "batch_fixture.h"
#include "batch_rules.h"
#include "isa.h"
#include "picture.h"
#include "playout_policy.h"

enum { FEW = 64, MANY = 8192 };

// What the first moves of many games from a position are drawn from; Black begins.
typedef struct Draws {
    Position start;
    Point last, second_last;
    int wanted, begun;
    bool is_known[MANY];
    Bitboard from[MANY];
} Draws;

static Draws *new_draws(const char *picture, const char *last, const char *second_last)
{
    Draws *draws = aligned_alloc(_Alignof(Draws), sizeof *draws);
    assert_non_null(draws);
    *draws = (Draws){.start = picture_position(picture, BLACK),
                     .last = picture_point(last),
                     .second_last = picture_point(second_last)};
    return draws;
}

static bool draws_next(void *object, PlayoutStart *start)
{
    Draws *draws = object;
    if (draws->begun == draws->wanted)
        return false;
    uint64_t id = (uint64_t)draws->begun++;
    *start = (PlayoutStart){.position = &draws->start,
                            .last = draws->last,
                            .second_last = draws->second_last,
                            .seed = 4,
                            .stream = id,
                            .id = id};
    return true;
}

static void draws_done(void *object, const PlayoutResult *result)
{
    const Draws *draws = object;
    assert_true(draws->is_known[result->id]);
}

static void draws_watch(void *object, const PlayoutTrial *trial)
{
    Draws *draws = object;
    if (draws->is_known[trial->id])
        return;
    draws->is_known[trial->id] = true;
    draws->from[trial->id] = trial->drawn_from;
}

static void draw_first(Draws *draws, const PlayoutKernel *kernel,
                       const PlayoutPolicy *policy, int games)
{
    PlayoutSource source = {draws, draws_next, draws_done, draws_watch, false};
    BatchLayout layout;
    BatchUsage work = {0};
    memset(draws->is_known, 0, sizeof draws->is_known);
    draws->begun = 0;
    draws->wanted = games;
    batch_layout_init(&layout, draws->start.columns, draws->start.rows);
    kernel->play(&layout, policy, &source, &work);
}

// How many moves were drawn from these points, or if there are none, from all that can
// be played.
static int count_draws(const Draws *draws, const char *vertices)
{
    Followed game = {.position = draws->start};
    Bitboard points =
        *vertices == '\0' ? expected_candidates(&game) : picture_points(vertices);
    int count = 0;
    for (int i = 0; i < draws->wanted; i++)
        count += bitboard_equal(&draws->from[i], &points);
    return count;
}

// Fails unless the rule, which always has its turn, now names the one and now the other
// points, "" for none. In every build.
static void assert_named(enum Rule rule, const char *picture, const char *last,
                         const char *names[2])
{
    int rates[RULES] = {0};
    PlayoutPolicy policy;
    rates[rule] = 256;
    set_policy(&policy, rates, 0);
    Draws *draws = new_draws(picture, last, "pass");
    for (int i = 0; isa_at(i) != NULL; i++) {
        draw_first(draws, isa_at(i)->lanes, &policy, FEW);
        int counts[2] = {count_draws(draws, names[0]), count_draws(draws, names[1])};
        if (counts[0] == 0 || counts[1] == 0 ||
            (strcmp(names[0], names[1]) == 0 ? counts[0] : counts[0] + counts[1]) !=
                FEW)
            fail_msg("%s after %s: `%s` %d times, `%s` %d times of %d", picture, last,
                     names[0], counts[0], names[1], counts[1], FEW);
    }
    free(draws);
}

static void assert_tense(const char *picture, const char *last, const char *attack,
                         const char *defence)
{
    assert_named(TENSE, picture, last, (const char *[]){attack, defence});
}

static void assert_nakade(const char *picture, const char *last, const char *vital)
{
    assert_named(NAKADE, picture, last, (const char *[]){vital, vital});
}

static void assert_fixes(const char *picture, const char *last, const char *corners)
{
    assert_named(FIXES, picture, last, (const char *[]){corners, corners});
}

static void test_two_liberties_are_taken_on_the_open_side(void **state)
{
    (void)state;
    // A stone on the second line under another one: A1 is a dead end, B2 is not.
    assert_tense("...../...../X..../O..../.....", "A2", "B2", "A4 B3");
    assert_tense("...../...../O..../X..../.....", "A3", "A4 B3", "B2");
    // Both sides are open; or neither, in a race.
    assert_tense("...../...../...../...../XO...", "B1", "B2 C1", "");
    assert_tense("...../...../...../XXXX./.OO.X", "C1", "A1 D1", "");
}

static void test_other_chains_are_not_tense(void **state)
{
    (void)state;
    // Three liberties.
    assert_tense("...../...../...../...../..O..", "C1", "", "");
    // One: an atari is not for this rule.
    assert_tense("...../...../...../...../OX...", "A1", "", "B2 C1");
    // The last move stands elsewhere.
    assert_tense("..O../...../X..../O..../.....", "C5", "", "");
}

static void test_three_in_a_row_have_a_vital_point(void **state)
{
    (void)state;
    assert_nakade("...../XXXXX/OOOOX/...OX", "C2", "B1");
    assert_nakade("...../XXXX./OOOX./.OOX./..OX.", "B2", "A1");
    // In a space of one's own, if one moves twice.
    assert_nakade("...../OOOOO/XXXXO/...XO", "C2", "B1");
    // Not enclosed by one color.
    assert_nakade("...../XXXXX/OOOOX/...XX", "C2", "");
    // The last move stands elsewhere.
    assert_nakade("...O./XXXXX/OOOOX/...OX", "D4", "");
    // Two spaces beside the last move count as one, here without a vital point.
    assert_nakade("......../XXXXXXXX/OOOOOOOX/...O.OXX", "D1", "B1");
    assert_nakade("........./XXXXXXXXX/OOOOOOOOX/...O...OX", "D1", "");
}

static void test_larger_spaces_with_a_vital_point(void **state)
{
    (void)state;
    // The pyramid four, the bulky five, the crossed five, the rabbity six.
    assert_nakade("...../XXXXX/OOOOX/O.OOX/...OX", "A2", "B1");
    assert_nakade("....../XXXXX./OOOOX./..OOX./...OX.", "C2", "B1");
    assert_nakade("....../XXXXX./OOOOX./O.OOX./...OX./O.OOX.", "C3", "B2");
    assert_nakade("....../XXXXX./OOOOX./O.OOX./...OX./O..OX.", "C3", "B2");
}

static void test_spaces_without_a_vital_point(void **state)
{
    (void)state;
    // Two points, four in a square, four in a row, and seven.
    assert_nakade("...../XXXX./OOOX./..OX.", "B2", "");
    assert_nakade("...../XXXX./OOOX./..OX./..OX.", "C2", "");
    assert_nakade("....../XXXXXX/OOOOOX/....OX", "C2", "");
    assert_nakade("......./XXXXXX./OOOOOX./O.OOOX./....OX./O..OOX.", "C3", "");
}

static void test_the_corner_of_an_eye_is_kept(void **state)
{
    (void)state;
    // An eye at the edge and one in the corner: one enemy at a corner makes them false.
    assert_fixes("...../...../.O.../..X../.X.X.", "B3", "B2");
    assert_fixes("...../...../.O.../X..../.X...", "B3", "B2");
    // An eye in the middle that has lost a corner.
    assert_fixes("...../.OX../.X.X./..X.O/.....", "E2", "D2");
}

static void test_other_corners_are_not_kept(void **state)
{
    (void)state;
    // An eye in the middle can spare one corner, and one that is false is lost.
    assert_fixes("...../..X../.X.X./..X.O/.....", "E2", "");
    assert_fixes("...../.OX../.X.X./.OX.O/.....", "E2", "");
    assert_fixes("...../...../...O./.OX../.X.X.", "D3", "");
    // The last move stands elsewhere, and the eye is the enemy's.
    assert_fixes("O..../...../...../..X../.X.X.", "A5", "");
    assert_fixes("...../...../.X.../..O../.O.O.", "B1", "");
}

// Fails unless a share of the moves, up to five standard deviations, was drawn from the
// points.
static void assert_share(const Draws *draws, const char *points, double share)
{
    double off = count_draws(draws, points) - share * MANY;
    if (off * off > 25 * MANY * share * (1 - share))
        fail_msg("`%s` %d times of %d instead of %.0f", points,
                 count_draws(draws, points), MANY, share * MANY);
}

// Turns by chance, independent of one another, and of whether to attack or to defend.
// In these positions every rule names other points.
static void test_rates_are_probabilities(void **state)
{
    (void)state;
    static const int RATES[RULES] = {100, 150, 120, 90, 180};
    PlayoutPolicy policy;
    set_policy(&policy, RATES, 256);
    Draws *draws = new_draws("..XXXX./O.OX.XO/OXX.OOO/X.OX.OO/.X.OO.X/XXO..OX/OOOOOXX",
                             "C4", "C5");
    draw_first(draws, isa_at(0)->lanes, &policy, MANY);
    assert_share(draws, "B6", 100 / 256.);
    assert_share(draws, "C3 B4", 156 / 256. * 75 / 256);
    assert_share(draws, "D5 E4", 156 / 256. * 75 / 256);
    assert_share(draws, "B4", 156 / 256. * 106 / 256 * 90 / 256);
    assert_share(draws, "C3 B4 D5 B6", 156 / 256. * 106 / 256 * 166 / 256 * 180 / 256);
    assert_share(draws, "", 156 / 256. * 106 / 256 * 166 / 256 * 76 / 256);
    free(draws);
    draws = new_draws(".X..XX.X/OXXXXXX./XXXX.XXX/XXXXXOOO/OOXOOO.O/O.XOOOOO/XXO..OOO/"
                      ".XO...O.",
                      "C1", "A6");
    draw_first(draws, isa_at(0)->lanes, &policy, MANY);
    assert_share(draws, "E1", 156 / 256. * 106 / 256 * 120 / 256);
    assert_share(draws, "D2", 156 / 256. * 106 / 256 * 136 / 256 * 180 / 256);
    free(draws);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_liberties_are_taken_on_the_open_side),
        cmocka_unit_test(test_other_chains_are_not_tense),
        cmocka_unit_test(test_three_in_a_row_have_a_vital_point),
        cmocka_unit_test(test_larger_spaces_with_a_vital_point),
        cmocka_unit_test(test_spaces_without_a_vital_point),
        cmocka_unit_test(test_the_corner_of_an_eye_is_kept),
        cmocka_unit_test(test_other_corners_are_not_kept),
        cmocka_unit_test(test_rates_are_probabilities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

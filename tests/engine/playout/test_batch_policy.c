// SPDX-License-Identifier: MIT
//
// Holds what the policy of the lanes draws a move from against references: the rules of
// batch_policy.h said once more, about one game, with what Position and
// playout_policy.h know.
#include "playout_batch.h"

#include <stdlib.h>

#include "batch_fixture.h"
#include "batch_rules.h"
#include "isa.h"
#include "picture.h"
#include "playout_policy.h"

// Which rules may have named what the move was drawn from, as bits; bit RULES if it may
// have been no rule. With a rate of 256 a rule has its turn, with 0 it never has.
static unsigned find_origins(const int rates[RULES], const Bitboard named[RULES],
                             const PlayoutTrial *trial)
{
    unsigned origins = 0;
    for (int rule = 0; rule < RULES; rule++) {
        if (rates[rule] == 0 || bitboard_is_empty(&named[rule]))
            continue;
        if (bitboard_equal(&trial->drawn_from, &named[rule]))
            origins |= 1u << rule;
        if (rates[rule] == 256)
            return origins;
    }
    if (bitboard_equal(&trial->drawn_from, &trial->candidates))
        origins |= 1u << RULES;
    return origins;
}

// Is the move refused for a self-atari exactly where the policy says so?
static void check_refusal(const Params *params, const Position *pos,
                          const PlayoutTrial *trial, unsigned origins)
{
    if (trial->move == PASS) {
        assert_true(trial->played);
        return;
    }
    Position after = *pos;
    int prisoners = position_play(&after, trial->move);
    bool self_atari = position_in_atari(&after, trial->move, NULL);
    bool is_answer = (origins & 1u << URGENT) != 0 && prisoners > 0;
    if (!trial->played)
        assert_true(self_atari && prisoners < 2);
    if (params->capture_rate % 256 != 0)
        return; // whether the move is an answer to an atari is not certain
    if (params->selfatari_rate == 256 || (origins & 1u << RULES) == 0)
        assert_int_equal(trial->played, !self_atari || prisoners > 1 || is_answer);
    else if (params->selfatari_rate == 0 && origins == 1u << RULES)
        assert_true(trial->played);
}

// A rule without a turn is not asked, to save time.
static void check_policy(const Follower *follower, const Followed *game,
                         const PlayoutTrial *trial)
{
    const Params *params = &follower->policy->params;
    Bitboard named[RULES] = {0};
    int rates[RULES];
    get_rates(params, rates);
    if (rates[URGENT] > 0)
        named[URGENT] = expected_urgent(game, trial->candidates);
    if (rates[NAKADE] > 0)
        named[NAKADE] = expected_nakade(game, trial->candidates);
    if (rates[FIXES] > 0)
        named[FIXES] = expected_fixes(game, trial->candidates);
    if (rates[SHAPES] > 0)
        named[SHAPES] = expected_shapes(game, follower->policy, trial->candidates);
    if (rates[TENSE] > 0)
        named[TENSE] = expected_attack(game, trial->candidates);
    unsigned origins = find_origins(rates, named, trial);
    if (rates[TENSE] > 0) {
        named[TENSE] = expected_defence(game, follower->layout, trial->candidates);
        origins |= find_origins(rates, named, trial);
    }
    if (origins == 0)
        fail_msg("drawn from %d points that no rule has named",
                 bitboard_count(&trial->drawn_from));
    for (int rule = 0; rule < RULES; rule++)
        follower->named[rule] += origins == 1u << rule;
    check_refusal(params, &game->position, trial, origins);
}

enum { POLICIES = 8, FULL_POLICIES = 2 };

// Policies whose rules always, never and sometimes have their turn, to be freed; the
// last FULL_POLICIES have all rules.
static PlayoutPolicy *new_policies(void)
{
    static const int RATES[POLICIES][RULES + 1] = {
        {256, 0, 0, 0, 256, 256},       {0, 0, 0, 0, 0, 0},
        {0, 0, 0, 0, 256, 0},           {0, 256, 0, 0, 0, 0},
        {0, 0, 256, 0, 0, 0},           {0, 0, 0, 256, 0, 256},
        {256, 256, 256, 256, 256, 256}, {230, 128, 160, 160, 240, 160}};
    PlayoutPolicy *policies = calloc(POLICIES, sizeof *policies);
    assert_non_null(policies);
    for (int i = 0; i < POLICIES; i++)
        set_policy(&policies[i], RATES[i], RATES[i][RULES]);
    return policies;
}

// Where games begin, and how many.
typedef struct Opening {
    Position position;
    Point last[2]; // the last move and the one before
    int games;
} Opening;

// Follows games by some policies. Adds up how often a rule has certainly named what a
// move was drawn from.
static void follow_policies(const PlayoutKernel *kernel, const PlayoutPolicy *policies,
                            int count, const Opening *opening, long named[RULES])
{
    Follower *order = aligned_alloc(_Alignof(Follower), sizeof *order);
    assert_non_null(order);
    *order = (Follower){.start = opening->position,
                        .last = opening->last[0],
                        .second_last = opening->last[1],
                        .check = check_policy,
                        .named = named,
                        .wanted = opening->games};
    for (int i = 0; i < count; i++) {
        order->policy = &policies[i];
        follow(kernel, order);
    }
    free(order);
}

static void follow_every_grid(const PlayoutKernel *kernel,
                              const PlayoutPolicy *policies, int count)
{
    long named[RULES] = {0};
    for (int columns = 1; columns <= BOARD_SIZE_MAX; columns++)
        for (int rows = 1; rows <= BOARD_SIZE_MAX; rows++) {
            Opening opening = {.last = {NO_POINT, NO_POINT},
                               .games = columns * rows < 50 ? 11 : 3};
            position_init(&opening.position, columns, rows);
            follow_policies(kernel, policies, count, &opening, named);
        }
    for (int rule = 0; rule < RULES; rule++)
        assert_true(named[rule] >= 500);
}

// The fastest build, and for all rules the other ones too.
static void test_every_grid(void **state)
{
    (void)state;
    PlayoutPolicy *policies = new_policies();
    follow_every_grid(isa_at(0)->lanes, policies, POLICIES);
    for (int i = 1; isa_at(i) != NULL; i++)
        follow_every_grid(isa_at(i)->lanes, &policies[POLICIES - FULL_POLICIES],
                          FULL_POLICIES);
    free(policies);
}

static void test_positions_of_games(void **state)
{
    (void)state;
    PlayoutPolicy *policies = new_policies();
    Rng rng = rng_seeded(5, 6);
    long named[RULES] = {0};
    for (int i = 0; i < 300; i++) {
        Opening opening = {.games = 5};
        opening.position = game_position(&rng, opening.last);
        follow_policies(isa_at(0)->lanes, policies, POLICIES, &opening, named);
    }
    for (int rule = 0; rule < RULES; rule++)
        assert_true(named[rule] >= 500);
    free(policies);
}

static void test_simple_ko(void **state)
{
    (void)state;
    PlayoutPolicy *policies = new_policies();
    long named[RULES] = {0};
    Opening opening = {picture_position(".XO../XO.O./.XO../...../.....", BLACK),
                       {picture_point("C4"), NO_POINT},
                       40};
    position_play(&opening.position, opening.last[0]);
    assert_int_equal(opening.position.ko, picture_point("B4"));
    follow_policies(isa_at(0)->lanes, policies, POLICIES, &opening, named);
    free(policies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_grid),
        cmocka_unit_test(test_positions_of_games),
        cmocka_unit_test(test_simple_ko),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

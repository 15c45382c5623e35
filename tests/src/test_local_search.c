// SPDX-License-Identifier: MIT
//
// The exhaustive search beside a plain one: no table, no bounds, no order of moves, and
// the board and the count of src.
#include "local_search.h"

#include "area.h"
#include "picture.h"
#include "rng.h"

enum {
    LINE_MAX = 200,     // turns of a line of the plain search
    NODES_MAX = 5000,   // of a plain search; what takes more is left out
    VISITS_MAX = 10000, // of the other
    FIGHTS = 3000,
};

// A plain search.
typedef struct Plain {
    LocalClaim claim;
    Position line[LINE_MAX];
    int length, nodes;
} Plain;

static bool same_moment(const Position *a, const Position *b)
{
    return position_same_coloring(a, b) && a->to_play == b->to_play &&
           a->passes == b->passes && a->ko == b->ko;
}

static bool contains(const Bitboard *set, const Bitboard *part)
{
    Bitboard rest = bitboard_difference(*part, *set);
    return bitboard_is_empty(&rest);
}

static bool is_true_at_the_end(const LocalClaim *claim, const Position *pos)
{
    Bitboard owner[2];
    area_owner(pos, owner);
    if (bitboard_is_empty(&claim->keep) && bitboard_is_empty(&claim->own))
        return false;
    return contains(&owner[claim->player], &claim->own);
}

static bool plain_search(Plain *plain, const Position *pos);

// Does a move of the player to move lead to that value?
static bool plain_leads_to(Plain *plain, const Position *pos, Point move, bool value)
{
    Position after = *pos;
    position_play(&after, move);
    if (after.passes == 0 && plain->claim.master == (Color)after.to_play)
        after.ko = NO_POINT;
    return plain_search(plain, &after) == value;
}

// Is the claim true? A position that comes again on the line counts against it.
static bool plain_search(Plain *plain, const Position *pos)
{
    const LocalClaim *claim = &plain->claim;
    bool wanted = (Color)pos->to_play == claim->player;
    if (!contains(&pos->stones[claim->player], &claim->keep))
        return false;
    if (!contains(&pos->stones[color_other(claim->player)], &claim->take))
        return true;
    if (pos->passes >= 2)
        return is_true_at_the_end(claim, pos);
    for (int i = 0; i < plain->length; i++)
        if (same_moment(&plain->line[i], pos))
            return false;
    if (++plain->nodes > NODES_MAX || plain->length == LINE_MAX)
        return false; // and nothing is compared
    plain->line[plain->length++] = *pos;
    bool found = plain_leads_to(plain, pos, PASS, wanted);
    for (Point p = bitboard_first(&pos->grid); p && !found;
         p = bitboard_next(&pos->grid, p))
        if (position_can_play(pos, p))
            found = plain_leads_to(plain, pos, p, wanted);
    plain->length--;
    return found == wanted;
}

// A random position of a small board. False if a chain has no liberty.
static bool random_fight(Rng *rng, Position *pos)
{
    int columns = 2 + (int)rng_below(rng, 3), rows = 1 + (int)rng_below(rng, 2);
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    position_init(pos, columns, rows);
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        uint32_t color = rng_below(rng, 4);
        if (color < 2)
            bitboard_add(&stones[color], p);
    }
    return position_setup(pos, stones, BLACK);
}

// Each point of a set with a chance of one in so many.
static Bitboard some_of(Rng *rng, const Bitboard *set, uint32_t one_in)
{
    Bitboard some = bitboard_empty();
    for (Point p = bitboard_first(set); p; p = bitboard_next(set, p))
        if (rng_below(rng, one_in) == 0)
            bitboard_add(&some, p);
    return some;
}

static LocalClaim random_claim(Rng *rng, const Position *pos)
{
    LocalClaim claim = {.player = (Color)rng_below(rng, 2),
                        .first = (Color)rng_below(rng, 2),
                        .master = (Color)rng_below(rng, 3)};
    const Bitboard *others = &pos->stones[color_other(claim.player)];
    claim.take = some_of(rng, others, 3);
    claim.keep = some_of(rng, &pos->stones[claim.player], 3);
    claim.own = some_of(rng, &pos->grid, 4);
    return claim;
}

// Searches in both ways. 1 for a claim that is true, 0, or -1 if nothing was compared.
static int compare(Plain *plain, const Position *pos, const LocalClaim *claim)
{
    Position root = *pos;
    root.to_play = (uint8_t)claim->first;
    plain->claim = *claim;
    plain->length = plain->nodes = 0;
    bool expected = plain_search(plain, &root);
    if (plain->nodes > NODES_MAX)
        return -1;
    LocalSearch *search = local_search_new(pos, &pos->grid, VISITS_MAX);
    assert_non_null(search);
    LocalAnswer answer = local_search_ask(search, claim);
    local_search_delete(search);
    assert_int_equal(answer, expected ? LOCAL_YES : LOCAL_NO);
    return expected;
}

static void test_a_plain_search_agrees(void **state)
{
    (void)state;
    Rng rng = rng_seeded(1, 0);
    Plain plain;
    int claims[3] = {0, 0, 0};
    for (int i = 0; i < FIGHTS; i++) {
        Position pos;
        if (!random_fight(&rng, &pos))
            continue;
        LocalClaim claim = random_claim(&rng, &pos);
        claims[1 + compare(&plain, &pos, &claim)]++;
    }
    assert_true(claims[1] > FIGHTS / 8);
    assert_true(claims[2] > FIGHTS / 8);
}

static void test_a_region_is_closed(void **state)
{
    (void)state;
    // The eyes of White's chain, and Black's stone in one of them; Black's other chain
    // has a liberty at F1.
    Position pos = picture_position("..X.OX./XXOOOX./OOO.OX./.O.OOX./XOOXXX.", BLACK);
    Bitboard around = picture_points("A3");
    assert_points(local_region(&pos, &around),
                  "A1 A2 A3 B1 B2 B3 C1 C2 C3 C4 D2 D3 D4 D5 E2 E3 E4 E5");
}

static void test_visits_are_bounded(void **state)
{
    (void)state;
    Position pos = picture_position("...../...../...../...../.....", BLACK);
    LocalClaim claim = {.player = BLACK, .first = BLACK, .master = EMPTY};
    claim.own = pos.grid;
    LocalSearch *search = local_search_new(&pos, &pos.grid, 1000);
    assert_non_null(search);
    assert_int_equal(local_search_ask(search, &claim), LOCAL_UNKNOWN);
    assert_int_equal(local_search_visits(search), 1000);
    local_search_delete(search);
}

static void test_a_region_may_be_too_large(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 9, 9);
    assert_null(local_search_new(&pos, &pos.grid, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plain_search_agrees),
        cmocka_unit_test(test_a_region_is_closed),
        cmocka_unit_test(test_visits_are_bounded),
        cmocka_unit_test(test_a_region_may_be_too_large),
    };
    return cmocka_run_group_tests_name("local search", tests, NULL, NULL);
}

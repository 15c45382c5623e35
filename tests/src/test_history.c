// SPDX-License-Identifier: MIT
#include "history.h"

#include "picture.h"

enum { ANY = BLACK_TO_PLAY | WHITE_TO_PLAY };

// A history of one coloring that was set up.
static History history_of(const char *picture, Color to_play)
{
    History history;
    history_begin(&history);
    Position pos = picture_position(picture, to_play);
    assert_true(history_push(&history, &pos, EMPTY));
    return history;
}

static void test_an_empty_history_forbids_nothing(void **state)
{
    (void)state;
    History history;
    history_begin(&history);
    assert_int_equal(history.length, 0);
    assert_null(history.entries);
    Position pos = picture_position(". . .", BLACK);
    assert_false(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    history_free(&history);
}

static void test_a_coloring_is_found(void **state)
{
    (void)state;
    History history = history_of("X . .", WHITE);
    Position pos = picture_position(". . .", BLACK);
    assert_true(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    assert_false(history_is_repetition(&history, &pos, picture_point("B1"), ANY));
    pos.to_play = WHITE;
    assert_false(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    history_free(&history);
}

static void test_a_pass_never_repeats(void **state)
{
    (void)state;
    History history = history_of("X . .", WHITE);
    Position pos = picture_position("X . .", WHITE);
    assert_false(history_is_repetition(&history, &pos, PASS, ANY));
    history_free(&history);
}

static void test_circumstances_select_colorings(void **state)
{
    (void)state;
    History history;
    history_begin(&history);
    Position pos = picture_position(". . .", BLACK), after = pos;
    Point a1 = picture_point("A1");
    position_play(&after, a1); // White is to play
    assert_true(history_push(&history, &after, BLACK));
    assert_true(history_is_repetition(&history, &pos, a1, WHITE_TO_PLAY));
    assert_true(history_is_repetition(&history, &pos, a1, LEFT_BY_BLACK));
    assert_false(history_is_repetition(&history, &pos, a1, BLACK_TO_PLAY));
    assert_false(history_is_repetition(&history, &pos, a1, LEFT_BY_WHITE));
    assert_false(history_is_repetition(&history, &pos, a1, LEFT_BY_NOBODY));
    assert_true(
        history_is_repetition(&history, &pos, a1, LEFT_BY_WHITE | WHITE_TO_PLAY));
    // The same coloring once more, set up with Black to play: now both are there.
    after.to_play = BLACK;
    assert_true(history_push(&history, &after, EMPTY));
    assert_true(history_is_repetition(&history, &pos, a1, BLACK_TO_PLAY));
    assert_true(history_is_repetition(&history, &pos, a1, LEFT_BY_NOBODY));
    assert_true(history_is_repetition(&history, &pos, a1, LEFT_BY_BLACK));
    history_free(&history);
}

static void test_a_part_of_the_history(void **state)
{
    (void)state;
    History history;
    history_begin(&history);
    Position pos = picture_position(".X./...", WHITE), start = pos;
    assert_true(history_push(&history, &pos, BLACK));
    Point p = picture_point("A1");
    position_play(&pos, p);
    assert_true(history_push(&history, &pos, WHITE));
    for (uint32_t first = 0; first < 4; first++)
        assert_int_equal(history_is_repetition_since(&history, first, &start, p, ~0U),
                         first < 2);
    history_free(&history);
}

static void test_a_popped_coloring_is_gone(void **state)
{
    (void)state;
    History history = history_of("X . .", WHITE);
    Position pos = picture_position(". . .", BLACK);
    Position second = picture_position(". X .", WHITE);
    assert_true(history_push(&history, &second, BLACK));
    assert_true(history_is_repetition(&history, &pos, picture_point("B1"), ANY));
    history_pop(&history);
    assert_int_equal(history.length, 1);
    assert_false(history_is_repetition(&history, &pos, picture_point("B1"), ANY));
    assert_true(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    history_pop(&history);
    assert_false(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    history_free(&history);
}

static void test_a_collision_forbids_nothing(void **state)
{
    (void)state;
    Position pos = picture_position(". . .", BLACK);
    Point a1 = picture_point("A1");
    Position forged = picture_position(". . X", WHITE);
    forged.hash = position_hash_after(&pos, a1); // the hash of another coloring
    History history;
    history_begin(&history);
    assert_true(history_push(&history, &forged, BLACK));
    assert_false(history_is_repetition(&history, &pos, a1, ANY));
    // Nor does it hide the true one, whether that is older or newer.
    Position after = pos;
    position_play(&after, a1);
    assert_true(history_push(&history, &after, BLACK));
    assert_true(history_is_repetition(&history, &pos, a1, ANY));
    assert_true(history_push(&history, &forged, BLACK));
    assert_true(history_is_repetition(&history, &pos, a1, ANY));
    history_free(&history);
}

// A different coloring of 19x19 for every number: its bits in binary, as stones.
static Position numbered(unsigned number)
{
    Position pos;
    position_init(&pos, 19, 19);
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    for (int bit = 0; bit < 16; bit++)
        if (number >> bit & 1)
            bitboard_add(&stones[BLACK], point_at(bit, 2));
    assert_true(position_setup(&pos, stones, WHITE));
    return pos;
}

// Is this number's coloring in the history? Odd numbers only: their A2 is played.
static bool contains(const History *history, unsigned number)
{
    Position pos = numbered(number & ~1u);
    pos.to_play = BLACK;
    return history_is_repetition(history, &pos, picture_point("A2"), ANY);
}

static void test_many_colorings_are_kept_apart(void **state)
{
    (void)state;
    enum { COUNT = 3000 }; // more than there are buckets, and several reallocations
    History history;
    history_begin(&history);
    for (unsigned i = 0; i < COUNT; i++) {
        Position pos = numbered(2 * i + 1);
        assert_true(history_push(&history, &pos, BLACK));
    }
    assert_int_equal(history.length, COUNT);
    for (unsigned i = 0; i < COUNT + 100; i++)
        assert_int_equal(contains(&history, 2 * i + 1), i < COUNT);
    while (history.length > COUNT / 2)
        history_pop(&history);
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(contains(&history, 2 * i + 1), i < COUNT / 2);
    history_free(&history);
}

static void test_a_copy_holds_the_same_and_is_independent(void **state)
{
    (void)state;
    History history = history_of("X . .", WHITE), copy;
    history_begin(&copy);
    for (unsigned i = 0; i < 500; i++) { // the copy must forget these
        Position pos = numbered(2 * i + 1);
        assert_true(history_push(&copy, &pos, BLACK));
    }
    assert_true(history_copy(&copy, &history));
    assert_int_equal(copy.length, 1);
    assert_false(contains(&copy, 1));
    Position pos = picture_position(". . .", BLACK);
    assert_true(history_is_repetition(&copy, &pos, picture_point("A1"), ANY));
    history_pop(&copy);
    assert_false(history_is_repetition(&copy, &pos, picture_point("A1"), ANY));
    assert_true(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    history_free(&history);
    history_free(&copy);
}

static void test_a_cleared_history_is_empty(void **state)
{
    (void)state;
    History history = history_of("X . .", WHITE);
    history_clear(&history);
    assert_int_equal(history.length, 0);
    Position pos = picture_position(". . .", BLACK);
    assert_false(history_is_repetition(&history, &pos, picture_point("A1"), ANY));
    history_free(&history);
}

static void test_reserved_room_is_not_moved(void **state)
{
    (void)state;
    History history;
    history_begin(&history);
    assert_true(history_reserve(&history, 1000));
    assert_true(history.capacity >= 1000);
    const HistoryEntry *entries = history.entries;
    for (unsigned i = 0; i < 1000; i++) {
        Position pos = numbered(2 * i + 1);
        assert_true(history_push(&history, &pos, BLACK));
    }
    assert_ptr_equal(history.entries, entries);
    history_free(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_empty_history_forbids_nothing),
        cmocka_unit_test(test_a_coloring_is_found),
        cmocka_unit_test(test_a_pass_never_repeats),
        cmocka_unit_test(test_circumstances_select_colorings),
        cmocka_unit_test(test_a_part_of_the_history),
        cmocka_unit_test(test_a_popped_coloring_is_gone),
        cmocka_unit_test(test_a_collision_forbids_nothing),
        cmocka_unit_test(test_many_colorings_are_kept_apart),
        cmocka_unit_test(test_a_copy_holds_the_same_and_is_independent),
        cmocka_unit_test(test_a_cleared_history_is_empty),
        cmocka_unit_test(test_reserved_room_is_not_moved),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "katago_ladders.h"

#include "ladder.h"
#include "picture.h"
#include "random_play.h"

static const char *const RUNS = "........./.XXX...../.XO....../..X....../........./"
                                "........./........./........./.........";
static const char *const BROKEN = "........./.XXX...../.XO....../..X....../........./"
                                  "........./......O../........./.........";
static const char *const OPEN = "........./.XXX...../.XO....../........./........./"
                                "........./........./........./.........";

static void assert_caught_in(const Position *pos, const char *caught, const char *moves)
{
    KatagoReader *reader = katago_reader_new();
    assert_non_null(reader);
    Position before = *pos;
    Bitboard found_moves, found = katago_caught_by(reader, pos, &found_moves);
    assert_points(found, caught);
    assert_points(found_moves, moves);
    found = katago_caught(reader, pos);
    assert_points(found, caught);
    assert_memory_equal(pos, &before, sizeof *pos);
    katago_reader_delete(reader);
}

static void assert_caught(const char *picture, Color to_play, const char *caught,
                          const char *moves)
{
    Position pos = picture_position(picture, to_play);
    assert_caught_in(&pos, caught, moves);
}

static void test_a_chain_in_atari(void **state)
{
    (void)state;
    for (Color color = BLACK; color <= WHITE; color++) {
        assert_caught(RUNS, color, "C7", ""); // there is no move but the capture
        assert_caught(BROKEN, color, "", "");
    }
}

static void test_moves_are_those_of_the_player(void **state)
{
    (void)state;
    assert_caught(OPEN, BLACK, "C7", "C6");
    assert_caught(OPEN, WHITE, "C7", "");
    // Along the edge either move catches.
    assert_caught("..O../..X../...../...../.....", BLACK, "C5", "B5 D5");
}

static void test_all_stones_of_a_chain(void **state)
{
    (void)state;
    assert_caught("...../.XXX./XOO../.XXX./.....", BLACK, "B3 C3", "");
    assert_caught("...../.XXX./.OO../.XXX./.....", BLACK, "B3 C3", "A3 D3");
    // Three liberties are none of a ladder.
    assert_caught("...../.XXX./.OO../..XX./.....", BLACK, "", "");
}

// After D3, C3 and C1, which takes D1, White has to take C4 at D4, in a ko.
static void test_a_ko_is_the_owners(void **state)
{
    (void)state;
    const char *picture = ".OX./X.../..OX/X..O";
    Position pos = picture_position(picture, BLACK);
    KatagoReader *reader = katago_reader_new();
    LadderReader *ladders = ladder_reader_new();
    Bitboard caught = katago_caught(reader, &pos);
    assert_false(bitboard_test(&caught, picture_point("D2")));
    assert_true(ladder_is_caught(ladders, &pos, picture_point("D2")));
    ladder_reader_delete(ladders);
    katago_reader_delete(reader);
}

static void test_a_pending_ko(void **state)
{
    (void)state;
    // It bars the opponent, even from where he is not to move.
    for (Color color = BLACK; color <= WHITE; color++) {
        Position pos = picture_position(OPEN, color);
        pos.ko = picture_point("C6");
        assert_caught_in(&pos, "", "");
    }
    // It does not bar the owner.
    Position pos = picture_position(BROKEN, WHITE);
    pos.ko = picture_point("D7");
    assert_caught_in(&pos, "", "");
}

// Either mouth can be filled by White at any time, but then the other one is lost.
static void test_two_kos_are_one_too_many(void **state)
{
    (void)state;
    const char *picture = "........./........./........./........./........./........./"
                          "..XXXXX../XXOOOOOXX/XO.OOO.OX";
    const char *all = "B1 D1 E1 F1 H1 C2 D2 E2 F2 G2";
    assert_caught(picture, BLACK, all, "C1 G1");
    assert_caught(picture, WHITE, all, "");
    // With an eye instead of one of them White lives.
    assert_caught("........./........./........./........./........./........./"
                  "..XXXXXX./XXOOOOOOX/XO.OOO.OX",
                  BLACK, "B1", "");
}

// The search as it is defined, without shortcuts.

static int liberties_of(const Position *pos, Point stone)
{
    Bitboard liberties = position_liberties(pos, stone);
    return bitboard_count(&liberties);
}

static Bitboard weak_neighbors(const Position *pos, Point stone)
{
    Bitboard chain = position_chain(pos, stone), weak = position_atari_stones(pos);
    Color other = color_other(position_at(pos, stone));
    weak = bitboard_intersection(weak, pos->stones[other]);
    return bitboard_intersection(weak, bitboard_neighbors(&chain));
}

static bool is_mouth(const Position *pos, Point p, Color owner)
{
    Bitboard at = bitboard_of(p), beside = bitboard_neighbors(&at);
    beside = bitboard_intersection(beside, pos->grid);
    Bitboard others = bitboard_difference(beside, pos->stones[owner]);
    Bitboard weak = bitboard_intersection(beside, position_atari_stones(pos));
    if (!bitboard_is_empty(&others) || bitboard_count(&weak) != 1)
        return false;
    Bitboard taken = position_chain(pos, bitboard_first(&weak));
    Position after = *pos;
    after.to_play = (uint8_t)owner;
    if (bitboard_count(&taken) != 1)
        return false;
    if (position_is_suicide(&after, p))
        return true;
    position_play(&after, p);
    return liberties_of(&after, p) <= 2;
}

static bool is_caught(const Position *pos, Point stone, int depth)
{
    Color owner = position_at(pos, stone);
    Bitboard moves = position_liberties(pos, stone), weak = weak_neighbors(pos, stone);
    int count = bitboard_count(&moves);
    bool owner_moves = pos->to_play == owner;
    if (owner_moves ? count >= 2 || pos->ko != NO_POINT : count != 2)
        return !owner_moves && count < 2;
    Point a = bitboard_first(&moves), b = bitboard_next(&moves, a);
    if (!owner_moves && is_mouth(pos, a, owner) && is_mouth(pos, b, owner) &&
        bitboard_is_empty(&weak))
        return true;
    for (Point p = bitboard_first(&weak); p && owner_moves; p = bitboard_next(&weak, p))
        moves = bitboard_union(moves, position_liberties(pos, p));
    assert_true(depth < 3 * pos->columns * pos->rows / 2);
    for (Point p = bitboard_first(&moves); p; p = bitboard_next(&moves, p)) {
        if (!position_can_play(pos, p))
            continue;
        Position after = *pos;
        position_play(&after, p);
        if (is_caught(&after, stone, depth + 1) != owner_moves)
            return !owner_moves;
    }
    return owner_moves;
}

static bool is_lost(const Position *pos, Point stone)
{
    Position start = *pos;
    start.to_play = (uint8_t)position_at(pos, stone);
    start.ko = NO_POINT;
    return is_caught(&start, stone, 0);
}

static bool is_lost_after(const Position *pos, Point stone, Point move)
{
    Position start = *pos;
    start.to_play = (uint8_t)color_other(position_at(pos, stone));
    if (!position_can_play(&start, move))
        return false;
    position_play(&start, move);
    return is_lost(&start, stone);
}

// What is caught in a position, and by which moves, by the definition.
static Bitboard find_caught(const Position *pos, Bitboard *moves)
{
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    Bitboard found = bitboard_empty();
    *moves = found;
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        Bitboard liberties = position_liberties(pos, p);
        int count = bitboard_count(&liberties);
        if (count == 1 && is_lost(pos, p))
            bitboard_add(&found, p);
        for (Point q = bitboard_first(&liberties); q && count == 2;
             q = bitboard_next(&liberties, q)) {
            if (!is_lost_after(pos, p, q))
                continue;
            bitboard_add(&found, p);
            if (position_at(pos, p) != (Color)pos->to_play)
                bitboard_add(moves, q);
        }
    }
    return found;
}

static void test_random_positions(void **state)
{
    (void)state;
    Rng rng = rng_seeded(5, 1);
    KatagoReader *reader = katago_reader_new();
    int caught = 0, kos = 0;
    for (int i = 0; i < 2000; i++) {
        int columns = 2 + (int)rng_below(&rng, 6), rows = 2 + (int)rng_below(&rng, 6);
        int turns = (int)rng_below(&rng, (uint32_t)(2 * columns * rows));
        Position pos = random_position(columns, rows, turns, &rng, NULL);
        Bitboard moves, wanted_moves;
        Bitboard found = katago_caught_by(reader, &pos, &moves);
        Bitboard wanted = find_caught(&pos, &wanted_moves);
        assert_true(bitboard_equal(&found, &wanted));
        assert_true(bitboard_equal(&moves, &wanted_moves));
        caught += bitboard_count(&found);
        kos += pos.ko != NO_POINT;
    }
    assert_true(caught > 500 && kos > 5); // else nothing was tested
    katago_reader_delete(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_chain_in_atari),
        cmocka_unit_test(test_moves_are_those_of_the_player),
        cmocka_unit_test(test_all_stones_of_a_chain),
        cmocka_unit_test(test_a_ko_is_the_owners),
        cmocka_unit_test(test_a_pending_ko),
        cmocka_unit_test(test_two_kos_are_one_too_many),
        cmocka_unit_test(test_random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// What belongs to the fixed test is never learnt (scripts/train).
#include "exclusion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record_fixture.h"
#include "replay.h"
#include "rng.h"

enum { MOVES = 40 };

// Forty different points in two letters, the same for the same seed.
static void draw_moves(int seed, int size, char moves[2 * MOVES + 1])
{
    Rng rng = rng_seeded((uint64_t)seed, 0);
    bool taken[19][19] = {{false}};
    for (int i = 0; i < MOVES;) {
        int x = (int)rng_below(&rng, (uint32_t)size);
        int y = (int)rng_below(&rng, (uint32_t)size);
        if (taken[x][y])
            continue;
        taken[x][y] = true;
        moves[2 * i] = (char)('a' + x);
        moves[2 * i++ + 1] = (char)('a' + y);
    }
    moves[2 * MOVES] = '\0';
}

// The same moves on a board that is turned.
static void turn_moves(char *moves, int size, int symmetry)
{
    for (; *moves; moves += 2) {
        int x = moves[0] - 'a', y = moves[1] - 'a';
        x = symmetry & 2 ? size - 1 - x : x;
        y = symmetry & 1 ? size - 1 - y : y;
        moves[0] = (char)('a' + (symmetry & 4 ? y : x));
        moves[1] = (char)('a' + (symmetry & 4 ? x : y));
    }
}

static void swap_turns(char *moves, int a, int b)
{
    for (int i = 0; i < 2; i++) {
        char kept = moves[2 * a + i];
        moves[2 * a + i] = moves[2 * b + i];
        moves[2 * b + i] = kept;
    }
}

static GameRecord *game_of(int size, const char *moves, int count)
{
    char line[128];
    snprintf(line, sizeof line, "%d 7.5 0 ? - - %.*s", size, 2 * count, moves);
    return read_line(line);
}

static bool has_moves(const Exclusion *exclusion, int size, const char *moves,
                      int count)
{
    GameRecord *record = game_of(size, moves, count);
    bool found = exclusion_has_game(exclusion, record);
    free(record);
    return found;
}

static void exclude_moves(Exclusion *exclusion, int size, const char *moves)
{
    GameRecord *record = game_of(size, moves, MOVES);
    assert_true(exclusion_add_game(exclusion, record));
    free(record);
}

static void test_turned_games_are_the_same(void **state)
{
    (void)state;
    for (int size = 9; size <= 19; size += 5) {
        Exclusion exclusion;
        char moves[2 * MOVES + 1];
        exclusion_init(&exclusion);
        draw_moves(1, size, moves);
        exclude_moves(&exclusion, size, moves);
        assert_int_equal(exclusion.games.count, 1);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            draw_moves(1, size, moves);
            turn_moves(moves, size, symmetry);
            assert_true(has_moves(&exclusion, size, moves, MOVES));
            exclude_moves(&exclusion, size, moves);
        }
        assert_int_equal(exclusion.games.count, 1);
        exclusion_free(&exclusion);
    }
}

static void test_what_is_the_same_game(void **state)
{
    (void)state;
    for (int size = 13; size <= 19; size += 6) {
        Exclusion exclusion;
        char moves[2 * MOVES + 1], other[2 * MOVES + 1];
        int first = exclusion_moves(size);
        exclusion_init(&exclusion);
        draw_moves(2, size, moves);
        exclude_moves(&exclusion, size, moves);
        // Cut off later than where games are compared, or in another order before.
        assert_true(has_moves(&exclusion, size, moves, first));
        assert_false(has_moves(&exclusion, size, moves, first - 1));
        swap_turns(moves, 2, 4);
        assert_true(has_moves(&exclusion, size, moves, MOVES));
        swap_turns(moves, first, first + 1); // different moves afterwards
        assert_true(has_moves(&exclusion, size, moves, MOVES));
        // Another move before, or the colors of two stones exchanged.
        swap_turns(moves, 5, first + 3);
        assert_false(has_moves(&exclusion, size, moves, MOVES));
        draw_moves(2, size, moves);
        swap_turns(moves, 2, 5);
        assert_false(has_moves(&exclusion, size, moves, MOVES));
        draw_moves(3, size, other);
        assert_false(has_moves(&exclusion, size, other, MOVES));
        exclusion_free(&exclusion);
    }
}

static void test_handicap_stones_do_not_count_as_moves(void **state)
{
    (void)state;
    Exclusion exclusion;
    char line[128], moves[2 * MOVES + 1];
    exclusion_init(&exclusion);
    draw_moves(4, 13, moves);
    snprintf(line, sizeof line, "13 0.5 2 ? - - %.*s", 2 * (exclusion_moves(13) + 1),
             moves);
    GameRecord *record = read_line(line);
    assert_int_equal(exclusion_game_hash(record), 0);
    free(record);
    snprintf(line, sizeof line, "13 0.5 2 ? - - %.*s", 2 * (exclusion_moves(13) + 2),
             moves);
    record = read_line(line);
    assert_true(exclusion_game_hash(record) != 0);
    free(record);
    exclusion_free(&exclusion);
}

static bool has_position(const Exclusion *exclusion, const Position *pos, Color to_play)
{
    return exclusion_has_position(exclusion, pos->stones, pos->columns, to_play);
}

static void test_turned_positions_are_the_same(void **state)
{
    (void)state;
    Exclusion exclusion;
    exclusion_init(&exclusion);
    Position pos = picture_position("X.O.X/..O../XO.../...../.....", WHITE);
    Position turned = picture_position("...../...../...OX/..O../X.O.X", WHITE);
    Position rotated = picture_position("X.X../..O../OO.../...../X....", WHITE);
    Position other = picture_position("X.O.X/..O../XO.../...../....O", WHITE);
    Position exchanged = picture_position("O.X.O/..X../OX.../...../.....", WHITE);
    assert_false(has_position(&exclusion, &pos, WHITE));
    assert_true(exclusion_add_position(&exclusion, &pos));
    assert_true(has_position(&exclusion, &pos, WHITE));
    assert_true(has_position(&exclusion, &turned, WHITE));
    assert_true(has_position(&exclusion, &rotated, WHITE));
    assert_false(has_position(&exclusion, &pos, BLACK));
    assert_false(has_position(&exclusion, &other, WHITE));
    assert_false(has_position(&exclusion, &exchanged, WHITE));
    exclusion_free(&exclusion);
}

static void test_few_stones_belong_to_all(void **state)
{
    (void)state;
    Exclusion exclusion;
    exclusion_init(&exclusion);
    Position five = picture_position("X.O.X/..O../X..../...../.....", WHITE);
    Position six = picture_position("X.O.X/..O../XO.../...../.....", WHITE);
    assert_true(exclusion_add_position(&exclusion, &five));
    assert_true(exclusion_add_position(&exclusion, &six));
    assert_int_equal(exclusion.positions.count, 1);
    assert_false(has_position(&exclusion, &five, WHITE));
    assert_true(has_position(&exclusion, &six, WHITE));
    exclusion_free(&exclusion);
}

static void write_and_read(const Exclusion *exclusion, Exclusion *found)
{
    char path[] = "/tmp/ponnuki-exclusion-XXXXXX";
    int number = mkstemp(path);
    assert_true(number >= 0);
    close(number);
    BlockWriter writer;
    const char *error;
    assert_true(block_writer_open(&writer, path, &error));
    assert_true(exclusion_write(exclusion, &writer));
    block_writer_close(&writer);
    BlockReader reader;
    assert_true(block_reader_open(&reader, path, &error));
    exclusion_init(found);
    assert_true(exclusion_read(found, reader.bytes, reader.size));
    // Of a file that is cut off nobody knows what it was to exclude.
    Exclusion damaged;
    exclusion_init(&damaged);
    assert_false(exclusion_read(&damaged, reader.bytes, reader.size - 1));
    exclusion_free(&damaged);
    block_reader_close(&reader);
    unlink(path);
}

static void test_a_file_holds_it(void **state)
{
    (void)state;
    enum { GAMES = 200 };
    Exclusion exclusion, found;
    char moves[2 * MOVES + 1];
    exclusion_init(&exclusion);
    for (int i = 0; i < GAMES; i++) {
        draw_moves(100 + i, 9 + i % 11, moves);
        exclude_moves(&exclusion, 9 + i % 11, moves);
    }
    Position pos = picture_position("X.O.X/..O../XO.../...../.....", WHITE);
    assert_true(exclusion_add_position(&exclusion, &pos));
    write_and_read(&exclusion, &found);
    assert_int_equal(found.games.count, GAMES);
    for (int i = 0; i < 2 * GAMES; i++) {
        draw_moves(100 + i, 9 + i % 11, moves);
        assert_int_equal(has_moves(&found, 9 + i % 11, moves, MOVES), i < GAMES);
    }
    assert_true(has_position(&found, &pos, WHITE));
    exclusion_free(&exclusion);
    exclusion_free(&found);
}

static void test_the_test_of_the_project_is_known(void **state)
{
    (void)state;
    Exclusion exclusion;
    assert_true(exclusion_default(&exclusion));
    assert_true(exclusion.games.count > 4200);
    assert_true(exclusion.positions.count > 5400);
    exclusion_free(&exclusion);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turned_games_are_the_same),
        cmocka_unit_test(test_what_is_the_same_game),
        cmocka_unit_test(test_handicap_stones_do_not_count_as_moves),
        cmocka_unit_test(test_turned_positions_are_the_same),
        cmocka_unit_test(test_few_stones_belong_to_all),
        cmocka_unit_test(test_a_file_holds_it),
        cmocka_unit_test(test_the_test_of_the_project_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

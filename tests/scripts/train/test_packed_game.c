// SPDX-License-Identifier: MIT
//
// Games in few bytes, and those that labels find by their keys (scripts/train).
#include "packed_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game_store.h"
#include "record_fixture.h"
#include "rng.h"

// Packs a line and prints what is read of it into text.
static size_t pack_line(const char *line, bool held_out, char text[4096])
{
    static uint8_t bytes[PACKED_GAME_MAX];
    GameRecord *record = read_line(line), *found = malloc(sizeof *found);
    assert_non_null(found);
    size_t size = game_pack(record, held_out, bytes);
    assert_true(size > 0);
    bool found_held_out;
    game_unpack(bytes, size, found, &found_held_out);
    assert_int_equal(found_held_out, held_out);
    FILE *file = fmemopen(text, 4096, "w");
    assert_non_null(file);
    assert_true(record_print(found, file));
    fclose(file);
    free(record);
    free(found);
    return size;
}

static void test_a_game_is_read_as_it_was_written(void **state)
{
    (void)state;
    const char *lines[] = {"9 6.5 0 W+3.5 - - eeaaiatt\n",
                           "19 ? 0 ? - - \n",
                           "19 0.5 3 B+? - - dpppddqdtttt\n",
                           "13 -120 0 0 - - gg\n",
                           "5 7 0 B+T - - ccbb\n",
                           "5 7 0 W+? - - ccbb\n",
                           "2 7.5 0 B+1000 - - bbaatt\n",
                           "19 7.5 2 ? - - ssaa\n"};
    char text[4096];
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        pack_line(lines[i], i % 2 == 0, text);
        assert_string_equal(text, lines[i]);
    }
}

static void test_any_moves_are_read_as_they_were_written(void **state)
{
    (void)state;
    Rng rng = rng_seeded(3, 0);
    for (int i = 0; i < 300; i++) {
        char line[4096], text[4096];
        int size = 2 + (int)rng_below(&rng, 18);
        int length = snprintf(line, sizeof line, "%d 6.5 0 B+? - - ", size);
        for (int count = (int)rng_below(&rng, 400); count > 0; count--) {
            bool pass = rng_below(&rng, 20) == 0;
            for (int j = 0; j < 2; j++)
                line[length++] =
                    (char)(pass ? 't' : 'a' + (int)rng_below(&rng, (uint32_t)size));
        }
        strcpy(line + length, "\n");
        pack_line(line, false, text);
        assert_string_equal(text, line);
    }
}

static void test_stones_of_both_colors_are_set_up(void **state)
{
    (void)state;
    static uint8_t bytes[PACKED_GAME_MAX];
    GameRecord *record = read_line("9 6.5 0 B+R - - aabbccddeeff"), *found;
    found = malloc(sizeof *found);
    assert_non_null(found);
    record->handicap = 2;
    record->white_stones = 3;
    record->white_first = true;
    size_t size = game_pack(record, false, bytes);
    game_unpack(bytes, size, found, NULL);
    assert_int_equal(found->handicap, 2);
    assert_int_equal(found->white_stones, 3);
    assert_true(found->white_first);
    assert_int_equal(found->move_count, 6);
    // Set-up stones are found in the order of points, from the lowest row.
    const char *moves[] = {"B8", "A9", "E5", "D6", "C7", "F4"};
    for (int i = 0; i < 6; i++)
        assert_int_equal(found->moves[i], picture_point(moves[i]));
    free(record);
    free(found);
}

static void test_near_moves_cost_little(void **state)
{
    (void)state;
    char line[4096], text[4096];
    int length = snprintf(line, sizeof line, "19 6.5 0 B+R - - ");
    for (int i = 0; i < 100; i++)
        length += snprintf(line + length, sizeof line - (size_t)length, "%c%c",
                           'a' + i % 19, 'a' + i % 7);
    assert_in_range(pack_line(line, false, text), 40, 100);
}

static void test_any_bytes_are_some_game(void **state)
{
    (void)state;
    uint8_t bytes[200];
    Rng rng = rng_seeded(4, 0);
    GameRecord *record = malloc(sizeof *record);
    assert_non_null(record);
    for (int i = 0; i < 1000; i++) {
        size_t size = rng_below(&rng, sizeof bytes + 1);
        for (size_t j = 0; j < size; j++)
            bytes[j] = (uint8_t)rng_next(&rng);
        game_unpack(bytes, size, record, NULL);
        assert_in_range(record->size, 1, BOARD_SIZE_MAX);
        assert_in_range(record_set_up(record), 0, record->size * record->size);
        assert_in_range(record->move_count, record_set_up(record), RECORD_MOVES_MAX);
    }
    free(record);
}

static void test_games_are_found_by_their_keys(void **state)
{
    (void)state;
    enum { GAMES = 3000 };
    static uint8_t games[GAMES][64];
    static size_t sizes[GAMES];
    GameStore store;
    game_store_init(&store);
    assert_null(game_store_find(&store, 1));
    for (int i = 0; i < GAMES; i++) {
        char line[64];
        snprintf(line, sizeof line, "19 %d 0 B+%d - - ddpp", i % 60, i / 60);
        GameRecord *record = read_line(line);
        static uint8_t bytes[PACKED_GAME_MAX];
        sizes[i] = game_pack(record, false, bytes);
        assert_true(sizes[i] <= sizeof games[i]);
        memcpy(games[i], bytes, sizes[i]);
        assert_true(i % 2 ? game_store_add(&store, games[i], sizes[i])
                          : game_store_add_copy(&store, games[i], sizes[i]));
        assert_true(game_store_add_copy(&store, games[i], sizes[i])); // it is there
        free(record);
    }
    assert_int_equal(store.count, GAMES);
    for (int i = 0; i < GAMES; i++) {
        GameKey key = game_key(games[i], sizes[i]);
        const StoredGame *found = game_store_find(&store, key);
        assert_non_null(found);
        assert_int_equal(found->size, sizes[i]);
        assert_memory_equal(found->bytes, games[i], sizes[i]);
        assert_int_equal(found->bytes == games[i], i % 2);
        assert_null(game_store_find(&store, key ^ 1));
    }
    game_store_free(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_is_read_as_it_was_written),
        cmocka_unit_test(test_any_moves_are_read_as_they_were_written),
        cmocka_unit_test(test_stones_of_both_colors_are_set_up),
        cmocka_unit_test(test_near_moves_cost_little),
        cmocka_unit_test(test_any_bytes_are_some_game),
        cmocka_unit_test(test_games_are_found_by_their_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

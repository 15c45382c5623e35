// SPDX-License-Identifier: MIT
#include "player_rank.h"

#include <stdio.h>
#include <string.h>

#include "picture.h"

// What follows from games, each W or L.
static PlayerRank after(PlayerRank player, const char *games)
{
    for (; *games != '\0'; games++)
        player = player_rank_after(player, *games == 'W');
    return player;
}

static void assert_after(PlayerRank before, const char *games, Rank rank, int streak)
{
    PlayerRank player = after(before, games);
    if (player.rank != rank || player.streak != streak)
        fail_msg("%s: rank %d, streak %d", games, player.rank, player.streak);
}

static void test_three_in_a_row_change_the_rank(void **state)
{
    (void)state;
    const PlayerRank ten_kyu = {-9, 0};
    assert_after(ten_kyu, "", -9, 0);
    assert_after(ten_kyu, "W", -9, 1);
    assert_after(ten_kyu, "WW", -9, 2);
    assert_after(ten_kyu, "WWW", -8, 0);
    assert_after(ten_kyu, "L", -9, -1);
    assert_after(ten_kyu, "LLL", -10, 0);
    assert_after(ten_kyu, "WWWWWW", -7, 0);
    assert_after(ten_kyu, "WWWWW", -8, 2);
    // Another result begins anew.
    assert_after(ten_kyu, "WWL", -9, -1);
    assert_after(ten_kyu, "LLW", -9, 1);
    assert_after(ten_kyu, "WWLWWLWW", -9, 2);
    assert_after(ten_kyu, "WLWLWLWLWL", -9, -1);
    assert_after((PlayerRank){RANK_1_KYU, 2}, "W", RANK_1_DAN, 0);
    assert_after((PlayerRank){RANK_1_DAN, -2}, "L", RANK_1_KYU, 0);
}

static void test_limits(void **state)
{
    (void)state;
    assert_after((PlayerRank){LEVEL_RANK_MOST, 0}, "WWW", LEVEL_RANK_MOST, 0);
    assert_after((PlayerRank){LEVEL_RANK_MOST, 0}, "WWWLLL", LEVEL_RANK_MOST - 1, 0);
    assert_after((PlayerRank){LEVEL_RANK_LEAST, 0}, "LLL", LEVEL_RANK_LEAST, 0);
    assert_after((PlayerRank){LEVEL_RANK_LEAST, 0}, "LLLWWW", LEVEL_RANK_LEAST + 1, 0);
}

static void assert_told(PlayerRank before, bool won, const char *wanted)
{
    char bytes[200];
    Text text = text_over(bytes, sizeof bytes);
    player_rank_tell(before, won, &text);
    assert_string_equal(bytes, wanted);
}

static void test_each_game_is_told(void **state)
{
    (void)state;
    assert_told((PlayerRank){-14, 0}, true,
                "You are 15k; two more wins in a row make you 14k.\n");
    assert_told((PlayerRank){-14, 1}, true,
                "You are 15k; one more win in a row makes you 14k.\n");
    assert_told((PlayerRank){-14, 2}, true,
                "Three wins in a row: you are 14k now, and so is Ponnuki.\n");
    assert_told((PlayerRank){-14, 2}, false,
                "You are 15k; two more losses in a row make you 16k.\n");
    assert_told((PlayerRank){0, -1}, false,
                "You are 1k; one more loss in a row makes you 2k.\n");
    assert_told((PlayerRank){1, -2}, false,
                "Three losses in a row: you are 1k now, and so is Ponnuki.\n");
    assert_told((PlayerRank){6, 1}, true,
                "You are 6d, the strongest level there is.\n");
    assert_told(
        (PlayerRank){6, 2}, true,
        "Three wins in a row: you are still 6d, the strongest level there is.\n");
    assert_told(
        (PlayerRank){-19, -2}, false,
        "Three losses in a row: you are still 20k, the weakest level there is.\n");
}

static void assert_next(PlayerRank player, const char *wanted)
{
    char bytes[200];
    Text text = text_over(bytes, sizeof bytes);
    player_rank_tell_next(player, &text);
    assert_string_equal(bytes, wanted);
}

static void test_the_next_change_is_told(void **state)
{
    (void)state;
    assert_next((PlayerRank){-4, 0},
                "You are 5k; three wins or three losses in a row change that.\n");
    assert_next((PlayerRank){LEVEL_RANK_MOST, 0},
                "You are 6d; three losses in a row change that.\n");
    assert_next((PlayerRank){LEVEL_RANK_LEAST, 0},
                "You are 20k; three wins in a row change that.\n");
    assert_next((PlayerRank){LEVEL_RANK_LEAST, 2},
                "You are 20k; one more win in a row makes you 19k.\n");
    assert_next((PlayerRank){LEVEL_RANK_LEAST, -1},
                "You are 20k, the weakest level there is.\n");
}

static void test_what_is_written_is_read(void **state)
{
    (void)state;
    char bytes[PLAYER_TEXT_SIZE], error[PLAYER_TEXT_SIZE];
    for (Rank rank = LEVEL_RANK_LEAST; rank <= LEVEL_RANK_MOST; rank++)
        for (int streak = 1 - PLAYER_STREAK; streak < PLAYER_STREAK; streak++) {
            Text text = text_over(bytes, sizeof bytes);
            Text message = text_over(error, sizeof error);
            player_rank_write((PlayerRank){rank, streak}, &text);
            assert_false(text.truncated);
            PlayerRank player = {RANK_UNKNOWN, 7};
            assert_true(player_rank_read(bytes, &player, &message));
            assert_int_equal(player.rank, rank);
            assert_int_equal(player.streak, streak);
        }
    Text text = text_over(bytes, sizeof bytes);
    player_rank_write((PlayerRank){-14, -2}, &text);
    assert_string_equal(bytes, "rank: 15k\nlosses in a row: 2\n");
}

static void assert_read(const char *lines, Rank rank, int streak)
{
    char error[PLAYER_TEXT_SIZE];
    Text message = text_over(error, sizeof error);
    PlayerRank player = {RANK_UNKNOWN, 7};
    if (!player_rank_read(lines, &player, &message))
        fail_msg("%s: %s", lines, error);
    assert_int_equal(player.rank, rank);
    assert_int_equal(player.streak, streak);
}

static void test_what_a_person_has_written(void **state)
{
    (void)state;
    assert_read("rank: 10k", -9, 0);
    assert_read("rank:6d\n", 6, 0);
    assert_read("\xef\xbb\xbfrank: 10k\r\nwins in a row: 2\r\n", -9, 2);
    assert_read("\n  losses in a row:  1 \n\t rank: 20k\t\n\n", -19, -1);
    assert_read("rank: 1d\nwins in a row: 0", 1, 0);
}

static void assert_damaged(const char *lines, const char *wanted)
{
    char error[PLAYER_TEXT_SIZE];
    Text message = text_over(error, sizeof error);
    PlayerRank player = {3, -1};
    assert_false(player_rank_read(lines, &player, &message));
    assert_string_equal(error, wanted);
    assert_int_equal(player.rank, 3);
    assert_int_equal(player.streak, -1);
}

static void test_damaged_lines(void **state)
{
    (void)state;
    static const char MISSING[] = "a line such as `rank: 10k` is missing";
    static const char RANKS[] = "line 1: the rank must be from 20k to 6d";
    assert_damaged("", MISSING);
    assert_damaged("\n\n", MISSING);
    assert_damaged("wins in a row: 1\n", MISSING);
    assert_damaged("rank: 21k\n", RANKS);
    assert_damaged("rank: 7d\n", RANKS);
    assert_damaged("rank: max\n", RANKS);
    assert_damaged("rank:\n", RANKS);
    assert_damaged("rank: 5k and more\n", RANKS);
    assert_damaged("rank: 5k\nwins in a row: 3\n",
                   "line 2: the games in a row must be a whole number from 0 to 2");
    assert_damaged("rank: 5k\nlosses in a row: -1\n",
                   "line 2: the games in a row must be a whole number from 0 to 2");
    static const char WORDS[] = "only one `rank: 10k` and one `wins in a row: 1` or "
                                "`losses in a row: 1` may be there";
    static const char *const OTHERS[] = {
        "hello",    "Rank: 5k",           "rank 5k",
        "\x01\x02", "rank: 5k\nrank: 4k", "wins in a row: 1\nlosses in a row: 1"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        char wanted[200];
        snprintf(wanted, sizeof wanted, "line %d: %s",
                 strchr(OTHERS[i], '\n') != NULL ? 2 : 1, WORDS);
        assert_damaged(OTHERS[i], wanted);
    }
    char line[PLAYER_TEXT_SIZE + 1];
    memset(line, ' ', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_damaged(line, "line 1: it is too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_in_a_row_change_the_rank),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_each_game_is_told),
        cmocka_unit_test(test_the_next_change_is_told),
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_what_a_person_has_written),
        cmocka_unit_test(test_damaged_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

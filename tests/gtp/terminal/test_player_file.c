// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // NOLINT: the name is given; for mkdtemp and setenv
#include "player_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "picture.h"

enum { PATH_SIZE = 1024 };

// A folder of its own for each test, and the message of the last call.
typedef struct Fixture {
    char home[64], path[PATH_SIZE], error[2 * PATH_SIZE];
} Fixture;

static Fixture fixture;

static const char *in_home(const char *name)
{
    snprintf(fixture.path, sizeof fixture.path, "%s/%s", fixture.home, name);
    return fixture.path;
}

static int set_up(void **state)
{
    (void)state;
    snprintf(fixture.home, sizeof fixture.home, "/tmp/ponnuki-player-XXXXXX");
    unsetenv("XDG_STATE_HOME");
    return mkdtemp(fixture.home) == NULL || setenv("HOME", fixture.home, 1) != 0;
}

static int tear_down(void **state)
{
    (void)state;
    static const char *const NAMES[] = {".local/state/ponnuki/player",
                                        ".local/state/ponnuki",
                                        ".local/state",
                                        ".local",
                                        "own/deep/ponnuki/player",
                                        "own/deep/ponnuki",
                                        "own/deep",
                                        "own",
                                        "target"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        remove(in_home(NAMES[i]));
    return rmdir(fixture.home); // nothing else was left behind
}

static bool was_written(PlayerRank player)
{
    Text message = text_over(fixture.error, sizeof fixture.error);
    bool written = player_file_write(player, &message);
    assert_int_equal(written, message.length == 0);
    return written;
}

static PlayerFileResult read_player(PlayerRank *player)
{
    Text message = text_over(fixture.error, sizeof fixture.error);
    *player = (PlayerRank){3, -1};
    PlayerFileResult result = player_file_read(player, &message);
    assert_int_equal(result == PLAYER_FILE_FAILED, message.length > 0);
    if (result != PLAYER_FILE_READ) {
        assert_int_equal(player->rank, 3);
        assert_int_equal(player->streak, -1);
    }
    return result;
}

static void put(const char *name, const char *content)
{
    FILE *file = fopen(in_home(name), "wb");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_content(const char *name, const char *wanted)
{
    char content[PLAYER_TEXT_SIZE];
    FILE *file = fopen(in_home(name), "rb");
    assert_non_null(file);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(content, wanted);
}

static void assert_mode(const char *name, unsigned wanted)
{
    struct stat status;
    assert_int_equal(stat(in_home(name), &status), 0);
    assert_int_equal(status.st_mode & 0777, wanted);
}

static void test_it_is_in_the_home_folder(void **state)
{
    (void)state;
    PlayerRank player;
    assert_int_equal(read_player(&player), PLAYER_FILE_MISSING);
    assert_false(file_is_there(in_home(".local"))); // reading makes nothing
    assert_true(was_written((PlayerRank){-9, 2}));
    assert_content(".local/state/ponnuki/player", "rank: 10k\nwins in a row: 2\n");
    assert_mode(".local", 0700);
    assert_mode(".local/state", 0700);
    assert_mode(".local/state/ponnuki", 0700);
    assert_int_equal(read_player(&player), PLAYER_FILE_READ);
    assert_int_equal(player.rank, -9);
    assert_int_equal(player.streak, 2);
    assert_true(was_written((PlayerRank){1, -1}));
    assert_content(".local/state/ponnuki/player", "rank: 1d\nlosses in a row: 1\n");
}

static void test_it_is_where_the_state_is(void **state)
{
    (void)state;
    assert_int_equal(setenv("XDG_STATE_HOME", in_home("own/deep"), 1), 0);
    assert_true(was_written((PlayerRank){-9, 0}));
    assert_content("own/deep/ponnuki/player", "rank: 10k\nwins in a row: 0\n");
    assert_mode("own", 0700);
    assert_false(file_is_there(in_home(".local")));
}

static void test_only_absolute_paths_count(void **state)
{
    (void)state;
    PlayerRank player;
    static const char MISSING[] = "neither XDG_STATE_HOME nor HOME is an absolute path";
    assert_int_equal(setenv("XDG_STATE_HOME", "own", 1), 0);
    assert_true(was_written((PlayerRank){-9, 0}));
    assert_false(file_is_there("own"));
    assert_content(".local/state/ponnuki/player", "rank: 10k\nwins in a row: 0\n");
    assert_int_equal(setenv("XDG_STATE_HOME", "", 1), 0);
    assert_int_equal(read_player(&player), PLAYER_FILE_READ);
    static const char *const HOMES[] = {"", "here", NULL};
    for (size_t i = 0; i < sizeof HOMES / sizeof HOMES[0]; i++) {
        if (HOMES[i] != NULL)
            setenv("HOME", HOMES[i], 1);
        else
            unsetenv("HOME");
        assert_int_equal(read_player(&player), PLAYER_FILE_FAILED);
        assert_string_equal(fixture.error, MISSING);
        assert_false(was_written((PlayerRank){-9, 0}));
        assert_string_equal(fixture.error, MISSING);
    }
}

static void test_a_damaged_file_stays_until_a_rank_is_chosen(void **state)
{
    (void)state;
    PlayerRank player;
    char wanted[2 * PATH_SIZE];
    assert_true(was_written((PlayerRank){-9, 0}));
    put(".local/state/ponnuki/player", "rank: 10k\nnonsense\n");
    assert_int_equal(read_player(&player), PLAYER_FILE_FAILED);
    snprintf(wanted, sizeof wanted, "cannot understand %s: line 2: ", fixture.path);
    assert_memory_equal(fixture.error, wanted, strlen(wanted));
    assert_content(".local/state/ponnuki/player", "rank: 10k\nnonsense\n");
    char large[2 * PLAYER_TEXT_SIZE];
    memset(large, '\n', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    put(".local/state/ponnuki/player", large);
    assert_int_equal(read_player(&player), PLAYER_FILE_FAILED);
    assert_non_null(strstr(fixture.error, ": File too large"));
    assert_true(was_written((PlayerRank){-4, 0}));
    assert_int_equal(read_player(&player), PLAYER_FILE_READ);
    assert_int_equal(player.rank, -4);
}

static void test_what_is_no_file(void **state)
{
    (void)state;
    PlayerRank player;
    put(".local", "");
    assert_false(was_written((PlayerRank){-9, 0}));
    assert_non_null(strstr(fixture.error, "cannot make "));
    assert_int_equal(read_player(&player), PLAYER_FILE_FAILED);
    assert_int_equal(remove(in_home(".local")), 0);
    assert_true(was_written((PlayerRank){-9, 0}));
    assert_int_equal(remove(in_home(".local/state/ponnuki/player")), 0);
    assert_true(folder_make(in_home(".local/state/ponnuki/player")));
    assert_int_equal(read_player(&player), PLAYER_FILE_FAILED);
    assert_non_null(strstr(fixture.error, "cannot read "));
    assert_false(was_written((PlayerRank){-9, 0}));
    assert_non_null(strstr(fixture.error, "cannot write "));
}

// As of people who keep such files somewhere else.
static void test_a_link_stays_one(void **state)
{
    (void)state;
    char target[PATH_SIZE];
    assert_true(was_written((PlayerRank){-9, 0}));
    assert_int_equal(remove(in_home(".local/state/ponnuki/player")), 0);
    put("target", "rank: 5k\n");
    snprintf(target, sizeof target, "%s", fixture.path);
    assert_int_equal(symlink(target, in_home(".local/state/ponnuki/player")), 0);
    assert_true(was_written((PlayerRank){-3, 1}));
    assert_content("target", "rank: 4k\nwins in a row: 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_it_is_in_the_home_folder, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_it_is_where_the_state_is, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_only_absolute_paths_count, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            test_a_damaged_file_stays_until_a_rank_is_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_no_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_link_stays_one, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

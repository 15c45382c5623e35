// SPDX-License-Identifier: MIT
#include "terminal_command.h"

#include <stdio.h>
#include <string.h>

#include "picture.h"

typedef struct ParsedLine {
    TerminalCommand command;
    char message[256]; // empty on success
} ParsedLine;

// Reads a line on a board of 9x9.
static ParsedLine read_line(const char *line)
{
    ParsedLine reading;
    Text message = text_over(reading.message, sizeof reading.message);
    Position pos;
    position_init(&pos, 9, 9);
    bool success = terminal_command_read(line, &pos, &reading.command, &message);
    assert_int_equal(success, reading.message[0] == '\0');
    return reading;
}

static TerminalCommand good(const char *line)
{
    ParsedLine reading = read_line(line);
    assert_string_equal(reading.message, "");
    return reading.command;
}

static void assert_verb(const char *line, TerminalVerb verb)
{
    assert_int_equal(good(line).verb, verb);
}

static void assert_message(const char *line, const char *message)
{
    ParsedLine reading = read_line(line);
    assert_string_equal(reading.message, message);
}

static void test_moves(void **state)
{
    (void)state;
    assert_verb("d4", GAME_MOVE);
    assert_int_equal(good("d4").point, picture_point("D4"));
    assert_int_equal(good(" \tJ9 \r\n").point, picture_point("J9"));
    assert_verb("PASS", GAME_MOVE);
    assert_int_equal(good("pass").point, PASS);
    assert_message(
        "k1",
        "k1 is not on this board. Points go from A1 to J9; there is no column I.");
    assert_message(
        "a10",
        "a10 is not on this board. Points go from A1 to J9; there is no column I.");
    assert_message(
        "i5",
        "i5 is not on this board. Points go from A1 to J9; there is no column I.");
    assert_message(
        "I10",
        "I10 is not on this board. Points go from A1 to J9; there is no column I.");
    assert_message("i0", "`i0` is not a move or command. Type a point from A1 to J9, "
                         "`pass`, or `help`.");
    assert_message("i100", "`i100` is not a move or command. Type a point from A1 to "
                           "J9, `pass`, or `help`.");
    assert_message("d4 e5", "`d4` takes no argument (got `e5`).");
    assert_message("what now", "`what` is not a move or command. Type a point from A1 "
                               "to J9, `pass`, or `help`.");
}

static void test_words_alone(void **state)
{
    (void)state;
    assert_verb("", GAME_NOTHING);
    assert_verb(" \t ", GAME_NOTHING);
    assert_verb("undo", GAME_UNDO);
    assert_verb("hint", GAME_HINT);
    assert_verb("Score", GAME_SCORE);
    assert_verb("resign", GAME_RESIGN);
    assert_verb("board", GAME_BOARD);
    assert_verb("help", GAME_HELP);
    assert_verb("?", GAME_HELP);
    assert_verb("quit", GAME_QUIT);
    assert_verb("exit", GAME_QUIT);
    assert_message("undo 2", "`undo` takes no argument (got `2`).");
    assert_message("pass me the salt", "`pass` takes no argument (got `me the salt`).");
}

static void test_numbers(void **state)
{
    (void)state;
    assert_verb("new", GAME_NEW);
    assert_int_equal(good("new").number, 0);
    assert_int_equal(good("new").rows, 0);
    assert_int_equal(good("new 13").number, 13);
    assert_int_equal(good("new 13").rows, 13);
    assert_int_equal(good("new 9x13").number, 9);
    assert_int_equal(good("new 9x13").rows, 13);
    assert_int_equal(good("new 19X1").rows, 1);
    assert_message(
        "new 9x20",
        "`9x20` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_message(
        "new 9x",
        "`9x` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_message(
        "new x9",
        "`x9` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_message(
        "new 9x9x9",
        "`9x9x9` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_int_equal(good("new 1").number, 1);
    assert_message(
        "new 0",
        "`0` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_message(
        "new 20",
        "`20` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_message(
        "new game",
        "`game` is not a board size. Type a number from 1 to 19, such as `new 13`.");
    assert_verb("handicap 4", GAME_HANDICAP);
    assert_int_equal(good("handicap 4").number, 4);
    assert_message("handicap", "Type the number of stones too, such as `handicap 4`.");
    assert_int_equal(good("komi -0.5").number, -1);
    assert_int_equal(good("komi 7.5").number, 15);
    assert_message("komi x", "Komi must be a number of points such as 7.5 or -3, from "
                             "-1000 to 1000.");
    assert_int_equal(good("komi 1000").number, 2000);
    assert_message("komi 6.75",
                   "Komi must be a multiple of half a point such as 7.5 or -3.");
    assert_message("komi 1e9",
                   "Komi must be a number of points such as 7.5 or -3, from "
                   "-1000 to 1000.");
}

static void assert_level(const char *line, Rank rank)
{
    TerminalCommand command = good(line);
    assert_int_equal(command.verb, GAME_LEVEL);
    assert_int_equal(command.level, LEVEL_OF_RANK);
    assert_int_equal(command.rank, rank);
}

static void test_levels(void **state)
{
    (void)state;
    static const char CHOICES[] = "The level must be a rank from 20k to 6d, or max for "
                                  "full strength, or auto to follow yours.";
    assert_int_equal(good("level").verb, GAME_LEVEL);
    assert_int_equal(good("level").level, LEVEL_TOLD);
    assert_int_equal(good("level auto").level, LEVEL_FOLLOWING);
    assert_int_equal(good("Level AUTO").level, LEVEL_FOLLOWING);
    assert_level("level 20k", -19);
    assert_level("level 5k", -4);
    assert_level("level 5K", -4);
    assert_level("level 1d", RANK_1_DAN);
    assert_level("level 6d", 6);
    assert_level("level max", RANK_UNKNOWN);
    static const char *const WRONG[] = {"level 5",   "level 21k",   "level 7d",
                                        "level 0k",  "level 1p",    "level 5k 6k",
                                        "level low", "level autos", "level maximum"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        assert_message(WRONG[i], CHOICES);
    char line[500] = "level 5k";
    memset(line + 8, 'k', sizeof line - 9);
    assert_message(line, CHOICES);
}

static void test_colors(void **state)
{
    (void)state;
    static const char CHOICES[] = "Type `color black` or `color white`, or `color "
                                  "both` for two players.";
    TerminalCommand command = good("color white");
    assert_int_equal(command.verb, GAME_COLOR);
    assert_false(command.person[BLACK]);
    assert_true(command.person[WHITE]);
    command = good("color B");
    assert_true(command.person[BLACK]);
    assert_false(command.person[WHITE]);
    command = good("color Both");
    assert_true(command.person[BLACK]);
    assert_true(command.person[WHITE]);
    assert_message("color", CHOICES);
    assert_message("color green", CHOICES);
}

static void test_files(void **state)
{
    (void)state;
    assert_verb("save a.sgf", GAME_SAVE);
    assert_verb("load a.sgf", GAME_LOAD);
    assert_string_equal(good("save my game.sgf  ").path, "my game.sgf");
    assert_string_equal(good("load \"my game.sgf\"").path, "my game.sgf");
    assert_string_equal(good("load \"").path, "\"");
    assert_string_equal(good("SAVE Caf\xc3\xa9.sgf").path, "Caf\xc3\xa9.sgf");
    assert_message(
        "save",
        "Type the name of a file too, such as `save game.sgf` or `load game.sgf`.");
    assert_message(
        "load \"\"",
        "Type the name of a file too, such as `save game.sgf` or `load game.sgf`.");
    char line[3000];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    memcpy(line, "save ", 5);
    assert_message(line, "The file name is too long. Use a shorter one.");
    line[5 + GAME_PATH_SIZE] = '\0';
    assert_message(line, "The file name is too long. Use a shorter one.");
    line[5 + GAME_PATH_SIZE - 1] = '\0';
    assert_int_equal(strlen(good(line).path), GAME_PATH_SIZE - 1);
}

static void test_the_help_names_every_command(void **state)
{
    (void)state;
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    terminal_command_write_help(&text);
    assert_false(text.truncated);
    static const char *const NAMES[] = {"pass", "undo", "hint",     "score", "resign",
                                        "new",  "save", "handicap", "color", "level",
                                        "komi", "load", "board",    "help",  "quit"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char start[32];
        snprintf(start, sizeof start, "\n  %s ", NAMES[i]);
        if (strstr(bytes, start) == NULL)
            fail_msg("%s is not in\n%s", NAMES[i], bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_words_alone),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_colors),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_the_help_names_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

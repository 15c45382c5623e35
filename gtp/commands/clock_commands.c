// SPDX-License-Identifier: MIT
//
// Clocks. Controllers repeat these commands at any time and with numbers of any size.
// So a command is refused only if it has no meaning. A negative number has a meaning in
// two places. As a maximum it means that there is none; on a clock, that the clock has
// run out. Source: GTP 2 draft 2, "Tournament commands"; kgs-time_settings is kgsGtp's,
// kata-time_settings KataGo's.
#include "commands.h"

#include <string.h>

#include "arguments.h"

static double limit_seconds(double seconds)
{
    static const double LIMIT = 1e9; // more than anyone plays
    if (seconds < 0)
        return 0;
    return seconds > LIMIT ? LIMIT : seconds;
}

// Without overtime, a time system is absolute. If overtime requires no moves, there is
// no limit at all.
static void classify(TimeSettings *settings)
{
    if (settings->system != TIME_CANADIAN && settings->system != TIME_BYO_YOMI)
        return;
    if (settings->period > 0 && settings->stones > 0)
        return;
    if (settings->period > 0 && settings->system == TIME_CANADIAN)
        *settings = (TimeSettings){.system = TIME_UNLIMITED};
    else
        *settings = (TimeSettings){.system = TIME_ABSOLUTE, .main = settings->main};
}

// The kinds of time settings, and the numbers that follow each. One letter stands for a
// number: `m` main time, `p` period, `s` stones or periods, `c` maximum on the clock,
// `t` maximum for a move.
typedef struct ClockKind {
    const char *name;
    const char *numbers;
    TimeSystem system;
} ClockKind;

static const ClockKind KINDS[] = {
    {"none", "", TIME_UNLIMITED},      {"absolute", "m", TIME_ABSOLUTE},
    {"byoyomi", "mps", TIME_BYO_YOMI}, {"canadian", "mps", TIME_CANADIAN},
    {"fischer", "mp", TIME_FISCHER},   {"fischer-capped", "mpct", TIME_FISCHER},
};

// The first entries are those of kgsGtp.
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0], KGS_KIND_COUNT = 4 };

static const ClockKind *find_kind(const char *name, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(KINDS[i].name, name) == 0)
            return &KINDS[i];
    return NULL;
}

// Reads a number of stones or periods.
static bool read_count(const char *word, int *count, Text *reply)
{
    return arg_int(word, count) ||
           arg_refuse("syntax error", word, "a whole number of stones or periods",
                      reply);
}

// Reads seconds. Negative seconds count as 0.
static bool read_any_seconds(const char *word, double *seconds, Text *reply)
{
    if (!arg_float(word, seconds))
        return arg_refuse("syntax error", word, "a number of seconds such as 30 or 2.5",
                          reply);
    *seconds = limit_seconds(*seconds);
    return true;
}

// Reads seconds. They must not be negative.
static bool read_seconds(const char *word, double *seconds, Text *reply)
{
    double asked;
    if (arg_float(word, &asked) && asked < 0)
        return arg_refuse("syntax error", word, "a number of seconds, at least 0",
                          reply);
    return read_any_seconds(word, seconds, reply);
}

// Reads one number of a kind.
static bool read_number(const char *word, char what, TimeSettings *settings,
                        Text *reply)
{
    if (what == 's')
        return read_count(word, &settings->stones, reply);
    if (what == 'c')
        return read_any_seconds(word, &settings->clock_max, reply);
    if (what == 't')
        return read_any_seconds(word, &settings->move_max, reply);
    return read_seconds(word, what == 'm' ? &settings->main : &settings->period, reply);
}

// Sets the clocks to a kind and the numbers after it. Pre: there are that many words.
static bool set_clocks(Session *session, const ClockKind *kind, char **words,
                       Text *reply)
{
    TimeSettings settings = {.system = kind->system};
    for (int i = 0; kind->numbers[i] != '\0'; i++)
        if (!read_number(words[i], kind->numbers[i], &settings, reply))
            return false;
    classify(&settings);
    engine_set_clocks(session->engine, &settings);
    return true;
}

// Sets the clocks for a command whose first word is one of the first `kinds` kinds.
static bool set_kind(Session *session, const Command *command, int kinds, Text *reply)
{
    const ClockKind *kind = find_kind(command->argv[0], kinds);
    if (kind == NULL || strlen(kind->numbers) + 1 != (size_t)command->argc)
        return command_fail_usage(command, reply);
    return set_clocks(session, kind, command->argv + 1, reply);
}

static bool handle_time_settings(Session *session, const Command *command, Text *reply)
{
    const ClockKind *canadian = find_kind("canadian", KIND_COUNT);
    return set_clocks(session, canadian, command->argv, reply);
}

static bool handle_kgs_time_settings(Session *session, const Command *command,
                                     Text *reply)
{
    return set_kind(session, command, KGS_KIND_COUNT, reply);
}

static bool handle_kata_time_settings(Session *session, const Command *command,
                                      Text *reply)
{
    return set_kind(session, command, KIND_COUNT, reply);
}

static bool handle_kata_list_time_settings(Session *session, const Command *command,
                                           Text *reply)
{
    (void)session, (void)command;
    for (int i = 0; i < KIND_COUNT; i++)
        text_printf(reply, i == 0 ? "%s" : " %s", KINDS[i].name);
    return true;
}

static bool handle_time_left(Session *session, const Command *command, Text *reply)
{
    Color player;
    double seconds;
    int stones = 0;
    if (!arg_need_color(command->argv[0], &player, reply) ||
        !read_any_seconds(command->argv[1], &seconds, reply) ||
        !read_count(command->argv[2], &stones, reply))
        return false;
    engine_set_time_left(session->engine, player, seconds, stones);
    return true;
}

const CommandEntry CLOCK_COMMANDS[] = {
    {"time_settings", 3, 3, handle_time_settings,
     "MAIN PERIOD STONES: set main time and Canadian overtime, in seconds"},
    {"time_left", 3, 3, handle_time_left,
     "COLOR SECONDS STONES: set the time left to a player; in main time STONES is 0, "
     "on an expired clock SECONDS is negative"},
    {"kgs-time_settings", 1, 4, handle_kgs_time_settings,
     "none | absolute MAIN | canadian MAIN PERIOD STONES | byoyomi MAIN PERIOD "
     "PERIODS: set the kind of clock and its times in seconds"},
    {"kata-time_settings", 1, 5, handle_kata_time_settings,
     "none | absolute MAIN | canadian MAIN PERIOD STONES | byoyomi MAIN PERIOD "
     "PERIODS | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT CLOCK-MAX "
     "MOVE-MAX: set the kind of clock and its times in seconds; a negative maximum "
     "means no maximum"},
    {"kata-list_time_settings", 0, ARGS_ANY, handle_kata_list_time_settings,
     ": kinds of clocks for kata-time_settings"},
    {NULL, 0, 0, NULL, NULL},
};

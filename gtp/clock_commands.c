// SPDX-License-Identifier: MIT
//
// Clocks. Source: GTP 2 draft 2, "Tournament commands"; kgs-time_settings is kgsGtp's.
// Controllers repeat these at any moment and with any numbers, so little is refused.
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

// Reads what a time setting consists of, from `arguments` words: main time, then
// seconds and number of an overtime period. What is not given is zero.
static bool read_settings(char **words, int count, TimeSettings *settings)
{
    double main_time, period = 0;
    int stones = 0;
    if (!arg_float(words[0], &main_time) ||
        (count > 1 && !arg_float(words[1], &period)) ||
        (count > 2 && !arg_int(words[2], &stones)))
        return false;
    settings->main = limit_seconds(main_time);
    settings->period = limit_seconds(period);
    settings->stones = stones;
    return true;
}

// Without overtime a system is absolute; overtime in which nothing has to be played is
// no limit at all.
static void classify(TimeSettings *settings, TimeSystem overtime)
{
    if (settings->period > 0 && settings->stones > 0)
        settings->system = overtime;
    else if (settings->period > 0 && overtime == TIME_CANADIAN)
        *settings = (TimeSettings){.system = TIME_UNLIMITED};
    else
        *settings = (TimeSettings){.system = TIME_ABSOLUTE, .main = settings->main};
}

static bool handle_time_settings(Session *session, const Command *command, Text *reply)
{
    TimeSettings settings;
    if (!read_settings(command->argv, 3, &settings))
        return command_fail(reply, "syntax error");
    classify(&settings, TIME_CANADIAN);
    time_control_set(engine_time_control(session->engine), &settings);
    return true;
}

// The kinds of kgs-time_settings and how many numbers follow them.
typedef struct ClockKind {
    const char *name;
    int numbers;
    TimeSystem overtime;
} ClockKind;

static const ClockKind KINDS[] = {
    {"none", 0, TIME_UNLIMITED},
    {"absolute", 1, TIME_ABSOLUTE},
    {"canadian", 3, TIME_CANADIAN},
    {"byoyomi", 3, TIME_BYO_YOMI},
};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static const ClockKind *find_kind(const char *name)
{
    for (int i = 0; i < KIND_COUNT; i++)
        if (strcmp(KINDS[i].name, name) == 0)
            return &KINDS[i];
    return NULL;
}

static bool handle_kgs_time_settings(Session *session, const Command *command,
                                     Text *reply)
{
    TimeSettings settings = {.system = TIME_UNLIMITED};
    const ClockKind *kind = find_kind(command->argv[0]);
    if (kind == NULL || command->argc - 1 != kind->numbers)
        return command_fail(reply, "syntax error");
    if (kind->numbers > 0) {
        if (!read_settings(command->argv + 1, kind->numbers, &settings))
            return command_fail(reply, "syntax error");
        classify(&settings, kind->overtime);
    }
    time_control_set(engine_time_control(session->engine), &settings);
    return true;
}

static bool handle_time_left(Session *session, const Command *command, Text *reply)
{
    Color player;
    double seconds;
    int stones;
    if (!arg_color(command->argv[0], &player) ||
        !arg_float(command->argv[1], &seconds) || !arg_int(command->argv[2], &stones))
        return command_fail(reply, "syntax error");
    time_control_left(engine_time_control(session->engine), player,
                      limit_seconds(seconds), stones);
    return true;
}

const CommandEntry CLOCK_COMMANDS[] = {
    {"time_settings", 3, 3, handle_time_settings,
     "MAIN PERIOD STONES: seconds of main time, Canadian overtime"},
    {"time_left", 3, 3, handle_time_left,
     "COLOR SECONDS STONES: what a clock shows; 0 stones: main time"},
    {"kgs-time_settings", 1, 4, handle_kgs_time_settings,
     "none | absolute MAIN | canadian MAIN PERIOD STONES | byoyomi MAIN PERIOD "
     "PERIODS"},
    {NULL, 0, 0, NULL, NULL},
};

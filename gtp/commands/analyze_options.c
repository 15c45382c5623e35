// SPDX-License-Identifier: MIT
#include "analyze_options.h"

#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "point_list.h"

// Minimum and maximum seconds between two lines.
static const double INTERVAL_MIN = 0.01, INTERVAL_MAX = 1e6;

// The option that is being read.
typedef struct Reading {
    const Position *pos;
    AnalyzeOptions *options;
    char **words; // the words after the option's name
    Text *reply;
} Reading;

typedef bool OptionReader(Reading *reading);

typedef struct Option {
    const char *name;
    AnalyzeDialect dialect; // the first dialect that has the option
    int words;
    OptionReader *read; // NULL: understood, but there is nothing to report
    const char *hint;   // what the option requires
} Option;

static bool set_interval(const char *word, AnalyzeOptions *options)
{
    double centiseconds;
    if (!arg_float(word, &centiseconds) || centiseconds < 0)
        return false;
    double seconds = centiseconds / 100;
    if (seconds > 0 && seconds < INTERVAL_MIN)
        seconds = INTERVAL_MIN;
    options->interval = seconds > INTERVAL_MAX ? INTERVAL_MAX : seconds;
    return true;
}

static bool read_interval(Reading *reading)
{
    return set_interval(reading->words[0], reading->options);
}

static bool read_moves_min(Reading *reading)
{
    return arg_int(reading->words[0], &reading->options->moves_min);
}

static bool read_moves_max(Reading *reading)
{
    return arg_int(reading->words[0], &reading->options->moves_max) &&
           reading->options->moves_max > 0;
}

static bool read_bool(Reading *reading, bool *value)
{
    const char *word = reading->words[0];
    *value = strcmp(word, "true") == 0;
    return *value || strcmp(word, "false") == 0;
}

static bool read_root_info(Reading *reading)
{
    return read_bool(reading, &reading->options->root_info);
}

static bool read_ownership(Reading *reading)
{
    return read_bool(reading, &reading->options->ownership);
}

static bool read_ownership_deviation(Reading *reading)
{
    return read_bool(reading, &reading->options->ownership_deviation);
}

static bool read_moves_ownership(Reading *reading)
{
    return read_bool(reading, &reading->options->moves_ownership);
}

static bool read_moves_ownership_deviation(Reading *reading)
{
    return read_bool(reading, &reading->options->moves_ownership_deviation);
}

static bool read_line_visits(Reading *reading)
{
    return read_bool(reading, &reading->options->line_visits);
}

static bool read_line_edge_visits(Reading *reading)
{
    return read_bool(reading, &reading->options->line_edge_visits);
}

static bool read_ignored(Reading *reading)
{
    bool ignored;
    return read_bool(reading, &ignored);
}

// Moves of a player that an option names, up to a ply.
typedef struct Ban {
    Color player;
    PointList moves;
    bool resigns; // resigning is one of them
    int until;
} Ban;

static bool add_move(const char *word, const Position *pos, Ban *ban)
{
    Point move = NO_POINT;
    if (strcasecmp(word, "resign") == 0) {
        ban->resigns = true;
        return true;
    }
    VertexKind kind = arg_vertex(word, pos, &move);
    if (kind != VERTEX_ON_BOARD && kind != VERTEX_PASS)
        return false;
    point_list_add_new(&ban->moves, move);
    return true;
}

// Reads moves separated by commas. Changes the word.
static bool read_moves(char *word, const Position *pos, Ban *ban)
{
    while (word != NULL) {
        char *comma = strchr(word, ',');
        if (comma != NULL)
            *comma++ = '\0';
        if (!add_move(word, pos, ban))
            return false;
        word = comma;
    }
    return true;
}

static bool read_ban(Reading *reading, Ban *ban)
{
    ban->moves.count = 0;
    ban->resigns = false;
    return arg_color(reading->words[0], &ban->player) &&
           read_moves(reading->words[1], reading->pos, ban) &&
           arg_int(reading->words[2], &ban->until) && ban->until > 0;
}

static bool read_avoid(Reading *reading)
{
    Ban ban;
    AnalyzeOptions *options = reading->options;
    if (!read_ban(reading, &ban) || options->allows[ban.player])
        return false;
    options->avoids[ban.player] = true;
    for (int i = 0; i < ban.moves.count; i++)
        move_filter_add(&options->filter, ban.player, ban.moves.points[i], ban.until);
    if (ban.resigns)
        move_filter_add(&options->filter, ban.player, RESIGN, ban.until);
    return true;
}

// A resignation is no move on the board, so it is allowed whether it is named or not.
static bool read_allow(Reading *reading)
{
    Ban ban;
    AnalyzeOptions *options = reading->options;
    if (!read_ban(reading, &ban) || options->avoids[ban.player] ||
        options->allows[ban.player])
        return false;
    options->allows[ban.player] = true;
    for (Point move = 0; move < POINT_LIMIT; move++)
        if (move != RESIGN && !point_list_has(&ban.moves, move))
            move_filter_add(&options->filter, ban.player, move, ban.until);
    return true;
}

static const char BOOL_HINT[] = "true or false";
static const char BAN_HINT[] =
    "a color, moves separated by commas and a number of plies, such as "
    "`b D4,Q16 10`. Give a color either avoid options or one allow";

static const Option OPTIONS[] = {
    {"interval", DIALECT_LZ, 1, read_interval, "a number of centiseconds, at least 0"},
    {"minmoves", DIALECT_LZ, 1, read_moves_min, "a whole number, at least 0"},
    {"maxmoves", DIALECT_LZ, 1, read_moves_max, "a whole number, at least 1"},
    {"avoid", DIALECT_LZ, 3, read_avoid, BAN_HINT},
    {"allow", DIALECT_LZ, 3, read_allow, BAN_HINT},
    {"rootInfo", DIALECT_KATA, 1, read_root_info, BOOL_HINT},
    {"ownership", DIALECT_KATA, 1, read_ownership, BOOL_HINT},
    {"pvVisits", DIALECT_KATA, 1, read_line_visits, BOOL_HINT},
    {"pvEdgeVisits", DIALECT_KATA, 1, read_line_edge_visits, BOOL_HINT},
    {"ownershipStdev", DIALECT_KATA, 1, read_ownership_deviation, BOOL_HINT},
    {"movesOwnership", DIALECT_KATA, 1, read_moves_ownership, BOOL_HINT},
    {"movesOwnershipStdev", DIALECT_KATA, 1, read_moves_ownership_deviation, BOOL_HINT},
    // No game ends without a result, so there is nothing to report.
    {"noResultValue", DIALECT_KATA, 1, read_ignored, BOOL_HINT},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

static const Option *find_option(const char *name, AnalyzeDialect dialect)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (OPTIONS[i].dialect <= dialect && strcmp(OPTIONS[i].name, name) == 0)
            return &OPTIONS[i];
    return NULL;
}

static bool fail_for_name(const char *name, AnalyzeDialect dialect, Text *reply)
{
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    text_add(&allowed, "b, w, a number of centiseconds or an option:");
    for (int i = 0; i < OPTION_COUNT; i++)
        if (OPTIONS[i].dialect <= dialect)
            text_printf(&allowed, " %s", OPTIONS[i].name);
    return arg_refuse("syntax error", name, bytes, reply);
}

static bool read_option(const Option *option, int words_left, Reading *reading)
{
    if (words_left >= option->words && option->read(reading))
        return true;
    text_printf(reading->reply, "syntax error: %s takes %s", option->name,
                option->hint);
    return false;
}

bool analyze_options_read(const Command *command, const Position *pos,
                          AnalyzeDialect dialect, AnalyzeOptions *options, Text *reply)
{
    *options =
        (AnalyzeOptions){.player = (Color)pos->to_play, .moves_max = POINT_LIST_MAX};
    for (int i = 0; i < command->argc; i++) {
        char *word = command->argv[i];
        if (arg_color(word, &options->player) || set_interval(word, options))
            continue;
        const Option *option = find_option(word, dialect);
        if (option == NULL)
            return fail_for_name(word, dialect, reply);
        Reading reading = {pos, options, command->argv + i + 1, reply};
        if (!read_option(option, command->argc - i - 1, &reading))
            return false;
        i += option->words;
    }
    return true;
}

bool analyze_options_filter(const AnalyzeOptions *options)
{
    return options->avoids[BLACK] || options->avoids[WHITE] || options->allows[BLACK] ||
           options->allows[WHITE];
}

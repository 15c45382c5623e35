// SPDX-License-Identifier: MIT
//
// Board, komi, handicap and set-up positions. Source: GTP 2 draft 2, "Setup Commands"
// and "Handicap placement"; set_position and get_komi are KataGo's,
// gogui-setup and gogui-setup_player GoGui's.
#include "commands.h"

#include <math.h>
#include <stdlib.h>

#include "arguments.h"
#include "handicap.h"

static const Position *position_of(const Session *session)
{
    return &engine_game(session->engine)->position;
}

static bool handle_boardsize(Session *session, const Command *command, Text *reply)
{
    int columns, rows;
    if (!arg_need_size(command->argv[0], &columns, reply) ||
        !arg_need_size(command->argv[command->argc - 1], &rows, reply))
        return false;
    engine_new_game(session->engine, columns, rows);
    return true;
}

static bool handle_clear_board(Session *session, const Command *command, Text *reply)
{
    (void)command, (void)reply;
    const Position *pos = position_of(session);
    engine_new_game(session->engine, pos->columns, pos->rows);
    return true;
}

static void write_komi(int komi, Text *text)
{
    text_printf(text, komi % 2 == 0 ? "%.0f" : "%.1f", komi / 2.0);
}

// Writes to standard error that this komi, in half points, replaces the number that was
// asked for.
static void tell_of_komi(const Session *session, const char *asked, int komi)
{
    char bytes[ARG_ALLOWED_SIZE];
    Text line = text_over(bytes, sizeof bytes);
    bool is_beyond = fabs(strtod(asked, NULL)) > KOMI_MAX;
    text_add(&line, "ponnuki: komi ");
    arg_show(asked, &line);
    text_add(&line, is_beyond ? " is beyond the limit: komi "
                              : " is not a multiple of half a point: komi ");
    write_komi(komi, &line);
    text_add(&line, " is used\n");
    live_output_say(&session->live_output, &line);
}

// Accepts any number, however large, because clients give up after an error. Beyond the
// limit no number makes a difference.
static bool handle_komi(Session *session, const Command *command, Text *reply)
{
    double points;
    const char *word = command->argv[0];
    int komi = 0;
    if (!arg_float(word, &points))
        return arg_refuse("syntax error", word, "a number of points such as 7.5 or -3",
                          reply);
    komi_from_points(fmax(-KOMI_MAX, fmin(points, KOMI_MAX)), &komi);
    engine_set_komi(session->engine, komi);
    if (points != komi / 2.0)
        tell_of_komi(session, word, komi);
    return true;
}

static bool handle_get_komi(Session *session, const Command *command, Text *reply)
{
    (void)command;
    write_komi(engine_game(session->engine)->komi, reply);
    return true;
}

static bool board_is_empty(Session *session)
{
    const Position *pos = position_of(session);
    return engine_game(session->engine)->move_count == 0 &&
           pos->empty_count == pos->columns * pos->rows;
}

// The maximum number of freely chosen stones: all points of the board except one.
static int free_limit(const Position *pos)
{
    return pos->columns * pos->rows - 1;
}

static bool read_count(const char *word, int limit, int *count, Text *reply)
{
    const ArgRange range = {2, limit, "invalid number of stones"};
    if (limit < range.low)
        return command_fail(reply, "invalid number of stones: this board takes none");
    return arg_need_int(word, &range, count, reply) ||
           command_fail(reply, " on this board");
}

// Places the stones and names them, or says what is wrong.
static bool place_handicap(Session *session, const Point *points, int count,
                           Text *reply)
{
    if (!engine_place_handicap(session->engine, points, count))
        return command_fail(reply, "out of memory");
    for (int i = 0; i < count; i++) {
        char vertex[VERTEX_SIZE];
        point_to_vertex(points[i], vertex);
        text_printf(reply, i == 0 ? "%s" : " %s", vertex);
    }
    return true;
}

static bool handle_fixed_handicap(Session *session, const Command *command, Text *reply)
{
    int count;
    Point points[HANDICAP_STONES_MAX];
    const Position *pos = position_of(session);
    int limit = handicap_limit(pos->columns, pos->rows);
    if (!read_count(command->argv[0], limit, &count, reply)) {
        bool takes_others = limit == 0 && free_limit(pos) > 1;
        text_add(reply, takes_others ? "; try place_free_handicap" : "");
        return false;
    }
    if (!board_is_empty(session))
        return command_fail(reply, "board not empty");
    handicap_points(pos->columns, pos->rows, count, points);
    return place_handicap(session, points, count, reply);
}

static bool handle_place_free_handicap(Session *session, const Command *command,
                                       Text *reply)
{
    int count;
    Point points[POINT_COUNT_MAX];
    const Position *pos = position_of(session);
    if (!read_count(command->argv[0], free_limit(pos), &count, reply))
        return false;
    if (!board_is_empty(session))
        return command_fail(reply, "board not empty");
    int chosen = handicap_free_points(pos->columns, pos->rows, count, points);
    return place_handicap(session, points, chosen, reply);
}

// Reads a vertex on the board that is not yet in the set and adds it.
static bool read_new_point(const char *word, const Position *pos, Bitboard *seen,
                           Point *point, Text *reply)
{
    if (!arg_need_point("bad vertex list", word, pos, point, reply))
        return false;
    if (bitboard_test(seen, *point)) {
        text_add(reply, "bad vertex list: ");
        command_write_vertex(*point, reply);
        return command_fail(reply, " is named twice");
    }
    bitboard_add(seen, *point);
    return true;
}

// Reads the points of a handicap, or says what is wrong.
static bool read_points(const Position *pos, const Command *command,
                        Point points[POINT_COUNT_MAX], Text *reply)
{
    Bitboard seen = bitboard_empty();
    int limit = free_limit(pos);
    if (limit < 1)
        return command_fail(reply, "bad vertex list: this board takes no stones");
    if (command->argc > limit) {
        text_printf(reply, "bad vertex list: this board takes at most %d stone%s",
                    limit, limit == 1 ? "" : "s");
        return false;
    }
    for (int i = 0; i < command->argc; i++)
        if (!read_new_point(command->argv[i], pos, &seen, &points[i], reply))
            return false;
    return true;
}

static bool handle_set_free_handicap(Session *session, const Command *command,
                                     Text *reply)
{
    Point points[POINT_COUNT_MAX];
    const Position *pos = position_of(session);
    if (!read_points(pos, command, points, reply))
        return false;
    if (!board_is_empty(session))
        return command_fail(reply, "board not empty");
    if (!engine_place_handicap(session->engine, points, command->argc))
        return command_fail(reply, "out of memory");
    return true;
}

// Reads pairs of a color and a vertex into sets, or says what is wrong.
static bool read_stones(const Position *pos, const Command *command, Bitboard stones[2],
                        Text *reply)
{
    Bitboard seen = bitboard_empty();
    if (command->argc % 2 != 0)
        return command_fail_usage(command, reply);
    for (int i = 0; i < command->argc; i += 2) {
        Color color;
        Point point;
        if (!arg_need_color(command->argv[i], &color, reply) ||
            !read_new_point(command->argv[i + 1], pos, &seen, &point, reply))
            return false;
        bitboard_add(&stones[color], point);
    }
    return true;
}

// Reads the stones of a position, or says what is wrong with it.
static bool read_position(const Session *session, const Command *command,
                          Bitboard stones[2], Text *reply)
{
    Position trial = *position_of(session);
    if (!read_stones(&trial, command, stones, reply))
        return false;
    return position_setup(&trial, stones, BLACK) ||
           command_fail(reply, "bad vertex list: a chain has no liberties");
}

static bool handle_set_position(Session *session, const Command *command, Text *reply)
{
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    const Position *pos = position_of(session);
    if (!read_position(session, command, stones, reply))
        return false;
    if (command->argc > 0)
        return engine_new_position(session->engine, stones, BLACK) ||
               command_fail(reply, "out of memory");
    engine_new_game(session->engine, pos->columns, pos->rows);
    return true;
}

static bool handle_gogui_setup(Session *session, const Command *command, Text *reply)
{
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    if (!read_position(session, command, stones, reply))
        return false;
    if (!board_is_empty(session))
        return command_fail(reply, "board not empty");
    if (command->argc > 0 && !engine_setup(session->engine, stones, BLACK))
        return command_fail(reply, "out of memory");
    return true;
}

static bool handle_gogui_setup_player(Session *session, const Command *command,
                                      Text *reply)
{
    Color player;
    const Game *game = engine_game(session->engine);
    if (!arg_need_color(command->argv[0], &player, reply))
        return false;
    if (game->move_count > 0)
        return command_fail(
            reply, "the game has begun: undo all moves or clear the board first");
    if (game->position.to_play != player &&
        !engine_set_first_player(session->engine, player))
        return command_fail(reply, "out of memory");
    return true;
}

const CommandEntry SETUP_COMMANDS[] = {
    {"boardsize", 1, 2, handle_boardsize,
     "COLUMNS [ROWS]: start a new game on a board of this size; komi and time "
     "settings stay"},
    {"rectangular_boardsize", 2, 2, handle_boardsize,
     "COLUMNS ROWS: start a new game on a board of this size; komi and time settings "
     "stay"},
    {"clear_board", 0, ARGS_ANY, handle_clear_board,
     ": start a new game on a board of the present size; komi and time settings stay"},
    {"komi", 1, 1, handle_komi,
     "POINTS: set komi, rounded to half a point, at most 1000 either way; standard "
     "error reports a changed value"},
    {"get_komi", 0, ARGS_ANY, handle_get_komi, ": komi in points"},
    {"fixed_handicap", 1, 1, handle_fixed_handicap,
     "STONES: place this many stones on the handicap points and name the points"},
    {"place_free_handicap", 1, 1, handle_place_free_handicap,
     "STONES: place this many stones where the engine chooses and name the points"},
    {"set_free_handicap", 1, ARGS_ANY, handle_set_free_handicap,
     "VERTEX VERTEX...: place black handicap stones on these points"},
    {"set_position", 0, ARGS_ANY, handle_set_position,
     "[COLOR VERTEX]...: start a new game from a position with these stones"},
    {"gogui-setup", 0, ARGS_ANY, handle_gogui_setup,
     "[COLOR VERTEX]...: place these stones on the empty board"},
    {"gogui-setup_player", 1, 1, handle_gogui_setup_player,
     "COLOR: choose who is to move in a set-up position"},
    {NULL, 0, 0, NULL, NULL},
};

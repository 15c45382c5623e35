// SPDX-License-Identifier: MIT
//
// The board point by point, in the formats of GoGui's analyze commands: owners, dead
// stones, and what the tree believes of each move. gogui_commands.c lists these
// commands. Boards are rows of words, the top row first. Source: GoGui, "Analyze
// commands".
#include "commands.h"

#include <string.h>

#include "arguments.h"
#include "eye.h"
#include "playout_policy.h"
#include "prior.h"
#include "score_estimate.h"

// If less than this part of the playouts favors one player, the point is undecided.
static const double UNDECIDED = 0.1;

static const Game *game_of(Session *session)
{
    return engine_game(session->engine);
}

// To the nearest whole number.
static int rounded(double number)
{
    return (int)(number < 0 ? number - 0.5 : number + 0.5);
}

static double size_of(double number)
{
    return number < 0 ? -number : number;
}

// Three decimals, and never -0.000.
static void write_fraction(double number, Text *reply)
{
    text_printf(reply, "%.3f", rounded(1000 * number) / 1000.0);
}

// Writes a board, one word for each point.
typedef void PointWriter(const void *source, Point point, Text *reply);

static void write_board(const Position *pos, PointWriter *write, const void *source,
                        Text *reply)
{
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++) {
            write(source, point_at(column, row), reply);
            text_add_char(reply, column + 1 < pos->columns ? ' ' : '\n');
        }
}

// By point, from -1 (White's in every playout) to 1 (Black's).
typedef struct OwnerMap {
    double share[POINT_LIMIT];
} OwnerMap;

// The owner of each point if the game ended now.
static Color final_owner(const Position *pos, const FinalStatus *status, Point p)
{
    Color color = position_at(pos, p);
    if (color != EMPTY)
        return bitboard_test(&status->dead, p) ? color_other(color) : color;
    for (Color player = BLACK; player <= WHITE; player++)
        if (bitboard_test(&status->territory[player], p))
            return player;
    return EMPTY;
}

static void map_final_area(Engine *engine, OwnerMap *map)
{
    static const double SHARES[] = {[BLACK] = 1, [WHITE] = -1, [EMPTY] = 0};
    FinalStatus status = engine_final_status(engine);
    const Position *pos = &engine_game(engine)->position;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        map->share[p] = SHARES[final_owner(pos, &status, p)];
}

static bool map_ownership(Session *session, const Command *command, OwnerMap *map,
                          Text *reply)
{
    Color player;
    if (!command_read_player(session, command, 0, &player, reply))
        return false;
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    if (report->ownership_playouts == 0) { // all have ended by passes at once
        map_final_area(session->engine, map);
        return true;
    }
    for (Point p = 0; p < POINT_LIMIT; p++)
        map->share[p] = score_estimate_owner(report, p);
    return true;
}

static void write_share(const void *map, Point point, Text *reply)
{
    write_fraction(((const OwnerMap *)map)->share[point], reply);
}

// From red (White's) through the board's color to blue.
static void write_heat(const void *map, Point point, Text *reply)
{
    double share = ((const OwnerMap *)map)->share[point];
    int pale = rounded(220 * (1 - size_of(share)));
    if (size_of(share) < UNDECIDED)
        text_add(reply, "\"\"");
    else if (share > 0)
        text_printf(reply, "#%02x%02xff", pale, pale);
    else
        text_printf(reply, "#ff%02x%02x", pale, pale);
}

static bool handle_ownership(Session *session, const Command *command, Text *reply)
{
    OwnerMap map;
    if (!map_ownership(session, command, &map, reply))
        return false;
    write_board(&game_of(session)->position, write_share, &map, reply);
    return true;
}

static bool handle_heat_map(Session *session, const Command *command, Text *reply)
{
    OwnerMap map;
    if (!map_ownership(session, command, &map, reply))
        return false;
    write_board(&game_of(session)->position, write_heat, &map, reply);
    return true;
}

static void write_owner(const void *map, Point point, Text *reply)
{
    double share = ((const OwnerMap *)map)->share[point];
    text_add(reply, share > 0 ? "b" : share < 0 ? "w" : "\"\"");
}

static bool handle_final_area(Session *session, const Command *command, Text *reply)
{
    (void)command;
    OwnerMap map;
    map_final_area(session->engine, &map);
    write_board(&game_of(session)->position, write_owner, &map, reply);
    return true;
}

// Appends a line of a gfx drawing, if there is anything to draw.
static void draw_points(const char *verb, const Bitboard *points, Text *reply)
{
    if (bitboard_is_empty(points))
        return;
    text_printf(reply, "%s ", verb);
    command_write_points(points, reply);
    text_add_char(reply, '\n');
}

static bool handle_final_status_map(Session *session, const Command *command,
                                    Text *reply)
{
    (void)command;
    FinalStatus status = engine_final_status(session->engine);
    const Position *pos = &game_of(session)->position;
    for (Color player = BLACK; player <= WHITE; player++) {
        // A dead stone stands in the opponent's territory.
        Bitboard prisoners =
            bitboard_intersection(status.dead, pos->stones[color_other(player)]);
        Bitboard area = bitboard_union(status.territory[player], prisoners);
        draw_points(player == BLACK ? "BLACK" : "WHITE", &area, reply);
    }
    draw_points("MARK", &status.dead, reply);
    draw_points("CIRCLE", &status.seki, reply);
    double score = engine_final_score(session->engine) / 2.0;
    text_printf(reply, "TEXT %s %.1f, %d stones dead\n",
                score > 0   ? "black wins by"
                : score < 0 ? "white wins by"
                            : "a tie:",
                size_of(score), bitboard_count(&status.dead));
    return true;
}

typedef struct PriorMap {
    bool known[POINT_LIMIT]; // may be played at all
    Prior priors[POINT_LIMIT];
} PriorMap;

// The priors of the tree: what it believes of moves before it tries them. Errors: false
// when memory is exhausted.
static bool map_priors(Session *session, Color player, PriorMap *map)
{
    LadderReader *ladders = ladder_reader_new();
    if (ladders == NULL)
        return false;
    const Game *game = game_of(session);
    Position pos = game->position;
    PointList moves = {.count = 0};
    Prior priors[POINT_LIST_MAX];
    PlayoutPolicy policy;
    memset(map, 0, sizeof *map);
    position_give_turn(&pos, player);
    for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p))
        if (game_check(game, player, p) == MOVE_OK && !eye_is_single(&pos, p, player))
            point_list_add(&moves, p);
    int count = game->move_count;
    playout_policy_init(&policy, &engine_options(session->engine)->params);
    PriorView view = {.policy = &policy,
                      .ladders = ladders,
                      .pos = &pos,
                      .last = count > 0 ? game->moves[count - 1].point : NO_POINT};
    prior_fill(&view, &moves, priors);
    ladder_reader_delete(ladders);
    for (int i = 0; i < moves.count; i++) {
        map->known[moves.points[i]] = true;
        map->priors[moves.points[i]] = priors[i];
    }
    return true;
}

static void write_prior_visits(const void *source, Point point, Text *reply)
{
    const PriorMap *map = source;
    if (map->known[point])
        text_printf(reply, "%d", map->priors[point].visits);
    else
        text_add(reply, "\"\"");
}

static void write_prior_wins(const void *source, Point point, Text *reply)
{
    const PriorMap *map = source;
    if (map->known[point])
        text_printf(reply, "%d", map->priors[point].wins);
    else
        text_add(reply, "\"\"");
}

// Won games minus lost games, as a part of all. 1: all are won.
static void write_prior_rate(const void *source, Point point, Text *reply)
{
    const Prior *prior = &((const PriorMap *)source)->priors[point];
    double balance = prior->visits > 0 ? 2.0 * prior->wins / prior->visits - 1 : 0;
    write_fraction(balance, reply);
}

static bool handle_priors(Session *session, const Command *command, Text *reply)
{
    Color player;
    PointWriter *write = NULL;
    if (strcmp(command->argv[0], "visits") == 0)
        write = write_prior_visits;
    else if (strcmp(command->argv[0], "wins") == 0)
        write = write_prior_wins;
    else if (strcmp(command->argv[0], "rate") == 0)
        write = write_prior_rate;
    else
        return command_fail(
            reply, "syntax error: the first argument must be visits, wins or rate");
    if (!command_read_player(session, command, 1, &player, reply))
        return false;
    PriorMap map;
    if (!map_priors(session, player, &map))
        return command_fail(reply, "out of memory");
    write_board(&game_of(session)->position, write, &map, reply);
    return true;
}

static void write_liberties(const void *pos, Point point, Text *reply)
{
    Bitboard liberties = position_liberties(pos, point);
    if (position_at(pos, point) == EMPTY)
        text_add(reply, "\"\"");
    else
        text_printf(reply, "%d", bitboard_count(&liberties));
}

static bool handle_liberties(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const Position *pos = &game_of(session)->position;
    write_board(pos, write_liberties, pos, reply);
    return true;
}

const CommandEntry GOGUI_BOARD_COMMANDS[] = {
    {"ponnuki-ownership", 0, 1, handle_ownership,
     "[COLOR]: expected owner of each point, from 1 (Black) to -1 (White) (dboard)"},
    {"ponnuki-heat_map", 0, 1, handle_heat_map,
     "[COLOR]: expected owner of each point as a color, blue for Black, red for "
     "White (cboard)"},
    {"ponnuki-final_area", 0, ARGS_ANY, handle_final_area,
     ": owner of each point if the game ended now (bwboard)"},
    {"ponnuki-final_status", 0, ARGS_ANY, handle_final_status_map,
     ": territory, dead stones and seki if the game ended now, as a drawing (gfx)"},
    {"ponnuki-priors", 1, 2, handle_priors,
     "visits|wins|rate [COLOR]: virtual games of each move before a search (sboard; "
     "for `rate` dboard)"},
    {"ponnuki-liberties", 0, ARGS_ANY, handle_liberties,
     ": number of liberties of each chain (sboard)"},
    {NULL, 0, 0, NULL, NULL},
};

// SPDX-License-Identifier: MIT
//
// The end of the game. Source: GTP 2 draft 2, "Tournament commands"; the territories,
// dame and final_status are GNU Go's.
#include "commands.h"

#include <string.h>

#include "arguments.h"
#include "sgf.h"

static bool handle_final_score(Session *session, const Command *command, Text *reply)
{
    (void)command;
    char result[SGF_RESULT_SIZE]; // GTP and SGF write it in the same way
    sgf_result_text(engine_final_score(session->engine), result);
    text_add(reply, result);
    return true;
}

// One status of GNU Go's list, and the points with it.
typedef struct StatusName {
    const char *name;
    bool of_chains; // written one chain a line
} StatusName;

static const StatusName STATUSES[] = {
    {"alive", true},
    {"dead", true},
    {"seki", true},
    {"black_territory", false},
    {"white_territory", false},
    {"dame", false},
};

enum { STATUS_COUNT = sizeof STATUSES / sizeof STATUSES[0] };

// The points in the order of STATUSES.
static void list_statuses(Engine *engine, Bitboard points[STATUS_COUNT])
{
    FinalStatus status = engine_final_status(engine);
    points[0] = status.alive;
    points[1] = status.dead;
    points[2] = status.seki;
    points[3] = status.territory[BLACK];
    points[4] = status.territory[WHITE];
    points[5] = status.dame;
}

static void write_chains(const Position *pos, Bitboard stones, Text *reply)
{
    while (!bitboard_is_empty(&stones)) {
        Bitboard chain = position_chain(pos, bitboard_first(&stones));
        command_write_points(&chain, reply);
        text_add_char(reply, '\n');
        stones = bitboard_difference(stones, chain);
    }
}

static bool handle_final_status_list(Session *session, const Command *command,
                                     Text *reply)
{
    int i = 0;
    while (i < STATUS_COUNT && strcmp(STATUSES[i].name, command->argv[0]) != 0)
        i++;
    if (i == STATUS_COUNT)
        return command_fail_usage(command, reply);
    Bitboard points[STATUS_COUNT];
    list_statuses(session->engine, points);
    if (STATUSES[i].of_chains)
        write_chains(&engine_game(session->engine)->position, points[i], reply);
    else
        command_write_points(&points[i], reply);
    return true;
}

static bool handle_final_status(Session *session, const Command *command, Text *reply)
{
    Point point;
    const Position *pos = &engine_game(session->engine)->position;
    if (!arg_need_point("invalid coordinate", command->argv[0], pos, &point, reply))
        return false;
    Bitboard points[STATUS_COUNT];
    list_statuses(session->engine, points);
    for (int i = 0; i < STATUS_COUNT; i++)
        if (bitboard_test(&points[i], point))
            text_add(reply, STATUSES[i].name);
    return true;
}

const CommandEntry SCORE_COMMANDS[] = {
    {"final_score", 0, ARGS_ANY, handle_final_score,
     ": result if the game ended now, such as W+3.5"},
    {"final_status_list", 1, 1, handle_final_status_list,
     "alive | dead | seki | black_territory | white_territory | dame: points of this "
     "status if the game ended now"},
    {"final_status", 1, 1, handle_final_status,
     "VERTEX: status of the point if the game ended now, such as `dead`"},
    {NULL, 0, 0, NULL, NULL},
};

// SPDX-License-Identifier: MIT
//
// Game records. Source: GTP 2 draft 2, loadsgf; printsgf is Leela Zero's.
#include "commands.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "sgf_file.h"

// Writes to standard error what is odd about a record, and what was assumed.
static void warn(const char *path, const SgfRemarks *remarks)
{
    char bytes[2 * SGF_REMARK_SIZE];
    for (int i = 0; i < SGF_ODDITIES; i++) {
        Text text = text_over(bytes, sizeof bytes);
        if (sgf_remark_write(remarks, (SgfOddity)i, &text))
            fprintf(stderr, "ponnuki: %s: %s\n", path, bytes);
    }
}

static bool handle_loadsgf(Session *session, const Command *command, Text *reply)
{
    int before_move = 0;
    SgfReport report;
    static const ArgRange MOVES = {0, INT_MAX, NULL};
    if (command->argc > 1 &&
        !arg_need_int(command->argv[1], &MOVES, &before_move, reply))
        return false;
    if (session->records == RECORDS_NOWHERE) {
        text_printf(reply, "cannot load file: %s", COMMAND_NO_FILES);
        return false;
    }
    const char *path = command->argv[0];
    if (sgf_file_load(session->engine, path, before_move, &report)) {
        warn(path, &report.remarks);
        return true;
    }
    text_add(reply, "cannot load file: ");
    sgf_error_write(&report.error, reply);
    return false;
}

static bool handle_printsgf(Session *session, const Command *command, Text *reply)
{
    sgf_file_write(session->engine, reply);
    if (command->argc == 0 || strcmp(command->argv[0], "-") == 0)
        return true;
    if (session->records == RECORDS_NOWHERE) {
        text_clear(reply);
        text_printf(reply, "cannot open file: %s", COMMAND_NO_FILES);
        return false;
    }
    SaveResult result = sgf_file_save(command->argv[0], reply);
    int trouble = errno;
    text_clear(reply);
    if (result != SAVE_DONE)
        text_printf(reply, "cannot %s file: %s",
                    result == SAVE_NOT_OPENED ? "open" : "write", strerror(trouble));
    return result == SAVE_DONE;
}

const CommandEntry SGF_COMMANDS[] = {
    {"loadsgf", 1, 2, handle_loadsgf,
     "FILE [MOVE]: load a game record with its komi, up to the position before move "
     "MOVE; the rules stay"},
    {"printsgf", 0, 1, handle_printsgf,
     "[FILE]: write the game record to FILE, without FILE into the answer"},
    {NULL, 0, 0, NULL, NULL},
};

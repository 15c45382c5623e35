// SPDX-License-Identifier: MIT
//
// Commands that kgsGtp sends beyond GTP 2: the rules of a game, play to settle which
// stones are dead, and the end of a game. Source: the README of kgsGtp.
#include "commands.h"

#include <string.h>

#include "arguments.h"

// The names of rules on KGS, and ours.
typedef struct RulesName {
    const char *kgs, *ours;
} RulesName;

static const RulesName RULES_NAMES[] = {{"chinese", "chinese-kgs"},
                                        {"japanese", "japanese"},
                                        {"aga", "aga"},
                                        {"new_zealand", "new-zealand"}};

enum { RULES_NAME_COUNT = sizeof RULES_NAMES / sizeof RULES_NAMES[0] };

static bool handle_rules(Session *session, const Command *command, Text *reply)
{
    for (int i = 0; i < RULES_NAME_COUNT; i++)
        if (strcmp(RULES_NAMES[i].kgs, command->argv[0]) == 0) {
            engine_set_rules(session->engine, rules_find(RULES_NAMES[i].ours));
            return true;
        }
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    for (int i = 0; i < RULES_NAME_COUNT; i++)
        text_printf(&allowed, i == 0 ? "one of %s" : ", %s", RULES_NAMES[i].kgs);
    return arg_refuse("unknown rules", command->argv[0], bytes, reply);
}

static bool handle_genmove_cleanup(Session *session, const Command *command,
                                   Text *reply)
{
    return command_genmove(session, command, MOVE_CLEANUP, reply);
}

// The game may only be adjourned, so the board stays as it is.
static bool handle_game_over(Session *session, const Command *command, Text *reply)
{
    (void)command, (void)reply;
    engine_stop_pondering(session->engine);
    return true;
}

const CommandEntry KGS_COMMANDS[] = {
    {"kgs-rules", 1, 1, handle_rules,
     "chinese | japanese | aga | new_zealand: set the rules"},
    {"kgs-genmove_cleanup", 1, 1, handle_genmove_cleanup,
     "COLOR: choose a move as in genmove, but capture all dead stones before a pass"},
    {"kgs-game_over", 0, ARGS_ANY, handle_game_over,
     ": the game has ended, so pondering stops"},
    {NULL, 0, 0, NULL, NULL},
};

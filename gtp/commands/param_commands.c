// SPDX-License-Identifier: MIT
//
// The tunable numbers of the engine. Source: the commands of KataGo for single values;
// GoGui's analyze commands of type "param" for all of them.
#include "commands.h"

#include "arguments.h"

static bool handle_list_params(Session *session, const Command *command, Text *reply)
{
    (void)command;
    (void)session;
    const char *name;
    for (int i = 0; (name = params_name(i)) != NULL; i++)
        text_printf(reply, i == 0 ? "%s" : " %s", name);
    return true;
}

static const char UNKNOWN[] = "unknown parameter: kata-list-params names them";

static bool handle_get_param(Session *session, const Command *command, Text *reply)
{
    int value;
    if (!params_get(&engine_options(session->engine)->params, command->argv[0], &value))
        return command_fail(reply, UNKNOWN);
    text_printf(reply, "%d", value);
    return true;
}

static bool handle_set_param(Session *session, const Command *command, Text *reply)
{
    const char *name = command->argv[0];
    int value;
    ArgRange range = {.error = "number out of range"};
    if (!params_range(name, &range.low, &range.high))
        return command_fail(reply, UNKNOWN);
    return arg_need_int(command->argv[1], &range, &value, reply) &&
           engine_set_param(session->engine, name, value);
}

static bool handle_params(Session *session, const Command *command, Text *reply)
{
    if (command->argc == 2)
        return handle_set_param(session, command, reply);
    if (command->argc != 0)
        return command_fail_usage(command, reply);
    const Params *params = &engine_options(session->engine)->params;
    const char *name;
    for (int i = 0; (name = params_name(i)) != NULL; i++) {
        int value = 0;
        params_get(params, name, &value);
        text_printf(reply, "[string] %s %d\n", name, value);
    }
    return true;
}

const CommandEntry PARAM_COMMANDS[] = {
    {"kata-list-params", 0, 0, handle_list_params, ": names of all search parameters"},
    {"kata-get-param", 1, 1, handle_get_param, "NAME: value of a search parameter"},
    {"kata-set-param", 2, 2, handle_set_param,
     "NAME NUMBER: change a search parameter and discard the search tree"},
    {"ponnuki-params", 0, 2, handle_params,
     "[NAME NUMBER]: change a search parameter, or list all for GoGui's dialog"},
    {NULL, 0, 0, NULL, NULL},
};

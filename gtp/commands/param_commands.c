// SPDX-License-Identifier: MIT
//
// The tunable numbers of the engine, and the settings of KataGo's that can change while
// it runs. Source: the commands of KataGo; GoGui's analyze commands of type "param" for
// all numbers.
#include "commands.h"

#include "arguments.h"
#include "flat_json.h"

static const char UNKNOWN[] = "unknown parameter: kata-list-params names them";

static bool handle_list_params(Session *session, const Command *command, Text *reply)
{
    (void)command;
    (void)session;
    const KatagoKey *key;
    const char *name;
    for (int i = 0; (key = katago_key_at(i)) != NULL; i++)
        text_printf(reply, "%s ", katago_key_name(key));
    for (int i = 0; (name = params_name(i)) != NULL; i++)
        text_printf(reply, i == 0 ? "%s" : " %s", name);
    return true;
}

// Everything that the commands can change. It is a copy, so a command that fails has
// changed nothing. Settings and options always agree.
typedef struct ParamChange {
    EngineOptions options;
    KatagoSettings settings;
    double lag_before;
} ParamChange;

static void begin_change(const Session *session, ParamChange *change)
{
    double lag = engine_time_control(session->engine)->lag;
    change->options = *engine_options(session->engine);
    change->settings = session->katago;
    katago_settings_refresh(&change->settings, &change->options);
    change->settings.lag = change->lag_before = lag > 0 ? lag : 0;
}

// Errors: false, with a message, when memory is exhausted.
static bool finish_change(Session *session, const ParamChange *change, Text *reply)
{
    if (!engine_set_options(session->engine, &change->options))
        return command_fail(reply, "out of memory");
    if (change->settings.lag != change->lag_before)
        engine_set_lag(session->engine, change->settings.lag);
    session->katago = change->settings;
    return true;
}

// The setting of KataGo's with this name. NULL: there is none that can change.
static const KatagoKey *find_key(const char *name)
{
    const KatagoKey *key = katago_key_find(name);
    return key != NULL && katago_key_is_shown(key) ? key : NULL;
}

// Sets a setting of KataGo's. NULL: to its default.
static bool set_key(ParamChange *change, const KatagoKey *key, const char *word,
                    Text *reply)
{
    char bytes[ARG_ALLOWED_SIZE], error[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    Text text = text_over(error, sizeof error);
    text_printf(&text, "cannot set %s", katago_key_name(key));
    if (word == NULL)
        katago_key_reset(key, &change->settings);
    else if (!katago_key_read(key, word, &change->settings, &allowed))
        return arg_refuse(error, word, bytes, reply);
    katago_settings_use(&change->settings, &change->options);
    return true;
}

// Sets a number of the engine. NULL: to its default.
static bool set_number(ParamChange *change, const char *name, const char *word,
                       Text *reply)
{
    int value = 0;
    ArgRange range = {.error = "number out of range"};
    if (!params_range(name, &range.low, &range.high))
        return command_fail(reply, UNKNOWN);
    if (word == NULL)
        params_get(&PARAMS_DEFAULT, name, &value);
    else if (!arg_need_int(word, &range, &value, reply))
        return false;
    params_set(&change->options.params, name, value);
    katago_settings_refresh(&change->settings, &change->options);
    return true;
}

static bool set_value(ParamChange *change, const char *name, const char *word,
                      Text *reply)
{
    const KatagoKey *key = find_key(name);
    return key != NULL ? set_key(change, key, word, reply)
                       : set_number(change, name, word, reply);
}

static bool handle_get_param(Session *session, const Command *command, Text *reply)
{
    ParamChange change;
    int value;
    const char *name = command->argv[0];
    const KatagoKey *key = find_key(name);
    begin_change(session, &change);
    if (key != NULL)
        katago_key_write(key, &change.settings, reply);
    else if (params_get(&change.options.params, name, &value))
        text_printf(reply, "%d", value);
    else
        return command_fail(reply, UNKNOWN);
    return true;
}

static bool handle_set_param(Session *session, const Command *command, Text *reply)
{
    ParamChange change;
    begin_change(session, &change);
    const char *word = command->argc > 1 ? command->argv[1] : NULL;
    return set_value(&change, command->argv[0], word, reply) &&
           finish_change(session, &change, reply);
}

static bool handle_get_params(Session *session, const Command *command, Text *reply)
{
    (void)command;
    ParamChange change;
    const KatagoKey *key;
    const char *name;
    begin_change(session, &change);
    for (int i = 0; (key = katago_key_at(i)) != NULL; i++) {
        text_printf(reply, "%c\"%s\":", i == 0 ? '{' : ',', katago_key_name(key));
        katago_key_write_json(key, &change.settings, reply);
    }
    for (int i = 0; (name = params_name(i)) != NULL; i++) {
        int value = 0;
        params_get(&change.options.params, name, &value);
        text_printf(reply, ",\"%s\":%d", name, value);
    }
    text_add_char(reply, '}');
    return true;
}

// Reads the fields of an object into a change.
static bool read_object(const char *text, ParamChange *change, Text *reply)
{
    static const char MALFORMED[] =
        "syntax error: not an object of JSON as kata-get-params writes it";
    char key[FLAT_JSON_WORD_SIZE], value[FLAT_JSON_WORD_SIZE];
    FlatJson object;
    FlatJsonStep step = FLAT_JSON_MALFORMED;
    bool done = flat_json_begin(&object, text);
    while (done && (step = flat_json_next(&object, key, value)) == FLAT_JSON_FIELD)
        done = set_value(change, key, value, reply);
    flat_json_end(&object);
    if (step == FLAT_JSON_FIELD) // its value is wrong
        return false;
    return step == FLAT_JSON_END || command_fail(reply, MALFORMED);
}

static bool handle_set_params(Session *session, const Command *command, Text *reply)
{
    enum { OBJECT_SIZE = 8192 }; // all parameters are about 2,000
    char bytes[OBJECT_SIZE];
    Text words = text_over(bytes, sizeof bytes);
    ParamChange change;
    for (int i = 0; i < command->argc; i++)
        text_printf(&words, i == 0 ? "%s" : " %s", command->argv[i]);
    if (words.truncated)
        return command_fail(reply, "syntax error: the object is too long");
    begin_change(session, &change);
    return read_object(bytes, &change, reply) && finish_change(session, &change, reply);
}

static bool handle_params(Session *session, const Command *command, Text *reply)
{
    ParamChange change;
    const char *name;
    begin_change(session, &change);
    if (command->argc == 2)
        return set_number(&change, command->argv[0], command->argv[1], reply) &&
               finish_change(session, &change, reply);
    if (command->argc != 0)
        return command_fail_usage(command, reply);
    for (int i = 0; (name = params_name(i)) != NULL; i++) {
        int value = 0;
        params_get(&change.options.params, name, &value);
        text_printf(reply, "[string] %s %d\n", name, value);
    }
    return true;
}

static bool handle_rank(Session *session, const Command *command, Text *reply)
{
    ParamChange change;
    const KatagoKey *key = find_key("rank");
    begin_change(session, &change);
    if (command->argc > 0)
        return set_key(&change, key, command->argv[0], reply) &&
               finish_change(session, &change, reply);
    katago_key_write(key, &change.settings, reply);
    return true;
}

const CommandEntry PARAM_COMMANDS[] = {
    {"kata-list-params", 0, 0, handle_list_params,
     ": names of all parameters, first KataGo's, then those of the search"},
    {"kata-get-param", 1, 1, handle_get_param, "NAME: value of a parameter"},
    {"kata-set-param", 1, 2, handle_set_param,
     "NAME [VALUE]: change a parameter, or set it to its default; a new number of the "
     "search discards the search tree"},
    {"kata-get-params", 0, 0, handle_get_params, ": all parameters, as JSON"},
    {"kata-set-params", 1, ARGS_ANY, handle_set_params,
     "JSON: change all parameters of the object, or none after an error"},
    {"ponnuki-params", 0, 2, handle_params,
     "[NAME NUMBER]: change a search parameter, or list all for GoGui's dialog"},
    {"ponnuki-rank", 0, 1, handle_rank,
     "[RANK|max]: play like a person of this rank, or tell which one"},
    {NULL, 0, 0, NULL, NULL},
};

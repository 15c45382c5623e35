// SPDX-License-Identifier: MIT
//
// Tools made for KataGo read and set rules by field, in JSON, or by name.
// Source: KataGo, "GTP Extensions".
#include "commands.h"

#include "rules_fields.h"

static bool fail_with_names(Text *reply)
{
    int count;
    const Rules *presets = rules_presets(&count);
    text_add(reply, "unknown rules: use one of");
    for (int i = 0; i < count; i++)
        text_printf(reply, " %s", presets[i].name);
    return false;
}

static bool use_rules(Session *session, const Rules *rules, Text *reply)
{
    if (!rules_fields_agree(rules, reply))
        return false;
    engine_set_rules(session->engine, rules);
    return true;
}

static bool handle_get_rules(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const Rules *rules = &engine_game(session->engine)->rules;
    for (RulesField field = 0; field < RULES_FIELD_COUNT; field++) {
        const char *quote = rules_field_is_text(field) ? "\"" : "";
        text_printf(reply, "%c\"%s\":%s%s%s", field == 0 ? '{' : ',',
                    rules_field_name(field), quote, rules_field_value(rules, field),
                    quote);
    }
    text_add_char(reply, '}');
    return true;
}

static bool handle_set_rules(Session *session, const Command *command, Text *reply)
{
    enum { OBJECT_SIZE = 512 };
    char bytes[OBJECT_SIZE];
    Text words = text_over(bytes, sizeof bytes);
    for (int i = 0; i < command->argc; i++)
        text_printf(&words, i == 0 ? "%s" : " %s", command->argv[i]);
    if (words.truncated)
        return command_fail(reply, "syntax error: the rules are too long");
    RulesObject object;
    if (!rules_text_read(bytes, &object, reply))
        return bytes[0] != '{' && fail_with_names(reply);
    if (!use_rules(session, &object.rules, reply))
        return false;
    if (object.has_komi)
        engine_set_komi(session->engine, object.komi);
    return true;
}

static bool handle_set_rule(Session *session, const Command *command, Text *reply)
{
    Rules rules = engine_game(session->engine)->rules;
    return rules_field_set(command->argv[0], command->argv[1], &rules, reply) &&
           use_rules(session, &rules, reply);
}

const CommandEntry RULES_COMMANDS[] = {
    {"kata-get-rules", 0, ARGS_ANY, handle_get_rules, ": rules of the game, as JSON"},
    {"kata-set-rules", 1, ARGS_ANY, handle_set_rules,
     "NAME | JSON: set the rules, named as KataGo names them"},
    {"kata-set-rule", 2, 2, handle_set_rule,
     "KEY VALUE: change one field of the rules, named as in kata-get-rules"},
    {NULL, 0, 0, NULL, NULL},
};

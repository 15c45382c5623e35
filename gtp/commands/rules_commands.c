// SPDX-License-Identifier: MIT
//
// Tools made for KataGo read and set rules by field, in JSON, or by name. KataGo's
// networks are told of what is set. The game goes on by the nearest rules of ours.
// Source: KataGo, "GTP Extensions".
#include "commands.h"

#include <string.h>
#include <strings.h>

#include "json_object.h"

// The fields, in the order in which KataGo writes them.
typedef enum RulesField {
    FRIENDLY_PASS,
    BUTTON,
    KO,
    SCORING,
    SUICIDE,
    TAX,
    BONUS,
    FIELD_COUNT,
} RulesField;

enum { CHOICES_MAX = 4 };

// A field and the words for its values, in the order of its enum.
typedef struct FieldWords {
    const char *key;
    bool is_quoted; // in JSON
    const char *words[CHOICES_MAX];
} FieldWords;

static const FieldWords FIELDS[FIELD_COUNT] = {
    [FRIENDLY_PASS] = {"friendlyPassOk", false, {"false", "true"}},
    [BUTTON] = {"hasButton", false, {"false", "true"}},
    [KO] = {"ko", true, {"SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"}},
    [SCORING] = {"scoring", true, {"AREA", "TERRITORY"}},
    [SUICIDE] = {"suicide", false, {"false", "true"}},
    [TAX] = {"tax", true, {"NONE", "SEKI", "ALL"}},
    [BONUS] = {"whiteHandicapBonus", true, {"0", "N", "N-1"}},
};

static int choice_of(const KatagoRules *rules, RulesField field)
{
    const int choices[FIELD_COUNT] = {
        [FRIENDLY_PASS] = rules->friendly_pass,
        [BUTTON] = rules->button,
        [KO] = (int)rules->ko,
        [SCORING] = rules->territory,
        [SUICIDE] = rules->suicide,
        [TAX] = (int)rules->tax,
        [BONUS] = (int)rules->handicap_bonus,
    };
    return choices[field];
}

static void choose(KatagoRules *rules, RulesField field, int choice)
{
    int choices[FIELD_COUNT];
    for (RulesField i = 0; i < FIELD_COUNT; i++)
        choices[i] = i == field ? choice : choice_of(rules, i);
    *rules = (KatagoRules){.friendly_pass = choices[FRIENDLY_PASS],
                           .button = choices[BUTTON],
                           .ko = (KatagoKo)choices[KO],
                           .territory = choices[SCORING],
                           .suicide = choices[SUICIDE],
                           .tax = (KatagoTax)choices[TAX],
                           .handicap_bonus = (KatagoBonus)choices[BONUS]};
}

static RulesField find_field(const char *key)
{
    const char *name = strcmp(key, "score") == 0 ? "scoring" : key;
    RulesField field = 0;
    while (field < FIELD_COUNT && strcmp(name, FIELDS[field].key) != 0)
        field++;
    return field;
}

// Adds word number i of a list that ends with "or" and its last word.
static void add_to_list(Text *reply, int i, bool is_last, const char *word)
{
    text_add(reply, i == 0 ? "" : is_last ? " or " : ", ");
    text_add(reply, word);
}

static bool fail_with_keys(const char *key, Text *reply)
{
    text_printf(reply, "unknown rules: %s must be ", key);
    for (int i = 0; i < FIELD_COUNT; i++)
        add_to_list(reply, i, i + 1 == FIELD_COUNT, FIELDS[i].key);
    return false;
}

static bool fail_with_words(const FieldWords *field, Text *reply)
{
    text_printf(reply, "unknown rules: %s must be ", field->key);
    for (int i = 0; i < CHOICES_MAX && field->words[i] != NULL; i++)
        add_to_list(reply, i, i + 1 == CHOICES_MAX || field->words[i + 1] == NULL,
                    field->words[i]);
    return false;
}

static bool set_field(const char *key, const char *value, KatagoRules *rules,
                      Text *reply)
{
    RulesField field = find_field(key);
    if (field == FIELD_COUNT)
        return fail_with_keys(key, reply);
    const char *const *words = FIELDS[field].words;
    for (int i = 0; i < CHOICES_MAX && words[i] != NULL; i++)
        if (strcasecmp(value, words[i]) == 0) {
            choose(rules, field, i);
            return true;
        }
    return fail_with_words(&FIELDS[field], reply);
}

// Reads an object of fields. What it leaves out is as by Tromp and Taylor, but tax is
// as is usual for the scoring.
static bool read_object(const char *text, KatagoRules *rules, Text *reply)
{
    static const char MALFORMED[] = "syntax error: not an object of JSON as "
                                    "kata-get-rules writes it, nor a name";
    char key[JSON_WORD_SIZE], value[JSON_WORD_SIZE];
    JsonObject object;
    JsonStep step;
    bool tells_tax = false;
    *rules = *katago_rules_find("tromp-taylor");
    if (!json_object_begin(&object, text))
        return command_fail(reply, MALFORMED);
    while ((step = json_object_next(&object, key, value)) == JSON_FIELD) {
        if (!set_field(key, value, rules, reply))
            return false;
        tells_tax = tells_tax || find_field(key) == TAX;
    }
    if (!tells_tax)
        rules->tax = rules->territory ? KATAGO_TAX_SEKI : KATAGO_TAX_NONE;
    return step == JSON_END || command_fail(reply, MALFORMED);
}

// Names all rules that are known: KataGo's, and those that only we have.
static bool fail_with_names(Text *reply)
{
    int count;
    const Rules *presets = rules_presets(&count);
    text_add(reply, "unknown rules: use one of");
    for (int i = 0; katago_rules_name(i) != NULL; i++)
        text_printf(reply, " %s", katago_rules_name(i));
    for (int i = 0; i < count; i++)
        if (katago_rules_find(presets[i].name) == NULL)
            text_printf(reply, " %s", presets[i].name);
    return false;
}

static bool use_rules(Session *session, const KatagoRules *rules, Text *reply)
{
    if (rules->territory && rules->button)
        return command_fail(reply, "unknown rules: scoring TERRITORY and hasButton "
                                   "true cannot be combined");
    engine_set_katago_rules(session->engine, rules);
    return true;
}

static bool use_name(Session *session, const char *name, Text *reply)
{
    const KatagoRules *rules = katago_rules_find(name);
    if (rules != NULL)
        return use_rules(session, rules, reply);
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (strcasecmp(name, presets[i].name) == 0) {
            engine_set_rules(session->engine, &presets[i]);
            return true;
        }
    return fail_with_names(reply);
}

static bool handle_get_rules(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const KatagoRules *rules = engine_katago_rules(session->engine);
    for (RulesField field = 0; field < FIELD_COUNT; field++) {
        const char *quote = FIELDS[field].is_quoted ? "\"" : "";
        text_printf(reply, "%c\"%s\":%s%s%s", field == 0 ? '{' : ',', FIELDS[field].key,
                    quote, FIELDS[field].words[choice_of(rules, field)], quote);
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
    if (bytes[0] != '{')
        return use_name(session, bytes, reply);
    KatagoRules rules;
    return read_object(bytes, &rules, reply) && use_rules(session, &rules, reply);
}

static bool handle_set_rule(Session *session, const Command *command, Text *reply)
{
    KatagoRules rules = *engine_katago_rules(session->engine);
    return set_field(command->argv[0], command->argv[1], &rules, reply) &&
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

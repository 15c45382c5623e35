// SPDX-License-Identifier: MIT
//
// Rules as the tools made for KataGo read and set them: by field, in JSON, or by name.
// Every combination of fields is one of our presets, or refused. Source: KataGo,
// "GTP Extensions".
#include "commands.h"

#include <string.h>
#include <strings.h>

// KataGo's names that are not ours. Where it counts on a simple ko, we forbid more.
typedef struct RulesAlias {
    const char *kata, *ours;
} RulesAlias;

static const RulesAlias ALIASES[] = {
    {"chinese-ogs", "chinese"}, {"chinese-kgs", "chinese"}, {"bga", "aga"}};

// A field that can have only one value here.
typedef struct FixedField {
    const char *key, *value;
} FixedField;

static const FixedField FIXED_FIELDS[] = {{"scoring", "AREA"},
                                          {"score", "AREA"},
                                          {"tax", "NONE"},
                                          {"hasButton", "false"},
                                          {"whiteHandicapBonus", "0"}};

enum {
    ALIAS_COUNT = sizeof ALIASES / sizeof ALIASES[0],
    FIXED_FIELD_COUNT = sizeof FIXED_FIELDS / sizeof FIXED_FIELDS[0],
    WORD_SIZE = 32, // of keys, values and names
};

// The fields that differ from preset to preset.
typedef struct Wish {
    bool situational, suicide, dead_stones;
} Wish;

// KataGo does not know the rules of 1995; they come nearest to situational superko.
static Wish wish_of(const Rules *rules)
{
    return (Wish){rules->ko != KO_POSITIONAL, rules->suicide, rules->dead_stones};
}

static const Rules *find_rules(const Wish *wish)
{
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        Wish has = wish_of(&presets[i]);
        if (has.situational == wish->situational && has.suicide == wish->suicide &&
            has.dead_stones == wish->dead_stones)
            return &presets[i];
    }
    return NULL;
}

static bool read_bool(const char *value, bool *flag)
{
    *flag = strcasecmp(value, "true") == 0;
    return *flag || strcasecmp(value, "false") == 0;
}

static bool set_ko(const char *value, Wish *wish, Text *reply)
{
    wish->situational = strcasecmp(value, "SITUATIONAL") == 0;
    if (wish->situational || strcasecmp(value, "POSITIONAL") == 0)
        return true;
    return command_fail(reply, "unknown rules: ko is POSITIONAL or SITUATIONAL");
}

static bool set_flag(const char *key, const char *value, bool *flag, Text *reply)
{
    if (read_bool(value, flag))
        return true;
    text_printf(reply, "unknown rules: %s is true or false", key);
    return false;
}

static bool set_field(const char *key, const char *value, Wish *wish, Text *reply)
{
    if (strcmp(key, "ko") == 0)
        return set_ko(value, wish, reply);
    if (strcmp(key, "suicide") == 0)
        return set_flag(key, value, &wish->suicide, reply);
    if (strcmp(key, "friendlyPassOk") == 0)
        return set_flag(key, value, &wish->dead_stones, reply);
    for (int i = 0; i < FIXED_FIELD_COUNT; i++)
        if (strcmp(key, FIXED_FIELDS[i].key) == 0) {
            const char *only = FIXED_FIELDS[i].value;
            if (strcasecmp(value, only) == 0)
                return true;
            text_printf(reply, "unknown rules: %s is %s", key, only);
            return false;
        }
    text_printf(reply,
                "unknown rules: %s is none of ko, scoring, tax, suicide, hasButton, "
                "whiteHandicapBonus, friendlyPassOk",
                key);
    return false;
}

// A reader of JSON: one object of strings, numbers and words, without escapes.
typedef struct JsonReader {
    const char *rest;
} JsonReader;

static void skip_spaces(JsonReader *reader)
{
    while (*reader->rest == ' ')
        reader->rest++;
}

// Reads the character that must come next.
static bool read_mark(JsonReader *reader, char mark)
{
    skip_spaces(reader);
    if (*reader->rest != mark)
        return false;
    reader->rest++;
    skip_spaces(reader);
    return true;
}

// Reads a string, or a word or number that needs no quotation marks.
static bool read_word(JsonReader *reader, char word[WORD_SIZE])
{
    bool quoted = read_mark(reader, '"');
    size_t length = strcspn(reader->rest, quoted ? "\"\\" : " ,:{}[]\"\\");
    if (length == 0 || length >= WORD_SIZE)
        return false;
    memcpy(word, reader->rest, length);
    word[length] = '\0';
    reader->rest += length;
    return !quoted || read_mark(reader, '"');
}

// Reads an object of fields into a wish; `*tells_pass` is whether it tells if dead
// stones are removed, which older versions of KataGo do not know.
static bool read_object(const char *text, Wish *wish, bool *tells_pass, Text *reply)
{
    static const char MALFORMED[] = "syntax error: not an object of JSON as "
                                    "kata-get-rules writes it, nor a name";
    JsonReader reader = {text};
    bool first = true;
    *tells_pass = false;
    if (!read_mark(&reader, '{'))
        return command_fail(reply, MALFORMED);
    while (!read_mark(&reader, '}')) {
        char key[WORD_SIZE], value[WORD_SIZE];
        if ((!first && !read_mark(&reader, ',')) || !read_word(&reader, key) ||
            !read_mark(&reader, ':') || !read_word(&reader, value))
            return command_fail(reply, MALFORMED);
        if (!set_field(key, value, wish, reply))
            return false;
        *tells_pass = *tells_pass || strcmp(key, "friendlyPassOk") == 0;
        first = false;
    }
    return *reader.rest == '\0' || command_fail(reply, MALFORMED);
}

static bool use_rules(Session *session, const Rules *rules, Text *reply)
{
    if (rules != NULL) {
        engine_game(session->engine)->rules = *rules;
        return true;
    }
    int count;
    const Rules *presets = rules_presets(&count);
    text_add(reply, "unknown rules: there are");
    for (int i = 0; i < count; i++)
        text_printf(reply, " %s", presets[i].name);
    return false;
}

// By KataGo's name or ours, in any case, and with underscores if one likes.
static const Rules *find_name(char *name)
{
    for (char *mark = strchr(name, '_'); mark != NULL; mark = strchr(mark, '_'))
        *mark = '-';
    for (int i = 0; i < ALIAS_COUNT; i++)
        if (strcasecmp(name, ALIASES[i].kata) == 0)
            return rules_find(ALIASES[i].ours);
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (strcasecmp(name, presets[i].name) == 0)
            return &presets[i];
    return NULL;
}

static bool handle_get_rules(Session *session, const Command *command, Text *reply)
{
    (void)command;
    static const char *const WORDS[] = {"false", "true"};
    Wish has = wish_of(&engine_game(session->engine)->rules);
    text_printf(reply,
                "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"%s\","
                "\"scoring\":\"AREA\",\"suicide\":%s,\"tax\":\"NONE\","
                "\"whiteHandicapBonus\":\"0\"}",
                WORDS[has.dead_stones], has.situational ? "SITUATIONAL" : "POSITIONAL",
                WORDS[has.suicide]);
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
        return command_fail(reply, "syntax error: too long");
    if (bytes[0] != '{')
        return use_rules(session, find_name(bytes), reply);
    Wish wish = wish_of(&engine_game(session->engine)->rules);
    bool tells_pass;
    if (!read_object(bytes, &wish, &tells_pass, reply))
        return false;
    const Rules *rules = find_rules(&wish);
    if (rules == NULL && !tells_pass) {
        wish.dead_stones = !wish.dead_stones;
        rules = find_rules(&wish);
    }
    return use_rules(session, rules, reply);
}

static bool handle_set_rule(Session *session, const Command *command, Text *reply)
{
    Wish wish = wish_of(&engine_game(session->engine)->rules);
    return set_field(command->argv[0], command->argv[1], &wish, reply) &&
           use_rules(session, find_rules(&wish), reply);
}

const CommandEntry RULES_COMMANDS[] = {
    {"kata-get-rules", 0, ARGS_ANY, handle_get_rules, ": the rules, in JSON"},
    {"kata-set-rules", 1, ARGS_ANY, handle_set_rules,
     "NAME | JSON: play by these rules; only such as count area"},
    {"kata-set-rule", 2, 2, handle_set_rule,
     "KEY VALUE: change one of the fields that kata-get-rules names"},
    {NULL, 0, 0, NULL, NULL},
};

// SPDX-License-Identifier: MIT
//
// Tools made for KataGo read and set rules by field, in JSON, or by name. A combination
// of fields is one of our presets, or the JSON of KataGo for a name that we know. All
// other combinations are refused. Source: KataGo, "GTP Extensions".
#include "commands.h"

#include <string.h>
#include <strings.h>

// A field that can have only one value here.
typedef struct FixedField {
    const char *key, *value;
} FixedField;

static const FixedField FIXED_FIELDS[] = {
    {"scoring", "AREA"}, {"score", "AREA"}, {"tax", "NONE"}, {"hasButton", "false"}};

typedef enum KataKo { KATA_SIMPLE, KATA_POSITIONAL, KATA_SITUATIONAL } KataKo;

// What White gets for N handicap stones.
typedef enum Bonus { BONUS_NONE, BONUS_N, BONUS_N_LESS_1, BONUS_ANY } Bonus;

// The words for these values. BONUS_ANY, for a field that was not given, has no word.
static const char *const BOOL_WORDS[] = {"false", "true"};
static const char *const KO_WORDS[] = {"SIMPLE", "POSITIONAL", "SITUATIONAL"};
static const char *const BONUS_WORDS[] = {"0", "N", "N-1"};

// The fields that differ from rules to rules.
typedef struct Wish {
    KataKo ko;
    bool suicide, dead_stones;
    Bonus bonus;
} Wish;

// KataGo's rules, and the rules of ours that they are. Where KataGo counts on a simple
// ko, ours forbid more. The client that sets komi decides about a bonus.
typedef struct KataRules {
    const char *name, *ours;
    Wish fields;
} KataRules;

static const KataRules KATA_RULES[] = {
    {"chinese", "chinese", {KATA_SIMPLE, false, true, BONUS_N}},
    {"chinese-ogs", "chinese", {KATA_POSITIONAL, false, true, BONUS_N}},
    {"chinese-kgs", "chinese", {KATA_POSITIONAL, false, true, BONUS_N}},
    {"aga", "aga", {KATA_SITUATIONAL, false, true, BONUS_N_LESS_1}},
    {"bga", "aga", {KATA_SITUATIONAL, false, true, BONUS_N_LESS_1}},
};

enum {
    KATA_RULES_COUNT = sizeof KATA_RULES / sizeof KATA_RULES[0],
    FIXED_FIELD_COUNT = sizeof FIXED_FIELDS / sizeof FIXED_FIELDS[0],
    WORD_SIZE = 32, // of keys, values and names
};

// KataGo does not know the rules of 1995. Situational superko is nearest to them.
static Wish wish_of(const Rules *rules)
{
    KataKo ko = rules->ko == KO_POSITIONAL ? KATA_POSITIONAL : KATA_SITUATIONAL;
    return (Wish){ko, rules->suicide, rules->dead_stones, BONUS_NONE};
}

static bool grants(const Wish *has, const Wish *wish)
{
    return has->ko == wish->ko && has->suicide == wish->suicide &&
           has->dead_stones == wish->dead_stones &&
           (wish->bonus == BONUS_ANY || has->bonus == wish->bonus);
}

// Finds the preset with these fields. If there is none, finds rules of KataGo with
// these fields, and the preset that they stand for.
static const Rules *find_rules(const Wish *wish)
{
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        Wish has = wish_of(&presets[i]);
        if (grants(&has, wish))
            return &presets[i];
    }
    for (int i = 0; i < KATA_RULES_COUNT; i++)
        if (grants(&KATA_RULES[i].fields, wish))
            return rules_find(KATA_RULES[i].ours);
    return NULL;
}

static bool read_bool(const char *value, bool *flag)
{
    *flag = strcasecmp(value, "true") == 0;
    return *flag || strcasecmp(value, "false") == 0;
}

static bool set_ko(const char *value, Wish *wish, Text *reply)
{
    for (KataKo ko = KATA_SIMPLE; ko <= KATA_SITUATIONAL; ko++)
        if (strcasecmp(value, KO_WORDS[ko]) == 0) {
            wish->ko = ko;
            return true;
        }
    return command_fail(reply,
                        "unknown rules: ko must be POSITIONAL, SITUATIONAL or SIMPLE");
}

static bool set_bonus(const char *value, Wish *wish, Text *reply)
{
    for (Bonus bonus = BONUS_NONE; bonus < BONUS_ANY; bonus++)
        if (strcasecmp(value, BONUS_WORDS[bonus]) == 0) {
            wish->bonus = bonus;
            return true;
        }
    return command_fail(reply, "unknown rules: whiteHandicapBonus must be 0, N or N-1");
}

static bool set_flag(const char *key, const char *value, bool *flag, Text *reply)
{
    if (read_bool(value, flag))
        return true;
    text_printf(reply, "unknown rules: %s must be true or false", key);
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
    if (strcmp(key, "whiteHandicapBonus") == 0)
        return set_bonus(value, wish, reply);
    for (int i = 0; i < FIXED_FIELD_COUNT; i++)
        if (strcmp(key, FIXED_FIELDS[i].key) == 0) {
            const char *only = FIXED_FIELDS[i].value;
            if (strcasecmp(value, only) == 0)
                return true;
            text_printf(reply, "unknown rules: %s must be %s", key, only);
            return false;
        }
    text_printf(reply,
                "unknown rules: %s must be ko, scoring, tax, suicide, hasButton, "
                "whiteHandicapBonus or friendlyPassOk",
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

// Reads an object of fields into a wish. *tells_pass tells whether it says if dead
// stones are removed. Older versions of KataGo do not have that field.
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

// Other names of the same rules.
static bool is_alias(const KataRules *rules)
{
    return strcmp(rules->name, rules->ours) != 0;
}

// Ends the reply about unknown rules with the names that are known.
static bool fail_with_names(Text *reply)
{
    int count;
    const Rules *presets = rules_presets(&count);
    text_add(reply, "use one of");
    for (int i = 0; i < count; i++)
        text_printf(reply, " %s", presets[i].name);
    for (int i = 0; i < KATA_RULES_COUNT; i++)
        if (is_alias(&KATA_RULES[i]))
            text_printf(reply, " %s", KATA_RULES[i].name);
    return command_fail(reply, ", all with area scoring");
}

static bool use_wish(Session *session, const Wish *wish, Text *reply)
{
    const Rules *rules = find_rules(wish);
    if (rules != NULL) {
        engine_set_rules(session->engine, rules);
        return true;
    }
    text_printf(reply, "unknown rules: ko %s, suicide %s, friendlyPassOk %s",
                KO_WORDS[wish->ko], BOOL_WORDS[wish->suicide],
                BOOL_WORDS[wish->dead_stones]);
    if (wish->bonus != BONUS_ANY)
        text_printf(reply, ", whiteHandicapBonus %s", BONUS_WORDS[wish->bonus]);
    text_add(reply, " cannot be combined; ");
    return fail_with_names(reply);
}

// Finds rules by KataGo's name or ours, in any case. Underscores are allowed.
static const Rules *find_name(char *name)
{
    for (char *mark = strchr(name, '_'); mark != NULL; mark = strchr(mark, '_'))
        *mark = '-';
    for (int i = 0; i < KATA_RULES_COUNT; i++)
        if (strcasecmp(name, KATA_RULES[i].name) == 0)
            return rules_find(KATA_RULES[i].ours);
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (strcasecmp(name, presets[i].name) == 0)
            return &presets[i];
    return NULL;
}

static bool use_name(Session *session, char *name, Text *reply)
{
    const Rules *rules = find_name(name);
    if (rules == NULL) {
        text_add(reply, "unknown rules: ");
        return fail_with_names(reply);
    }
    engine_set_rules(session->engine, rules);
    return true;
}

static bool handle_get_rules(Session *session, const Command *command, Text *reply)
{
    (void)command;
    Wish has = wish_of(&engine_game(session->engine)->rules);
    text_printf(reply,
                "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"%s\","
                "\"scoring\":\"AREA\",\"suicide\":%s,\"tax\":\"NONE\","
                "\"whiteHandicapBonus\":\"0\"}",
                BOOL_WORDS[has.dead_stones], KO_WORDS[has.ko], BOOL_WORDS[has.suicide]);
    return true;
}

// The rules of the game, whose fields will be changed. No bonus is asked for yet.
static Wish present_wish(Session *session)
{
    Wish wish = wish_of(&engine_game(session->engine)->rules);
    wish.bonus = BONUS_ANY;
    return wish;
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
    Wish wish = present_wish(session);
    bool tells_pass;
    if (!read_object(bytes, &wish, &tells_pass, reply))
        return false;
    Wish other = wish;
    other.dead_stones = !wish.dead_stones;
    if (!tells_pass && find_rules(&wish) == NULL && find_rules(&other) != NULL)
        wish = other;
    return use_wish(session, &wish, reply);
}

static bool handle_set_rule(Session *session, const Command *command, Text *reply)
{
    Wish wish = present_wish(session);
    return set_field(command->argv[0], command->argv[1], &wish, reply) &&
           use_wish(session, &wish, reply);
}

const CommandEntry RULES_COMMANDS[] = {
    {"kata-get-rules", 0, ARGS_ANY, handle_get_rules, ": rules of the game, as JSON"},
    {"kata-set-rules", 1, ARGS_ANY, handle_set_rules,
     "NAME | JSON: set the rules; they must count area"},
    {"kata-set-rule", 2, 2, handle_set_rule,
     "KEY VALUE: change one field of the rules, named as in kata-get-rules"},
    {NULL, 0, 0, NULL, NULL},
};

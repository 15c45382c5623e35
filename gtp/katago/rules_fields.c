// SPDX-License-Identifier: MIT
#include "rules_fields.h"

#include <string.h>
#include <strings.h>

#include "arg_numbers.h"
#include "flat_json.h"

enum { CHOICES_MAX = 4 };

// A field and the words for its values, in the order of its enum.
typedef struct FieldWords {
    const char *key;
    bool is_text;
    const char *words[CHOICES_MAX];
} FieldWords;

static const FieldWords FIELDS[RULES_FIELD_COUNT] = {
    [RULES_FRIENDLY_PASS] = {"friendlyPassOk", false, {"false", "true"}},
    [RULES_BUTTON] = {"hasButton", false, {"false", "true"}},
    [RULES_KO] = {"ko", true, {"SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"}},
    [RULES_SCORING] = {"scoring", true, {"AREA", "TERRITORY"}},
    [RULES_SUICIDE] = {"suicide", false, {"false", "true"}},
    [RULES_TAX] = {"tax", true, {"NONE", "SEKI", "ALL"}},
    [RULES_BONUS] = {"whiteHandicapBonus", true, {"0", "N", "N-1"}},
};

static int choice_of(const Rules *rules, RulesField field)
{
    const int choices[RULES_FIELD_COUNT] = {
        [RULES_FRIENDLY_PASS] = rules->friendly_pass,
        [RULES_BUTTON] = rules->button,
        [RULES_KO] = (int)(rules->ko == KO_SAME_PLAYER ? KO_SITUATIONAL : rules->ko),
        [RULES_SCORING] = rules->territory,
        [RULES_SUICIDE] = rules->suicide,
        [RULES_TAX] = (int)rules->tax,
        [RULES_BONUS] = (int)rules->bonus,
    };
    return choices[field];
}

static void choose(Rules *rules, RulesField field, int choice)
{
    int choices[RULES_FIELD_COUNT];
    for (RulesField i = 0; i < RULES_FIELD_COUNT; i++)
        choices[i] = i == field ? choice : choice_of(rules, i);
    *rules = (Rules){.friendly_pass = choices[RULES_FRIENDLY_PASS],
                     .button = choices[RULES_BUTTON],
                     .ko = (KoRule)choices[RULES_KO],
                     .territory = choices[RULES_SCORING],
                     .suicide = choices[RULES_SUICIDE],
                     .tax = (TaxRule)choices[RULES_TAX],
                     .bonus = (HandicapBonus)choices[RULES_BONUS]};
    rules_complete(rules);
}

RulesField rules_field_find(const char *key)
{
    const char *name = strcmp(key, "score") == 0 ? "scoring" : key;
    RulesField field = 0;
    while (field < RULES_FIELD_COUNT && strcmp(name, FIELDS[field].key) != 0)
        field++;
    return field;
}

const char *rules_field_name(RulesField field)
{
    return FIELDS[field].key;
}

bool rules_field_is_text(RulesField field)
{
    return FIELDS[field].is_text;
}

const char *rules_field_value(const Rules *rules, RulesField field)
{
    return FIELDS[field].words[choice_of(rules, field)];
}

// Adds word number i of a list that ends with "or" and its last word.
static void add_to_list(Text *text, int i, bool is_last, const char *word)
{
    text_add(text, i == 0 ? "" : is_last ? " or " : ", ");
    text_add(text, word);
}

static bool fail_with_keys(const char *key, Text *error)
{
    text_printf(error, "unknown rules: %s must be ", key);
    for (int i = 0; i < RULES_FIELD_COUNT; i++)
        add_to_list(error, i, i + 1 == RULES_FIELD_COUNT, FIELDS[i].key);
    return false;
}

static bool fail_with_words(const FieldWords *field, Text *error)
{
    text_printf(error, "unknown rules: %s must be ", field->key);
    for (int i = 0; i < CHOICES_MAX && field->words[i] != NULL; i++)
        add_to_list(error, i, i + 1 == CHOICES_MAX || field->words[i + 1] == NULL,
                    field->words[i]);
    return false;
}

bool rules_field_set(const char *key, const char *word, Rules *rules, Text *error)
{
    RulesField field = rules_field_find(key);
    if (field == RULES_FIELD_COUNT)
        return fail_with_keys(key, error);
    const char *const *words = FIELDS[field].words;
    for (int i = 0; i < CHOICES_MAX && words[i] != NULL; i++)
        if (strcasecmp(word, words[i]) == 0) {
            choose(rules, field, i);
            return true;
        }
    return fail_with_words(&FIELDS[field], error);
}

bool rules_fields_agree(const Rules *rules, Text *error)
{
    if (!rules->territory || !rules->button)
        return true;
    text_add(error, "unknown rules: scoring TERRITORY and hasButton true cannot be "
                    "combined");
    return false;
}

bool rules_komi(double points, int *komi)
{
    if (!(points >= -RULES_KOMI_MAX && points <= RULES_KOMI_MAX))
        return false;
    int half_points = (int)(2 * points);
    if (half_points != 2 * points)
        return false;
    *komi = half_points;
    return true;
}

static bool read_komi(const char *word, RulesObject *object, Text *error)
{
    double points;
    object->has_komi = arg_float(word, &points) && rules_komi(points, &object->komi);
    if (!object->has_komi)
        text_printf(error,
                    "unknown rules: komi must be a multiple of 0.5 from -%d to %d",
                    RULES_KOMI_MAX, RULES_KOMI_MAX);
    return object->has_komi;
}

static bool read_field(const char *key, const char *word, RulesObject *object,
                       Text *error)
{
    if (strcmp(key, "komi") == 0)
        return read_komi(word, object, error);
    object->has_tax = object->has_tax || rules_field_find(key) == RULES_TAX;
    return rules_field_set(key, word, &object->rules, error);
}

// Reads all fields. Errors: false; there is a message, unless the text is malformed.
static bool read_fields(FlatJson *json, RulesObject *object, Text *error)
{
    char key[FLAT_JSON_WORD_SIZE], value[FLAT_JSON_WORD_SIZE];
    FlatJsonStep step;
    while ((step = flat_json_next(json, key, value)) == FLAT_JSON_FIELD)
        if (!read_field(key, value, object, error))
            return false;
    return step == FLAT_JSON_END;
}

// Fills in what follows from the fields. Errors: false, with a message.
static bool complete(RulesObject *object, Text *error)
{
    Rules *rules = &object->rules;
    if (!object->has_tax)
        rules->tax = rules->territory ? TAX_SEKI : TAX_NONE;
    rules_complete(rules);
    return rules_fields_agree(rules, error);
}

bool rules_object_read(const char *text, RulesObject *object, Text *error)
{
    FlatJson json;
    *object = (RulesObject){.rules = *rules_find("tromp-taylor")};
    size_t length = error->length;
    bool is_read = flat_json_begin(&json, text) && read_fields(&json, object, error);
    flat_json_end(&json);
    if (!is_read) {
        if (error->length == length)
            text_add(error, "syntax error: not an object of JSON as kata-get-rules "
                            "writes it, nor a name");
        return false;
    }
    return complete(object, error);
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

// What follows a word and blanks. NULL: the text does not begin with the word.
static const char *after(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? skip_blanks(text + length) : NULL;
}

// Reads the value of a field. Truth values are 0 and 1. Returns what follows; NULL:
// there is none.
static const char *read_short_value(const char *text, RulesField field, Rules *rules)
{
    static const char *const TRUTHS[CHOICES_MAX] = {"0", "1"};
    const char *const *words = FIELDS[field].is_text ? FIELDS[field].words : TRUTHS;
    const char *rest = NULL;
    int choice = 0;
    for (int i = 0; i < CHOICES_MAX && words[i] != NULL; i++) {
        const char *end = after(text, words[i]);
        if (end != NULL && (rest == NULL || end > rest)) { // N-1, not N
            rest = end;
            choice = i;
        }
    }
    if (rest != NULL)
        choose(rules, field, choice);
    return rest;
}

static const char *read_short_komi(const char *text, RulesObject *object)
{
    char word[FLAT_JSON_WORD_SIZE], bytes[FLAT_JSON_WORD_SIZE];
    Text number = text_over(word, sizeof word), error = text_over(bytes, sizeof bytes);
    int length = (int)strspn(text, "+-.0123456789");
    text_printf(&number, "%.*s", length, text);
    return read_komi(word, object, &error) ? skip_blanks(text + length) : NULL;
}

// Reads a field and its value. Returns what follows; NULL: there is none.
static const char *read_short_field(const char *text, RulesObject *object)
{
    static const struct {
        const char *key;
        RulesField field;
    } KEYS[] = {{"ko", RULES_KO},         {"scoring", RULES_SCORING},
                {"score", RULES_SCORING}, {"tax", RULES_TAX},
                {"sui", RULES_SUICIDE},   {"button", RULES_BUTTON},
                {"whb", RULES_BONUS},     {"fpok", RULES_FRIENDLY_PASS}};
    const char *komi = after(text, "komi");
    if (komi != NULL)
        return read_short_komi(komi, object);
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        const char *value = after(text, KEYS[i].key);
        if (value == NULL)
            continue;
        object->has_tax = object->has_tax || KEYS[i].field == RULES_TAX;
        return read_short_value(value, KEYS[i].field, &object->rules);
    }
    return NULL;
}

static bool read_short(const char *text, RulesObject *object)
{
    char bytes[FLAT_JSON_WORD_SIZE];
    Text error = text_over(bytes, sizeof bytes);
    *object = (RulesObject){.rules = *rules_find("tromp-taylor")};
    while (text != NULL && *text != '\0')
        text = read_short_field(text, object);
    return text != NULL && complete(object, &error);
}

bool rules_text_read(const char *text, RulesObject *object, Text *error)
{
    const Rules *named = rules_find(text);
    text = skip_blanks(text);
    if (*text == '{')
        return rules_object_read(text, object, error);
    if (named == NULL)
        return *text != '\0' && read_short(text, object);
    *object = (RulesObject){.rules = *named};
    return true;
}

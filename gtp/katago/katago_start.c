// SPDX-License-Identifier: MIT
#include "katago_start.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arg_numbers.h"
#include "rules_fields.h"

enum { ALLOWED_SIZE = 256, FAULT_SIZE = 256 };

// Half points that KataGo sets by default.

// The keys that describe rules one by one.
static const char *const RULES_KEYS[] = {
    "koRule",    "scoringRule",    "taxRule",           "multiStoneSuicideLegal",
    "hasButton", "friendlyPassOk", "whiteHandicapBonus"};

// The keys that say where to log.
static const char *const LOG_KEYS[] = {"logFile", "logDir", "logDirDated"};

// Appends a name to those that mean nothing.
static void ignore(const char *name, Text *ignored)
{
    text_printf(ignored, ignored->length == 0 ? "%s" : ", %s", name);
}

static bool fail(const KatagoEntry *entry, const char *why, Text *error)
{
    katago_config_write_place(entry, error);
    text_printf(error, ": %s %s: %s", entry->key, entry->value, why);
    return false;
}

static bool read_entry(const KatagoEntry *entry, KatagoSettings *settings,
                       Text *ignored, Text *error)
{
    char bytes[ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    text_add(&allowed, "must be ");
    const KatagoKey *key = katago_key_find(entry->key);
    if (key != NULL && katago_key_is_of_analysis(key) && !settings->is_analysis)
        key = NULL;
    bool is_read =
        key != NULL && katago_key_read(key, entry->value, settings, &allowed);
    if (!is_read && (key == NULL || katago_key_is_fixed(key)))
        ignore(entry->key, ignored);
    else if (!is_read)
        return fail(entry, bytes, error);
    return true;
}

// Do two entries contradict each other? The command line may contradict a file, and
// then counts.
static bool contradicts(const KatagoEntry *entry, const KatagoEntry *other)
{
    return entry != NULL && other != NULL && entry != other &&
           (entry->file == NULL) == (other->file == NULL);
}

static bool fail_together(const KatagoEntry *entry, const KatagoEntry *other,
                          Text *error)
{
    katago_config_write_place(entry, error);
    text_printf(error, ": %s cannot be given together with %s", entry->key, other->key);
    return false;
}

// The entry that describes one part of the rules, if `rules` does not beat it. NULL:
// there is none.
static const KatagoEntry *part_of_rules(const KatagoConfig *config, const char *key)
{
    const KatagoEntry *name = katago_config_find(config, "rules");
    const KatagoEntry *entry = katago_config_find(config, key);
    bool is_beaten =
        entry != NULL && name != NULL && name->file == NULL && entry->file != NULL;
    return is_beaten ? NULL : entry;
}

// The keys of parts, of which the rest is as in Tromp-Taylor rules.
static bool has_parts(const KatagoConfig *config)
{
    for (size_t i = 0; i < sizeof RULES_KEYS / sizeof RULES_KEYS[0]; i++)
        if (part_of_rules(config, RULES_KEYS[i]) != NULL)
            return true;
    return false;
}

static bool check_rules(const KatagoConfig *config, const KatagoSettings *settings,
                        Text *error)
{
    const KatagoEntry *name = katago_config_find(config, "rules");
    for (size_t i = 0; i < sizeof RULES_KEYS / sizeof RULES_KEYS[0]; i++) {
        const KatagoEntry *part = katago_config_find(config, RULES_KEYS[i]);
        if (contradicts(part, name))
            return fail_together(part, name, error);
    }
    RulesObject object;
    char bytes[FAULT_SIZE];
    Text fault = text_over(bytes, sizeof bytes);
    if (name != NULL && !has_parts(config) &&
        !rules_text_read(name->value, &object, &fault))
        return fail(name,
                    fault.length > 0
                        ? bytes
                        : "must be a name such as tromp-taylor, chinese, japanese, "
                          "korean, aga or new-zealand",
                    error);
    const KatagoEntry *button = part_of_rules(config, "hasButton");
    if (button != NULL && settings->button && settings->scoring == 1)
        return fail(button, "there is no button where territory is counted", error);
    return true;
}

static bool check_logs(const KatagoConfig *config, Text *error)
{
    for (size_t i = 0; i < sizeof LOG_KEYS / sizeof LOG_KEYS[0]; i++)
        for (size_t j = 0; j < i; j++) {
            const KatagoEntry *log = katago_config_find(config, LOG_KEYS[i]);
            const KatagoEntry *other = katago_config_find(config, LOG_KEYS[j]);
            if (contradicts(log, other))
                return fail_together(log, other, error);
        }
    return true;
}

bool katago_start_read(const KatagoConfig *config, KatagoSettings *settings,
                       Text *ignored, Text *error)
{
    for (const KatagoEntry *entry = katago_config_next(config, NULL); entry != NULL;
         entry = katago_config_next(config, entry))
        if (!read_entry(entry, settings, ignored, error))
            return false;
    if (settings->threads.count > SEARCH_THREADS_MAX)
        ignore("numSearchThreads beyond 64", ignored);
    return check_rules(config, settings, error) && check_logs(config, error);
}

// The rules that the configuration asks for. False: it asks for none.
static bool wanted_rules(const KatagoConfig *config, const KatagoSettings *settings,
                         RulesObject *object)
{
    *object = (RulesObject){.has_komi = false};
    if (has_parts(config)) {
        Rules *rules = &object->rules;
        bool has_tax = part_of_rules(config, "taxRule") != NULL;
        *rules = (Rules){.ko = (KoRule)settings->ko,
                         .tax = (TaxRule)settings->tax,
                         .bonus = (HandicapBonus)settings->bonus,
                         .territory = settings->scoring == 1,
                         .suicide = settings->suicide,
                         .button = settings->button,
                         .friendly_pass = settings->friendly_pass};
        if (rules->territory && !has_tax)
            rules->tax = TAX_SEKI;
        rules_complete(rules);
        return true;
    }
    char bytes[FAULT_SIZE];
    Text fault = text_over(bytes, sizeof bytes);
    return settings->rules != NULL && rules_text_read(settings->rules, object, &fault);
}

static void use_rules(const KatagoConfig *config, const KatagoSettings *settings,
                      EngineOptions *options)
{
    RulesObject wanted;
    if (wanted_rules(config, settings, &wanted)) {
        options->rules = wanted.rules;
        options->komi = wanted.has_komi ? wanted.komi : rules_usual_komi(&wanted.rules);
    }
}

bool katago_start_has_rules(const KatagoConfig *config)
{
    return katago_config_find(config, "rules") != NULL || has_parts(config);
}

bool katago_start_has_size(const KatagoConfig *config)
{
    static const char *const KEYS[] = {"defaultBoardSize", "defaultBoardXSize",
                                       "defaultBoardYSize"};
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        if (katago_config_find(config, KEYS[i]) != NULL)
            return true;
    return false;
}

static void use_size(const KatagoConfig *config, const KatagoSettings *settings,
                     EngineOptions *options)
{
    if (katago_config_find(config, "defaultBoardSize") != NULL)
        options->columns = options->rows = (int)settings->size;
    if (katago_config_find(config, "defaultBoardXSize") != NULL)
        options->columns = (int)settings->columns;
    if (katago_config_find(config, "defaultBoardYSize") != NULL)
        options->rows = (int)settings->rows;
}

// A seed from any text. A number that may be a seed is taken as it is.
static uint64_t seed_of(const char *text)
{
    uint64_t seed = 14695981039346656037u; // FNV-1a
    if (arg_uint64(text, &seed))
        return seed;
    for (; *text != '\0'; text++)
        seed = (seed ^ (unsigned char)*text) * 1099511628211u;
    return seed;
}

void katago_start_use(const KatagoConfig *config, const KatagoSettings *settings,
                      EngineOptions *options)
{
    int komi;
    katago_settings_use(settings, options);
    use_rules(config, settings, options);
    use_size(config, settings, options);
    if (katago_config_find(config, "komi") != NULL &&
        komi_from_points(settings->komi, &komi))
        options->komi = komi;
    if (settings->seed != NULL)
        options->seed = seed_of(settings->seed);
}

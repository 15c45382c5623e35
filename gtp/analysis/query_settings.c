// SPDX-License-Identifier: MIT
//
// How deeply a query is searched, and what is told of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_value.h"
#include "query_internal.h"

static const double SECONDS_MIN = 0.001, SECONDS_MAX = 1e6, LAST_SECONDS_MAX = 1e9;

// A value as the word that a configuration would have. Errors: NULL when memory is
// exhausted.
static char *word_of(const json_t *value)
{
    const char *text = json_string_value(value);
    if (text == NULL)
        return json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    size_t size = strlen(text) + 1;
    char *word = malloc(size);
    if (word != NULL)
        memcpy(word, text, size);
    return word;
}

bool query_knows_setting(const char *name)
{
    const KatagoKey *key = katago_key_find(name);
    return key != NULL && katago_key_is_of_query(key);
}

// Obeys one of the settings. Those that are unknown are passed over.
static bool use_setting(QueryReading *reading, const char *name, const char *word)
{
    char bytes[QUERY_ERROR_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    if (!query_knows_setting(name) ||
        katago_key_read(katago_key_find(name), word, &reading->settings, &allowed))
        return true;
    return query_fail(reading, "overrideSettings",
                      "Could not set settings: %s must be %s", name, bytes);
}

bool query_read_overrides(QueryReading *reading)
{
    json_t *settings = json_object_get(reading->object, "overrideSettings");
    const char *name;
    json_t *value;
    if (settings != NULL && !json_is_object(settings))
        return query_fail(reading, "overrideSettings", "Must be an object");
    json_object_foreach(settings, name, value)
    {
        char *word = word_of(value);
        if (word == NULL)
            return query_fail_memory(reading);
        bool done = use_setting(reading, name, word);
        free(word);
        if (!done)
            return false;
    }
    return true;
}

// Reads a number that may be missing.
static bool read_number(QueryReading *reading, const char *field, double low,
                        double high, double *number)
{
    const json_t *value = json_object_get(reading->object, field);
    return value == NULL || json_value_number(value, low, high, number) ||
           query_fail(reading, field, "Must be a number from %g to %g", low, high);
}

// The same for whole numbers.
static bool read_count(QueryReading *reading, const char *field, uint64_t high,
                       uint64_t *count)
{
    const json_t *value = json_object_get(reading->object, field);
    int64_t number = (int64_t)*count;
    if (value != NULL && !json_value_int(value, 1, (int64_t)high, &number))
        return query_fail(reading, field, "Must be an integer from 1 to %llu",
                          (unsigned long long)high);
    *count = (uint64_t)number;
    return true;
}

// A limit as a search has it: 0 is none.
static uint64_t limit_of(uint64_t count)
{
    return count < KATAGO_COUNT_MAX ? count : 0;
}

bool query_read_limits(QueryReading *reading)
{
    KatagoSettings *settings = &reading->settings;
    Query *query = reading->query;
    double reduction = -1; // it may be missing
    if (!read_count(reading, "maxVisits", KATAGO_COUNT_MAX, &settings->visits) ||
        !read_count(reading, "analysisPVLen", KATAGO_LINE_MAX,
                    &settings->line_length) ||
        !read_number(reading, "rootFpuReductionMax", 0, 2, &reduction) ||
        !read_number(reading, "rootPolicyTemperature", 0.01, 100,
                     &settings->root_temperature))
        return false;
    if (reduction >= 0)
        katago_settings_set_root_fpu(settings, reduction);
    query->params = katago_settings_params(settings);
    query->limits.visits = limit_of(settings->visits);
    query->limits.playouts = limit_of(settings->playouts);
    if (settings->seconds < LAST_SECONDS_MAX)
        query->limits.seconds =
            settings->seconds > SECONDS_MIN ? settings->seconds : SECONDS_MIN;
    query->line_length = (int)settings->line_length;
    query->root_temperature = settings->root_temperature *
                              analysis_root_temperature(settings->wide_root_noise);
    query->win_rates_as = (WinRatesAs)settings->win_rates_as;
    query->profile = settings->profile;
    query->doubling = katago_settings_doubling(settings);
    query->hides_history = settings->hides_history;
    return true;
}

bool query_read_wishes(QueryReading *reading)
{
    QueryWishes *wishes = &reading->query->wishes;
    const struct {
        const char *field;
        bool *wish;
    } fields[] = {
        {"includeMovesOwnership", &wishes->moves_ownership},
        {"includeMovesOwnershipStdev", &wishes->moves_ownership_deviation},
        {"includeOwnership", &wishes->ownership},
        {"includeOwnershipStdev", &wishes->ownership_deviation},
        {"includePolicy", &wishes->policy},
        {"includePVVisits", &wishes->line_visits},
        {"includeNoResultValue", &wishes->no_result},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const json_t *value = json_object_get(reading->object, fields[i].field);
        if (value != NULL && !json_is_boolean(value))
            return query_fail(reading, fields[i].field, "Must be a boolean");
        *fields[i].wish = json_is_true(value);
    }
    return true;
}

// Without an interval there is one report only.
bool query_read_reports(QueryReading *reading)
{
    Query *query = reading->query;
    if (!read_number(reading, "reportDuringSearchEvery", SECONDS_MIN, SECONDS_MAX,
                     &query->report_every))
        return false;
    query->first_report = query->report_every;
    if (!read_number(reading, "firstReportDuringSearchAfter", SECONDS_MIN, SECONDS_MAX,
                     &query->first_report))
        return false;
    if (query->first_report > 0 && query->report_every <= 0)
        query->report_every = LAST_SECONDS_MAX;
    return true;
}

// SPDX-License-Identifier: MIT
//
// Rules, komi, and the points for a handicap.
#include <stdlib.h>
#include <string.h>

#include "json_value.h"
#include "query_internal.h"
#include "rules_fields.h"

static bool read_name(QueryReading *reading, const char *name)
{
    Query *query = reading->query;
    const Rules *rules = rules_find(name);
    if (rules == NULL)
        return query_fail(reading, "rules", "Could not parse rules: %.64s", name);
    query->rules = *rules;
    query->komi = rules_usual_komi(rules);
    return true;
}

static bool read_object(QueryReading *reading, const json_t *object)
{
    Query *query = reading->query;
    char *text = json_dumps(object, JSON_COMPACT);
    RulesObject rules;
    if (text == NULL)
        return query_fail_memory(reading);
    bool done = rules_object_read(text, &rules, &reading->error->message);
    free(text);
    reading->error->field = "rules";
    query->rules = rules.rules;
    query->komi = rules.has_komi ? rules.komi : rules_usual_komi(&rules.rules);
    return done;
}

bool query_read_rules(QueryReading *reading)
{
    const json_t *value = json_object_get(reading->object, "rules");
    const char *name = json_value_text(value);
    bool done = false;
    if (name != NULL)
        done = read_name(reading, name);
    else if (json_is_object(value))
        done = read_object(reading, value);
    else
        query_fail(reading, "rules",
                   "Must specify rules string, such as \"chinese\" or "
                   "\"tromp-taylor\", or a JSON object with detailed rules parameters");
    return done;
}

bool query_read_komi(QueryReading *reading)
{
    const json_t *value = json_object_get(reading->object, "komi");
    double points;
    if (value == NULL)
        return true;
    if (json_value_number(value, -RULES_KOMI_MAX, RULES_KOMI_MAX, &points) &&
        rules_komi(points, &reading->query->komi))
        return true;
    return query_fail(reading, "komi",
                      "Must be a integer or half-integer from %d to %d",
                      -RULES_KOMI_MAX, RULES_KOMI_MAX);
}

bool query_read_bonus(QueryReading *reading)
{
    static const char FIELD[] = "whiteHandicapBonus";
    const json_t *value = json_object_get(reading->object, FIELD);
    const char *word = json_value_text(value);
    if (value == NULL)
        return true;
    reading->error->field = FIELD;
    if (word == NULL)
        return query_fail(reading, FIELD, "Must be a string");
    return rules_field_set(FIELD, word, &reading->query->rules,
                           &reading->error->message);
}

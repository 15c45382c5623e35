// SPDX-License-Identifier: MIT
//
// Rules, komi, and the points for a handicap.
#include <stdlib.h>
#include <string.h>

#include "json_value.h"
#include "query_internal.h"
#include "rules_fields.h"

static bool read_text(QueryReading *reading, const char *text)
{
    Query *query = reading->query;
    RulesObject object;
    reading->error->field = "rules";
    if (!rules_text_read(text, &object, &reading->error->message))
        return text[0] != '{' &&
               query_fail(reading, "rules", "Could not parse rules: %.64s", text);
    query->rules = object.rules;
    query->komi = object.has_komi ? object.komi : rules_usual_komi(&object.rules);
    return true;
}

static bool read_object(QueryReading *reading, const json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT);
    if (text == NULL)
        return query_fail_memory(reading);
    bool done = read_text(reading, text);
    free(text);
    return done;
}

bool query_read_rules(QueryReading *reading)
{
    const json_t *value = json_object_get(reading->object, "rules");
    const char *name = json_value_text(value);
    bool done = false;
    if (name != NULL)
        done = read_text(reading, name);
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

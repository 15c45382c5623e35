// SPDX-License-Identifier: MIT
//
// Which positions are asked for, and how urgently.
#include <stdlib.h>

#include "json_value.h"
#include "query_internal.h"

static const int64_t PRIORITY_MAX = INT64_C(0x3fffffffffffffff);

static int compare_turns(const void *a, const void *b)
{
    const QueryTurn *x = a, *y = b;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

// Sorts the turns, and drops doubles. Of these the last one given counts, which has the
// highest number in `priority`.
static void sort_turns(Query *query)
{
    int count = 0;
    qsort(query->turns, (size_t)query->turn_count, sizeof *query->turns, compare_turns);
    for (int i = 0; i < query->turn_count; i++) {
        QueryTurn *last = count > 0 ? &query->turns[count - 1] : NULL;
        if (last == NULL || last->turn != query->turns[i].turn)
            query->turns[count++] = query->turns[i];
        else if (last->priority < query->turns[i].priority)
            *last = query->turns[i];
    }
    query->turn_count = count;
}

static bool take_turns(QueryReading *reading, size_t count)
{
    Query *query = reading->query;
    query->turns = malloc((count + 1) * sizeof *query->turns);
    query->turn_count = (int)count;
    return query->turns != NULL || query_fail_memory(reading);
}

bool query_read_turns(QueryReading *reading)
{
    static const char FIELD[] = "analyzeTurns";
    Query *query = reading->query;
    const json_t *list = json_object_get(reading->object, FIELD);
    size_t count = json_array_size(list);
    if (list == NULL) {
        if (!take_turns(reading, 1))
            return false;
        query->turns[0] = (QueryTurn){query->move_count, 0};
        return true;
    }
    if (!json_is_array(list))
        return query_fail(reading, FIELD,
                          "Must specify an array of integers indicating turns to "
                          "analyze");
    if (!take_turns(reading, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        int64_t turn;
        if (!json_value_int(json_array_get(list, i), 0, query->move_count, &turn))
            return query_fail(reading, FIELD,
                              "Must be integers from 0 to %d, the number of moves",
                              query->move_count);
        query->turns[i] = (QueryTurn){(int)turn, (int64_t)i}; // see sort_turns
    }
    return true;
}

// Puts the priorities in place of the numbers of the turns in the list. NULL: all have
// the same.
static bool use_priorities(QueryReading *reading, const json_t *list, int64_t priority)
{
    Query *query = reading->query;
    sort_turns(query);
    for (int i = 0; i < query->turn_count; i++) {
        int64_t *known = &query->turns[i].priority;
        const json_t *value = json_array_get(list, (size_t)*known);
        *known = priority;
        if (list != NULL && !json_value_int(value, -PRIORITY_MAX, PRIORITY_MAX, known))
            return query_fail(reading, "priorities",
                              "Must be integers between -2^62 and 2^62");
    }
    return true;
}

bool query_read_priorities(QueryReading *reading)
{
    static const char FIELD[] = "priorities";
    const json_t *list = json_object_get(reading->object, FIELD);
    int64_t any;
    if (list == NULL)
        return true;
    if (!json_is_array(list))
        return query_fail(reading, FIELD,
                          "Must specify an array of integers indicating priorities");
    if (json_object_get(reading->object, "analyzeTurns") == NULL)
        return query_fail(reading, FIELD,
                          "Can only specify when also specifying analyzeTurns");
    if (json_array_size(list) != (size_t)reading->query->turn_count)
        return query_fail(reading, FIELD, "Must be of matching length to analyzeTurns");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_value_int(json_array_get(list, i), -PRIORITY_MAX, PRIORITY_MAX, &any))
            return query_fail(reading, FIELD,
                              "Must be integers between -2^62 and 2^62");
    return use_priorities(reading, list, 0);
}

bool query_read_priority(QueryReading *reading)
{
    static const char FIELD[] = "priority";
    const json_t *value = json_object_get(reading->object, FIELD);
    bool has_list = json_object_get(reading->object, "priorities") != NULL;
    int64_t priority = 0;
    if (value != NULL && has_list)
        return query_fail(reading, FIELD,
                          "Cannot specify both priority and priorities");
    if (value != NULL && !json_value_int(value, -PRIORITY_MAX, PRIORITY_MAX, &priority))
        return query_fail(reading, FIELD, "Must be a number between -2^62 and 2^62");
    return has_list || use_priorities(reading, NULL, priority);
}

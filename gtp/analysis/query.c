// SPDX-License-Identifier: MIT
#include "query.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "query_internal.h"

// In this order. The first mistake is told.
static QueryReader *const READERS[] = {
    query_read_size,         query_read_stones,   query_read_moves,
    query_read_first_player, query_read_turns,    query_read_priorities,
    query_read_rules,        query_read_komi,     query_read_bonus,
    query_read_overrides,    query_read_limits,   query_read_wishes,
    query_read_reports,      query_read_priority, query_read_filter,
    query_check_moves,
};

static const char *const FIELDS[] = {
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "firstReportDuringSearchAfter",
    "id",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "terminateId", // of an action, but it does no harm
    "turnNumbers",
    "whiteHandicapBonus",
};

bool query_knows_field(const char *name)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++)
        if (strcmp(name, FIELDS[i]) == 0)
            return true;
    return false;
}

bool query_fail(QueryReading *reading, const char *field, const char *format, ...)
{
    va_list args;
    reading->error->field = field;
    va_start(args, format);
    text_vprintf(&reading->error->message, format, args);
    va_end(args);
    return false;
}

bool query_fail_memory(QueryReading *reading)
{
    reading->error->no_memory = true;
    return false;
}

static bool read_id(QueryReading *reading)
{
    const json_t *id = json_object_get(reading->object, "id");
    Query *query = reading->query;
    query->id_length = json_string_length(id);
    query->id = malloc(query->id_length + 1);
    if (query->id == NULL)
        return query_fail_memory(reading);
    memcpy(query->id, json_string_value(id), query->id_length + 1);
    return true;
}

static size_t bytes_of(const Query *query)
{
    return sizeof *query + query->id_length +
           (size_t)query->move_count * sizeof *query->moves +
           (size_t)query->turn_count * sizeof *query->turns +
           (query->filter != NULL ? sizeof *query->filter : 0);
}

Query *query_read(const json_t *object, const KatagoSettings *settings,
                  QueryError *error)
{
    *error = (QueryError){.field = NULL};
    error->message = text_over(error->bytes, sizeof error->bytes);
    QueryReading reading = {object, calloc(1, sizeof(Query)), *settings, error};
    if (reading.query == NULL) {
        query_fail_memory(&reading);
        return NULL;
    }
    bool done = read_id(&reading);
    for (size_t i = 0; done && i < sizeof READERS / sizeof READERS[0]; i++)
        done = READERS[i](&reading);
    if (!done) {
        query_delete(reading.query);
        return NULL;
    }
    reading.query->bytes = bytes_of(reading.query);
    return reading.query;
}

void query_delete(Query *query)
{
    if (query == NULL)
        return;
    free(query->id);
    free(query->moves);
    free(query->turns);
    free(query->filter);
    free(query);
}

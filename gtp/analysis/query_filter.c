// SPDX-License-Identifier: MIT
//
// Moves that are left out, or that alone are searched.
#include <stdlib.h>

#include "json_value.h"
#include "query_internal.h"

static const int64_t DEPTH_MAX = 1000000000;

// Moves of a player that a list names, up to a depth.
typedef struct Entry {
    Color player;
    const json_t *moves;
    int until;
} Entry;

static bool read_entry(QueryReading *reading, const char *field, const json_t *object,
                       Entry *entry)
{
    const json_t *player = json_object_get(object, "player");
    const json_t *depth = json_object_get(object, "untilDepth");
    int64_t until;
    entry->moves = json_object_get(object, "moves");
    if (player == NULL || depth == NULL || entry->moves == NULL)
        return query_fail(reading, field,
                          "Must be a list of dicts with subfields 'player', 'moves', "
                          "'untilDepth'");
    if (!json_value_player(player, &entry->player))
        return query_fail(reading, field, "player: must be \"b\" or \"w\"");
    if (!json_is_array(entry->moves))
        return query_fail(reading, field, "Must be an array of GTP board vertices");
    if (!json_value_int(depth, 1, DEPTH_MAX, &until))
        return query_fail(reading, field, "untilDepth: must be a positive integer");
    entry->until = (int)until;
    return true;
}

// Reads the moves of an entry: the depth, by point, up to which each is named.
static bool read_moves(QueryReading *reading, const char *field, const Entry *entry,
                       int until[POINT_LIMIT])
{
    for (size_t i = 0; i < json_array_size(entry->moves); i++) {
        Point point;
        if (!json_value_vertex(json_array_get(entry->moves, i), reading->query->columns,
                               reading->query->rows, &point))
            return query_fail(reading, field, "Could not parse board location %d of %s",
                              (int)i, "moves");
        until[point] = entry->until;
    }
    return true;
}

static bool avoid(QueryReading *reading, const char *field, const Entry *entry)
{
    int until[POINT_LIMIT] = {0};
    if (!read_moves(reading, field, entry, until))
        return false;
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (until[p] > 0)
            move_filter_add(reading->query->filter, entry->player, p, until[p]);
    return true;
}

// All moves that are not named are left out.
static bool allow(QueryReading *reading, const char *field, const Entry *entry)
{
    int until[POINT_LIMIT] = {0};
    if (!read_moves(reading, field, entry, until))
        return false;
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (until[p] == 0 && p != NO_POINT && p != RESIGN)
            move_filter_add(reading->query->filter, entry->player, p, entry->until);
    return true;
}

static bool take_filter(QueryReading *reading)
{
    reading->query->filter = calloc(1, sizeof *reading->query->filter);
    return reading->query->filter != NULL || query_fail_memory(reading);
}

bool query_read_filter(QueryReading *reading)
{
    const json_t *allowed = json_object_get(reading->object, "allowMoves");
    const json_t *avoided = json_object_get(reading->object, "avoidMoves");
    const json_t *list = allowed != NULL ? allowed : avoided;
    const char *field = allowed != NULL ? "allowMoves" : "avoidMoves";
    bool is_known[2] = {false, false}; // by Color
    if (list == NULL)
        return true;
    if (allowed != NULL && avoided != NULL)
        return query_fail(reading, field,
                          "Cannot specify both allowMoves and avoidMoves");
    if (!json_is_array(list))
        return query_fail(reading, field,
                          "Must be a list of dicts with subfields 'player', 'moves', "
                          "'untilDepth'");
    if (!take_filter(reading))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        Entry entry = {.until = 0};
        if (!read_entry(reading, field, json_array_get(list, i), &entry))
            return false;
        if (allowed != NULL && is_known[entry.player])
            return query_fail(reading, field, "Only one entry for each player");
        is_known[entry.player] = true;
        if (!(allowed != NULL ? allow : avoid)(reading, field, &entry))
            return false;
    }
    return true;
}

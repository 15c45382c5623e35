// SPDX-License-Identifier: MIT
#include "game_record.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { FIELD_COUNT = 7, HELD_OUT_ONE_IN = 50, POINTS_MAX = 1000 };

typedef struct Field {
    const char *text; // not terminated
    int length;
} Field;

static int line_length(const char *line)
{
    return (int)strcspn(line, "\r\n");
}

static bool split_fields(const char *line, Field fields[FIELD_COUNT])
{
    const char *end = line + line_length(line);
    for (int i = 0; i < FIELD_COUNT; i++) {
        const char *space = memchr(line, ' ', (size_t)(end - line));
        bool last = i == FIELD_COUNT - 1;
        if ((space == NULL) != last)
            return false;
        fields[i] = (Field){line, (int)((last ? end : space) - line)};
        if (fields[i].length == 0 && !last)
            return false;
        line = last ? end : space + 1;
    }
    return true;
}

static bool field_is(Field field, const char *text)
{
    return (int)strlen(text) == field.length &&
           memcmp(field.text, text, (size_t)field.length) == 0;
}

static bool read_count(Field field, int *count)
{
    *count = 0;
    for (int i = 0; i < field.length; i++) {
        if (!isdigit((unsigned char)field.text[i]) || *count > POINTS_MAX)
            return false;
        *count = 10 * *count + field.text[i] - '0';
    }
    return true;
}

// A number of points such as 7, 6.5 or -3.75, in half points.
static bool read_points(Field field, int *half_points)
{
    if (strspn(field.text, "-.0123456789") < (size_t)field.length)
        return false;
    char *end;
    double points = strtod(field.text, &end);
    if (end != field.text + field.length || fabs(points) > POINTS_MAX)
        return false;
    *half_points = (int)lround(2 * points);
    return true;
}

// `B+R`, `W+3.5`, `B+?`, `B+T`, `0` or `?`.
static bool read_result(Field field, GameRecord *record)
{
    record->outcome = record->score = 0;
    record->outcome_known = record->score_known = false;
    if (field_is(field, "?"))
        return true;
    if (field_is(field, "0")) {
        record->outcome_known = record->score_known = true;
        return true;
    }
    if (field.length < 3 || field.text[1] != '+' || !strchr("BW", field.text[0]))
        return false;
    int sign = field.text[0] == 'B' ? 1 : -1;
    Field margin = {field.text + 2, field.length - 2};
    record->outcome = sign;
    record->outcome_known = !field_is(margin, "T");
    if (field_is(margin, "R") || field_is(margin, "T") || field_is(margin, "?"))
        return true;
    if (!read_points(margin, &record->score) || record->score < 0)
        return false;
    record->score *= sign;
    record->score_known = true;
    return true;
}

static bool read_move(const char *letters, int size, Point *move)
{
    if (letters[0] == 't' && letters[1] == 't') {
        *move = PASS;
        return true;
    }
    int column = letters[0] - 'a', line = letters[1] - 'a';
    if (column < 0 || column >= size || line < 0 || line >= size)
        return false;
    *move = point_at(column, size - line);
    return true;
}

static RecordError read_moves(Field field, GameRecord *record)
{
    if (field.length % 2 != 0)
        return RECORD_BAD_MOVES;
    record->move_count = field.length / 2;
    if (record->move_count > RECORD_MOVES_MAX)
        return RECORD_TOO_LONG;
    for (int i = 0; i < record->move_count; i++)
        if (!read_move(field.text + 2 * i, record->size, &record->moves[i]))
            return RECORD_BAD_MOVES;
    if (record->move_count < record->handicap)
        return RECORD_BAD_HANDICAP;
    for (int i = 0; i < record->handicap; i++)
        if (record->moves[i] == PASS)
            return RECORD_BAD_HANDICAP;
    return RECORD_OK;
}

RecordError record_read(const char *line, GameRecord *record)
{
    Field fields[FIELD_COUNT];
    if (!split_fields(line, fields))
        return RECORD_BAD_FIELDS;
    if (!read_count(fields[0], &record->size) || record->size < 2 ||
        record->size > BOARD_SIZE_MAX)
        return RECORD_BAD_SIZE;
    record->komi = 0;
    record->komi_known = !field_is(fields[1], "?");
    if (record->komi_known && !read_points(fields[1], &record->komi))
        return RECORD_BAD_KOMI;
    if (!read_count(fields[2], &record->handicap))
        return RECORD_BAD_HANDICAP;
    if (!read_result(fields[3], record))
        return RECORD_BAD_RESULT;
    return read_moves(fields[6], record);
}

const char *record_error_text(RecordError error)
{
    switch (error) {
    case RECORD_OK:
        return "correct";
    case RECORD_BAD_FIELDS:
        return "not seven fields with one space between them";
    case RECORD_BAD_SIZE:
        return "the size is not a number from 2 to 19";
    case RECORD_BAD_KOMI:
        return "the komi is neither a number nor ?";
    case RECORD_BAD_HANDICAP:
        return "the handicap is not the number of set-up stones";
    case RECORD_BAD_RESULT:
        return "the result is not like B+R, W+3.5, B+T, W+?, 0 or ?";
    case RECORD_BAD_MOVES:
        return "the moves are not pairs of letters on the board";
    case RECORD_TOO_LONG:
        return "more than 4096 moves";
    }
    return "unknown";
}

bool record_is_held_out(const char *line)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    int length = line_length(line);
    for (int i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)line[i]) * 0x100000001b3u;
    return rng_mix(hash) % HELD_OUT_ONE_IN == 0;
}

// SPDX-License-Identifier: MIT
#include "game_record.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum {
    GAME_FIELDS = 7,
    FIELDS_MAX = 11, // with an opinion
    HELD_OUT_ONE_IN = 50,
    HELD_OUT_MOVES = 16, // of a position with an opinion, that tell its game
    POINTS_MAX = 1000,
    COUNT_MAX = 100000,
    OWNER_STEPS = 10, // from nobody's to Black's
};

typedef struct RecordField {
    const char *text; // not terminated
    int length;
} RecordField;

static int line_length(const char *line)
{
    return (int)strcspn(line, "\r\n");
}

// The fields of a line, of which only the last may be empty; their number, or 0 if
// there are too many, or two spaces.
static int split_fields(const char *line, RecordField fields[FIELDS_MAX])
{
    const char *end = line + line_length(line);
    for (int count = 0; count < FIELDS_MAX; count++) {
        const char *space = memchr(line, ' ', (size_t)(end - line));
        fields[count] = (RecordField){line, (int)((space ? space : end) - line)};
        if (space == NULL)
            return count + 1;
        if (fields[count].length == 0)
            return 0;
        line = space + 1;
    }
    return 0;
}

static bool field_is(RecordField field, const char *text)
{
    return (int)strlen(text) == field.length &&
           memcmp(field.text, text, (size_t)field.length) == 0;
}

static bool read_count(RecordField field, int *count)
{
    *count = 0;
    for (int i = 0; i < field.length; i++) {
        if (!isdigit((unsigned char)field.text[i]) || *count > COUNT_MAX)
            return false;
        *count = 10 * *count + field.text[i] - '0';
    }
    return true;
}

// A number of points such as 7, 6.5 or -3.75, in half points.
static bool read_points(RecordField field, int *half_points)
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
static bool read_result(RecordField field, GameRecord *record)
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
    RecordField margin = {field.text + 2, field.length - 2};
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

bool record_read_move(const char *letters, int size, Point *move)
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

// What is no rank says nothing.
static Rank read_rank(RecordField field)
{
    Rank rank = RANK_UNKNOWN;
    const char *end = rank_read(field.text, &rank);
    return end == field.text + field.length ? rank : RANK_UNKNOWN;
}

static RecordError read_moves(RecordField field, GameRecord *record)
{
    if (field.length % 2 != 0)
        return RECORD_BAD_MOVES;
    record->move_count = field.length / 2;
    if (record->move_count > RECORD_MOVES_MAX)
        return RECORD_TOO_LONG;
    for (int i = 0; i < record->move_count; i++)
        if (!record_read_move(field.text + 2 * i, record->size, &record->moves[i]))
            return RECORD_BAD_MOVES;
    if (record->move_count < record->handicap)
        return RECORD_BAD_HANDICAP;
    for (int i = 0; i < record->handicap; i++)
        if (record->moves[i] == PASS)
            return RECORD_BAD_HANDICAP;
    return RECORD_OK;
}

// `dd5120,cq881,tt7`: moves and their chances, likeliest first.
static bool read_policy(RecordField field, int size, Opinion *opinion)
{
    const char *text = field.text, *end = field.text + field.length;
    opinion->move_count = 0;
    while (text < end && opinion->move_count < OPINION_MOVES_MAX) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const char *next = comma ? comma : end;
        int index = opinion->move_count++, chance;
        if (next - text < 3 || !record_read_move(text, size, &opinion->moves[index]) ||
            !read_count((RecordField){text + 2, (int)(next - text) - 2}, &chance) ||
            chance > OPINION_UNIT)
            return false;
        opinion->chances[index] = (uint16_t)chance;
        text = comma ? comma + 1 : end;
    }
    return opinion->move_count > 0 && opinion->chances[0] > 0;
}

// A letter for each point, row by row from the upper left: `a` White's, `u` Black's.
static bool read_owner(RecordField field, int size, Opinion *opinion)
{
    if (field.length != size * size)
        return false;
    memset(opinion->owner, 0, sizeof opinion->owner);
    for (int i = 0; i < field.length; i++) {
        int steps = field.text[i] - 'a' - OWNER_STEPS;
        if (steps < -OWNER_STEPS || steps > OWNER_STEPS)
            return false;
        opinion->owner[point_at(i % size, size - i / size)] =
            (int16_t)(steps * (OPINION_UNIT / OWNER_STEPS));
    }
    return true;
}

static bool read_opinion(const RecordField fields[4], int size, Opinion *opinion)
{
    bool minus = fields[1].length > 0 && fields[1].text[0] == '-';
    RecordField lead = {fields[1].text + minus, fields[1].length - minus};
    if (!read_count(fields[0], &opinion->win) || opinion->win > OPINION_UNIT ||
        !read_count(lead, &opinion->lead) || opinion->lead > 2 * POINTS_MAX)
        return false;
    opinion->lead *= (minus ? -1 : 1) * OPINION_POINT / 2;
    opinion->optimistic_known = opinion->errors_known = false;
    return read_policy(fields[2], size, opinion) &&
           read_owner(fields[3], size, opinion);
}

RecordError record_read(const char *line, GameRecord *record)
{
    RecordField fields[FIELDS_MAX];
    int count = split_fields(line, fields);
    if (count != GAME_FIELDS && count != FIELDS_MAX)
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
    record->white_stones = 0;
    record->white_first = record->handicap > 0;
    if (!read_result(fields[3], record))
        return RECORD_BAD_RESULT;
    record->rank[BLACK] = read_rank(fields[4]);
    record->rank[WHITE] = read_rank(fields[5]);
    RecordError error = read_moves(fields[GAME_FIELDS - 1], record);
    record->labelled = count == FIELDS_MAX;
    if (error == RECORD_OK && record->labelled &&
        !read_opinion(&fields[GAME_FIELDS], record->size, &record->opinion))
        return RECORD_BAD_OPINION;
    return error;
}

static void print_move(Point move, int size, FILE *file)
{
    if (move == PASS)
        fputs("tt", file);
    else
        fprintf(file, "%c%c", 'a' + point_column(move), 'a' + size - point_row(move));
}

static void print_result(const GameRecord *record, FILE *file)
{
    if (record->outcome == 0)
        fputs(record->outcome_known ? "0" : "?", file);
    else if (record->score_known)
        fprintf(file, "%c+%g", record->outcome > 0 ? 'B' : 'W',
                abs(record->score) / 2.0);
    else
        fprintf(file, "%c+%c", record->outcome > 0 ? 'B' : 'W',
                record->outcome_known ? '?' : 'T');
}

static void print_opinion(const Opinion *opinion, int size, FILE *file)
{
    fprintf(file, " %d %ld ", opinion->win,
            lround(2.0 * opinion->lead / OPINION_POINT));
    for (int i = 0; i < opinion->move_count; i++) {
        if (i > 0)
            fputc(',', file);
        print_move(opinion->moves[i], size, file);
        fprintf(file, "%d", opinion->chances[i]);
    }
    fputc(' ', file);
    for (int i = 0; i < size * size; i++) {
        Point p = point_at(i % size, size - i / size);
        long steps = lround((double)OWNER_STEPS * opinion->owner[p] / OPINION_UNIT);
        fputc((int)('a' + OWNER_STEPS + steps), file);
    }
}

bool record_print(const GameRecord *record, FILE *file)
{
    fprintf(file, "%d ", record->size);
    if (record->komi_known)
        fprintf(file, "%g ", record->komi / 2.0);
    else
        fputs("? ", file);
    fprintf(file, "%d ", record->handicap);
    print_result(record, file);
    fputs(" - - ", file);
    for (int i = 0; i < record->move_count; i++)
        print_move(record->moves[i], record->size, file);
    if (record->labelled)
        print_opinion(&record->opinion, record->size, file);
    fputc('\n', file);
    return !ferror(file);
}

const char *record_error_text(RecordError error)
{
    switch (error) {
    case RECORD_OK:
        return "correct";
    case RECORD_BAD_FIELDS:
        return "not seven fields with one space between them, nor eleven";
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
    case RECORD_BAD_OPINION:
        return "the opinion is not like 5120 -7 dd5120,cq881 and a letter for each "
               "point";
    }
    return "unknown";
}

// What tells a game from others. If a game has an opinion of one of its positions, its
// other positions have it, too: they differ by a move or two.
static RecordField record_identity(const char *line)
{
    RecordField fields[FIELDS_MAX];
    if (split_fields(line, fields) != FIELDS_MAX)
        return (RecordField){line, line_length(line)};
    RecordField moves = fields[GAME_FIELDS - 1];
    if (moves.length > 2 * HELD_OUT_MOVES)
        moves.length = 2 * HELD_OUT_MOVES;
    return moves;
}

static bool is_held_out(RecordField identity)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (int i = 0; i < identity.length; i++)
        hash = (hash ^ (unsigned char)identity.text[i]) * 0x100000001b3u;
    return rng_mix(hash) % HELD_OUT_ONE_IN == 0;
}

bool record_is_held_out(const char *line)
{
    return is_held_out(record_identity(line));
}

bool record_position_is_held_out(const GameRecord *record)
{
    char letters[2 * HELD_OUT_MOVES];
    int count = 0;
    for (; count < record->move_count && count < HELD_OUT_MOVES; count++) {
        Point move = record->moves[count];
        letters[2 * count] = letters[2 * count + 1] = 't';
        if (move == PASS)
            continue;
        letters[2 * count] = (char)('a' + point_column(move));
        letters[2 * count + 1] = (char)('a' + record->size - point_row(move));
    }
    return is_held_out((RecordField){letters, 2 * count});
}

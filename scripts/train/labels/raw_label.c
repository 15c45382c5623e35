// SPDX-License-Identifier: MIT
#include "raw_label.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

enum { PLACES_MAX = POINT_COUNT_MAX + 1 };

size_t raw_opinion_count(int size)
{
    size_t area = (size_t)size * (size_t)size;
    return RAW_NUMBERS + 2 * (area + 1) + area;
}

static bool find_source(const char *word, LabelSource *source)
{
    for (int i = 0; i < LABEL_SOURCE_COUNT; i++)
        if (strcmp(word, label_source_name((LabelSource)i)) == 0) {
            *source = (LabelSource)i;
            return true;
        }
    return false;
}

static bool read_tail(const char *letters, int size, Label *label)
{
    size_t length = strcmp(letters, "-") == 0 ? 0 : strlen(letters);
    if (length % 2 != 0 || length > 2 * (size_t)LABEL_TAIL_MAX)
        return false;
    label->tail_count = (int)length / 2;
    for (int i = 0; i < label->tail_count; i++)
        if (!record_read_move(letters + 2 * i, size, &label->tail[i]))
            return false;
    return true;
}

// The moves of the game up to the label's position, and those after them.
static bool make_record(const GameRecord *game, const Label *label, GameRecord *record)
{
    int count = record_set_up(game) + label->ply;
    if (count > game->move_count || count + label->tail_count > RECORD_MOVES_MAX)
        return false;
    *record = *game;
    memcpy(record->moves + count, label->tail,
           (size_t)label->tail_count * sizeof *record->moves);
    record->move_count = count + label->tail_count;
    record->komi = label->komi;
    record->komi_known = true;
    return true;
}

// Copies the next word of a line, with the space behind it, and goes on to what
// follows. Errors: false if it is too long, or the last one.
static bool next_word(const char **line, char word[], size_t size)
{
    size_t length = strcspn(*line, " ");
    if (length >= size || (*line)[length] == '\0')
        return false;
    memcpy(word, *line, length);
    word[length] = '\0';
    *line += length + 1;
    return true;
}

static bool read_ply(const char *word, int *ply)
{
    char *end;
    long number = strtol(word, &end, 10);
    *ply = (int)number;
    return end != word && *end == '\0' && number >= 0 && number <= RECORD_MOVES_MAX;
}

static bool read_komi(const char *word, int *komi)
{
    char *end;
    double points = strtod(word, &end);
    return end != word && *end == '\0' && komi_from_points(points, komi);
}

// Reads what is before the game, and leaves the tail in letters for later.
static bool read_head(const char **line, Label *label, char tail[], size_t tail_size)
{
    char source[16], ply[16], komi[16];
    return next_word(line, source, sizeof source) && next_word(line, ply, sizeof ply) &&
           next_word(line, komi, sizeof komi) && next_word(line, tail, tail_size) &&
           find_source(source, &label->source) && read_ply(ply, &label->ply) &&
           read_komi(komi, &label->komi);
}

const char *raw_label_read(const char *line, Label *label, GameRecord *game,
                           bool *held_out, GameRecord *record)
{
    char tail[2 * LABEL_TAIL_MAX + 1];
    *label = (Label){.game = 0};
    if (!read_head(&line, label, tail, sizeof tail))
        return "it does not begin with source, ply, komi and tail";
    RecordError error = record_read(line, game);
    if (error != RECORD_OK)
        return record_error_text(error);
    label->size = game->size;
    *held_out = record_is_held_out(line);
    if (!read_tail(tail, game->size, label))
        return "the tail is not pairs of letters on the board";
    return make_record(game, label, record) ? NULL : "the game has fewer moves";
}

static Point point_at_index(int index, int size)
{
    if (index == size * size)
        return PASS;
    return point_at(index % size, size - index / size);
}

static int parts(double share)
{
    return (int)lround(share * OPINION_UNIT);
}

static int bounded(double number, double most)
{
    return (int)lround(fmin(fmax(number, -most), most));
}

typedef struct RankedMove {
    float chance, optimistic;
    Point move;
} RankedMove;

static float larger_of(const RankedMove *candidate)
{
    return fmaxf(candidate->chance, candidate->optimistic);
}

// The likelier one in either policy first.
static int compare(const void *a, const void *b)
{
    float first = larger_of(a), second = larger_of(b);
    return (first < second) - (first > second);
}

static void read_policy(const float chances[], const float optimistic[], int size,
                        Opinion *opinion)
{
    RankedMove candidates[PLACES_MAX];
    int count = 0;
    bool known = !isnan(optimistic[0]);
    for (int i = 0; i <= size * size; i++) {
        RankedMove candidate = {chances[i], known ? optimistic[i] : 0,
                                point_at_index(i, size)};
        if (parts((double)larger_of(&candidate)) > 0)
            candidates[count++] = candidate;
    }
    qsort(candidates, (size_t)count, sizeof *candidates, compare);
    opinion->move_count = count < OPINION_MOVES_MAX ? count : OPINION_MOVES_MAX;
    opinion->optimistic_known = known;
    for (int i = 0; i < opinion->move_count; i++) {
        opinion->moves[i] = candidates[i].move;
        opinion->chances[i] = (uint16_t)parts((double)candidates[i].chance);
        opinion->optimistic[i] = (uint16_t)parts((double)candidates[i].optimistic);
    }
}

void raw_opinion_read(const float numbers[], int size, Opinion *opinion)
{
    int area = size * size;
    const float *policy = numbers + RAW_NUMBERS, *optimistic = policy + area + 1;
    const float *owner = optimistic + area + 1;
    memset(opinion, 0, sizeof *opinion);
    opinion->win = parts(fmin(fmax((double)numbers[RAW_WIN], 0), 1));
    opinion->lead = bounded((double)numbers[RAW_LEAD] * OPINION_POINT, INT16_MAX);
    opinion->errors_known = !isnan(numbers[RAW_DEVIATION]);
    if (opinion->errors_known) {
        opinion->deviation =
            bounded((double)numbers[RAW_DEVIATION] * OPINION_POINT, INT16_MAX);
        opinion->win_error = parts(fmin((double)numbers[RAW_WIN_ERROR], 1));
        opinion->score_error =
            bounded((double)numbers[RAW_SCORE_ERROR] * OPINION_POINT, INT16_MAX);
    }
    read_policy(policy, optimistic, size, opinion);
    for (int i = 0; i < area; i++)
        opinion->owner[point_at_index(i, size)] =
            (int16_t)parts(fmin(fmax((double)owner[i], -1), 1));
}

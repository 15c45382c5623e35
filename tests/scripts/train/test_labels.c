// SPDX-License-Identifier: MIT
//
// Labels in few bytes (scripts/train).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "label_packer.h"
#include "label_reader.h"
#include "record_fixture.h"
#include "replay.h"
#include "rng.h"

enum { LABELS = 60, GAME_MOVES = 60 };

// Games and what is thought of some of their positions.
typedef struct Lesson {
    GameStore store;
    GameRecord *games[2];
    Label labels[LABELS];
    Opinion opinions[LABELS]; // as they are to be read
    LabelPacker packer;
    StoredBlock block;
} Lesson;

static GameRecord *any_game(int seed, int size)
{
    char line[256];
    Rng rng = rng_seeded((uint64_t)seed, 1);
    int length = snprintf(line, sizeof line, "%d 6.5 0 B+R - - ", size);
    bool taken[19][19] = {{false}};
    for (int count = 0; count < GAME_MOVES;) {
        int x = (int)rng_below(&rng, (uint32_t)size);
        int y = (int)rng_below(&rng, (uint32_t)size);
        if (taken[x][y])
            continue;
        taken[x][y] = true;
        length += snprintf(line + length, sizeof line - (size_t)length, "%c%c", 'a' + x,
                           'a' + y);
        count++;
    }
    return read_line(line);
}

static Opinion any_opinion(Rng *rng, int size, bool complete)
{
    Opinion opinion = {.win = (int)rng_below(rng, OPINION_UNIT + 1),
                       .lead = (int)rng_below(rng, 4000) - 2000,
                       .optimistic_known = complete,
                       .errors_known = complete,
                       .deviation = (int)rng_below(rng, 800),
                       .win_error = (int)rng_below(rng, 3000),
                       .score_error = (int)rng_below(rng, 200)};
    opinion.move_count = 1 + (int)rng_below(rng, 40);
    for (int i = 0; i < opinion.move_count; i++) {
        // Different moves; the chances fall.
        int index = (i * 7 + 3) % (size * size);
        opinion.moves[i] = i == 4 ? PASS : point_at(index % size, index / size + 1);
        opinion.chances[i] = (uint16_t)(5000 / (i + 1));
        opinion.optimistic[i] = (uint16_t)rng_below(rng, 5000);
    }
    for (int i = 0; i < size * size; i++)
        opinion.owner[point_at(i % size, i / size + 1)] =
            (int16_t)((int)rng_below(rng, 2 * OPINION_UNIT + 1) - OPINION_UNIT);
    return opinion;
}

static void add_label(Lesson *lesson, int number, Rng *rng)
{
    static uint8_t bytes[PACKED_GAME_MAX];
    GameRecord *game = lesson->games[number / 7 % 2], record;
    Label *label = &lesson->labels[number];
    size_t size = game_pack(game, false, bytes);
    *label = (Label){.game = game_key(bytes, size),
                     .size = game->size,
                     .ply = (int)rng_below(rng, GAME_MOVES + 1),
                     .tail_count = number % 3,
                     .tail = {PASS, PASS},
                     .komi = 15 + (number % 9 - 4) * (number % 5),
                     .source = (LabelSource)(number % LABEL_SOURCE_COUNT)};
    record = *game;
    memcpy(record.moves + label->ply, label->tail, 2 * sizeof *record.moves);
    record.move_count = label->ply + label->tail_count;
    Position pos;
    assert_int_equal(replay_position(&record, record.move_count, &pos), MOVE_OK);
    lesson->opinions[number] = any_opinion(rng, game->size, number % 4 != 0);
    label_packer_add(&lesson->packer, label, &pos, record_last_move(&record),
                     &lesson->opinions[number]);
}

static Lesson *new_lesson(const LabelPrecision *precision)
{
    static uint8_t bytes[PACKED_GAME_MAX];
    Lesson *lesson = calloc(1, sizeof *lesson);
    assert_non_null(lesson);
    Rng rng = rng_seeded(5, 5);
    label_packer_begin(&lesson->packer, precision);
    for (int i = 0; i < 2; i++) {
        lesson->games[i] = any_game(i, i == 0 ? 19 : 9);
        size_t size = game_pack(lesson->games[i], false, bytes);
        assert_true(game_store_add_copy(&lesson->store, bytes, size));
    }
    for (int i = 0; i < LABELS; i++)
        add_label(lesson, i, &rng);
    assert_true(label_packer_finish(&lesson->packer, &lesson->block));
    assert_int_equal(lesson->block.count, LABELS);
    return lesson;
}

static void end_lesson(Lesson *lesson)
{
    game_store_free(&lesson->store);
    free(lesson->games[0]);
    free(lesson->games[1]);
    free(lesson);
}

static void assert_same_opinion(const Opinion *found, const Opinion *wanted, int size)
{
    assert_int_equal(found->win, wanted->win);
    assert_int_equal(found->lead, wanted->lead);
    assert_int_equal(found->move_count, wanted->move_count);
    assert_int_equal(found->optimistic_known, wanted->optimistic_known);
    assert_int_equal(found->errors_known, wanted->errors_known);
    for (int i = 0; i < found->move_count; i++) {
        assert_int_equal(found->moves[i], wanted->moves[i]);
        assert_int_equal(found->chances[i], wanted->chances[i]);
        if (found->optimistic_known)
            assert_int_equal(found->optimistic[i], wanted->optimistic[i]);
    }
    for (int i = 0; i < size * size; i++) {
        Point p = point_at(i % size, i / size + 1);
        assert_int_equal(found->owner[p], wanted->owner[p]);
    }
    if (!found->errors_known)
        return;
    assert_int_equal(found->deviation, wanted->deviation);
    assert_int_equal(found->win_error, wanted->win_error);
    assert_int_equal(found->score_error, wanted->score_error);
}

static void assert_same_place(const Label *found, const Label *wanted)
{
    assert_true(found->game == wanted->game);
    assert_int_equal(found->size, wanted->size);
    assert_int_equal(found->ply, wanted->ply);
    assert_int_equal(found->tail_count, wanted->tail_count);
    for (int i = 0; i < found->tail_count; i++)
        assert_int_equal(found->tail[i], wanted->tail[i]);
    assert_int_equal(found->komi, wanted->komi);
    assert_int_equal(found->source, wanted->source);
}

static void check_reading(const LabelPrecision *precision)
{
    Lesson *lesson = new_lesson(precision);
    LabelReader *reader = malloc(sizeof *reader);
    GameRecord *record = malloc(sizeof *record);
    assert_true(reader != NULL && record != NULL);
    label_reader_init(reader, &lesson->store);
    assert_true(label_reader_begin(reader, &lesson->block));
    for (int i = 0; i < LABELS; i++) {
        Label label;
        assert_int_equal(label_reader_next(reader, &label, record), LABEL_READ);
        assert_same_place(&label, &lesson->labels[i]);
        assert_int_equal(record->move_count, label.ply + label.tail_count);
        assert_int_equal(record->komi, label.komi);
        assert_true(record->labelled && record->komi_known);
        assert_same_opinion(&record->opinion, &lesson->opinions[i], label.size);
    }
    Label label;
    assert_int_equal(label_reader_next(reader, &label, record), LABEL_END);
    free(reader);
    free(record);
    end_lesson(lesson);
}

static void test_labels_are_read_as_they_were_written(void **state)
{
    (void)state;
    check_reading(&LABEL_TRAINING);
    check_reading(&LABEL_TESTING);
    const LabelPrecision coarse = {2, 1, 1, 1, 255, 255}, odd = {7, 3, 5, 11, 20, 5};
    check_reading(&coarse);
    check_reading(&odd);
}

// The largest differences between what was given and what is read.
static void check_rounding(const LabelPrecision *precision, double chance, double lead,
                           double owner)
{
    Lesson *lesson = new_lesson(precision);
    Rng rng = rng_seeded(5, 5);
    for (int i = 0; i < LABELS; i++) {
        rng_below(&rng, GAME_MOVES + 1); // its ply
        int size = lesson->labels[i].size;
        Opinion given = any_opinion(&rng, size, i % 4 != 0);
        const Opinion *found = &lesson->opinions[i];
        assert_int_equal(found->win, given.win);
        assert_true(fabs((double)(found->lead - given.lead)) <= lead * OPINION_POINT);
        for (Point p = 0; p < POINT_LIMIT; p++)
            assert_true(fabs((double)(found->owner[p] - given.owner[p])) <=
                        owner * OPINION_UNIT + 1);
        for (int j = 0; j < found->move_count; j++) {
            int k = 0;
            while (given.moves[k] != found->moves[j])
                k++;
            double ratio = (double)found->chances[j] / given.chances[k];
            assert_true(fabs(log2(ratio)) <= chance + 0.5 / found->chances[j]);
        }
        if (!found->errors_known)
            continue;
        double step = exp2(1.0 / 32);
        assert_true((found->win_error + 10) <= (given.win_error + 10) * step + 0.5);
        assert_true((found->score_error + 16) <= (given.score_error + 16) * step + 0.5);
        assert_true((found->deviation + 16) >= (given.deviation + 16) / step - 0.5);
    }
    end_lesson(lesson);
}

static void test_rounding_is_as_fine_as_was_asked_for(void **state)
{
    (void)state;
    check_rounding(&LABEL_TRAINING, 0.5 / 6, 0.125, 0.25);
    check_rounding(&LABEL_TESTING, 0.5 / 32, 0.04, 0.005);
}

static void test_the_likeliest_moves_are_kept(void **state)
{
    (void)state;
    const LabelPrecision precision = {5, 8, 8, 4, 100, 4};
    Lesson *lesson = new_lesson(&precision);
    for (int i = 0; i < LABELS; i++) {
        const Opinion *found = &lesson->opinions[i];
        assert_in_range(found->move_count, 1, 4);
        for (int j = 1; j < found->move_count; j++)
            assert_true(found->chances[j] <= found->chances[j - 1]);
        // Without optimism the first ones are those that were given first.
        for (int j = 0; j < found->move_count && !found->optimistic_known; j++)
            assert_in_range(found->chances[j] * (j + 1), 4000, 6000);
    }
    end_lesson(lesson);
}

static void test_games_that_are_missing_are_told(void **state)
{
    (void)state;
    Lesson *lesson = new_lesson(&LABEL_TRAINING);
    LabelReader *reader = malloc(sizeof *reader);
    GameRecord *record = malloc(sizeof *record);
    GameStore empty;
    Label label;
    assert_true(reader != NULL && record != NULL);
    game_store_init(&empty);
    label_reader_init(reader, &empty);
    assert_true(label_reader_begin(reader, &lesson->block));
    assert_int_equal(label_reader_next(reader, &label, record), LABEL_NO_GAME);
    assert_int_equal(label_reader_next(reader, &label, record), LABEL_END);
    free(reader);
    free(record);
    end_lesson(lesson);
}

// A checksum keeps damage out; whatever comes through must do no harm.
static void test_damaged_labels_do_no_harm(void **state)
{
    (void)state;
    Lesson *lesson = new_lesson(&LABEL_TRAINING);
    LabelReader *reader = malloc(sizeof *reader);
    GameRecord *record = malloc(sizeof *record);
    uint8_t *bytes = malloc(lesson->block.size);
    assert_true(reader != NULL && record != NULL && bytes != NULL);
    Rng rng = rng_seeded(6, 6);
    for (int i = 0; i < 2000; i++) {
        StoredBlock block = lesson->block;
        Label label;
        memcpy(bytes, lesson->block.bytes, block.size);
        block.bytes = bytes;
        block.size = rng_below(&rng, (uint32_t)block.size + 1);
        if (block.size > 0)
            bytes[rng_below(&rng, (uint32_t)block.size)] = (uint8_t)rng_next(&rng);
        label_reader_init(reader, &lesson->store);
        if (label_reader_begin(reader, &block))
            while (label_reader_next(reader, &label, record) == LABEL_READ)
                assert_in_range(record->opinion.win, 0, OPINION_UNIT);
    }
    free(bytes);
    free(reader);
    free(record);
    end_lesson(lesson);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels_are_read_as_they_were_written),
        cmocka_unit_test(test_rounding_is_as_fine_as_was_asked_for),
        cmocka_unit_test(test_the_likeliest_moves_are_kept),
        cmocka_unit_test(test_games_that_are_missing_are_told),
        cmocka_unit_test(test_damaged_labels_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

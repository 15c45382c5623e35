// SPDX-License-Identifier: MIT
//
// The makers of training samples in scripts/train.
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_fixture.h"
#include "settle.h"
#include "symmetry.h"

// `list` has no reader of ladders yet.
static MoveError take_samples(const GameRecord *record, Game *game, Rng *rng,
                              SampleList *list)
{
    list->ladders = ladder_reader_new();
    assert_non_null(list->ladders);
    MoveError error = sample_game(record, game, rng, list);
    ladder_reader_delete(list->ladders);
    return error;
}

// All samples of a line; their number is checked.
static Sample *sample_line(const char *line, int expected)
{
    enum { WANTED = 64 };
    GameRecord *record = read_line(line);
    Sample *samples = aligned_alloc(alignof(Sample), WANTED * sizeof *samples);
    assert_non_null(samples);
    SampleList list = {.samples = samples, .wanted = WANTED};
    Game game;
    assert_true(game_init(&game, rules_default(), 0, 19, 19));
    Rng rng = rng_seeded(1, 1);
    assert_int_equal(take_samples(record, &game, &rng, &list), MOVE_OK);
    assert_int_equal(list.count, expected);
    game_free(&game);
    free(record);
    return samples;
}

static void test_samples_of_a_game(void **state)
{
    (void)state;
    Sample *samples = sample_line(SHORT_GAME, 6);
    const char *moves[] = {"A2", "A1", "B1", "E5", "pass", "pass"};
    for (int i = 0; i < 6; i++) {
        const Sample *sample = &samples[i];
        int sign = i % 2 == 0 ? 1 : -1;
        assert_int_equal(sample->size, 5);
        assert_int_equal(sample->turn, i);
        assert_int_equal(sample->moves[0], picture_point(moves[i]));
        assert_int_equal(sample->outcome, sign * OPINION_UNIT);
        assert_int_equal(sample->score, sign * OPINION_POINT / 2);
        assert_int_equal(sample->features.globals[GLOBAL_KOMI], -sign);
        assert_int_equal(sample->features.globals[GLOBAL_BLACK], i % 2 == 0);
        assert_int_equal(sample->features.globals[GLOBAL_PASSED], i == 5);
    }
    assert_points(samples[3].features.planes[PLANE_ENEMY], "A2 B1");
    assert_points(samples[3].features.planes[PLANE_OWN], "");
    assert_points(samples[3].features.planes[PLANE_MOVES + 1], "A1");
    assert_points(samples[4].features.planes[PLANE_ENEMY], "E5");
    free(samples);
}

// Checks who owns points: in the end the player to move, the other.
static void assert_owners(const Sample *sample, const char *own, const char *other)
{
    Bitboard sets[2] = {bitboard_empty(), bitboard_empty()};
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (sample->owner[p] != 0) {
            assert_int_equal(abs(sample->owner[p]), OPINION_UNIT);
            bitboard_add(&sets[sample->owner[p] < 0], p);
        }
    assert_points(sets[0], own);
    assert_points(sets[1], other);
}

// The teacher's komi, in points of the player to move.
static float shown_komi(const Sample *sample)
{
    float komi;
    memcpy(&komi, sample->shown + 4 * (size_t)KATAGO_GLOBAL_KOMI, sizeof komi);
    return komi * 20;
}

// Is a bit of what the teacher is shown set, on 5x5?
static bool is_shown(const Sample *sample, int plane, Point p)
{
    int bit = (plane * 5 + 5 - point_row(p)) * 5 + point_column(p);
    return sample->shown[KATAGO_PACK_HEAD + bit / 8] >> bit % 8 & 1;
}

// Both see the same stones and the same komi.
static void assert_alike(const Sample *sample)
{
    const Bitboard *planes = sample->features.planes;
    for (Point p = bitboard_first(&planes[PLANE_BOARD]); p;
         p = bitboard_next(&planes[PLANE_BOARD], p)) {
        assert_int_equal(is_shown(sample, KATAGO_PLANE_OWN, p),
                         bitboard_test(&planes[PLANE_OWN], p));
        assert_int_equal(is_shown(sample, KATAGO_PLANE_ENEMY, p),
                         bitboard_test(&planes[PLANE_ENEMY], p));
    }
    assert_float_equal(2 * shown_komi(sample), sample->features.globals[GLOBAL_KOMI],
                       1e-4F);
}

// Takes all samples of SHORT_GAME for a teacher. Returns how many stones they have.
static int stones_for_a_teacher(int deviations, uint64_t seed)
{
    enum { WANTED = 6 };
    static Sample samples[WANTED];
    GameRecord *record = read_line(SHORT_GAME);
    TeacherView teacher = {.reader = katago_reader_new(),
                           .rules = rules_find("tromp-taylor"),
                           .deviations = deviations};
    SampleList list = {.samples = samples, .wanted = WANTED, .teacher = &teacher};
    int stones = 0;
    Game game;
    assert_true(game_init(&game, rules_default(), 0, 19, 19));
    Rng rng = rng_seeded(seed, 1);
    assert_int_equal(take_samples(record, &game, &rng, &list), MOVE_OK);
    assert_int_equal(list.count, WANTED);
    assert_int_equal(game.move_count, 6); // what was off the game is taken back
    for (int i = 0; i < WANTED; i++) {
        assert_int_equal(samples[i].flags, 0);
        assert_alike(&samples[i]);
        stones += bitboard_count(&samples[i].features.planes[PLANE_OWN]) +
                  bitboard_count(&samples[i].features.planes[PLANE_ENEMY]);
    }
    game_free(&game);
    katago_reader_delete(teacher.reader);
    free(record);
    return stones;
}

static void test_a_teacher_sees_the_same(void **state)
{
    (void)state;
    int in_game = stones_for_a_teacher(0, 1);
    int more = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        assert_int_equal(stones_for_a_teacher(0, seed), in_game);
        more += stones_for_a_teacher(100, seed) > in_game;
    }
    assert_true(more >= 18);
}

static void test_owners_are_known_where_the_score_agrees(void **state)
{
    (void)state;
    // Black has A2, B1 and the eye A1; White E5: 3 - 1 - 0.5.
    Sample *samples = sample_line("5 0.5 0 B+1.5 - - adaebeeatttt", 6);
    assert_owners(&samples[0], "A1 A2 B1", "E5");
    assert_owners(&samples[1], "E5", "A1 A2 B1");
    assert_int_equal(samples[5].flags,
                     SAMPLE_OUTCOME_KNOWN | SAMPLE_SCORE_KNOWN | SAMPLE_OWNER_KNOWN);
    free(samples);
}

static void test_owners_are_unknown_elsewhere(void **state)
{
    (void)state;
    const char *lines[] = {
        SHORT_GAME,                     // another score
        "5 ? 0 B+1.5 - - adaebeeatttt", // another komi, perhaps
        "5 0.5 0 B+1.5 - - adaebeea",   // nobody passed
        "5 0.5 0 B+1.5 - - adaebeeatt", // only one did
    };
    const int turns[] = {6, 6, 4, 5};
    for (int i = 0; i < 4; i++) {
        Sample *samples = sample_line(lines[i], turns[i]);
        assert_int_equal(samples[0].flags, SAMPLE_OUTCOME_KNOWN | SAMPLE_SCORE_KNOWN);
        assert_owners(&samples[0], "", "");
        free(samples);
    }
}

// Does playing on from the end of this line make the recorded winner win?
static bool settle_line(const char *line, Bitboard owner[2])
{
    GameRecord *record = read_line(line);
    Settler *settler = malloc(sizeof *settler);
    assert_non_null(settler);
    settler_init(settler, 60);
    Position pos;
    position_init(&pos, record->size, record->size);
    for (int i = 0; i < record->move_count; i++)
        position_play(&pos, record->moves[i]);
    bool found = settler_find(settler, record, &pos, owner);
    free(settler);
    free(record);
    return found;
}

static void test_owners_of_games_that_were_not_played_out(void **state)
{
    (void)state;
    // Two eyes each: Black has the two upper rows of 5x5, White the others.
    const char *moves = "baacdabceaccabdcbbeccbaddbbdebcdttddttedttbettdettee";
    const char *endings[] = {"5 0.5 0 W+R - -",  "5 -4.5 0 W+? - -", "5 -6.5 0 B+R - -",
                             "5 ? 0 W+5 - -",    "5 0.5 0 B+R - -",  "5 -4.5 0 B+R - -",
                             "5 -6.5 0 W+R - -", "5 ? 0 B+R - -",    "5 0.5 0 W+T - -",
                             "5 -5 0 0 - -",     "5 0.5 0 ? - -"};
    Bitboard upper = picture_points("A5 B5 C5 D5 E5 A4 B4 C4 D4 E4");
    Bitboard lower = bitboard_board(5, 3);
    char line[96];
    for (int i = 0; i < 11; i++) {
        Bitboard owner[2];
        snprintf(line, sizeof line, "%s %s", endings[i], moves);
        bool found = settle_line(line, owner), expected = i < 4;
        if (found != expected)
            fail_msg("%s should %sbe settled", line, expected ? "" : "not ");
        if (!expected)
            continue;
        assert_true(bitboard_equal(&owner[BLACK], &upper));
        assert_true(bitboard_equal(&owner[WHITE], &lower));
    }
}

static void test_handicap_stones_are_set_up(void **state)
{
    (void)state;
    Sample *samples = sample_line("9 0.5 2 ? - - cggceecc", 2);
    assert_int_equal(samples[0].turn, 0);
    assert_int_equal(samples[0].flags, 0);
    assert_int_equal(samples[0].outcome, 0);
    assert_int_equal(samples[0].moves[0], picture_point("E5"));
    assert_int_equal(samples[0].features.globals[GLOBAL_BLACK], 0);
    assert_points(samples[0].features.planes[PLANE_ENEMY], "C3 G7");
    assert_points(samples[0].features.planes[PLANE_MOVES], "");
    assert_int_equal(samples[1].moves[0], picture_point("C7"));
    assert_points(samples[1].features.planes[PLANE_MOVES], "E5");
    free(samples);
}

static void assert_unplayable(const char *line, MoveError expected)
{
    GameRecord *record = read_line(line);
    Game game;
    assert_true(game_init(&game, rules_default(), 0, 19, 19));
    Rng rng = rng_seeded(1, 1);
    Sample sample;
    SampleList list = {.samples = &sample, .wanted = 1, .count = 1};
    assert_int_equal(take_samples(record, &game, &rng, &list), expected);
    assert_int_equal(list.count, 0);
    game_free(&game);
    free(record);
}

static void test_what_cannot_be_played_gives_nothing(void **state)
{
    (void)state;
    assert_unplayable("9 7 0 B+R - - eeffee", MOVE_OCCUPIED);
    assert_unplayable("9 7 2 B+R - - eeeeff", MOVE_OCCUPIED);
    assert_unplayable("2 0 4 ? - - aaabbabb", MOVE_SUICIDE);
}

static void test_repeated_colorings_do_no_harm(void **state)
{
    (void)state;
    // The cycle on 2x2 that superko forbids: the last move repeats the second.
    Sample *samples = sample_line("2 0 0 ? - - aabaabttbbbaaa", 7);
    assert_points(samples[6].features.planes[PLANE_KO], "A2");
    assert_int_equal(samples[6].moves[0], picture_point("A2"));
    free(samples);
}

static void test_moments_are_chosen_by_seed(void **state)
{
    (void)state;
    GameRecord *record = read_line("9 7 0 B+R - - eeffgghhiiaabbccdd");
    Game game;
    int seen[9] = {0};
    assert_true(game_init(&game, rules_default(), 0, 19, 19));
    for (uint64_t seed = 0; seed < 200; seed++) {
        Sample samples[2], again[2];
        for (int i = 0; i < 2; i++) {
            Rng rng = rng_seeded(seed, 1);
            SampleList list = {.samples = i ? again : samples, .wanted = 2};
            take_samples(record, &game, &rng, &list);
            assert_int_equal(list.count, 2);
        }
        assert_memory_equal(samples, again, sizeof samples);
        assert_true(samples[0].turn < samples[1].turn);
        seen[samples[0].turn]++;
        seen[samples[1].turn]++;
    }
    for (int i = 0; i < 9; i++) // 400 / 9 each
        assert_in_range(seen[i], 20, 70);
    game_free(&game);
    free(record);
}

static void test_an_opinion_is_about_the_last_moment(void **state)
{
    (void)state;
    Sample *samples = sample_line(OPINION, 1);
    assert_int_equal(samples[0].turn, 2);
    assert_int_equal(samples[0].move_count, 3);
    assert_int_equal(samples[0].outcome, 3000);
    assert_int_equal(samples[0].score, -3 * OPINION_POINT / 2);
    assert_int_equal(samples[0].owner[picture_point("B1")], 9000);
    assert_int_equal(samples[0].features.globals[GLOBAL_PASSED], 1);
    assert_points(samples[0].features.planes[PLANE_OWN], "B1");
    free(samples);
    samples = sample_line("2 7.5 0 ? - - bb 6500 -3 aa5000 akut", 1);
    assert_int_equal(samples[0].outcome, -3000);
    assert_int_equal(samples[0].score, 3 * OPINION_POINT / 2);
    assert_int_equal(samples[0].owner[picture_point("B1")], -9000);
    assert_points(samples[0].features.planes[PLANE_ENEMY], "B1");
    free(samples);
}

static bool packed_bit(const uint8_t bytes[], int plane, int size, int index)
{
    int bit = plane * size * size + index;
    return bytes[PACKED_HEAD + size * size + bit / 8] >> bit % 8 & 1;
}

static void test_packed_bytes(void **state)
{
    (void)state;
    Sample *samples = sample_line("5 0.5 0 B+1.5 5k 3d adaebeeatttt", 6);
    uint8_t bytes[PACKED_BYTES_MAX];
    sample_pack(&samples[3], 0, bytes); // White plays E5
    static const uint8_t head[PACKED_HEAD] = {
        1, 0, 1, 0, 0, 0, 0, 0, 0xe8, 0xff, 0xf0, 0xd8, 0,
        0, 0, 0, 3, 0, 7, 1, 3, 24,   0,    0x10, 0x27};
    assert_memory_equal(bytes, head, sizeof head);
    assert_int_equal(sample_packed_bytes(5), PACKED_HEAD + 25 + 100); // 32 * 25 bits
    const int8_t *owner = (const int8_t *)bytes + PACKED_HEAD;
    for (int i = 0; i < 25; i++) {
        bool other = i == 0 || i == 1 || i == 5;
        assert_true(packed_bit(bytes, PLANE_BOARD, 5, i));
        assert_int_equal(packed_bit(bytes, PLANE_ENEMY, 5, i), i == 1 || i == 5);
        assert_int_equal(owner[i], i == 24 ? 100 : other ? -100 : 0);
    }
    sample_pack(&samples[4], 0, bytes); // Black passes
    assert_int_equal((int8_t)bytes[2 * GLOBAL_COUNT + 12], -4);
    assert_int_equal(bytes[2 * GLOBAL_COUNT + 13], 25);
    free(samples);
}

static void test_packed_opinions(void **state)
{
    (void)state;
    Sample *samples = sample_line(OPINION, 1);
    uint8_t bytes[PACKED_BYTES_MAX];
    sample_pack(&samples[0], 2, bytes); // columns mirrored
    // A2 5000, pass 250, B2 1.
    static const uint8_t moves[18] = {3, 0, 0x88, 0x13, 0, 0, 4, 0, 250,
                                      0, 0, 0,    2,    0, 1, 0, 0, 0};
    assert_int_equal(bytes[2 * GLOBAL_COUNT + 11], 3);
    assert_memory_equal(bytes + 2 * GLOBAL_COUNT + 13, moves, sizeof moves);
    static const int8_t owner[4] = {90, 100, 0, -100};
    assert_memory_equal(bytes + PACKED_HEAD, owner, sizeof owner);
    free(samples);
}

// A symmetric copy of the record gives what the symmetry makes of the sample.
static void test_symmetries_agree(void **state)
{
    (void)state;
    const int points[4][2] = {{2, 1}, {4, 3}, {3, 0}, {0, 2}}; // column, row from 0
    char line[64];
    uint8_t plain[PACKED_BYTES_MAX], turned[PACKED_BYTES_MAX];
    Sample *original = NULL;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        int length = snprintf(line, sizeof line, "5 7 0 B+R - - ");
        for (int i = 0; i < 4; i++) {
            int column = points[i][0], row = points[i][1];
            column = symmetry & 2 ? 4 - column : column;
            row = symmetry & 1 ? 4 - row : row;
            int x = symmetry & 4 ? row : column, y = symmetry & 4 ? column : row;
            length += snprintf(line + length, sizeof line - (size_t)length, "%c%c",
                               'a' + x, 'e' - y);
        }
        Sample *samples = sample_line(line, 4);
        if (original == NULL)
            original = sample_line(line, 4);
        for (int i = 0; i < 4; i++) {
            sample_pack(&original[i], symmetry, plain);
            sample_pack(&samples[i], 0, turned);
            assert_memory_equal(plain, turned, sample_packed_bytes(5));
        }
        free(samples);
    }
    free(original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_of_a_game),
        cmocka_unit_test(test_a_teacher_sees_the_same),
        cmocka_unit_test(test_owners_are_known_where_the_score_agrees),
        cmocka_unit_test(test_owners_are_unknown_elsewhere),
        cmocka_unit_test(test_owners_of_games_that_were_not_played_out),
        cmocka_unit_test(test_handicap_stones_are_set_up),
        cmocka_unit_test(test_what_cannot_be_played_gives_nothing),
        cmocka_unit_test(test_repeated_colorings_do_no_harm),
        cmocka_unit_test(test_moments_are_chosen_by_seed),
        cmocka_unit_test(test_an_opinion_is_about_the_last_moment),
        cmocka_unit_test(test_packed_bytes),
        cmocka_unit_test(test_packed_opinions),
        cmocka_unit_test(test_symmetries_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

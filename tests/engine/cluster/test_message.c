// SPDX-License-Identifier: MIT
#include "message.h"

#include <math.h>
#include <stdlib.h>

#include "features_fixture.h"
#include "isa.h"
#include "job.h"
#include "picture.h"
#include "rng.h"

enum { BYTES = 1 << 16 };

static unsigned char memory[BYTES];

static WireReader reopen(const WireWriter *writer, MessageKind wanted)
{
    MessageKind kind = MESSAGE_KINDS;
    WireReader reader;
    assert_true(message_seal(writer));
    assert_true(message_open(writer->bytes, writer->size, &kind, &reader));
    assert_int_equal(kind, wanted);
    return reader;
}

static void test_numbers_come_back(void **state)
{
    (void)state;
    WireWriter writer = {.bytes = memory, .capacity = BYTES};
    wire_put(&writer, 0x123456789abcdef0, 8);
    wire_put(&writer, (uint64_t)-5, 4);
    wire_put_float(&writer, -0.375F);
    Bitboard set =
        bitboard_union(bitboard_of(point_at(0, 1)), bitboard_of(point_at(4, 3)));
    wire_put_set(&writer, &set, 5, 3);
    WireReader reader = {.bytes = memory, .left = writer.size};
    assert_true(wire_get(&reader, 8) == 0x123456789abcdef0);
    assert_int_equal(wire_get_signed(&reader), -5);
    assert_true(wire_get_float(&reader) == -0.375F);
    Bitboard back = wire_get_set(&reader, 5, 3);
    assert_true(bitboard_equal(&set, &back));
    assert_true(message_is_done(&reader));
    wire_get(&reader, 1);
    assert_true(reader.failed);
}

static void test_a_writer_never_leaves_its_memory(void **state)
{
    (void)state;
    unsigned char bytes[4] = {0, 0, 0, 7};
    WireWriter writer = {.bytes = bytes, .capacity = 3};
    wire_put(&writer, 1, 2);
    wire_put(&writer, 2, 2);
    wire_put(&writer, 3, 1);
    assert_true(writer.failed);
    assert_int_equal(writer.size, 2);
    assert_int_equal(bytes[3], 7);
}

static void test_each_damaged_byte_is_found(void **state)
{
    (void)state;
    WireWriter writer = message_begin(MESSAGE_HELLO, memory, BYTES);
    Hello hello = {.threads = 3, .host = "old-laptop"}, back;
    hello_write(&writer, &hello);
    WireReader reader = reopen(&writer, MESSAGE_HELLO);
    assert_true(hello_read(&reader, &back));
    assert_int_equal(back.threads, 3);
    assert_string_equal(back.host, "old-laptop");
    for (size_t i = 0; i < writer.size; i++) {
        MessageKind kind = MESSAGE_KINDS;
        memory[i] ^= 0x20;
        bool is_open = message_open(memory, writer.size, &kind, &reader);
        assert_true(!is_open || kind != MESSAGE_HELLO);
        memory[i] ^= 0x20;
    }
    for (size_t size = 0; size < writer.size; size++) {
        MessageKind kind;
        assert_false(message_open(memory, size, &kind, &reader));
    }
}

static LeafAnswer made_up_answer(const AnswersHead *head)
{
    LeafAnswer answer = {.flight = 77};
    answer.output.win = 0.625F;
    answer.output.score = -12.25F;
    answer.output.score_error = 3;
    answer.output.score_mean = -2;
    answer.output.score_stdev = 7;
    answer.output.policy[PASS] = 0.25F;
    for (int row = 1; row <= head->rows; row++)
        for (int column = 0; column < head->columns; column++) {
            answer.output.policy[point_at(column, row)] = 0.0078125F;
            answer.output.owner[point_at(column, row)] = (float)row / 9 - 1;
        }
    return answer;
}

static void test_answers_come_back_as_the_cache_keeps_them(void **state)
{
    (void)state;
    AnswersHead head = {
        .job = 5, .columns = 9, .rows = 7, .waiting = 3, .is_dry = true};
    AnswersHead head_back;
    LeafAnswer answer = made_up_answer(&head), back;
    WireWriter writer = message_begin(MESSAGE_ANSWERS, memory, BYTES);
    answers_head_write(&writer, &head);
    leaf_answer_write(&writer, &head, &answer);
    WireReader reader = reopen(&writer, MESSAGE_ANSWERS);
    assert_true(answers_head_read(&reader, &head_back));
    assert_int_equal(head_back.waiting, 3);
    assert_true(head_back.is_dry);
    assert_true(leaf_answer_read(&reader, &head_back, &back));
    assert_true(message_is_done(&reader));
    EvalCache cache;
    assert_true(eval_cache_init(&cache, BYTES));
    eval_cache_keep(&cache, 1, &answer.output);
    assert_memory_equal(answer.output.policy, back.output.policy,
                        sizeof back.output.policy);
    assert_true(answer.output.win == back.output.win);
    assert_true(answer.output.score == back.output.score);
    assert_true(answer.output.score_error == back.output.score_error);
    assert_true(answer.output.score_mean == back.output.score_mean);
    assert_true(answer.output.score_stdev == back.output.score_stdev);
    assert_true(back.output.no_result == 0 && back.output.variance_time == -1);
    for (int row = 1; row <= head.rows; row++)
        for (int column = 0; column < head.columns; column++)
            assert_true(answer.output.owner[point_at(column, row)] ==
                        back.output.owner[point_at(column, row)]);
    eval_cache_free(&cache);
}

// Is an answer valid if these bytes of it are replaced by a number?
static bool is_valid_with(size_t offset, float number)
{
    AnswersHead head = {.job = 5, .columns = 3, .rows = 3}, back;
    LeafAnswer answer = made_up_answer(&head);
    WireWriter writer = message_begin(MESSAGE_ANSWERS, memory, BYTES);
    answers_head_write(&writer, &head);
    size_t start = writer.size;
    leaf_answer_write(&writer, &head, &answer);
    WireWriter hole = {.bytes = memory + start + offset, .capacity = 4};
    wire_put_float(&hole, number);
    WireReader reader = reopen(&writer, MESSAGE_ANSWERS);
    return answers_head_read(&reader, &back) &&
           leaf_answer_read(&reader, &back, &answer);
}

static void test_numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    enum { WIN = 5, SCORE = 9, WIN_ERROR = 13 };
    assert_true(is_valid_with(WIN, 0.5F));
    assert_false(is_valid_with(WIN, NAN));
    assert_false(is_valid_with(WIN, 2));
    assert_false(is_valid_with(SCORE, INFINITY));
    assert_false(is_valid_with(SCORE, 1e9F));
    assert_false(is_valid_with(WIN_ERROR, -1));
}

static void test_points_that_both_players_own_are_refused(void **state)
{
    (void)state;
    AnswersHead head = {.job = 5, .columns = 3, .rows = 3}, head_back;
    LeafAnswer answer = {.is_playout = true}, back;
    for (int both = 0; both <= 1; both++) {
        answer.playout.owner[BLACK] = bitboard_of(point_at(1, 1));
        answer.playout.owner[WHITE] = bitboard_of(point_at(both ? 1 : 2, 1));
        WireWriter writer = message_begin(MESSAGE_ANSWERS, memory, BYTES);
        answers_head_write(&writer, &head);
        leaf_answer_write(&writer, &head, &answer);
        WireReader reader = reopen(&writer, MESSAGE_ANSWERS);
        assert_true(answers_head_read(&reader, &head_back));
        assert_true(leaf_answer_read(&reader, &head_back, &back) == !both);
    }
}

// A game with captures, passes, a set-up and moves after it.
static Game made_up_game(const char *rules)
{
    Game game;
    Rng rng = rng_seeded(3, 1);
    assert_true(game_init(&game, rules_find(rules), 13, 7, 5));
    for (int i = 0; i < 60; i++) {
        Point p = point_at((int)rng_below(&rng, 7), 1 + (int)rng_below(&rng, 5));
        game_play(&game, (Color)game.position.to_play, rng_below(&rng, 9) ? p : PASS);
        if (i == 40) {
            Bitboard stones[2] = {game.position.stones[BLACK],
                                  game.position.stones[WHITE]};
            assert_true(game_setup(&game, stones, WHITE));
        }
    }
    return game;
}

static void write_job_with(const Game *game, float doubling, WireWriter *writer)
{
    static SearchContext context; // large
    static PlayoutPolicy policy;
    static Network *network;
    if (network == NULL)
        network = network_default(isa_best());
    playout_policy_init(&policy, &PARAMS_DEFAULT);
    context = (SearchContext){.policy = &policy, .network = network};
    context.order.player = WHITE;
    context.order.seed = 99;
    context.order.doubling = doubling;
    search_context_begin(&context, game);
    *writer = message_begin(MESSAGE_JOB, memory, BYTES);
    job_write(writer, &context);
}

static void write_job(const Game *game, WireWriter *writer)
{
    write_job_with(game, 2.75F, writer);
}

static void test_a_job_brings_the_whole_game(void **state)
{
    (void)state;
    Game game = made_up_game("japanese");
    Job job;
    WireWriter writer;
    write_job(&game, &writer);
    WireReader reader = reopen(&writer, MESSAGE_JOB);
    assert_true(job_read(&reader, &job));
    assert_int_equal(job.seed, 99);
    assert_true(job.doubling == 2.75F);
    assert_int_equal(job.player, WHITE);
    assert_memory_equal(&job.params, &PARAMS_DEFAULT, sizeof job.params);
    assert_true(rules_are_same(&job.game.rules, &game.rules));
    assert_int_equal(job.game.history.length, game.history.length);
    assert_int_equal(job.game.move_count, game.move_count);
    assert_true(position_same_coloring(&job.game.position, &game.position));
    assert_int_equal(job.game.position.ko, game.position.ko);
    assert_int_equal(job.game.position.hash, game.position.hash);
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (bitboard_test(&game.position.grid, p))
            assert_int_equal(game_check(&job.game, WHITE, p),
                             game_check(&game, WHITE, p));
    assert_int_equal(game_white_points(&job.game), game_white_points(&game));
    assert_int_equal(game_first_counted(&job.game), game_first_counted(&game));
    game_free(&job.game);
    game_free(&game);
}

static void test_a_job_with_a_wrong_doubling_is_refused(void **state)
{
    (void)state;
    static const float WRONG[] = {3.01F, -3.01F, INFINITY, NAN};
    Game game = made_up_game("tromp-taylor");
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        Job job;
        WireWriter writer;
        write_job_with(&game, WRONG[i], &writer);
        WireReader reader = reopen(&writer, MESSAGE_JOB);
        assert_false(job_read(&reader, &job));
    }
    game_free(&game);
}

static void test_a_job_cut_short_is_refused(void **state)
{
    (void)state;
    Game game = made_up_game("tromp-taylor");
    WireWriter writer;
    write_job(&game, &writer);
    for (size_t size = 0; size < writer.size - MESSAGE_HEAD; size++) {
        Job job;
        WireReader reader = {.bytes = memory + MESSAGE_HEAD, .left = size};
        assert_false(job_read(&reader, &job));
    }
    game_free(&game);
}

// A job of a tree, with a filter of two moves.
static void write_tree_job(const Game *game, WireWriter *writer)
{
    static SearchContext context; // large
    static PlayoutPolicy policy;
    static MoveFilter filter;
    playout_policy_init(&policy, &PARAMS_DEFAULT);
    move_filter_add(&filter, BLACK, point_at(2, 2), 3);
    move_filter_add(&filter, WHITE, PASS, 1);
    context = (SearchContext){.policy = &policy};
    context.order.player = WHITE;
    context.order.filter = &filter;
    context.order.root_temperature = 1.25;
    context.order.doubling = -1.5F;
    context.order.hides_history = true;
    search_context_begin(&context, game);
    *writer = message_begin(MESSAGE_TREE_JOB, memory, BYTES);
    job_write_of_tree(writer, &context);
}

static void test_the_job_of_a_tree_brings_what_the_root_is_to_be(void **state)
{
    (void)state;
    Game game = made_up_game("japanese");
    static Job job; // large
    WireWriter writer;
    write_tree_job(&game, &writer);
    WireReader reader = reopen(&writer, MESSAGE_TREE_JOB);
    assert_true(job_read_of_tree(&reader, &job));
    assert_int_equal(job.player, WHITE);
    assert_true(job.root_temperature == 1.25);
    assert_true(job.doubling == -1.5F && job.hides_history);
    assert_true(job.has_filter && job.filter.concern_search);
    assert_int_equal(job.filter.until[BLACK][point_at(2, 2)], 3);
    assert_int_equal(job.filter.until[WHITE][PASS], 1);
    assert_int_equal(job.filter.until[WHITE][point_at(2, 2)], 0);
    assert_true(position_same_coloring(&job.game.position, &game.position));
    game_free(&job.game);
    game_free(&game);
}

static void test_the_job_of_a_tree_with_wrong_wishes_is_refused(void **state)
{
    (void)state;
    enum { ENTRY = 1 + 2 + 4, WISHES = 4 + 1 + 2 * ENTRY }; // bytes
    Game game = made_up_game("tromp-taylor");
    static Job job;
    WireWriter writer;
    write_tree_job(&game, &writer);
    size_t size = writer.size - MESSAGE_HEAD;
    for (size_t cut_off = 1; cut_off <= WISHES; cut_off++) {
        // A filter may end after each of its moves.
        if (cut_off == ENTRY || cut_off == 2 * ENTRY)
            continue;
        WireReader reader = {.bytes = memory + MESSAGE_HEAD, .left = size - cut_off};
        assert_false(job_read_of_tree(&reader, &job));
    }
    // In turn: a color, a temperature that is no number, a move, a ply.
    const struct {
        size_t at; // bytes from the end
        uint64_t number;
        int bytes;
    } wrong[] = {{ENTRY, WHITE + 1, 1},
                 {WISHES, 0x7fc00000, 4},
                 {ENTRY - 1, POINT_LIMIT, 2},
                 {ENTRY - 3, 0, 4}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_tree_job(&game, &writer);
        WireWriter patch = {.bytes = memory + writer.size - wrong[i].at, .capacity = 8};
        wire_put(&patch, wrong[i].number, wrong[i].bytes);
        WireReader reader = {.bytes = memory + MESSAGE_HEAD, .left = size};
        assert_false(job_read_of_tree(&reader, &job));
    }
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_come_back),
        cmocka_unit_test(test_a_writer_never_leaves_its_memory),
        cmocka_unit_test(test_each_damaged_byte_is_found),
        cmocka_unit_test(test_answers_come_back_as_the_cache_keeps_them),
        cmocka_unit_test(test_numbers_out_of_range_are_refused),
        cmocka_unit_test(test_points_that_both_players_own_are_refused),
        cmocka_unit_test(test_a_job_brings_the_whole_game),
        cmocka_unit_test(test_a_job_with_a_wrong_doubling_is_refused),
        cmocka_unit_test(test_a_job_cut_short_is_refused),
        cmocka_unit_test(test_the_job_of_a_tree_brings_what_the_root_is_to_be),
        cmocka_unit_test(test_the_job_of_a_tree_with_wrong_wishes_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

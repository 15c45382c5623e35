// SPDX-License-Identifier: MIT
#include "ladder.h"

#include "picture.h"
#include "random_play.h"
#include "small_stack.h"

static bool is_caught(const Position *pos, Point stone)
{
    LadderReader *reader = ladder_reader_new();
    assert_non_null(reader);
    bool caught = ladder_is_caught(reader, pos, stone);
    ladder_reader_delete(reader);
    return caught;
}

static bool is_caught_after(const Position *pos, Point stone, Point move)
{
    LadderReader *reader = ladder_reader_new();
    assert_non_null(reader);
    bool caught = ladder_is_caught_after(reader, pos, stone, move);
    ladder_reader_delete(reader);
    return caught;
}

static void assert_caught(const char *picture, Color to_play, const char *stone,
                          bool expected)
{
    Position pos = picture_position(picture, to_play), before = pos;
    if (is_caught(&pos, picture_point(stone)) != expected)
        fail_msg("%s: %s should %sbe caught", picture, stone, expected ? "" : "not ");
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void test_a_ladder_runs_to_the_edge(void **state)
{
    (void)state;
    const char *open = "........./.XXX...../.XO....../..X....../........./........./"
                       "........./........./.........";
    assert_caught(open, WHITE, "C7", true);
    assert_caught(open, BLACK, "C7", true);
}

static void test_a_breaker_helps(void **state)
{
    (void)state;
    assert_caught("........./.XXX...../.XO....../..X....../........./........./"
                  "......O../........./.........",
                  WHITE, "C7", false);
    // Not on its way.
    assert_caught("........./.XXX...../.XO....../..X....../........./........./"
                  ".O......./........./.........",
                  WHITE, "C7", true);
    // A stone of the catcher on the way does no harm.
    assert_caught("........./.XXX...../.XO....../..X....../........./........./"
                  "......X../........./.........",
                  WHITE, "C7", true);
}

static void test_two_liberties_are_enough_only_for_the_owner(void **state)
{
    (void)state;
    const char *two = "........./.XX....../.XO....../..X....../........./........./"
                      "........./........./.........";
    assert_caught(two, WHITE, "C7", false);
    assert_caught("........./..XX...../.XO....../..X....../........./........./"
                  "........./........./.........",
                  BLACK, "C7", true);
    // Three are never a ladder.
    assert_caught("........./..X....../.XO....../........./........./........./"
                  "........./........./.........",
                  BLACK, "C7", false);
}

static void test_a_capture_breaks_out(void **state)
{
    (void)state;
    // With E8 the stone that has to stop White at E7 can be captured.
    assert_caught("...O...../.XXXO..../.XO....../..X....../........./........./"
                  "........./........./.........",
                  WHITE, "C7", false);
    assert_caught("........./..XO...../..OX...../..XO...../...O...../........./"
                  "........./........./.........",
                  WHITE, "C7", false); // D7 is captured at E7
}

static void test_at_the_edge(void **state)
{
    (void)state;
    assert_caught("...../...../...../.X.../XO...", WHITE, "B1", false);
    assert_caught("...../...../...../.XX../XO...", WHITE, "B1", true);
    assert_caught("...../...../...O./.XX../XO...", WHITE, "B1", true);
    assert_caught("...../...../...../.XXO./XO...", WHITE, "B1", true);
    assert_caught("...O./...O./...O./.XXO./XO.O.", WHITE, "B1", false);
}

static void test_a_first_move_can_be_asked_about(void **state)
{
    (void)state;
    Position pos = picture_position("........./..X....../.XO....../..X....../"
                                    "........./........./........./........./"
                                    ".........",
                                    BLACK);
    // One liberty: nothing to be asked of the opponent but the capture.
    assert_true(is_caught_after(&pos, picture_point("C7"), picture_point("D7")));
    pos = picture_position("........./.XX....../.XO....../.XX....../.XO....../"
                           ".XX....../........./........./.........",
                           WHITE);
    assert_false(is_caught_after(&pos, picture_point("C7"), picture_point("D7")));
    pos = picture_position("........./..XX...../.XO....../........./........./"
                           "........./........./........./.........",
                           BLACK);
    // From the one side it works, from the other it does not.
    assert_true(is_caught_after(&pos, picture_point("C7"), picture_point("C6")));
    assert_false(is_caught_after(&pos, picture_point("C7"), picture_point("D7")));
    assert_false( // occupied
        is_caught_after(&pos, picture_point("C7"), picture_point("C8")));
}

static void test_long_ladders_across_a_big_board(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 19, 19);
    Bitboard stones[2] = {picture_points("C18 D18 B17 C16"), picture_points("C17")};
    assert_true(position_setup(&pos, stones, WHITE));
    assert_true(is_caught(&pos, picture_point("C17")));
    bitboard_add(&stones[WHITE], picture_point("Q4"));
    assert_true(position_setup(&pos, stones, WHITE));
    assert_false(is_caught(&pos, picture_point("C17")));
}

// A question and its answer.
typedef struct Question {
    LadderReader *reader;
    const Position *pos;
    Point stone;
    bool is_caught;
} Question;

static void *ask(void *object)
{
    Question *question = object;
    question->is_caught =
        ladder_is_caught(question->reader, question->pos, question->stone);
    return NULL;
}

static void test_a_long_ladder_needs_little_stack(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 19, 19);
    Bitboard stones[2] = {picture_points("C18 D18 B17 C16"), picture_points("C17")};
    assert_true(position_setup(&pos, stones, WHITE));
    Question question = {
        .reader = ladder_reader_new(), .pos = &pos, .stone = picture_point("C17")};
    assert_non_null(question.reader);
    on_small_stack(ask, &question);
    assert_true(question.is_caught);
    ladder_reader_delete(question.reader);
}

// What ladder.h says, without shortcuts and in no order. Every move is tried, even if
// an earlier one decides. So a reader cannot need more moves than are counted.
enum { MOVES_MAX = 300 };

static bool reads_as_caught(const Position *pos, Point stone, int *moves);

static bool reads_as_caught_after(const Position *pos, Point stone, Point move,
                                  int *moves)
{
    if (!position_can_play(pos, move))
        return position_at(pos, stone) == (Color)pos->to_play;
    if (++*moves > MOVES_MAX)
        return false;
    Position after = *pos;
    position_play(&after, move);
    return reads_as_caught(&after, stone, moves);
}

static Bitboard captures_of(const Position *pos, Point stone)
{
    Bitboard chain = position_chain(pos, stone), weak = position_atari_stones(pos);
    Bitboard beside = bitboard_neighbors(&chain), moves = bitboard_empty();
    weak = bitboard_intersection(weak, bitboard_intersection(beside, pos->grid));
    for (Point p = bitboard_first(&weak); p; p = bitboard_next(&weak, p))
        moves = bitboard_union(moves, position_liberties(pos, p));
    return moves;
}

static bool reads_as_caught(const Position *pos, Point stone, int *moves)
{
    Color owner = position_at(pos, stone);
    if (owner == EMPTY)
        return true;
    bool owner_moves = (Color)pos->to_play == owner;
    Bitboard tried = position_liberties(pos, stone);
    if (bitboard_count(&tried) > (owner_moves ? 1 : 2))
        return false;
    if (owner_moves)
        tried = bitboard_union(tried, captures_of(pos, stone));
    bool caught = owner_moves;
    for (Point p = bitboard_first(&tried); p; p = bitboard_next(&tried, p))
        if (reads_as_caught_after(pos, stone, p, moves) != owner_moves)
            caught = !owner_moves;
    return caught;
}

// Questions of random positions and their answers.
typedef struct Answers {
    int caught, free, unread; // unread: too many moves for a comparison
} Answers;

static void count_answer(bool found, bool expected, int moves, Answers *answers)
{
    answers->unread += moves > MOVES_MAX;
    if (moves > MOVES_MAX)
        return;
    assert_int_equal(found, expected);
    answers->caught += found;
    answers->free += !found;
}

static void ask_about_chain(LadderReader *reader, const Position *pos, Point stone,
                            Answers *answers)
{
    Bitboard liberties = position_liberties(pos, stone);
    int moves = 0;
    bool expected = reads_as_caught(pos, stone, &moves);
    count_answer(ladder_is_caught(reader, pos, stone), expected, moves, answers);
    for (Point p = bitboard_first(&liberties); p; p = bitboard_next(&liberties, p)) {
        moves = 0;
        expected = reads_as_caught_after(pos, stone, p, &moves);
        count_answer(ladder_is_caught_after(reader, pos, stone, p), expected, moves,
                     answers);
    }
}

static void test_random_positions(void **state)
{
    (void)state;
    Rng rng = rng_seeded(6, 1);
    LadderReader *reader = ladder_reader_new(); // the same one for all
    Answers answers = {0};
    assert_non_null(reader);
    for (int i = 0; i < 2000; i++) {
        int columns = 2 + (int)rng_below(&rng, 12), rows = 2 + (int)rng_below(&rng, 12);
        int turns = (int)rng_below(&rng, (uint32_t)(2 * columns * rows));
        Position pos = random_position(columns, rows, turns, &rng, NULL), before = pos;
        Bitboard stones = bitboard_union(pos.stones[BLACK], pos.stones[WHITE]);
        for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p))
            if (pos.chain[p] == p)
                ask_about_chain(reader, &pos, p, &answers);
        assert_memory_equal(&pos, &before, sizeof pos);
    }
    // Else little was tested.
    assert_true(answers.caught > 10000 && answers.free > 10000 && answers.unread < 500);
    ladder_reader_delete(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_ladder_runs_to_the_edge),
        cmocka_unit_test(test_a_breaker_helps),
        cmocka_unit_test(test_two_liberties_are_enough_only_for_the_owner),
        cmocka_unit_test(test_a_capture_breaks_out),
        cmocka_unit_test(test_at_the_edge),
        cmocka_unit_test(test_a_first_move_can_be_asked_about),
        cmocka_unit_test(test_long_ladders_across_a_big_board),
        cmocka_unit_test(test_a_long_ladder_needs_little_stack),
        cmocka_unit_test(test_random_positions),
    };
    return cmocka_run_group_tests_name("ladder", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "playout_policy.h"

#include <stdlib.h>

#include "eye.h"
#include "picture.h"
#include "random_play.h"

static PlayoutPolicy *new_policy(void)
{
    PlayoutPolicy *policy = malloc(sizeof *policy);
    assert_non_null(policy);
    playout_policy_init(policy, &PARAMS_DEFAULT);
    return policy;
}

// Fails unless these, and only these, empty points are eyes of the player.
static void assert_eyes(const char *picture, Color player, const char *vertices)
{
    Position pos = picture_position(picture, BLACK);
    Bitboard eyes = bitboard_empty(), empty = position_empty(&pos);
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p))
        if (eye_is_single(&pos, p, player))
            bitboard_add(&eyes, p);
    assert_points(eyes, vertices);
}

static void test_eyes_in_the_centre(void **state)
{
    (void)state;
    assert_eyes("...../.XXX./.X.X./.XXX./.....", BLACK, "C3");
    assert_eyes("...../.XXX./.X.X./.XXX./.....", WHITE, "");
    assert_eyes("...../..X../.X.X./..X../.....", BLACK, "C3");
    assert_eyes("...../.OX../.X.X./..X../.....", BLACK, "C3");
    assert_eyes("...../.OXO./.X.X./..X../.....", BLACK, "");
    assert_eyes("...../.OX../.X.X./..XO./.....", BLACK, "");
    assert_eyes("...../.OXO./.X.X./.OXO./.....", BLACK, "");
    assert_eyes("...../..O../.O.O./.XO../.....", WHITE, "C3");
    assert_eyes("...../..X../.X.O./..X../.....", BLACK, "");
    assert_eyes("...../..X../.X.../..X../.....", BLACK, "");
}

static void test_eyes_at_the_edge(void **state)
{
    (void)state;
    assert_eyes("...../...../...../.XXX./.X.X.", BLACK, "C1");
    assert_eyes("...../...../...../..X../.X.X.", BLACK, "C1");
    assert_eyes("...../...../...../.OX../.X.X.", BLACK, "");
    assert_eyes("..O../.O.../..O../...../.....", WHITE, "");
    assert_eyes(".X.X./.OX../...../...../.....", BLACK, "");
    assert_eyes(".X.X./..XO./...../...../.....", BLACK, "");
    assert_eyes("...../....X/...X./...OX/.....", BLACK, "");
    assert_eyes(".O.../OO.../...../...../.....", WHITE, "A5");
    assert_eyes(".O.../O..../...../...../.....", WHITE, "A5");
    assert_eyes(".O.../OX.../...../...../.....", WHITE, "");
    assert_eyes("...../O..../.O.../O..../.....", WHITE, "A3");
    assert_eyes("...../O..../.O.../OX.../.....", WHITE, "");
}

static void test_eyes_of_narrow_boards(void **state)
{
    (void)state;
    assert_eyes(".X.X.", BLACK, "A1 C1 E1");
    assert_eyes(".X.O.", BLACK, "A1");
    assert_eyes(".X.O.", WHITE, "E1");
    assert_eyes("X/./X", BLACK, "A2");
    assert_eyes(".", BLACK, "A1"); // all adjacent points are off the board
    assert_eyes(".X/X.", BLACK, "A2 B1");
    assert_eyes(".X./XO.", BLACK, "");
}

// What playing the point really does to the liberties of the player's chain.
static int played_liberties(const Position *pos, Point p, bool *captures_many)
{
    Position after = *pos;
    Color enemy = color_other((Color)pos->to_play);
    *captures_many = false;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (!bitboard_test(&pos->stones[enemy], q))
            continue;
        Bitboard liberties = position_liberties(pos, q), chain = position_chain(pos, q);
        if (bitboard_count(&liberties) == 1 && bitboard_count(&chain) > 1)
            *captures_many = true;
    }
    position_play(&after, p);
    Bitboard liberties = position_liberties(&after, p);
    return bitboard_count(&liberties);
}

static void compare_liberties(const Position *pos)
{
    Bitboard empty = position_empty(pos);
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p)) {
        bool captures_many;
        int played = played_liberties(pos, p, &captures_many);
        for (int limit = 1; limit <= 8; limit++) {
            int expected = captures_many || played > limit ? limit : played;
            assert_int_equal(position_liberties_after(pos, p, limit), expected);
        }
    }
}

static void test_liberties_after_agree_with_playing(void **state)
{
    (void)state;
    Rng rng = rng_seeded(1, 0);
    for (int i = 0; i < 1500; i++) {
        int columns = 1 + (int)rng_below(&rng, 9), rows = 1 + (int)rng_below(&rng, 9);
        int moves = (int)rng_below(&rng, (uint32_t)(3 * columns * rows + 1));
        Position pos = random_position(columns, rows, moves, &rng, NULL);
        compare_liberties(&pos);
    }
}

static void test_liberties_after_examples(void **state)
{
    (void)state;
    Position pos = picture_position("...../.X.X./...../...../.....", BLACK);
    assert_int_equal(position_liberties_after(&pos, picture_point("C4"), 8), 8);
    assert_int_equal(position_liberties_after(&pos, picture_point("C4"), 5), 5);
    assert_int_equal(position_liberties_after(&pos, picture_point("A1"), 8), 2);
    pos = picture_position(".O.../O..../...../...../.....", BLACK);
    assert_int_equal(position_liberties_after(&pos, picture_point("A5"), 8), 0);
    pos = picture_position(".OX../OX.../X..../...../.....", BLACK); // captures two
    assert_int_equal(position_liberties_after(&pos, picture_point("A5"), 8), 2);
    pos = picture_position(".OOX./XXX../...../...../.....", BLACK); // a chain of two
    assert_int_equal(position_liberties_after(&pos, picture_point("A5"), 7), 7);
}

// The 3x3 shapes that a playout likes around the point to play, for either player: rows
// from top to bottom; x is not X, o is not O, ? is anything, on or off the board; a
// blank is off the board.
static const char *const SHAPES[][3] = {
    {"XOX", "...", "???"}, {"XO.", "...", "?.?"}, {"XO?", "X..", "x.?"},
    {".O.", "X..", "..."}, {"XO?", "O.o", "?o?"}, {"XO?", "O.X", "???"},
    {"?X?", "O.O", "ooo"}, {"OX?", "o.O", "???"}, {"X.?", "O.?", "   "},
    {"OX?", "X.O", "   "}, {"?X?", "x.O", "   "}, {"?XO", "x.x", "   "},
    {"?OX", "X.O", "   "},
};

enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0] };

static bool is_allowed(char wanted, char found)
{
    switch (wanted) {
    case 'x':
        return found != 'X';
    case 'o':
        return found != 'O';
    case '?':
        return true;
    default:
        return wanted == found;
    }
}

// What stands at a point, perhaps with the colors exchanged.
static char character_at(const Position *pos, int column, int row, bool exchanged)
{
    if (column < 0 || column >= pos->columns || row < 1 || row > pos->rows)
        return ' ';
    Color color = position_at(pos, point_at(column, row));
    if (color == EMPTY)
        return '.';
    return (color == BLACK) == exchanged ? 'O' : 'X';
}

// Symmetries 0 to 7 turn and mirror, 8 more also exchange the colors.
static bool matches_turned(const Position *pos, Point p, int shape, int symmetry)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int x = symmetry & 1 ? -dx : dx, y = symmetry & 2 ? -dy : dy;
            int column = point_column(p) + (symmetry & 4 ? y : x);
            int row = point_row(p) + (symmetry & 4 ? x : y);
            if ((dx != 0 || dy != 0) &&
                !is_allowed(SHAPES[shape][1 - dy][1 + dx],
                            character_at(pos, column, row, symmetry >= 8)))
                return false;
        }
    return true;
}

static bool matches_some_shape(const Position *pos, Point p)
{
    for (int shape = 0; shape < SHAPE_COUNT; shape++)
        for (int symmetry = 0; symmetry < 16; symmetry++)
            if (matches_turned(pos, p, shape, symmetry))
                return true;
    return false;
}

// Compares all colorings of the points around p, with either player to move. Returns
// how many of them match.
static int compare_surroundings(const PlayoutPolicy *policy, Point p)
{
    Position pos;
    position_init(&pos, 5, 5);
    Bitboard around = bitboard_empty();
    for (int row = -1; row <= 1; row++)
        for (int i = -1; i <= 1; i++)
            bitboard_add(&around, (Point)(p + row * POINT_STRIDE + i));
    around = bitboard_intersection(around, pos.grid);
    bitboard_remove(&around, p);
    int colorings = 1, matching = 0;
    for (int i = bitboard_count(&around); i > 0; i--)
        colorings *= 3;
    for (int number = 0; number < 2 * colorings; number++) {
        Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
        int digits = number / 2;
        for (Point q = bitboard_first(&around); q; q = bitboard_next(&around, q)) {
            if (digits % 3 < 2)
                bitboard_add(&stones[digits % 3], q);
            digits /= 3;
        }
        if (!position_setup(&pos, stones, number % 2 == 0 ? BLACK : WHITE))
            continue; // a stone in the corner may have no liberty
        bool expected = matches_some_shape(&pos, p);
        assert_int_equal(playout_policy_matches_pattern(policy, &pos, p), expected);
        matching += expected;
    }
    return matching;
}

static void test_patterns_agree_with_the_shapes_in_every_symmetry(void **state)
{
    (void)state;
    PlayoutPolicy *policy = new_policy();
    assert_true(compare_surroundings(policy, picture_point("C3")) > 0);
    assert_true(compare_surroundings(policy, picture_point("C1")) > 0);
    assert_true(compare_surroundings(policy, picture_point("A3")) > 0);
    assert_true(compare_surroundings(policy, picture_point("E5")) > 0);
    free(policy);
}

// A position, and whether the vertex makes a good shape for both players.
typedef struct PatternExample {
    const char *picture;
    const char *vertex;
    bool good;
} PatternExample;

static const PatternExample EXAMPLES[] = {
    {"...../.XOX./...../...../.....", "C3", true},  // encloses
    {"...../.XO../...../...../.....", "C3", true},  // hane
    {"...../.XO../.X.../...../.....", "C3", true},  // turn
    {"...../..O../.X.../...../.....", "C3", true},  // shoulder
    {"...../.XO../.O.../...../.....", "C3", true},  // cut
    {"...../.XO../.O.X./...../.....", "C3", true},  // protected beside a stone
    {"...../.XO../.O.O./..O../.....", "C3", false}, // protected twice
    {"...../..X../.O.O./...../.....", "C3", true},  // push through
    {"...../..X../.O.O./..O../.....", "C3", false}, // connected below
    {"...../.OX../...O./...../.....", "C3", true},  // knight's move cut
    {"...../...../...../.X.../.O...", "C1", true},  // edge: chase
    {"...../...../...../.OX../.X.O.", "C1", true},  // edge: block against a cut
    {"...../...../...../..X../...O.", "C1", true},  // edge: block
    {"...../...../...../..XO./.....", "C1", true},  // edge: descend
    {"...../...../...../..OX./.X.O.", "C1", true},  // edge: cut
    {"...../...../...../...../.....", "C3", false},
    {"...../..X../...../...../.....", "C3", false},
    {"...../..X../.X.X./..X../.....", "C3", false},
};

static void test_pattern_examples(void **state)
{
    (void)state;
    PlayoutPolicy *policy = new_policy();
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        const PatternExample *example = &EXAMPLES[i];
        Point p = picture_point(example->vertex);
        Position pos = picture_position(example->picture, BLACK);
        bool for_black = playout_policy_matches_pattern(policy, &pos, p);
        pos.to_play = WHITE;
        bool for_white = playout_policy_matches_pattern(policy, &pos, p);
        if (for_black != example->good || for_white != example->good)
            fail_msg("%s at %s: black %d, white %d", example->picture, example->vertex,
                     for_black, for_white);
    }
    free(policy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eyes_in_the_centre),
        cmocka_unit_test(test_eyes_at_the_edge),
        cmocka_unit_test(test_eyes_of_narrow_boards),
        cmocka_unit_test(test_liberties_after_agree_with_playing),
        cmocka_unit_test(test_liberties_after_examples),
        cmocka_unit_test(test_patterns_agree_with_the_shapes_in_every_symmetry),
        cmocka_unit_test(test_pattern_examples),
    };
    return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}

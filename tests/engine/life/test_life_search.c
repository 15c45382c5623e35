// SPDX-License-Identifier: MIT
#include "life_search.h"

#include <string.h>

#include "picture.h"
#include "small_stack.h"

enum { WORK = 40000 };

// A problem: stars are the field, and all stones outside it are walls.
typedef struct Case {
    const char *why;
    const char *picture, *field;
    const char *target;      // a vertex of the chain
    LifeAnswer attacked;     // if the other player begins
    LifeAnswer defended;     // if its owner begins
    const char *kill, *save; // the only moves that do it; NULL: none, or several
} Case;

static const Case CASES[] = {
    {"two eyes", "...../OOOOO/XXXXX/.X.X.", "...../...../*****/*****", "A2", LIFE_SAVED,
     LIFE_SAVED, NULL, NULL},
    {"three points in a row: who plays in the middle decides",
     "....../XXXXX./OOOOX./...OX.", "....../....../****../****..", "A2", LIFE_LOST,
     LIFE_SAVED, "B1", "B1"},
    {"four points in a row live", "....../XXXXXX/OOOOOX/....OX",
     "....../....../*****./*****.", "A2", LIFE_SAVED, LIFE_SAVED, NULL, NULL},
    {"a square of four points is dead", "...../XXXX./OOOX./..OX./..OX.",
     "...../...../***../***../***..", "A3", LIFE_LOST, LIFE_LOST, NULL, NULL},
    {"bent four in the corner", "......./XXXXXX./OOXXXX./.OOOOX./XXX.OX.",
     "......./......./**...../*****../*****..", "B2", LIFE_LOST, LIFE_LOST, NULL, NULL},
    {"seki: four stones in the shape of a T, which White must not take",
     ".O.OOOOOO/OOOOOOOOO/XXXXXXXXX/.XX...XX./XXXOOXXXX/.XXO.OXXX/XXOOXOOXX/XXOXXXOXX/"
     "..O.OOO..",
     "........./........./........./...***.../...**..../...***.../..*****../..*****../"
     "*********",
     "E2", LIFE_SAVED, LIFE_SAVED, NULL, NULL},
    {"seki: the group around these stones",
     ".O.OOOOOO/OOOOOOOOO/XXXXXXXXX/.XX...XX./XXXOOXXXX/.XXO.OXXX/XXOOXOOXX/XXOXXXOXX/"
     "..O.OOO..",
     "........./........./........./...***.../...**..../...***.../..*****../..*****../"
     "*********",
     "C1", LIFE_SAVED, LIFE_SAVED, NULL, NULL},
    {"two stones are not sent in to return one: the coloring would come back",
     ".XXOX./XO.OX./.OOOX./OOXXX./OX....", "****../****../****../**..../*.....", "B5",
     LIFE_SAVED, LIFE_SAVED, NULL, NULL},
    {"under the stones: Black takes back where four stones were taken",
     "........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/OOOXX..../XXOOX..X./"
     "XX.OX....",
     "........./........./........./........./........./........./***....../****...../"
     "****.....",
     "A3", LIFE_LOST, LIFE_LOST, NULL, NULL},
};

static LifeProblem problem_of(const Case *asked, const Position *pos)
{
    LifeProblem problem = {.pos = pos};
    problem.target = position_chain(pos, picture_point(asked->target));
    problem.owner = position_at(pos, bitboard_first(&problem.target));
    int column = 0, row = pos->rows;
    for (const char *c = asked->field; *c != '\0'; c++, column++) {
        if (*c == '*')
            bitboard_add(&problem.field, point_at(column, row));
        if (*c == '/') {
            row--;
            column = -1;
        }
    }
    for (Color color = BLACK; color <= WHITE; color++)
        problem.wall[color] = bitboard_difference(pos->stones[color], problem.field);
    return problem;
}

static int count_wrong(LifeSearch *search, const Case *asked)
{
    Position pos = picture_position(asked->picture, BLACK);
    LifeProblem problem = problem_of(asked, &pos);
    Color owner = position_at(&pos, bitboard_first(&problem.target));
    int wrong = 0;
    for (int attacked = 0; attacked < 2; attacked++) {
        LifeAnswer right = attacked ? asked->attacked : asked->defended;
        const char *only = attacked ? asked->kill : asked->save;
        int work = WORK;
        Point move;
        problem.first = attacked ? color_other(owner) : owner;
        LifeAnswer answer = life_search_ask(search, &problem, &work, &move);
        bool is_same = answer == right && (only == NULL || move == picture_point(only));
        if (!is_same)
            print_message("# %s: %s, answer %d, move %d\n", asked->why,
                          attacked ? "attacked" : "defended", (int)answer, (int)move);
        wrong += !is_same;
    }
    return wrong;
}

static void test_problems(void **state)
{
    LifeSearch *search = *state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        wrong += count_wrong(search, &CASES[i]);
    assert_int_equal(wrong, 0);
}

// With too little work nothing is said, with the same work the same.
static void test_work_is_bounded(void **state)
{
    LifeSearch *search = *state;
    const Case *asked = &CASES[5];
    Position pos = picture_position(asked->picture, BLACK);
    LifeProblem problem = problem_of(asked, &pos);
    for (int allowed = 1; allowed <= 1000; allowed *= 10) {
        int work = allowed;
        Point move;
        problem.first = WHITE;
        assert_int_equal(life_search_ask(search, &problem, &work, &move), LIFE_UNKNOWN);
        assert_int_equal(work, 0);
        assert_int_equal(move, NO_POINT);
    }
    int left[2];
    for (int i = 0; i < 2; i++) {
        Point move;
        left[i] = WORK;
        assert_int_equal(life_search_ask(search, &problem, &left[i], &move),
                         LIFE_SAVED);
    }
    assert_int_equal(left[0], left[1]);
}

// A question and its answer.
typedef struct Question {
    LifeSearch *search;
    const LifeProblem *problem;
    LifeAnswer answer;
} Question;

static void *ask(void *object)
{
    Question *question = object;
    int work = WORK;
    Point move;
    question->answer =
        life_search_ask(question->search, question->problem, &work, &move);
    return NULL;
}

static void test_a_long_line_needs_little_stack(void **state)
{
    const Case *asked = &CASES[5]; // its longest line has more than 20 moves
    Position pos = picture_position(asked->picture, BLACK);
    LifeProblem problem = problem_of(asked, &pos);
    Question question = {.search = *state, .problem = &problem};
    problem.first = WHITE;
    on_small_stack(ask, &question);
    assert_int_equal(question.answer, asked->attacked);
}

// In a seki stones do not live for good.
static void test_life_for_good(void **state)
{
    LifeSearch *search = *state;
    for (int i = 0; i < 7; i += 6) {
        Position pos = picture_position(CASES[i].picture, BLACK);
        LifeProblem problem = problem_of(&CASES[i], &pos);
        Color owner = position_at(&pos, bitboard_first(&problem.target));
        int work = 10 * WORK;
        Point move;
        problem.first = color_other(owner);
        problem.for_good = true;
        assert_int_equal(life_search_ask(search, &problem, &work, &move),
                         i == 0 ? LIFE_SAVED : LIFE_LOST);
    }
}

// A territory in the corner at A1, and what its owner can do. Either all his stones
// around it are hunted, too, or they are walls.
typedef struct PlaceCase {
    const char *why;
    const char *picture;
    bool is_walled;
    LifeAnswer attacked, defended;
} PlaceCase;

static const PlaceCase PLACES[] = {
    {"four points in a row", "....../XXXXXX/OOOOOX/....OX", false, LIFE_SAVED,
     LIFE_SAVED},
    {"three points in a row: the group needs a move", "...../XXXXX/OOOOX/...OX", false,
     LIFE_LOST, LIFE_SAVED},
    {"three points in a row, between walls", "...../XXXXX/OOOOX/...OX", true,
     LIFE_SAVED, LIFE_SAVED},
    {"eight points: the group lives, but Black can begin a seki or a ko",
     "....../XXXXXX/OOOOOX/....OX/....OX", false, LIFE_LOST, LIFE_SAVED},
    {"the carpenter's square", "...../XXXXX/OOOOX/...OX/...OX/...OX", false, LIFE_LOST,
     LIFE_SAVED},
    {"four points by three, between walls: Black needs a second eye",
     "OOOOO/....O/....O/....O", true, LIFE_SAVED, LIFE_SAVED},
};

static LifeProblem problem_of_place(const PlaceCase *asked, const Position *pos)
{
    LifeProblem problem = {.pos = pos, .owner = WHITE};
    Bitboard corner = bitboard_of(point_at(0, 1)); // rows begin at 1
    problem.place = bitboard_reach(corner, position_empty(pos));
    if (!asked->is_walled)
        problem.target = pos->stones[WHITE];
    problem.field = bitboard_union(problem.place, problem.target);
    for (Color color = BLACK; color <= WHITE; color++)
        problem.wall[color] = bitboard_difference(pos->stones[color], problem.field);
    return problem;
}

static void test_places(void **state)
{
    LifeSearch *search = *state;
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        const PlaceCase *asked = &PLACES[i];
        Position pos = picture_position(asked->picture, BLACK);
        LifeProblem problem = problem_of_place(asked, &pos);
        LifeAnswer answer[2];
        for (Color first = BLACK; first <= WHITE; first++) {
            int work = WORK;
            Point move;
            problem.first = first;
            answer[first] = life_search_ask(search, &problem, &work, &move);
        }
        if (answer[BLACK] != asked->attacked || answer[WHITE] != asked->defended)
            fail_msg("%s: %d, %d", asked->why, (int)answer[BLACK], (int)answer[WHITE]);
    }
}

static int create(void **state)
{
    *state = life_search_new();
    return *state != NULL ? 0 : -1;
}

static int destroy(void **state)
{
    life_search_delete(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_work_is_bounded),
        cmocka_unit_test(test_a_long_line_needs_little_stack),
        cmocka_unit_test(test_life_for_good),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests_name("life search", tests, create, destroy);
}

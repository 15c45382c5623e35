// SPDX-License-Identifier: MIT
//
// Finished positions as tables: which stones are dead or in seki, what the score is,
// and what the engine answers. There are rules that remove dead stones, and rules under
// which every stone counts. The checks of such a table are here too.
#ifndef FINISHED_FIXTURE_H
#define FINISHED_FIXTURE_H

#include <stdlib.h>

#include "area.h"
#include "engine_fixture.h"
#include "picture.h"

enum { PLAYOUTS = 3000, REQUESTS_MAX = 6 };

static const char TROMP[] = "tromp-taylor", CHINESE[] = "chinese", BOTH[] = "";

// A question to the engine, and the right answers: points and `pass`, or `!` and the
// wrong answers.
typedef struct Request {
    const char *rules; // NULL: no request
    int komi;          // half points
    Color player;
    bool after_pass; // after a pass of the other player
    const char *right;
} Request;

typedef struct Finished {
    const char *why;
    const char *picture;
    const char *dead, *seki;
    int score; // Black minus White, without dead stones
    Request requests[REQUESTS_MAX];
} Finished;

static inline Engine *finished_engine(const char *picture, const char *rules, int komi)
{
    Position pos = picture_position(picture, BLACK);
    EngineOptions options = engine_default_options();
    options.rules = *rules_find(rules);
    options.komi = komi;
    options.columns = pos.columns;
    options.rows = pos.rows;
    options.memory_mib = 16;
    options.seed = 1;
    options.playouts = PLAYOUTS;
    options.params.resign_percent = 0;
    Engine *engine = engine_new(&options);
    assert_non_null(engine);
    assert_true(engine_setup(engine, pos.stones, BLACK));
    return engine;
}

// Checks the status of the stones and the score under rules that remove dead stones.
static inline void finished_check_removed(const Finished *finished)
{
    print_message("# %s\n", finished->why);
    Engine *engine = finished_engine(finished->picture, CHINESE, 13);
    FinalStatus status = engine_final_status(engine);
    assert_points(status.dead, finished->dead);
    assert_points(status.seki, finished->seki);
    assert_int_equal(engine_final_score(engine), 2 * finished->score - 13);
    engine_delete(engine);
}

// Checks rules under which every stone counts: all are alive, and the score is that of
// the board.
static inline void finished_check_standing(const Finished *finished)
{
    Engine *engine = finished_engine(finished->picture, TROMP, 13);
    const Position *pos = &engine_game(engine)->position;
    FinalStatus status = engine_final_status(engine);
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    assert_true(bitboard_equal(&status.alive, &stones));
    assert_int_equal(engine_final_score(engine), 2 * area_score(pos) - 13);
    engine_delete(engine);
}

static inline bool finished_is_right(Point move, const char *right)
{
    Bitboard moves = picture_points(right + (right[0] == '!'));
    return bitboard_test(&moves, move) == (right[0] != '!');
}

static inline int finished_count_wrong(const Finished *finished, const Request *request,
                                       const char *rules)
{
    Engine *engine = finished_engine(finished->picture, rules, request->komi);
    if (request->after_pass)
        assert_int_equal(engine_play(engine, color_other(request->player), PASS),
                         MOVE_OK);
    char vertex[VERTEX_SIZE];
    Point move = genmove(engine, request->player);
    engine_delete(engine);
    if (finished_is_right(move, request->right))
        return 0;
    point_to_vertex(move, vertex);
    print_message("# %s\n#   %s, komi %.1f, %s to move: %s instead of %s\n",
                  finished->why, rules, request->komi / 2.0,
                  request->player == BLACK ? "Black" : "White", vertex, request->right);
    return 1;
}

// The number of wrong answers to the requests, under each of the rules meant.
static inline int finished_wrong_answers(const Finished *finished)
{
    int wrong = 0;
    for (int i = 0; i < REQUESTS_MAX && finished->requests[i].rules; i++) {
        const Request *request = &finished->requests[i];
        if (request->rules != CHINESE)
            wrong += finished_count_wrong(finished, request, TROMP);
        if (request->rules != TROMP)
            wrong += finished_count_wrong(finished, request, CHINESE);
    }
    return wrong;
}

typedef struct FinishedTable {
    const Finished *positions;
    int count;
} FinishedTable;

// The tests of a table. The table is their state.

static inline void test_status_where_dead_stones_are_removed(void **state)
{
    const FinishedTable *table = *state;
    for (int i = 0; i < table->count; i++)
        finished_check_removed(&table->positions[i]);
}

static inline void test_status_where_every_stone_counts(void **state)
{
    const FinishedTable *table = *state;
    for (int i = 0; i < table->count; i++)
        finished_check_standing(&table->positions[i]);
}

static inline void test_answers(void **state)
{
    const FinishedTable *table = *state;
    int wrong = 0;
    for (int i = 0; i < table->count; i++)
        wrong += finished_wrong_answers(&table->positions[i]);
    assert_int_equal(wrong, 0);
}

#endif

// SPDX-License-Identifier: MIT
//
// Reviews of small records, whose positions have been "searched" by the test.
#ifndef REVIEW_FIXTURE_H
#define REVIEW_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "review.h"

typedef struct ReviewFixture {
    ReviewGame game;
    ReviewPosition *positions;
    Review review;
} ReviewFixture;

// Reads a record. Each position has even chances, and its best move is A1.
static inline void fixture_read(ReviewFixture *fixture, const char *record)
{
    const ReviewRules rules = {.has_rules = false};
    SgfReport report;
    assert_true(
        review_game_read(&fixture->game, record, strlen(record), &rules, &report));
    fixture->positions =
        calloc((size_t)fixture->game.turn_count, sizeof *fixture->positions);
    assert_non_null(fixture->positions);
    for (int i = 0; i < fixture->game.turn_count; i++) {
        Point a1 = point_at(0, 1);
        fixture->positions[i] =
            (ReviewPosition){.player = fixture->game.turns[i].to_play,
                             .visits = 10,
                             .win_rate = 0.5,
                             .deviation = 5,
                             .moves = {{.move = a1,
                                        .line = {a1, point_at(1, 1)},
                                        .line_length = 2,
                                        .visits = 9,
                                        .win_rate = 0.5,
                                        .prior = 0.25}},
                             .move_count = 1};
    }
}

static inline void fixture_make(ReviewFixture *fixture)
{
    assert_true(review_make(&fixture->review, &fixture->game, fixture->positions));
}

static inline void fixture_free(ReviewFixture *fixture)
{
    review_free(&fixture->review);
    free(fixture->positions);
    review_game_free(&fixture->game);
}

#endif

// SPDX-License-Identifier: MIT
#include "end_judgement.h"

#include <math.h>

#include "settled_board.h"

enum {
    EMPTY_FAR = 75, // percentage of empty points from which on the end may be far
    // After a pass, at most 1 / OPEN_PART_PASSED of the points may be open. Before
    // any pass, OPEN_MIN of them and 1 / OPEN_PART of the board may be.
    OPEN_PART_PASSED = 8,
    OPEN_MIN = 4,
    OPEN_PART = 30,
};

// A point is open if the search is less sure of its owner.
static const double OPEN_SHARE = 0.7;

// Before any pass the count is off where moves are left that it does not see. Measured
// on finished games of strong players, it is then as near as the search.
static const double TRUST_UNPASSED = 0.5;

static int count_open(const EndView *view)
{
    const Bitboard *grid = &view->game->position.grid;
    int open = 0;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        open += fabs((double)view->owner[p]) < OPEN_SHARE;
    return open;
}

// May the game be over or nearly so? After two passes it is over, unless that was in
// the opening.
static bool is_near(const EndView *view)
{
    const Position *pos = &view->game->position;
    int points = pos->columns * pos->rows, open = count_open(view);
    if (pos->passes == 0)
        return open <= OPEN_MIN + points / OPEN_PART;
    bool is_far = 100 * pos->empty_count > EMPTY_FAR * points;
    return open * OPEN_PART_PASSED <= points || (pos->passes >= 2 && !is_far);
}

// Half points of the player to move once the dame are filled. That player gets the last
// of an odd number, if they are worth anything.
static int count(const EndView *view, const SettledBoard *board)
{
    int score = settled_board_score(view->game, view->player, &board->verdict.removed);
    return board->dame / 2 % 2 != 0 ? score + 2 : score;
}

EndJudgement end_judgement_find(const EndView *view)
{
    EndJudgement judgement = {.trust = 0};
    SettledBoard board;
    const Position *pos = &view->game->position;
    if (!is_near(view))
        return judgement;
    PassedBoard passed = {view->game, color_other(view->player), view->judge};
    bool is_settled = settled_board_find(&passed, view->report, &board) &&
                      bitboard_is_empty(&board.verdict.unclear);
    if (pos->passes == 0 && !is_settled)
        return judgement;
    judgement.trust = pos->passes > 0 ? 1 : TRUST_UNPASSED;
    judgement.score = count(view, &board) / 2.0;
    final_status_area(pos, &board.verdict.removed, judgement.owner);
    return judgement;
}

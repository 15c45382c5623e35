// SPDX-License-Identifier: MIT
#include "uniform_playout.h"

#include "eye.h"

// Where there is an empty neighbor there is no ko, no eye and no suicide.
static bool is_candidate(const Position *pos, Point p)
{
    return position_has_empty_neighbor(pos, p) ||
           (p != pos->ko && !eye_is_single(pos, p, (Color)pos->to_play) &&
            !position_is_suicide(pos, p));
}

// By rejection while that is quick, else from the list of all.
Point playout_choose(const Position *pos, Rng *rng)
{
    uint32_t empty_count = (uint32_t)pos->empty_count;
    if (empty_count == 0)
        return PASS;
    for (uint32_t tries = empty_count / 4 + 2; tries > 0; tries--) {
        Point p = pos->empty[rng_below(rng, empty_count)];
        if (is_candidate(pos, p))
            return p;
    }
    PointList candidates;
    candidates.count = 0;
    for (uint32_t i = 0; i < empty_count; i++)
        if (is_candidate(pos, pos->empty[i]))
            point_list_add(&candidates, pos->empty[i]);
    if (candidates.count == 0)
        return PASS;
    return candidates.points[rng_below(rng, (uint32_t)candidates.count)];
}

int playout_run(Position *pos, Rng *rng)
{
    int turns = 0, cap = PLAYOUT_TURNS_A_POINT * pos->columns * pos->rows;
    for (; pos->passes < 2 && turns < cap; turns++)
        position_play(pos, playout_choose(pos, rng));
    return turns;
}

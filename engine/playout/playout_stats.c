// SPDX-License-Identifier: MIT
#include "playout_stats.h"

#include <limits.h>
#include <string.h>

#include "point_counter.h"
#include "rng.h"

typedef struct Counting {
    const PlayoutStatsOrder *order;
    PlayoutStats *stats;
    Position root;
    uint64_t begun;
    PointCounter owned[2]; // by Color
} Counting;

static bool next_game(void *object, PlayoutStart *start)
{
    Counting *counting = object;
    const PlayoutStatsOrder *order = counting->order;
    uint64_t index = counting->begun;
    if (index == order->playouts)
        return false;
    *start = (PlayoutStart){
        .position = &counting->root,
        .last = NO_POINT,
        .second_last = NO_POINT,
        .seed = order->seed + index,
        .stream = index,
        .id = index,
    };
    counting->begun++;
    return true;
}

static void count_game(void *object, const PlayoutResult *result)
{
    Counting *counting = object;
    PlayoutStats *stats = counting->stats;
    for (Color color = BLACK; color <= WHITE; color++)
        point_counter_add(&counting->owned[color], result->owner[color]);
    if (result->score < stats->score[0])
        stats->score[0] = result->score;
    if (result->score > stats->score[1])
        stats->score[1] = result->score;
    uint64_t what = (uint64_t)result->length << 32 | (uint32_t)result->score;
    stats->digest += rng_mix(what ^ rng_mix(result->id));
    stats->playouts++;
    stats->turns += (uint64_t)result->length;
}

void playout_stats_take(const PlayoutStatsOrder *order, PlayoutStats *stats)
{
    Counting counting = {.order = order, .stats = stats, .root = *order->root};
    counting.root.passes = 0;
    memset(stats, 0, sizeof *stats);
    stats->score[0] = INT_MAX;
    stats->score[1] = INT_MIN;
    BatchLayout layout;
    PlayoutSource source = {&counting, next_game, count_game, NULL, true};
    batch_layout_init(&layout, order->root->columns, order->root->rows);
    order->lanes->play(&layout, order->policy, &source, &stats->work);
    for (Point p = 0; p < POINT_LIMIT; p++)
        stats->owned[p] = point_counter_at(&counting.owned[BLACK], p) -
                          point_counter_at(&counting.owned[WHITE], p);
}

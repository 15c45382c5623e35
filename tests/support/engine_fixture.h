// SPDX-License-Identifier: MIT
//
// Small engines that think quickly and never resign.
#ifndef ENGINE_FIXTURE_H
#define ENGINE_FIXTURE_H

#include <stdlib.h>

#include "engine.h"
#include "picture.h"

static inline EngineOptions small_options(int size)
{
    EngineOptions options = engine_default_options();
    options.columns = options.rows = size;
    options.memory_mib = 4;
    options.seed = 1;
    options.playouts = 200;
    options.params.resign_percent = 0;
    return options;
}

static inline Engine *new_engine(const EngineOptions *options)
{
    Engine *engine = engine_new(options);
    assert_non_null(engine);
    return engine;
}

static inline Engine *small_engine(int size)
{
    EngineOptions options = small_options(size);
    return new_engine(&options);
}

// The game, to be changed as no front end can.
static inline Game *inner_game(Engine *engine)
{
    return (Game *)engine_game(engine);
}

// The move that is chosen for this purpose.
static inline Point choose_move(Engine *engine, Color player, MovePurpose purpose)
{
    MoveResult result;
    MoveRequest request = {.player = player, .purpose = purpose};
    assert_int_equal(engine_genmove(engine, &request, &result), MOVE_OK);
    return result.move;
}

static inline Point genmove(Engine *engine, Color player)
{
    return choose_move(engine, player, MOVE_PLAY);
}

// The number of simulations of all moves in the report.
static inline uint64_t total_visits(const SearchReport *report)
{
    uint64_t visits = 0;
    for (int i = 0; i < report->candidate_count; i++)
        visits += search_report_visits(report, &report->candidates[i]);
    return visits;
}

#endif

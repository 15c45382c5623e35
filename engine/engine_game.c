// SPDX-License-Identifier: MIT
//
// The changes that a front end makes to the game and the clocks.
#include <string.h>

#include "engine_internal.h"

// What a new game means besides the board.
static void forget_game(Engine *engine)
{
    time_manager_new_game(&engine->manager);
    engine->is_new_game = true;
    game_stamp_clear(&engine->looked_at);
    memset(&engine->report, 0, sizeof engine->report);
    engine->pondering.is_due = false;
    game_stamp_clear(&engine->cleaned_up);
    engine->games++;
    engine_resign(engine, EMPTY);
}

void engine_new_game(Engine *engine, int columns, int rows)
{
    game_resize(&engine->game, columns, rows);
    forget_game(engine);
}

bool engine_new_position(Engine *engine, const Bitboard stones[2], Color to_play)
{
    enum { ENTRIES = 2 }; // of the history: the empty grid, and the stones
    Game *game = &engine->game;
    Position trial = game->position;
    if (!position_setup(&trial, stones, to_play) ||
        !history_reserve(&game->history, ENTRIES))
        return false;
    engine_new_game(engine, game->position.columns, game->position.rows);
    return game_setup(game, stones, to_play);
}

void engine_exchange_game(Engine *engine, Game *game)
{
    Game before = engine->game;
    engine->game = *game;
    *game = before;
    forget_game(engine);
}

bool engine_setup(Engine *engine, const Bitboard stones[2], Color to_play)
{
    return game_setup(&engine->game, stones, to_play);
}

bool engine_place_handicap(Engine *engine, const Point *points, int count)
{
    return game_place_handicap(&engine->game, points, count);
}

bool engine_set_first_player(Engine *engine, Color player)
{
    Game *game = &engine->game;
    int handicap = game->handicap;
    Bitboard stones[2] = {game->position.stones[BLACK], game->position.stones[WHITE]};
    if (!engine_new_position(engine, stones, player))
        return false;
    game->handicap = handicap;
    return true;
}

void engine_set_rules(Engine *engine, const Rules *rules)
{
    // What a search knows by other rules does not count.
    if (!rules_are_same(&engine->game.rules, rules))
        engine_clear_cache(engine);
    engine->game.rules = *rules;
}

void engine_set_komi(Engine *engine, int komi)
{
    engine->game.komi = komi;
}

bool engine_undo(Engine *engine, int moves)
{
    if (moves > engine->game.move_count)
        return false;
    for (; moves > 0; moves--)
        game_undo(&engine->game);
    return true;
}

void engine_set_clocks(Engine *engine, const TimeSettings *settings)
{
    time_control_set(&engine->manager.clocks, settings);
}

void engine_set_time_left(Engine *engine, Color player, double seconds, int stones)
{
    time_control_left(&engine->manager.clocks, player, seconds, stones);
}

void engine_set_lag(Engine *engine, double seconds)
{
    engine->manager.clocks.lag = seconds;
}

unsigned engine_games_begun(const Engine *engine)
{
    return engine->games;
}

void engine_resign(Engine *engine, Color player)
{
    game_stamp_clear(&engine->resigned_at);
    if (player != EMPTY)
        game_stamp_take(&engine->resigned_at, &engine->game, player);
}

Color engine_resigned(const Engine *engine)
{
    const GameStamp *resigned_at = &engine->resigned_at;
    return game_stamp_is_at(resigned_at, &engine->game, resigned_at->player)
               ? resigned_at->player
               : EMPTY;
}

MoveError engine_play(Engine *engine, Color player, Point point)
{
    MoveError error = engine->options.accept_illegal
                          ? game_play_lenient(&engine->game, player, point)
                          : game_play(&engine->game, player, point);
    if (error == MOVE_OK)
        engine_resign(engine, EMPTY);
    return error;
}

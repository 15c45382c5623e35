// SPDX-License-Identifier: MIT
#include "replay.h"

MoveError replay_begin(const GameRecord *record, Game *game)
{
    game_resize(game, record->size, record->size);
    if (record->handicap == 0)
        return MOVE_OK;
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    for (int i = 0; i < record->handicap; i++) {
        if (bitboard_test(&stones[BLACK], record->moves[i]))
            return MOVE_OCCUPIED;
        bitboard_add(&stones[BLACK], record->moves[i]);
    }
    return game_setup(game, stones, WHITE) ? MOVE_OK : MOVE_SUICIDE;
}

MoveError replay_turn(const GameRecord *record, int turn, Game *game)
{
    Color player = (Color)game->position.to_play;
    return game_play_lenient(game, player, record->moves[turn]);
}

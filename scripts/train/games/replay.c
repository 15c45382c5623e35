// SPDX-License-Identifier: MIT
#include "replay.h"

#include <string.h>

// The coloring that a game begins with.
static MoveError first_stones(const GameRecord *record, Bitboard stones[2])
{
    stones[BLACK] = stones[WHITE] = bitboard_empty();
    for (int i = 0; i < record_set_up(record); i++) {
        Point p = record->moves[i];
        if (bitboard_test(&stones[BLACK], p) || bitboard_test(&stones[WHITE], p))
            return MOVE_OCCUPIED;
        bitboard_add(&stones[i < record->handicap ? BLACK : WHITE], p);
    }
    return MOVE_OK;
}

static Color first_player(const GameRecord *record)
{
    return record->white_first ? WHITE : BLACK;
}

static bool begins_empty(const GameRecord *record)
{
    return record_set_up(record) == 0 && !record->white_first;
}

MoveError replay_begin(const GameRecord *record, Game *game)
{
    Bitboard stones[2];
    game_resize(game, record->size, record->size);
    if (begins_empty(record))
        return MOVE_OK;
    MoveError error = first_stones(record, stones);
    if (error != MOVE_OK)
        return error;
    return game_setup(game, stones, first_player(record)) ? MOVE_OK : MOVE_SUICIDE;
}

MoveError replay_turn(const GameRecord *record, int turn, Game *game)
{
    Color player = (Color)game->position.to_play;
    return game_play_lenient(game, player, record->moves[turn]);
}

static MoveError set_up(const GameRecord *record, Position *pos)
{
    Bitboard stones[2];
    MoveError error = first_stones(record, stones);
    if (error != MOVE_OK)
        return error;
    return position_setup(pos, stones, first_player(record)) ? MOVE_OK : MOVE_SUICIDE;
}

MoveError replay_position(const GameRecord *record, int count, Position *pos)
{
    position_init(pos, record->size, record->size);
    MoveError error = begins_empty(record) ? MOVE_OK : set_up(record, pos);
    if (error != MOVE_OK)
        return error;
    for (int i = record_set_up(record); i < count; i++) {
        Point move = record->moves[i];
        if (move != PASS && !position_is_empty_at(pos, move))
            return MOVE_OCCUPIED;
        position_play(pos, move);
    }
    return MOVE_OK;
}

Point record_last_move(const GameRecord *record)
{
    int count = record->move_count;
    return count > record_set_up(record) ? record->moves[count - 1] : NO_POINT;
}

bool record_is_sibling(const GameRecord *record, const GameRecord *other)
{
    int last = record->move_count - 1;
    return last >= record_set_up(record) && record->size == other->size &&
           record->komi == other->komi && record->move_count == other->move_count &&
           record->handicap == other->handicap &&
           record->white_stones == other->white_stones &&
           record->white_first == other->white_first &&
           memcmp(record->moves, other->moves, (size_t)last * sizeof *record->moves) ==
               0 &&
           record->moves[last] != other->moves[last];
}

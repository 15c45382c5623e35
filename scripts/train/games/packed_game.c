// SPDX-License-Identifier: MIT
#include "packed_game.h"

#include <string.h>

#include "bitboard.h"
#include "color.h"
#include "move_coder.h"
#include "rng.h"

enum { USUAL_KOMI = 13, COLORS = 3 }; // half points; of a point

// What is learnt while a game is coded, anew for each.
typedef struct GameModels {
    BitModel numbers[NUMBER_MODELS];
    BitModel color[COLORS][COLORS][2]; // by those to the left and below
    MoveModels moves;
} GameModels;

static void init_models(GameModels *models)
{
    models_init(models->numbers, NUMBER_MODELS);
    models_init(&models->color[0][0][0], COLORS * COLORS * 2);
    move_models_init(&models->moves);
}

static bool code_flag(RangeCoder *coder, bool flag)
{
    return coder_uniform(coder, 2, flag);
}

static void code_komi(RangeCoder *coder, GameModels *models, GameRecord *record)
{
    record->komi_known = code_flag(coder, record->komi_known);
    if (record->komi_known)
        record->komi = USUAL_KOMI +
                       coder_signed(coder, models->numbers, record->komi - USUAL_KOMI);
}

static void code_result(RangeCoder *coder, GameModels *models, GameRecord *record)
{
    record->outcome = coder_uniform(coder, 3, record->outcome + 1) - 1;
    record->outcome_known = code_flag(coder, record->outcome_known);
    record->score_known = code_flag(coder, record->score_known);
    if (record->score_known)
        record->score = coder_signed(coder, models->numbers, record->score);
}

static Color color_of(const Bitboard stones[2], Point p)
{
    return bitboard_test(&stones[BLACK], p)   ? BLACK
           : bitboard_test(&stones[WHITE], p) ? WHITE
                                              : EMPTY;
}

// The color of a point, which is more often than not that of its neighbors.
static Color code_color(RangeCoder *coder, GameModels *models, const Bitboard stones[2],
                        Point p)
{
    BitModel *pair = models->color[color_of(stones, (Point)(p - 1))]
                                  [color_of(stones, (Point)(p - POINT_STRIDE))];
    Color color = color_of(stones, p);
    if (!coder_bit(coder, &pair[0], color != EMPTY))
        return EMPTY;
    return coder_bit(coder, &pair[1], color == WHITE) ? WHITE : BLACK;
}

static void take_set_up(const Bitboard *stones, int *count, GameRecord *record)
{
    *count = 0;
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p)) {
        record->moves[record->move_count++] = p;
        ++*count;
    }
}

static void code_set_up(RangeCoder *coder, GameModels *models, GameRecord *record)
{
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    record->white_first = code_flag(coder, record->white_first);
    if (!code_flag(coder, record_set_up(record) > 0)) {
        record->handicap = record->white_stones = 0;
        return;
    }
    for (int i = 0; i < record_set_up(record) && !coder->reading; i++)
        bitboard_add(&stones[i < record->handicap ? BLACK : WHITE], record->moves[i]);
    Bitboard board = bitboard_board(record->size, record->size);
    for (Point p = bitboard_first(&board); p; p = bitboard_next(&board, p)) {
        Color color = code_color(coder, models, stones, p);
        if (coder->reading && color != EMPTY)
            bitboard_add(&stones[color], p);
    }
    if (!coder->reading)
        return;
    take_set_up(&stones[BLACK], &record->handicap, record);
    take_set_up(&stones[WHITE], &record->white_stones, record);
}

static void code_moves(RangeCoder *coder, GameModels *models, GameRecord *record)
{
    int set_up = record_set_up(record);
    int count = coder_number(coder, models->numbers, record->move_count - set_up);
    if (count > RECORD_MOVES_MAX - set_up)
        count = RECORD_MOVES_MAX - set_up;
    record->move_count = set_up + count;
    for (int i = set_up; i < record->move_count; i++)
        record->moves[i] =
            move_code(coder, &models->moves, record->size, record->moves[i]);
}

static bool code_game(RangeCoder *coder, GameRecord *record, bool held_out)
{
    GameModels models;
    init_models(&models);
    record->size = 1 + coder_uniform(coder, BOARD_SIZE_MAX, record->size - 1);
    held_out = code_flag(coder, held_out);
    code_komi(coder, &models, record);
    code_result(coder, &models, record);
    code_set_up(coder, &models, record);
    code_moves(coder, &models, record);
    return held_out;
}

size_t game_pack(GameRecord *record, bool held_out, uint8_t bytes[PACKED_GAME_MAX])
{
    RangeCoder coder;
    size_t size;
    coder_write(&coder, bytes, PACKED_GAME_MAX);
    code_game(&coder, record, held_out);
    return coder_finish(&coder, &size) ? size : 0;
}

void game_unpack(const uint8_t bytes[], size_t size, GameRecord *record, bool *held_out)
{
    RangeCoder coder;
    *record = (GameRecord){.size = 1, .rank = {RANK_UNKNOWN, RANK_UNKNOWN}};
    coder_read(&coder, bytes, size);
    bool found = code_game(&coder, record, false);
    if (held_out != NULL)
        *held_out = found;
}

GameKey game_key(const uint8_t bytes[], size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return rng_mix(hash) >> (64 - GAME_KEY_BITS);
}

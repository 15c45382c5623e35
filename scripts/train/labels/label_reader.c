// SPDX-License-Identifier: MIT
#include "label_reader.h"

#include <string.h>

#include "replay.h"

void label_reader_init(LabelReader *reader, const GameStore *store)
{
    reader->store = store;
    reader->left = 0;
    reader->key = 0;
}

bool label_reader_begin(LabelReader *reader, const StoredBlock *block)
{
    reader->left = 0;
    if (block->size < LABEL_BLOCK_HEAD)
        return false;
    LabelPrecision precision = {.owner_levels = block->bytes[0],
                                .chance_steps = block->bytes[1],
                                .optimism_steps = block->bytes[2],
                                .moves = block->bytes[3],
                                .chance_min = block->bytes[4],
                                .lead_step = block->bytes[5]};
    if (!label_precision_is_sound(&precision))
        return false;
    label_models_init(&reader->models, &precision);
    coder_read(&reader->coder, block->bytes + LABEL_BLOCK_HEAD,
               block->size - LABEL_BLOCK_HEAD);
    reader->left = block->count;
    return true;
}

static bool find_game(LabelReader *reader, GameKey key)
{
    if (reader->key == key && key != 0)
        return true;
    const StoredGame *stored = game_store_find(reader->store, key);
    if (stored == NULL)
        return false;
    game_unpack(stored->bytes, stored->size, &reader->game, &reader->held_out);
    reader->key = key;
    return true;
}

// The record of the moves up to the label's position.
static bool make_record(const LabelReader *reader, const Label *label,
                        GameRecord *record)
{
    const GameRecord *game = &reader->game;
    int count = record_set_up(game) + label->ply;
    if (game->size != label->size || count > game->move_count ||
        count + label->tail_count > RECORD_MOVES_MAX)
        return false;
    memset(record, 0, sizeof *record);
    record->size = game->size;
    record->rank[BLACK] = record->rank[WHITE] = RANK_UNKNOWN;
    record->handicap = game->handicap;
    record->white_stones = game->white_stones;
    record->white_first = game->white_first;
    record->komi = label->komi;
    record->komi_known = record->labelled = true;
    memcpy(record->moves, game->moves, (size_t)count * sizeof *record->moves);
    memcpy(record->moves + count, label->tail,
           (size_t)label->tail_count * sizeof *record->moves);
    record->move_count = count + label->tail_count;
    return true;
}

LabelStatus label_reader_next(LabelReader *reader, Label *label, GameRecord *record)
{
    Position pos;
    if (reader->left == 0)
        return LABEL_END;
    int left = reader->left - 1;
    reader->left = 0;
    *label = (Label){.game = 0};
    label_code_place(&reader->coder, &reader->models, label);
    if (!find_game(reader, label->game))
        return LABEL_NO_GAME;
    if (!make_record(reader, label, record) ||
        replay_position(record, record->move_count, &pos) != MOVE_OK)
        return LABEL_WRONG;
    label_code_opinion(&reader->coder, &reader->models, &pos, record_last_move(record),
                       &record->opinion);
    reader->left = left;
    return LABEL_READ;
}

const char *label_status_text(LabelStatus status)
{
    switch (status) {
    case LABEL_READ:
    case LABEL_END:
        return "correct";
    case LABEL_NO_GAME:
        return "none of the files holds the game of a label: name the file of games, "
               "too";
    case LABEL_WRONG:
        return "a label is wrong";
    }
    return "unknown";
}

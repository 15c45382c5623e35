// SPDX-License-Identifier: MIT
//
// Labels: what a teacher thinks of positions, in few bytes. A label names a game of a
// GameStore by its key, the number of its moves that are played, moves off the game
// that follow, and the komi; and what an Opinion holds, rounded as the file says. A
// position that comes without its game is that of a game with set-up stones.
//
// A block of labels (block_file.h) begins with the LabelPrecision, a byte for each
// field in order, and two bytes of zero; then all of its labels are coded together by
// range_coder.h in the order of label.c. What is likely is learnt from the labels of
// the block, so a block can only be read from its beginning, and with all its games at
// hand.
#ifndef LABEL_H
#define LABEL_H

#include <stdbool.h>
#include <stdint.h>

#include "game_record.h"
#include "move_coder.h"
#include "packed_game.h"
#include "position.h"
#include "range_coder.h"

enum { LABEL_TAIL_MAX = 128, LABEL_BLOCK_HEAD = 8 };

// Where a position comes from.
typedef enum LabelSource {
    LABEL_RECORD,    // a recorded game
    LABEL_DEVIATION, // some moves off one
    LABEL_SEARCH,    // a search of the engine looked at it
    LABEL_LATE,      // the later part of a game, with fights that are not settled
    LABEL_OPENING,   // the first moves
    LABEL_POLICY,    // a game of which a policy drew the moves
    LABEL_LOST,      // a game that the engine lost
    LABEL_SOURCE_COUNT,
} LabelSource;

// The name of a source, such as "record".
const char *label_source_name(LabelSource source);

// How finely a block of labels is rounded.
typedef struct LabelPrecision {
    uint8_t owner_levels;   // of an owner, from White's to Black's: 2..201
    uint8_t chance_steps;   // of a move's chance, for each factor of two: 1..64
    uint8_t optimism_steps; // of its optimistic chance, likewise
    uint8_t moves;          // of a policy, at most: 1..OPINION_MOVES_MAX
    uint8_t chance_min;     // of a move, of OPINION_UNIT; less likely ones are left out
    uint8_t lead_step;      // of a lead, OPINION_POINT for a whole point: 1..255
} LabelPrecision;

// What is usual for training, and for a test.
extern const LabelPrecision LABEL_TRAINING, LABEL_TESTING;

// The position of a label.
typedef struct Label {
    GameKey game;
    int size;       // of its board
    int ply;        // moves of the game that are played, set-up stones not counted
    int tail_count; // moves after these that are not the game's
    Point tail[LABEL_TAIL_MAX];
    int komi; // half points
    LabelSource source;
} Label;

enum {
    LABEL_OWNER_CLASSES = 5, // of levels, which tell what those beside a point will be
    LABEL_CLASS_BITS = 3,
    LABEL_LEVEL_BITS = 6,                 // of a level in its class
    LABEL_SEEN = LABEL_OWNER_CLASSES + 1, // beside a point; or there is none
    LABEL_COLORS = 3,
    LABEL_RANKS = 4, // of moves, that differ in how their chances fall
    LABEL_WIN_BITS = 5,
    LABEL_ERROR_BITS = 8,
    LABEL_SOURCE_BITS = 3,
    LABEL_SIZE_BITS = 5,
};

// What has been learnt from the labels of a block.
typedef struct LabelModels {
    LabelPrecision precision;
    GameKey game; // of the label before
    int ply;
    BitModel same_game, optimistic_known, errors_known;
    BitModel plies[NUMBER_MODELS], steps[NUMBER_MODELS], tails[NUMBER_MODELS];
    BitModel komi[NUMBER_MODELS], counts[NUMBER_MODELS], lead[NUMBER_MODELS];
    BitModel falls[LABEL_RANKS][NUMBER_MODELS], optimism[LABEL_RANKS][NUMBER_MODELS];
    BitModel size[1 << LABEL_SIZE_BITS];
    BitModel source[1 << LABEL_SOURCE_BITS], win[1 << LABEL_WIN_BITS];
    BitModel errors[3][1 << LABEL_ERROR_BITS];
    BitModel owner[LABEL_COLORS][LABEL_SEEN][LABEL_SEEN][LABEL_SEEN]
                  [1 << LABEL_CLASS_BITS];
    BitModel level[LABEL_OWNER_CLASSES][1 << LABEL_LEVEL_BITS];
    MoveModels tail_moves, moves;
} LabelModels;

// Is it a precision that a block may have?
bool label_precision_is_sound(const LabelPrecision *precision);

// At the beginning of a block.
void label_models_init(LabelModels *models, const LabelPrecision *precision);

// Codes the position of a label. Any bytes give some label.
void label_code_place(RangeCoder *coder, LabelModels *models, Label *label);

// Codes what is thought of the position after that move, or NO_POINT. Writing, the
// moves have to be in order of their chances, no more of them than the precision says;
// and the opinion becomes what a reader will find.
void label_code_opinion(RangeCoder *coder, LabelModels *models, const Position *pos,
                        Point last, Opinion *opinion);

#endif

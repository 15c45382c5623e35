// SPDX-License-Identifier: MIT
//
// Labels: a teacher's opinions of positions, in few bytes. A label names a game of a
// GameStore by its key. It has the number of moves of that game that are played, moves
// off the game that follow, and the komi. It also has what an Opinion holds, rounded
// with the precision of the block. A position without a game is stored as a game with
// set-up stones.
//
// A block of labels (block_file.h) begins with the LabelPrecision, a byte for each
// field in order, and two zero bytes. Then all of its labels are coded together by
// range_coder.h, in the order of label.c. The models learn from the labels of the
// block. So a block can be read only from its beginning, and only with all its games at
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
    LABEL_DEVIATION, // some moves off a recorded game
    LABEL_SEARCH,    // a search of the engine visited it
    LABEL_LATE,      // the later part of a game, with unsettled fights
    LABEL_OPENING,   // the first moves of a game
    LABEL_POLICY,    // a game whose moves were drawn from a policy
    LABEL_LOST,      // a game that the engine lost
    LABEL_SOURCE_COUNT,
} LabelSource;

// The name of a source, such as "record".
const char *label_source_name(LabelSource source);

// How finely the labels of a block are rounded.
typedef struct LabelPrecision {
    uint8_t owner_levels;   // levels of an owner, from White's to Black's: 2..201
    uint8_t chance_steps;   // steps of a move's chance, per factor of two: 1..64
    uint8_t optimism_steps; // steps of its optimistic chance, likewise
    uint8_t moves;          // maximum moves of a policy: 1..OPINION_MOVES_MAX
    uint8_t chance_min;     // of OPINION_UNIT; moves with a smaller chance are left out
    uint8_t lead_step;      // step of a lead, OPINION_POINT for a whole point: 1..255
} LabelPrecision;

// The usual precision for training, and for a test.
extern const LabelPrecision LABEL_TRAINING, LABEL_TESTING;

// The position of a label.
typedef struct Label {
    GameKey game;
    int size; // size of its board
    int ply;  // number of moves of the game that are played, without set-up stones
    int tail_count; // number of moves after these that are not the game's
    Point tail[LABEL_TAIL_MAX];
    int komi; // half points
    LabelSource source;
} Label;

enum {
    LABEL_OWNER_CLASSES = 5, // of levels; neighbors predict the class of a point
    LABEL_CLASS_BITS = 3,
    LABEL_LEVEL_BITS = 6,                 // bits of a level in its class
    LABEL_SEEN = LABEL_OWNER_CLASSES + 1, // of a neighbor; one for no neighbor
    LABEL_COLORS = 3,
    LABEL_RANKS = 4, // groups of moves by rank; chances fall differently in each
    LABEL_WIN_BITS = 5,
    LABEL_ERROR_BITS = 8,
    LABEL_SOURCE_BITS = 3,
    LABEL_SIZE_BITS = 5,
};

// The models learnt from the labels of a block.
typedef struct LabelModels {
    LabelPrecision precision;
    GameKey game; // the game of the label before
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

// Whether a block may have this precision.
bool label_precision_is_sound(const LabelPrecision *precision);

// Starts the models at the beginning of a block.
void label_models_init(LabelModels *models, const LabelPrecision *precision);

// Codes the position of a label. Any bytes give some label.
void label_code_place(RangeCoder *coder, LabelModels *models, Label *label);

// Codes the opinion of the position after the move `last`, or NO_POINT. When writing,
// the moves must be in order of their chances, and no more than the precision allows.
// The opinion becomes what a reader will find.
void label_code_opinion(RangeCoder *coder, LabelModels *models, const Position *pos,
                        Point last, Opinion *opinion);

#endif

// SPDX-License-Identifier: MIT
//
// Training samples. A sample has a moment of a recorded game as the network sees it. It
// has the move that was played and how the game ended, or a teacher's opinion of all
// that. This module also packs samples for a trainer to read.
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "game.h"
#include "game_record.h"
#include "input_features.h"
#include "katago_pack.h"
#include "rng.h"

enum {
    SAMPLE_OUTCOME_KNOWN = 1,
    SAMPLE_SCORE_KNOWN = 2,
    SAMPLE_OWNER_KNOWN = 4,
    SAMPLE_OPTIMISTIC_KNOWN = 8,
    SAMPLE_ERRORS_KNOWN = 16,
    // Only the last moves of this sample and of the one before in the stream differ.
    SAMPLE_SIBLING = 32,
};

// Everything from the point of view of the player to move.
typedef struct Sample {
    InputFeatures features;
    int16_t owner[POINT_LIMIT]; // OPINION_UNIT: the player's at the end; -OPINION_UNIT:
                                // the other player's
    Point moves[OPINION_MOVES_MAX]; // the move that was played, or the teacher's moves,
                                    // likeliest first: points or PASS
    uint16_t chances[OPINION_MOVES_MAX];
    uint16_t optimistic[OPINION_MOVES_MAX]; // their chances in the optimistic policy
    uint16_t turn;                          // number of turns before the moment
    int16_t score;        // in parts of a point, OPINION_POINT for one
    int16_t outcome;      // OPINION_UNIT won, 0 even, -OPINION_UNIT lost
    uint16_t win_error;   // of OPINION_UNIT, short-term error of the chance to win
    uint16_t score_error; // short-term error of the score, OPINION_POINT for one point
    uint8_t flags;        // SAMPLE_...; a field that is not known is 0
    uint8_t size;
    uint8_t move_count;
    int8_t rank;                          // of the player to move (rank.h)
    uint8_t shown[KATAGO_PACK_BYTES_MAX]; // what a teacher sees of the moment, if one
                                          // will be asked about it (katago_pack.h)
} Sample;

// A network of KataGo that will be asked for its opinion of samples.
typedef struct TeacherView {
    KatagoReader *reader;
    const Rules *rules;
    bool pass_alive_suicide; // as the network's header says
    int deviations;          // percentage of moments that are some moves off their game
} TeacherView;

// Room for the samples of one game.
typedef struct SampleList {
    Sample *samples;
    int wanted; // maximum number of samples
    int count;
    LadderReader *ladders;
    // If it is NULL, samples have the rest of the game. Otherwise they have only what
    // is shown to the teacher, and komi is mostly a usual one, whatever it was in the
    // game.
    const TeacherView *teacher;
} SampleList;

// Replays a record on a scratch game and takes samples of different moments, chosen at
// random, in order. If the record has an opinion, takes only the moment of that
// opinion. Repeated colorings are allowed. Errors: those of the first move that cannot
// be played; there are then no samples.
MoveError sample_game(const GameRecord *record, Game *game, Rng *rng, SampleList *list);

// Sets in the samples of one game who owned which points at the end, by Color.
void sample_set_owners(SampleList *list, const Bitboard owner[2]);

enum {
    PACKED_HEAD = 2 * GLOBAL_COUNT + 13 + 6 * OPINION_MOVES_MAX,
    PACKED_BYTES_MAX =
        PACKED_HEAD + POINT_COUNT_MAX + (PLANE_COUNT * POINT_COUNT_MAX + 7) / 8,
};

// The number of bytes of a packed sample on a board of this size.
size_t sample_packed_bytes(int size);

// Packs a sample, seen in a symmetry (symmetry.h). All numbers are little-endian, in
// this order. Globals as int16. Score and outcome as int16. Both errors and turn as
// uint16. Flags and number of moves as uint8. The rank as int8. For each of
// OPINION_MOVES_MAX moves the point, its chance and its optimistic chance as uint16.
// The point is (row - 1) * size + column, and size * size for a pass. The owner of each
// point, in hundredths, as int8. Then planes without gaps, one bit for each point,
// lowest bit first.
void sample_pack(const Sample *sample, int symmetry, uint8_t bytes[]);

#endif

// SPDX-License-Identifier: MIT
//
// Training samples: a moment of a recorded game as the network sees it, the move that
// was played, and how the game ended, or what a teacher thinks of all that; and their
// packed form, which a trainer reads.
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
};

// Everything as the player to move sees it.
typedef struct Sample {
    InputFeatures features;
    int16_t owner[POINT_LIMIT]; // OPINION_UNIT: the player's in the end; minus that:
                                // the other's
    Point moves[OPINION_MOVES_MAX]; // what was played, or the teacher's moves, the
                                    // likeliest first: points or PASS
    uint16_t chances[OPINION_MOVES_MAX];
    uint16_t optimistic[OPINION_MOVES_MAX]; // their chances in the optimistic policy
    uint16_t turn;                          // turns before it
    int16_t score;                          // OPINION_POINT a point
    int16_t outcome;                        // OPINION_UNIT won, 0 even, minus that lost
    uint16_t win_error;   // of OPINION_UNIT, the short-term error of the chance to win
    uint16_t score_error; // OPINION_POINT a point, that of the score
    uint8_t flags;        // SAMPLE_..._KNOWN; what is not known is 0
    uint8_t size;
    uint8_t move_count;
    uint8_t shown[KATAGO_PACK_BYTES_MAX]; // what a teacher is shown of the moment, if
                                          // one will be asked about it (katago_pack.h)
} Sample;

// A network of KataGo's that will be asked what it thinks of samples.
typedef struct TeacherView {
    KatagoReader *reader;
    const KatagoRules *rules;
    bool pass_alive_suicide; // as its header says
    int deviations;          // of 100 moments so many are some moves off their game
} TeacherView;

// Room for samples of one game.
typedef struct SampleList {
    Sample *samples;
    int wanted; // that many at most
    int count;
    // NULL: samples know how the game went on. Else nothing is known of them but what
    // is shown to the teacher; komi is mostly one that is usual, whatever it was in the
    // game.
    const TeacherView *teacher;
} SampleList;

// Replays a record on a scratch game and takes samples of different moments, chosen at
// random, in order; of one with an opinion only the moment that this is about. Repeated
// colourings do no harm. Errors: those of the first move that cannot be played, and no
// samples.
MoveError sample_game(const GameRecord *record, Game *game, Rng *rng, SampleList *list);

// Tells the samples of one game who owned what in the end, by Color.
void sample_set_owners(SampleList *list, const Bitboard owner[2]);

enum {
    PACKED_HEAD = 2 * GLOBAL_COUNT + 12 + 6 * OPINION_MOVES_MAX,
    PACKED_BYTES_MAX =
        PACKED_HEAD + POINT_COUNT_MAX + (PLANE_COUNT * POINT_COUNT_MAX + 7) / 8,
};

// Length of a packed sample of a board of this size.
size_t sample_packed_bytes(int size);

// Writes a packed sample, seen in a symmetry (symmetry.h). Little-endian: globals as
// int16; score and outcome as int16; both errors and turn as uint16; flags and number
// of moves as uint8; of each of OPINION_MOVES_MAX moves the point, (row - 1) * size +
// column, and size * size for a pass, its chance and its optimistic chance as uint16;
// who will own each point, in hundredths, as int8; then planes without gaps, one bit
// for a point, lowest bit first.
void sample_pack(const Sample *sample, int symmetry, uint8_t bytes[]);

#endif

// SPDX-License-Identifier: MIT
//
// Many playouts at once, one to a SIMD lane. A lane holds a whole game as bitboards, in
// its column of a few vectors. Every operation is done for all lanes. Rule 4, "clear
// what does not reach empty", is then a flood fill without branches that could differ
// between games. A lane whose game has ended takes the next game at once.
//
// Playouts do not follow all rules. Of superko they know only the simple ko. Suicide
// and the filling of own eyes are left out. A game ends at the cap. The rules of a
// PlayoutPolicy choose among the remaining moves (batch_policy.h). Every game draws
// from its own random stream, so it is the same in every lane and in every build of the
// kernel. The kernel is compiled once for each instruction set; isa.h has the copies.
#ifndef PLAYOUT_BATCH_H
#define PLAYOUT_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "playout_policy.h"
#include "position.h"

enum {
    BATCH_WORDS_MAX = 7,
    PLAYOUT_TURNS_A_POINT = 3, // a playout ends after this many turns per point
};

// Where the points of a grid are in the words of a lane. Row r is in word r % words.
// Its column c is at bit r / words * stride + c. So the neighbors above and below are
// the same bit of the next words. One guard column stops what is shifted sideways.
typedef struct BatchLayout {
    int columns, rows;
    int words, stride;
    uint64_t grid[BATCH_WORDS_MAX];
    uint64_t edge[BATCH_WORDS_MAX]; // the points with fewer than four neighbors
    // For bit b of word w, at index 64 w + b: which points of the 5x5 window around the
    // point are off the board. These are 25 bits, the lowest row first; the same bits
    // stand again 32 bits higher.
    uint64_t off_window[64 * (BATCH_WORDS_MAX + 1)];
} BatchLayout;

// Pre: columns and rows 1..19.
void batch_layout_init(BatchLayout *layout, int columns, int rows);

// Converts a set of points to the words of a lane, and back.
void batch_layout_pack(const BatchLayout *layout, const Bitboard *set,
                       uint64_t words[BATCH_WORDS_MAX]);
Bitboard batch_layout_unpack(const BatchLayout *layout,
                             const uint64_t words[BATCH_WORDS_MAX]);

// The word and the bit of a point on the grid.
int batch_layout_word(const BatchLayout *layout, Point p);
int batch_layout_bit(const BatchLayout *layout, Point p);

// A playout to be played: its beginning and its random numbers.
typedef struct PlayoutStart {
    // On the grid of the layout, with less than two passes. The pointer is not kept.
    const Position *position;
    Point last, second_last; // the last two moves: a point, PASS, or NO_POINT
    int early_turns;         // number of turns from here that count as early
    uint64_t seed, stream;   // as for rng_seeded
    uint64_t id;             // comes back with the result
} PlayoutStart;

typedef struct PlayoutResult {
    uint64_t id;
    int score;         // area, Black minus White, no komi
    int length;        // turns, passes included
    Bitboard owner[2]; // the areas, by Color; only if the source wants details
    // By Color, only if the source wants details: the points that this player was the
    // first to play.
    Bitboard first[2];
    Bitboard early; // of all points, those that were played in early turns
} PlayoutResult;

// The move that one lane has just tried; for tests.
typedef struct PlayoutTrial {
    uint64_t id;
    Color player;
    Bitboard stones[2];  // by Color, after the trial
    Bitboard weak;       // of these, the stones of chains in atari
    Bitboard candidates; // the points that may be played
    Bitboard drawn_from; // of these, the points that the move was drawn from
    Point move;          // or PASS
    bool played;         // false: the policy refused the move
} PlayoutTrial;

// The source of games. The thread that runs the kernel calls its functions.
typedef struct PlayoutSource {
    void *object;
    // Gives the next game. False: there is none now; it is asked again when another
    // game has ended.
    bool (*next)(void *object, PlayoutStart *start);
    void (*done)(void *object, const PlayoutResult *result);
    void (*watch)(void *object, const PlayoutTrial *trial); // for every trial, or NULL
    bool details; // are the owners, first plays and early plays wanted?
} PlayoutSource;

// How busy the lanes were. Over all steps, `slots` counts all lanes and `trials` the
// lanes with a game. In a trial a game makes one turn, unless the policy refuses the
// move.
typedef struct BatchUsage {
    uint64_t slots, trials, turns, games;
} BatchUsage;

typedef struct PlayoutKernel {
    int lanes; // games at once
    // Plays games until all have ended and the source has no more. Adds to the usage.
    void (*play)(const BatchLayout *layout, const PlayoutPolicy *policy,
                 const PlayoutSource *source, BatchUsage *work);
} PlayoutKernel;

#endif

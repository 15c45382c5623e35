// SPDX-License-Identifier: MIT
//
// Many playouts at once, one to a SIMD lane. A lane holds a whole game as bitboards in
// the words of its column of a few vectors, and every operation is done for all lanes:
// rule 4 read literally, "clear what does not reach empty", is a flood fill without a
// branch that could differ between games. A lane whose game has ended takes the next
// one at once.
//
// What these playouts leave out of the rules is policy: no superko but the simple ko,
// no suicide, no filling of own eyes, and an end at the cap. Moves are chosen among the
// rest by the rules of a PlayoutPolicy (batch_policy.h). Every game draws from a random
// stream of its own, so a game is the same in every lane and in every build of the
// kernel. The kernel is compiled once for each instruction set; isa.h has the copies.
#ifndef PLAYOUT_BATCH_H
#define PLAYOUT_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "playout_policy.h"
#include "position.h"

enum {
    LANE_WORDS_MAX = 7,
    LANE_TURNS_A_POINT = 3, // a playout ends after this many turns per point
};

// Where the points of a grid are in the words of a lane: row r is in word r % words,
// its column c at bit r / words * stride + c. So the neighbours above and below are the
// same bit of the next words, and one guard column stops what is shifted sideways.
typedef struct BatchLayout {
    int columns, rows;
    int words, stride;
    uint64_t grid[LANE_WORDS_MAX];
    uint64_t edge[LANE_WORDS_MAX]; // the points with fewer than four neighbours
    // For bit b of word w at 64 w + b: what of the 5x5 window around the point is off
    // the board, 25 bits, the lowest row first; the same again 32 bits higher.
    uint64_t off_window[64 * (LANE_WORDS_MAX + 1)];
} BatchLayout;

// Pre: columns and rows 1..19.
void batch_layout_init(BatchLayout *layout, int columns, int rows);

// A set of points, to and from the words of a lane.
void batch_layout_pack(const BatchLayout *layout, const Bitboard *set,
                       uint64_t words[LANE_WORDS_MAX]);
Bitboard batch_layout_unpack(const BatchLayout *layout,
                             const uint64_t words[LANE_WORDS_MAX]);

// The word and the bit of a point on the grid.
int batch_layout_word(const BatchLayout *layout, Point p);
int batch_layout_bit(const BatchLayout *layout, Point p);

// A game to be played: where it begins and its random numbers.
typedef struct PlayoutStart {
    const Position
        *position; // on the grid of the layout, less than two passes; not kept
    Point last, second_last; // the two moves before: a point, PASS, or NO_POINT
    int early_turns;         // as many turns from here count as early
    uint64_t seed, stream;   // as for rng_seeded
    uint64_t id;             // comes back with the result
} PlayoutStart;

typedef struct PlayoutResult {
    uint64_t id;
    int score;         // area, Black minus White, no komi
    int length;        // turns, passes included
    Bitboard owner[2]; // the areas, by Color; only if the client wants details
    // By Color, only if the client wants details: the points that this player was the
    // first to play.
    Bitboard first[2];
    Bitboard early; // of these and others, the points that were played in early turns
} PlayoutResult;

// What one lane has just tried; for tests.
typedef struct PlayoutTrial {
    uint64_t id;
    Color player;
    Bitboard stones[2];  // by Color, after the trial
    Bitboard weak;       // of these, the chains in atari
    Bitboard candidates; // the points that could be played
    Bitboard drawn_from; // those that it was drawn from
    Point move;          // or PASS
    bool played;         // false: refused by the policy
} PlayoutTrial;

// Whoever wants games played. Calls come from the thread that runs the kernel.
typedef struct PlayoutSource {
    void *object;
    // False: there is no game now. Asked again when another one has ended.
    bool (*next)(void *object, PlayoutStart *start);
    void (*done)(void *object, const PlayoutResult *result);
    void (*watch)(void *object, const PlayoutTrial *trial); // NULL, or for every trial
    bool details; // are owner and first wanted?
} PlayoutSource;

// How busy the lanes were: trials counts lanes with a game, slots all lanes, over all
// steps; a game makes one turn in a trial unless the policy refuses the move.
typedef struct BatchUsage {
    uint64_t slots, trials, turns, games;
} BatchUsage;

typedef struct PlayoutKernel {
    const char *isa; // its name in isa.h
    int lanes;       // games at once
    // Plays games until all have ended and the client has no more; adds to the work.
    void (*play)(const BatchLayout *layout, const PlayoutPolicy *policy,
                 const PlayoutSource *client, BatchUsage *work);
} PlayoutKernel;

#endif

// SPDX-License-Identifier: MIT
//
// The board. A Position holds a truth (two bitboards, whose turn it is, the simple-ko
// point, ...) and an index that makes the truth quick to ask: for each chain a
// representative stone, a circular list of its stones and a count of pseudo-liberties,
// and for the whole board a list of the empty points. Only position_play and
// position_setup write either of them, and position_is_sound compares the two.
//
// Pseudo-liberties: each pair (stone of the chain, adjacent empty point) counts, so a
// liberty that touches two stones counts twice. The count is zero exactly when the
// chain has no liberty, a move changes it by one per neighbour without a branch, and a
// chain whose count exceeds four cannot be in atari. The idea is Lew's (libego).
//
// A Position knows the rules that the board alone can decide. What needs the earlier
// colourings or the chosen rules (superko, whether suicide is allowed) is in rules.h.
#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "color.h"
#include "point.h"
#include "point_list.h"

typedef struct Position {
    // The truth: everything that later play depends on.
    Bitboard stones[2]; // by Color
    uint64_t hash;      // Zobrist, of the colouring only
    uint8_t columns, rows;
    uint8_t to_play; // BLACK or WHITE
    uint8_t passes;  // consecutive passes just played; two and more count as two
    Point ko;        // the point that a simple ko forbids to to_play, or NO_POINT

    // The index: recomputable from the truth, kept for speed.
    int16_t empty_count;
    Bitboard grid;            // all points of the columns x rows grid
    Point chain[POINT_LIMIT]; // representative stone; NO_CHAIN, GUARD_CHAIN
    Point next[POINT_LIMIT];  // circular list of the stones of a chain
    int16_t pseudo_liberties[POINT_LIMIT]; // at the representative
    uint16_t chain_size[POINT_LIMIT];      // stones, at the representative
    Point empty[POINT_COUNT_MAX];          // the empty points, in no particular order
    uint16_t slot[POINT_LIMIT];            // where an empty point stands in empty[]
} Position;

// What chain[] holds where there is no stone: two indices of the lower guard row, so
// that counting on them needs no test and hurts nobody.
enum { NO_CHAIN = 0, GUARD_CHAIN = 3 };

// Offsets to the four adjacent points (rule 3).
static const int ADJACENT[4] = {-POINT_STRIDE, -1, 1, POINT_STRIDE};

// Empty grid, Black to play. Pre: columns and rows 1..19. Source: rules 1, 2, 5.
void position_init(Position *pos, int columns, int rows);

// Sets a colouring and the player to move, rebuilds the index, and forgets ko and
// passes. Errors: false, position unchanged, if the sets overlap, leave the grid, or
// hold a chain without a liberty.
bool position_setup(Position *pos, const Bitboard stones[2], Color to_play);

// Rebuilds the index in a fixed order, so that positions with equal truths become equal
// in every field that a playout can see, whatever the moves that led to them.
void position_normalize(Position *pos);

// Gives the turn to a player out of turn. A simple ko that bars the other one does not
// bar this one. No change if the player is to move already.
void position_give_turn(Position *pos, Color player);

// Colour of a point. Pre: on the grid.
static inline Color position_at(const Position *pos, Point p)
{
    return bitboard_test(&pos->stones[BLACK], p)   ? BLACK
           : bitboard_test(&pos->stones[WHITE], p) ? WHITE
                                                   : EMPTY;
}

// On the grid and without a stone?
static inline bool position_is_empty_at(const Position *pos, Point p)
{
    return pos->chain[p] == NO_CHAIN;
}

// Is a point beside this one empty? Then a move here is neither suicide nor a ko, and
// the point is nobody's eye: the quick answer to most questions about a move.
static inline bool position_has_empty_neighbor(const Position *pos, Point p)
{
    return pos->chain[p + ADJACENT[0]] == NO_CHAIN ||
           pos->chain[p + ADJACENT[1]] == NO_CHAIN ||
           pos->chain[p + ADJACENT[2]] == NO_CHAIN ||
           pos->chain[p + ADJACENT[3]] == NO_CHAIN;
}

// The empty points as a set.
Bitboard position_empty(const Position *pos);

// The stones of the chain through a point; the empty set if there is no stone.
Bitboard position_chain(const Position *pos, Point p);

// The liberties of that chain, each once.
Bitboard position_liberties(const Position *pos, Point p);

// Adds the liberties of the chain through a stone, but not `except` (NO_POINT for
// none), to a list of different points, in no particular order, until the list holds
// `limit`; cheaper than position_liberties for the usual questions "one?" and "two?".
// Pre: a stone at `stone`, a list shorter than limit.
void position_add_liberties(const Position *pos, Point stone, Point except, int limit,
                            PointList *found);

// Liberties that the chain of the player to move would have after playing an empty
// point, counted up to `limit` (1..8). A capture of more than one stone counts as
// `limit`.
int position_liberties_after(const Position *pos, Point p, int limit);

// Has the chain through this stone exactly one liberty? If so, and liberty is not NULL,
// it is stored there. Pre: a stone at p.
bool position_in_atari(const Position *pos, Point p, Point *liberty);

// The stones of both colours whose chains have exactly one liberty.
Bitboard position_atari_stones(const Position *pos);

// Would the mover's own chain be cleared? Captures count first, so a capture is never
// suicide. Pre: p is empty. Source: rule 7.
bool position_is_suicide(const Position *pos, Point p);

// Empty, not the simple-ko point, not suicide: all that a playout needs. Not full
// legality: see rules_check.
bool position_can_play(const Position *pos, Point p);

// Rule 7: colours the point, clears the opponent's colour, clears one's own; or passes.
// The turn goes to the other player. Returns the stones captured from the opponent.
// Pre: PASS or an empty point; suicide is played as written.
int position_play(Position *pos, Point p);

// The hash that position_play would leave, without playing. Pre: as position_play.
uint64_t position_hash_after(const Position *pos, Point p);

// Rule 6's "same grid coloring", compared exactly.
bool position_same_coloring(const Position *a, const Position *b);

// Does the index agree with the truth, and has every chain a liberty? For tests and
// assertions; slow.
bool position_is_sound(const Position *pos);

#endif

// SPDX-License-Identifier: MIT
//
// The board. A Position holds the truth: two bitboards, the player to move, the
// simple-ko point and so on. It also holds an index that answers questions about the
// truth quickly. The index has, for each chain, a representative stone, a circular list
// of its stones and a count of pseudo-liberties. For the whole board it has a list of
// the empty points. Only position_play and position_setup write either of them, and
// position_is_sound compares the two.
//
// Pseudo-liberties: each pair (stone of the chain, adjacent empty point) counts, so a
// liberty that touches two stones counts twice. The count is zero exactly when the
// chain has no liberty. A move changes it by one for each neighbor, without a branch. A
// chain whose count exceeds four cannot be in atari. The idea is Lew's (libego).
//
// A Position knows the rules that the board alone can decide. Superko and whether
// suicide is allowed depend on earlier colorings or on the chosen rules. They are in
// rules.h.
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
    uint64_t hash;      // Zobrist hash, of the coloring only
    uint8_t columns, rows;
    uint8_t to_play; // BLACK or WHITE
    uint8_t passes;  // consecutive passes just played; two and more count as two
    Point ko;        // the point where a simple ko forbids to_play to move, or NO_POINT

    // The index: computable from the truth, kept for speed.
    int16_t empty_count;
    Bitboard grid;            // all points of the columns x rows grid
    Point chain[POINT_LIMIT]; // representative stone; or NO_CHAIN, GUARD_CHAIN
    Point next[POINT_LIMIT];  // circular list of the stones of a chain
    int16_t pseudo_liberties[POINT_LIMIT]; // of the chain, at its representative
    uint16_t chain_size[POINT_LIMIT];      // number of stones, at the representative
    Point empty[POINT_COUNT_MAX];          // the empty points, in no particular order
    uint16_t slot[POINT_LIMIT];            // index of an empty point in empty[]
} Position;

// Values of chain[] where there is no stone. They are two indices of the lower guard
// row. So counts can be changed there without a test and without harm.
enum { NO_CHAIN = 0, GUARD_CHAIN = 3 };

// Offsets to the four adjacent points (rule 3).
static const int ADJACENT[4] = {-POINT_STRIDE, -1, 1, POINT_STRIDE};

// Sets an empty grid with Black to play. Pre: columns and rows 1..19. Source: rules 1,
// 2, 5.
void position_init(Position *pos, int columns, int rows);

// Sets a coloring and the player to move, rebuilds the index, and clears ko and passes.
// Errors: false, position unchanged, if the sets overlap, leave the grid, or have a
// chain without a liberty.
bool position_setup(Position *pos, const Bitboard stones[2], Color to_play);

// Rebuilds the index in a fixed order. Positions with equal truths then become equal in
// every field that a playout can see, whatever moves led to them.
void position_normalize(Position *pos);

// Gives the turn to a player out of turn. A simple ko that forbids a move to the other
// player does not forbid one to this player. No change if the player is to move
// already.
void position_give_turn(Position *pos, Color player);

// The color of a point. Pre: on the grid.
static inline Color position_at(const Position *pos, Point p)
{
    return bitboard_test(&pos->stones[BLACK], p)   ? BLACK
           : bitboard_test(&pos->stones[WHITE], p) ? WHITE
                                                   : EMPTY;
}

// Whether the point is on the grid and has no stone.
static inline bool position_is_empty_at(const Position *pos, Point p)
{
    return pos->chain[p] == NO_CHAIN;
}

// Whether a point beside this one is empty. If so, a move here is neither suicide nor a
// ko, and the point is no player's eye. This answers most questions about a move
// quickly.
static inline bool position_has_empty_neighbor(const Position *pos, Point p)
{
    return pos->chain[p + ADJACENT[0]] == NO_CHAIN ||
           pos->chain[p + ADJACENT[1]] == NO_CHAIN ||
           pos->chain[p + ADJACENT[2]] == NO_CHAIN ||
           pos->chain[p + ADJACENT[3]] == NO_CHAIN;
}

// The empty points as a set.
Bitboard position_empty(const Position *pos);

// The stones of the chain through a point. The empty set if there is no stone.
Bitboard position_chain(const Position *pos, Point p);

// The liberties of the chain through a point, each once.
Bitboard position_liberties(const Position *pos, Point p);

// Adds liberties of the chain through the point `stone` to a list of different points,
// in no particular order. Leaves out `except` (NO_POINT for none). Stops when the list
// holds `limit` points. For the usual questions "one?" and "two?" it is cheaper than
// position_liberties. Pre: a stone at `stone`, a list shorter than limit.
void position_add_liberties(const Position *pos, Point stone, Point except, int limit,
                            PointList *found);

// The number of liberties that the mover's chain would have after a move on an empty
// point, counted up to `limit` (1..8). A capture of more than one stone counts as
// `limit`.
int position_liberties_after(const Position *pos, Point p, int limit);

// Whether the chain through this stone has exactly one liberty. If so, and liberty is
// not NULL, stores it there. Pre: a stone at p.
bool position_in_atari(const Position *pos, Point p, Point *liberty);

// The stones of both colors whose chains have exactly one liberty.
Bitboard position_atari_stones(const Position *pos);

// Whether the move would clear the mover's own chain. Captures come first, so a capture
// is never suicide. Pre: p is empty. Source: rule 7.
bool position_is_suicide(const Position *pos, Point p);

// Whether p is empty, not the simple-ko point and not suicide. A playout needs no more.
// This is not full legality: see rules_check.
bool position_can_play(const Position *pos, Point p);

// Rule 7: colors the point, then clears the opponent's color, then the mover's own; or
// passes. The turn goes to the other player. Returns the number of stones captured from
// the opponent. Pre: PASS or an empty point; suicide is played as written.
int position_play(Position *pos, Point p);

// The hash after position_play, computed without playing. Pre: as position_play.
uint64_t position_hash_after(const Position *pos, Point p);

// Rule 6's "same grid coloring", compared exactly.
bool position_same_coloring(const Position *a, const Position *b);

// Whether the index agrees with the truth and every chain has a liberty. For tests and
// assertions; slow.
bool position_is_sound(const Position *pos);

#endif

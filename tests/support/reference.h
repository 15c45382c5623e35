// SPDX-License-Identifier: MIT
//
// A second implementation of the Tromp-Taylor rules, read literally: plain arrays,
// recursion, and a list of every coloring so far. It is the yardstick of the rules
// tests. So it shares no code, no coordinates and no idea with src. Compare it with the
// text of the rules; it is not fast. Source: Tromp and Taylor, "The game of Go" (1996),
// rules 1 to 10.
//
// A point is (x, y), with x from 0 on the left and y from 0 at the top.
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { REFERENCE_SIZE = 19 };

// Rule 2: each point is colored black, white or empty. Black and white are also the
// players.
enum { REFERENCE_EMPTY = '.', REFERENCE_BLACK = 'X', REFERENCE_WHITE = 'O' };

// Which earlier grid colorings a move must not leave, by rule 6.
typedef enum ReferenceKo {
    REFERENCE_POSITIONAL,  // any coloring: the rules of 1996
    REFERENCE_SITUATIONAL, // colorings after which the same player was to move
    REFERENCE_SAME_PLAYER, // colorings that a turn of the same player left: February
                           // 1995
} ReferenceKo;

typedef struct ReferenceGrid {
    char color[REFERENCE_SIZE][REFERENCE_SIZE]; // [y][x]
} ReferenceGrid;

// A grid coloring that the game has seen.
typedef struct ReferenceMoment {
    ReferenceGrid grid;
    char left_by; // the player whose turn left it; empty if no turn left it
    char to_play; // the player to play then
    int passes;   // number of consecutive passes just made
} ReferenceMoment;

typedef struct Reference {
    int columns, rows;
    bool suicide; // whether a move may clear the mover's own stones
    ReferenceKo ko;
    ReferenceMoment *moments; // the last one is the present moment
    int count, capacity;
} Reference;

// Starts an empty grid, Black to play. If memory is exhausted, every function that
// records a moment ends the program. Pre: columns and rows from 1 to 19.
void reference_init(Reference *game, int columns, int rows);

// Releases the memory.
void reference_free(Reference *game);

// Adds a grid that no turn left.
void reference_setup(Reference *game, const ReferenceGrid *grid, char to_play);

// The last moment, and the color of a point in it.
const ReferenceMoment *reference_now(const Reference *game);
char reference_at(const Reference *game, int x, int y);

// Rule 4: empties all points of that color that do not reach empty.
void reference_clear_color(const Reference *game, ReferenceGrid *grid, char color);

// Rule 7: the grid that the player's move would leave. Pre: the point is empty.
ReferenceGrid reference_grid_after(const Reference *game, char player, int x, int y);

// Rule 6: whether the player may make this move, under the game's rules. False if the
// point is off the grid or not empty.
bool reference_is_legal(const Reference *game, char player, int x, int y);

// The two questions of reference_is_legal, separately. Does the player's move at this
// point clear that player's own stones? Must the player not leave this grid again? Pre:
// the point is empty.
bool reference_is_suicide(const Reference *game, char player, int x, int y);
bool reference_is_repetition(const Reference *game, ReferenceKo ko, char player,
                             const ReferenceGrid *after);

// Makes the move, legal or not, or passes. Pre: the point is empty.
void reference_play(Reference *game, char player, int x, int y);
void reference_pass(Reference *game, char player);

// Takes the last turn back. Pre: there are at least two moments.
void reference_undo(Reference *game);

// Rule 8.
bool reference_is_over(const Reference *game);

// Rule 9: Black's score minus White's.
int reference_score(const Reference *game);

// Marks the empty points adjacent to the chain at a point. Returns their number. Pre:
// the point is not empty.
int reference_liberties(const Reference *game, int x, int y, ReferenceGrid *marks);

// The number of legal sequences of `depth` turns.
uint64_t reference_perft(Reference *game, int depth);

#endif

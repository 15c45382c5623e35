// SPDX-License-Identifier: MIT
//
// The Tromp-Taylor rules once more, read literally: plain arrays, recursion, and a list
// of every colouring so far. It is the yardstick of the rules tests, so it shares no
// code, no coordinates and no idea with src: it is meant to be compared with the text
// of the rules, not to be fast. Source: Tromp and Taylor, "The game of Go" (1996),
// rules 1 to 10.
//
// A point is (x, y) with x from 0 on the left and y from 0 on top.
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { REFERENCE_SIZE = 19 };

// Rule 2: each point is coloured black, white or empty. Black and white are the
// players.
enum { REFERENCE_EMPTY = '.', REFERENCE_BLACK = 'X', REFERENCE_WHITE = 'O' };

// Which earlier grid colourings rule 6 forbids a move to leave.
typedef enum ReferenceKo {
    REFERENCE_POSITIONAL,  // any: the rules of 1996
    REFERENCE_SITUATIONAL, // those after which the same player was to move
    REFERENCE_SAME_PLAYER, // those that the same player left by his turn: February 1995
} ReferenceKo;

typedef struct ReferenceGrid {
    char color[REFERENCE_SIZE][REFERENCE_SIZE]; // [y][x]
} ReferenceGrid;

// A grid colouring that the game has seen.
typedef struct ReferenceMoment {
    ReferenceGrid grid;
    char left_by; // the player whose turn left it; empty if nobody's did
    char to_play; // who was to play then
    int passes;   // consecutive passes just made
} ReferenceMoment;

typedef struct Reference {
    int columns, rows;
    bool suicide; // may a move clear one's own stones?
    ReferenceKo ko;
    ReferenceMoment *moments; // the last one is now
    int count, capacity;
} Reference;

// The empty grid, Black to play. Columns and rows from 1 to 19. Every function that
// records a moment ends the program if memory is exhausted.
void reference_init(Reference *game, int columns, int rows);

// Releases the memory.
void reference_free(Reference *game);

// Adds a grid that nobody's turn left.
void reference_setup(Reference *game, const ReferenceGrid *grid, char to_play);

// The last moment, and its colour at a point.
const ReferenceMoment *reference_now(const Reference *game);
char reference_at(const Reference *game, int x, int y);

// Rule 4: empties all points of that colour that do not reach empty.
void reference_clear_color(const Reference *game, ReferenceGrid *grid, char color);

// Rule 7: the grid that the player's move would leave. Pre: the point is empty.
ReferenceGrid reference_grid_after(const Reference *game, char player, int x, int y);

// Rule 6: may the player make this move, under the game's rules? False for a point that
// is off the grid or not empty.
bool reference_is_legal(const Reference *game, char player, int x, int y);

// What reference_is_legal asks, apart: does the player's move at this point clear
// stones of his own; may he not leave this grid again? Pre: the point is empty.
bool reference_is_suicide(const Reference *game, char player, int x, int y);
bool reference_is_repetition(const Reference *game, ReferenceKo ko, char player,
                             const ReferenceGrid *after);

// Makes the move, legal or not, or passes. Pre: the point is empty.
void reference_play(Reference *game, char player, int x, int y);
void reference_pass(Reference *game, char player);

// Takes the last turn back. Pre: there are two moments or more.
void reference_undo(Reference *game);

// Rule 8.
bool reference_is_over(const Reference *game);

// Rule 9: Black's score less White's.
int reference_score(const Reference *game);

// Marks the empty points adjacent to the chain at a point, and returns their number.
// Pre: the point is not empty.
int reference_liberties(const Reference *game, int x, int y, ReferenceGrid *marks);

// The number of legal sequences of turns of that length.
uint64_t reference_perft(Reference *game, int depth);

#endif

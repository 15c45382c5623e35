// SPDX-License-Identifier: MIT
//
// A game: rules, komi, the position, every colouring so far and every move. It is the
// only place that changes a position together with its history.
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "history.h"
#include "position.h"
#include "rules.h"

// A turn, and what undo needs of the moment before it.
typedef struct Move {
    Point point; // or PASS
    Point ko_before;
    uint16_t captured;
    uint8_t color;
    uint8_t to_play_before;
    uint8_t passes_before;
} Move;

typedef struct Game {
    Rules rules;
    int komi; // half points, added to White's score
    Position position;
    History history; // the newest entry is the colouring of the position
    Move *moves;     // since the beginning or the last set-up
    int move_count, move_capacity;
    int handicap;    // stones that game_place_handicap put
    int captured[2]; // stones captured by each player since the beginning or set-up
} Game;

enum { KOMI_MAX = 1000 }; // points for either player: more is a slip of the pen

// Komi in half points, to the nearest. Errors: false, *komi unchanged, beyond KOMI_MAX
// and for what is no number.
bool komi_from_points(double points, int *komi);

// An empty grid; Black begins; the empty grid is the first colouring of the history.
// Errors: false when memory is exhausted. Pre: columns and rows 1..19.
bool game_init(Game *game, const Rules *rules, int komi, int columns, int rows);

// Releases the memory.
void game_free(Game *game);

// Back to the empty grid; keeps size, rules and komi. Cannot fail.
void game_clear(Game *game);

// Another size, and back to the empty grid; keeps rules and komi. Cannot fail.
// Pre: columns and rows 1..19.
void game_resize(Game *game, int columns, int rows);

// Sets a colouring and the player to move. The colouring joins the history, so that it
// and all earlier ones stay forbidden; moves before it can no longer be undone. Errors:
// false, unchanged, if the colouring is not legal (see position_setup) or memory is
// exhausted.
bool game_setup(Game *game, const Bitboard stones[2], Color to_play);

// Says who is to play, as if it had never been the turn of the other one: no ko is
// pending for him. What was played stays, and undo takes this back together with the
// move before it.
void game_give_turn(Game *game, Color player);

// Makes room to record so many more moves, which then cannot fail for want of memory.
// Errors: false when memory is exhausted; the game is unchanged.
bool game_reserve(Game *game, int more);

// May this player play this point now? Any player may move at any time (GTP allows it).
MoveError game_check(const Game *game, Color player, Point point);

// Checks, plays and records. Errors: as game_check; the game is unchanged unless the
// answer is MOVE_OK.
MoveError game_play(Game *game, Color player, Point point);

// Plays whatever can be put on the board: any empty point, ko, superko and suicide
// notwithstanding. Errors: MOVE_OFF_BOARD, MOVE_OCCUPIED, MOVE_NO_MEMORY; unchanged.
MoveError game_play_lenient(Game *game, Color player, Point point);

// Takes back the last move. False, unchanged, if there is none since the beginning or
// the last set-up.
bool game_undo(Game *game);

// Have two consecutive passes ended the game? Source: rule 8.
bool game_is_over(const Game *game);

// Half points, Black minus White: 2 * area_score - komi. Source: rules 9, 10.
int game_result(const Game *game);

// Puts handicap stones; White is to play. Errors: false, unchanged, if the game has
// begun or a point is off the board or given twice, or if they fill the board.
bool game_place_handicap(Game *game, const Point *points, int count);

// The number of legal sequences of turns of exactly that length; passes count, and
// nothing follows two consecutive passes. Errors: UINT64_MAX when memory is exhausted.
uint64_t game_perft(Game *game, int depth);

#endif

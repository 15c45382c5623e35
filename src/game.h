// SPDX-License-Identifier: MIT
//
// A game: rules, komi, position, every coloring so far and every move. Only this module
// changes a position together with its history.
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "history.h"
#include "position.h"
#include "rules.h"

// A turn, and what undo needs of the moment before it.
typedef struct Move {
    Point point; // a point, or PASS
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
    History history; // its newest entry is the coloring of the position
    Move *moves;     // since the beginning or the last set-up
    int move_count, move_capacity;
    int handicap;    // stones placed by game_place_handicap; 0 for a single one
    int captured[2]; // stones captured by each player since the beginning or the last
                     // set-up
} Game;

enum { KOMI_MAX = 1000 }; // points for either player: more is a typing error

// Rounds komi to the nearest half point. The result is in half points. Errors: false,
// *komi unchanged, if `points` is beyond KOMI_MAX or not a number.
bool komi_from_points(double points, int *komi);

// Starts a game on an empty grid; Black begins. The empty grid is the first coloring of
// the history. Errors: false when memory is exhausted. Pre: columns and rows 1..19.
bool game_init(Game *game, const Rules *rules, int komi, int columns, int rows);

// Makes `to` the same game as `from`. `to` is a game, or all zero. Errors: false when
// memory is exhausted; then `to` may only be copied to again, or freed.
bool game_copy(Game *to, const Game *from);

// Releases the memory.
void game_free(Game *game);

// Returns to the empty grid. Keeps size, rules and komi. Cannot fail.
void game_clear(Game *game);

// Changes the size and returns to the empty grid. Keeps rules and komi. Cannot fail.
// Pre: columns and rows 1..19.
void game_resize(Game *game, int columns, int rows);

// Sets a coloring and the player to move. The coloring joins the history, so it and all
// earlier ones stay forbidden. Moves before it can no longer be undone. Errors: false,
// unchanged, if the coloring is not legal (see position_setup) or memory is exhausted.
bool game_setup(Game *game, const Bitboard stones[2], Color to_play);

// Sets the player to move, as if it had never been the other player's turn. So no ko is
// pending against this player. The moves stay. Undo takes this change back together
// with the move before it.
void game_give_turn(Game *game, Color player);

// Makes room to record `more` moves. These moves then cannot fail for lack of memory.
// Errors: false when memory is exhausted; the game is unchanged.
bool game_reserve(Game *game, int more);

// Whether this player may play this point now. Any player may move at any time (GTP
// allows it).
MoveError game_check(const Game *game, Color player, Point point);

// Checks, plays and records a move. Errors: as game_check; the game is unchanged unless
// the result is MOVE_OK.
MoveError game_play(Game *game, Color player, Point point);

// Plays on any empty point, even against ko, superko and suicide rules. Errors:
// MOVE_OFF_BOARD, MOVE_OCCUPIED, MOVE_NO_MEMORY; the game is unchanged.
MoveError game_play_lenient(Game *game, Color player, Point point);

// Takes back the last move. False, unchanged, if there is no move since the beginning
// or the last set-up.
bool game_undo(Game *game);

// The entry of the history from which on repeated positions count under KO_SIMPLE: that
// of the last pass, the last set-up or the beginning.
uint32_t game_first_counted(const Game *game);

// Has the game ended without a result? So it does under KO_SIMPLE when a position
// occurs for the third time, with the same player to move. Only positions since the
// last pass or set-up count. Source: KataGo, for article 12 of the Japanese rules.
bool game_is_void(const Game *game);

// Has the game ended: by two consecutive passes (rule 8), or without a result?
bool game_is_over(const Game *game);

// The number of handicap stones: those of Black at the beginning or the last set-up,
// and those that Black placed before White's first stone. 0 if there is one only, or if
// White had stones at the beginning.
int game_handicap(const Game *game);

// Points that the rules give White for the handicap.
int game_handicap_bonus(const Game *game);

// Can the next pass take the button? Rules with a button give half a point to the
// player of the first pass.
bool game_has_button(const Game *game);

// Half points that White is given when area is counted: komi, and the bonus for a
// handicap and the button, if the rules have them. If the rules count territory, a
// point more for each stone that Black has placed beyond White's. They count since the
// beginning or the last set-up, whose stones count, too. Area without them is the
// territory with all prisoners.
int game_white_points(const Game *game);

// The result in half points, Black minus White: 2 * area_score - game_white_points. 0
// if the game is void. Nothing is taxed. Source: rules 9, 10.
int game_result(const Game *game);

// Places handicap stones; White is then to play. Errors: false, unchanged, in these
// cases. The game has begun. A point is off the board, or given twice. The stones fill
// the board.
bool game_place_handicap(Game *game, const Point *points, int count);

// The number of legal sequences of exactly `depth` turns. Passes count, and nothing
// follows two consecutive passes. Errors: UINT64_MAX when memory is exhausted.
uint64_t game_perft(Game *game, int depth);

#endif

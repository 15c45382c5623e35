// SPDX-License-Identifier: MIT
//
// One line of a file of game records: seven fields, `size komi handicap result rankB
// rankW moves`, separated by one space.
//   komi      a number, or `?` if it is not known
//   handicap  the first N moves are Black's set-up stones, and White moves first
//   result    `B+R` resignation, `B+T` time, `B+3.5` points, `B+?` no margin, `0` tie,
//             `?` unknown; a game lost on time teaches nothing about winning
//   ranks     such as 5k, 3d or 9p; anything else says nothing
//   moves     two letters each as in SGF, column and row from the upper left; `tt`
//             passes on every size
//
// Four more fields, `win lead policy owner`, are a teacher's opinion of the position
// after these moves.
//   win       Black's chance to win, in parts of 10,000
//   lead      Black's lead, in half points, komi counted
//   policy    moves and their chances in parts of 10,000, likeliest first:
//             `dd5120,cq881,tt7`
//   owner     a letter for each point, row by row from the upper left: `a` White's, `k`
//             no player's, `u` Black's
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "color.h"
#include "point.h"
#include "rank.h"

enum {
    RECORD_MOVES_MAX = 4096,
    OPINION_MOVES_MAX = 64, // only the likeliest are kept
    OPINION_UNIT = 10000,   // chances and shares count parts of 1 of this size
    OPINION_POINT = 16,     // leads count parts of a point of this size
};

// A stronger program's evaluation of a position.
typedef struct Opinion {
    int win;  // Black's chance to win
    int lead; // Black minus White, komi counted
    int move_count;
    Point moves[OPINION_MOVES_MAX]; // likeliest first
    uint16_t chances[OPINION_MOVES_MAX];
    int16_t owner[POINT_LIMIT]; // OPINION_UNIT: surely Black's; -OPINION_UNIT: White's
    // Only labels of compact files have the following fields (label.h). The optimistic
    // policy is that of a player who turns out to have found something unexpectedly
    // good.
    bool optimistic_known;
    uint16_t optimistic[OPINION_MOVES_MAX]; // chances of the moves in that policy
    bool errors_known;
    int deviation;   // standard deviation of the score, in parts of a point
    int win_error;   // how much a short search will change the chance to win
    int score_error; // how much it will change the score, in parts of a point
} Opinion;

typedef struct GameRecord {
    int size;
    int komi; // half points, rounded; 0 if unknown
    bool komi_known;
    int handicap;     // number of first moves that are Black's set-up stones
    int white_stones; // number of moves after those that are White's; packed games only
    bool white_first; // White makes the first move after the set-up
    bool outcome_known; // also false for a game lost on time: the board did not decide
                        // it
    int outcome;        // 1 Black won, -1 White won, 0 draw
    bool score_known;
    int score;    // half points, Black minus White, komi counted, as in the source
    Rank rank[2]; // of the players, by Color; packed games do not have them
    int move_count;
    Point moves[RECORD_MOVES_MAX];
    bool labelled; // with an opinion of the position after all moves
    Opinion opinion;
} GameRecord;

typedef enum RecordError {
    RECORD_OK,
    RECORD_BAD_FIELDS,
    RECORD_BAD_SIZE,
    RECORD_BAD_KOMI,
    RECORD_BAD_HANDICAP,
    RECORD_BAD_RESULT,
    RECORD_BAD_MOVES,
    RECORD_TOO_LONG,
    RECORD_BAD_OPINION,
} RecordError;

// Reads a move of two letters on a board of that size. Errors: false.
bool record_read_move(const char *letters, int size, Point *move);

// Reads a line, with or without its newline. Does not check whether the moves can be
// played. Errors: *record is then undefined.
RecordError record_read(const char *line, GameRecord *record);

// The number of set-up stones. The moves after them are those of the game.
static inline int record_set_up(const GameRecord *record)
{
    return record->handicap + record->white_stones;
}

// Writes the line of a record, with its opinion if it has one. Ranks are `-`. Errors:
// false if writing fails. Pre: no White stones are set up, and White moves first only
// after stones of Black.
bool record_print(const GameRecord *record, FILE *file);

// Returns a few static English words: what is wrong and what would be right.
const char *record_error_text(RecordError error);

// Whether the game is kept back from training. One game in fifty is. A hash of its line
// decides, so the choice does not depend on the file or its order. For a position with
// an opinion, a hash of the first 16 moves decides, so all later positions of a game
// are treated alike.
bool record_is_held_out(const char *line);

// Whether a position with an opinion is kept back, if it was not read from a line.
bool record_position_is_held_out(const GameRecord *record);

#endif

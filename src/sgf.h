// SPDX-License-Identifier: MIT
//
// A game record <-> a Game. The reader takes the main line (the first variation
// everywhere) of the first game of a collection in FF[1] to FF[4], and of that only
// what a Game can hold: size, komi, rules, handicap, set-up stones, player to move,
// moves. It works on bytes in memory, without recursion, and takes no more memory than
// the moves need. Text may be in any encoding that agrees with ASCII where ASCII is;
// for Shift-JIS, Big5, GBK and GB18030, whose characters may hold a `\` or `]`, CA must
// name them before it comes. Source: https://www.red-bean.com/sgf/
#ifndef SGF_H
#define SGF_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"
#include "sgf_extras.h"
#include "text.h"

enum {
    SGF_BYTES_MAX = 16 << 20,
    SGF_MOVES_MAX = 100000,
    // Nobody gives komi of so many points. Whole multiples of 25 from there on, if they
    // are written without a decimal point, are hundredths, as on the Fox server.
    SGF_HUNDREDTHS_MIN = 200,
};

typedef struct SgfError {
    const char *text; // a few static English words
    int line;         // from 1; 0 if the file could not be read at all
    int trouble;      // the errno that says why it could not, or 0
} SgfError;

// Makes the game that of the record. Komi and rules remain as they are where the record
// does not name any that we know, or a komi beyond KOMI_MAX; a record without a size is
// 19x19. Komi in hundredths (`650`: 6.5) and in stones (`375` and `3.75`: 7.5) become
// points. Moves are played leniently, as they may have been made under other rules. No
// move before a set-up that changes the stones can be taken back; PL alone says who is
// to play, and moves stay. before_move: stop at the position before that move, counted
// from 1; 0, or a number beyond the end: read all moves. Errors: false, game unchanged,
// *error filled in: if the record is malformed as far as it is read, is no record of
// Go, exceeds one of the limits above or a 19x19 board, has a move onto a stone or a
// set-up with a chain without a liberty, or memory is exhausted. Pre: the game is
// initialised.
bool sgf_read(Game *game, const char *record, size_t length, int before_move,
              SgfError *error);

// The same for the contents of a file; fills in the extras, unless they are NULL.
// Errors: also if the system does not let it be read.
bool sgf_load(Game *game, const char *path, int before_move, SgfExtras *extras,
              SgfError *error);

// Appends what was wrong: `line 3: move off the board`, or in the words of the system
// why the file could not be read. They are strerror's: not for two threads at once.
void sgf_error_write(const SgfError *error, Text *text);

// Appends the record of the game from the beginning or the last set-up on, in FF[4],
// the lines at most 80 bytes wide and none of them empty. sgf_read makes the same game
// of it. The result is given if the game is over, and counts every stone as alive.
void sgf_write(const Game *game, Text *text);

// The same with another result, as sgf_result_text writes it, or `B+R` for a
// resignation; "": none.
void sgf_write_with_result(const Game *game, const char *result, Text *text);

enum { SGF_RESULT_SIZE = 16 };

// Writes a result in half points, Black minus White: `B+3.5`, or `0` for a tie.
void sgf_result_text(int half_points, char result[SGF_RESULT_SIZE]);

#endif

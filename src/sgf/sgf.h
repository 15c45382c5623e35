// SPDX-License-Identifier: MIT
//
// A game record <-> a Game. The reader takes the main line (the first variation with
// moves everywhere) of the first game of a collection in FF[1] to FF[4], and of that
// only what a Game can hold: size, komi, rules, handicap, set-up stones, player to
// move, moves. It works on bytes in memory, without recursion, and takes no more memory
// than the moves need; a record in UTF-16 is copied once. Text may be in any encoding
// that agrees with ASCII where ASCII is, or in Shift-JIS, Big5, GBK or GB18030, whose
// characters may hold a `\` or `]`. What means something is read, however it is
// spelled, and remarked on; refused is only what would be a different game. Source:
// https://www.red-bean.com/sgf/
#ifndef SGF_H
#define SGF_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"
#include "sgf_extras.h"
#include "sgf_remarks.h"
#include "text.h"

enum { SGF_BYTES_MAX = 16 << 20 };

typedef struct SgfError {
    const char *text; // a few static English words
    int line;         // from 1; 0 if the file could not be read at all
    int trouble;      // the errno that says why it could not, or 0
} SgfError;

// What reading a record tells, besides the game.
typedef struct SgfReport {
    SgfError error;     // if it fails: why
    SgfRemarks remarks; // if not: what is odd, and what was assumed
    SgfExtras extras;   // if not: what else the record says
} SgfReport;

// Makes the game that of the record. Komi and rules remain as they are where the record
// does not name any that we know, or a komi beyond KOMI_MAX; a record without a size is
// 19x19. Komi is read as sgf_komi_read does. A handicap whose stones are not there, in
// a game that White begins, stands on the handicap points, unless it is played there.
// Moves are played leniently, as they may have been made under other rules; onto a
// stone, as FF[4] has it: the stone is taken off, as by a set-up. No move before a
// set-up that changes the stones can be taken back; PL alone says who is to play, and
// moves stay. before_move: stop at the position before that move, counted from 1; 0, or
// a number beyond the end: read all moves. Errors: false, game unchanged, report->error
// filled in: if there is no record, or less of it is well-formed than is not; if it is
// no record of Go, exceeds one of the limits above or a 19x19 board, has a move or a
// set-up off the board or with a chain without a liberty, or is cut off in
// its first node or before anything is on the board; or memory is exhausted. Pre:
// the game is initialised.
bool sgf_read(Game *game, const char *record, size_t length, int before_move,
              SgfReport *report);

// The same for the contents of a file. Errors: also if the system does not let it be
// read.
bool sgf_load(Game *game, const char *path, int before_move, SgfReport *report);

// Appends what was wrong: `line 3: move off the board`, or in the words of the system
// why the file could not be read. They are strerror's: not for two threads at once.
void sgf_error_write(const SgfError *error, Text *text);

// Appends the record of the game from the beginning or the last set-up on, in FF[4],
// the lines at most 80 bytes wide and none of them empty. sgf_read makes the same game
// of it, without a remark. The result is given if the game is over, and counts every
// stone as alive.
void sgf_write(const Game *game, Text *text);

// The same with another result, as sgf_result_text writes it, or `B+R` for a
// resignation; "": none.
void sgf_write_with_result(const Game *game, const char *result, Text *text);

enum { SGF_RESULT_SIZE = 16 };

// Writes a result in half points, Black minus White: `B+3.5`, or `0` for a tie.
void sgf_result_text(int half_points, char result[SGF_RESULT_SIZE]);

#endif

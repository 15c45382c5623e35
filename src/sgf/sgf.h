// SPDX-License-Identifier: MIT
//
// Reads a game record into a Game, and writes one. The reader takes the main line of
// the first game of a collection: at every branch the first variation with moves. It
// reads FF[1] to FF[4], and only what a Game can hold: size, komi, rules, handicap,
// set-up stones, player to move, moves. It works on bytes in memory, without recursion.
// It takes no more memory than the moves need; only a record in UTF-16 is copied, once.
// Text may be in any encoding that agrees with ASCII where ASCII is. It may also be in
// Shift-JIS, Big5, GBK or GB18030, whose characters may contain a `\` or `]`. If the
// meaning of a spelling is clear, it is read, and an odd spelling gets a remark. A
// record is refused only if it would become a different game. Source:
// https://www.red-bean.com/sgf/
#ifndef SGF_H
#define SGF_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"
#include "sgf_extras.h"
#include "sgf_observer.h"
#include "sgf_remarks.h"
#include "text.h"

enum { SGF_BYTES_MAX = 16 << 20 };

typedef struct SgfError {
    const char *text; // a few static English words
    int line;         // from 1; 0: the file could not be read at all
    int trouble;      // errno, if the file could not be read; otherwise 0
} SgfError;

// What reading a record reports, besides the game.
typedef struct SgfReport {
    SgfError error;     // after a failure: why
    SgfRemarks remarks; // after success: what is odd, and what was assumed
    SgfExtras extras;   // after success: what else the record says
} SgfReport;

// Replaces the game with that of the record.
// Komi and rules keep their values if the record names none that we know, or a komi
// beyond KOMI_MAX. If the record has no size, the board is 19x19. Komi is read as
// sgf_komi_read does. If White begins and the stones of a handicap are missing, they
// are put on the handicap points. If the game is played on these points, they are not.
// Moves are played leniently, because they may have been made under other rules. If a
// move is onto a stone, that stone is taken off first, as by a set-up (FF[4]). If a
// set-up changes the stones, no move before it can be undone. PL alone only sets the
// player to move, and the moves stay.
// `before_move`: stops at the position before that move, counted from 1. If it is 0, or
// beyond the end, all moves are read.
// Errors: false, with the game unchanged and report->error set, in these cases. There
// is no record, or less of it is well-formed than is not. It is no record of Go. It
// exceeds one of the limits above, or a 19x19 board. A move or a set-up is off the
// board. A set-up has a chain without a liberty. The record is cut off in its first
// node, or before anything is on the board. Memory is exhausted. Pre: the game is
// initialised.
bool sgf_read(Game *game, const char *record, size_t length, int before_move,
              SgfReport *report);

// The same for all moves of a record that is not in UTF-16. The observer sees each turn
// as it is played. Errors: as sgf_read; the observer has seen the turns before that
// place.
bool sgf_follow(Game *game, const char *record, size_t length,
                const SgfObserver *observer, SgfReport *report);

// Reads the record in a file, as sgf_read does. Errors: as sgf_read; also if the system
// cannot read the file.
bool sgf_load(Game *game, const char *path, int before_move, SgfReport *report);

// Appends what was wrong, such as `line 3: move off the board`. If the file could not
// be read, appends the system's reason. That text comes from strerror, so two threads
// must not call this at once.
void sgf_error_write(const SgfError *error, Text *text);

// Appends the record of the game, from the beginning or the last set-up on. It is in
// FF[4]. Its lines have at most 80 bytes, and none is empty. sgf_read makes the same
// game of it, without a remark. If the game is over, the record has the result, which
// counts every stone as alive.
void sgf_write(const Game *game, Text *text);

// Appends the record as sgf_write does, but with another result: one of
// sgf_result_text, or `B+R` for a resignation. "" gives no result.
void sgf_write_with_result(const Game *game, const char *result, Text *text);

enum { SGF_RESULT_SIZE = 16 };

// Writes a result in half points, Black minus White: `B+3.5`, or `0` for a tie.
void sgf_result_text(int half_points, char result[SGF_RESULT_SIZE]);

// The same for the end of a game: `Void` if it has no result, and "" if it goes on.
// Source: FF[4], RE.
void sgf_end_text(const Game *game, int half_points, char result[SGF_RESULT_SIZE]);

#endif

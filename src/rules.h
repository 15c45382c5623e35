// SPDX-License-Identifier: MIT
//
// What may be chosen about the rules, the presets that go by a name, and the one
// definition of legality. Area scoring only; size and komi belong to the game.
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>

#include "history.h"
#include "position.h"

// Which earlier colourings a move may not leave (rule 6 and its relatives). A pass is
// always legal.
typedef enum KoRule {
    KO_POSITIONAL,  // any: the Tromp-Taylor rules since 1996
    KO_SITUATIONAL, // those with the same player to move next
    KO_SAME_PLAYER, // those that the same player left, by a move or a pass: the
                    // Tromp-Taylor rules of February 1995. Differs from KO_SITUATIONAL
                    // in that nobody left the grid that the game began with.
} KoRule;

typedef struct Rules {
    const char *name;
    KoRule ko;
    bool suicide;     // may a move clear one's own stones (rule 7)?
    bool dead_stones; // do the players remove dead stones before they count?
} Rules;

// Index of the default, Tromp-Taylor, in the table of presets.
enum { RULES_TROMP_TAYLOR = 0 };

// The preset of that index.
const Rules *rules_default(void);

// The presets; `count` receives their number.
const Rules *rules_presets(int *count);

// The preset with that name (lower case), or NULL.
const Rules *rules_find(const char *name);

typedef enum MoveError {
    MOVE_OK,
    MOVE_OFF_BOARD, // also RESIGN, which is no move
    MOVE_OCCUPIED,
    MOVE_SUICIDE,
    MOVE_KO,
    MOVE_SUPERKO,
    MOVE_NO_MEMORY, // legal perhaps, but there is no memory to record it
} MoveError;

// May the player to move play this point (or PASS) after this history, whose newest
// entry is the colouring of the position? The one definition of legality. Source: rules
// 6 and 7. A ko capture back is MOVE_KO, though superko forbids it too; two passes
// later the ko is over but superko still forbids the move.
MoveError rules_check(const Rules *rules, const Position *pos, const History *history,
                      Point point);

// A few static English words for logs and messages.
const char *move_error_text(MoveError error);

#endif

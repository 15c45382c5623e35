// SPDX-License-Identifier: MIT
//
// The choices in the rules, the named presets, and the one definition of legality. What
// they make of a count is in game.h. Size and komi belong to the game. Sources: the
// rules of Tromp and Taylor; KataGo's document on its rules, for all that tools made
// for KataGo can choose.
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>

#include "history.h"
#include "position.h"

// Which earlier colorings a move must not repeat (rule 6 and its variants). A pass is
// always legal.
typedef enum KoRule {
    KO_SIMPLE,      // only that before the opponent's last move, where that took one
                    // stone. The third time, a position ends the game without a result.
    KO_POSITIONAL,  // any coloring: the Tromp-Taylor rules since 1996
    KO_SITUATIONAL, // colorings with the same player to move next
    KO_SPIGHT,      // any coloring since the last pass
    KO_SAME_PLAYER, // colorings that the same player left, by a move or a pass: the
                    // Tromp-Taylor rules of February 1995. Unlike KO_SITUATIONAL, it
                    // does not forbid the grid that the game began with, which no
                    // player left.
} KoRule;

// Points that are not counted.
typedef enum TaxRule {
    TAX_NONE,
    TAX_SEKI, // the eyes of groups in seki
    TAX_ALL,  // and two points of each living group
} TaxRule;

// Points that White gets for N handicap stones, in addition to komi.
typedef enum HandicapBonus {
    BONUS_NONE,
    BONUS_N,
    BONUS_N_MINUS_ONE,
} HandicapBonus;

typedef struct Rules {
    const char *name; // of the preset, or "custom"
    KoRule ko;
    TaxRule tax;
    HandicapBonus bonus;
    bool territory;   // whether territory is counted, not area
    bool suicide;     // whether a move may clear the mover's own stones (rule 7)
    bool button;      // whether the first pass takes half a point
    bool dead_stones; // whether the players remove dead stones before they count
    // Whether KataGo's networks are told that dead stones need not be captured. Only
    // where area is counted they make a difference.
    bool friendly_pass;
} Rules;

// Index of the default rules, Tromp-Taylor, in the table of presets.
enum { RULES_TROMP_TAYLOR = 0 };

// The default preset.
const Rules *rules_default(void);

// The presets. `count` receives their number.
const Rules *rules_presets(int *count);

// The preset with that name, or with another name that KataGo has for it. Capitals,
// hyphens, underscores and spaces make no difference. NULL if there is none.
const Rules *rules_find(const char *name);

// Half points of komi that games by these rules usually have. Source: KataGo, which has
// 7.5 points for area, 6.5 for territory, 7 with a button and in New Zealand.
int rules_usual_komi(const Rules *rules);

// Are all choices but the name the same?
bool rules_are_same(const Rules *a, const Rules *b);

// Completes rules that tools made for KataGo have chosen. Dead stones are removed where
// territory is counted or friendly passes are allowed. The name is that of the first
// preset with the same choices, or "custom".
void rules_complete(Rules *rules);

typedef enum MoveError {
    MOVE_OK,
    MOVE_OFF_BOARD, // also RESIGN, which is not a move
    MOVE_OCCUPIED,
    MOVE_SUICIDE,
    MOVE_KO,
    MOVE_SUPERKO,
    MOVE_NO_MEMORY, // perhaps legal, but there is no memory to record it
} MoveError;

// Whether the player to move may play this point (or PASS) after this history. The
// newest entry of the history is the coloring of the position. This is the one
// definition of legality. Source: rules 6 and 7. A recapture in a ko is MOVE_KO, though
// superko forbids it too. Two passes later the ko is over, but superko still forbids
// the move.
MoveError rules_check(const Rules *rules, const Position *pos, const History *history,
                      Point point);

// Returns a few static English words for logs and messages.
const char *move_error_text(MoveError error);

#endif

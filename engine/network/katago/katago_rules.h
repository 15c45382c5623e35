// SPDX-License-Identifier: MIT
//
// The rules that KataGo's networks know. They are separate from rules.h, because a
// network can be told of rules by which our engine does not play, such as territory
// scoring. Source: KataGo's document on its rules, and cpp/game/rules.cpp of KataGo
// 1.17.
#ifndef KATAGO_RULES_H
#define KATAGO_RULES_H

#include <stdbool.h>

#include "rules.h"

typedef enum KatagoKo {
    KATAGO_KO_SIMPLE,      // long cycles end the game without a result
    KATAGO_KO_POSITIONAL,  // superko
    KATAGO_KO_SITUATIONAL, // superko
    KATAGO_KO_SPIGHT,      // positional superko that a pass lifts
} KatagoKo;

typedef enum KatagoTax {
    KATAGO_TAX_NONE,
    KATAGO_TAX_SEKI, // eyes in seki are no points
    KATAGO_TAX_ALL,  // and two points of each living group are no points either
} KatagoTax;

// Points that White gets for the handicap stones.
typedef enum KatagoBonus {
    KATAGO_BONUS_NONE,
    KATAGO_BONUS_N,
    KATAGO_BONUS_N_MINUS_ONE,
} KatagoBonus;

typedef struct KatagoRules {
    KatagoKo ko;
    KatagoTax tax;
    KatagoBonus handicap_bonus;
    bool territory; // scoring: territory, else area
    bool suicide;   // may several own stones be removed by suicide? One alone never may
    bool button;    // the first pass takes half a point, and ends nothing
    bool friendly_pass; // may players pass before all dead stones are removed?
} KatagoRules;

// The rules of ours as KataGo knows them. Komi decides about a bonus for a handicap, so
// there is none.
KatagoRules katago_rules_of(const Rules *rules);

// The rules of ours that are nearest. They count a territory by area (game.h), and
// superko takes the place of a simple ko and of Spight's. Tax, button and the bonus for
// a handicap have no place in them. The name is that of our preset, or KataGo's, or
// "custom".
Rules katago_rules_nearest(const KatagoRules *rules);

bool katago_rules_are_same(const KatagoRules *a, const KatagoRules *b);

// The rules with this name of KataGo's, or NULL. Capitals, hyphens, underscores and
// spaces make no difference.
const KatagoRules *katago_rules_find(const char *name);

// Name number i of the rules, each once; NULL from the last on.
const char *katago_rules_name(int i);

#endif

// SPDX-License-Identifier: MIT
#include "katago_rules.h"

#include <stddef.h>
#include <string.h>

enum { NAMES_MAX = 5 };

typedef struct Preset {
    KatagoRules rules; // its name is the first of the names
    const char *other_names[NAMES_MAX];
} Preset;

static const Preset PRESETS[] = {
    {{"tromp-taylor", KATAGO_KO_POSITIONAL, .suicide = true}, {NULL}},
    {{"chinese", KATAGO_KO_SIMPLE, .handicap_bonus = KATAGO_BONUS_N,
      .friendly_pass = true},
     {NULL}},
    {{"chinese-ogs", KATAGO_KO_POSITIONAL, .handicap_bonus = KATAGO_BONUS_N,
      .friendly_pass = true},
     {"chinese-kgs"}},
    {{"japanese", KATAGO_KO_SIMPLE, KATAGO_TAX_SEKI, .territory = true}, {"korean"}},
    {{"aga", KATAGO_KO_SITUATIONAL, .handicap_bonus = KATAGO_BONUS_N_MINUS_ONE,
      .friendly_pass = true},
     {"bga", "french"}},
    {{"aga-button", KATAGO_KO_SITUATIONAL, .handicap_bonus = KATAGO_BONUS_N_MINUS_ONE,
      .button = true, .friendly_pass = true},
     {NULL}},
    {{"new-zealand", KATAGO_KO_SITUATIONAL, .suicide = true, .friendly_pass = true},
     {"nz"}},
    {{"goe", KATAGO_KO_POSITIONAL, .suicide = true, .friendly_pass = true}, {"ing"}},
    {{"stone-scoring", KATAGO_KO_SIMPLE, KATAGO_TAX_ALL, .friendly_pass = true},
     {"ancient-area"}},
    {{"ancient-territory", KATAGO_KO_SIMPLE, KATAGO_TAX_ALL, .territory = true},
     {NULL}},
};

static bool has_name(const Preset *preset, const char *name)
{
    if (strcmp(preset->rules.name, name) == 0)
        return true;
    for (int i = 0; i < NAMES_MAX && preset->other_names[i] != NULL; i++)
        if (strcmp(preset->other_names[i], name) == 0)
            return true;
    return false;
}

const KatagoRules *katago_rules_find(const char *name)
{
    for (size_t i = 0; i < sizeof PRESETS / sizeof PRESETS[0]; i++)
        if (has_name(&PRESETS[i], name))
            return &PRESETS[i].rules;
    return NULL;
}

KatagoRules katago_rules_of(const Rules *rules)
{
    // Rules that let only the same player's colorings count are nearest to situational.
    KatagoKo ko =
        rules->ko == KO_POSITIONAL ? KATAGO_KO_POSITIONAL : KATAGO_KO_SITUATIONAL;
    return (KatagoRules){.name = rules->name,
                         .ko = ko,
                         .suicide = rules->suicide,
                         .friendly_pass = rules->dead_stones};
}

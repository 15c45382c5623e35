// SPDX-License-Identifier: MIT
#include "katago_rules.h"

#include <stddef.h>
#include <string.h>

#include <ctype.h>

enum { NAMES_MAX = 3 };

typedef struct Preset {
    const char *names[NAMES_MAX];
    KatagoRules rules;
} Preset;

static const Preset PRESETS[] = {
    {{"tromp-taylor"}, {KATAGO_KO_POSITIONAL, .suicide = true}},
    {{"chinese"},
     {KATAGO_KO_SIMPLE, .handicap_bonus = KATAGO_BONUS_N, .friendly_pass = true}},
    {{"chinese-ogs", "chinese-kgs"},
     {KATAGO_KO_POSITIONAL, .handicap_bonus = KATAGO_BONUS_N, .friendly_pass = true}},
    {{"japanese", "korean"}, {KATAGO_KO_SIMPLE, KATAGO_TAX_SEKI, .territory = true}},
    {{"aga", "bga", "french"},
     {KATAGO_KO_SITUATIONAL, .handicap_bonus = KATAGO_BONUS_N_MINUS_ONE,
      .friendly_pass = true}},
    {{"aga-button"},
     {KATAGO_KO_SITUATIONAL, .handicap_bonus = KATAGO_BONUS_N_MINUS_ONE, .button = true,
      .friendly_pass = true}},
    {{"new-zealand", "nz"},
     {KATAGO_KO_SITUATIONAL, .suicide = true, .friendly_pass = true}},
    {{"goe", "ing"}, {KATAGO_KO_POSITIONAL, .suicide = true, .friendly_pass = true}},
    {{"stone-scoring", "ancient-area"},
     {KATAGO_KO_SIMPLE, KATAGO_TAX_ALL, .friendly_pass = true}},
    {{"ancient-territory"}, {KATAGO_KO_SIMPLE, KATAGO_TAX_ALL, .territory = true}},
};

enum { PRESET_COUNT = sizeof PRESETS / sizeof PRESETS[0] };

// The next character that tells names apart.
static int next_letter(const char **name)
{
    while (**name == '-' || **name == '_' || **name == ' ')
        (*name)++;
    unsigned char letter = (unsigned char)**name;
    if (letter != '\0')
        (*name)++;
    return tolower(letter);
}

static bool is_same_name(const char *a, const char *b)
{
    int letter;
    while ((letter = next_letter(&a)) == next_letter(&b))
        if (letter == '\0')
            return true;
    return false;
}

static bool has_name(const Preset *preset, const char *name)
{
    for (int i = 0; i < NAMES_MAX && preset->names[i] != NULL; i++)
        if (is_same_name(preset->names[i], name))
            return true;
    return false;
}

const KatagoRules *katago_rules_find(const char *name)
{
    for (int i = 0; i < PRESET_COUNT; i++)
        if (has_name(&PRESETS[i], name))
            return &PRESETS[i].rules;
    return NULL;
}

const char *katago_rules_name(int i)
{
    for (int preset = 0; preset < PRESET_COUNT; preset++)
        for (int j = 0; j < NAMES_MAX && PRESETS[preset].names[j] != NULL; j++)
            if (i-- == 0)
                return PRESETS[preset].names[j];
    return NULL;
}

bool katago_rules_are_same(const KatagoRules *a, const KatagoRules *b)
{
    return a->ko == b->ko && a->tax == b->tax &&
           a->handicap_bonus == b->handicap_bonus && a->territory == b->territory &&
           a->suicide == b->suicide && a->button == b->button &&
           a->friendly_pass == b->friendly_pass;
}

KatagoRules katago_rules_of(const Rules *rules)
{
    // Rules that let only the same player's colorings count are nearest to situational.
    KatagoKo ko =
        rules->ko == KO_POSITIONAL ? KATAGO_KO_POSITIONAL : KATAGO_KO_SITUATIONAL;
    return (KatagoRules){.ko = ko,
                         .tax = rules->territory ? KATAGO_TAX_SEKI : KATAGO_TAX_NONE,
                         .territory = rules->territory,
                         .suicide = rules->suicide,
                         .friendly_pass = rules->dead_stones && !rules->territory};
}

// The preset of ours that KataGo knows by these rules, with superko and without a
// bonus. NULL: there is none.
static const Rules *find_ours(const KatagoRules *rules)
{
    KatagoRules wanted = *rules;
    wanted.handicap_bonus = KATAGO_BONUS_NONE;
    if (wanted.ko != KATAGO_KO_SITUATIONAL)
        wanted.ko = KATAGO_KO_POSITIONAL;
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        KatagoRules known = katago_rules_of(&presets[i]);
        if (katago_rules_are_same(&known, &wanted))
            return &presets[i];
    }
    return NULL;
}

Rules katago_rules_nearest(const KatagoRules *rules)
{
    const Rules *ours = find_ours(rules);
    if (ours != NULL)
        return *ours;
    bool is_situational = rules->ko == KATAGO_KO_SITUATIONAL;
    Rules nearest = {.name = "custom",
                     .ko = is_situational ? KO_SITUATIONAL : KO_POSITIONAL,
                     .suicide = rules->suicide,
                     .dead_stones = rules->friendly_pass || rules->territory,
                     .territory = rules->territory};
    for (int i = 0; i < PRESET_COUNT; i++)
        if (katago_rules_are_same(&PRESETS[i].rules, rules))
            nearest.name = PRESETS[i].names[0];
    return nearest;
}

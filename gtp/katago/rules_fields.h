// SPDX-License-Identifier: MIT
//
// The fields of KataGo's rules by name, as its tools read and write them. Source:
// KataGo, "GTP Extensions" and cpp/game/rules.cpp of KataGo 1.17.
#ifndef RULES_FIELDS_H
#define RULES_FIELDS_H

#include <stdbool.h>

#include "rules.h"
#include "text.h"

// The fields, in the order in which KataGo writes them.
typedef enum RulesField {
    RULES_FRIENDLY_PASS,
    RULES_BUTTON,
    RULES_KO,
    RULES_SCORING,
    RULES_SUICIDE,
    RULES_TAX,
    RULES_BONUS,
    RULES_FIELD_COUNT,
} RulesField;

// The field with that name; RULES_FIELD_COUNT: there is none.
RulesField rules_field_find(const char *key);

const char *rules_field_name(RulesField field);

// Is the value a string in JSON? Else it is a truth value.
bool rules_field_is_text(RulesField field);

// The word for the value of a field.
const char *rules_field_value(const Rules *rules, RulesField field);

// Sets a field to the value that a word names, in any case. Errors: false, and a text
// that says what the key or the word must be is appended.
bool rules_field_set(const char *key, const char *word, Rules *rules, Text *error);

// Can these rules be combined? Errors: false, with a message.
bool rules_fields_agree(const Rules *rules, Text *error);

enum { RULES_KOMI_MAX = 400 }; // points for either player

// Reads komi: a multiple of half a point within RULES_KOMI_MAX. Errors: false,
// unchanged.
bool rules_komi(double points, int *komi);

typedef struct RulesObject {
    Rules rules;
    bool has_tax, has_komi; // these were given
    int komi;               // half points
} RulesObject;

// Reads rules from the text of an object of JSON. What it leaves out is as by Tromp and
// Taylor, but tax is as is usual for the scoring. Errors: false, with a message.
bool rules_object_read(const char *text, RulesObject *object, Text *error);

// Reads rules from a name (rules_find), from such an object, or from the short form in
// which KataGo's messages name rules: koPOSITIONALscoreAREAtaxNONEsui1. Errors: false;
// there is a message only if the text is meant to be an object.
bool rules_text_read(const char *text, RulesObject *object, Text *error);

#endif

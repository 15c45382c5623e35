// SPDX-License-Identifier: MIT
//
// What a record says of its game, for people, and by which rules it is reviewed.
#ifndef RECORD_FACTS_H
#define RECORD_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "rules.h"

enum { FACT_SIZE = 256 }; // bytes

// Texts are in UTF-8, on one line. What the record does not say is empty.
typedef struct RecordFacts {
    char names[2][FACT_SIZE]; // by Color
    char ranks[2][FACT_SIZE];
    char event[FACT_SIZE], date[FACT_SIZE], result[FACT_SIZE], rules[FACT_SIZE];
    bool has_komi;
    int komi; // half points
    int handicap;
} RecordFacts;

// Reads the facts of a record. What is wrong with the record is not told here.
void record_facts_read(RecordFacts *facts, const char *record, size_t length);

// The rules that the record names. If it names none that are known, komi decides. Komi
// up to 6.5 means Japanese rules. More komi, or none that is told, means Chinese ones.
Rules record_facts_rules(const RecordFacts *facts);

#endif

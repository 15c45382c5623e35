// SPDX-License-Identifier: MIT
#include "record_facts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "charset.h"
#include "rules.h"
#include "sgf_facts.h"
#include "sgf_guess.h"
#include "text.h"

enum { NO_KOMI = INT_MIN, VALUE_SIZE = 64, KOMI_OF_TERRITORY_MAX = 13 };

// The texts as the record has them.
typedef struct Texts {
    char names[2][VALUE_SIZE], ranks[2][VALUE_SIZE];
    char event[VALUE_SIZE], date[VALUE_SIZE], result[VALUE_SIZE], rules[VALUE_SIZE];
    char charset[VALUE_SIZE];
} Texts;

static void keep(char text[VALUE_SIZE], const char *value)
{
    if (text[0] == '\0')
        snprintf(text, VALUE_SIZE, "%s", value);
}

static bool visit(void *context, const char *name, const char *value)
{
    Texts *texts = context;
    const struct {
        const char *name;
        char *text;
    } kept[] = {{"PB", texts->names[BLACK]}, {"PW", texts->names[WHITE]},
                {"BR", texts->ranks[BLACK]}, {"WR", texts->ranks[WHITE]},
                {"EV", texts->event},        {"DT", texts->date},
                {"RE", texts->result},       {"RU", texts->rules},
                {"CA", texts->charset}};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (strcmp(kept[i].name, name) == 0)
            keep(kept[i].text, value);
    return true;
}

// What the record does not name, its bytes may tell.
static const char *charset_of(const Texts *texts, const SgfScan *scan)
{
    if (texts->charset[0] != '\0')
        return texts->charset;
    switch (scan->cursor.encoding) {
    case SGF_SHIFT_JIS:
        return "SHIFT_JIS";
    case SGF_BIG5_OR_GBK:
        return "GB18030";
    case SGF_OTHER_ENCODING:
    case SGF_ENCODINGS:
        break;
    }
    return "";
}

// Converts a text, and makes one line of it. A scan shows the beginning of a long text:
// the last character may be cut.
static void convert(const char *charset, char text[VALUE_SIZE], char fact[FACT_SIZE])
{
    Text out = text_over(fact, FACT_SIZE);
    size_t length = strlen(text), first = length;
    if (length == VALUE_SIZE - 1) {
        while (first > 0 && text_goes_on(text[first - 1]))
            first--;
        if (first > 0 && first < length && (unsigned char)text[first - 1] >= 0xC0)
            text[first - 1] = '\0';
        else if (first == length && (unsigned char)text[length - 1] >= 0x80)
            text[length - 1] = '\0';
    }
    charset_to_utf8(charset, text, &out);
    for (char *c = fact; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = ' ';
}

static void convert_all(Texts *texts, const char *charset, RecordFacts *facts)
{
    for (Color player = BLACK; player <= WHITE; player++) {
        convert(charset, texts->names[player], facts->names[player]);
        convert(charset, texts->ranks[player], facts->ranks[player]);
    }
    convert(charset, texts->event, facts->event);
    convert(charset, texts->date, facts->date);
    convert(charset, texts->result, facts->result);
    convert(charset, texts->rules, facts->rules);
}

void record_facts_read(RecordFacts *facts, const char *record, size_t length)
{
    Texts texts = {.charset = ""};
    SgfScan scan = sgf_scan_of(record, length, NULL);
    SgfFacts said = {.komi = NO_KOMI, .rules = *rules_default()};
    *facts = (RecordFacts){.komi = 0};
    sgf_guess_encoding(&scan);
    if (!sgf_facts_read(&scan, &said))
        return;
    facts->has_komi = said.komi != NO_KOMI;
    facts->komi = facts->has_komi ? said.komi : 0;
    facts->handicap = said.handicap;
    if (sgf_scan_begin(&scan) && sgf_scan_main_line(&scan, visit, &texts))
        convert_all(&texts, charset_of(&texts, &scan), facts);
}

Rules record_facts_rules(const RecordFacts *facts)
{
    bool is_territory = facts->has_komi && facts->komi <= KOMI_OF_TERRITORY_MAX;
    const Rules *rules = rules_find(facts->rules);
    if (rules == NULL)
        rules = rules_find(is_territory ? "japanese" : "chinese");
    return *rules;
}

// SPDX-License-Identifier: MIT
#include "rules.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

// How area is counted where players agree on dead stones, and a handicap has a bonus.
#define AGREED_AREA(points)                                                            \
    .bonus = (points), .dead_stones = true, .friendly_pass = true
#define TERRITORY(taxed)                                                               \
    .ko = KO_SIMPLE, .tax = (taxed), .territory = true, .dead_stones = true

static const Rules PRESETS[] = {
    {.name = "tromp-taylor", .ko = KO_POSITIONAL, .suicide = true},
    {.name = "tromp-taylor-1995", .ko = KO_SAME_PLAYER, .suicide = true},
    {.name = "cgos", .ko = KO_POSITIONAL},
    {.name = "chinese", .ko = KO_SIMPLE, AGREED_AREA(BONUS_N)},
    {.name = "chinese-ogs", .ko = KO_POSITIONAL, AGREED_AREA(BONUS_N)},
    {.name = "chinese-kgs", .ko = KO_POSITIONAL, AGREED_AREA(BONUS_N)},
    {.name = "japanese", TERRITORY(TAX_SEKI)},
    {.name = "korean", TERRITORY(TAX_SEKI)},
    {.name = "aga", .ko = KO_SITUATIONAL, AGREED_AREA(BONUS_N_MINUS_ONE)},
    {.name = "bga", .ko = KO_SITUATIONAL, AGREED_AREA(BONUS_N_MINUS_ONE)},
    {.name = "french", .ko = KO_SITUATIONAL, AGREED_AREA(BONUS_N_MINUS_ONE)},
    {.name = "aga-button",
     .ko = KO_SITUATIONAL,
     AGREED_AREA(BONUS_N_MINUS_ONE),
     .button = true},
    {.name = "new-zealand",
     .ko = KO_SITUATIONAL,
     AGREED_AREA(BONUS_NONE),
     .suicide = true},
    {.name = "goe", .ko = KO_POSITIONAL, AGREED_AREA(BONUS_NONE), .suicide = true},
    {.name = "stone-scoring", .ko = KO_SIMPLE, AGREED_AREA(BONUS_NONE), .tax = TAX_ALL},
    {.name = "ancient-territory", TERRITORY(TAX_ALL)},
};

enum { PRESET_COUNT = sizeof PRESETS / sizeof PRESETS[0] };

const Rules *rules_default(void)
{
    return &PRESETS[RULES_TROMP_TAYLOR];
}

const Rules *rules_presets(int *count)
{
    *count = PRESET_COUNT;
    return PRESETS;
}

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

// The name of the preset that has this other name of KataGo's.
static const char *main_name(const char *name)
{
    static const struct {
        const char *other, *main;
    } NAMES[] = {
        {"nz", "new-zealand"}, {"ing", "goe"}, {"ancient-area", "stone-scoring"}};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (is_same_name(name, NAMES[i].other))
            return NAMES[i].main;
    return name;
}

const Rules *rules_find(const char *name)
{
    name = main_name(name);
    for (int i = 0; i < PRESET_COUNT; i++)
        if (is_same_name(PRESETS[i].name, name))
            return &PRESETS[i];
    return NULL;
}

int rules_usual_komi(const Rules *rules)
{
    enum {
        KOMI_AREA = 15,
        KOMI_TERRITORY = 13,
        KOMI_BUTTON = 14,
        KOMI_NEW_ZEALAND = 14
    };
    if (rules->territory)
        return KOMI_TERRITORY;
    if (rules->button)
        return KOMI_BUTTON;
    return strcmp(rules->name, "new-zealand") == 0 ? KOMI_NEW_ZEALAND : KOMI_AREA;
}

bool rules_are_same(const Rules *a, const Rules *b)
{
    return a->ko == b->ko && a->tax == b->tax && a->bonus == b->bonus &&
           a->territory == b->territory && a->suicide == b->suicide &&
           a->button == b->button && a->dead_stones == b->dead_stones &&
           a->friendly_pass == b->friendly_pass;
}

void rules_complete(Rules *rules)
{
    rules->dead_stones = rules->territory || rules->friendly_pass;
    rules->name = "custom";
    for (int i = PRESET_COUNT - 1; i >= 0; i--)
        if (rules_are_same(rules, &PRESETS[i]))
            rules->name = PRESETS[i].name;
}

// Which earlier colorings may this player not leave again?
static unsigned forbidden_circumstances(KoRule ko, Color player)
{
    switch (ko) {
    case KO_SIMPLE:
        return 0;
    case KO_POSITIONAL:
    case KO_SPIGHT:
        return BLACK_TO_PLAY | WHITE_TO_PLAY;
    case KO_SITUATIONAL:
        return player == BLACK ? WHITE_TO_PLAY : BLACK_TO_PLAY;
    case KO_SAME_PLAYER:
        return player == BLACK ? LEFT_BY_BLACK : LEFT_BY_WHITE;
    }
    return 0;
}

static bool is_repetition(const Rules *rules, const Position *pos,
                          const History *history, Point point)
{
    unsigned forbidden = forbidden_circumstances(rules->ko, (Color)pos->to_play);
    uint32_t first = rules->ko == KO_SPIGHT ? history_last_pass(history) : 0;
    return history_is_repetition_since(history, first, pos, point, forbidden);
}

// Does the move only remove itself? Superko forbids that, too.
static bool is_nothing(const Rules *rules, const Position *pos, Point point)
{
    return rules->ko == KO_SIMPLE && rules->suicide &&
           position_is_suicide(pos, point) &&
           position_hash_after(pos, point) == pos->hash;
}

MoveError rules_check(const Rules *rules, const Position *pos, const History *history,
                      Point point)
{
    if (point == PASS)
        return MOVE_OK;
    if (!point_is_on_board(point, pos->columns, pos->rows))
        return MOVE_OFF_BOARD;
    if (!position_is_empty_at(pos, point))
        return MOVE_OCCUPIED;
    if (!rules->suicide && position_is_suicide(pos, point))
        return MOVE_SUICIDE;
    if (rules->ko == KO_SIMPLE && point == pos->ko)
        return MOVE_KO;
    if (is_nothing(rules, pos, point))
        return MOVE_SUICIDE;
    if (!is_repetition(rules, pos, history, point))
        return MOVE_OK;
    return point == pos->ko ? MOVE_KO : MOVE_SUPERKO;
}

const char *move_error_text(MoveError error)
{
    switch (error) {
    case MOVE_OK:
        return "legal";
    case MOVE_OFF_BOARD:
        return "not a point of this board";
    case MOVE_OCCUPIED:
        return "occupied";
    case MOVE_SUICIDE:
        return "suicide";
    case MOVE_KO:
        return "ko";
    case MOVE_SUPERKO:
        return "superko";
    case MOVE_NO_MEMORY:
        return "out of memory";
    }
    return "unknown";
}

// SPDX-License-Identifier: MIT
#include "rules.h"

#include <string.h>

static const Rules PRESETS[] = {
    {"tromp-taylor", KO_POSITIONAL, .suicide = true, .dead_stones = false},
    {"tromp-taylor-1995", KO_SAME_PLAYER, .suicide = true, .dead_stones = false},
    {"new-zealand", KO_SITUATIONAL, .suicide = true, .dead_stones = true},
    {"aga", KO_SITUATIONAL, .suicide = false, .dead_stones = true},
    {"chinese", KO_POSITIONAL, .suicide = false, .dead_stones = true},
    {"cgos", KO_POSITIONAL, .suicide = false, .dead_stones = false},
};

const Rules *rules_default(void)
{
    return &PRESETS[RULES_TROMP_TAYLOR];
}

const Rules *rules_presets(int *count)
{
    *count = (int)(sizeof PRESETS / sizeof PRESETS[0]);
    return PRESETS;
}

const Rules *rules_find(const char *name)
{
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    return NULL;
}

// Which earlier colorings may this player not leave again?
static unsigned forbidden_circumstances(KoRule ko, Color player)
{
    switch (ko) {
    case KO_POSITIONAL:
        return BLACK_TO_PLAY | WHITE_TO_PLAY;
    case KO_SITUATIONAL:
        return player == BLACK ? WHITE_TO_PLAY : BLACK_TO_PLAY;
    case KO_SAME_PLAYER:
        return player == BLACK ? LEFT_BY_BLACK : LEFT_BY_WHITE;
    }
    return 0;
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
    Color player = (Color)pos->to_play;
    unsigned forbidden = forbidden_circumstances(rules->ko, player);
    if (!history_is_repetition(history, pos, point, forbidden))
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

// SPDX-License-Identifier: MIT
#include "sgf_facts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sgf_komi.h"

enum { VALUE_SIZE = 64 };

// The facts while they are collected.
typedef struct Collection {
    SgfScan *scan;
    SgfFacts *facts;
    bool has_size, has_turns, is_of_fox;
    // The first komi that there is, and where; KO is that of Japanese and Chinese
    // servers, if there is no KM.
    char komi[VALUE_SIZE], komi_name[SGF_NAME_SIZE];
    const char *komi_at;
} Collection;

static void read_rules(SgfFacts *facts, const char *value)
{
    if (sgf_is_same_name(value, "NZ")) // so FF[4] calls it
        value = "new-zealand";
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (sgf_is_same_name(presets[i].name, value))
            facts->rules = presets[i];
}

// Is it a number, or the name, of another game than Go? Source: FF[4], GM.
static bool is_other_game(const char *value)
{
    static const char *const GAMES[] = {
        "othello", "reversi",    "chess", "gomoku",  "renju",    "shogi",
        "xiangqi", "backgammon", "hex",   "amazons", "checkers", "Chinese chess"};
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++)
        if (sgf_is_same_name(GAMES[i], value))
            return true;
    return isdigit((unsigned char)value[0]) && strtol(value, NULL, 10) > 1;
}

static bool read_game(Collection *all, const char *value)
{
    if (strcmp(value, "1") == 0)
        return true;
    if (is_other_game(value))
        return sgf_scan_fail(all->scan, "not a game of Go");
    sgf_scan_remark(all->scan, SGF_GAME, "GM[%s] is read as Go", value);
    return true;
}

// Reads a number of one to three digits and moves on to what follows it. Errors: -1.
static int read_number(const char **text)
{
    int number = 0, digits = 0;
    for (; isdigit((unsigned char)**text) && digits < 3; (*text)++, digits++)
        number = 10 * number + (**text - '0');
    return digits > 0 ? number : -1;
}

// The second number of a size, if there is a sign for a rectangle: `19:19`, `19x19`.
static int read_rows(const char **text, int columns)
{
    size_t space = strspn(*text, " ");
    if ((*text)[space] == '\0' || strchr(":xX*", (*text)[space]) == NULL)
        return columns;
    *text += space + 1;
    *text += strspn(*text, " ");
    return read_number(text);
}

static bool is_size(int lines)
{
    return lines >= 1 && lines <= BOARD_SIZE_MAX;
}

static bool read_size(Collection *all, const char *value)
{
    const char *rest = value;
    if (strpbrk(value, "0123456789") == NULL) {
        sgf_scan_remark(all->scan, SGF_SIZE, "SZ[%s] is not a size; 19 is used", value);
        return true;
    }
    int columns = read_number(&rest);
    int rows = read_rows(&rest, columns);
    if (!is_size(columns) || !is_size(rows) || isdigit((unsigned char)*rest))
        return sgf_scan_fail(all->scan, "unacceptable size: boards are up to 19x19");
    if (*rest != '\0' || strpbrk(value, "xX* ") != NULL)
        sgf_scan_remark(all->scan, SGF_SIZE, "SZ[%s] is read as %dx%d", value, columns,
                        rows);
    if (all->has_size)
        return true;
    all->has_size = true;
    all->facts->columns = columns;
    all->facts->rows = rows;
    return true;
}

static void read_handicap(Collection *all, const char *name, const char *value)
{
    const char *rest = value;
    int number = read_number(&rest);
    if (*rest != '\0')
        sgf_scan_remark(all->scan, SGF_HANDICAP, "%s[%s] is read as %d stones", name,
                        value, number > 0 ? number : 0);
    if (number > 0)
        all->facts->handicap = number;
}

static void keep_komi(Collection *all, const char *name, const char *value)
{
    bool is_usual = strcmp(name, "KM") == 0;
    if (all->komi_at != NULL && (!is_usual || strcmp(all->komi_name, "KM") == 0))
        return;
    if (!is_usual && all->has_turns)
        return; // KO marks a move there. Source: FF[4]
    snprintf(all->komi, sizeof all->komi, "%s", value);
    snprintf(all->komi_name, sizeof all->komi_name, "%s", name);
    all->komi_at = all->scan->cursor.at;
}

// Notes which property comes first of those that change the board.
static void heed_turn(Collection *all, const char *name)
{
    all->facts->implies_stones =
        all->facts->implies_stones || (!all->has_turns && strcmp(name, "W") == 0);
    all->has_turns = true;
}

// Is it a property that a value should follow, as a fact?
static bool is_fact(const char *name)
{
    static const char *const FACTS[] = {"GM", "SZ", "KM", "HA", "PL", NULL};
    return sgf_name_is_in(name, FACTS);
}

static bool visit(void *context, const char *name, const char *value)
{
    Collection *all = context;
    if (sgf_name_is_turn(name)) {
        heed_turn(all, name);
        return true;
    }
    if (value[0] == '\0') {
        if (is_fact(name))
            sgf_scan_remark(all->scan, SGF_EMPTY_VALUE, "%s[] is empty; it is ignored",
                            name);
        return true;
    }
    if (strcmp(name, "GM") == 0)
        return read_game(all, value);
    if (strcmp(name, "SZ") == 0)
        return read_size(all, value);
    if (strcmp(name, "KM") == 0 || strcmp(name, "KO") == 0)
        keep_komi(all, name, value);
    else if (strcmp(name, "RU") == 0)
        read_rules(all->facts, value);
    else if (strcmp(name, "HA") == 0 || strcmp(name, "HD") == 0)
        read_handicap(all, name, value);
    else if (strcmp(name, "AP") == 0 && strncasecmp(value, "foxwq", 5) == 0)
        all->is_of_fox = true;
    return true;
}

static void settle_komi(Collection *all)
{
    if (all->komi_at == NULL)
        return;
    SgfScan there = *all->scan; // so that the remark tells its line
    there.cursor.at = all->komi_at;
    int *komi = &all->facts->komi;
    if (!sgf_komi_read(all->komi, all->is_of_fox, komi))
        sgf_scan_remark(&there, SGF_KOMI, "%s[%s] is not a komi; komi stays %g",
                        all->komi_name, all->komi, *komi / 2.0);
    else if (all->komi_name[1] != 'M' || !sgf_komi_is_plain(all->komi, *komi))
        sgf_scan_remark(&there, SGF_KOMI, "%s[%s] is read as komi %g", all->komi_name,
                        all->komi, *komi / 2.0);
}

bool sgf_facts_read(SgfScan *scan, SgfFacts *facts)
{
    Collection all = {.scan = scan, .facts = facts};
    facts->columns = facts->rows = BOARD_SIZE_MAX;
    facts->handicap = 0;
    facts->implies_stones = false;
    if (!sgf_scan_begin(scan) || !sgf_scan_main_line(scan, visit, &all))
        return false;
    if (scan->faults > scan->properties)
        return sgf_scan_fail(scan, "no game record");
    settle_komi(&all);
    return true;
}

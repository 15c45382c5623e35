// SPDX-License-Identifier: MIT
#include "sgf_extras.h"

#include <string.h>

#include "sgf_scan.h"

// Is it a property that a Game holds, or that every record is written with?
static bool is_kept(const char *name)
{
    static const char *const KEPT[] = {"AB", "AE", "AP", "AW", "B",  "CA", "FF", "GM",
                                       "HA", "KM", "PL", "RE", "RU", "ST", "SZ", "W"};
    for (size_t i = 0; i < sizeof KEPT / sizeof KEPT[0]; i++)
        if (strcmp(KEPT[i], name) == 0)
            return true;
    return false;
}

// `B+R`, `W+Resign` and the like.
static Color read_loser(const char *result)
{
    bool resigned = strlen(result) >= 3 && memcmp(result + 1, "+R", 2) == 0;
    if (!resigned || (result[0] != 'B' && result[0] != 'W'))
        return EMPTY;
    return result[0] == 'B' ? WHITE : BLACK;
}

static bool visit(void *context, const char *name, const char *value)
{
    SgfExtras *extras = context;
    if (!is_kept(name))
        extras->has_more = true;
    if (strcmp(name, "RE") == 0)
        extras->resigned = read_loser(value);
    return true;
}

SgfExtras sgf_extras_find(const char *record, size_t length)
{
    SgfExtras extras = {.resigned = EMPTY};
    SgfScan scan = {.start = record, .at = record, .end = record + length};
    if (sgf_scan_begin(&scan) && sgf_scan_main_line(&scan, visit, &extras) &&
        memchr(scan.at, '(', (size_t)(scan.end - scan.at)) != NULL)
        extras.has_more = true; // a variation, or another game
    return extras;
}

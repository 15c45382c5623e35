// SPDX-License-Identifier: MIT
#include "sgf_extras.h"

#include <string.h>

#include "sgf_words.h"

enum { WORDS_SIZE = 512 }; // room for the words of any value that a scan shows

// Is it a property that a Game holds, or that every record is written with?
static bool is_written_anyway(const char *name)
{
    static const char *const KEPT[] = {"AB", "AE", "AP", "AW", "B",  "CA", "FF",
                                       "GK", "GM", "HA", "HD", "KM", "KO", "PL",
                                       "RE", "RU", "ST", "SZ", "W",  NULL};
    return sgf_name_is_in(name, KEPT);
}

static bool begins_with(const char *text, const char *words)
{
    return strncmp(text, words, strlen(words)) == 0;
}

// The loser, if these words are about that player.
static Color loser_in(const char *words, Color player)
{
    const char *name = strstr(words, color_name(player));
    if (name == NULL || strstr(words, color_name(color_other(player))) != NULL)
        return EMPTY;
    const char *rest = name + strlen(color_name(player));
    if (begins_with(rest, " resigns") || begins_with(rest, " resigned"))
        return player;
    return begins_with(rest, "+r") || strstr(rest, "resign") != NULL
               ? color_other(player)
               : EMPTY;
}

// `B+R`, `W+Resign`, `White wins by resignation`, `Black resigns` and the like, in
// Chinese, Japanese or Korean, too.
static Color read_loser(const char *result)
{
    char bytes[WORDS_SIZE];
    Text words = text_over(bytes, sizeof bytes);
    sgf_words_read(result, &words);
    if (begins_with(bytes, "b+r"))
        return WHITE;
    if (begins_with(bytes, "w+r"))
        return BLACK;
    Color loser = loser_in(bytes, BLACK);
    return loser != EMPTY ? loser : loser_in(bytes, WHITE);
}

static bool visit(void *context, const char *name, const char *value)
{
    SgfExtras *extras = context;
    if (!is_written_anyway(name))
        extras->has_more = true;
    if (strcmp(name, "RE") == 0)
        extras->resigned = read_loser(value);
    return true;
}

SgfExtras sgf_extras_find(const SgfScan *record)
{
    SgfExtras extras = {.resigned = EMPTY};
    SgfScan scan = *record;
    scan.remarks = NULL;
    if (!sgf_scan_begin(&scan) || !sgf_scan_main_line(&scan, visit, &extras))
        return extras;
    const SgfCursor *cursor = &scan.cursor;
    if (memchr(cursor->at, '(', (size_t)(cursor->end - cursor->at)) != NULL)
        extras.has_more = true; // a variation, or another game
    return extras;
}

// SPDX-License-Identifier: MIT
#include "sgf_name.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

bool sgf_is_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a != '\0' && !isalnum((unsigned char)*a))
            a++;
        while (*b != '\0' && !isalnum((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

// The property that a word names; NULL: it is none of ours.
static const char *name_of_word(const char *word)
{
    static const struct {
        const char *word, *name;
    } WORDS[] = {
        {"Black", "B"},     {"White", "W"},  {"AddBlack", "AB"}, {"AddWhite", "AW"},
        {"AddEmpty", "AE"}, {"Game", "GM"},  {"Size", "SZ"},     {"BoardSize", "SZ"},
        {"Komi", "KM"},     {"Rules", "RU"}, {"Handicap", "HA"}, {"Result", "RE"},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (sgf_is_same_name(WORDS[i].word, word))
            return WORDS[i].name;
    return NULL;
}

// What remains without small letters.
static void keep_capitals(const char *spelled, char name[SGF_NAME_SIZE])
{
    size_t length = 0;
    for (; *spelled != '\0' && length + 1 < SGF_NAME_SIZE; spelled++)
        if (!islower((unsigned char)*spelled))
            name[length++] = *spelled;
    name[length] = '\0';
}

static bool has_capital(const char *spelled)
{
    while (*spelled != '\0' && !isupper((unsigned char)*spelled))
        spelled++;
    return *spelled != '\0';
}

static void capitalize(const char *spelled, char name[SGF_NAME_SIZE])
{
    size_t length = 0;
    for (; *spelled != '\0' && length + 1 < SGF_NAME_SIZE; spelled++)
        name[length++] = (char)toupper((unsigned char)*spelled);
    name[length] = '\0';
}

// Is it one or two capital letters, as nearly all names are?
static bool is_usual(const char *spelled)
{
    return isupper((unsigned char)spelled[0]) &&
           (spelled[1] == '\0' ||
            (isupper((unsigned char)spelled[1]) && spelled[2] == '\0'));
}

bool sgf_name_read(const char *spelled, char name[SGF_NAME_SIZE])
{
    if (is_usual(spelled)) {
        memcpy(name, spelled, strlen(spelled) + 1);
        return true;
    }
    const char *meant = name_of_word(spelled);
    bool is_odd = strchr(spelled, '_') != NULL || !has_capital(spelled);
    if (has_capital(spelled))
        keep_capitals(spelled, name);
    else
        capitalize(spelled, name);
    if (meant == NULL || strcmp(meant, name) == 0)
        return !is_odd;
    snprintf(name, SGF_NAME_SIZE, "%s", meant);
    return false;
}

bool sgf_name_is_in(const char *name, const char *const *names)
{
    // Most differ in the first letter.
    while (*names != NULL && (**names != *name || strcmp(*names, name) != 0))
        names++;
    return *names != NULL;
}

bool sgf_name_is_turn(const char *name)
{
    static const char *const TURNS[] = {"B", "W", "AB", "AW", "AE", NULL};
    return sgf_name_is_in(name, TURNS);
}

bool sgf_name_is_text(const char *name)
{
    static const char *const OTHERS[] = {"CA", "FF", "GK", "GM", "HA", "HD", "KM",
                                         "PL", "ST", "SZ", "TB", "TW", NULL};
    return !sgf_name_is_turn(name) && !sgf_name_is_in(name, OTHERS);
}

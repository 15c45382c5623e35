// SPDX-License-Identifier: MIT
//
// One pass over the bytes, without regard to their order: names of properties, what is
// between brackets, and whether anything follows the end of a line of moves.
#include "sgf_extras.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "text.h"

enum { WORD_SIZE = 8 }; // of longer names and values the beginning is enough

typedef struct Pass {
    FILE *file;
    char name_bytes[WORD_SIZE], value_bytes[WORD_SIZE];
    Text name, value;
    SgfExtras found;
    bool has_ended; // a line of moves
} Pass;

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

// Small letters in names are decoration. Source: FF[3]. Returns what follows it.
static int read_name(Pass *pass, int byte)
{
    text_clear(&pass->name);
    for (; isalnum(byte); byte = getc(pass->file))
        if (!islower(byte))
            text_add_char(&pass->name, (char)byte);
    return byte;
}

// `B+R`, `W+Resign` and the like.
static Color read_loser(const char *result)
{
    bool resigned = strlen(result) >= 3 && memcmp(result + 1, "+R", 2) == 0;
    if (!resigned || (result[0] != 'B' && result[0] != 'W'))
        return EMPTY;
    return result[0] == 'B' ? WHITE : BLACK;
}

static void read_value(Pass *pass)
{
    int byte;
    text_clear(&pass->value);
    while ((byte = getc(pass->file)) != EOF && byte != ']') {
        if (byte == '\\')
            byte = getc(pass->file);
        if (byte != EOF)
            text_add_char(&pass->value, (char)byte);
    }
    if (!is_kept(pass->name.bytes))
        pass->found.has_more = true;
    if (strcmp(pass->name.bytes, "RE") == 0 && !pass->has_ended)
        pass->found.resigned = read_loser(pass->value.bytes);
}

SgfExtras sgf_extras_read(FILE *file)
{
    Pass pass = {.file = file, .found = {.resigned = EMPTY}};
    pass.name = text_over(pass.name_bytes, WORD_SIZE);
    pass.value = text_over(pass.value_bytes, WORD_SIZE);
    int byte = getc(file);
    while (byte != EOF && byte != '(')
        byte = getc(file);
    while (byte != EOF) {
        if (isalpha(byte)) {
            byte = read_name(&pass, byte);
            continue;
        }
        if (byte == '[')
            read_value(&pass);
        else if (byte == ')')
            pass.has_ended = true;
        else if (byte == '(' && pass.has_ended)
            pass.found.has_more = true;
        byte = getc(file);
    }
    return pass.found;
}

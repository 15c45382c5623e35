// SPDX-License-Identifier: MIT
#include "board_style.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "standard_files.h"

// Colors out of 256: wood, and lines a little darker. The last move is framed in red.
static const DiagramStyle LETTERS = {
    .stone = {"\033[1;38;5;16mX\033[22m", "\033[1;38;5;231mO\033[22m"},
    .owned = {"\033[38;5;16mx", "\033[38;5;231mo"},
    .empty = "\033[38;5;94m.",
    .star = "\033[38;5;94m+",
    .open = "\033[38;5;160m(",
    .close = "\033[38;5;160m)",
    .blank = " ",
    .row_open = "\033[48;5;179m",
    .row_close = "\033[0m",
};

static const DiagramStyle STONES = {
    .stone = {"\033[38;5;16m\u25cf", "\033[38;5;231m\u25cf"},
    .owned = {"\033[38;5;16mx", "\033[38;5;231mo"},
    .empty = "\033[38;5;94m\u00b7",
    .star = "\033[38;5;94m+",
    .open = "\033[38;5;160m(",
    .close = "\033[38;5;160m)",
    .blank = " ",
    .row_open = "\033[48;5;179m",
    .row_close = "\033[0m",
};

static const char *find_locale(void)
{
    static const char *const NAMES[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        const char *value = getenv(NAMES[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return NULL;
}

TerminalTraits terminal_traits(int file)
{
    TerminalTraits traits = {.is_terminal = standard_file_is_terminal(file),
                             .term = getenv("TERM"),
                             .no_color = getenv("NO_COLOR"),
                             .colorterm = getenv("COLORTERM"),
                             .locale = find_locale()};
    if (terminal_is_smart(&traits))
        traits.entry = terminfo_find(traits.term);
    return traits;
}

bool terminal_is_smart(const TerminalTraits *traits)
{
    return traits->is_terminal && traits->term != NULL && traits->term[0] != '\0' &&
           strcmp(traits->term, "dumb") != 0;
}

bool terminal_can_erase(const TerminalTraits *traits)
{
    return terminal_is_smart(traits) && traits->entry.erases != KNOWN_NO;
}

// If terminfo does not tell, the terminal has colors only if its name says so, or a
// variable that such terminals set.
static bool has_colors(const TerminalTraits *traits)
{
    if (traits->entry.colors != NOT_KNOWN)
        return traits->entry.colors == KNOWN_YES;
    bool has_variable = traits->colorterm != NULL && traits->colorterm[0] != '\0';
    return has_variable || strstr(traits->term, "color") != NULL;
}

// East Asian terminals may draw a round stone two columns wide.
static bool has_round_stones(const char *locale)
{
    static const char *const WIDE[] = {"zh", "ja", "ko"};
    if (locale == NULL)
        return false;
    for (size_t i = 0; i < sizeof WIDE / sizeof WIDE[0]; i++)
        if (strncasecmp(locale, WIDE[i], 2) == 0)
            return false;
    const char *charset = strchr(locale, '.');
    return charset != NULL && (strncasecmp(charset, ".utf-8", 6) == 0 ||
                               strncasecmp(charset, ".utf8", 5) == 0);
}

bool board_style_has_letters(const DiagramStyle *style)
{
    return style != &STONES;
}

const DiagramStyle *board_style_find(const TerminalTraits *traits)
{
    bool refused = traits->no_color != NULL && traits->no_color[0] != '\0';
    if (refused || !terminal_is_smart(traits) || !has_colors(traits))
        return &DIAGRAM_PLAIN;
    return has_round_stones(traits->locale) ? &STONES : &LETTERS;
}

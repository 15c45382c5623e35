// SPDX-License-Identifier: MIT
#include "terminfo.h"

#ifdef HAVE_TERMINFO

#include <string.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

enum { COLORS_MIN = 8 };

// Whether this capability begins with `start`. The library wants a name that is not
// constant.
static Known has_sequence(const char *name, const char *start)
{
    const char *sequence = tigetstr((char *)name);
    bool is_string = sequence != NULL && sequence != (const char *)-1;
    return is_string && strncmp(sequence, start, strlen(start)) == 0 ? KNOWN_YES
                                                                     : KNOWN_NO;
}

TerminfoEntry terminfo_find(const char *type)
{
    int status;
    if (setupterm((char *)type, STDOUT_FILENO, &status) != OK)
        return (TerminfoEntry){NOT_KNOWN, KNOWN_NO};
    TerminfoEntry entry = {KNOWN_NO, has_sequence("el", "\033[K")};
    if (tigetnum((char *)"colors") >= COLORS_MIN)
        entry.colors = has_sequence("setaf", "\033[");
    del_curterm(cur_term);
    return entry;
}

#else

TerminfoEntry terminfo_find(const char *type)
{
    (void)type;
    return (TerminfoEntry){NOT_KNOWN, NOT_KNOWN};
}

#endif

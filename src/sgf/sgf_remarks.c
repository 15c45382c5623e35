// SPDX-License-Identifier: MIT
#include "sgf_remarks.h"

// A record may hold what a terminal would obey. One `?` stands for all bytes in a row
// that are not printable.
static void make_printable(char *text)
{
    char *to = text;
    bool was_printable = true;
    for (const char *from = text; *from != '\0'; from++) {
        bool is_printable = *from >= ' ' && *from <= '~';
        if (is_printable)
            *to++ = *from;
        else if (was_printable)
            *to++ = '?';
        was_printable = is_printable;
    }
    *to = '\0';
}

void sgf_remarks_note(SgfRemarks *remarks, SgfOddity oddity, int line,
                      const char *format, va_list args)
{
    SgfRemark *remark = &remarks->of[oddity];
    if (remark->line > 0)
        return;
    Text text = text_over(remark->text, sizeof remark->text);
    text_vprintf(&text, format, args);
    make_printable(remark->text);
    remark->line = line;
}

bool sgf_remark_write(const SgfRemarks *remarks, SgfOddity oddity, Text *text)
{
    const SgfRemark *remark = &remarks->of[oddity];
    if (remark->line == 0)
        return false;
    text_printf(text, "line %d: %s", remark->line, remark->text);
    return true;
}

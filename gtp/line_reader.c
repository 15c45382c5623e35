// SPDX-License-Identifier: MIT
#include "line_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBEDIT
#include <locale.h>

#include <editline/readline.h>
#endif

enum { HISTORY_LINES_MAX = 500 };

void line_reader_init(LineReader *reader, FILE *in, FILE *out, bool edits)
{
    *reader = (LineReader){.in = in, .out = out, .edits = edits};
#ifdef HAVE_LIBEDIT
    if (!edits)
        return;
    setlocale(LC_CTYPE, ""); // what a character is
    rl_instream = in;
    rl_outstream = out;
    using_history();
    stifle_history(HISTORY_LINES_MAX);
#endif
}

void line_reader_free(LineReader *reader)
{
    free(reader->line);
    reader->line = NULL;
}

static const char *read_plain(LineReader *reader, const char *prompt)
{
    fputs(prompt, reader->out);
    fflush(reader->out);
    errno = 0;
    ssize_t length = getline(&reader->line, &reader->capacity, reader->in);
    reader->no_memory = length < 0 && errno == ENOMEM;
    if (length < 0)
        return NULL;
    reader->line[strcspn(reader->line, "\r\n")] = '\0';
    return reader->line;
}

const char *line_reader_next(LineReader *reader, const char *prompt)
{
#ifdef HAVE_LIBEDIT
    if (reader->edits) {
        free(reader->line);
        reader->line = readline(prompt);
        if (reader->line != NULL && reader->line[0] != '\0')
            add_history(reader->line);
        return reader->line;
    }
#endif
    return read_plain(reader, prompt);
}

// SPDX-License-Identifier: MIT
#include "line_reader.h"

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
    line_buffer_init(&reader->buffer);
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
    line_buffer_free(&reader->buffer);
    free(reader->edited);
    reader->edited = NULL;
}

// Takes bytes up to a newline or the end. False if there was nothing, or no memory.
static bool read_bytes(LineReader *reader)
{
    bool complete = false;
    size_t taken;
    line_buffer_clear(&reader->buffer);
    for (int byte; !complete && (byte = getc(reader->in)) != EOF;) {
        char bytes[1] = {(char)byte};
        reader->no_memory =
            !line_buffer_add(&reader->buffer, bytes, 1, &taken, &complete);
        if (reader->no_memory)
            return false;
    }
    bool is_line = complete || reader->buffer.length > 0;
    reader->no_memory =
        is_line && !line_buffer_add(&reader->buffer, "", 1, &taken, &complete);
    return is_line && !reader->no_memory;
}

static const char *read_plain(LineReader *reader, const char *prompt)
{
    fputs(prompt, reader->out);
    fflush(reader->out);
    if (!read_bytes(reader))
        return NULL;
    char *line = reader->buffer.bytes;
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

const char *line_reader_next(LineReader *reader, const char *prompt)
{
#ifdef HAVE_LIBEDIT
    if (reader->edits) {
        free(reader->edited);
        reader->edited = readline(prompt);
        if (reader->edited != NULL && reader->edited[0] != '\0')
            add_history(reader->edited);
        return reader->edited;
    }
#endif
    return read_plain(reader, prompt);
}

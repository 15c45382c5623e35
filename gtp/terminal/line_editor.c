// SPDX-License-Identifier: MIT
//
// Interrupts are held, and checked for while no input comes. libedit gets its
// characters from here. Otherwise it would wait by itself, and end the program after an
// interrupt.
#include "line_editor.h"

#include <stdlib.h>
#include <string.h>

#include "sigint.h"
#include "standard_files.h"

#ifdef HAVE_LIBEDIT
#include <locale.h>
#include <termios.h>
#include <wchar.h>

#include <editline/readline.h>
#endif

enum { HISTORY_LINES_MAX = 500, LOOK_INTERVAL = 50 }; // milliseconds

// Waits until there are bytes in the block. False at the end or after an interrupt.
static bool fill_block(LineEditor *reader, void (*while_idle)(void))
{
    while (reader->taken == reader->count && !reader->ended && !reader->interrupted) {
        if (sigint_take()) {
            reader->interrupted = true;
        } else if (input_wait(reader->input, LOOK_INTERVAL) != INPUT_READY) {
            while_idle();
        } else {
            long count = input_read(reader->input, reader->block, LINE_READER_BLOCK);
            reader->ended = count == 0;
            reader->count = count > 0 ? (size_t)count : 0;
            reader->taken = 0;
        }
    }
    bool has_bytes = reader->taken < reader->count;
    reader->typed |= has_bytes;
    return has_bytes;
}

static void do_nothing(void)
{
}

#ifdef HAVE_LIBEDIT

// The editor with libedit. libedit keeps everything in global variables, and passes
// none of ours to its callbacks.
static LineEditor *editor; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

// When the program continues after Ctrl-Z, libedit takes the terminal back, but only
// once in a line.
static void keep_terminal(void)
{
    struct termios modes;
    if (tcgetattr(fileno(rl_instream), &modes) != 0 || (modes.c_lflag & ICANON) == 0)
        return;
    rl_deprep_terminal();
    rl_prep_terminal(1);
    rl_forced_update_display();
}

// Returns the next character, which may have several bytes, to libedit. EOF: no more.
static int next_character(FILE *in)
{
    (void)in;
    mbstate_t state = {0};
    while (fill_block(editor, keep_terminal)) {
        const char *byte = &editor->block[editor->taken++];
        wchar_t character;
        size_t length = mbrtowc(&character, byte, 1, &state);
        if (length <= 1)
            return (int)character;
        if (length == (size_t)-1 && MB_CUR_MAX == 1)
            return (unsigned char)*byte;
        if (length == (size_t)-1)
            state = (mbstate_t){0}; // no character: skips it
    }
    return EOF;
}

static void begin_editing(LineEditor *reader, FILE *in, FILE *out)
{
    setlocale(LC_CTYPE, ""); // what a character is
    editor = reader;
    rl_instream = in;
    rl_outstream = out;
    rl_getc_function = next_character;
    using_history();
    stifle_history(HISTORY_LINES_MAX);
}

static const char *read_edited(LineEditor *reader, const char *prompt)
{
    free(reader->edited);
    reader->edited = readline(prompt);
    if (reader->edited != NULL && reader->edited[0] != '\0')
        add_history(reader->edited);
    return reader->edited;
}

#endif

bool line_editor_init(LineEditor *reader, FILE *in, FILE *out, bool edits)
{
    *reader = (LineEditor){.input = input_new(fileno(in)),
                           .out = out,
                           .edits = edits,
                           .is_terminal = standard_file_is_terminal(fileno(in))};
    if (reader->input == NULL)
        return false;
    line_buffer_init(&reader->buffer);
#ifdef HAVE_LIBEDIT
    if (edits)
        begin_editing(reader, in, out);
#endif
    return true;
}

void line_editor_free(LineEditor *reader)
{
    input_delete(reader->input);
    line_buffer_free(&reader->buffer);
    free(reader->edited);
    reader->edited = NULL;
}

// Takes bytes up to a newline or the end. False if there were none, or memory is
// exhausted.
static bool read_bytes(LineEditor *reader)
{
    bool complete = false;
    size_t taken;
    line_buffer_clear(&reader->buffer);
    while (!complete && fill_block(reader, do_nothing)) {
        reader->no_memory =
            !line_buffer_add(&reader->buffer, reader->block + reader->taken,
                             reader->count - reader->taken, &taken, &complete);
        if (reader->no_memory)
            return false;
        reader->taken += taken;
    }
    bool is_line = complete || (reader->buffer.length > 0 && !reader->interrupted);
    reader->no_memory =
        is_line && !line_buffer_add(&reader->buffer, "", 1, &taken, &complete);
    return is_line && !reader->no_memory;
}

static const char *read_plain(LineEditor *reader, const char *prompt)
{
    fputs(prompt, reader->out);
    fflush(reader->out);
    if (!read_bytes(reader))
        return NULL;
    char *line = reader->buffer.bytes;
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

const char *line_editor_next(LineEditor *reader, const char *prompt)
{
    reader->no_memory = reader->interrupted = reader->typed = false;
#ifdef HAVE_LIBEDIT
    if (reader->edits)
        return read_edited(reader, prompt);
#endif
    return read_plain(reader, prompt);
}

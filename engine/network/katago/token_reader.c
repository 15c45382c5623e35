// SPDX-License-Identifier: MIT
#include "token_reader.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum {
    BLANKS_MAX = 4096, // between two words
    PIECE = 1 << 14,   // numbers that are read at once
};

TokenReader token_reader_open(ByteSource source)
{
    return (TokenReader){.source = source};
}

void token_reader_close(TokenReader *reader)
{
    byte_source_close(&reader->source);
    free(reader->numbers);
}

void token_reader_fail(TokenReader *reader, const char *format, ...)
{
    if (reader->failed)
        return;
    reader->failed = true;
    Text text = text_over(reader->error, sizeof reader->error);
    if (reader->part[0] != '\0')
        text_printf(&text, "%s: ", reader->part);
    va_list args;
    va_start(args, format);
    text_vprintf(&text, format, args);
    va_end(args);
}

// An error at a place where the file has no more bytes.
static void fail_at_end(TokenReader *reader)
{
    const char *error = reader->source.error;
    token_reader_fail(reader, "%s", error != NULL ? error : "the file ends too soon");
}

static bool is_blank(int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// Goes to the next byte that is none, and returns it; -1 at the end of the file.
static int skip_blanks(TokenReader *reader)
{
    int byte = byte_source_peek(&reader->source);
    for (int count = 0; is_blank(byte); count++) {
        if (count == BLANKS_MAX)
            token_reader_fail(reader, "there are only blanks where a word should be");
        if (reader->failed)
            return -1;
        reader->source.at++;
        byte = byte_source_peek(&reader->source);
    }
    return byte;
}

const char *token_reader_word(TokenReader *reader)
{
    size_t length = 0;
    int byte = reader->failed ? -1 : skip_blanks(reader);
    for (; byte > ' ' && byte <= '~' && length + 1 < sizeof reader->word; length++) {
        reader->word[length] = (char)byte;
        reader->source.at++;
        byte = byte_source_peek(&reader->source);
    }
    reader->word[length] = '\0';
    if (byte < 0 && (length == 0 || reader->source.error != NULL))
        fail_at_end(reader);
    else if (byte >= 0 && !is_blank(byte))
        token_reader_fail(reader, length + 1 == sizeof reader->word
                                      ? "there is a word without an end"
                                      : "there are bytes where a word should be");
    if (reader->failed)
        reader->word[0] = '\0';
    return reader->word;
}

void token_reader_part(TokenReader *reader)
{
    const char *name = token_reader_word(reader);
    if (!reader->failed)
        memcpy(reader->part, name, sizeof reader->part);
}

int token_reader_integer(TokenReader *reader, int least, int most, const char *what)
{
    const char *word = token_reader_word(reader);
    if (reader->failed)
        return least;
    char *end;
    errno = 0;
    long number = strtol(word, &end, 10);
    if (*end != '\0')
        token_reader_fail(reader, "%s is '%.40s', which is no whole number", what,
                          word);
    else if (errno == 0 && number >= least && number <= most)
        return (int)number;
    else if (least == most)
        token_reader_fail(reader, "%s is %.20s; it should be %d", what, word, least);
    else
        token_reader_fail(reader, "%s is %.20s; it should be %d to %d", what, word,
                          least, most);
    return least;
}

float token_reader_positive(TokenReader *reader, const char *what)
{
    const char *word = token_reader_word(reader);
    char *end;
    float number = strtof(word, &end);
    if (*end == '\0' && number > 0 && number < INFINITY)
        return number;
    token_reader_fail(reader, "%s is '%.40s', which is no positive number", what, word);
    return 1;
}

// Makes room for so many numbers, of which the first ones stay. Errors: false.
static bool reserve(TokenReader *reader, size_t count)
{
    if (count <= reader->number_capacity)
        return true;
    float *numbers = realloc(reader->numbers, count * sizeof *numbers);
    if (numbers == NULL) {
        token_reader_fail(reader, "out of memory");
        return false;
    }
    reader->numbers = numbers;
    reader->number_capacity = count;
    return true;
}

static void take_binary(TokenReader *reader, float *numbers, size_t count)
{
    if (!byte_source_take(&reader->source, numbers, count * sizeof *numbers)) {
        fail_at_end(reader);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4];
        memcpy(bytes, &numbers[i], sizeof bytes);
        uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                        (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        memcpy(&numbers[i], &bits, sizeof bits);
    }
}

static void take_written(TokenReader *reader, float *numbers, size_t count)
{
    for (size_t i = 0; i < count && !reader->failed; i++) {
        const char *word = token_reader_word(reader);
        char *end;
        numbers[i] = strtof(word, &end);
        if (*end != '\0')
            token_reader_fail(reader, "a weight is '%.40s'", word);
    }
}

// Do the numbers follow as they are in memory? If so, goes to the first one.
static bool begin_binary(TokenReader *reader)
{
    static const char MARK[] = "@BIN@";
    char mark[sizeof MARK] = "";
    if (skip_blanks(reader) != MARK[0])
        return false;
    if (!byte_source_take(&reader->source, mark, sizeof MARK - 1))
        fail_at_end(reader);
    else if (strcmp(mark, MARK) != 0)
        token_reader_fail(reader, "there are bytes where weights should begin");
    return true;
}

static void check_finite(TokenReader *reader, size_t count)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite &= fabsf(reader->numbers[i]) < INFINITY;
    if (!finite)
        token_reader_fail(reader, "a weight is infinite or not a number");
}

const float *token_reader_numbers(TokenReader *reader, size_t count)
{
    if (count > TOKEN_ARRAY_MAX)
        token_reader_fail(reader, "it has more than %d weights", TOKEN_ARRAY_MAX);
    if (count > TOKEN_NUMBERS_MAX - reader->number_count)
        token_reader_fail(reader, "the file has more than %d weights",
                          TOKEN_NUMBERS_MAX);
    bool is_binary = !reader->failed && begin_binary(reader);
    size_t done = 0;
    while (done < count && !reader->failed) {
        size_t part = count - done < PIECE ? count - done : PIECE;
        // What comes in pieces doubles, as far as the array goes.
        size_t room = 2 * done + PIECE < count ? 2 * done + PIECE : count;
        if (!reserve(reader, done + part <= reader->number_capacity ? 0 : room))
            break;
        if (is_binary)
            take_binary(reader, reader->numbers + done, part);
        else
            take_written(reader, reader->numbers + done, part);
        done += part;
    }
    if (!reader->failed)
        check_finite(reader, count);
    reader->number_count += reader->failed ? 0 : count;
    return reader->failed ? NULL : reader->numbers;
}

void token_reader_end(TokenReader *reader)
{
    reader->part[0] = '\0';
    if (!reader->failed && skip_blanks(reader) >= 0)
        token_reader_fail(reader, "there is more in it than a network");
    if (!reader->failed && reader->source.error != NULL)
        fail_at_end(reader);
}

// SPDX-License-Identifier: MIT
#include "protocol.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void command_init(Command *command)
{
    *command = (Command){.name = ""};
}

void command_free(Command *command)
{
    free(command->words);
    command_init(command);
}

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 127;
}

// Removes control characters and the comment, turns tabs into spaces, and ends the line
// with NUL. Works in place.
static void clean_line(char *line, size_t length)
{
    char *to = line;
    for (const char *from = line; from < line + length && *from != '#'; from++)
        if (!is_control(*from))
            *to++ = *from == '\t' ? ' ' : *from;
    *to = '\0';
}

// Takes the next word from the rest of a line. Quotation marks mean nothing in JSON.
// NULL if there is none.
static char *take_word(char **rest, bool is_json)
{
    char *word = *rest + strspn(*rest, " ");
    if (*word == '\0')
        return NULL;
    char *quote = *word == '"' && !is_json ? strchr(word + 1, '"') : NULL;
    char *end = quote != NULL ? quote : word + strcspn(word, " ");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return quote != NULL ? word + 1 : word;
}

static bool add_word(Command *command, size_t count, char *word)
{
    if (count == command->word_capacity) {
        size_t capacity = command->word_capacity ? 2 * command->word_capacity : 16;
        char **words = realloc(command->words, capacity * sizeof *words);
        if (words == NULL)
            return false;
        command->words = words;
        command->word_capacity = capacity;
    }
    command->words[count] = word;
    return true;
}

static bool read_id(const char *word, int *id)
{
    long long number = 0;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9')
            return false;
        number = 10 * number + (*word - '0');
        if (number > INT_MAX)
            return false;
    }
    *id = (int)number;
    return true;
}

ParseResult command_parse(Command *command, char *line, size_t length)
{
    bool has_comment = length > 0 && memchr(line, '#', length) != NULL;
    command->has_id = false;
    clean_line(line, length);
    size_t count = 0;
    char *rest = line, *word;
    bool is_json = false;
    while ((word = take_word(&rest, is_json)) != NULL) {
        is_json = is_json || (count > 0 && *word == '{');
        if (count == 0)
            command->has_id = read_id(word, &command->id);
        if (!add_word(command, count++, word))
            return PARSE_NO_MEMORY;
    }
    bool only_comment = has_comment && command->has_id && count == 1;
    if (count == 0 || only_comment)
        return PARSE_BLANK;
    size_t names = command->has_id ? 1 : 0; // index of the name
    command->name = count > names ? command->words[names] : "";
    command->argc = count > names + 1 ? (int)(count - names - 1) : 0;
    command->argv = command->words + names + 1;
    return PARSE_COMMAND;
}

bool line_is_interrupt(const char *line, size_t length)
{
    static const char INTERRUPT[] = "# interrupt";
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        length--;
    return length == strlen(INTERRUPT) && memcmp(line, INTERRUPT, length) == 0;
}

// The number of bytes of the line that begins here, without its newline.
static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static bool is_blank(const char *line)
{
    return strspn(line, " \t\r\v\f") >= line_length(line);
}

static void add_line(Text *reply, const char *line)
{
    for (size_t i = 0, length = line_length(line); i < length; i++)
        if (line[i] != '\r')
            text_add_char(reply, line[i]);
}

// The line after this one, or the end of the text.
static const char *next_line(const char *line)
{
    line += line_length(line);
    return *line == '\n' ? line + 1 : line;
}

static void add_status(Text *reply, const Command *command, bool success)
{
    text_add_char(reply, success ? '=' : '?');
    if (command->has_id)
        text_printf(reply, "%d", command->id);
    text_add_char(reply, ' ');
}

void reply_write(Text *reply, const Command *command, bool success, const char *text)
{
    add_status(reply, command, success);
    for (bool first = true; *text != '\0'; text = next_line(text), first = false) {
        bool blank = is_blank(text);
        if (!blank && !first)
            text_add_char(reply, '\n');
        if (!blank)
            add_line(reply, text);
    }
    text_add(reply, "\n\n");
}

void reply_begin(Text *reply, const Command *command)
{
    add_status(reply, command, true);
    text_add_char(reply, '\n');
}

void reply_end(Text *reply, const char *text)
{
    for (; *text != '\0'; text = next_line(text))
        if (!is_blank(text)) {
            add_line(reply, text);
            text_add_char(reply, '\n');
        }
    text_add_char(reply, '\n');
}

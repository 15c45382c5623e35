// SPDX-License-Identifier: MIT
#include "sgf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_guess.h"
#include "sgf_turns.h"

// Reads all into a new game. Errors: false, nothing to be released.
static bool read_game(SgfScan *scan, SgfTurns *turns, Game *game)
{
    if (scan->cursor.end - scan->start > SGF_BYTES_MAX)
        return sgf_scan_fail(scan, "record too long");
    sgf_guess_encoding(scan);
    return sgf_facts_read(scan, &turns->facts) && sgf_turns_play(scan, turns, game);
}

// What is to be read for a game that has komi and rules.
static SgfTurns turns_for(const Game *game)
{
    return (SgfTurns){.facts = {.rules = game->rules, .komi = game->komi}};
}

// Reads a record that is not in UTF-16. Errors: false; the game is unchanged.
static bool read_bytes(Game *game, const char *record, size_t length, SgfTurns turns,
                       SgfReport *report)
{
    Game made;
    SgfScan scan = sgf_scan_of(record, length, &report->remarks);
    if (!read_game(&scan, &turns, &made)) {
        report->error = (SgfError){.text = scan.error, .line = sgf_scan_line(&scan)};
        return false;
    }
    game_free(game);
    *game = made; // cppcheck-suppress uninitvar ; read_game made it
    report->extras = sgf_extras_find(&scan);
    if (report->extras.resigned == EMPTY)
        report->extras.resigned = turns.resigned;
    return true;
}

static void note(SgfRemarks *remarks, SgfOddity oddity, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sgf_remarks_note(remarks, oddity, 1, format, args);
    va_end(args);
}

// Reads a record in UTF-16. Errors: false; the game is unchanged.
static bool read_utf16(Game *game, const char *record, size_t length, SgfTurns turns,
                       SgfReport *report)
{
    enum { BYTES_OF_UNIT = 3 }; // of UTF-8, at most
    size_t capacity = length / 2 * BYTES_OF_UNIT;
    if (capacity > SGF_BYTES_MAX)
        capacity = SGF_BYTES_MAX;
    char *bytes = malloc(capacity + 1);
    if (bytes == NULL) {
        report->error = (SgfError){.text = "out of memory", .line = 1};
        return false;
    }
    Text text = text_over(bytes, capacity + 1);
    sgf_add_utf16(record, length, &text);
    note(&report->remarks, SGF_UTF16, "the record is in UTF-16; it is read as such");
    bool read = false;
    if (text.truncated)
        report->error = (SgfError){.text = "record too long", .line = 1};
    else
        read = read_bytes(game, bytes, text.length, turns, report);
    free(bytes);
    return read;
}

bool sgf_read(Game *game, const char *record, size_t length, int before_move,
              SgfReport *report)
{
    SgfTurns turns = turns_for(game);
    turns.before_move = before_move;
    memset(report, 0, sizeof *report);
    if (length <= SGF_BYTES_MAX && sgf_is_utf16(record, length))
        return read_utf16(game, record, length, turns, report);
    return read_bytes(game, record, length, turns, report);
}

bool sgf_follow(Game *game, const char *record, size_t length,
                const SgfObserver *observer, SgfReport *report)
{
    SgfTurns turns = turns_for(game);
    turns.observer = observer;
    memset(report, 0, sizeof *report);
    return read_bytes(game, record, length, turns, report);
}

// Reads as much of a file as there is room for. Errors: false, with errno.
static bool read_file(const char *path, char *bytes, size_t room, size_t *length)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    *length = fread(bytes, 1, room, file);
    bool read = !ferror(file);
    int trouble = errno;
    fclose(file);
    errno = trouble;
    return read;
}

bool sgf_load(Game *game, const char *path, int before_move, SgfReport *report)
{
    // One byte more than allowed shows that there is too much.
    size_t room = SGF_BYTES_MAX + 1, length;
    char *bytes = malloc(room);
    bool loaded = false;
    if (bytes == NULL)
        report->error = (SgfError){.text = "out of memory"};
    else if (!read_file(path, bytes, room, &length))
        report->error = (SgfError){.text = "unreadable", .trouble = errno};
    else
        loaded = sgf_read(game, bytes, length, before_move, report);
    free(bytes);
    return loaded;
}

void sgf_error_write(const SgfError *error, Text *text)
{
    if (error->line > 0)
        text_printf(text, "line %d: ", error->line);
    text_add(text, error->trouble != 0 ? strerror(error->trouble) : error->text);
}

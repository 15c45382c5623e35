// SPDX-License-Identifier: MIT
#include "sgf.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_scan.h"

// A record being read, and the game that it becomes.
typedef struct Record {
    SgfScan scan;
    Rules rules;
    int komi, columns, rows, handicap;
    Game *game;
    int moves, before_move;
    // A set-up is complete when the next move, or the end, is reached: only then it is
    // known who is to play.
    bool in_setup;
    Bitboard stones[2];
    Color to_play; // EMPTY: the set-up does not say
} Record;

static bool fail(Record *record, const char *why)
{
    return sgf_scan_fail(&record->scan, why);
}

static void read_rules(Record *record, const char *value)
{
    if (sgf_is_same_name(value, "NZ")) // so FF[4] calls it
        value = "new-zealand";
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (sgf_is_same_name(presets[i].name, value))
            record->rules = presets[i];
}

// Is that how the Fox server writes komi: hundredths, without a point?
static bool is_in_hundredths(const char *value, const char *rest, double komi)
{
    return abs((int)komi) >= SGF_HUNDREDTHS_MIN && (int)komi % 25 == 0 &&
           strspn(value, "+-0123456789") >= (size_t)(rest - value);
}

// Does it end in .25 or .75?
static bool has_odd_quarter(double komi)
{
    int quarters = (int)(4 * komi);
    return quarters == 4 * komi && quarters % 2 != 0;
}

// Chinese komi may be in stones, which are two points each: a quarter of a point does
// not exist, and in hundredths up to 4 are stones (275, 325, 350, 375; more are points:
// 550, 650, 700, 750). Sources: getKomiOrDefault in sgf.cpp of KataGo, which has all of
// these numbers; SGFParser of LizzieYzy, which looks for no name of a server either.
static void read_komi(Record *record, const char *value)
{
    char *rest;
    double komi = strtod(value, &rest);
    if (rest == value || !(komi >= -100.0 * KOMI_MAX && komi <= 100.0 * KOMI_MAX))
        return;
    bool is_in_stones = has_odd_quarter(komi);
    if (is_in_hundredths(value, rest, komi)) {
        komi /= 100;
        is_in_stones = komi >= -4 && komi <= 4;
    }
    komi_from_points(is_in_stones ? 2 * komi : komi, &record->komi);
}

// Reads a number of one to three digits and moves on to what follows it. Errors: -1.
static int read_number(const char **text)
{
    int number = 0, digits = 0;
    for (; isdigit((unsigned char)**text) && digits < 3; (*text)++, digits++)
        number = 10 * number + (**text - '0');
    return digits > 0 ? number : -1;
}

static bool read_size(Record *record, const char *value)
{
    int columns = read_number(&value), rows = columns;
    if (*value == ':') {
        value++;
        rows = read_number(&value);
    }
    if (*value != '\0' || columns < 1 || columns > BOARD_SIZE_MAX || rows < 1 ||
        rows > BOARD_SIZE_MAX)
        return fail(record, "unacceptable size: boards are up to 19x19");
    record->columns = columns;
    record->rows = rows;
    return true;
}

// What must be known before the first stone, wherever it stands in the record.
static bool visit_facts(void *context, const char *name, const char *value)
{
    Record *record = context;
    if (strcmp(name, "GM") == 0 && strcmp(value, "1") != 0)
        return fail(record, "not a game of Go");
    if (strcmp(name, "SZ") == 0)
        return read_size(record, value);
    if (strcmp(name, "KM") == 0)
        read_komi(record, value);
    else if (strcmp(name, "RU") == 0)
        read_rules(record, value);
    else if (strcmp(name, "HA") == 0)
        record->handicap = read_number(&value);
    return true;
}

// The point of two letters; `aa` is the upper left corner. Errors: NO_POINT.
static Point read_point(const Record *record, const char *letters)
{
    int column = letters[0] - 'a', row = record->rows - (letters[1] - 'a');
    if (column < 0 || column >= record->columns || row < 1 || row > record->rows)
        return NO_POINT;
    return point_at(column, row);
}

static void begin_setup(Record *record)
{
    if (record->in_setup)
        return;
    record->in_setup = true;
    record->stones[BLACK] = record->game->position.stones[BLACK];
    record->stones[WHITE] = record->game->position.stones[WHITE];
    record->to_play = EMPTY;
}

static void set_color(Record *record, Point point, Color color)
{
    bitboard_remove(&record->stones[BLACK], point);
    bitboard_remove(&record->stones[WHITE], point);
    if (color != EMPTY)
        bitboard_add(&record->stones[color], point);
}

// A point or, from the upper left to the lower right corner, a rectangle of points.
static bool set_colors(Record *record, Color color, const char *value)
{
    size_t length = strlen(value);
    if (length == 0)
        return true; // FF[3] allows an empty list
    if (length != 2 && (length != 5 || value[2] != ':'))
        return fail(record, "set-up of something that is not a point");
    Point first = read_point(record, value);
    Point last = read_point(record, value + length - 2);
    if (first == NO_POINT || last == NO_POINT)
        return fail(record, "set-up off the board");
    if (point_column(last) < point_column(first) || point_row(last) > point_row(first))
        return fail(record, "rectangle upside down");
    begin_setup(record);
    for (int row = point_row(last); row <= point_row(first); row++)
        for (int column = point_column(first); column <= point_column(last); column++)
            set_color(record, point_at(column, row), color);
    return true;
}

// Who is to play after a set-up that does not say? In a handicap game White.
static Color default_player(const Record *record)
{
    if (record->moves == 0 && record->handicap >= 2)
        return WHITE;
    return (Color)record->game->position.to_play;
}

// Sets up what was collected. `mover` makes the next move; EMPTY: there is none.
static bool finish_setup(Record *record, Color mover)
{
    if (!record->in_setup)
        return true;
    record->in_setup = false;
    const Position *pos = &record->game->position;
    const Bitboard *stones = record->stones;
    Color player = record->to_play;
    if (player == EMPTY)
        player = mover != EMPTY ? mover : default_player(record);
    if (bitboard_equal(&stones[BLACK], &pos->stones[BLACK]) &&
        bitboard_equal(&stones[WHITE], &pos->stones[WHITE])) {
        game_give_turn(record->game, player);
        return true;
    }
    if (!game_setup(record->game, stones, player))
        return fail(record, "set-up with a chain without a liberty");
    if (record->moves == 0 && record->handicap > 0 &&
        bitboard_is_empty(&stones[WHITE]) &&
        bitboard_count(&stones[BLACK]) == record->handicap)
        record->game->handicap = record->handicap;
    return true;
}

static bool play_move(Record *record, Color player, const char *value)
{
    if (!finish_setup(record, player) || record->moves + 1 == record->before_move)
        return false;
    if (++record->moves > SGF_MOVES_MAX)
        return fail(record, "too many moves");
    Point point = PASS;
    // FF[3] passes by `tt`, a point only of boards larger than any of ours.
    if (value[0] != '\0' && strcmp(value, "tt") != 0)
        point = strlen(value) == 2 ? read_point(record, value) : NO_POINT;
    MoveError error = game_play_lenient(record->game, player, point);
    if (error == MOVE_OCCUPIED)
        return fail(record, "move onto a stone");
    if (error == MOVE_NO_MEMORY)
        return fail(record, "out of memory");
    return error == MOVE_OK || fail(record, "move off the board");
}

static bool set_player(Record *record, const char *value)
{
    begin_setup(record);
    return color_from_text(value, &record->to_play) ||
           fail(record, "neither black nor white to play");
}

static bool visit_turns(void *context, const char *name, const char *value)
{
    Record *record = context;
    if (strcmp(name, "B") == 0)
        return play_move(record, BLACK, value);
    if (strcmp(name, "W") == 0)
        return play_move(record, WHITE, value);
    if (strcmp(name, "AB") == 0)
        return set_colors(record, BLACK, value);
    if (strcmp(name, "AW") == 0)
        return set_colors(record, WHITE, value);
    if (strcmp(name, "AE") == 0)
        return set_colors(record, EMPTY, value);
    if (strcmp(name, "PL") == 0)
        return set_player(record, value);
    return true;
}

// Reads all into a new game. Errors: false, nothing to be released.
static bool read_game(Record *record)
{
    SgfScan *scan = &record->scan;
    if (scan->end - scan->start > SGF_BYTES_MAX)
        return fail(record, "record too long");
    if (!sgf_scan_begin(scan) || !sgf_scan_main_line(scan, visit_facts, record))
        return false;
    if (!game_init(record->game, &record->rules, record->komi, record->columns,
                   record->rows))
        return fail(record, "out of memory");
    if (sgf_scan_begin(scan) && sgf_scan_main_line(scan, visit_turns, record) &&
        finish_setup(record, EMPTY))
        return true;
    game_free(record->game);
    return false;
}

bool sgf_read(Game *game, const char *record, size_t length, int before_move,
              SgfError *error)
{
    Game made;
    Record reading = {.scan = {.start = record, .at = record, .end = record + length},
                      .rules = game->rules,
                      .komi = game->komi,
                      .columns = BOARD_SIZE_MAX,
                      .rows = BOARD_SIZE_MAX,
                      .game = &made,
                      .before_move = before_move};
    if (!read_game(&reading)) {
        *error = (SgfError){.text = reading.scan.error,
                            .line = sgf_scan_line(&reading.scan)};
        return false;
    }
    game_free(game);
    *game = made; // cppcheck-suppress uninitvar ; read_game made it
    return true;
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

bool sgf_load(Game *game, const char *path, int before_move, SgfExtras *extras,
              SgfError *error)
{
    // One byte more than allowed shows that there is too much.
    size_t room = SGF_BYTES_MAX + 1, length;
    char *bytes = malloc(room);
    bool loaded = false;
    if (bytes == NULL)
        *error = (SgfError){.text = "out of memory"};
    else if (!read_file(path, bytes, room, &length))
        *error = (SgfError){.text = "unreadable", .trouble = errno};
    else
        loaded = sgf_read(game, bytes, length, before_move, error);
    if (loaded && extras != NULL)
        *extras = sgf_extras_find(bytes, length);
    free(bytes);
    return loaded;
}

void sgf_error_write(const SgfError *error, Text *text)
{
    if (error->line > 0)
        text_printf(text, "line %d: ", error->line);
    text_add(text, error->trouble != 0 ? strerror(error->trouble) : error->text);
}

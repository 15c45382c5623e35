// SPDX-License-Identifier: MIT
#include "sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_SIZE = 8,   // longer names are none of ours
    VALUE_SIZE = 64, // so are longer values
};

// A record being read, and the game that it becomes.
typedef struct Record {
    const char *start, *at, *end; // first byte, next byte, one past the last byte
    const char *error;            // NULL while all is well
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

// Takes a value of a property. False: stop reading; an error if record->error is set.
typedef bool Visitor(Record *record, const char *name, const char *value);

static bool fail(Record *record, const char *why)
{
    record->error = why;
    return false;
}

// Are the letters and digits the same, whatever their case and what lies between them?
static bool is_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a != '\0' && !isalnum((unsigned char)*a))
            a++;
        while (*b != '\0' && !isalnum((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

static void read_rules(Record *record, const char *value)
{
    if (is_same_name(value, "NZ")) // so FF[4] calls it
        value = "new-zealand";
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        if (is_same_name(presets[i].name, value))
            record->rules = presets[i];
}

static void read_komi(Record *record, const char *value)
{
    char *rest;
    double points = strtod(value, &rest);
    if (rest != value)
        komi_from_points(points, &record->komi);
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
        return fail(record, "unacceptable size");
    record->columns = columns;
    record->rows = rows;
    return true;
}

// What must be known before the first stone, wherever it stands in the record.
static bool visit_facts(Record *record, const char *name, const char *value)
{
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
    if (player == (Color)pos->to_play &&
        bitboard_equal(&stones[BLACK], &pos->stones[BLACK]) &&
        bitboard_equal(&stones[WHITE], &pos->stones[WHITE]))
        return true;
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

static bool visit_turns(Record *record, const char *name, const char *value)
{
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

static void skip_space(Record *record)
{
    while (record->at < record->end && isspace((unsigned char)*record->at))
        record->at++;
}

// Small letters in names are decoration. Source: FF[3].
static void read_name(Record *record, Text *name)
{
    for (; record->at < record->end && isalnum((unsigned char)*record->at);
         record->at++)
        if (!islower((unsigned char)*record->at))
            text_add_char(name, *record->at);
}

// The text between brackets without the space around it. Pre: at the left bracket.
static bool read_value(Record *record, Text *value)
{
    text_clear(value);
    for (record->at++; record->at < record->end && *record->at != ']'; record->at++) {
        if (*record->at == '\\' && record->end - record->at > 1)
            record->at++;
        if (value->length > 0 || !isspace((unsigned char)*record->at))
            text_add_char(value, *record->at);
    }
    if (record->at == record->end)
        return fail(record, "value without end");
    record->at++;
    while (value->length > 0 && isspace((unsigned char)value->bytes[value->length - 1]))
        value->bytes[--value->length] = '\0';
    return true;
}

static bool read_property(Record *record, Visitor *visit)
{
    char name_bytes[NAME_SIZE], value_bytes[VALUE_SIZE];
    Text name = text_over(name_bytes, sizeof name_bytes);
    Text value = text_over(value_bytes, sizeof value_bytes);
    read_name(record, &name);
    skip_space(record);
    if (record->at == record->end || *record->at != '[')
        return fail(record, "property without a value");
    while (record->at < record->end && *record->at == '[') {
        if (!read_value(record, &value) || !visit(record, name.bytes, value.bytes))
            return false;
        skip_space(record);
    }
    return true;
}

// Shows the main line to the visitor. A `(` leads to the first variation, and the first
// `)` ends it, so that the depth of the tree does not matter.
static bool walk_main_line(Record *record, Visitor *visit)
{
    for (;;) {
        skip_space(record);
        if (record->at == record->end)
            return fail(record, "record without end");
        char c = *record->at;
        if (isalpha((unsigned char)c)) {
            if (!read_property(record, visit))
                return record->error == NULL;
            continue;
        }
        if (c == ')')
            return true;
        if (c != '(' && c != ';')
            return fail(record, "unexpected character");
        record->at++;
    }
}

// Goes to the first node; whatever is not `(;` may stand before it.
static bool find_first_node(Record *record)
{
    while (record->at < record->end) {
        if (*record->at++ != '(')
            continue;
        skip_space(record);
        if (record->at < record->end && *record->at == ';')
            return true;
    }
    return fail(record, "no game record");
}

// Reads all into a new game. Errors: false, nothing to be released.
static bool read_game(Record *record)
{
    if (record->end - record->start > SGF_BYTES_MAX)
        return fail(record, "record too long");
    if (!find_first_node(record))
        return false;
    const char *first_node = record->at;
    if (!walk_main_line(record, visit_facts))
        return false;
    if (!game_init(record->game, &record->rules, record->komi, record->columns,
                   record->rows))
        return fail(record, "out of memory");
    record->at = first_node;
    if (walk_main_line(record, visit_turns) && finish_setup(record, EMPTY))
        return true;
    game_free(record->game);
    return false;
}

// The line that the reader has reached; lines end with LF, CR or both.
static int current_line(const Record *record)
{
    int line = 1;
    for (const char *c = record->start; c < record->at; c++)
        line += *c == '\n' || (*c == '\r' && (c + 1 == record->end || c[1] != '\n'));
    return line;
}

bool sgf_read(Game *game, const char *record, size_t length, int before_move,
              SgfError *error)
{
    Game made;
    Record reading = {.start = record,
                      .at = record,
                      .end = record + length,
                      .rules = game->rules,
                      .komi = game->komi,
                      .columns = BOARD_SIZE_MAX,
                      .rows = BOARD_SIZE_MAX,
                      .game = &made,
                      .before_move = before_move};
    if (!read_game(&reading)) {
        *error = (SgfError){reading.error, current_line(&reading)};
        return false;
    }
    game_free(game);
    *game = made; // cppcheck-suppress uninitvar ; read_game made it
    return true;
}

bool sgf_load(Game *game, const char *path, int before_move, SgfError *error)
{
    // One byte more than allowed shows that there is too much.
    char *bytes = malloc(SGF_BYTES_MAX + 1);
    FILE *file = fopen(path, "rb");
    *error = (SgfError){bytes == NULL ? "out of memory" : "cannot open file", 0};
    bool loaded = false;
    if (bytes != NULL && file != NULL) {
        size_t length = fread(bytes, 1, SGF_BYTES_MAX + 1, file);
        error->text = "cannot read file";
        loaded = !ferror(file) && sgf_read(game, bytes, length, before_move, error);
    }
    if (file != NULL)
        fclose(file);
    free(bytes);
    return loaded;
}

// SPDX-License-Identifier: MIT
#include "sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_komi.h"
#include "sgf_point.h"

enum { LINE_WIDTH = 80, PIECE_SIZE = 64 };

// Where the pieces of a record go.
typedef struct Lines {
    Text *text;
    size_t line_start; // where in the text
} Lines;

// Appends a piece that must stay on one line; on a new line if this one is full.
static void __attribute__((format(printf, 2, 3)))
add_piece(Lines *lines, const char *format, ...)
{
    char bytes[PIECE_SIZE];
    Text piece = text_over(bytes, sizeof bytes), *text = lines->text;
    va_list args;
    va_start(args, format);
    text_vprintf(&piece, format, args);
    va_end(args);
    if (text->length + piece.length - lines->line_start > LINE_WIDTH) {
        text_add_char(text, '\n');
        lines->line_start = text->length;
    }
    text_add(text, bytes);
}

// The name by which other programs know the rules. Source: FF[4], RU; the servers'
// habits.
static const char *rules_name(const Rules *rules)
{
    static const struct {
        const char *ours, *sgf;
    } NAMES[] = {
        {"tromp-taylor", "Tromp-Taylor"},
        {"new-zealand", "NZ"},
        {"aga", "AGA"},
        {"chinese", "Chinese"},
        {"japanese", "Japanese"},
        {"goe", "GOE"},
        {"chinese-ogs", "Chinese"},
        {"chinese-kgs", "Chinese"},
        {"korean", "Korean"},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcmp(rules->name, NAMES[i].ours) == 0)
            return NAMES[i].sgf;
    return rules->name;
}

// A whole number gets a point where it would be read as hundredths without.
static void add_komi(Lines *lines, int half_points)
{
    int size = abs(half_points);
    const char *whole = size / 2 < SGF_HUNDREDTHS_MIN ? "" : ".0";
    add_piece(lines, "KM[%s%d%s]", half_points < 0 ? "-" : "", size / 2,
              size % 2 ? ".5" : whole);
}

static void add_facts(Lines *lines, const Game *game, const char *result)
{
    const Position *pos = &game->position;
    add_piece(lines, "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]");
    if (pos->columns == pos->rows)
        add_piece(lines, "SZ[%d]", pos->columns);
    else
        add_piece(lines, "SZ[%d:%d]", pos->columns, pos->rows);
    add_komi(lines, game->komi);
    add_piece(lines, "RU[%s]", rules_name(&game->rules));
    if (game->handicap > 0)
        add_piece(lines, "HA[%d]", game->handicap);
    if (result[0] != '\0')
        add_piece(lines, "RE[%s]", result);
}

static void add_stones(Lines *lines, const char *name, const Bitboard *stones, int rows)
{
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p)) {
        char letters[SGF_POINT_SIZE];
        sgf_point_write(p, rows, letters);
        add_piece(lines, "%s[%s]", name, letters);
        name = ""; // only once, before the first of its values
    }
}

void sgf_result_text(int half_points, char result[SGF_RESULT_SIZE])
{
    int size = abs(half_points);
    if (size == 0)
        snprintf(result, SGF_RESULT_SIZE, "0");
    else
        snprintf(result, SGF_RESULT_SIZE, "%c+%d%s", half_points > 0 ? 'B' : 'W',
                 size / 2, size % 2 ? ".5" : "");
}

void sgf_end_text(const Game *game, int half_points, char result[SGF_RESULT_SIZE])
{
    result[0] = '\0';
    if (game_is_void(game))
        snprintf(result, SGF_RESULT_SIZE, "Void");
    else if (game_is_over(game))
        sgf_result_text(half_points, result);
}

void sgf_write(const Game *game, Text *text)
{
    char result[SGF_RESULT_SIZE];
    sgf_end_text(game, game_result(game), result);
    sgf_write_with_result(game, result, text);
}

// Adds the moves. If the player of a move is to play again, PL follows it. PL has a
// node of its own, because FF[4] does not allow it in that of a move.
static void add_moves(Lines *lines, const Game *game, const HistoryEntry *first)
{
    for (int i = 0; i < game->move_count; i++) {
        const Move *move = &game->moves[i];
        char letters[SGF_POINT_SIZE], player = move->color == BLACK ? 'B' : 'W';
        sgf_point_write(move->point, game->position.rows, letters);
        add_piece(lines, ";%c[%s]", player, letters);
        if (first[i + 1].circumstances & BLACK_TO_PLAY << move->color)
            add_piece(lines, ";PL[%c]", player);
    }
}

void sgf_write_with_result(const Game *game, const char *result, Text *text)
{
    Lines lines = {text, text->length};
    int rows = game->position.rows;
    const History *history = &game->history;
    const HistoryEntry *first =
        &history->entries[history->length - 1 - (uint32_t)game->move_count];
    add_facts(&lines, game, result);
    add_stones(&lines, "AB", &first->stones[BLACK], rows);
    add_stones(&lines, "AW", &first->stones[WHITE], rows);
    if (first->circumstances & WHITE_TO_PLAY)
        add_piece(&lines, "PL[W]");
    else if (!bitboard_is_empty(&first->stones[BLACK]) ||
             !bitboard_is_empty(&first->stones[WHITE]))
        add_piece(&lines, "PL[B]"); // or a handicap, or the first move, would decide
    add_moves(&lines, game, first);
    add_piece(&lines, ")");
    text_add_char(text, '\n');
}

// SPDX-License-Identifier: MIT
//
// Bytes as a game record. What is refused must leave the game alone. What can be read
// is written and read again, and must be the same game, without a remark; and the same
// record, read up to the position before some move, must have come the same way.
#include <stdlib.h>
#include <string.h>

#include "sgf.h"
#include "target.h"

enum {
    HEAD_BYTES = 8192, // of a record without moves: room for all stones, and more
    MOVE_BYTES = 16,   // of a written move, its PL and its share of line ends included
};

static void require(bool holds)
{
    if (!holds)
        abort();
}

// A game that has neither the defaults of a record nor an empty board.
static void begin(Game *game)
{
    require(game_init(game, rules_find("cgos"), 11, 3, 2) &&
            game_play(game, BLACK, point_at(1, 1)) == MOVE_OK);
}

// Remarks are for a terminal. Returns how many there are.
static int check_remarks(const SgfRemarks *remarks)
{
    int count = 0;
    char bytes[2 * SGF_REMARK_SIZE];
    for (int i = 0; i < SGF_ODDITIES; i++) {
        Text text = text_over(bytes, sizeof bytes);
        if (!sgf_remark_write(remarks, (SgfOddity)i, &text))
            continue;
        count++;
        require(!text.truncated);
        for (const char *c = bytes; *c != '\0'; c++)
            require(*c >= ' ' && *c <= '~');
    }
    return count;
}

// Reads a record into a game that must be freed. Returns how much is odd about it, -1
// if it is refused.
static int read_into(Game *game, const char *record, size_t length, int before_move)
{
    SgfReport report;
    Game before;
    begin(game);
    memcpy(&before, game, sizeof before);
    if (sgf_read(game, record, length, before_move, &report)) {
        require(position_is_sound(&game->position));
        return check_remarks(&report.remarks);
    }
    require(memcmp(&before, game, sizeof before) == 0);
    require(report.error.text != NULL && report.error.line >= 1);
    return -1;
}

static bool is_same_position(const Position *a, const Position *b)
{
    return a->columns == b->columns && a->rows == b->rows &&
           position_same_coloring(a, b) && a->hash == b->hash &&
           a->to_play == b->to_play && a->passes == b->passes && a->ko == b->ko;
}

static bool is_same_move(const Move *a, const Move *b)
{
    return a->point == b->point && a->color == b->color && a->captured == b->captured;
}

static bool is_same_entry(const HistoryEntry *a, const HistoryEntry *b)
{
    return a->hash == b->hash && a->circumstances == b->circumstances;
}

// Are the colorings since the last set-up the same? Earlier ones are not written.
static bool is_same_past(const Game *a, const Game *b)
{
    const HistoryEntry *last_a = &a->history.entries[a->history.length - 1];
    const HistoryEntry *last_b = &b->history.entries[b->history.length - 1];
    for (int i = 0; i <= a->move_count; i++)
        if (!is_same_entry(last_a - i, last_b - i))
            return false;
    return true;
}

static bool is_same_game(const Game *a, const Game *b)
{
    for (int i = 0; i < a->move_count && i < b->move_count; i++)
        if (!is_same_move(&a->moves[i], &b->moves[i]))
            return false;
    return is_same_position(&a->position, &b->position) && a->komi == b->komi &&
           strcmp(a->rules.name, b->rules.name) == 0 && a->handicap == b->handicap &&
           a->captured[BLACK] == b->captured[BLACK] &&
           a->captured[WHITE] == b->captured[WHITE] && a->move_count == b->move_count &&
           is_same_past(a, b);
}

// No line is empty or too long.
static void require_neat(const char *record)
{
    enum { LINE_WIDTH = 80 };
    while (*record != '\0') {
        size_t length = strcspn(record, "\n");
        require(length > 0 && length <= LINE_WIDTH && record[length] == '\n');
        record += length + 1;
    }
}

// Written and read again it is the same game, and written again the same record.
static void write_and_read(const Game *game)
{
    size_t capacity = HEAD_BYTES + MOVE_BYTES * (size_t)game->move_count;
    char *memory = malloc(2 * capacity);
    require(memory != NULL);
    Text once = text_over(memory, capacity);
    Text twice = text_over(memory + capacity, capacity);
    sgf_write(game, &once);
    require(!once.truncated);
    require_neat(once.bytes);
    Game again;
    require(read_into(&again, once.bytes, once.length, 0) == 0);
    require(is_same_game(game, &again));
    sgf_write(&again, &twice);
    require(strcmp(once.bytes, twice.bytes) == 0);
    game_free(&again);
    free(memory);
}

// Is the history of one game how that of the other began?
static bool is_beginning(const History *part, const History *whole)
{
    if (part->length > whole->length)
        return false;
    for (uint32_t i = 0; i < part->length; i++)
        if (!is_same_entry(&part->entries[i], &whole->entries[i]))
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Game whole, part;
    const char *record = (const char *)bytes;
    int before_move = 1 + (int)(size % 16);
    bool is_whole = read_into(&whole, record, size, 0) >= 0;
    bool is_part = read_into(&part, record, size, before_move) >= 0;
    // An error behind that move is not seen; one before it is.
    require(is_part || !is_whole);
    if (is_whole) {
        require(is_beginning(&part.history, &whole.history));
        require(part.move_count < before_move);
        write_and_read(&whole);
    }
    game_free(&whole);
    game_free(&part);
    return 0;
}

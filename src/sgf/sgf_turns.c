// SPDX-License-Identifier: MIT
#include "sgf_turns.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "handicap.h"
#include "sgf_point.h"

// A set-up is complete when the next move, or the end, is reached: only then it is
// known who is to play.
typedef struct Setup {
    bool is_pending;
    Bitboard stones[2];
    Color to_play; // EMPTY: the set-up does not say
} Setup;

// A record being read, and the game that it becomes.
typedef struct Record {
    SgfScan *scan;
    SgfTurns *turns;
    Game *game;
    int moves;
    Setup setup, before_node; // and what it was before the node that changed it last
    int node;                 // that one
    Bitboard implied;         // stones of a handicap that the record does not place
    bool contradicts_these;   // a move is where one of them stands
} Record;

static bool fail(Record *record, const char *why)
{
    return sgf_scan_fail(record->scan, why);
}

static void show(const Record *record, SgfTurnKind kind)
{
    const SgfObserver *observer = record->turns->observer;
    if (observer != NULL)
        observer->see(observer->object, kind, record->game, record->scan);
}

static void begin_setup(Record *record)
{
    Setup *setup = &record->setup;
    if (record->node != record->scan->nodes)
        record->before_node = *setup;
    record->node = record->scan->nodes;
    if (setup->is_pending)
        return;
    setup->is_pending = true;
    setup->stones[BLACK] = record->game->position.stones[BLACK];
    setup->stones[WHITE] = record->game->position.stones[WHITE];
    setup->to_play = EMPTY;
}

static void set_color(Record *record, Point point, Color color)
{
    bitboard_remove(&record->setup.stones[BLACK], point);
    bitboard_remove(&record->setup.stones[WHITE], point);
    if (color != EMPTY)
        bitboard_add(&record->setup.stones[color], point);
}

// Reads a point, and remarks on how it is spelled. Errors: false.
static bool read_point(Record *record, const char *value, Point *point)
{
    const SgfFacts *facts = &record->turns->facts;
    SgfSpelling spelling = sgf_point_read(value, facts->columns, facts->rows, point);
    if (spelling == SGF_ODDLY && *point != RESIGN) {
        char vertex[VERTEX_SIZE];
        point_to_vertex(*point, vertex);
        sgf_scan_remark(record->scan, SGF_POINT,
                        "[%s] is not a point in SGF's letters: read as %s", value,
                        vertex);
    }
    return spelling != SGF_NOT_AT_ALL;
}

static void sort(int *smaller, int *larger)
{
    if (*smaller <= *larger)
        return;
    int swapped = *smaller;
    *smaller = *larger;
    *larger = swapped;
}

static void set_rectangle(Record *record, Color color, const Point corners[2])
{
    int left = point_column(corners[0]), right = point_column(corners[1]);
    int top = point_row(corners[0]), bottom = point_row(corners[1]);
    if (left > right || bottom > top)
        sgf_scan_remark(record->scan, SGF_RECTANGLE,
                        "a rectangle is not given by its upper left and lower right "
                        "points");
    sort(&left, &right);
    sort(&bottom, &top);
    for (int row = bottom; row <= top; row++)
        for (int column = left; column <= right; column++)
            set_color(record, point_at(column, row), color);
}

// A point or, by two of its corners, a rectangle of points.
static bool set_colors(Record *record, Color color, const char *value)
{
    enum { PAIR_SIZE = 16 };
    char first[PAIR_SIZE];
    const char *colon = strchr(value, ':');
    Point corners[2];
    if (value[0] == '\0')
        return true; // FF[3] allows an empty list
    snprintf(first, sizeof first, "%.*s",
             colon != NULL ? (int)(colon - value) : PAIR_SIZE, value);
    if (!read_point(record, first, &corners[0]) ||
        !read_point(record, colon != NULL ? colon + 1 : value, &corners[1]))
        return fail(record, "cannot set up: not a point of the board");
    if (corners[0] <= RESIGN || corners[1] <= RESIGN) {
        sgf_scan_remark(record->scan, SGF_POINT, "[%s] sets no stone", value);
        return true;
    }
    begin_setup(record);
    set_rectangle(record, color, corners);
    return true;
}

// Who is to play after a set-up that does not say? In a handicap game White.
static Color default_player(const Record *record)
{
    if (record->moves == 0 && record->turns->facts.handicap >= 2)
        return WHITE;
    return (Color)record->game->position.to_play;
}

// Sets up what was collected. `mover` makes the next move; EMPTY: there is none.
static bool make_setup(Record *record, Color mover)
{
    record->setup.is_pending = record->before_node.is_pending = false;
    const Position *pos = &record->game->position;
    const Bitboard *stones = record->setup.stones;
    Color player = record->setup.to_play;
    if (player == EMPTY)
        player = mover != EMPTY ? mover : default_player(record);
    if (bitboard_equal(&stones[BLACK], &pos->stones[BLACK]) &&
        bitboard_equal(&stones[WHITE], &pos->stones[WHITE])) {
        game_give_turn(record->game, player);
        return true;
    }
    if (!game_setup(record->game, stones, player))
        return fail(record, "cannot set up: a chain has no liberty");
    int handicap = record->turns->facts.handicap;
    if (record->moves == 0 && handicap > 0 && bitboard_is_empty(&stones[WHITE]) &&
        bitboard_count(&stones[BLACK]) == handicap)
        record->game->handicap = handicap;
    return true;
}

// The same, if there is anything to be set up.
static bool finish_setup(Record *record, Color mover)
{
    if (!record->setup.is_pending)
        return true;
    if (!make_setup(record, mover))
        return false;
    show(record, SGF_SET_UP);
    return true;
}

// Takes a stone off the board, as by a set-up, and plays in its place. Source: FF[4],
// "How to execute a move".
static MoveError play_onto_stone(Record *record, Color player, Point point)
{
    Game *game = record->game;
    Bitboard stones[2] = {game->position.stones[BLACK], game->position.stones[WHITE]};
    bitboard_remove(&stones[BLACK], point);
    bitboard_remove(&stones[WHITE], point);
    if (!game_setup(game, stones, player)) // all chains have a liberty there
        return MOVE_NO_MEMORY;
    show(record, SGF_SET_UP);
    return game_play_lenient(game, player, point);
}

static bool resign(Record *record, Color player)
{
    sgf_scan_remark(record->scan, SGF_RESIGNATION,
                    "`resign` as a move is taken for the result");
    record->turns->resigned = player;
    return true;
}

static bool play_move(Record *record, Color player, const char *value)
{
    Point point = NO_POINT;
    bool is_point = read_point(record, value, &point);
    if (is_point && point == RESIGN)
        return resign(record, player);
    if (!finish_setup(record, player) ||
        record->moves + 1 == record->turns->before_move)
        return false;
    if (++record->moves > SGF_MOVES_MAX)
        return fail(record, "too many moves");
    if (!is_point)
        return fail(record, "move off the board");
    MoveError error = game_play_lenient(record->game, player, point);
    if (error == MOVE_OCCUPIED) {
        if (bitboard_test(&record->implied, point))
            record->contradicts_these = true;
        sgf_scan_remark(record->scan, SGF_ON_A_STONE,
                        "move %d is onto a stone, which it replaces", record->moves);
        error = play_onto_stone(record, player, point);
    }
    if (error != MOVE_OK)
        return fail(record, "out of memory");
    show(record, SGF_MOVE);
    return true;
}

// `B` and `W`, `black to play` and, as old programs have it, 1 and 2. Errors: EMPTY.
static Color read_player(const char *value)
{
    Color player = EMPTY;
    if (color_from_text(value, &player))
        return player;
    int first = tolower((unsigned char)value[0]);
    if (value[1] == '\0' || first == 'b' || first == 'w')
        return first == 'b' || first == '1'   ? BLACK
               : first == 'w' || first == '2' ? WHITE
                                              : EMPTY;
    return EMPTY;
}

static bool set_player(Record *record, const char *value)
{
    Color player = read_player(value);
    if (player == EMPTY) {
        sgf_scan_remark(record->scan, SGF_PLAYER,
                        "PL[%s] names no player: the next move does", value);
        return true;
    }
    Color usual = EMPTY;
    if (!color_from_text(value, &usual))
        sgf_scan_remark(record->scan, SGF_PLAYER, "PL[%s] is read as %s", value,
                        color_name(player));
    begin_setup(record);
    record->setup.to_play = player;
    return true;
}

static bool visit(void *context, const char *name, const char *value)
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
    if (strcmp(name, "PL") == 0 && value[0] != '\0')
        return set_player(record, value);
    return true;
}

static void place_implied(Record *record)
{
    if (bitboard_is_empty(&record->implied))
        return;
    begin_setup(record);
    record->setup.stones[BLACK] = record->implied;
}

// Takes what there is of a record that ends early. A set-up of which more may be
// missing counts only if it is in the first node and not cut off. Errors: false if that
// node is cut off, as it may have told the size of the board, or if nothing is left.
static bool accept_end(Record *record)
{
    const SgfScan *scan = record->scan;
    if (scan->is_cut && (scan->nodes == 0 || scan->turn_depth == 0))
        return fail(record, "cut off before the first move");
    if (scan->ends_early && scan->nodes > 0 && record->node == scan->nodes)
        record->setup = record->before_node;
    return true;
}

// Plays all into a new game. Errors: false, nothing to be released.
static bool play_turns(Record *record)
{
    SgfScan *scan = record->scan;
    const SgfFacts *facts = &record->turns->facts;
    record->moves = 0;
    record->setup.is_pending = record->before_node.is_pending = false;
    record->turns->resigned = EMPTY;
    if (!game_init(record->game, &facts->rules, facts->komi, facts->columns,
                   facts->rows))
        return fail(record, "out of memory");
    place_implied(record);
    record->node = -1;
    if (sgf_scan_begin(scan) && sgf_scan_main_line(scan, visit, record) &&
        accept_end(record) && finish_setup(record, EMPTY))
        return true;
    game_free(record->game);
    return false;
}

// Does the whole main line leave the stones alone that it implies?
static bool agrees_with_implied(const Record *record)
{
    Game game;
    SgfScan scan = *record->scan;
    SgfTurns turns = *record->turns;
    Record trial = *record;
    scan.remarks = NULL;
    turns.before_move = 0;
    turns.observer = NULL;
    trial.scan = &scan;
    trial.turns = &turns;
    trial.game = &game;
    if (play_turns(&trial))
        game_free(&game);
    return !trial.contradicts_these;
}

// Finds the stones of a handicap that the record does not place. Source: qGo, which
// writes such records.
static void find_implied(Record *record)
{
    const SgfFacts *facts = &record->turns->facts;
    Point points[HANDICAP_STONES_MAX];
    if (facts->handicap < 2 || !facts->implies_stones)
        return;
    if (handicap_points(facts->columns, facts->rows, facts->handicap, points))
        for (int i = 0; i < facts->handicap; i++)
            bitboard_add(&record->implied, points[i]);
    if (!agrees_with_implied(record))
        record->implied = bitboard_empty();
    sgf_scan_begin(record->scan); // for the line
    sgf_scan_remark(record->scan, SGF_HANDICAP,
                    bitboard_is_empty(&record->implied)
                        ? "no stones are placed for the handicap, and none assumed"
                        : "no stones are placed for the handicap: assumed to be on the "
                          "handicap points");
}

bool sgf_turns_play(SgfScan *scan, SgfTurns *turns, Game *game)
{
    Record record = {
        .scan = scan, .turns = turns, .game = game, .implied = bitboard_empty()};
    find_implied(&record);
    return play_turns(&record);
}

// SPDX-License-Identifier: MIT
#include "game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "area.h"

enum {
    FIRST_CAPACITY = 256,
    SITUATIONS_MAX = 3, // so often a situation ends the game without a result
};

bool komi_from_points(double points, int *komi)
{
    if (!(points >= -KOMI_MAX && points <= KOMI_MAX))
        return false;
    *komi = (int)(2 * points + (points < 0 ? -0.5 : 0.5));
    return true;
}

// Makes room for `count` moves in total.
static bool reserve_moves(Game *game, int count)
{
    if (count <= game->move_capacity)
        return true;
    int capacity = game->move_capacity ? game->move_capacity : FIRST_CAPACITY;
    while (capacity < count)
        capacity *= 2;
    Move *moves = realloc(game->moves, (size_t)capacity * sizeof *moves);
    if (moves == NULL)
        return false;
    game->moves = moves;
    game->move_capacity = capacity;
    return true;
}

bool game_reserve(Game *game, int more)
{
    return history_reserve(&game->history, game->history.length + (uint32_t)more) &&
           reserve_moves(game, game->move_count + more);
}

bool game_init(Game *game, const Rules *rules, int komi, int columns, int rows)
{
    memset(game, 0, sizeof *game);
    game->rules = *rules;
    game->komi = komi;
    history_begin(&game->history);
    position_init(&game->position, columns, rows);
    if (!game_reserve(game, 1) ||
        !history_push(&game->history, &game->position, EMPTY)) {
        game_free(game);
        return false;
    }
    return true;
}

bool game_copy(Game *to, const Game *from)
{
    if (!history_copy(&to->history, &from->history) ||
        !reserve_moves(to, from->move_count))
        return false;
    Game memory = *to;
    *to = *from;
    to->history = memory.history;
    to->moves = memory.moves;
    to->move_capacity = memory.move_capacity;
    if (from->move_count > 0)
        memcpy(to->moves, from->moves, (size_t)from->move_count * sizeof *to->moves);
    return true;
}

void game_free(Game *game)
{
    free(game->moves);
    history_free(&game->history);
    game->moves = NULL;
    game->move_count = game->move_capacity = 0;
}

static void forget_moves(Game *game)
{
    game->move_count = 0;
    game->handicap = 0;
    game->captured[BLACK] = game->captured[WHITE] = 0;
}

void game_resize(Game *game, int columns, int rows)
{
    position_init(&game->position, columns, rows);
    forget_moves(game);
    history_clear(&game->history);
    bool pushed = history_push(&game->history, &game->position, EMPTY);
    assert(pushed); // game_init made room for one entry
    (void)pushed;
}

void game_clear(Game *game)
{
    game_resize(game, game->position.columns, game->position.rows);
}

bool game_setup(Game *game, const Bitboard stones[2], Color to_play)
{
    Position before = game->position;
    if (!position_setup(&game->position, stones, to_play))
        return false;
    if (!history_push(&game->history, &game->position, EMPTY)) {
        game->position = before;
        return false;
    }
    forget_moves(game);
    return true;
}

void game_give_turn(Game *game, Color player)
{
    Position *pos = &game->position;
    if (pos->to_play == player)
        return;
    position_give_turn(pos, player);
    history_set_to_play(&game->history, player);
}

MoveError game_check(const Game *game, Color player, Point point)
{
    if (player == game->position.to_play)
        return rules_check(&game->rules, &game->position, &game->history, point);
    Position pos = game->position;
    position_give_turn(&pos, player);
    return rules_check(&game->rules, &pos, &game->history, point);
}

// Records and plays a move that may be played.
static MoveError record_move(Game *game, Color player, Point point)
{
    if (!game_reserve(game, 1))
        return MOVE_NO_MEMORY;
    Position *pos = &game->position;
    Move *move = &game->moves[game->move_count++];
    *move = (Move){.point = point,
                   .ko_before = pos->ko,
                   .color = (uint8_t)player,
                   .to_play_before = pos->to_play,
                   .passes_before = pos->passes};
    pos->to_play = (uint8_t)player;
    move->captured = (uint16_t)position_play(pos, point);
    game->captured[player] += move->captured;
    bool pushed = history_push(&game->history, pos, player);
    assert(pushed); // game_reserve made room
    (void)pushed;
    return MOVE_OK;
}

MoveError game_play(Game *game, Color player, Point point)
{
    MoveError error = game_check(game, player, point);
    return error == MOVE_OK ? record_move(game, player, point) : error;
}

MoveError game_play_lenient(Game *game, Color player, Point point)
{
    MoveError error = game_check(game, player, point);
    if (error == MOVE_OFF_BOARD || error == MOVE_OCCUPIED)
        return error;
    return record_move(game, player, point);
}

bool game_undo(Game *game)
{
    if (game->move_count == 0)
        return false;
    const Move *move = &game->moves[--game->move_count];
    Position *pos = &game->position;
    history_pop(&game->history);
    const HistoryEntry *before = &game->history.entries[game->history.length - 1];
    bool restored = position_setup(pos, before->stones, (Color)move->to_play_before);
    assert(restored); // a coloring of the history is legal
    (void)restored;
    pos->ko = move->ko_before;
    pos->passes = move->passes_before;
    game->captured[move->color] -= move->captured;
    return true;
}

uint32_t game_first_counted(const Game *game)
{
    uint32_t passed = history_last_pass(&game->history);
    uint32_t begun = game->history.length - 1 - (uint32_t)game->move_count;
    return passed > begun ? passed : begun;
}

bool game_is_void(const Game *game)
{
    const History *history = &game->history;
    return game->rules.ko == KO_SIMPLE &&
           history_count_situation(history, game_first_counted(game),
                                   history->length - 1) >= SITUATIONS_MAX;
}

bool game_is_over(const Game *game)
{
    return game->position.passes >= 2 || game_is_void(game);
}

// The coloring at the beginning or the last set-up.
static const HistoryEntry *first_coloring(const Game *game)
{
    uint32_t turns = (uint32_t)game->move_count;
    return &game->history.entries[game->history.length - 1 - turns];
}

// Stones that Black has placed beyond White's.
static int stones_beyond(const Game *game)
{
    const HistoryEntry *first = first_coloring(game);
    int stones =
        bitboard_count(&first->stones[BLACK]) - bitboard_count(&first->stones[WHITE]);
    for (int i = 0; i < game->move_count; i++)
        if (game->moves[i].point != PASS)
            stones += game->moves[i].color == BLACK ? 1 : -1;
    return stones;
}

int game_handicap(const Game *game)
{
    const HistoryEntry *first = first_coloring(game);
    if (!bitboard_is_empty(&first->stones[WHITE]))
        return 0;
    int stones = bitboard_count(&first->stones[BLACK]);
    for (int i = 0; i < game->move_count; i++) {
        const Move *move = &game->moves[i];
        if (move->color == WHITE && move->point != PASS)
            break;
        stones += move->color == BLACK && move->point != PASS;
    }
    return stones >= 2 ? stones : 0;
}

int game_handicap_bonus(const Game *game)
{
    int stones = game->rules.bonus == BONUS_NONE ? 0 : game_handicap(game);
    return stones > 0 && game->rules.bonus == BONUS_N_MINUS_ONE ? stones - 1 : stones;
}

// The player of the first pass, or EMPTY.
static Color first_passer(const Game *game)
{
    for (int i = 0; i < game->move_count; i++)
        if (game->moves[i].point == PASS)
            return (Color)game->moves[i].color;
    return EMPTY;
}

bool game_has_button(const Game *game)
{
    return game->rules.button && first_passer(game) == EMPTY;
}

// Half points that White gets by the button.
static int button_points(const Game *game)
{
    Color passer = game->rules.button ? first_passer(game) : EMPTY;
    return (passer == WHITE) - (passer == BLACK);
}

int game_white_points(const Game *game)
{
    int points = game_handicap_bonus(game);
    if (game->rules.territory)
        points += stones_beyond(game);
    return game->komi + 2 * points + button_points(game);
}

int game_result(const Game *game)
{
    if (game_is_void(game))
        return 0;
    return 2 * area_score(&game->position) - game_white_points(game);
}

bool game_place_handicap(Game *game, const Point *points, int count)
{
    const Position *pos = &game->position;
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    if (game->move_count > 0 || pos->empty_count < pos->columns * pos->rows)
        return false;
    for (int i = 0; i < count; i++) {
        if (!point_is_on_board(points[i], pos->columns, pos->rows) ||
            bitboard_test(&stones[BLACK], points[i]))
            return false;
        bitboard_add(&stones[BLACK], points[i]);
    }
    if (!game_setup(game, stones, WHITE))
        return false;
    game->handicap = count >= 2 ? count : 0; // as in SGF, one stone is none
    return true;
}

// Adds the sequences that continue with this turn. False when memory is exhausted.
static bool count_after(Game *game, Point point, int depth, uint64_t *total)
{
    MoveError error = game_play(game, (Color)game->position.to_play, point);
    if (error != MOVE_OK)
        return error != MOVE_NO_MEMORY;
    uint64_t count = game_perft(game, depth - 1);
    game_undo(game);
    *total += count;
    return count != UINT64_MAX;
}

uint64_t game_perft(Game *game, int depth)
{
    if (depth == 0)
        return 1;
    if (game_is_over(game))
        return 0;
    uint64_t total = 0;
    Bitboard empty = position_empty(&game->position);
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p))
        if (!count_after(game, p, depth, &total))
            return UINT64_MAX;
    return count_after(game, PASS, depth, &total) ? total : UINT64_MAX;
}

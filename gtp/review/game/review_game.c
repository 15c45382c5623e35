// SPDX-License-Identifier: MIT
#include "review_game.h"

#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "sgf_scan.h"

enum { KOMI_HANDICAP = 1 }; // half points

// A record that is being read.
typedef struct Reading {
    ReviewGame *game;
    const char *record;
    bool no_memory;
} Reading;

// Errors: false when memory is exhausted.
static bool reserve(ReviewGame *game)
{
    if (game->turns != NULL && game->turn_count < game->capacity)
        return true;
    int capacity = game->capacity > 0 ? 2 * game->capacity : 256;
    ReviewTurn *turns = realloc(game->turns, (size_t)capacity * sizeof *turns);
    if (turns == NULL)
        return false;
    game->turns = turns;
    game->capacity = capacity;
    return true;
}

static void add_turn(Reading *reading, ReviewTurn turn)
{
    ReviewGame *game = reading->game;
    if (reading->no_memory || !reserve(game)) {
        aligned_delete(turn.stones);
        reading->no_memory = true;
        return;
    }
    turn.number = game->move_count += turn.is_move;
    game->turns[game->turn_count++] = turn;
}

// A turn that leaves these stones on the board.
static void add_setup(Reading *reading, const Bitboard stones[2], Color to_play,
                      int handicap)
{
    Bitboard *copy = aligned_new(_Alignof(Bitboard), 2 * sizeof *copy);
    if (copy == NULL) {
        reading->no_memory = true;
        return;
    }
    copy[BLACK] = stones[BLACK];
    copy[WHITE] = stones[WHITE];
    add_turn(reading,
             (ReviewTurn){.to_play = to_play, .stones = copy, .handicap = handicap});
}

// What stands before the first move is one turn: the position that the game begins
// with.
static void drop_beginning(ReviewGame *game)
{
    if (game->turns == NULL || game->move_count > 0 || game->turn_count == 0)
        return;
    aligned_delete(game->turns[0].stones);
    game->turn_count = 0;
}

// The position before a move, when the other player would be to move.
static void give_turn(Reading *reading, const Game *game, Color player)
{
    const HistoryEntry *before = &game->history.entries[game->history.length - 2];
    add_setup(reading, before->stones, player, game->handicap);
}

// An SgfObserver's see.
static void see(void *object, SgfTurnKind kind, const Game *game, const SgfScan *scan)
{
    Reading *reading = object;
    ReviewGame *review = reading->game;
    review->columns = game->position.columns;
    review->rows = game->position.rows;
    if (kind == SGF_SET_UP) {
        drop_beginning(review);
        add_setup(reading, game->position.stones, (Color)game->position.to_play,
                  game->handicap);
        return;
    }
    const Move *move = &game->moves[game->move_count - 1];
    const ReviewTurn *last =
        review->turn_count > 0 ? &review->turns[review->turn_count - 1] : NULL;
    Color expected = last != NULL ? last->to_play : BLACK;
    if (expected != (Color)move->color)
        drop_beginning(review);
    if (review->turn_count == 0 || expected != (Color)move->color)
        give_turn(reading, game, (Color)move->color);
    add_turn(reading, (ReviewTurn){.is_move = true,
                                   .point = move->point,
                                   .player = (Color)move->color,
                                   .to_play = (Color)game->position.to_play,
                                   .handicap = game->handicap,
                                   .node = (size_t)(scan->node - reading->record)});
}

static int usual_komi(const ReviewGame *game)
{
    if (game->facts.handicap >= 2)
        return KOMI_HANDICAP;
    return rules_usual_komi(&game->rules);
}

// Decides by what rules the game is reviewed.
static void choose_rules(ReviewGame *game, const ReviewRules *said)
{
    game->rules = said->has_rules ? said->rules : record_facts_rules(&game->facts);
    game->komi = usual_komi(game);
    if (said->has_komi || game->facts.has_komi)
        game->komi = said->has_komi ? said->komi : game->facts.komi;
}

// A record without a move has one position.
static void add_only_position(Reading *reading, const Game *game)
{
    reading->game->columns = game->position.columns;
    reading->game->rows = game->position.rows;
    if (reading->game->turn_count == 0)
        add_setup(reading, game->position.stones, (Color)game->position.to_play,
                  game->handicap);
}

bool review_game_read(ReviewGame *game, const char *record, size_t length,
                      const ReviewRules *rules, SgfReport *report)
{
    Game played = {.komi = 0};
    memset(game, 0, sizeof *game);
    memset(report, 0, sizeof *report);
    Reading reading = {.game = game, .record = record};
    const SgfObserver observer = {see, &reading};
    record_facts_read(&game->facts, record, length);
    choose_rules(game, rules);
    reading.no_memory =
        !game_init(&played, &game->rules, game->komi, BOARD_SIZE_MAX, BOARD_SIZE_MAX);
    if (!reading.no_memory && sgf_follow(&played, record, length, &observer, report))
        add_only_position(&reading, &played);
    game_free(&played);
    if (reading.no_memory)
        report->error = (SgfError){.text = "out of memory"};
    return !reading.no_memory && game->turn_count > 0;
}

void review_game_free(ReviewGame *game)
{
    for (int i = 0; i < game->turn_count; i++)
        if (game->turns[i].stones != NULL)
            aligned_delete(game->turns[i].stones);
    free(game->turns);
    memset(game, 0, sizeof *game);
}

bool review_game_begin(const ReviewGame *review, Game *game)
{
    game_free(game);
    return game_init(game, &review->rules, review->komi, review->columns,
                     review->rows) &&
           game_reserve(game, review->move_count);
}

// Takes a stone off or sets some, or only gives the turn.
static bool set_up(const ReviewTurn *turn, Game *game)
{
    const Position *pos = &game->position;
    if (bitboard_equal(&turn->stones[BLACK], &pos->stones[BLACK]) &&
        bitboard_equal(&turn->stones[WHITE], &pos->stones[WHITE])) {
        game_give_turn(game, turn->to_play);
        return true;
    }
    return game_setup(game, turn->stones, turn->to_play);
}

bool review_game_play(const ReviewGame *review, int turn, Game *game)
{
    const ReviewTurn *next = &review->turns[turn];
    bool played = next->is_move
                      ? game_play_lenient(game, next->player, next->point) == MOVE_OK
                      : set_up(next, game);
    game->handicap = next->handicap;
    return played;
}

// SPDX-License-Identifier: MIT
#include "settled_board.h"

enum {
    // A territory of this many points could be invaded, if no chain in it dies. On a
    // settled board, at most 1 / LOOSE_PART of the points may be such points that are
    // not firm.
    LARGE_TERRITORY = 7,
    LOOSE_PART = 20,
    DAME_MAX = 4, // more dame than that side by side are no dame yet
};

bool settled_board_is_clear(const Position *pos, const SearchReport *report)
{
    enum { WHOLE = 1000 }; // of a point
    int owners[POINT_LIMIT];
    if (report->evaluations == 0 || report->network_part < 1)
        return final_status_is_clear(pos, report->ownership,
                                     report->ownership_playouts);
    for (Point p = 0; p < POINT_LIMIT; p++)
        owners[p] = (int)(WHOLE * report->network_owner[p]);
    return final_status_is_clear(pos, owners, WHOLE);
}

const Verdict *settled_board_verdict(const PassedBoard *passed)
{
    return life_death_ask(passed->judge, &passed->game->position,
                          color_other(passed->player));
}

Bitboard settled_board_ko_stones(const PassedBoard *passed, const Bitboard *removed)
{
    const Game *game = passed->game;
    return game->rules.territory && game->rules.dead_stones
               ? final_status_ko_stones(&game->position, removed, passed->player)
               : bitboard_empty();
}

int settled_board_score(const Game *game, Color player, const Bitboard *removed)
{
    int score = final_status_result(game, removed);
    return (player == BLACK ? score : -score) + game_has_button(game);
}

// Are all dame single points, or a few side by side?
static bool has_only_small_dame(Bitboard dame)
{
    while (!bitboard_is_empty(&dame)) {
        Bitboard part = bitboard_reach(bitboard_of(bitboard_first(&dame)), dame);
        if (bitboard_count(&part) > DAME_MAX)
            return false;
        dame = bitboard_difference(dame, part);
    }
    return true;
}

// Bounds of the score, whatever becomes of what is unclear.
static void bound_scores(const PassedBoard *passed, SettledBoard *board)
{
    const Verdict *verdict = &board->verdict;
    Bitboard own = passed->game->position.stones[passed->player];
    Bitboard own_unclear = bitboard_intersection(verdict->unclear, own);
    Bitboard enemy_unclear = bitboard_difference(verdict->unclear, own);
    Bitboard removed = verdict->dead;
    if (!passed->game->rules.dead_stones)
        removed = bitboard_intersection(removed, own);
    removed = bitboard_union(removed, own_unclear);
    removed = bitboard_union(removed, settled_board_ko_stones(passed, &removed));
    board->sure = settled_board_score(passed->game, passed->player, &removed);
    removed = bitboard_union(verdict->dead, enemy_unclear);
    board->best = settled_board_score(passed->game, passed->player, &removed);
}

// The number of points of a player's large territories, without the points `but`. The
// points beside unclear chains are decided with these chains.
static int count_large(const SettledBoard *board, Color color, const Bitboard *but)
{
    int points = 0;
    Bitboard rest = board->status.territory[color];
    while (!bitboard_is_empty(&rest)) {
        Bitboard part = bitboard_reach(bitboard_of(bitboard_first(&rest)), rest);
        Bitboard unclear =
            bitboard_intersection(bitboard_neighbors(&part), board->verdict.unclear);
        rest = bitboard_difference(rest, part);
        if (bitboard_count(&part) < LARGE_TERRITORY || !bitboard_is_empty(&unclear))
            continue;
        part = bitboard_difference(part, *but);
        points += bitboard_count(&part);
    }
    return points;
}

// The dame that belong to no player, whoever begins. Around an unclear chain points are
// dame only as long as the chain stands.
static Bitboard lasting_dame(const PassedBoard *passed, const SettledBoard *board)
{
    const Position *pos = &passed->game->position;
    const Verdict *verdict = &board->verdict;
    FinalStatus status;
    Bitboard unclear =
        bitboard_difference(verdict->unclear, pos->stones[passed->player]);
    Bitboard removed = bitboard_union(verdict->dead, unclear);
    final_status_keep_unsurrounded(pos, &removed);
    final_status_find(pos, &removed, &status);
    return bitboard_intersection(status.dame, board->status.dame);
}

bool settled_board_find(const PassedBoard *passed, const SearchReport *report,
                        SettledBoard *board)
{
    const Position *pos = &passed->game->position;
    FinalStatus *status = &board->status;
    board->verdict = *settled_board_verdict(passed);
    final_status_find(pos, &board->verdict.removed, status);
    bound_scores(passed, board);
    board->captives =
        bitboard_difference(board->verdict.removed, pos->stones[passed->player]);
    Bitboard dame =
        bitboard_difference(status->dame, bitboard_neighbors(&status->seki));
    board->dame = passed->game->rules.territory ? 0 : 2 * bitboard_count(&dame);
    const Verdict *verdict = &board->verdict;
    Color other = color_other(passed->player);
    board->loose = count_large(board, BLACK, &verdict->firm[BLACK]) +
                   count_large(board, WHITE, &verdict->firm[WHITE]);
    board->unproven = count_large(board, other, &verdict->proven[other]);
    bool is_known =
        bitboard_is_empty(&verdict->guessed) || settled_board_is_clear(pos, report);
    return is_known && board->loose * LOOSE_PART <= pos->columns * pos->rows &&
           has_only_small_dame(lasting_dame(passed, board));
}

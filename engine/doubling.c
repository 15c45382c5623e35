// SPDX-License-Identifier: MIT
#include "doubling.h"

#include <math.h>

#include "handicap_lead.h"

// Boards with a side no longer than this have no handicap that tells.
enum { SMALL_SIDE = 7 };
// The most that networks have been trained with well. Steps are binary fractions.
static const double MOST = 2.75, STEP = 0.125;
// The chance to win that the player who is behind should seem to have.
static const double CHANCE_LEAST = 0.05, CHANCE_MOST = 0.25;

Doubling doubling_default(void)
{
    return (Doubling){.per_point = 0.045};
}

bool doubling_is_same(const Doubling *a, const Doubling *b)
{
    return a->advantage == b->advantage && a->player == b->player &&
           a->per_point == b->per_point && a->is_fixed == b->is_fixed;
}

double doubling_of_white(const Doubling *doubling, Color player)
{
    bool is_white = doubling->player == DOUBLING_ASKED
                        ? player == WHITE
                        : doubling->player == DOUBLING_WHITE;
    return is_white ? doubling->advantage : -doubling->advantage;
}

// The most that the player may have who is behind by so many points. On a small board
// they count more.
static double limit_of(const Doubling *doubling, const Position *pos, double points)
{
    double area = pos->columns * pos->rows, full = BOARD_SIZE_MAX * BOARD_SIZE_MAX;
    double scale = pow(full / area, 0.75);
    double beyond = points - fmax(4 / scale, 2);
    if (beyond < 0 || pos->columns <= SMALL_SIDE || pos->rows <= SMALL_SIDE)
        return 0;
    double limit = fmin(MOST, doubling->per_point * beyond * scale);
    return round(limit / STEP) * STEP;
}

double doubling_next(const Doubling *doubling, const Game *game, Color player,
                     const RecentChances *recent, double white)
{
    if (doubling->is_fixed)
        return doubling_of_white(doubling, player);
    double lead = handicap_lead(game), sign = lead >= 0 ? 1 : -1;
    double limit = limit_of(doubling, &game->position, fabs(lead));
    double behind = sign * white;
    Color weaker = lead >= 0 ? WHITE : BLACK;
    if (recent->count == 0 || bitboard_is_empty(&game->position.stones[WHITE]))
        behind = limit;
    else if (recent_chance(recent, weaker) < CHANCE_LEAST)
        behind += STEP;
    else if (recent_chance(recent, weaker) > CHANCE_MOST)
        behind -= STEP;
    return sign * fmin(fmax(behind, 0), limit);
}

// SPDX-License-Identifier: MIT
#include "dynamic_komi.h"

// Points per handicap stone, on a full board. This is less than the stone is worth, so
// that the stronger player plays on towards a win.
static const double POINTS_A_STONE = 7;
// Chances to win beyond which a player gives or receives more.
static const double HIGH = 0.85, LOW = 0.2;
// Chances beyond which a player takes back some of what it gave, or gives back some of
// what it took.
static const double TAKE_BACK = 0.45, GIVE_BACK = 0.6;
// Parts of the board covered by stones. Between these the most points go down to none.
static const double FADE_FROM = 0.25, FADE_TO = 0.5;

static double most_points(const Game *game, const Params *params)
{
    double points = game->position.columns * game->position.rows;
    double covered = 1 - game->position.empty_count / points;
    double left = (FADE_TO - covered) / (FADE_TO - FADE_FROM);
    left = left < 0 ? 0 : left > 1 ? 1 : left;
    return params->dynamic_komi / 100.0 * points * left;
}

static double within(double points, double most)
{
    return points > most ? most : points < -most ? -most : points;
}

double dynamic_komi_begin(const Game *game, const Params *params, Color player)
{
    if (game->handicap < 2)
        return 0;
    double area = game->position.columns * game->position.rows;
    double points =
        POINTS_A_STONE * game->handicap * area / (BOARD_SIZE_MAX * BOARD_SIZE_MAX);
    return within(player == BLACK ? points : -points, most_points(game, params));
}

// Half of what is missing, but at least one point.
static double step(double missing)
{
    return missing > 2 ? missing / 2 : 1;
}

double dynamic_komi_adapt(const Game *game, const Params *params, double given,
                          const KomiExperience *experience)
{
    double chance = experience->win_rate, lead = experience->score - given;
    if (chance > HIGH)
        given += step(lead);
    else if (chance < LOW)
        given -= step(-lead);
    else if (given > 0 && chance < TAKE_BACK)
        given = given > step(-lead) ? given - step(-lead) : 0;
    else if (given < 0 && chance > GIVE_BACK)
        given = -given > step(lead) ? given + step(lead) : 0;
    return within(given, most_points(game, params));
}

// SPDX-License-Identifier: MIT
#include "people_move.h"

#include <math.h>
#include <string.h>

#include "atari_stakes.h"
#include "eye.h"
#include "network_query.h"

enum { STAKES_MOST = 10 }; // stones: more count no more
// Where a level overlooks all else, a move that is better by a stone at stake is e
// times likelier, before the temperature counts.
static const double STAKES_TOLERANCE = 1.0 / STAKES_MOST;

PeopleMove people_move_begin(const EngineOptions *options, const Game *game,
                             bool is_reproducible)
{
    PeopleMove move = {.options = options,
                       .is_level = options->rank != RANK_UNKNOWN && !is_reproducible,
                       .profile = options->profile,
                       .imitation = options->imitation};
    if (move.is_level) {
        move.level =
            level_of(options->rank, game->position.columns, game->position.rows);
        move.profile = katago_profile_of_rank(move.level.rank);
        move.imitation = move.level.imitation;
    }
    return move;
}

void people_move_limit(const PeopleMove *move, SearchLimits *limits)
{
    if (move->is_level &&
        (limits->playouts == 0 || limits->playouts > move->level.playouts))
        limits->playouts = move->level.playouts;
}

// Is KataGo's network asked?
static bool asks_katago(const PeopleMove *move, const Game *game)
{
    const KatagoNetwork *human = move->options->human;
    const Position *pos = &game->position;
    return human != NULL && katago_network_takes(pos->columns, pos->rows) &&
           katago_network_knows(human, &move->profile);
}

bool people_move_is_possible(const PeopleMove *move, const Game *game)
{
    const EngineOptions *options = move->options;
    bool has_own =
        (move->is_level ? options->people : engine_options_own_people(options)) != NULL;
    return move->imitation.part > 0 &&
           (asks_katago(move, game) ||
            (has_own && move->profile.source != KATAGO_SOURCE_NONE));
}

bool people_move_is_due(PeopleMove *move, uint64_t seed)
{
    move->rng = rng_seeded(seed, 0);
    return imitation_random(&move->rng) < move->imitation.part;
}

static bool ask_katago(PeopleMove *move, const Game *game, const NetworkQuery *query)
{
    KatagoAnswer answer;
    if (!network_query_ask_katago(move->options->human, game, query, &answer))
        return false;
    memcpy(move->policy, answer.policy, sizeof move->policy);
    return true;
}

bool people_move_ask(PeopleMove *move, const Game *game, Color player)
{
    const NetworkQuery query = {.player = player, .profile = move->profile};
    if (asks_katago(move, game))
        return ask_katago(move, game, &query);
    bool hides_ladders =
        move->is_level && imitation_random(&move->rng) >= move->level.ladders;
    return network_query_ask_human(move->options->people, game, &query, hides_ladders,
                                   move->policy);
}

bool people_move_leaves(const PeopleMove *move, const SearchReport *report, Point best)
{
    return best == PASS || (move->is_level && best != report->best);
}

// Those that people may make; others need not be looked at.
static Bitboard likely_moves(const PeopleMove *move, const Bitboard *grid)
{
    double most = 0;
    Bitboard moves = bitboard_empty();
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        most = fmax(most, (double)move->policy[p]);
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        if (move->policy[p] > 0 &&
            (double)move->policy[p] >= move->imitation.least * most)
            bitboard_add(&moves, p);
    return moves;
}

// What a chance to win and a score are worth, from -1 to 1. See utility_of().
static float worth(const PeopleMove *move, int rows, float win, float score)
{
    float points = 0.01f * (float)move->options->params.value_points;
    return (1 - points) * (2 * win - 1) + points * score / (fabsf(score) + (float)rows);
}

// Looks ahead as far as the level does. Errors: false when memory is exhausted.
static bool look_ahead(const PeopleMove *move, Game *game, Color player,
                       float foreseen[POINT_LIMIT])
{
    NetworkForesight foresight;
    const NetworkOutlook outlook = {likely_moves(move, &game->position.grid),
                                    move->level.replies};
    if (!network_query_look_ahead(move->options->network, game, player, &outlook,
                                  &foresight))
        return false;
    for (Point p = 0; p < POINT_LIMIT; p++)
        foreseen[p] =
            worth(move, game->position.rows, foresight.win[p], foresight.score[p]);
    return true;
}

// Sees only what is in atari.
static void look_at_ataris(const Position *pos, Color player,
                           float foreseen[POINT_LIMIT])
{
    int stakes[POINT_LIMIT];
    atari_stakes(pos, player, stakes);
    for (Point p = 0; p < POINT_LIMIT; p++)
        foreseen[p] = fminf(fmaxf((float)stakes[p] / STAKES_MOST, -1), 1);
}

// Even a weak player keeps its eyes.
static void keep_eyes(const Position *pos, Color player, float policy[POINT_LIMIT])
{
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        if (policy[p] > 0 && eye_is_single(pos, p, player))
            policy[p] = 0;
}

void people_move_chances(PeopleMove *move, Game *game, const SearchReport *report,
                         double chances[POINT_LIMIT])
{
    Imitation imitation = move->imitation;
    float foreseen[POINT_LIMIT];
    ImitationView view = {.pos = &game->position,
                          .turn = game->move_count,
                          .last = game->move_count > 0
                                      ? game->moves[game->move_count - 1].point
                                      : NO_POINT,
                          .policy = move->policy,
                          .report = report};
    if (move->is_level) {
        keep_eyes(&game->position, report->player, move->policy);
        view.report = NULL; // what the search found is of another kind
        bool overlooks = imitation_random(&move->rng) < move->level.oversight;
        if (overlooks)
            look_at_ataris(&game->position, report->player, foreseen);
        if (overlooks || look_ahead(move, game, report->player, foreseen))
            view.foreseen = foreseen;
        if (overlooks)
            imitation.tolerance = STAKES_TOLERANCE;
    }
    imitation_chances(&imitation, &view, chances);
}

Point people_move_draw(PeopleMove *move, const double chances[POINT_LIMIT], Point best)
{
    Point drawn = imitation_draw(chances, &move->rng);
    bool is_move = drawn != NO_POINT && !(move->is_level && drawn == PASS);
    return is_move ? drawn : best;
}

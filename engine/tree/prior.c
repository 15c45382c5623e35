// SPDX-License-Identifier: MIT
#include "prior.h"

#include <math.h>
#include <string.h>

enum {
    DISTANCE_MAX = 3,
    SURE_UNITS = 240,
    // So that a move that the network is sure of has its units, whatever the unit.
    EVEN_UNITS_MAX = (PRIOR_VISITS_MAX - SURE_UNITS) / 2,
};

// The points at common-fate distance 0..3 from a move. A step from a stone to a stone
// of its chain costs nothing, any other step costs one. Source: Graepel et al. 2001,
// "Learning on Graphs in the Game of Go".
typedef struct Surroundings {
    Bitboard within[DISTANCE_MAX + 1];
} Surroundings;

// Adds to a set of points all chains that it touches.
static Bitboard with_chains(const Position *pos, Bitboard set)
{
    for (Color color = BLACK; color <= WHITE; color++)
        set = bitboard_union(set, bitboard_reach(set, pos->stones[color]));
    return set;
}

static void find_surroundings(const Position *pos, Point last, Surroundings *around)
{
    Bitboard set = bitboard_empty();
    if (last >= POINT_STRIDE)
        set = with_chains(pos, bitboard_of(last));
    around->within[0] = set;
    for (int distance = 1; distance <= DISTANCE_MAX; distance++) {
        Bitboard wider = bitboard_union(set, bitboard_neighbors(&set));
        set = with_chains(pos, bitboard_intersection(wider, pos->grid));
        around->within[distance] = set;
    }
}

static void add_prior_games(Prior *prior, int games, bool won)
{
    int room = PRIOR_VISITS_MAX - prior->visits;
    int added = games < room ? games : room;
    prior->visits = (uint8_t)(prior->visits + added);
    if (won)
        prior->wins = (uint8_t)(prior->wins + added);
}

static void add_nearness(const Params *params, const Surroundings *around, Point p,
                         Prior *prior)
{
    if (bitboard_test(&around->within[1], p))
        add_prior_games(prior, params->prior_near1, true);
    else if (bitboard_test(&around->within[2], p))
        add_prior_games(prior, params->prior_near2, true);
    else if (bitboard_test(&around->within[3], p))
        add_prior_games(prior, params->prior_near3, true);
}

// The line of a point: 1 at the edge.
static int line_from_edge(const Position *pos, Point p)
{
    int column = point_column(p), row = point_row(p) - 1;
    int x = column < pos->columns - 1 - column ? column : pos->columns - 1 - column;
    int y = row < pos->rows - 1 - row ? row : pos->rows - 1 - row;
    return 1 + (x < y ? x : y);
}

// Points no further than three steps from any stone.
static Bitboard settled_area(const Position *pos)
{
    Bitboard set = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    for (int i = 0; i < 3; i++) {
        Bitboard wider = bitboard_union(set, bitboard_neighbors(&set));
        set = bitboard_intersection(wider, pos->grid);
    }
    return set;
}

// Stones that the player to move captures by playing p.
static int captured_by(const Position *pos, Point p)
{
    int captured = 0;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]), liberty;
        if (bitboard_test(&pos->stones[!pos->to_play], q) &&
            position_in_atari(pos, q, &liberty))
            captured += pos->chain_size[pos->chain[q]];
    }
    return captured;
}

// What a present or coming atari makes of points: by capture, escape or ladder.
typedef struct Tactics {
    Bitboard saving;   // saves an own chain in atari
    Bitboard futile;   // an escape that runs into a ladder, or no escape at all
    Bitboard catching; // begins a ladder that catches an enemy chain of two liberties
    Bitboard evading;  // a liberty of an own chain that such a ladder would catch
} Tactics;

static void judge_escape(const PriorView *view, Point chain, Point liberty,
                         Tactics *tactics)
{
    const Position *pos = view->pos;
    int liberties = position_liberties_after(pos, liberty, 3);
    if (liberties >= 3 ||
        (liberties == 2 && !ladder_is_caught_after(view->ladders, pos, chain, liberty)))
        bitboard_add(&tactics->saving, liberty);
    else
        bitboard_add(&tactics->futile, liberty);
}

// Judges the liberties of a chain of two. `passed` is the position with the other
// player to move.
static void judge_pair(const PriorView *view, const Position *passed, Point chain,
                       const PointList *liberties, Tactics *tactics)
{
    const Position *pos = view->pos;
    bool own = position_at(pos, chain) == pos->to_play;
    if (own && !ladder_is_caught(view->ladders, passed, chain))
        return;
    for (int i = 0; i < liberties->count; i++) {
        Point p = liberties->points[i];
        if (!position_can_play(pos, p))
            continue;
        bool caught = ladder_is_caught_after(view->ladders, pos, chain, p);
        if (own && !caught)
            bitboard_add(&tactics->evading, p);
        else if (!own && caught)
            bitboard_add(&tactics->catching, p);
    }
}

// Looks at all own chains in atari, and at the chains of two liberties near the last
// move; everywhere, if no stone was played last.
static void find_tactics(const PriorView *view, const Surroundings *around,
                         Tactics *tactics)
{
    const Position *pos = view->pos;
    Position passed = *pos;
    position_give_turn(&passed, color_other((Color)pos->to_play));
    memset(tactics, 0, sizeof *tactics);
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    const Bitboard *near =
        bitboard_is_empty(&around->within[0]) ? &stones : &around->within[2];
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        if (pos->chain[p] != p)
            continue;
        PointList liberties = {.count = 0};
        position_add_liberties(pos, p, NO_POINT, 3, &liberties);
        if (liberties.count == 1 && position_at(pos, p) == pos->to_play)
            judge_escape(view, p, liberties.points[0], tactics);
        else if (liberties.count == 2 && bitboard_test(near, p))
            judge_pair(view, &passed, p, &liberties, tactics);
    }
    // What saves one chain is not futile for another.
    tactics->futile = bitboard_difference(tactics->futile, tactics->saving);
}

void prior_fill(const PriorView *view, const PointList *moves, Prior priors[])
{
    const Position *pos = view->pos;
    const Params *params = &view->policy->params;
    Surroundings around;
    find_surroundings(pos, view->last, &around);
    Tactics tactics;
    find_tactics(view, &around, &tactics);
    Bitboard settled = settled_area(pos);
    for (int i = 0; i < moves->count; i++) {
        Point p = moves->points[i];
        Prior *prior = &priors[i];
        *prior = (Prior){0};
        add_prior_games(prior, params->prior_even / 2, true);
        add_prior_games(prior, params->prior_even / 2, false);
        if (p == PASS) {
            add_prior_games(prior, params->prior_pass, false);
            continue;
        }
        add_nearness(params, &around, p, prior);
        int captured = captured_by(pos, p);
        if (captured > 0 || bitboard_test(&tactics.saving, p))
            add_prior_games(prior, params->prior_capture * (captured > 1 ? 2 : 1),
                            true);
        else if (bitboard_test(&tactics.futile, p))
            add_prior_games(prior, params->prior_futile, false);
        else if (bitboard_test(&tactics.catching, p))
            add_prior_games(prior, params->prior_catch, true);
        else if (bitboard_test(&tactics.evading, p))
            add_prior_games(prior, params->prior_evade, true);
        if (playout_policy_matches_pattern(view->policy, pos, p))
            add_prior_games(prior, params->prior_pattern, true);
        int liberties = position_liberties_after(pos, p, 2);
        if (liberties < 2)
            add_prior_games(prior, params->prior_selfatari, false);
        if (liberties < 1)
            add_prior_games(prior, params->prior_suicide, false);
        int line = line_from_edge(pos, p);
        if (!bitboard_test(&settled, p) && line <= 3)
            add_prior_games(prior, params->prior_edge, line == 3);
    }
}

float prior_network_unit(const Params *params)
{
    return (float)params->prior_network / SURE_UNITS;
}

// At least one, whatever the unit.
static int units_of(const Params *params, int games)
{
    int units = (int)lrintf((float)games / prior_network_unit(params));
    return units > 1 ? units : 1;
}

// Wins, and losses, of a move to which the network gives no probability.
static int even_units(const Params *params)
{
    int units = units_of(params, params->prior_even / 2);
    return units < EVEN_UNITS_MAX ? units : EVEN_UNITS_MAX;
}

ProbabilityScale prior_network_scale(const Params *params)
{
    return (ProbabilityScale){.none = (float)even_units(params), .sure = SURE_UNITS};
}

void prior_fill_by_network(const Params *params, const float probability[],
                           const PointList *moves, Prior priors[])
{
    int even = even_units(params);
    for (int i = 0; i < moves->count; i++) {
        Point p = moves->points[i];
        priors[i] = (Prior){0};
        add_prior_games(&priors[i], even, false);
        add_prior_games(&priors[i], even, true);
        add_prior_games(&priors[i], (int)lrintf(SURE_UNITS * sqrtf(probability[p])),
                        true);
    }
}

void prior_doubt_pass(const Params *params, const PointList *moves, Prior priors[])
{
    int even = even_units(params);
    for (int i = 0; i < moves->count; i++)
        if (moves->points[i] == PASS) {
            priors[i] = (Prior){0};
            add_prior_games(&priors[i], even, true);
            add_prior_games(&priors[i], even, false);
            add_prior_games(&priors[i], units_of(params, params->prior_pass), false);
        }
}

void prior_raise(const ProbabilityScale *scale, Prior *prior, float probability)
{
    int more =
        (int)lrintf(scale->none + scale->sure * sqrtf(probability)) - prior->wins;
    if (more > 0)
        add_prior_games(prior, more, true);
}

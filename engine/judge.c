// SPDX-License-Identifier: MIT
#include "judge.h"

#include <string.h>

#include "aligned.h"
#include "census.h"
#include "game.h"
#include "ownership.h"
#include "search.h"

enum {
    JUDGING_SEED = 20,
    JUDGING_MEMORY_MIB = 8,
    GAME_TURNS = 2, // the empty board and the one in question
    JUDGING_RAVE = 100,
    JUDGING_EXPLORATION = 100,
    JUDGING_EXPAND = 4,
    // Playouts that each player begins.
    CENSUS_PLAYOUTS = 512,
    // A chain that survives so many of 100 playouts, whoever begins, lives; one that
    // survives no more than so many is dead; a point is firm with so many.
    LIVING_PERCENT = 90,
    DYING_PERCENT = 10,
    FIRM_PERCENT = 90,
    // A search about a chain goes on in steps until its chance leaves the middle ...
    STEP_PLAYOUTS = 500,
    STEPS_MAX = 6,
    CLEAR_LOW_PERCENT = 15,
    CLEAR_HIGH_PERCENT = 85,
    // ... and then the chain is saved if its chance is not below this.
    SAVED_PERCENT = 50,
    // The region of such a search: so many steps from the chains fought about, and the
    // liberties of a chain around them that has no more than so many.
    REGION_STEPS = 2,
    WALL_LIBERTIES = 3,
    // Points in all playouts of all searches about one position; a playout from a board
    // counts for as many as the board has.
    WORK_MAX = 1200000,
};

struct Judge {
    Policy policy;
    const LaneKernel *lanes;
    Search *search;
    Game game; // on which the searches are held
    SearchReport report;
    atomic_bool never; // false: nobody stops the searches
    int work_left;
    bool has_verdict;
    Position judged;
    Verdict verdict;
};

// Parameters that suit a few points and the question who wins there: what is good at
// another time says little, and every move is looked at.
static Params suit_params(const Params *params)
{
    Params suited = *params;
    suited.rave_equivalence = JUDGING_RAVE;
    suited.exploration = JUDGING_EXPLORATION;
    suited.expand_visits = JUDGING_EXPAND;
    suited.prior_pass = 0;
    return suited;
}

static Search *new_search(const Judge *judge)
{
    Params suited = suit_params(&judge->policy.params);
    return search_new(&suited, judge->lanes, 1, JUDGING_MEMORY_MIB);
}

Judge *judge_new(const Params *params, const LaneKernel *lanes)
{
    Judge *judge = aligned_new(_Alignof(Judge), sizeof *judge);
    if (judge == NULL)
        return NULL;
    memset(judge, 0, sizeof *judge);
    policy_init(&judge->policy, params);
    judge->lanes = lanes;
    // What is dead has to be captured before two passes.
    Rules rules = {"judge", KO_POSITIONAL, false, false};
    bool has_game = game_init(&judge->game, &rules, 0, 1, 1);
    judge->search = has_game ? new_search(judge) : NULL;
    if (judge->search == NULL || !search_reserve(judge->search, GAME_TURNS)) {
        judge_delete(judge);
        return NULL;
    }
    return judge;
}

void judge_delete(Judge *judge)
{
    if (judge == NULL)
        return;
    search_delete(judge->search);
    game_free(&judge->game);
    aligned_delete(judge);
}

void judge_set_params(Judge *judge, const Params *params)
{
    policy_init(&judge->policy, params);
    Params suited = suit_params(params);
    search_set_params(judge->search, &suited);
    judge->has_verdict = false;
}

// The censuses with Black and with White to begin.
static void take_censuses(const Judge *judge, const Position *pos, Census census[2])
{
    for (Color first = BLACK; first <= WHITE; first++) {
        Position root = *pos;
        root.to_play = (uint8_t)first;
        root.ko = NO_POINT;
        position_normalize(&root);
        CensusOrder order = {.lanes = judge->lanes,
                             .policy = &judge->policy,
                             .root = &root,
                             .playouts = CENSUS_PLAYOUTS,
                             .seed = JUDGING_SEED};
        census_take(&order, &census[first]);
    }
}

// How many of 100 playouts leave the points to the player, on the average.
static double percent_owned(const Bitboard *points, Color player, const Census *census)
{
    long sum = 0;
    for (Point p = bitboard_first(points); p; p = bitboard_next(points, p))
        sum += player == BLACK ? census->owned[p] : -census->owned[p];
    return 50 + 50.0 * (double)sum / (CENSUS_PLAYOUTS * (double)bitboard_count(points));
}

static void find_firm_points(const Position *pos, const Census census[2],
                             Bitboard firm[2])
{
    for (Color player = BLACK; player <= WHITE; player++) {
        firm[player] = bitboard_empty();
        for (Point p = bitboard_first(&pos->grid); p;
             p = bitboard_next(&pos->grid, p)) {
            Bitboard point = bitboard_of(p);
            if (percent_owned(&point, player, &census[BLACK]) >= FIRM_PERCENT &&
                percent_owned(&point, player, &census[WHITE]) >= FIRM_PERCENT)
                bitboard_add(&firm[player], p);
        }
    }
}

// Where to fight about a group: near it, near the open chains that touch the same
// points, and at the liberties of chains around it that have few.
static Bitboard region_of(const Position *pos, const Bitboard *group,
                          const Bitboard *open)
{
    Bitboard empty = position_empty(pos), fight = *group, before;
    do {
        before = fight;
        Bitboard near = bitboard_intersection(bitboard_neighbors(&fight), empty);
        near = bitboard_union(near, fight);
        near = bitboard_intersection(bitboard_neighbors(&near), *open);
        fight = bitboard_union(fight, bitboard_reach(near, *open));
    } while (!bitboard_equal(&fight, &before));
    Bitboard region = fight;
    for (int step = 0; step < REGION_STEPS; step++)
        region = bitboard_union(
            region, bitboard_intersection(bitboard_neighbors(&region), empty));
    Bitboard walls = bitboard_difference(bitboard_neighbors(&fight), region);
    walls = bitboard_intersection(walls, pos->grid);
    while (!bitboard_is_empty(&walls)) {
        Bitboard chain = position_chain(pos, bitboard_first(&walls));
        Bitboard liberties = position_liberties(pos, bitboard_first(&walls));
        if (bitboard_count(&liberties) <= WALL_LIBERTIES)
            region = bitboard_union(region, bitboard_union(chain, liberties));
        walls = bitboard_difference(walls, chain);
    }
    return region;
}

// Is the chance of the group's owner to keep it good if that player moves first?
static bool is_saved(Judge *judge, const Position *pos, const Aim *aim, Color owner,
                     Color first)
{
    int points = pos->columns * pos->rows;
    double chance = 0.5;
    game_resize(&judge->game, pos->columns, pos->rows);
    if (!game_setup(&judge->game, pos->stones, first))
        return true;
    search_aim(judge->search, aim);
    for (int step = 0; step < STEPS_MAX && judge->work_left > 0; step++) {
        SearchOrder order = {.player = first,
                             .limits = {.playouts = STEP_PLAYOUTS},
                             .seed = JUDGING_SEED + (uint64_t)step,
                             .stop = &judge->never};
        if (!search_run(judge->search, &judge->game, &order, &judge->report))
            return true;
        chance = judge->report.win_rate;
        if (first != owner)
            chance = 1 - chance;
        judge->work_left -= points * STEP_PLAYOUTS;
        if (100 * chance < CLEAR_LOW_PERCENT || 100 * chance > CLEAR_HIGH_PERCENT)
            break;
    }
    return 100 * chance >= SAVED_PERCENT;
}

// A group that is saved or lost by who moves first: notes where.
static void add_unclear(Verdict *verdict, const Bitboard *group, double percent,
                        const Point key[2])
{
    verdict->unclear = bitboard_union(verdict->unclear, *group);
    if (percent < 50)
        verdict->removed = bitboard_union(verdict->removed, *group);
    int stones = bitboard_count(group);
    if (stones > verdict->key_stones) {
        verdict->key_stones = stones;
        memcpy(verdict->key, key, sizeof verdict->key);
    }
}

// Searches the fate of a group that survives so many of 100 playouts.
static void search_group(Judge *judge, const Position *pos, const Aim *aim,
                         double percent)
{
    Point key[2] = {NO_POINT, NO_POINT};
    Color owner = position_at(pos, bitboard_first(&aim->points));
    Color weak = percent < 50 ? owner : color_other(owner); // begins first
    bool saved = percent >= 50;
    if (judge->work_left > 0) {
        saved = is_saved(judge, pos, aim, owner, weak);
        key[weak] = judge->report.best;
    }
    if (saved == (weak == owner)) {
        // To begin helps, so what if the other begins?
        bool otherwise = percent >= 50; // without any work left
        if (judge->work_left > 0) {
            otherwise = is_saved(judge, pos, aim, owner, color_other(weak));
            key[color_other(weak)] = judge->report.best;
        }
        if (otherwise != saved)
            add_unclear(&judge->verdict, &aim->points, percent, key);
        saved = saved || otherwise;
    }
    if (!saved)
        judge->verdict.dead = bitboard_union(judge->verdict.dead, aim->points);
}

// The chain with all others of its colour that it shares at least two liberties with,
// and so on.
static Bitboard linked_chains(const Position *pos, Point stone, const Bitboard *among)
{
    Bitboard group = position_chain(pos, stone);
    for (Point p = bitboard_first(among); p; p = bitboard_next(among, p)) {
        if (bitboard_test(&group, p) || position_at(pos, p) != position_at(pos, stone))
            continue;
        Bitboard near = bitboard_intersection(bitboard_neighbors(&group),
                                              position_liberties(pos, p));
        if (bitboard_count(&near) < 2)
            continue;
        group = bitboard_union(group, position_chain(pos, p));
        p = bitboard_first(among); // what was passed over may be linked now
    }
    return group;
}

// The stones whose fate the playouts alone do not tell, and the dead among the others.
static Bitboard open_stones(const Position *pos, const Census census[2], Bitboard *dead)
{
    Bitboard open = bitboard_empty();
    *dead = bitboard_empty();
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        Color owner = position_at(pos, p);
        if (owner == EMPTY || pos->chain[p] != p)
            continue;
        Bitboard chain = position_chain(pos, p);
        double second = percent_owned(&chain, owner, &census[color_other(owner)]);
        double first = percent_owned(&chain, owner, &census[owner]);
        if (first <= DYING_PERCENT && second <= DYING_PERCENT)
            *dead = bitboard_union(*dead, chain);
        else if (first < LIVING_PERCENT || second < LIVING_PERCENT)
            open = bitboard_union(open, chain);
    }
    return open;
}

static void judge_board(Judge *judge, const Position *pos)
{
    Census census[2];
    Verdict *verdict = &judge->verdict;
    take_censuses(judge, pos, census);
    find_firm_points(pos, census, verdict->firm);
    verdict->unclear = verdict->removed = bitboard_empty();
    verdict->key[BLACK] = verdict->key[WHITE] = NO_POINT;
    verdict->key_stones = 0;
    Bitboard open = open_stones(pos, census, &verdict->dead);
    judge->work_left = WORK_MAX;
    Bitboard rest = open;
    while (!bitboard_is_empty(&rest)) {
        Point p = bitboard_first(&rest);
        Color owner = position_at(pos, p);
        Aim aim = {.points = linked_chains(pos, p, &rest)};
        aim.region = region_of(pos, &aim.points, &open);
        double percent = 0.5 * (percent_owned(&aim.points, owner, &census[BLACK]) +
                                percent_owned(&aim.points, owner, &census[WHITE]));
        search_group(judge, pos, &aim, percent);
        rest = bitboard_difference(rest, aim.points);
    }
    ownership_keep_unsurrounded(pos, &verdict->dead);
    verdict->removed = bitboard_union(verdict->removed, verdict->dead);
    ownership_keep_unsurrounded(pos, &verdict->removed);
}

const Verdict *judge_ask(Judge *judge, const Position *pos)
{
    const Position *judged = &judge->judged;
    if (!judge->has_verdict || judged->columns != pos->columns ||
        judged->rows != pos->rows || !position_same_coloring(judged, pos)) {
        judge->judged = *pos;
        judge_board(judge, pos);
        judge->has_verdict = true;
    }
    return &judge->verdict;
}

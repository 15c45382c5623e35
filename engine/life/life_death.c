// SPDX-License-Identifier: MIT
#include "life_death.h"

#include <string.h>

#include "aligned.h"
#include "final_status.h"
#include "history.h"
#include "life_evidence.h"
#include "life_field.h"
#include "life_search.h"
#include "playout_policy.h"

enum {
    // Nodes of all local searches on a board, of the search whether a chain lives for
    // good, and of the search whether a place is kept.
    WORK_MAX = 120000,
    SOLID_WORK_MAX = 1500,
    PLACE_WORK_MAX = 20000,
    // A chain with at most this many liberties and stones may live by a seki alone.
    SEKI_LIBERTIES = 5,
    SEKI_STONES = 24,
};

// Nodes of the search whether a chain is captured, if one player begins. All open
// chains get few at first. So a large fight that no search decides leaves enough for
// the others.
static const int CHAIN_WORK[] = {1500, 6000, 50000};

enum { ROUNDS = sizeof CHAIN_WORK / sizeof CHAIN_WORK[0] };

// The certainty, of 1, at which evidence is believed without a search. The first two
// are for playouts and network about a chain's life or death. The third is for playouts
// about the owner of a point.
static const double PLAYOUTS_SURE = 0.8, NETWORK_SURE = 0.4, FIRM_SURE = 0.8;
// A chain that is at least this likely to live is searched first: it may live for good.
static const double LIKELY = 0.2;
// If the network is at least this sure that a chain lives, a search that loses the
// chain is doubted.
static const double DOUBTFUL = 0.3;
// A chain that no search decides lives if it is at least this likely to. If nothing
// more is known of stones, they are inside the other player's area, as a rule.
static const double IN_DOUBT = 0.1;

// The fate of a chain by local search, and the first move of either player to save or
// to kill it.
typedef struct Fate {
    LifeAnswer answer[2]; // by Color of the player that begins
    Point key[2];
} Fate;

struct LifeDeath {
    PlayoutPolicy policy;
    LifeWitnesses witnesses;
    History history; // for the witnesses
    LifeSearch *search;
    int work_left;
    int chain_work; // an entry of CHAIN_WORK
    bool has_verdict;
    Position judged;
    LifeEvidence evidence;
    Verdict verdict; // without `removed`, which depends on the player that begins
};

LifeDeath *life_death_new(const Params *params, const PlayoutKernel *lanes)
{
    LifeDeath *judge = aligned_new(_Alignof(LifeDeath), sizeof *judge);
    if (judge == NULL)
        return NULL;
    memset(judge, 0, sizeof *judge);
    playout_policy_init(&judge->policy, params);
    history_begin(&judge->history);
    judge->witnesses = (LifeWitnesses){
        .lanes = lanes, .policy = &judge->policy, .history = &judge->history};
    judge->search = life_search_new();
    if (judge->search == NULL || !history_reserve(&judge->history, 1)) {
        life_death_delete(judge);
        return NULL;
    }
    return judge;
}

void life_death_delete(LifeDeath *judge)
{
    if (judge == NULL)
        return;
    life_search_delete(judge->search);
    network_memory_delete(judge->witnesses.memory);
    ladder_reader_delete(judge->witnesses.ladders);
    history_free(&judge->history);
    aligned_delete(judge);
}

void life_death_set_params(LifeDeath *judge, const Params *params)
{
    playout_policy_init(&judge->policy, params);
    judge->has_verdict = false;
}

bool life_death_use_network(LifeDeath *judge, const Network *network)
{
    LifeWitnesses *witnesses = &judge->witnesses;
    if (network == witnesses->network)
        return true;
    NetworkMemory *memory = network == NULL ? NULL : network_memory_new(network);
    if (network != NULL && witnesses->ladders == NULL)
        witnesses->ladders = ladder_reader_new();
    if (network != NULL && (memory == NULL || witnesses->ladders == NULL)) {
        network_memory_delete(memory);
        return false;
    }
    network_memory_delete(witnesses->memory);
    witnesses->memory = memory;
    witnesses->network = network;
    judge->has_verdict = false;
    return true;
}

static void find_firm_points(const Position *pos, const LifeEvidence *evidence,
                             Bitboard firm[2])
{
    for (Color player = BLACK; player <= WHITE; player++) {
        firm[player] = bitboard_empty();
        for (Point p = bitboard_first(&pos->grid); p;
             p = bitboard_next(&pos->grid, p)) {
            Bitboard point = bitboard_of(p);
            if (life_evidence_playouts(evidence, &point, player, BLACK) >= FIRM_SURE &&
                life_evidence_playouts(evidence, &point, player, WHITE) >= FIRM_SURE)
                bitboard_add(&firm[player], p);
        }
    }
}

// What all witnesses say of a chain.
typedef enum LifeOpinion { OPINION_DEAD, OPINION_ALIVE, OPINION_NONE } LifeOpinion;

static LifeOpinion opinion_of(const LifeEvidence *evidence, const Bitboard *chain,
                              Color owner)
{
    double first = life_evidence_playouts(evidence, chain, owner, owner);
    double second = life_evidence_playouts(evidence, chain, owner, color_other(owner));
    double network = life_evidence_network(evidence, chain, owner);
    if (first >= PLAYOUTS_SURE && second >= PLAYOUTS_SURE &&
        (!evidence->has_network || network >= NETWORK_SURE))
        return OPINION_ALIVE;
    // Without a network nothing tells that playouts break a seki.
    if (first <= -PLAYOUTS_SURE && second <= -PLAYOUTS_SURE && evidence->has_network &&
        network <= -NETWORK_SURE)
        return OPINION_DEAD;
    return OPINION_NONE;
}

static LifeAnswer ask_search(LifeDeath *judge, LifeProblem *problem, Color first,
                             Point *key)
{
    int most = problem->for_good                    ? SOLID_WORK_MAX
               : bitboard_is_empty(&problem->place) ? judge->chain_work
                                                    : PLACE_WORK_MAX;
    int work = judge->work_left < most ? judge->work_left : most;
    int left = work;
    if (work <= 0)
        return LIFE_UNKNOWN;
    problem->first = first;
    LifeAnswer answer = life_search_ask(judge->search, problem, &left, key);
    judge->work_left -= work - left;
    return answer;
}

// The player that begins is never worse off for that, as a pass is allowed.
static Fate search_fate(LifeDeath *judge, const Bitboard *chain, const Bitboard *solid)
{
    Fate fate = {{LIFE_UNKNOWN, LIFE_UNKNOWN}, {NO_POINT, NO_POINT}};
    const Position *pos = &judge->judged;
    Color owner = position_at(pos, bitboard_first(chain)), other = color_other(owner);
    LifeProblem problem;
    if (!life_field_find(pos, &judge->evidence, chain, solid, &problem))
        return fate;
    fate.answer[other] = ask_search(judge, &problem, other, &fate.key[other]);
    fate.answer[owner] = LIFE_SAVED;
    if (fate.answer[other] != LIFE_SAVED)
        fate.answer[owner] = ask_search(judge, &problem, owner, &fate.key[owner]);
    return fate;
}

static bool is_proven(const Fate *fate)
{
    return fate->answer[BLACK] != LIFE_UNKNOWN && fate->answer[WHITE] != LIFE_UNKNOWN;
}

// Fills in what the search does not know from the evidence. The player that begins is
// never worse off for that.
static void complete(Fate *fate, const LifeEvidence *evidence, const Bitboard *chain,
                     Color owner)
{
    Color other = color_other(owner);
    LifeAnswer likely =
        life_evidence_all(evidence, chain, owner) < IN_DOUBT ? LIFE_LOST : LIFE_SAVED;
    if (fate->answer[owner] == LIFE_UNKNOWN)
        fate->answer[owner] = fate->answer[other] == LIFE_SAVED ? LIFE_SAVED : likely;
    if (fate->answer[other] == LIFE_UNKNOWN)
        fate->answer[other] = fate->answer[owner] == LIFE_LOST ? LIFE_LOST : likely;
}

// Notes a chain whose fate depends on the player that begins.
static void add_unclear(Verdict *verdict, const Bitboard *chain, const Fate *fate)
{
    verdict->unclear = bitboard_union(verdict->unclear, *chain);
    int stones = bitboard_count(chain);
    if (stones > verdict->key_stones) {
        verdict->key_stones = stones;
        memcpy(verdict->key, fate->key, sizeof verdict->key);
    }
}

// The solid chains of the other player that share liberties with a chain, and could owe
// their life to that. In a seki, playouts find one of the sides alive.
static Bitboard find_rivals(const Position *pos, const Bitboard *chain,
                            const Bitboard *solid)
{
    Color owner = position_at(pos, bitboard_first(chain));
    Bitboard rivals = bitboard_empty();
    Bitboard shared = position_liberties(pos, bitboard_first(chain));
    Bitboard beside = bitboard_neighbors(&shared);
    beside = bitboard_intersection(beside, pos->stones[color_other(owner)]);
    beside = bitboard_intersection(beside, *solid);
    for (Point p = bitboard_first(&beside); p; p = bitboard_next(&beside, p)) {
        Bitboard other = position_chain(pos, p), liberties = position_liberties(pos, p);
        if (bitboard_count(&liberties) <= SEKI_LIBERTIES &&
            bitboard_count(&other) <= SEKI_STONES)
            rivals = bitboard_union(rivals, other);
    }
    return rivals;
}

// The fate of a chain by the search, and by the network where that knows more of seki.
static Fate find_fate(LifeDeath *judge, const Bitboard *chain, const Bitboard *solid)
{
    Color owner = position_at(&judge->judged, bitboard_first(chain));
    Color other = color_other(owner);
    Fate fate = search_fate(judge, chain, solid);
    if (fate.answer[other] == LIFE_LOST &&
        life_evidence_network(&judge->evidence, chain, owner) >= DOUBTFUL) {
        Bitboard rivals = find_rivals(&judge->judged, chain, solid);
        Bitboard surely = bitboard_difference(*solid, rivals);
        Fate again =
            bitboard_is_empty(&rivals) ? fate : search_fate(judge, chain, &surely);
        if (again.answer[other] == LIFE_SAVED)
            fate = again;
    }
    return fate;
}

// Notes the fate of a chain. What is not known of it is guessed.
static void add_fate(LifeDeath *judge, const Bitboard *chain, Fate fate)
{
    Verdict *verdict = &judge->verdict;
    Color owner = position_at(&judge->judged, bitboard_first(chain));
    Bitboard *set = is_proven(&fate) ? &verdict->solved : &verdict->guessed;
    *set = bitboard_union(*set, *chain);
    complete(&fate, &judge->evidence, chain, owner);
    if (fate.answer[owner] == LIFE_LOST)
        verdict->dead = bitboard_union(verdict->dead, *chain);
    // For a stone that stands in a ko, the player that begins matters less than it
    // seems. The stone may be taken back, or another ko may be taken for it.
    else if (fate.answer[color_other(owner)] == LIFE_LOST &&
             !final_status_stands_in_ko(&judge->judged, chain))
        add_unclear(verdict, chain, &fate);
}

// Sorts the chains by what all witnesses say of them.
static void hear_witnesses(LifeDeath *judge, Bitboard *solid, Bitboard *open)
{
    const Position *pos = &judge->judged;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        if (position_at(pos, p) == EMPTY || pos->chain[p] != p)
            continue;
        Bitboard chain = position_chain(pos, p);
        LifeOpinion opinion = opinion_of(&judge->evidence, &chain, position_at(pos, p));
        Bitboard *set = opinion == OPINION_ALIVE  ? solid
                        : opinion == OPINION_DEAD ? &judge->verdict.dead
                                                  : open;
        *set = bitboard_union(*set, chain);
    }
}

// Moves open chains that are likely to live, and live for good, to the solid chains.
static void find_solid(LifeDeath *judge, Bitboard *solid, Bitboard *open)
{
    const Position *pos = &judge->judged;
    Bitboard rest = *open;
    while (!bitboard_is_empty(&rest)) {
        Point p = bitboard_first(&rest), key;
        Bitboard chain = position_chain(pos, p);
        Color owner = position_at(pos, p);
        LifeProblem problem;
        rest = bitboard_difference(rest, chain);
        if (life_evidence_all(&judge->evidence, &chain, owner) < LIKELY ||
            !life_field_find(pos, &judge->evidence, &chain, solid, &problem))
            continue;
        problem.for_good = true;
        if (ask_search(judge, &problem, color_other(owner), &key) == LIFE_SAVED) {
            *solid = bitboard_union(*solid, chain);
            *open = bitboard_difference(*open, chain);
        }
    }
}

// Finds the fate of open chains, and takes those off the set whose fate is proven; in
// the last round all.
static void search_round(LifeDeath *judge, const Bitboard *solid, int round,
                         Bitboard *open)
{
    Bitboard rest = *open;
    judge->chain_work = CHAIN_WORK[round];
    while (!bitboard_is_empty(&rest)) {
        Bitboard chain = position_chain(&judge->judged, bitboard_first(&rest));
        Fate fate = find_fate(judge, &chain, solid);
        rest = bitboard_difference(rest, chain);
        if (!is_proven(&fate) && round < ROUNDS - 1)
            continue;
        add_fate(judge, &chain, fate);
        *open = bitboard_difference(*open, chain);
    }
}

// Searches whether a place will be its owner's alone.
static void search_place(LifeDeath *judge, LifeProblem *problem)
{
    Verdict *verdict = &judge->verdict;
    Color owner = problem->owner, other = color_other(owner);
    Point key[2];
    LifeAnswer attacked = ask_search(judge, problem, other, &key[other]);
    if (attacked == LIFE_SAVED) {
        verdict->firm[owner] = bitboard_union(verdict->firm[owner], problem->place);
        verdict->proven[owner] = bitboard_union(verdict->proven[owner], problem->place);
    }
    if (attacked == LIFE_LOST &&
        bitboard_count(&problem->place) > bitboard_count(&verdict->place) &&
        ask_search(judge, problem, owner, &key[owner]) == LIFE_SAVED) {
        verdict->place = problem->place;
        memcpy(verdict->place_key, key, sizeof key);
    }
}

// Is one of the chains a stone that stands in a ko?
static bool has_ko(const Position *pos, const Bitboard *chains)
{
    for (Point p = bitboard_first(chains); p; p = bitboard_next(chains, p)) {
        Bitboard chain = position_chain(pos, p);
        if (final_status_stands_in_ko(pos, &chain))
            return true;
    }
    return false;
}

// Searches the places of a player that playouts do not leave to it. `trusted` are the
// stones that live according to all witnesses.
static void search_places(LifeDeath *judge, Color player, const Bitboard *trusted)
{
    const Position *pos = &judge->judged;
    const Bitboard firm = judge->verdict.firm[player];
    Bitboard owner[2];
    final_status_area(pos, &judge->verdict.dead, owner);
    Bitboard rest = bitboard_difference(owner[player], pos->stones[player]);
    while (!bitboard_is_empty(&rest)) {
        Bitboard place = bitboard_reach(bitboard_of(bitboard_first(&rest)), rest);
        Bitboard loose = bitboard_difference(place, firm);
        LifeProblem problem = {.pos = pos, .owner = player, .place = place};
        rest = bitboard_difference(rest, place);
        if (!bitboard_is_empty(&loose) &&
            life_field_of_place(&judge->evidence, trusted, &problem) &&
            !has_ko(pos, &problem.target))
            search_place(judge, &problem);
    }
}

static void judge_board(LifeDeath *judge, const Position *pos)
{
    Verdict *verdict = &judge->verdict;
    Bitboard solid = bitboard_empty(), open = bitboard_empty();
    judge->judged = *pos;
    judge->work_left = WORK_MAX;
    memset(verdict, 0, sizeof *verdict);
    life_evidence_take(&judge->witnesses, pos, &judge->evidence);
    find_firm_points(pos, &judge->evidence, verdict->firm);
    hear_witnesses(judge, &solid, &open);
    const Bitboard trusted = solid;
    find_solid(judge, &solid, &open);
    for (int round = 0; round < ROUNDS; round++)
        search_round(judge, &solid, round, &open);
    final_status_keep_unsurrounded(pos, &verdict->dead);
    for (Color player = BLACK; player <= WHITE; player++)
        search_places(judge, player, &trusted);
}

const Verdict *life_death_ask(LifeDeath *judge, const Position *pos, Color first)
{
    const Position *judged = &judge->judged;
    Verdict *verdict = &judge->verdict;
    if (!judge->has_verdict || judged->columns != pos->columns ||
        judged->rows != pos->rows || !position_same_coloring(judged, pos)) {
        judge_board(judge, pos);
        judge->has_verdict = true;
    }
    Bitboard lost = bitboard_difference(verdict->unclear, pos->stones[first]);
    verdict->removed = bitboard_union(verdict->dead, lost);
    final_status_keep_unsurrounded(pos, &verdict->removed);
    return verdict;
}

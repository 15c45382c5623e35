// SPDX-License-Identifier: MIT
#include "life_evidence.h"

#include <string.h>

#include "input_features.h"
#include "playout_stats.h"

enum {
    EVIDENCE_SEED = 20,
    PLAYOUTS = 256, // number that each player begins
    KOMI = 15,      // half points, for the network: the komi of most games
    LOOKS = 4,      // evaluations with each player to move, in different symmetries
};

// The part of the network in all the evidence; the playouts are the rest. Where the
// network is sure, it is right more often.
static const double NETWORK_PART = 2.0 / 3;

// The position with that player to move, indexed in an order of its own.
static Position with_first(const Position *pos, Color first)
{
    Position root = *pos;
    root.to_play = (uint8_t)first;
    root.ko = NO_POINT;
    root.passes = 0;
    position_normalize(&root);
    return root;
}

static void play_out(const LifeWitnesses *witnesses, const Position *root,
                     float owner[])
{
    PlayoutStats stats;
    PlayoutStatsOrder order = {.lanes = witnesses->lanes,
                               .policy = witnesses->policy,
                               .root = root,
                               .playouts = PLAYOUTS,
                               .seed = EVIDENCE_SEED};
    playout_stats_take(&order, &stats);
    for (Point p = 0; p < POINT_LIMIT; p++)
        owner[p] = (float)stats.owned[p] / PLAYOUTS;
}

// Adds the network's owners, after a pass, to the sum.
static void ask_network(const LifeWitnesses *witnesses, const Position *root,
                        float sum[])
{
    static const Rules RULES = {"life", KO_POSITIONAL, .suicide = false};
    history_clear(witnesses->history);
    history_push(witnesses->history, root, EMPTY); // there is room
    InputFeatureView view = {.pos = root,
                             .history = witnesses->history,
                             .rules = &RULES,
                             .moves = {PASS},
                             .komi = KOMI,
                             .komi_known = true,
                             .ladders = witnesses->ladders};
    float sign = root->to_play == BLACK ? 1 : -1;
    InputFeatures features;
    NetworkOutput output;
    input_features_extract(&view, &features);
    for (int look = 0; look < LOOKS; look++) {
        network_evaluate(witnesses->network, witnesses->memory, &features, 2 * look,
                         &output);
        for (Point p = 0; p < POINT_LIMIT; p++)
            sum[p] += sign * output.owner[p];
    }
}

void life_evidence_take(const LifeWitnesses *witnesses, const Position *pos,
                        LifeEvidence *evidence)
{
    memset(evidence, 0, sizeof *evidence);
    evidence->has_network = witnesses->network != NULL;
    for (Color first = BLACK; first <= WHITE; first++) {
        Position root = with_first(pos, first);
        play_out(witnesses, &root, evidence->playouts[first]);
        if (evidence->has_network)
            ask_network(witnesses, &root, evidence->network);
    }
    for (Point p = 0; p < POINT_LIMIT; p++)
        evidence->network[p] /= 2 * LOOKS;
}

static double mean_of(const float owner[], const Bitboard *points, Color player)
{
    double sum = 0;
    for (Point p = bitboard_first(points); p; p = bitboard_next(points, p))
        sum += (double)owner[p];
    return (player == BLACK ? sum : -sum) / bitboard_count(points);
}

double life_evidence_playouts(const LifeEvidence *evidence, const Bitboard *points,
                              Color player, Color first)
{
    return mean_of(evidence->playouts[first], points, player);
}

double life_evidence_network(const LifeEvidence *evidence, const Bitboard *points,
                             Color player)
{
    return mean_of(evidence->network, points, player);
}

double life_evidence_all(const LifeEvidence *evidence, const Bitboard *points,
                         Color player)
{
    double playouts = (life_evidence_playouts(evidence, points, player, BLACK) +
                       life_evidence_playouts(evidence, points, player, WHITE)) /
                      2;
    if (!evidence->has_network)
        return playouts;
    return NETWORK_PART * life_evidence_network(evidence, points, player) +
           (1 - NETWORK_PART) * playouts;
}

// SPDX-License-Identifier: MIT
//
// A network's output for the present moment of a game, without a search. The board may
// be shown as it stands or turned in one of eight ways. These should mean the same to
// the network, but do so only approximately.
#ifndef NETWORK_QUERY_H
#define NETWORK_QUERY_H

#include <stdbool.h>

#include "game.h"
#include "human_network.h"
#include "katago_network.h"
#include "network.h"

// What is asked.
typedef struct NetworkQuery {
    Color player; // to move
    // Turns the board when it is shown: as in symmetry.h, but for a network of KataGo's
    // rows count from the top.
    int symmetry;
    // 0: the policy; 1: the optimistic policy. Between them, the logits are
    // interpolated: this is the part of the way from the policy's to the optimistic
    // policy's.
    float optimism;
    // As KataGo's analysis engine shows the root of a search: without the last moves.
    // A network of KataGo's is also told that a pass does not end the game.
    bool as_root;
    KatagoProfile profile; // of the players, for a network that imitates people
    float doubling; // White's playout doubling advantage; for networks of KataGo's
} NetworkQuery;

// Fills the output for the game, for the board as it stands. The policy has the
// optimism of the query. Both policies are -1 where the player may not play; the rest
// of each sums up to 1. Errors: false when memory is exhausted.
bool network_query_ask(const Network *network, const Game *game,
                       const NetworkQuery *query, NetworkOutput *output);

// Fills the policy of the player of the query's profile; without one, that of any
// person. Points where the player may not play are -1, and the rest sums up to 1. If
// `hides_ladders`, it is as if there were none. Errors: false when memory is exhausted.
bool network_query_ask_human(const HumanNetwork *network, const Game *game,
                             const NetworkQuery *query, bool hides_ladders,
                             float policy[POINT_LIMIT]);

// What the network says of the positions after moves, for the player of the query.
// `win` and `score` of other moves are NAN.
typedef struct NetworkForesight {
    float win[POINT_LIMIT];   // chance to win
    float score[POINT_LIMIT]; // expected points
} NetworkForesight;

// What is looked at.
typedef struct NetworkOutlook {
    Bitboard moves; // of the player; those that are illegal are left out
    int replies;    // to each, the likeliest ones; the worst for the player counts
} NetworkOutlook;

// Looks ahead at moves. The game is as before afterwards. Errors: false when memory is
// exhausted.
bool network_query_look_ahead(const Network *network, Game *game, Color player,
                              const NetworkOutlook *outlook,
                              NetworkForesight *foresight);

typedef struct KatagoAnswer {
    KatagoOutput output;
    // With the optimism of the query, and with an optimism of 1. They are -1 where the
    // player may not play.
    float policy[POINT_LIMIT], optimistic[POINT_LIMIT];
} KatagoAnswer;

// The same of a network of KataGo's. If it is not the turn of the player of the query,
// the network is not told of the moves before. Errors: as network_query_ask. Pre:
// katago_network_takes the board.
bool network_query_ask_katago(const KatagoNetwork *network, const Game *game,
                              const NetworkQuery *query, KatagoAnswer *answer);

#endif

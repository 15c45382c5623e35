// SPDX-License-Identifier: MIT
//
// The playout doubling advantage: by how many doublings of its playouts a player is
// taken to be stronger than the other one. Networks of KataGo's are told of it. The
// stronger player seeks complications, and the weaker one safety. In a game with a
// handicap it makes the player who is behind fight. Source: KataGo 1.17,
// gtp_example.cfg and cpp/command/gtp.cpp.
#ifndef DOUBLING_H
#define DOUBLING_H

#include "game.h"
#include "katago_features.h"
#include "recent_chances.h"

// Whose the advantage is.
typedef enum DoublingPlayer {
    DOUBLING_ASKED, // the player to move, or the one that is asked about
    DOUBLING_BLACK,
    DOUBLING_WHITE,
} DoublingPlayer;

typedef struct Doubling {
    double advantage; // at most KATAGO_DOUBLING_LIMIT, or minus that
    int player;       // DoublingPlayer
    // In moves, the player who is behind when the game begins has at most so much
    // advantage for each point. 0: none. Analyses do without.
    double per_point;
    bool is_fixed; // moves have the advantage above, too, whatever the game
} Doubling;

// KataGo's: nothing but `per_point`.
Doubling doubling_default(void);

bool doubling_is_same(const Doubling *a, const Doubling *b);

// White's advantage in an analysis for the player to move.
double doubling_of_white(const Doubling *doubling, Color player);

// White's advantage in the player's next move; `white` is that in the move before. It
// begins with the most that the handicap allows. While the player who is behind has
// more than a quarter of the chances, it falls with each move. Below one in twenty it
// rises.
double doubling_next(const Doubling *doubling, const Game *game, Color player,
                     const RecentChances *recent, double white);

#endif

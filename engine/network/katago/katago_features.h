// SPDX-License-Identifier: MIT
//
// The input of KataGo's networks for a moment of a game, as the player to move sees it.
// Each plane and number means what it means in KataGo 1.17 (NNInputs::fillRowV7, and
// fillRowV3 to fillRowV6 for older networks). KataGo's encore, a clean-up phase of
// territory scoring, is never reached here. katago_layout.h tells which of them a
// network is shown.
#ifndef KATAGO_FEATURES_H
#define KATAGO_FEATURES_H

#include "game.h"
#include "katago_ladders.h"
#include "katago_phase.h"
#include "katago_profile.h"
#include "rules.h"

enum {
    KATAGO_MOVES = 5,          // number of last moves that a network sees
    KATAGO_DOUBLING_LIMIT = 3, // of a playout doubling advantage
};

// Versions of the input. That of networks of model versions 8 to 17 is the newest.
enum {
    KATAGO_INPUT_OLDEST = 3, // the area is katago_area, or katago_area_alive if the
                             // rules score territory
    KATAGO_INPUT_ALIVE = 4,  // the area is katago_area_alive
    KATAGO_INPUT_RULES = 6,  // the first that knows of the tax. The versions before do
                             // not see the pass that ended a game.
    KATAGO_INPUT_NEWEST = 7,
};

enum {
    KATAGO_PLANE_BOARD,
    KATAGO_PLANE_OWN,
    KATAGO_PLANE_ENEMY,
    KATAGO_PLANE_LIBERTIES, // three planes: chains of 1, 2, 3 liberties of both players
    KATAGO_PLANE_KO = 6,    // points forbidden by ko or superko
    KATAGO_PLANE_ENCORE_KO, // two planes of the encore
    KATAGO_PLANE_MOVES = 9, // the last moves, newest first; no passes
    KATAGO_PLANE_CAUGHT = 14, // three planes: chains that a ladder catches, now and one
                              // and two moves ago
    KATAGO_PLANE_LADDER_MOVES = 17, // moves that catch enemy chains of two liberties
    KATAGO_PLANE_OWN_AREA,
    KATAGO_PLANE_ENEMY_AREA,
    KATAGO_PLANE_ENCORE_STONES, // two planes of the encore
    KATAGO_PLANE_COUNT = 22,
};

enum {
    KATAGO_GLOBAL_PASSES,   // five: the first to fifth last move was a pass
    KATAGO_GLOBAL_KOMI = 5, // points for the player to move, with all others that do
                            // not come from the board, divided by 20; by 15 before
                            // KATAGO_INPUT_RULES
    KATAGO_GLOBAL_SUPERKO,
    KATAGO_GLOBAL_SUPERKO_KIND, // one half: positional; minus one half: situational
    KATAGO_GLOBAL_SUICIDE,
    KATAGO_GLOBAL_TERRITORY,
    KATAGO_GLOBAL_TAX, // in seki, or on all groups
    KATAGO_GLOBAL_GROUP_TAX,
    KATAGO_GLOBAL_ENCORE,         // two of the encore
    KATAGO_GLOBAL_PASS_ENDS = 14, // a pass would end the game or its main phase
    KATAGO_GLOBAL_DOUBLING,       // one, or there is no playout doubling advantage
    KATAGO_GLOBAL_DOUBLINGS,      // half of that of the player to move
    KATAGO_GLOBAL_BUTTON = 17,
    KATAGO_GLOBAL_WAVE, // how much the parity of komi matters; area scoring only
    KATAGO_GLOBAL_COUNT,
};

typedef struct KatagoView {
    int version; // of the input
    const Position *pos;
    const History *history;    // its newest entry is the coloring of the position
    KatagoPhase phase;         // of the present moment, and the rules
    Point moves[KATAGO_MOVES]; // newest first; NO_POINT where there is none
    // The positions one and two moves ago, with their ko; `before_count` of them exist.
    Position before[2];
    int before_count;
    int komi;      // half points, added to White's score
    int moves_max; // number of last moves that may be shown; usually KATAGO_MOVES
    // KataGo's analysis engine sets both for the root of a search: a pass is taken not
    // to end the game, and moves_max is 0.
    bool pass_goes_on;
    // Are areas found as if suicide were allowed? The header of a network may demand
    // that.
    bool pass_alive_suicide;
    KatagoProfile profile; // of the players, for networks that imitate people
    float white_doubling;  // White's playout doubling advantage over Black
} KatagoView;

typedef struct KatagoFeatures {
    Bitboard planes[KATAGO_PLANE_COUNT];
    float globals[KATAGO_GLOBAL_COUNT];
    Bitboard legal;     // the points that may be played; a pass always may
    bool has_no_result; // may the game end without a result?
} KatagoFeatures;

// The view of the present moment of a game, by KataGo's rules; these may differ from
// the game's. Its version is the newest. If a color plays twice in a row, or a turn was
// given away, the network forgets what was before. The game must not change while the
// view is used.
KatagoView katago_view(const Game *game, const Rules *rules);

// Makes it the view of the player, if it is the other one's turn. The position must be
// the view's with the turn given.
void katago_view_give_turn(KatagoView *view, const Position *pos, Color player);

// Makes it the view after one more turn. `before` is the position before it. Its
// coloring is an entry of the view's history, and the next entry is the one after it.
// The caller sets view->pos.
void katago_view_play(KatagoView *view, const Position *before, uint32_t entry,
                      Point move);

// Computes the input of the network. Most of its time goes into the ladders of three
// boards.
void katago_features_extract(const KatagoView *view, KatagoReader *reader,
                             KatagoFeatures *features);

#endif

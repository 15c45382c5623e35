// SPDX-License-Identifier: MIT
//
// What KataGo's networks must know of the course of a game besides the board. It is how
// far back repetitions and moves count, whether a pass would end the game, and points
// that do not come from komi. Turns are added one by one, so that a search can go on
// from what it knows of its root. Source: BoardHistory of KataGo 1.17. Like its GTP
// engine, it goes on without the clean-up phase ("encore") of territory scoring.
#ifndef KATAGO_PHASE_H
#define KATAGO_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "history.h"
#include "rules.h"

typedef struct KatagoPhase {
    const Rules *rules;
    uint32_t first_repeated; // first entry of the history that a move may not repeat
    uint32_t first_passed;   // the first entry in which a pass may have been repeated
    int turns;               // number of last turns that a network may be shown
    int passes;              // number of passes played that lead to the end
    int stones_played;       // by Black, minus those by White, set-up stones included
    int black_moves;         // before White's first move, set-up stones included
    int button_points;       // half points that White got with the button
    Color last_player;       // EMPTY at the beginning
    bool white_has_played;   // or had stones set up
    bool has_button;         // the button can still be taken
    bool is_over;
} KatagoPhase;

// A game begins with the coloring of that entry of its history.
KatagoPhase katago_phase_begin(const Rules *rules, const History *history,
                               uint32_t entry);

// A turn has been played, and its coloring is `entry`. If a player moves twice in a
// row, the phase begins anew: what was before is forgotten.
void katago_phase_play(KatagoPhase *phase, const History *history, uint32_t entry,
                       Color player, Point move);

// It is the player's turn after `entry`. If it was not its turn before, forgets what
// was before.
void katago_phase_set_player(KatagoPhase *phase, const History *history, uint32_t entry,
                             Color player);

typedef enum KatagoPass {
    KATAGO_PASS_GOES_ON,
    KATAGO_PASS_ENDS, // the game, or its main phase
    // A second pass in a row ends the game or its main phase; dead stones may still
    // have to be removed.
    KATAGO_PASS_ENDS_FRIENDLY,
} KatagoPass;

// What would a pass of that player do after that entry?
KatagoPass katago_phase_pass(const KatagoPhase *phase, const History *history,
                             uint32_t entry, Color player);

// Half points that White gets besides komi.
int katago_phase_bonus(const KatagoPhase *phase);

#endif

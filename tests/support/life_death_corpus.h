// SPDX-License-Identifier: MIT
//
// The positions of tests/data/life_death: finished boards with the fate of some chains,
// and the checks that prove the fates by exhaustive search. The head of a file says
// what its positions have in common. Blank lines separate positions, and a line that
// begins with # is a comment. A position is some lines `KEY: VALUE`, then its rows, top
// row first, X for Black and O for White:
//     name: three-inside     unique in all files
//     fight: seki C1 D1      a fight: fates, each before one stone of each chain that
//                            has it, with commas between; may come several times
//     score: W+2.5           the result without the dead stones; optional
//     komi: 7.5
//     play: B                the player who begins, if the fates depend on that;
//                            optional
//     threats: W             a player with endless threats elsewhere; optional
//     agreed: E4 -           on the whole board of a recorded game: a stone of each
//                            dead chain outside all fights, or `-`; optional
//     from: a recorded game, or another source
//     why: one line
//     . X O
//
// A chain is
//   dead   if it is taken off although its owner begins. If the other player has living
//          chains in the fight that are no smaller, that player keeps them and owns the
//          place at the end. If `play` is given, the chain is taken off together with
//          all other dead chains;
//   alive  if it stands although the other player begins. Or if it may be taken off,
//          but then its owner owns the place at the end, or the other player loses a
//          chain that is no smaller and could have been kept;
//   seki   if it is alive and is beside an empty point that neither player can get. A
//          chain of the other color in seki is beside that point too. Even a player who
//          begins cannot get it without losing one of that player's living stones in
//          the fight;
//   open   if it takes part in the fight, but nothing is said about it.
// If `play` is given, its player begins. If the other player begins, something else has
// to happen. The surroundings of a fight live whatever happens (Benson). With `agreed`,
// they live because the players of the game agreed so.
#ifndef LIFE_DEATH_CORPUS_H
#define LIFE_DEATH_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

#include "position.h"

typedef enum Fate {
    FATE_ALIVE,
    FATE_SEKI,
    FATE_DEAD,
    FATE_OPEN, // no claim
} Fate;

enum {
    FATE_COUNT = 4,
    FIGHTS_MAX = 6,
    NAME_SIZE = 48,
};

// One stone of each chain that has a fate in a fight.
typedef struct Fight {
    Bitboard stones[FATE_COUNT]; // by Fate
} Fight;

typedef struct LifeDeathCase {
    char name[NAME_SIZE];
    Position pos;
    Fight fights[FIGHTS_MAX];
    int fight_count;
    int komi, result; // half points; result: Black's lead
    Color play;       // EMPTY: the fates do not depend on it
    Color threats;    // EMPTY: no player
    bool has_score, is_agreed;
    Bitboard agreed; // stones of dead chains outside all fights
    bool recorded;   // from a recorded game
} LifeDeathCase;

typedef struct LifeDeathList {
    LifeDeathCase *positions;
    int count;
} LifeDeathList;

// Reads files. A word `--every=N` among the paths keeps every Nth position only.
// Errors: false, with a message on standard error that names the line; there is nothing
// to free. No file and no position are errors too.
bool life_death_read(int count, char *const paths[], LifeDeathList *list);
void life_death_free(LifeDeathList *list);

// "alive", "seki" or "dead", as in GTP, or "open".
const char *fate_name(Fate fate);

// All stones with that fate, as whole chains.
Bitboard life_death_chains(const LifeDeathCase *position, Fate fate);

// Whether every claim is proven. If not, and `tell` is true, prints what is not.
bool life_death_prove(const LifeDeathCase *position, bool tell);

// Whether the fates are proven on a board where play has gone on, whichever player
// begins. Dead stones that are gone count as dead. A living stone must be there, and a
// seki need not be one.
bool life_death_stands(const LifeDeathCase *position, const Position *later);

#endif

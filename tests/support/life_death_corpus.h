// SPDX-License-Identifier: MIT
//
// The positions of tests/data/life_death: finished boards with the fate of some chains,
// and the checks that prove these by exhaustive search. A file says at its top what its
// positions have in common. Positions stand apart by blank lines, and a line that
// begins with # is a comment. A position is a number of lines `KEY: VALUE`, then its
// rows, top row first, X being Black and O White:
//
//     name: three-inside     unique in all files
//     fight: seki C1 D1      a fight: fates, each before one stone of each chain that
//                            has it, with commas between; may come several times
//     score: W+2.5           the result once the dead stones are off the board; may be
//                            left out
//     komi: 7.5
//     play: B                if the fates depend on who begins: who does; else left out
//     threats: W             if one player has threats elsewhere without end: who;
//                            else left out
//     agreed: E4 -           on the whole board of a recorded game: a stone of each
//                            chain of no fight that is dead, or `-`; else left out
//     from: a recorded game, or what else
//     why: one line
//     . X O
//
// A chain is
//   dead   if it is taken off although its owner begins; and if the other has living
//          chains in the fight that are no smaller he keeps them, and the place is his
//          in the end; with all other dead chains if it is said who begins;
//   alive  if it stands although the other begins; or if it may be taken off but the
//          place is its owner's in the end, or the other then loses a chain that he
//          could have kept and that is no smaller;
//   seki   if it is alive, and beside it and a chain of the other colour in seki there
//          is an empty point that neither player can get, even if he begins, without
//          losing a stone that he has living in the fight;
//   open   if nothing is said about it, but it takes part in the fight.
// Where `play` says who begins that is what decides, and then with the other beginning
// something else has to happen. What is around a fight lives whatever happens (Benson),
// or, with `agreed`, because the players of the game have agreed so.
#ifndef LIFE_DEATH_CORPUS_H
#define LIFE_DEATH_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

#include "position.h"

typedef enum Fate {
    FATE_ALIVE,
    FATE_SEKI,
    FATE_DEAD,
    FATE_OPEN, // nothing is said
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
    int komi, result; // half points; Black's lead
    Color play;       // EMPTY: the fates do not depend on it
    Color threats;    // EMPTY: nobody
    bool has_score, is_agreed;
    Bitboard agreed; // stones of dead chains of no fight
    bool recorded;   // from a recorded game
} LifeDeathCase;

typedef struct LifeDeathList {
    LifeDeathCase *positions;
    int count;
} LifeDeathList;

// Reads files. Errors: false, with a message on standard error that names the line, and
// nothing to be freed; no file and no position are errors, too.
bool life_death_read(int count, char *const paths[], LifeDeathList *list);
void life_death_free(LifeDeathList *list);

// "alive", "seki" or "dead", as GTP says, or "open".
const char *fate_name(Fate fate);

// All stones with that fate, whole chains.
Bitboard life_death_chains(const LifeDeathCase *position, Fate fate);

// Is everything that is said proven? If not it may tell what is not.
bool life_death_prove(const LifeDeathCase *position, bool tell);

// Are the fates proven on a board where play has gone on, whoever begins? Dead stones
// that are gone are dead, a living one has to be there, and a seki need not be one.
bool life_death_stands(const LifeDeathCase *position, const Position *later);

#endif

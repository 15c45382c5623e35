// SPDX-License-Identifier: MIT
//
// Ladders as KataGo reads them for its networks. They differ from those of ladder.h in
// three things: which player gives way in a ko, double ko, and how much may be read.
// Source: Board::searchIsLadderCaptured of KataGo 1.17.
//
// Results differ from KataGo's in two rare cases. If its limit of 25,000 moves decides,
// the order of moves counts, which differs here. If the last liberty of a chain is also
// a point that captures, KataGo may take another capture for that liberty. Which one it
// takes depends on the order in which its chains grew.
#ifndef KATAGO_LADDERS_H
#define KATAGO_LADDERS_H

#include "position.h"

// Memory for reading: 3.3 MB, of which little is ever touched. One for each thread.
typedef struct KatagoReader KatagoReader;

// Errors: NULL when memory is exhausted.
KatagoReader *katago_reader_new(void);

void katago_reader_delete(KatagoReader *reader);

// The stones of chains in atari that cannot escape, and of chains of two liberties that
// their opponent can catch. It does not matter which player is to move.
Bitboard katago_caught(KatagoReader *reader, const Position *pos);

// As katago_caught. *moves receives the moves that catch chains of two liberties of the
// player who is not to move.
Bitboard katago_caught_by(KatagoReader *reader, const Position *pos, Bitboard *moves);

#endif

// SPDX-License-Identifier: MIT
//
// One of KataGo's networks, ready to be asked about positions. Threads share it; each
// has a memory of its own.
#ifndef KATAGO_NETWORK_H
#define KATAGO_NETWORK_H

#include "katago_features.h"
#include "katago_file.h"
#include "katago_output.h"
#include "network_output.h"
#include "runtime.h"
#include "text.h"

typedef struct KatagoNetwork KatagoNetwork;
typedef struct KatagoMemory KatagoMemory;

// Reads a network from a file, for an instruction set. Errors: NULL, and `error` is a
// line that says what is wrong.
KatagoNetwork *katago_network_open(const char *path, const Isa *isa,
                                   Precision precision, char error[KATAGO_ERROR_SIZE]);
void katago_network_delete(KatagoNetwork *network); // NULL is allowed

// The memory of a thread. Errors: NULL when memory is exhausted.
KatagoMemory *katago_memory_new(const KatagoNetwork *network);
void katago_memory_delete(KatagoMemory *memory); // NULL is allowed

// What was read from the file. Its list of layers is empty.
const KatagoModel *katago_network_model(const KatagoNetwork *network);

// Does it imitate people, as the profile of a view says?
bool katago_network_imitates(const KatagoNetwork *network);

// Can it be asked how these players would play? One that imitates people
// needs a profile.
bool katago_network_knows(const KatagoNetwork *network, const KatagoProfile *profile);

// The file that it was read from, as it was named.
const char *katago_network_path(const KatagoNetwork *network);

// Adds its name and size, such as "b10c384 (10 blocks of 384 channels, version 15)",
// for logs.
void katago_network_describe(const KatagoNetwork *network, Text *text);

// Can it be asked about boards of this size?
bool katago_network_takes(int columns, int rows);

// Asks the network. It is shown the board turned by one of KataGo's symmetries: as in
// symmetry.h, but rows count from the top. Pre: katago_network_takes the board.
void katago_network_ask(const KatagoNetwork *network, KatagoMemory *memory,
                        const KatagoView *view, int symmetry);

// What the last answer in this memory means, for the board as it stands. Pre: the
// network was asked.
void katago_memory_output(const KatagoMemory *memory, KatagoOutput *output);

// And its chance of each move, with an optimism from 0 to 1 (katago_output_policy).
void katago_memory_policy(const KatagoMemory *memory, float optimism,
                          float policy[POINT_LIMIT]);

// The points that could be played when it was asked, by the rules of the view.
const Bitboard *katago_memory_legal(const KatagoMemory *memory);

// The same as a NetworkOutput. A game without a result is half a win.
void katago_memory_read(const KatagoMemory *memory, NetworkOutput *output);

#endif

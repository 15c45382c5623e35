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

// Can it be asked about boards of this size?
bool katago_network_takes(int columns, int rows);

// Asks the network. It is shown the board turned by one of KataGo's symmetries: as in
// symmetry.h, but rows count from the top. Pre: katago_network_takes the board.
void katago_network_ask(const KatagoNetwork *network, KatagoMemory *memory,
                        const KatagoView *view, int symmetry);

// What the last answer in this memory means, for the board as it stands.
void katago_memory_output(const KatagoMemory *memory, KatagoOutput *output);

// The same as a NetworkOutput. A game without a result is half a win.
void katago_memory_read(const KatagoMemory *memory, NetworkOutput *output);

#endif

// SPDX-License-Identifier: MIT
//
// The networks of a session: one of ours, and perhaps one of KataGo's that is asked in
// its place. Which of the two a file holds is found out from its bytes. Another one of
// KataGo's may be asked how people would play.
#ifndef NETWORK_SET_H
#define NETWORK_SET_H

#include "human_network.h"
#include "isa.h"
#include "katago_network.h"
#include "network.h"

typedef struct NetworkSet {
    Network *network;      // NULL: there is none, and no `katago` either
    KatagoNetwork *katago; // NULL: there is none
    KatagoNetwork *human;  // one of KataGo's that imitates people; NULL: there is none
    HumanNetwork *people;  // the program's own that imitates people; NULL: not open
} NetworkSet;

// How networks are to be computed.
typedef struct NetworkMeans {
    const Isa *isa;
    Precision precision; // of KataGo's
} NetworkMeans;

enum { NETWORK_ERROR_SIZE = KATAGO_ERROR_SIZE };

// Opens the network in a file. If it is one of KataGo's, opens the one in the program,
// too, for what needs it. Without a path, opens that alone. Errors: false, the set is
// empty, and `error` is a line that says what is wrong.
bool network_set_open(const char *path, NetworkMeans means, NetworkSet *set,
                      char error[NETWORK_ERROR_SIZE]);

// Opens the network that imitates people in a file of KataGo's. The others stay open.
// Errors: as above, but the set stays as it is.
bool network_set_open_human(const char *path, NetworkMeans means, NetworkSet *set,
                            char error[NETWORK_ERROR_SIZE]);

// Opens the one in the program that imitates people, if it is not open. Errors: false
// when memory is exhausted.
bool network_set_open_people(NetworkMeans means, NetworkSet *set);

// Closes what is open. The set is empty then.
void network_set_close(NetworkSet *set);

#endif

// SPDX-License-Identifier: MIT
//
// The leaves of a search that are on their way to other ranks, or wait for one.
#ifndef FLIGHTS_H
#define FLIGHTS_H

#include "worker_internal.h"

enum { FLIGHTS_MAX = 2048 }; // a power of two

typedef enum FlightState {
    FLIGHT_FREE,
    FLIGHT_WAITING, // for the network's answer
    FLIGHT_PLAYING, // for the playout
    FLIGHT_STRAY,   // it waits for a rank: it is new, or its rank does not answer
    FLIGHT_STATES,
} FlightState;

typedef struct Flight {
    FlightState state;
    uint32_t turns; // times that this place was used: old answers are told apart
    int rank;
    double sent;
    uint64_t index; // of the simulation
    uint64_t key;   // of the leaf in the evaluation cache
    bool is_known;  // the leaf is expanded; only its playout is wanted
    Simulation simulation;
} Flight;

typedef struct Flights {
    Flight *all; // FLIGHTS_MAX
    uint32_t free_list[FLIGHTS_MAX];
    int count[FLIGHT_STATES]; // of flights in each state
} Flights;

// All are free. Errors: false when memory is exhausted.
bool flights_init(Flights *flights);
void flights_free(Flights *flights);

// A number that no other flight has, nor an earlier one in the same place for long.
uint32_t flights_name(const Flights *flights, const Flight *flight);

// The flight of that name; NULL if it has ended.
Flight *flights_find(const Flights *flights, uint32_t name);

// The flight that is used next. It is free until it gets another state. Pre: one is
// free.
Flight *flights_next(const Flights *flights);

void flights_set_state(Flights *flights, Flight *flight, FlightState state);

// The number of flights that are not free.
int flights_count(const Flights *flights);

#endif

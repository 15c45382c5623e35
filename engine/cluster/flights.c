// SPDX-License-Identifier: MIT
#include "flights.h"

#include "aligned.h"

bool flights_init(Flights *flights)
{
    *flights = (Flights){
        .all = aligned_new(_Alignof(Flight), FLIGHTS_MAX * sizeof *flights->all),
        .count = {[FLIGHT_FREE] = FLIGHTS_MAX}};
    if (flights->all == NULL)
        return false;
    for (uint32_t i = 0; i < FLIGHTS_MAX; i++) {
        flights->all[i].state = FLIGHT_FREE;
        flights->all[i].turns = 0;
        flights->free_list[i] = FLIGHTS_MAX - 1 - i;
    }
    return true;
}

void flights_free(Flights *flights)
{
    aligned_delete(flights->all);
    flights->all = NULL;
}

static uint32_t place_of(const Flights *flights, const Flight *flight)
{
    return (uint32_t)(flight - flights->all);
}

uint32_t flights_name(const Flights *flights, const Flight *flight)
{
    return place_of(flights, flight) | flight->turns * FLIGHTS_MAX;
}

Flight *flights_find(const Flights *flights, uint32_t name)
{
    Flight *flight = &flights->all[name % FLIGHTS_MAX];
    return flight->state != FLIGHT_FREE && flights_name(flights, flight) == name
               ? flight
               : NULL;
}

Flight *flights_next(const Flights *flights)
{
    return &flights->all[flights->free_list[flights->count[FLIGHT_FREE] - 1]];
}

// A flight that is used must be the next one of the list.
void flights_set_state(Flights *flights, Flight *flight, FlightState state)
{
    if (flight->state == state)
        return;
    flights->count[flight->state]--;
    if (state == FLIGHT_FREE) {
        flight->turns++;
        flights->free_list[flights->count[FLIGHT_FREE]] = place_of(flights, flight);
    }
    flights->count[state]++;
    flight->state = state;
}

int flights_count(const Flights *flights)
{
    return FLIGHTS_MAX - flights->count[FLIGHT_FREE];
}

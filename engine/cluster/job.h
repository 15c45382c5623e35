// SPDX-License-Identifier: MIT
//
// A search, as a rank that evaluates its leaves must know it.
#ifndef JOB_H
#define JOB_H

#include "game.h"
#include "katago_network.h"
#include "network.h"
#include "params.h"
#include "search_context.h"
#include "wire.h"

typedef struct Job {
    uint32_t id;
    uint64_t seed;
    uint64_t networks; // job_networks
    Color player;      // to move at the root
    KatagoProfile profile;
    Params params;
    Game game;
} Job;

// A number that tells networks apart. Either may be NULL.
uint64_t job_networks(const Network *network, const KatagoNetwork *katago);

// Appends the search to a message, with the number 0. Pre: its workers have not begun.
void job_write(WireWriter *writer, const SearchContext *context);

// Reads a job, whose game must be freed. Errors: false, nothing to free, if it is not
// valid or memory is exhausted.
bool job_read(WireReader *reader, Job *job);

#endif

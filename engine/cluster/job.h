// SPDX-License-Identifier: MIT
//
// A search, as other ranks must know it. They evaluate its leaves, or search the same
// position in trees of their own.
#ifndef JOB_H
#define JOB_H

#include "game.h"
#include "katago_network.h"
#include "message.h"
#include "network.h"
#include "params.h"
#include "search_context.h"
#include "wire.h"
#include "worker.h"

typedef struct Job {
    uint32_t id;
    uint64_t seed;
    uint64_t networks; // job_networks
    Color player;      // to move at the root
    KatagoProfile profile;
    float doubling;     // as in SearchOrder
    bool hides_history; // the same
    Params params;
    Game game;
    // Only of MESSAGE_TREE_JOB.
    double root_temperature;
    MoveFilter filter; // that leaves out nothing, unless has_filter
    bool has_filter;
} Job;

// A number that tells networks apart. Either may be NULL.
uint64_t job_networks(const Network *network, const KatagoNetwork *katago);

// Appends the search to a message, with the number 0. Pre: its workers have not begun.
void job_write(WireWriter *writer, const SearchContext *context);

// The same for a rank that has a tree of its own.
void job_write_of_tree(WireWriter *writer, const SearchContext *context);

// Reads a job, whose game must be freed. Errors: false, nothing to free, if it is not
// valid or memory is exhausted.
bool job_read(WireReader *reader, Job *job);
bool job_read_of_tree(WireReader *reader, Job *job);

// Keeps a message that tells of the search, of MESSAGE_JOB or MESSAGE_TREE_JOB, in
// worker->told. Pre: its workers have not begun. Errors: worker->told is NULL.
void job_tell(Worker *worker, MessageKind kind);

// Gives that message its number. Errors: false if there is none.
bool job_name(const Worker *worker, uint32_t number);

#endif

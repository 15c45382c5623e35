// SPDX-License-Identifier: MIT
//
// The work of a rank: the searches of rank 0, the leaves of each that wait, and the
// answers that wait to be sent. Threads take leaves and give answers. All functions
// lock. Whoever takes something first receives what has come from rank 0.
#ifndef LEAF_JOBS_H
#define LEAF_JOBS_H

#include "evaluators.h"
#include "job.h"
#include "message.h"

// A search of rank 0.
typedef struct LeafJob LeafJob;
typedef struct LeafJobs LeafJobs;

// Where messages for rank 0 go.
typedef struct RootLink {
    const Transport *transport; // NULL: rank 0 asks by function calls
    TakeMessage *take;          // gets the messages then
    void *object;
} RootLink;

// `networks` is what a job must ask for (job_networks). Errors: NULL when memory is
// exhausted.
LeafJobs *leaf_jobs_new(uint64_t networks);
void leaf_jobs_delete(LeafJobs *jobs); // NULL is allowed

void leaf_jobs_connect(LeafJobs *jobs, RootLink link);

// Tells rank 0 that this rank is there.
void leaf_jobs_say_hello(LeafJobs *jobs, int threads, const char *host);

// Obeys a message of rank 0. One that is not valid is passed over.
void leaf_jobs_obey(LeafJobs *jobs, const unsigned char *bytes, size_t size);

// Has rank 0 ended the work, or fallen silent? `end` receives which.
bool leaf_jobs_are_over(const LeafJobs *jobs, EvaluatorsEnd *end);

// Waits until something has come from rank 0, or so many seconds. Pre: there is a
// transport.
void leaf_jobs_wait(const LeafJobs *jobs, double seconds);

// The next job that has leaves, in turn; NULL: there is none. The caller works for it
// until leaf_jobs_leave.
LeafJob *leaf_jobs_join(LeafJobs *jobs);

// Ends the caller's work for a job, and sends what waits. `is_refused`: this rank
// cannot do it.
void leaf_jobs_leave(LeafJobs *jobs, LeafJob *job, bool is_refused);

// What is searched, and how its playouts are played. They stay until leaf_jobs_leave.
const Job *leaf_job_order(const LeafJob *job);
const PlayoutPolicy *leaf_job_policy(const LeafJob *job);

// Takes the next leaf. False: there is none, and the answers have been sent.
bool leaf_jobs_take(LeafJobs *jobs, LeafJob *job, LeafOrder *leaf);

void leaf_jobs_answer(LeafJobs *jobs, LeafJob *job, const LeafAnswer *answer);

#endif

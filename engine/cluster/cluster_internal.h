// SPDX-License-Identifier: MIT
//
// What cluster.c, which knows the ranks, and feeder.c, which brings simulations to a
// search, share; for these only.
#ifndef CLUSTER_INTERNAL_H
#define CLUSTER_INTERNAL_H

#include <pthread.h>

#include "cluster.h"
#include "message.h"
#include "periodic_thread.h"

enum { FEEDERS_MAX = 64 };

// A rank. All under the mutex of the cluster.
typedef struct ClusterRank {
    bool is_ready, is_lost;
    bool has_left;   // it has obeyed MESSAGE_QUIT
    bool is_suspect; // it has not answered for long: its leaves are given to others
    int threads;
    char host[MESSAGE_HOST_SIZE];
    double window;  // number of leaves to have at the rank, for all searches
    int waiting;    // number of leaves there that it has not evaluated
    double heard;   // when its last message came
    double since;   // when it answered last, or got leaves after having none
    double latency; // mean seconds from leaf to answer
} ClusterRank;

// A message for a feeder.
typedef struct Delivery {
    struct Delivery *next;
    int rank;
    size_t size;
    unsigned char bytes[];
} Delivery;

// What the cluster knows of a search that it helps.
typedef struct Subscriber {
    uint32_t job; // 0: none
    Delivery *first, **last;
} Subscriber;

struct Cluster {
    const Transport *transport;
    TellLoss *tell;
    void *teller;
    SearchHelper helper, tree_helper;
    PeriodicThread beating;
    bool is_begun;
    pthread_mutex_t mutex; // guards the rest
    ClusterRank *ranks;    // by number; that of rank 0 is not used
    uint32_t jobs;         // number of jobs so far
    Subscriber subscribers[FEEDERS_MAX];
    double looked; // when the ranks were looked at last
    ClusterUsage usage;
    unsigned char *message;
};

double cluster_now(const Cluster *cluster);

// Makes a search known, or ends that. NULL: there are too many.
Subscriber *cluster_subscribe(Cluster *cluster);
void cluster_unsubscribe(Cluster *cluster, Subscriber *subscriber);

// Receives what has come, and looks for ranks that do not answer. Returns the messages
// for a subscriber, the oldest first; each must be freed.
Delivery *cluster_receive(Cluster *cluster, Subscriber *subscriber);

// The functions below need the mutex.

bool cluster_send(Cluster *cluster, int rank, const unsigned char *bytes, size_t size);

// Drops a rank.
void cluster_lose(Cluster *cluster, int rank, const char *why);

static inline bool rank_is_usable(const ClusterRank *rank)
{
    return rank->is_ready && !rank->is_lost && !rank->is_suspect;
}

// A SearchHelper's functions: leaves for the ranks, or an exchange with their trees.
void feeder_prepare(void *object, Worker *worker);
void feeder_help(void *object, Worker *worker);
void exchange_prepare(void *object, Worker *worker);
void exchange_help(void *object, Worker *worker);

#endif

// SPDX-License-Identifier: MIT
//
// What rank 0 of a cluster can feed. The ranks are simulated and do not compute: each
// answers a leaf after a fixed time. With simulated time, the table shows what to
// expect of a cluster; else it shows what this machine does.
//
//     cluster_speed SIZE RANKS SERVICE LATENCY FEEDING
//
// SIZE of the board; number of RANKS that evaluate; microseconds of a leaf at a rank,
// of a message on its way, and of rank 0 for each leaf. FEEDING 0: time is real. Prints
// the microseconds of processor time that a simulation took here, and by the clock of
// the ranks: simulations, messages and bytes a second.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "aligned.h"
#include "cluster.h"
#include "cluster_stand_in.h"
#include "isa.h"
#include "network.h"
#include "search.h"

enum { MEMORY_MIB = 1024, SIMULATIONS = 50000, ARGUMENTS = 6 };

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void run(Search *search, int size, const Cluster *cluster)
{
    static SearchReport report;
    static atomic_bool stop;
    Game game;
    SearchOrder order = {
        .player = BLACK, .limits = {.playouts = SIMULATIONS}, .seed = 1, .stop = &stop};
    order.awaits_workers = true;
    search_use_helper(search, cluster_helper(cluster));
    if (!game_init(&game, rules_default(), 15, size, size) ||
        !search_run(search, &game, &order, &report) || report.visits < SIMULATIONS)
        abort();
    search_use_helper(search, NULL);
    game_free(&game);
}

// Runs a search on the stand-in, and prints the line of the table.
static void measure(StandIn *stand_in, Search *search, int size, int ranks)
{
    const Transport *transport = stand_in_transport(stand_in);
    Cluster *cluster = cluster_new(transport, true, NULL, NULL);
    if (cluster == NULL)
        abort();
    cluster_await_ranks(cluster, 1);
    double start = transport->now(transport->object), processor = processor_seconds();
    run(search, size, cluster);
    processor = processor_seconds() - processor;
    double seconds = transport->now(transport->object) - start;
    ClusterUsage usage = cluster_usage(cluster);
    uint64_t messages = usage.messages_sent + usage.messages_received;
    uint64_t bytes = usage.bytes_sent + usage.bytes_received;
    printf("%4d ranks  %6.2f us  %8.0f simulations/s  %8.0f messages/s  %6.2f MB/s\n",
           ranks, 1e6 * processor / SIMULATIONS, SIMULATIONS / seconds,
           (double)messages / seconds, 1e-6 * (double)bytes / seconds);
    cluster_delete(cluster);
}

int main(int argc, char *argv[])
{
    if (argc != ARGUMENTS) {
        fputs("usage: cluster_speed SIZE RANKS SERVICE LATENCY FEEDING\n", stderr);
        return EXIT_FAILURE;
    }
    int size = atoi(argv[1]), ranks = atoi(argv[2]);
    double feeding = 1e-6 * atof(argv[5]);
    StandInOptions options = {.ranks = ranks + 1,
                              .is_simulated_time = feeding > 0,
                              .service = 1e-6 * atof(argv[3]),
                              .latency = 1e-6 * atof(argv[4]),
                              .feeding = feeding};
    Network *network = network_default(isa_best());
    Search *search = search_new(&PARAMS_DEFAULT, isa_best()->lanes, 1, MEMORY_MIB);
    StandIn *stand_in = stand_in_new(&options);
    if (network == NULL || search == NULL || stand_in == NULL)
        abort();
    search_use_network(search, network, NETWORK_FULL);
    measure(stand_in, search, size, ranks);
    search_delete(search);
    stand_in_delete(stand_in);
    network_delete(network);
    return EXIT_SUCCESS;
}

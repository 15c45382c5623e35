// SPDX-License-Identifier: MIT
//
// What rank 0 of a cluster can feed. The ranks are simulated and do not compute: each
// answers a leaf after a fixed time. With simulated time, the table shows what to
// expect of a cluster; else it shows what this machine does.
//
//     cluster_speed SIZE RANKS SERVICE LATENCY FEEDING
//     cluster_speed SIZE RANKS SERVICE LATENCY trees
//
// SIZE of the board; number of RANKS that evaluate; microseconds of a leaf at a rank,
// of a message on its way, and of rank 0 for each leaf. FEEDING 0: time is real. Prints
// the microseconds of processor time that a simulation took here, and by the clock of
// the ranks: simulations, messages and bytes a second.
//
// With `trees`, each rank searches a tree of its own, and SERVICE is the time of a
// simulation. Ranks compute, and time is simulated. Then the first column is rank 0's
// part of the processor time.
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
#include "tree_stand_in.h"

enum {
    MEMORY_MIB = 1024,
    RANK_MEMORY_MIB = 64,
    SIMULATIONS = 50000,
    TREE_SIMULATIONS = 4000, // of each rank
    ARGUMENTS = 6,
};

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

typedef struct Setting {
    StandIn *stand_in; // one of these
    TreeStandIn *trees;
    const Transport *transport;
    uint64_t simulations; // to make
} Setting;

// Returns how many simulations the tree has got.
static uint64_t run(const Setting *setting, Search *search, int size,
                    const Cluster *cluster)
{
    static SearchReport report;
    static atomic_bool stop;
    Game game;
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = setting->simulations},
                         .seed = 1,
                         .stop = &stop};
    order.awaits_workers = true;
    search_use_helper(search, setting->trees != NULL ? cluster_tree_helper(cluster)
                                                     : cluster_helper(cluster));
    if (!game_init(&game, rules_default(), 15, size, size) ||
        !search_run(search, &game, &order, &report) ||
        report.visits < setting->simulations)
        abort();
    search_use_helper(search, NULL);
    game_free(&game);
    return report.visits;
}

// The seconds of processor time that the ranks have used.
static double seconds_of_ranks(const Setting *setting)
{
    return setting->trees != NULL ? tree_stand_in_seconds(setting->trees) : 0;
}

// Runs a search on the stand-in, and prints the line of the table.
static void measure(const Setting *setting, Search *search, int size)
{
    const Transport *transport = setting->transport;
    Cluster *cluster = cluster_new(transport, true, NULL, NULL);
    if (cluster == NULL)
        abort();
    cluster_await_ranks(cluster, 1);
    double start = transport->now(transport->object), processor = processor_seconds();
    double visits = (double)run(setting, search, size, cluster);
    processor = processor_seconds() - processor - seconds_of_ranks(setting);
    double seconds = transport->now(transport->object) - start;
    ClusterUsage usage = cluster_usage(cluster);
    uint64_t messages = usage.messages_sent + usage.messages_received;
    uint64_t bytes = usage.bytes_sent + usage.bytes_received;
    printf("%4d ranks  %6.2f us  %8.0f simulations/s  %8.0f messages/s  %6.2f MB/s\n",
           transport->ranks - 1, 1e6 * processor / visits, visits / seconds,
           (double)messages / seconds, 1e-6 * (double)bytes / seconds);
    cluster_delete(cluster);
}

// The simulated ranks that the command line asks for.
static Setting make_ranks(char *argv[], const Network *network)
{
    bool has_trees = strcmp(argv[5], "trees") == 0;
    double feeding = has_trees ? 0 : 1e-6 * atof(argv[5]);
    StandInOptions options = {.ranks = atoi(argv[2]) + 1,
                              .is_simulated_time = has_trees || feeding > 0,
                              .service = 1e-6 * atof(argv[3]),
                              .latency = 1e-6 * atof(argv[4]),
                              .feeding = feeding};
    Setting setting = {.simulations = SIMULATIONS};
    if (has_trees) {
        options.means = (EvaluatorMeans){.lanes = isa_best()->lanes,
                                         .network = network,
                                         .threads = 1,
                                         .memory_mib = RANK_MEMORY_MIB,
                                         .host = "stand-in"};
        setting.simulations = TREE_SIMULATIONS * (uint64_t)(options.ranks - 1);
        setting.trees = tree_stand_in_new(&options);
    } else {
        setting.stand_in = stand_in_new(&options);
    }
    if (setting.trees == NULL && setting.stand_in == NULL)
        abort();
    setting.transport = has_trees ? tree_stand_in_transport(setting.trees)
                                  : stand_in_transport(setting.stand_in);
    return setting;
}

int main(int argc, char *argv[])
{
    if (argc != ARGUMENTS) {
        fputs("usage: cluster_speed SIZE RANKS SERVICE LATENCY FEEDING|trees\n",
              stderr);
        return EXIT_FAILURE;
    }
    Network *network = network_default(isa_best());
    Search *search = search_new(&PARAMS_DEFAULT, isa_best()->lanes, 1, MEMORY_MIB);
    if (network == NULL || search == NULL)
        abort();
    Setting setting = make_ranks(argv, network);
    search_use_network(search, network, NETWORK_FULL);
    measure(&setting, search, atoi(argv[1]));
    search_delete(search);
    stand_in_delete(setting.stand_in);
    tree_stand_in_delete(setting.trees);
    network_delete(network);
    return EXIT_SUCCESS;
}

// SPDX-License-Identifier: MIT
//
// Rank 0's part where each rank has a tree of its own: tells the ranks of a search,
// adds what they find to its tree, and tells each what it does not know.
#include <stdlib.h>

#include "cluster_internal.h"
#include "job.h"
#include "ledger.h"
#include "portion.h"
#include "worker_internal.h"

// Seconds of a sleep.
static const double STEP = 0.001;

typedef struct Link {
    bool is_told;
    Ledger ledger; // if it is told
} Link;

typedef struct Exchange {
    Cluster *cluster;
    Subscriber *subscriber;
    SearchContext *context;
    Worker *worker;
    Link *links; // by rank
    uint64_t
        told; // simulations that ranks have told of, and that this one has not made
    unsigned char *message;
    double due; // when the ranks are told the next time
} Exchange;

static bool send_to(const Exchange *exchange, int rank, const unsigned char *bytes,
                    size_t size)
{
    Cluster *cluster = exchange->cluster;
    pthread_mutex_lock(&cluster->mutex);
    bool is_sent =
        !cluster->ranks[rank].is_lost && cluster_send(cluster, rank, bytes, size);
    pthread_mutex_unlock(&cluster->mutex);
    return is_sent;
}

// Counts whether a rank owes messages: one that is silent then is dropped.
static void set_owing(const Exchange *exchange, int number, bool owes)
{
    Cluster *cluster = exchange->cluster;
    pthread_mutex_lock(&cluster->mutex);
    ClusterRank *rank = &cluster->ranks[number];
    rank->waiting += owes ? 1 : -1;
    rank->since = cluster_now(cluster);
    rank->is_suspect = false;
    pthread_mutex_unlock(&cluster->mutex);
}

static bool is_ready(const Exchange *exchange, int number)
{
    Cluster *cluster = exchange->cluster;
    pthread_mutex_lock(&cluster->mutex);
    const ClusterRank *rank = &cluster->ranks[number];
    bool is_ready = rank->is_ready && !rank->is_lost;
    pthread_mutex_unlock(&cluster->mutex);
    return is_ready;
}

// Tells a rank of the job.
static void tell_job(Exchange *exchange, int rank)
{
    Link *link = &exchange->links[rank];
    const Worker *worker = exchange->worker;
    if (!is_ready(exchange, rank) || !ledger_init(&link->ledger, exchange->context))
        return;
    link->is_told = send_to(exchange, rank, worker->told, worker->told_size);
    if (link->is_told)
        set_owing(exchange, rank, true);
    else
        ledger_free(&link->ledger);
}

// Ends the work with a rank; what it has found stays.
static void end_link(Exchange *exchange, int rank)
{
    Link *link = &exchange->links[rank];
    if (!link->is_told)
        return;
    link->is_told = false;
    ledger_free(&link->ledger);
    set_owing(exchange, rank, false);
}

static void end_job(Exchange *exchange)
{
    unsigned char bytes[MESSAGE_HEAD + 4];
    size_t size = message_of_job(MESSAGE_JOB_END, exchange->subscriber->job, bytes);
    for (int i = 1; i < exchange->cluster->transport->ranks; i++)
        if (exchange->links[i].is_told) {
            send_to(exchange, i, bytes, size);
            end_link(exchange, i);
        }
}

// Counts what others have simulated: it is part of what the search may do.
static void count_simulations(const Exchange *exchange, uint64_t simulations)
{
    Cluster *cluster = exchange->cluster;
    atomic_fetch_add(&exchange->context->next_playout, simulations);
    pthread_mutex_lock(&cluster->mutex);
    cluster->usage.evaluations += simulations;
    pthread_mutex_unlock(&cluster->mutex);
}

static void take_delivery(Exchange *exchange, const Delivery *delivery)
{
    MessageKind kind;
    WireReader reader;
    uint64_t simulations;
    Link *link = &exchange->links[delivery->rank];
    message_open(delivery->bytes, delivery->size, &kind, &reader);
    if (kind == MESSAGE_REFUSAL) {
        end_link(exchange, delivery->rank);
        return;
    }
    wire_get(&reader, 4);
    if (!link->is_told)
        return;
    bool is_valid = kind == MESSAGE_SUMS &&
                    ledger_read(&link->ledger, &reader, &simulations) &&
                    message_is_done(&reader);
    if (is_valid) {
        count_simulations(exchange, simulations);
        exchange->told += simulations;
        return;
    }
    pthread_mutex_lock(&exchange->cluster->mutex);
    cluster_lose(exchange->cluster, delivery->rank, "its sums are not valid");
    pthread_mutex_unlock(&exchange->cluster->mutex);
}

static void take_deliveries(Exchange *exchange)
{
    Delivery *delivery = cluster_receive(exchange->cluster, exchange->subscriber);
    while (delivery != NULL) {
        Delivery *next = delivery->next;
        take_delivery(exchange, delivery);
        free(delivery);
        delivery = next;
    }
}

// Tells each rank what it does not know. Returns whether there is any.
static bool tell_ranks(Exchange *exchange)
{
    bool has_any = false;
    for (int i = 1; i < exchange->cluster->transport->ranks; i++) {
        Link *link = &exchange->links[i];
        if (link->is_told && !is_ready(exchange, i))
            end_link(exchange, i);
        if (!link->is_told)
            continue;
        WireWriter writer =
            message_begin(MESSAGE_SUMS, exchange->message, LEDGER_MESSAGE_MAX);
        wire_put(&writer, exchange->subscriber->job, 4);
        ledger_write(&link->ledger, &writer);
        if (message_seal(&writer))
            send_to(exchange, i, writer.bytes, writer.size);
        has_any = true;
    }
    return has_any;
}

// Has the search had all the simulations that it wants?
static bool has_all(const Exchange *exchange)
{
    const SearchContext *context = exchange->context;
    uint64_t most = context->order.limits.playouts;
    return most > 0 && atomic_load(&context->next_playout) >= most;
}

// A search without other workers makes as many simulations here as a rank does.
static void search_here(Exchange *exchange)
{
    uint64_t ranks = (uint64_t)exchange->cluster->transport->ranks - 1;
    uint64_t simulations = exchange->told / ranks;
    if (!exchange->cluster->tree_helper.is_alone || simulations == 0)
        return;
    portion_run(exchange->worker, simulations);
    exchange->told -= simulations * ranks;
}

// Exchanges until the search is at its end, or no rank is left. Returns whether any is.
static bool exchange_until_end(Exchange *exchange)
{
    const Transport *transport = exchange->cluster->transport;
    bool has_any = true;
    while (has_any && !search_context_is_at_end(exchange->context)) {
        take_deliveries(exchange);
        search_here(exchange);
        if (has_all(exchange))
            atomic_store(&exchange->context->finished, true);
        if (cluster_now(exchange->cluster) >= exchange->due) {
            has_any = tell_ranks(exchange);
            exchange->due = cluster_now(exchange->cluster) + LEDGER_INTERVAL;
        }
        transport->wait(transport->object, STEP);
    }
    return has_any;
}

static bool exchange_init(Exchange *exchange, Cluster *cluster, Worker *worker)
{
    *exchange =
        (Exchange){.cluster = cluster, .worker = worker, .context = worker->context};
    exchange->due = cluster_now(cluster) + LEDGER_INTERVAL;
    exchange->links = calloc((size_t)cluster->transport->ranks, sizeof(Link));
    exchange->message = malloc(LEDGER_MESSAGE_MAX);
    exchange->subscriber = cluster_subscribe(cluster);
    return exchange->links != NULL && exchange->message != NULL &&
           exchange->subscriber != NULL && job_name(worker, exchange->subscriber->job);
}

// Searches with the ranks. False: there is none, or none is left.
static bool search_with_ranks(Cluster *cluster, Worker *worker)
{
    Exchange exchange;
    bool has_any = false;
    if (exchange_init(&exchange, cluster, worker)) {
        for (int i = 1; i < cluster->transport->ranks; i++)
            tell_job(&exchange, i);
        has_any = exchange_until_end(&exchange);
        end_job(&exchange);
    }
    if (exchange.subscriber != NULL)
        cluster_unsubscribe(cluster, exchange.subscriber);
    free(exchange.links);
    free(exchange.message);
    worker_show_sums(worker);
    return has_any;
}

void exchange_prepare(void *object, Worker *worker)
{
    (void)object;
    job_tell(worker, MESSAGE_TREE_JOB);
}

void exchange_help(void *object, Worker *worker)
{
    Cluster *cluster = object;
    // The sums of a node that weighs its children cannot be added.
    bool helps =
        !worker->context->weighs_children && search_with_ranks(cluster, worker);
    // A search that has no other worker needs this one.
    if (!helps && cluster->tree_helper.is_alone)
        worker_run(worker);
}

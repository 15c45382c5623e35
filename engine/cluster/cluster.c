// SPDX-License-Identifier: MIT
#include "cluster.h"

#include <stdlib.h>
#include <string.h>

#include "cluster_internal.h"

// Seconds between two signs of life of rank 0, and between two looks for what has come.
static const double BEAT = 0.5, STEP = 0.001;
// A rank is suspect after SUSPICION seconds, or after LATENCY_FACTOR times its latency.
// It is dropped after CLUSTER_PATIENCE, or DROP_FACTOR times its latency.
static const double SUSPICION = 0.25, LATENCY_FACTOR = 10, DROP_FACTOR = 30;
// If this process has not looked at the ranks for so long, the silence was its own.
static const double OWN_SILENCE = 1;
// How the number of leaves at a rank follows what it says: a rank that is dry gets more
// by this factor, one with more than WAITING leaves a thread and SPARE beyond gets
// less. The spare leaves are for the time that rank 0's other threads keep the feeder
// from its processor.
static const double WINDOW_GROWTH = 1.15, WINDOW_STEP = 0.5;
enum { WINDOW_MAX = 512, WINDOW_FIRST = 3, WAITING = 2, SPARE = 8 };

double cluster_now(const Cluster *cluster)
{
    return cluster->transport->now(cluster->transport->object);
}

bool cluster_send(Cluster *cluster, int rank, const unsigned char *bytes, size_t size)
{
    const Transport *transport = cluster->transport;
    if (!transport->send(transport->object, rank, bytes, size))
        return false;
    cluster->usage.messages_sent++;
    cluster->usage.bytes_sent += size;
    return true;
}

void cluster_lose(Cluster *cluster, int rank, const char *why)
{
    ClusterRank *lost = &cluster->ranks[rank];
    if (lost->is_lost)
        return;
    lost->is_lost = true;
    cluster->usage.lost++;
    if (cluster->tell != NULL)
        cluster->tell(cluster->teller, rank, lost->host, why);
}

static Subscriber *find_subscriber(Cluster *cluster, uint32_t job)
{
    for (int i = 0; i < FEEDERS_MAX; i++)
        if (cluster->subscribers[i].job == job)
            return &cluster->subscribers[i];
    return NULL;
}

// Adapts the number of leaves at a rank to what its answers say.
static void adapt_window(ClusterRank *rank, const AnswersHead *head)
{
    double most = WAITING * rank->threads + SPARE;
    if (head->is_dry)
        rank->window = WINDOW_GROWTH * rank->window + 1;
    else if (head->waiting > most)
        rank->window -= WINDOW_STEP * (head->waiting - most);
    if (rank->window > WINDOW_MAX)
        rank->window = WINDOW_MAX;
    if (rank->window < rank->threads + 1)
        rank->window = rank->threads + 1;
}

static void greet_rank(Cluster *cluster, int number, WireReader *reader)
{
    ClusterRank *rank = &cluster->ranks[number];
    Hello hello;
    if (!hello_read(reader, &hello)) {
        cluster_lose(cluster, number, "it is another version of the program");
        return;
    }
    cluster->usage.ready += !rank->is_ready;
    rank->is_ready = true;
    rank->threads = hello.threads;
    rank->window = WINDOW_FIRST * hello.threads;
    memcpy(rank->host, hello.host, sizeof rank->host);
}

static void deliver(Cluster *cluster, int rank, uint32_t job,
                    const unsigned char *bytes, size_t size)
{
    Subscriber *subscriber = job != 0 ? find_subscriber(cluster, job) : NULL;
    if (subscriber == NULL)
        return; // its search is over
    Delivery *delivery = malloc(sizeof *delivery + size);
    if (delivery == NULL)
        return; // as if it had been lost on the way
    delivery->next = NULL;
    delivery->rank = rank;
    delivery->size = size;
    memcpy(delivery->bytes, bytes, size);
    *subscriber->last = delivery;
    subscriber->last = &delivery->next;
}

// Takes a message of a rank.
static void take_message(Cluster *cluster, int number, size_t size)
{
    ClusterRank *rank = &cluster->ranks[number];
    const unsigned char *bytes = cluster->message;
    MessageKind kind;
    WireReader reader;
    AnswersHead head;
    if (rank->is_lost)
        return;
    rank->heard = cluster_now(cluster);
    if (!message_open(bytes, size, &kind, &reader)) {
        cluster_lose(cluster, number, "it has sent something that is no message");
    } else if (kind == MESSAGE_HELLO) {
        greet_rank(cluster, number, &reader);
    } else if (kind == MESSAGE_ANSWERS && rank->is_ready) {
        WireReader first = reader;
        if (!answers_head_read(&first, &head)) {
            cluster_lose(cluster, number, "its answers are not valid");
            return;
        }
        rank->since = cluster_now(cluster);
        rank->is_suspect = false;
        adapt_window(rank, &head);
        deliver(cluster, number, head.job, bytes, size);
    } else if (kind == MESSAGE_SUMS && rank->is_ready) {
        rank->since = cluster_now(cluster);
        rank->is_suspect = false;
        deliver(cluster, number, (uint32_t)wire_get(&reader, 4), bytes, size);
    } else if (kind == MESSAGE_BEAT) {
        return;
    } else if (kind == MESSAGE_BYE) {
        rank->has_left = true;
    } else if (kind == MESSAGE_REFUSAL && rank->is_ready) {
        deliver(cluster, number, (uint32_t)wire_get(&reader, 4), bytes, size);
    } else {
        cluster_lose(cluster, number, "its messages are not those of a helper");
    }
}

static void receive_all(Cluster *cluster)
{
    const Transport *transport = cluster->transport;
    int rank = 0;
    size_t size = MESSAGE_MAX;
    Received received;
    while ((received = transport->receive(transport->object, &rank, cluster->message,
                                          &size)) != RECEIVED_NOTHING) {
        bool is_rank = rank >= 1 && rank < transport->ranks;
        cluster->usage.messages_received++;
        cluster->usage.bytes_received += size;
        if (is_rank && received == RECEIVED_TOO_LONG)
            cluster_lose(cluster, rank, "its message is too long");
        else if (is_rank)
            take_message(cluster, rank, size);
        size = MESSAGE_MAX;
    }
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

// Does a rank answer? If it gets signs of life, it answers them, too.
static void look_at_rank(Cluster *cluster, int number, double now)
{
    ClusterRank *rank = &cluster->ranks[number];
    bool is_due = rank->waiting > 0 || rank->is_suspect;
    double silence = is_due ? now - rank->since : 0;
    if (silence > greater(SUSPICION, LATENCY_FACTOR * rank->latency))
        rank->is_suspect = true;
    if (cluster->transport->wants_beats)
        silence = greater(silence, now - rank->heard);
    if (silence > greater(CLUSTER_PATIENCE, DROP_FACTOR * rank->latency))
        cluster_lose(cluster, number, "it has not answered for 2 seconds");
}

// Looks for ranks that do not answer.
static void look_at_ranks(Cluster *cluster)
{
    double now = cluster_now(cluster), own = now - cluster->looked;
    for (int i = 1; i < cluster->transport->ranks; i++) {
        ClusterRank *rank = &cluster->ranks[i];
        if (own > OWN_SILENCE) {
            rank->since += own;
            rank->heard += own;
        }
        if (rank->is_ready && !rank->is_lost)
            look_at_rank(cluster, i, now);
    }
    cluster->looked = now;
}

Delivery *cluster_receive(Cluster *cluster, Subscriber *subscriber)
{
    pthread_mutex_lock(&cluster->mutex);
    receive_all(cluster);
    look_at_ranks(cluster);
    Delivery *first = subscriber->first;
    subscriber->first = NULL;
    subscriber->last = &subscriber->first;
    pthread_mutex_unlock(&cluster->mutex);
    return first;
}

Subscriber *cluster_subscribe(Cluster *cluster)
{
    pthread_mutex_lock(&cluster->mutex);
    Subscriber *subscriber = find_subscriber(cluster, 0);
    if (subscriber != NULL) {
        cluster->jobs += cluster->jobs == UINT32_MAX ? 2 : 1;
        *subscriber = (Subscriber){.job = cluster->jobs};
        subscriber->last = &subscriber->first;
    }
    pthread_mutex_unlock(&cluster->mutex);
    return subscriber;
}

void cluster_unsubscribe(Cluster *cluster, Subscriber *subscriber)
{
    pthread_mutex_lock(&cluster->mutex);
    while (subscriber->first != NULL) {
        Delivery *delivery = subscriber->first;
        subscriber->first = delivery->next;
        free(delivery);
    }
    subscriber->job = 0;
    pthread_mutex_unlock(&cluster->mutex);
}

// A PeriodicThread's look: gives the ranks a sign of life, and receives what has come
// while no search runs.
static void beat(void *object)
{
    Cluster *cluster = object;
    unsigned char bytes[MESSAGE_HEAD];
    size_t size = message_of_kind(MESSAGE_BEAT, bytes);
    pthread_mutex_lock(&cluster->mutex);
    receive_all(cluster);
    look_at_ranks(cluster);
    for (int i = 1; i < cluster->transport->ranks; i++)
        if (!cluster->ranks[i].is_lost)
            cluster_send(cluster, i, bytes, size);
    pthread_mutex_unlock(&cluster->mutex);
}

Cluster *cluster_new(const Transport *transport, bool is_alone, TellLoss *tell,
                     void *object)
{
    Cluster *cluster = calloc(1, sizeof *cluster);
    if (cluster == NULL)
        return NULL;
    cluster->transport = transport;
    cluster->tell = tell;
    cluster->teller = object;
    cluster->helper = (SearchHelper){cluster, feeder_prepare, feeder_help, is_alone};
    cluster->tree_helper =
        (SearchHelper){cluster, exchange_prepare, exchange_help, is_alone};
    cluster->ranks = calloc((size_t)transport->ranks, sizeof *cluster->ranks);
    cluster->message = malloc(MESSAGE_MAX);
    pthread_mutex_init(&cluster->mutex, NULL);
    if (cluster->ranks == NULL || cluster->message == NULL) {
        cluster_delete(cluster);
        return NULL;
    }
    cluster->looked = cluster_now(cluster);
    cluster->is_begun = true;
    if (transport->wants_beats)
        periodic_thread_start(&cluster->beating, BEAT, BEAT, beat, cluster);
    return cluster;
}

static bool have_all_left(const Cluster *cluster)
{
    for (int i = 1; i < cluster->transport->ranks; i++)
        if (!cluster->ranks[i].has_left)
            return false;
    return true;
}

// Tells all ranks to quit, and waits until they do. False: some do not.
static bool tell_to_quit(Cluster *cluster)
{
    const Transport *transport = cluster->transport;
    bool is_whole = cluster->usage.lost == 0;
    unsigned char bytes[MESSAGE_HEAD];
    size_t size = message_of_kind(MESSAGE_QUIT, bytes);
    for (int i = 1; i < transport->ranks; i++)
        is_whole = cluster_send(cluster, i, bytes, size) && is_whole;
    double end = cluster_now(cluster) + CLUSTER_PATIENCE;
    while (is_whole && !have_all_left(cluster) && cluster_now(cluster) < end) {
        receive_all(cluster);
        transport->wait(transport->object, STEP);
    }
    return is_whole && have_all_left(cluster);
}

bool cluster_delete(Cluster *cluster)
{
    if (cluster == NULL)
        return true;
    if (cluster->is_begun && cluster->transport->wants_beats)
        periodic_thread_stop(&cluster->beating);
    bool are_all_there = cluster->is_begun && tell_to_quit(cluster);
    pthread_mutex_destroy(&cluster->mutex);
    free(cluster->ranks);
    free(cluster->message);
    free(cluster);
    return are_all_there;
}

const SearchHelper *cluster_helper(const Cluster *cluster)
{
    return &cluster->helper;
}

const SearchHelper *cluster_tree_helper(const Cluster *cluster)
{
    return &cluster->tree_helper;
}

static bool are_all_ready(Cluster *cluster)
{
    pthread_mutex_lock(&cluster->mutex);
    receive_all(cluster);
    int known = cluster->usage.ready + cluster->usage.lost;
    pthread_mutex_unlock(&cluster->mutex);
    return known >= cluster->transport->ranks - 1;
}

void cluster_await_ranks(Cluster *cluster, double seconds)
{
    const Transport *transport = cluster->transport;
    double end = cluster_now(cluster) + seconds;
    while (!are_all_ready(cluster) && cluster_now(cluster) < end)
        transport->wait(transport->object, STEP);
}

ClusterUsage cluster_usage(Cluster *cluster)
{
    pthread_mutex_lock(&cluster->mutex);
    ClusterUsage usage = cluster->usage;
    pthread_mutex_unlock(&cluster->mutex);
    return usage;
}

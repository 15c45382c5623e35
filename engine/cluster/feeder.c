// SPDX-License-Identifier: MIT
//
// Brings simulations to a search whose leaves other ranks evaluate. It never waits for
// one leaf: it descends to new ones while others are on their way, and works off the
// answers as they come.
#include <stdlib.h>
#include <string.h>

#include "cluster_internal.h"
#include "job.h"
#include "leaf_choice.h"
#include "stopwatch.h"

enum {
    LEAVES_BYTES = 1 << 14, // of a message of leaves
    // Leaves on their way that are not evaluated yet: at most these many, and one more
    // for every so many simulations. In a small tree, leaves that are chosen without
    // the others' values are worth little. But if answers take long, it takes long as
    // well until all ranks have work.
    RAMP_FIRST = 4,
    RAMP_LEAST = 8,
    RAMP_MOST = 256,
    LATE = 8,  // a leaf is late after the usual latency, times this, and some patience
    PARTS = 3, // a message is due when a rank has room for this part of its window
};
// Seconds: of a sleep when there is nothing to do, after which the feeder takes the
// processor from another thread; between two looks at what is late; in which the number
// of leaves on their way may grow by a factor e.
static const double SLEEP = 0.0005, LOOK_INTERVAL = 0.02, RAMP_TIME = 0.05;

typedef struct Feeder {
    Cluster *cluster;
    Subscriber *subscriber;
    LeafChooser chooser;
    Flights flights;
    bool *is_told, *has_refused; // by rank
    int turn;                    // the rank that was served last
    double looked;
    double latency;  // mean seconds from leaf to answer in this search; 0: unknown
    LeafOrder order; // being written
    unsigned char leaves[LEAVES_BYTES];
} Feeder;

static void count_at_rank(Feeder *feeder, int rank, int more)
{
    Cluster *cluster = feeder->cluster;
    pthread_mutex_lock(&cluster->mutex);
    if (cluster->ranks[rank].waiting == 0)
        cluster->ranks[rank].since = cluster_now(cluster);
    cluster->ranks[rank].waiting += more;
    pthread_mutex_unlock(&cluster->mutex);
}

// Changes the state of a flight, and counts how many wait at its rank.
static void set_state(Feeder *feeder, Flight *flight, FlightState state)
{
    if (flight->state == FLIGHT_WAITING)
        count_at_rank(feeder, flight->rank, -1);
    if (state == FLIGHT_WAITING)
        count_at_rank(feeder, flight->rank, 1);
    flights_set_state(&feeder->flights, flight, state);
}

static void take_back(Feeder *feeder, Flight *flight)
{
    leaf_take_back(&feeder->chooser, flight);
    set_state(feeder, flight, FLIGHT_FREE);
}

static void drop_rank(Feeder *feeder, int rank, const char *why)
{
    pthread_mutex_lock(&feeder->cluster->mutex);
    cluster_lose(feeder->cluster, rank, why);
    pthread_mutex_unlock(&feeder->cluster->mutex);
}

// A mean in which later numbers count more.
static void add_to_mean(double *mean, double number)
{
    static const double MEMORY = 0.95;
    *mean += (1 - MEMORY) * (number - *mean);
}

static void note_latency(Feeder *feeder, const Flight *flight)
{
    Cluster *cluster = feeder->cluster;
    double seconds = cluster_now(cluster) - flight->sent;
    pthread_mutex_lock(&cluster->mutex);
    ClusterRank *rank = &cluster->ranks[flight->rank];
    add_to_mean(&rank->latency, seconds);
    cluster->usage.evaluations++;
    pthread_mutex_unlock(&cluster->mutex);
    if (feeder->latency > 0)
        add_to_mean(&feeder->latency, seconds);
    else
        feeder->latency = seconds;
}

static void take_answer(Feeder *feeder, int rank, const LeafAnswer *answer)
{
    Flight *flight = flights_find(&feeder->flights, answer->flight);
    if (flight == NULL || flight->rank != rank)
        return; // it was given to another rank
    if (!answer->is_playout && flight->state == FLIGHT_WAITING) {
        note_latency(feeder, flight);
        worker_remember(feeder->chooser.worker, flight->key, &answer->output);
        if (!leaf_expand(&feeder->chooser, flight, &answer->output)) {
            take_back(feeder, flight);
            return;
        }
        flight->sent = cluster_now(feeder->cluster);
        set_state(feeder, flight, FLIGHT_PLAYING);
    } else if (answer->is_playout && flight->state == FLIGHT_PLAYING) {
        Simulation *simulation = &flight->simulation;
        simulation->result = answer->playout;
        simulation->is_owned = true;
        worker_back_up(feeder->chooser.worker, simulation);
        set_state(feeder, flight, FLIGHT_FREE);
    }
}

// Works off a message of a rank. False: it is not valid.
static bool take_delivery(Feeder *feeder, const Delivery *delivery)
{
    MessageKind kind;
    WireReader reader;
    AnswersHead head;
    const Position *root = &feeder->chooser.context->root;
    message_open(delivery->bytes, delivery->size, &kind, &reader);
    if (kind == MESSAGE_REFUSAL) {
        feeder->has_refused[delivery->rank] = true;
        return true;
    }
    if (!answers_head_read(&reader, &head) || head.columns != root->columns ||
        head.rows != root->rows)
        return false;
    while (reader.left > 0) {
        LeafAnswer answer;
        if (!leaf_answer_read(&reader, &head, &answer))
            return false;
        take_answer(feeder, delivery->rank, &answer);
    }
    return true;
}

// Works off what has come. Returns whether anything has.
static bool take_deliveries(Feeder *feeder)
{
    Delivery *delivery = cluster_receive(feeder->cluster, feeder->subscriber);
    bool has_come = delivery != NULL;
    while (delivery != NULL) {
        Delivery *next = delivery->next;
        if (!take_delivery(feeder, delivery))
            drop_rank(feeder, delivery->rank, "its answers are not valid");
        free(delivery);
        delivery = next;
    }
    return has_come;
}

// Simulations for which one more leaf may be on its way.
static int ramp_of(const Feeder *feeder)
{
    double ramp = feeder->latency > 0 ? RAMP_TIME / feeder->latency : RAMP_MOST;
    return ramp < RAMP_LEAST ? RAMP_LEAST : ramp > RAMP_MOST ? RAMP_MOST : (int)ramp;
}

static bool is_full(const Feeder *feeder)
{
    const SearchContext *context = feeder->chooser.context;
    uint32_t simulations = tree_node(context->tree, context->node).visits /
                           search_context_visit_steps(context);
    int most = RAMP_FIRST + (int)simulations / ramp_of(feeder);
    return feeder->flights.count[FLIGHT_WAITING] >= most ||
           feeder->flights.count[FLIGHT_FREE] == 0;
}

// Has the search had all the simulations that it wants? Then those on their way belong
// to it, as long as there is time, and so does one that has begun without a leaf.
static bool awaits_flights(const Feeder *feeder)
{
    const SearchContext *context = feeder->chooser.context;
    const SearchLimits *limits = &context->order.limits;
    bool has_all =
        limits->playouts > 0 && atomic_load(&context->next_playout) >= limits->playouts;
    bool has_time =
        limits->seconds <= 0 || stopwatch_now() - context->started < limits->seconds;
    return has_all && has_time && !atomic_load(context->order.stop) &&
           (feeder->chooser.has_index || flights_count(&feeder->flights) > 0);
}

static bool goes_on(const Feeder *feeder)
{
    return !search_context_is_at_end(feeder->chooser.context) || awaits_flights(feeder);
}

// May a new leaf be chosen?
static bool may_choose(const Feeder *feeder)
{
    bool is_wanted = !search_context_is_at_end(feeder->chooser.context) ||
                     (feeder->chooser.has_index && awaits_flights(feeder));
    return is_wanted && !feeder->chooser.has_ended && !is_full(feeder);
}

// The next flight for a rank: one that has gone astray, or a new one. NULL: none.
static Flight *next_flight(Feeder *feeder)
{
    for (uint32_t i = 0; feeder->flights.count[FLIGHT_STRAY] > 0 && i < FLIGHTS_MAX;
         i++)
        if (feeder->flights.all[i].state == FLIGHT_STRAY)
            return &feeder->flights.all[i];
    Choice choice = CHOICE_ENDED;
    while (choice == CHOICE_ENDED && may_choose(feeder)) {
        Flight *flight = flights_next(&feeder->flights);
        choice = leaf_choose(&feeder->chooser, flight);
        if (choice == CHOICE_LEAF) {
            // Until it is sent, it is as if it had gone astray.
            set_state(feeder, flight, FLIGHT_STRAY);
            return flight;
        }
    }
    return NULL;
}

// Appends a leaf to the message.
static void write_leaf(Feeder *feeder, Flight *flight, WireWriter *writer)
{
    const Simulation *simulation = &flight->simulation;
    LeafOrder *order = &feeder->order;
    order->flight = flights_name(&feeder->flights, flight);
    order->index = flight->index;
    order->is_known = flight->is_known;
    order->length = simulation->path_length - 1;
    for (int i = 0; i < order->length; i++)
        order->moves[i] = feeder->chooser.context->tree->move[simulation->path[i + 1]];
    leaf_order_write(writer, order);
}

// Tells a rank of the job, if it does not know of it. Errors: false if that cannot be
// sent now.
static bool tell_job(Feeder *feeder, int rank)
{
    if (feeder->is_told[rank])
        return true;
    pthread_mutex_lock(&feeder->cluster->mutex);
    feeder->is_told[rank] =
        cluster_send(feeder->cluster, rank, feeder->chooser.worker->told,
                     feeder->chooser.worker->told_size);
    pthread_mutex_unlock(&feeder->cluster->mutex);
    return feeder->is_told[rank];
}

// The number of leaves that a rank should get now.
static int room_at(Feeder *feeder, int number)
{
    Cluster *cluster = feeder->cluster;
    if (feeder->has_refused[number])
        return 0;
    pthread_mutex_lock(&cluster->mutex);
    const ClusterRank *rank = &cluster->ranks[number];
    int room = (int)rank->window - rank->waiting;
    bool is_due = rank_is_usable(rank) && room > 0 && PARTS * room >= (int)rank->window;
    pthread_mutex_unlock(&cluster->mutex);
    return is_due ? room : 0;
}

static bool send_leaves(Feeder *feeder, int number, const WireWriter *writer)
{
    Cluster *cluster = feeder->cluster;
    pthread_mutex_lock(&cluster->mutex);
    bool is_sent = message_seal(writer) &&
                   cluster_send(cluster, number, writer->bytes, writer->size);
    pthread_mutex_unlock(&cluster->mutex);
    return is_sent;
}

// Sends up to `room` leaves to a rank. Returns whether there were any.
static bool feed_rank(Feeder *feeder, int rank, int room)
{
    enum { LEAF_BYTES = 2 * PATH_LIMIT + 16, LEAVES_MAX = 64 };
    Flight *sent[LEAVES_MAX];
    int count = 0;
    WireWriter writer = message_begin(MESSAGE_LEAVES, feeder->leaves, LEAVES_BYTES);
    wire_put(&writer, feeder->subscriber->job, 4);
    while (count < room && count < LEAVES_MAX &&
           writer.capacity - writer.size > LEAF_BYTES) {
        Flight *flight = next_flight(feeder);
        if (flight == NULL)
            break;
        write_leaf(feeder, flight, &writer);
        flight->rank = rank;
        flight->sent = cluster_now(feeder->cluster);
        set_state(feeder, flight, flight->is_known ? FLIGHT_PLAYING : FLIGHT_WAITING);
        sent[count++] = flight;
    }
    if (count == 0 || (tell_job(feeder, rank) && send_leaves(feeder, rank, &writer)))
        return count > 0;
    for (int i = 0; i < count; i++)
        set_state(feeder, sent[i], FLIGHT_STRAY);
    return false;
}

// Sends leaves to ranks that need some, until there are none now. Returns whether there
// were any.
static bool feed_ranks(Feeder *feeder)
{
    int ranks = feeder->cluster->transport->ranks;
    bool has_fed = false,
         has_leaves = feeder->flights.count[FLIGHT_STRAY] > 0 || !is_full(feeder);
    for (int i = 0; i < ranks - 1 && has_leaves; i++) {
        feeder->turn = feeder->turn % (ranks - 1) + 1;
        int room = room_at(feeder, feeder->turn);
        if (room == 0)
            continue;
        has_leaves = feed_rank(feeder, feeder->turn, room);
        has_fed = has_fed || has_leaves;
    }
    return has_fed;
}

// Is any rank of use for this search?
static bool has_rank(Feeder *feeder)
{
    Cluster *cluster = feeder->cluster;
    bool has_any = false;
    pthread_mutex_lock(&cluster->mutex);
    for (int i = 1; i < cluster->transport->ranks && !has_any; i++)
        has_any = rank_is_usable(&cluster->ranks[i]) && !feeder->has_refused[i];
    pthread_mutex_unlock(&cluster->mutex);
    return has_any;
}

static bool is_late(Feeder *feeder, const Flight *flight)
{
    Cluster *cluster = feeder->cluster;
    if (flight->state != FLIGHT_WAITING && flight->state != FLIGHT_PLAYING)
        return false;
    pthread_mutex_lock(&cluster->mutex);
    const ClusterRank *rank = &cluster->ranks[flight->rank];
    bool is_late = !rank_is_usable(rank) || feeder->has_refused[flight->rank];
    // A rank that answers all leaves but one does not keep that one for ever.
    if (cluster_now(cluster) - flight->sent > CLUSTER_PATIENCE + rank->latency * LATE)
        is_late = true;
    pthread_mutex_unlock(&cluster->mutex);
    return is_late;
}

// Takes flights away from ranks that do not answer. What only lacks its playout does
// without.
static void look_for_late(Feeder *feeder)
{
    double now = cluster_now(feeder->cluster);
    if (now - feeder->looked < LOOK_INTERVAL)
        return;
    feeder->looked = now;
    for (uint32_t i = 0; i < FLIGHTS_MAX; i++) {
        Flight *flight = &feeder->flights.all[i];
        if (!is_late(feeder, flight))
            continue;
        if (flight->state == FLIGHT_PLAYING) {
            set_state(feeder, flight, FLIGHT_FREE);
            continue;
        }
        set_state(feeder, flight, FLIGHT_STRAY);
        flight->turns++;
        pthread_mutex_lock(&feeder->cluster->mutex);
        feeder->cluster->usage.repeated++;
        pthread_mutex_unlock(&feeder->cluster->mutex);
    }
}

// Evaluates one leaf here, as no rank is left for it: one that has gone astray, or, if
// the search has no other workers, any.
static bool evaluate_here(Feeder *feeder)
{
    bool is_wanted =
        feeder->flights.count[FLIGHT_STRAY] > 0 || feeder->cluster->helper.is_alone;
    Flight *flight = is_wanted && !has_rank(feeder) ? next_flight(feeder) : NULL;
    if (flight == NULL)
        return false;
    if (flight->is_known || leaf_expand(&feeder->chooser, flight, NULL))
        set_state(feeder, flight, FLIGHT_FREE);
    else
        take_back(feeder, flight);
    return true;
}

static void end_job(Feeder *feeder)
{
    Cluster *cluster = feeder->cluster;
    unsigned char bytes[MESSAGE_HEAD + 4];
    size_t size = message_of_job(MESSAGE_JOB_END, feeder->subscriber->job, bytes);
    pthread_mutex_lock(&cluster->mutex);
    for (int i = 1; i < cluster->transport->ranks; i++)
        if (feeder->is_told[i] && !cluster->ranks[i].is_lost)
            cluster_send(cluster, i, bytes, size);
    pthread_mutex_unlock(&cluster->mutex);
}

// Takes back what is on its way.
static void take_all_back(Feeder *feeder)
{
    for (uint32_t i = 0; i < FLIGHTS_MAX; i++) {
        Flight *flight = &feeder->flights.all[i];
        if (flight->state == FLIGHT_WAITING || flight->state == FLIGHT_STRAY)
            take_back(feeder, flight);
    }
}

static void feed(Feeder *feeder)
{
    const Transport *transport = feeder->cluster->transport;
    while (goes_on(feeder)) {
        bool has_done = take_deliveries(feeder);
        worker_unpark(feeder->chooser.worker, false);
        has_done = feed_ranks(feeder) || has_done;
        look_for_late(feeder);
        has_done = evaluate_here(feeder) || has_done;
        if (!has_done)
            transport->wait(transport->object, SLEEP);
    }
    take_all_back(feeder);
    end_job(feeder);
}

void feeder_prepare(void *object, Worker *worker)
{
    (void)object;
    job_tell(worker, MESSAGE_JOB);
}

static void feeder_delete(Feeder *feeder)
{
    if (feeder == NULL)
        return;
    flights_free(&feeder->flights);
    free(feeder->is_told);
    free(feeder->has_refused);
    free(feeder);
}

// Errors: NULL when memory is exhausted.
static Feeder *feeder_new(Cluster *cluster, Worker *worker)
{
    size_t ranks = (size_t)cluster->transport->ranks;
    Feeder *feeder = calloc(1, sizeof *feeder);
    if (feeder == NULL)
        return NULL;
    feeder->cluster = cluster;
    feeder->chooser = (LeafChooser){.worker = worker, .context = worker->context};
    feeder->is_told = calloc(ranks, 1);
    feeder->has_refused = calloc(ranks, 1);
    if (!flights_init(&feeder->flights) || feeder->is_told == NULL ||
        feeder->has_refused == NULL) {
        feeder_delete(feeder);
        return NULL;
    }
    return feeder;
}

// Feeds the ranks, if there are any. False: they cannot help.
static bool feed_cluster(Cluster *cluster, Worker *worker)
{
    Feeder *feeder = feeder_new(cluster, worker);
    if (feeder == NULL)
        return false;
    feeder->subscriber = cluster_subscribe(cluster);
    bool helps = feeder->subscriber != NULL && has_rank(feeder) &&
                 job_name(worker, feeder->subscriber->job);
    if (helps) {
        worker->leaves_wait = true;
        feed(feeder);
        worker->leaves_wait = false;
    }
    if (feeder->subscriber != NULL)
        cluster_unsubscribe(cluster, feeder->subscriber);
    feeder_delete(feeder);
    worker_unpark(worker, true);
    worker_show_sums(worker);
    return helps;
}

void feeder_help(void *object, Worker *worker)
{
    Cluster *cluster = object;
    // A search that has no other worker needs this one.
    if (!feed_cluster(cluster, worker) && cluster->helper.is_alone)
        worker_run(worker);
}

// SPDX-License-Identifier: MIT
//
// Brings simulations to a search whose leaves other ranks evaluate. It never waits for
// one leaf: it descends to new ones while others are on their way, and works off the
// answers as they come.
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "cluster_internal.h"
#include "job.h"
#include "stopwatch.h"
#include "worker_internal.h"

enum {
    FLIGHTS_MAX = 2048,     // a power of two; leaves of a search on their way
    LEAVES_BYTES = 1 << 14, // of a message of leaves
    // Leaves on their way that are not evaluated yet: at most these many, and one more
    // for every RAMP simulations. In a small tree, leaves that are chosen without the
    // others' values are worth little.
    RAMP_FIRST = 8,
    RAMP = 8,
    PARTS = 3, // a message is due when a rank has room for this part of its window
};
// Seconds: of a sleep when there is nothing to do; between two looks at what is late.
static const double SLEEP = 0.0001, LOOK_INTERVAL = 0.02;

typedef enum FlightState {
    FLIGHT_FREE,
    FLIGHT_WAITING, // for the network's answer
    FLIGHT_PLAYING, // for the playout
    FLIGHT_STRAY,   // its rank does not answer: it waits for another one
} FlightState;

typedef struct Flight {
    FlightState state;
    uint32_t turns; // times that this place was used: old answers are told apart
    int rank;
    double sent;
    uint64_t index; // of the simulation
    uint64_t key;   // of the leaf in the evaluation cache
    bool is_known;  // the leaf is expanded; only its playout is wanted
    Simulation simulation;
} Flight;

typedef struct Feeder {
    Cluster *cluster;
    Subscriber *subscriber;
    Worker *worker;
    SearchContext *context;
    Flight *flights;
    uint32_t free_list[FLIGHTS_MAX];
    int free_count;
    int waiting, playing, strays; // number of flights in these states
    bool has_index;               // a simulation has begun that found no leaf yet
    uint64_t index;
    bool *is_told, *has_refused; // by rank
    bool has_ended;              // no new leaves are chosen
    int turn;                    // the rank that was served last
    double looked;
    LeafOrder order; // being written
    unsigned char leaves[LEAVES_BYTES];
} Feeder;

static uint32_t name_of(const Feeder *feeder, const Flight *flight)
{
    return (uint32_t)(flight - feeder->flights) | flight->turns * FLIGHTS_MAX;
}

// The flight of that name; NULL if it has ended.
static Flight *find_flight(const Feeder *feeder, uint32_t name)
{
    Flight *flight = &feeder->flights[name % FLIGHTS_MAX];
    return flight->state != FLIGHT_FREE && name_of(feeder, flight) == name ? flight
                                                                           : NULL;
}

static int *counter_of(Feeder *feeder, FlightState state)
{
    return state == FLIGHT_WAITING   ? &feeder->waiting
           : state == FLIGHT_PLAYING ? &feeder->playing
                                     : &feeder->strays;
}

static void count_at_rank(Feeder *feeder, int rank, int more)
{
    Cluster *cluster = feeder->cluster;
    pthread_mutex_lock(&cluster->mutex);
    if (cluster->ranks[rank].waiting == 0)
        cluster->ranks[rank].since = cluster_now(cluster);
    cluster->ranks[rank].waiting += more;
    pthread_mutex_unlock(&cluster->mutex);
}

// Changes the state of a flight, and all that is counted by it.
static void set_state(Feeder *feeder, Flight *flight, FlightState state)
{
    if (flight->state != FLIGHT_FREE)
        --*counter_of(feeder, flight->state);
    if (flight->state == FLIGHT_WAITING)
        count_at_rank(feeder, flight->rank, -1);
    if (state == FLIGHT_WAITING)
        count_at_rank(feeder, flight->rank, 1);
    flight->state = state;
    if (state != FLIGHT_FREE) {
        ++*counter_of(feeder, state);
        return;
    }
    flight->turns++;
    feeder->free_list[feeder->free_count++] = (uint32_t)(flight - feeder->flights);
}

// Goes to the leaf of a flight. False: there is no memory for that.
static bool go_to_leaf(Feeder *feeder, Flight *flight)
{
    Worker *worker = feeder->worker;
    worker_set_rng(worker, flight->index);
    return worker_replay(worker, &flight->simulation);
}

// Expands the leaf of a flight, at which the worker is, with the network's answer. If
// there is none, this thread asks the network itself.
static void expand_here(Feeder *feeder, Flight *flight, const NetworkOutput *output)
{
    Worker *worker = feeder->worker;
    Simulation *simulation = &flight->simulation;
    worker->given = output;
    simulation->is_valued = worker_expand(worker, simulation);
    worker->given = NULL;
    simulation->white_points = worker_white_points(worker);
}

// Goes to the leaf of a flight and expands it. False: there is no memory for that.
static bool expand(Feeder *feeder, Flight *flight, const NetworkOutput *output)
{
    Worker *worker = feeder->worker;
    uint32_t turns = worker->history.length;
    bool is_there = go_to_leaf(feeder, flight);
    if (is_there)
        expand_here(feeder, flight, output);
    worker_rewind(worker, turns);
    return is_there;
}

// Takes a leaf back: as if it had never been chosen. One that is known only lacks its
// playout.
static void take_back(Feeder *feeder, Flight *flight)
{
    const Simulation *simulation = &flight->simulation;
    const SearchContext *context = feeder->context;
    if (!flight->is_known) {
        tree_discount_visits(context->tree, simulation->path, simulation->path_length,
                             search_context_visit_steps(context));
        tree_release(context->tree, simulation->path[simulation->path_length - 1]);
    }
    set_state(feeder, flight, FLIGHT_FREE);
}

static void drop_rank(Feeder *feeder, int rank, const char *why)
{
    pthread_mutex_lock(&feeder->cluster->mutex);
    cluster_lose(feeder->cluster, rank, why);
    pthread_mutex_unlock(&feeder->cluster->mutex);
}

static void note_latency(Feeder *feeder, const Flight *flight)
{
    static const double MEMORY = 0.95;
    Cluster *cluster = feeder->cluster;
    double seconds = cluster_now(cluster) - flight->sent;
    pthread_mutex_lock(&cluster->mutex);
    Rank *rank = &cluster->ranks[flight->rank];
    rank->latency += (1 - MEMORY) * (seconds - rank->latency);
    cluster->usage.evaluations++;
    pthread_mutex_unlock(&cluster->mutex);
}

static void take_answer(Feeder *feeder, int rank, const LeafAnswer *answer)
{
    Flight *flight = find_flight(feeder, answer->flight);
    if (flight == NULL || flight->rank != rank)
        return; // it was given to another rank
    if (!answer->is_playout && flight->state == FLIGHT_WAITING) {
        note_latency(feeder, flight);
        worker_remember(feeder->worker, flight->key, &answer->output);
        if (!expand(feeder, flight, &answer->output)) {
            take_back(feeder, flight);
            return;
        }
        flight->sent = cluster_now(feeder->cluster);
        set_state(feeder, flight, FLIGHT_PLAYING);
    } else if (answer->is_playout && flight->state == FLIGHT_PLAYING) {
        Simulation *simulation = &flight->simulation;
        simulation->result = answer->playout;
        simulation->is_owned = true;
        worker_back_up(feeder->worker, simulation);
        set_state(feeder, flight, FLIGHT_FREE);
    }
}

// Works off a message of a rank. False: it is not valid.
static bool take_delivery(Feeder *feeder, const Delivery *delivery)
{
    MessageKind kind;
    WireReader reader;
    AnswersHead head;
    const Position *root = &feeder->context->root;
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

static bool is_full(const Feeder *feeder)
{
    const SearchContext *context = feeder->context;
    uint32_t simulations = tree_node(context->tree, context->node).visits /
                           search_context_visit_steps(context);
    int most = RAMP_FIRST + (int)(simulations / RAMP);
    return feeder->waiting >= most || feeder->free_count == 0;
}

// What a descent for a new leaf has come to.
typedef enum Choice {
    CHOICE_LEAF,
    CHOICE_ENDED,  // the simulation needs no other rank, and is done
    CHOICE_NOTHING // there is no leaf now
} Choice;

// Waits no longer for an occupied leaf than until the next descent.
static Choice leave_leaf(Feeder *feeder, const Simulation *simulation)
{
    const SearchContext *context = feeder->context;
    if (worker_park(feeder->worker, simulation))
        return CHOICE_ENDED; // the simulation begins again elsewhere
    tree_discount_visits(context->tree, simulation->path, simulation->path_length,
                         search_context_visit_steps(context));
    return CHOICE_NOTHING;
}

// Descends to a new leaf. If the network was asked about it before, expands it.
static Descent descend(Feeder *feeder, Flight *flight)
{
    Worker *worker = feeder->worker;
    Simulation *simulation = &flight->simulation;
    NetworkOutput output;
    uint32_t turns = worker->history.length;
    worker_set_rng(worker, feeder->index);
    flight->is_known = false;
    Descent descent = worker_descend(worker, simulation);
    if (descent == DESCENT_LEAF &&
        worker_recall(worker, simulation, &flight->key, &output)) {
        expand_here(feeder, flight, &output);
        flight->is_known = true;
    }
    worker_rewind(worker, turns);
    return descent;
}

// Chooses a new leaf.
static Choice choose_leaf(Feeder *feeder, Flight *flight)
{
    Worker *worker = feeder->worker;
    Simulation *simulation = &flight->simulation;
    if (!feeder->has_index && !worker_begin(worker, &feeder->index)) {
        feeder->has_ended = true;
        return CHOICE_NOTHING;
    }
    feeder->has_index = true;
    worker_unpark(worker, false);
    Descent descent = descend(feeder, flight);
    if (descent == DESCENT_OCCUPIED)
        return leave_leaf(feeder, simulation);
    if (descent == DESCENT_NO_MEMORY) {
        feeder->has_index = false;
        atomic_store(&feeder->context->finished, true);
        return CHOICE_NOTHING;
    }
    feeder->has_index = false;
    flight->index = feeder->index;
    if (descent == DESCENT_LEAF)
        return CHOICE_LEAF;
    if (simulation->ended_in_tree)
        worker_back_up(worker, simulation);
    return CHOICE_ENDED;
}

// Has the search had all the simulations that it wants? Then those on their way belong
// to it, as long as there is time, and so does one that has begun without a leaf.
static bool awaits_flights(const Feeder *feeder)
{
    const SearchContext *context = feeder->context;
    const SearchLimits *limits = &context->order.limits;
    bool has_all =
        limits->playouts > 0 && atomic_load(&context->next_playout) >= limits->playouts;
    bool has_time =
        limits->seconds <= 0 || stopwatch_now() - context->started < limits->seconds;
    return has_all && has_time && !atomic_load(context->order.stop) &&
           (feeder->has_index ||
            feeder->waiting + feeder->playing + feeder->strays > 0);
}

static bool goes_on(const Feeder *feeder)
{
    return !search_context_is_at_end(feeder->context) || awaits_flights(feeder);
}

// May a new leaf be chosen?
static bool may_choose(const Feeder *feeder)
{
    bool is_wanted = !search_context_is_at_end(feeder->context) ||
                     (feeder->has_index && awaits_flights(feeder));
    return is_wanted && !feeder->has_ended && !is_full(feeder);
}

// The next flight for a rank: one that has gone astray, or a new one. NULL: none.
static Flight *next_flight(Feeder *feeder)
{
    for (uint32_t i = 0; feeder->strays > 0 && i < FLIGHTS_MAX; i++)
        if (feeder->flights[i].state == FLIGHT_STRAY)
            return &feeder->flights[i];
    Choice choice = CHOICE_ENDED;
    while (choice == CHOICE_ENDED && may_choose(feeder)) {
        Flight *flight = &feeder->flights[feeder->free_list[feeder->free_count - 1]];
        choice = choose_leaf(feeder, flight);
        if (choice == CHOICE_LEAF) {
            feeder->free_count--;
            // Until it is sent, it is as if it had gone astray.
            flight->state = FLIGHT_STRAY;
            feeder->strays++;
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
    order->flight = name_of(feeder, flight);
    order->index = flight->index;
    order->is_known = flight->is_known;
    order->length = simulation->path_length - 1;
    for (int i = 0; i < order->length; i++)
        order->moves[i] = feeder->context->tree->move[simulation->path[i + 1]];
    leaf_order_write(writer, order);
}

// Tells a rank of the job, if it does not know of it. Errors: false if that cannot be
// sent now.
static bool tell_job(Feeder *feeder, int rank)
{
    if (feeder->is_told[rank])
        return true;
    pthread_mutex_lock(&feeder->cluster->mutex);
    feeder->is_told[rank] = cluster_send(feeder->cluster, rank, feeder->worker->told,
                                         feeder->worker->told_size);
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
    const Rank *rank = &cluster->ranks[number];
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
    bool has_fed = false, has_leaves = feeder->strays > 0 || !is_full(feeder);
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
    const Rank *rank = &cluster->ranks[flight->rank];
    bool is_late = !rank_is_usable(rank) || feeder->has_refused[flight->rank];
    // A rank that answers all leaves but one does not keep that one for ever.
    if (cluster_now(cluster) - flight->sent > CLUSTER_PATIENCE + rank->latency * RAMP)
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
        Flight *flight = &feeder->flights[i];
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
    bool is_wanted = feeder->strays > 0 || feeder->cluster->helper.is_alone;
    Flight *flight = is_wanted && !has_rank(feeder) ? next_flight(feeder) : NULL;
    if (flight == NULL)
        return false;
    if (flight->is_known || expand(feeder, flight, NULL))
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
        Flight *flight = &feeder->flights[i];
        if (flight->state == FLIGHT_WAITING || flight->state == FLIGHT_STRAY)
            take_back(feeder, flight);
    }
}

static void feed(Feeder *feeder)
{
    const Transport *transport = feeder->cluster->transport;
    while (goes_on(feeder)) {
        bool has_done = take_deliveries(feeder);
        worker_unpark(feeder->worker, false);
        has_done = feed_ranks(feeder) || has_done;
        look_for_late(feeder);
        has_done = evaluate_here(feeder) || has_done;
        if (!has_done)
            transport->wait(transport->object, SLEEP);
    }
    take_all_back(feeder);
    end_job(feeder);
}

// Gives the message that tells of the job its number. False: there is none.
static bool name_job(const Feeder *feeder)
{
    const Worker *worker = feeder->worker;
    if (worker->told == NULL)
        return false;
    WireWriter number = {.bytes = worker->told + MESSAGE_HEAD, .capacity = 4};
    wire_put(&number, feeder->subscriber->job, 4);
    WireWriter whole = {.bytes = worker->told, .size = worker->told_size};
    return message_seal(&whole);
}

void feeder_prepare(void *object, Worker *worker)
{
    (void)object;
    free(worker->told);
    worker->told = malloc(MESSAGE_MAX);
    if (worker->told == NULL)
        return;
    WireWriter writer = message_begin(MESSAGE_JOB, worker->told, MESSAGE_MAX);
    job_write(&writer, worker->context);
    worker->told_size = writer.size;
    if (writer.failed) {
        free(worker->told);
        worker->told = NULL;
    }
}

static void feeder_delete(Feeder *feeder)
{
    if (feeder == NULL)
        return;
    aligned_delete(feeder->flights);
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
    feeder->worker = worker;
    feeder->context = worker->context;
    feeder->flights = aligned_new(_Alignof(Flight), FLIGHTS_MAX * sizeof(Flight));
    feeder->is_told = calloc(ranks, 1);
    feeder->has_refused = calloc(ranks, 1);
    if (feeder->flights == NULL || feeder->is_told == NULL ||
        feeder->has_refused == NULL) {
        feeder_delete(feeder);
        return NULL;
    }
    for (uint32_t i = 0; i < FLIGHTS_MAX; i++) {
        feeder->flights[i].state = FLIGHT_FREE;
        feeder->flights[i].turns = 0;
        feeder->free_list[i] = FLIGHTS_MAX - 1 - i;
    }
    feeder->free_count = FLIGHTS_MAX;
    return feeder;
}

// Feeds the ranks, if there are any. False: they cannot help.
static bool feed_cluster(Cluster *cluster, Worker *worker)
{
    Feeder *feeder = feeder_new(cluster, worker);
    if (feeder == NULL)
        return false;
    feeder->subscriber = cluster_subscribe(cluster);
    bool helps = feeder->subscriber != NULL && has_rank(feeder) && name_job(feeder);
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

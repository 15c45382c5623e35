// SPDX-License-Identifier: MIT
#include "tree_rank.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "ledger.h"
#include "message.h"
#include "portion.h"
#include "rng.h"
#include "stopwatch.h"
#include "worker_internal.h"

// Seconds of a sleep. If this process has not looked for what has come for OWN_SILENCE,
// the silence was its own.
static const double STEP = 0.001, OWN_SILENCE = 1;

// A message of sums that waits for the thread that exchanges them.
typedef struct Sums {
    struct Sums *next;
    size_t size;
    unsigned char bytes[];
} Sums;

struct TreeRank {
    EvaluatorMeans means;
    int number;
    const Transport *transport; // NULL: all is done by function calls
    TakeMessage *take;
    void *taker;
    uint64_t networks;
    Search *search;
    Params params; // of the search
    SearchHelper helper;
    Job job;
    bool has_job;
    pthread_t thread; // that searches, if there is a job
    atomic_bool stop;
    SearchReport report; // of no use
    Ledger ledger;       // while the helper helps
    unsigned char *heard_message, *told_message;
    double heard, looked;
    bool is_over;
    EvaluatorsEnd end;
    pthread_mutex_t mutex; // guards the transport, and what follows
    Sums *first, **last;
    // By function calls, the thread that searches and the caller take turns.
    pthread_cond_t turns;
    bool is_searching;    // it is the turn of the former
    bool has_ledger;      // the helper waits for its turn
    uint64_t simulations; // of this turn
};

static double now_of(const TreeRank *rank)
{
    const Transport *transport = rank->transport;
    return transport != NULL ? transport->now(transport->object) : stopwatch_now();
}

static void send_to_root(TreeRank *rank, const unsigned char *bytes, size_t size)
{
    const Transport *transport = rank->transport;
    if (transport == NULL) {
        rank->take(rank->taker, bytes, size);
        return;
    }
    pthread_mutex_lock(&rank->mutex);
    transport->send(transport->object, 0, bytes, size);
    pthread_mutex_unlock(&rank->mutex);
}

static void tell_sums(TreeRank *rank)
{
    WireWriter writer =
        message_begin(MESSAGE_SUMS, rank->told_message, LEDGER_MESSAGE_MAX);
    wire_put(&writer, rank->job.id, 4);
    ledger_write(&rank->ledger, &writer);
    if (message_seal(&writer))
        send_to_root(rank, writer.bytes, writer.size);
}

// Adds a message of sums to the tree. One that is not valid is passed over from where
// it is not.
static void take_sums(TreeRank *rank, const unsigned char *bytes, size_t size)
{
    MessageKind kind;
    WireReader reader;
    uint64_t simulations = 0;
    if (!message_open(bytes, size, &kind, &reader) ||
        wire_get(&reader, 4) != rank->job.id)
        return;
    ledger_read(&rank->ledger, &reader, &simulations);
    atomic_fetch_add(&rank->ledger.context->next_playout, simulations);
}

static Sums *take_inbox(TreeRank *rank)
{
    pthread_mutex_lock(&rank->mutex);
    Sums *first = rank->first;
    rank->first = NULL;
    rank->last = &rank->first;
    pthread_mutex_unlock(&rank->mutex);
    return first;
}

static void empty_inbox(TreeRank *rank, bool takes_sums)
{
    Sums *sums = take_inbox(rank);
    while (sums != NULL) {
        Sums *next = sums->next;
        if (takes_sums)
            take_sums(rank, sums->bytes, sums->size);
        free(sums);
        sums = next;
    }
}

static void put_into_inbox(TreeRank *rank, const unsigned char *bytes, size_t size)
{
    Sums *sums = malloc(sizeof *sums + size);
    if (sums == NULL)
        return; // as if it had been lost on the way
    sums->next = NULL;
    sums->size = size;
    memcpy(sums->bytes, bytes, size);
    pthread_mutex_lock(&rank->mutex);
    *rank->last = sums;
    rank->last = &sums->next;
    pthread_mutex_unlock(&rank->mutex);
}

static void exchange(TreeRank *rank, const SearchContext *context)
{
    const Transport *transport = rank->transport;
    double due = now_of(rank) + LEDGER_INTERVAL;
    while (!search_context_is_at_end(context)) {
        empty_inbox(rank, true);
        if (now_of(rank) >= due) {
            tell_sums(rank);
            due = now_of(rank) + LEDGER_INTERVAL;
        }
        transport->wait(transport->object, STEP);
    }
    tell_sums(rank);
}

// Gives the turn to the caller, or takes it, and waits until it comes back. Pre: the
// mutex is held.
static void pass_turn(TreeRank *rank, bool is_searching)
{
    rank->is_searching = is_searching;
    pthread_cond_broadcast(&rank->turns);
    while (rank->is_searching == is_searching)
        pthread_cond_wait(&rank->turns, &rank->mutex);
}

static void take_turns(TreeRank *rank, Worker *worker)
{
    pthread_mutex_lock(&rank->mutex);
    while (!search_context_is_at_end(worker->context)) {
        rank->has_ledger = true;
        pass_turn(rank, false);
        rank->has_ledger = false;
        pthread_mutex_unlock(&rank->mutex);
        if (atomic_load(&rank->stop))
            atomic_store(&worker->context->finished, true);
        else
            portion_run(worker, rank->simulations);
        pthread_mutex_lock(&rank->mutex);
    }
    pthread_mutex_unlock(&rank->mutex);
}

// The functions of the SearchHelper.
static void prepare(void *object, Worker *worker)
{
    (void)object, (void)worker;
}

static void help(void *object, Worker *worker)
{
    TreeRank *rank = object;
    if (worker->context->weighs_children ||
        !ledger_init(&rank->ledger, worker->context)) {
        // A search without other workers has nobody to wait for.
        if (rank->helper.is_alone)
            atomic_store(&worker->context->finished, true);
        return;
    }
    if (rank->transport != NULL)
        exchange(rank, worker->context);
    else
        take_turns(rank, worker);
    ledger_free(&rank->ledger);
}

// The thread.
static void *search(void *object)
{
    TreeRank *rank = object;
    const Job *job = &rank->job;
    SearchOrder order = {.player = job->player,
                         .seed = rng_mix(job->seed ^ rng_mix((uint64_t)rank->number)),
                         .stop = &rank->stop,
                         .filter = job->has_filter ? &job->filter : NULL,
                         .root_temperature = job->root_temperature,
                         .profile = job->profile,
                         .doubling = job->doubling,
                         .hides_history = job->hides_history,
                         .awaits_workers = true};
    search_run(rank->search, &job->game, &order, &rank->report);
    pthread_mutex_lock(&rank->mutex);
    rank->is_searching = false;
    pthread_cond_broadcast(&rank->turns);
    pthread_mutex_unlock(&rank->mutex);
    return NULL;
}

static void set_params(TreeRank *rank, const Params *params)
{
    if (memcmp(params, &rank->params, sizeof *params) == 0)
        return;
    rank->params = *params;
    search_set_params(rank->search, params);
}

// Lets the thread that searches have its turn, by function calls. Pre: it has the
// mutex's next turn.
static void give_turn(TreeRank *rank)
{
    if (rank->transport != NULL)
        return;
    pthread_mutex_lock(&rank->mutex);
    if (rank->has_ledger)
        pass_turn(rank, true);
    pthread_mutex_unlock(&rank->mutex);
}

static void end_job(TreeRank *rank)
{
    if (!rank->has_job)
        return;
    atomic_store(&rank->stop, true);
    give_turn(rank);
    pthread_join(rank->thread, NULL);
    empty_inbox(rank, false);
    game_free(&rank->job.game);
    rank->has_job = false;
}

// Begins to search. Errors: false if there is no thread.
static bool start_search(TreeRank *rank, const Job *job)
{
    rank->job = *job;
    set_params(rank, &job->params);
    atomic_store(&rank->stop, false);
    pthread_mutex_lock(&rank->mutex);
    rank->is_searching = true;
    rank->has_job = pthread_create(&rank->thread, NULL, search, rank) == 0;
    // By function calls, until the root is there.
    while (rank->has_job && rank->transport == NULL && rank->is_searching)
        pthread_cond_wait(&rank->turns, &rank->mutex);
    pthread_mutex_unlock(&rank->mutex);
    return rank->has_job;
}

static void take_job(TreeRank *rank, WireReader *reader)
{
    Job job;
    if (!job_read_of_tree(reader, &job))
        return;
    if (!rank->has_job && job.networks == rank->networks && start_search(rank, &job))
        return;
    unsigned char bytes[MESSAGE_HEAD + 4];
    send_to_root(rank, bytes, message_of_job(MESSAGE_REFUSAL, job.id, bytes));
    game_free(&job.game);
}

static void finish(TreeRank *rank, EvaluatorsEnd end)
{
    rank->end = end;
    rank->is_over = true;
}

static void answer(TreeRank *rank, MessageKind kind)
{
    unsigned char bytes[MESSAGE_HEAD];
    send_to_root(rank, bytes, message_of_kind(kind, bytes));
}

// Obeys a message of rank 0. One that is not valid is passed over.
static void obey(TreeRank *rank, const unsigned char *bytes, size_t size)
{
    WireReader reader;
    MessageKind kind;
    if (!message_open(bytes, size, &kind, &reader))
        return;
    rank->heard = now_of(rank);
    if (kind == MESSAGE_TREE_JOB)
        take_job(rank, &reader);
    else if (kind == MESSAGE_SUMS && rank->has_job) {
        if (rank->transport != NULL)
            put_into_inbox(rank, bytes, size);
        else if (rank->has_ledger)
            take_sums(rank, bytes, size);
    } else if (kind == MESSAGE_JOB_END) {
        if (rank->has_job && wire_get(&reader, 4) == rank->job.id)
            end_job(rank);
    } else if (kind == MESSAGE_BEAT) {
        answer(rank, MESSAGE_BEAT);
    } else if (kind == MESSAGE_QUIT) {
        end_job(rank);
        answer(rank, MESSAGE_BYE);
        finish(rank, EVALUATORS_QUIT);
    }
}

static Received receive(TreeRank *rank, int *from, size_t *size)
{
    const Transport *transport = rank->transport;
    *size = MESSAGE_MAX;
    pthread_mutex_lock(&rank->mutex);
    Received received =
        transport->receive(transport->object, from, rank->heard_message, size);
    pthread_mutex_unlock(&rank->mutex);
    return received;
}

// Receives what has come.
static void look(TreeRank *rank)
{
    double now = now_of(rank);
    int from;
    size_t size;
    Received received;
    if (rank->looked > 0 && now - rank->looked > OWN_SILENCE)
        rank->heard += now - rank->looked;
    rank->looked = now;
    while ((received = receive(rank, &from, &size)) != RECEIVED_NOTHING)
        if (received == RECEIVED_MESSAGE && from == 0)
            obey(rank, rank->heard_message, size);
    if (now - rank->heard > EVALUATORS_PATIENCE)
        finish(rank, EVALUATORS_SILENCE);
}

TreeRank *tree_rank_new(const EvaluatorMeans *means, int number)
{
    TreeRank *rank = calloc(1, sizeof *rank);
    if (rank == NULL)
        return NULL;
    rank->means = *means;
    rank->number = number;
    rank->networks = job_networks(means->network, means->katago);
    rank->params = PARAMS_DEFAULT;
    rank->last = &rank->first;
    rank->helper = (SearchHelper){rank, prepare, help, true};
    pthread_mutex_init(&rank->mutex, NULL);
    pthread_cond_init(&rank->turns, NULL);
    rank->heard_message = malloc(MESSAGE_MAX);
    rank->told_message = malloc(LEDGER_MESSAGE_MAX);
    rank->search =
        search_new(&rank->params, means->lanes, means->threads, means->memory_mib);
    if (rank->heard_message == NULL || rank->told_message == NULL ||
        rank->search == NULL) {
        tree_rank_delete(rank);
        return NULL;
    }
    search_use_network(rank->search, means->network, NETWORK_FULL);
    if (means->katago != NULL)
        search_use_katago(rank->search, means->katago);
    search_use_helper(rank->search, &rank->helper);
    return rank;
}

void tree_rank_delete(TreeRank *rank)
{
    if (rank == NULL)
        return;
    end_job(rank);
    search_delete(rank->search);
    free(rank->heard_message);
    free(rank->told_message);
    pthread_cond_destroy(&rank->turns);
    pthread_mutex_destroy(&rank->mutex);
    free(rank);
}

void tree_rank_obey(TreeRank *rank, const unsigned char *bytes, size_t size,
                    TakeMessage *take, void *object)
{
    rank->take = take;
    rank->taker = object;
    obey(rank, bytes, size);
}

void tree_rank_search(TreeRank *rank, uint64_t simulations)
{
    rank->simulations = simulations;
    give_turn(rank);
}

void tree_rank_tell(TreeRank *rank, TakeMessage *take, void *object)
{
    rank->take = take;
    rank->taker = object;
    if (rank->has_ledger)
        tell_sums(rank);
}

EvaluatorsEnd tree_rank_run(const EvaluatorMeans *means, int number,
                            const Transport *transport)
{
    TreeRank *rank = tree_rank_new(means, number);
    if (rank == NULL)
        return EVALUATORS_NO_MEMORY;
    rank->transport = transport;
    rank->helper.is_alone = false;
    rank->heard = now_of(rank);
    unsigned char bytes[HELLO_BYTES];
    send_to_root(rank, bytes, message_of_hello(means->threads, means->host, bytes));
    while (!rank->is_over) {
        look(rank);
        transport->wait(transport->object, STEP);
    }
    end_job(rank);
    EvaluatorsEnd end = rank->end;
    tree_rank_delete(rank);
    return end;
}

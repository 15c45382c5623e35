// SPDX-License-Identifier: MIT
#include "evaluators.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "job.h"
#include "message.h"
#include "stopwatch.h"
#include "worker_internal.h"

enum {
    JOBS_MAX = 64,    // searches of rank 0 that may run at once
    QUEUE_MAX = 1024, // leaves of a job that wait
    LANES_MAX = 64,   // playouts of a thread that run at once
    ANSWERS_BYTES = 1 << 16,
    ANSWERS_FULL = ANSWERS_BYTES / 2, // then the answers are sent
    CACHE_PART = 8,                   // of the memory
};
// Seconds: how long answers are collected; the longest sleep of a thread without work,
// which grows from the shortest; how long a playout may wait for others to share its
// lanes.
static const double COLLECTION = 0.0002, SLEEP_MIN = 0.00005, SLEEP_MAX = 0.001,
                    SHARING_WAIT = 0.02;

// A search of rank 0.
typedef struct JobSlot {
    bool is_used, is_ended; // ended: it goes when no thread works for it
    int threads;            // number of threads that work for it
    Job job;
    PlayoutPolicy policy;
    LeafOrder *queue; // a ring
    uint32_t first, count;
    bool is_dry;
    unsigned char *answers;
    WireWriter writer; // of `answers`, if there are any
    bool has_answers;
    double sent; // when answers were sent last
} JobSlot;

typedef struct Evaluator {
    Evaluators *evaluators;
    pthread_t thread;
    SearchContext context;
    Tree tree; // only the moves of the present leaf
    Worker *worker;
    JobSlot *slot; // that it works for
    uint32_t job;  // that the worker is prepared for; 0: none
    bool is_prepared;
    Simulation simulation;
    uint32_t flights[LANES_MAX]; // by playout
    bool is_flying[LANES_MAX];
    double oldest; // when the first of the playouts that run began
    int flying;
    BatchUsage usage;
} Evaluator;

struct Evaluators {
    EvaluatorMeans means;
    const Transport *transport; // NULL: it is asked by function calls
    TakeMessage *take;
    void *taker;
    uint64_t networks;
    EvalCache cache;
    bool has_cache;
    pthread_mutex_t mutex; // guards the rest, but for what is an evaluator's own
    JobSlot slots[JOBS_MAX];
    int turn;     // the slot that was served last
    double heard; // when rank 0 was heard last
    double looked;
    atomic_bool is_over;
    EvaluatorsEnd end;
    unsigned char *message; // that is being read
    Evaluator *members[EVALUATORS_MAX];
};

static double now_of(const Evaluators *evaluators)
{
    const Transport *transport = evaluators->transport;
    return transport != NULL ? transport->now(transport->object) : stopwatch_now();
}

static bool send_to_root(Evaluators *evaluators, const unsigned char *bytes,
                         size_t size)
{
    const Transport *transport = evaluators->transport;
    if (transport != NULL)
        return transport->send(transport->object, 0, bytes, size);
    evaluators->take(evaluators->taker, bytes, size);
    return true;
}

static AnswersHead head_of(const JobSlot *slot)
{
    const Position *pos = &slot->job.game.position;
    return (AnswersHead){slot->job.id, pos->columns, pos->rows, (int)slot->count,
                         slot->is_dry};
}

// Sends the answers that wait. Pre: the mutex is held.
static void send_answers(Evaluators *evaluators, JobSlot *slot)
{
    if (!slot->has_answers || slot->is_ended)
        return;
    // The head tells of this moment.
    AnswersHead head = head_of(slot);
    WireWriter writer = {.bytes = slot->answers + MESSAGE_HEAD,
                         .capacity = ANSWERS_BYTES};
    answers_head_write(&writer, &head);
    if (!message_seal(&slot->writer) ||
        !send_to_root(evaluators, slot->answers, slot->writer.size))
        return;
    slot->has_answers = false;
    slot->is_dry = false;
    slot->sent = now_of(evaluators);
}

// Pre: the mutex is held.
static void add_answer(Evaluators *evaluators, JobSlot *slot, const LeafAnswer *answer)
{
    if (slot->is_ended)
        return;
    AnswersHead head = head_of(slot);
    if (!slot->has_answers) {
        slot->writer = message_begin(MESSAGE_ANSWERS, slot->answers, ANSWERS_BYTES);
        answers_head_write(&slot->writer, &head);
        slot->has_answers = true;
    }
    leaf_answer_write(&slot->writer, &head, answer);
    if (slot->writer.size >= ANSWERS_FULL ||
        now_of(evaluators) - slot->sent >= COLLECTION)
        send_answers(evaluators, slot);
}

static JobSlot *find_slot(Evaluators *evaluators, uint32_t job)
{
    for (int i = 0; i < JOBS_MAX; i++) {
        JobSlot *slot = &evaluators->slots[i];
        if (slot->is_used && !slot->is_ended && slot->job.id == job)
            return slot;
    }
    return NULL;
}

static void free_slot(JobSlot *slot)
{
    game_free(&slot->job.game);
    free(slot->queue);
    free(slot->answers);
    memset(slot, 0, sizeof *slot);
}

static void end_job(JobSlot *slot)
{
    slot->is_ended = true;
    slot->count = 0;
    if (slot->threads == 0)
        free_slot(slot);
}

static JobSlot *free_slot_of(Evaluators *evaluators)
{
    for (int i = 0; i < JOBS_MAX; i++)
        if (!evaluators->slots[i].is_used)
            return &evaluators->slots[i];
    return NULL;
}

static void refuse(Evaluators *evaluators, uint32_t job)
{
    unsigned char bytes[MESSAGE_HEAD + 4];
    send_to_root(evaluators, bytes, message_of_job(MESSAGE_REFUSAL, job, bytes));
}

// Takes a job on. Pre: the mutex is held.
static void take_job(Evaluators *evaluators, WireReader *reader)
{
    Job job;
    if (!job_read(reader, &job))
        return;
    JobSlot *slot = free_slot_of(evaluators);
    bool is_known = job.networks == evaluators->networks && slot != NULL &&
                    find_slot(evaluators, job.id) == NULL;
    LeafOrder *queue = is_known ? malloc(QUEUE_MAX * sizeof *queue) : NULL;
    unsigned char *answers = is_known ? malloc(ANSWERS_BYTES) : NULL;
    if (queue == NULL || answers == NULL) {
        free(queue);
        free(answers);
        game_free(&job.game);
        refuse(evaluators, job.id);
        return;
    }
    *slot = (JobSlot){.is_used = true, .job = job, .queue = queue, .answers = answers};
    playout_policy_init(&slot->policy, &slot->job.params);
}

// Queues leaves. Those for which there is no room are never answered: rank 0 does not
// send so many. Pre: the mutex is held.
static void take_leaves(Evaluators *evaluators, WireReader *reader)
{
    JobSlot *slot = find_slot(evaluators, (uint32_t)wire_get(reader, 4));
    while (slot != NULL && reader->left > 0 && slot->count < QUEUE_MAX) {
        LeafOrder *leaf = &slot->queue[(slot->first + slot->count) % QUEUE_MAX];
        if (!leaf_order_read(reader, leaf))
            return;
        slot->count++;
    }
}

static void finish(Evaluators *evaluators, EvaluatorsEnd end)
{
    evaluators->end = end;
    atomic_store(&evaluators->is_over, true);
}

// Obeys a message of rank 0. One that is not valid is passed over. Pre: the mutex is
// held.
static void obey(Evaluators *evaluators, const unsigned char *bytes, size_t size)
{
    WireReader reader;
    MessageKind kind;
    if (!message_open(bytes, size, &kind, &reader))
        return;
    evaluators->heard = now_of(evaluators);
    if (kind == MESSAGE_JOB)
        take_job(evaluators, &reader);
    else if (kind == MESSAGE_LEAVES)
        take_leaves(evaluators, &reader);
    else if (kind == MESSAGE_JOB_END) {
        JobSlot *slot = find_slot(evaluators, (uint32_t)wire_get(&reader, 4));
        if (slot != NULL)
            end_job(slot);
    } else if (kind == MESSAGE_BEAT) {
        unsigned char beat[MESSAGE_HEAD];
        send_to_root(evaluators, beat, message_of_kind(MESSAGE_BEAT, beat));
    } else if (kind == MESSAGE_QUIT) {
        unsigned char bye[MESSAGE_HEAD];
        send_to_root(evaluators, bye, message_of_kind(MESSAGE_BYE, bye));
        finish(evaluators, EVALUATORS_QUIT);
    }
}

// Receives what has come. If this process slept, the silence was its own. Pre: the
// mutex is held.
static void look(Evaluators *evaluators)
{
    const Transport *transport = evaluators->transport;
    if (transport == NULL)
        return;
    double now = now_of(evaluators);
    if (evaluators->looked > 0 && now - evaluators->looked > 1)
        evaluators->heard += now - evaluators->looked;
    evaluators->looked = now;
    int rank;
    size_t size = MESSAGE_MAX;
    Received received;
    while ((received = transport->receive(transport->object, &rank, evaluators->message,
                                          &size)) != RECEIVED_NOTHING) {
        if (received == RECEIVED_MESSAGE && rank == 0)
            obey(evaluators, evaluators->message, size);
        size = MESSAGE_MAX;
    }
    if (now - evaluators->heard > EVALUATORS_PATIENCE)
        finish(evaluators, EVALUATORS_SILENCE);
}

// Makes the worker ready for the job of the slot. Errors: false when memory is
// exhausted.
static bool prepare(Evaluator *evaluator, const JobSlot *slot)
{
    const EvaluatorMeans *means = &evaluator->evaluators->means;
    const Job *job = &slot->job;
    SearchContext *context = &evaluator->context;
    if (evaluator->is_prepared && evaluator->job == job->id)
        return true;
    evaluator->is_prepared = false;
    memset(context, 0, sizeof *context);
    context->order.player = job->player;
    context->order.seed = job->seed;
    context->order.profile = job->profile;
    context->lanes = means->lanes;
    context->policy = &slot->policy;
    context->tree = &evaluator->tree;
    context->node = TREE_ROOT;
    context->network = means->network;
    context->katago = means->katago;
    context->network_use = NETWORK_FULL;
    context->cache = &evaluator->evaluators->cache;
    context->shares_cache = true;
    search_context_begin(context, &job->game);
    context->is_puct = false; // nothing is learnt here
    if (!worker_prepare(evaluator->worker, context) ||
        !history_reserve(&evaluator->worker->history,
                         job->game.history.length + PATH_LIMIT))
        return false;
    evaluator->job = job->id;
    evaluator->is_prepared = true;
    return true;
}

// Evaluates a leaf. False: its moves cannot be played.
static bool evaluate(Evaluator *evaluator, const LeafOrder *leaf, LeafAnswer *answer)
{
    Worker *worker = evaluator->worker;
    Simulation *simulation = &evaluator->simulation;
    uint32_t turns = worker->history.length;
    simulation->path_length = leaf->length + 1;
    for (int i = 0; i <= leaf->length; i++) {
        simulation->path[i] = TREE_ROOT + (NodeIndex)i;
        if (i > 0)
            evaluator->tree.move[TREE_ROOT + (NodeIndex)i] = leaf->moves[i - 1];
    }
    bool can_be_played =
        worker_replay(worker, simulation) && worker->position.passes < 2;
    if (can_be_played) {
        memset(answer, 0, sizeof *answer);
        answer->flight = leaf->flight;
        worker_set_rng(worker, leaf->index);
        if (!leaf->is_known)
            worker_ask(worker, simulation, &answer->output);
    }
    worker_rewind(worker, turns);
    return can_be_played;
}

static bool pop_leaf(JobSlot *slot, LeafOrder *leaf)
{
    if (slot->count == 0) {
        slot->is_dry = true;
        return false;
    }
    const LeafOrder *first = &slot->queue[slot->first];
    memcpy(leaf, first,
           offsetof(LeafOrder, moves) + (size_t)first->length * sizeof first->moves[0]);
    slot->first = (slot->first + 1) % QUEUE_MAX;
    slot->count--;
    return true;
}

static bool take_leaf(Evaluator *evaluator, LeafOrder *leaf)
{
    Evaluators *evaluators = evaluator->evaluators;
    pthread_mutex_lock(&evaluators->mutex);
    look(evaluators);
    bool has_leaf =
        !atomic_load(&evaluators->is_over) && pop_leaf(evaluator->slot, leaf);
    if (!has_leaf)
        send_answers(evaluators, evaluator->slot);
    pthread_mutex_unlock(&evaluators->mutex);
    return has_leaf;
}

static void answer_leaf(Evaluator *evaluator, const LeafAnswer *answer)
{
    Evaluators *evaluators = evaluator->evaluators;
    pthread_mutex_lock(&evaluators->mutex);
    add_answer(evaluators, evaluator->slot, answer);
    pthread_mutex_unlock(&evaluators->mutex);
}

// Notes which leaf a playout belongs to. Returns the number of the playout.
static uint64_t note_flight(Evaluator *evaluator, uint32_t flight)
{
    int i = 0;
    while (evaluator->is_flying[i])
        i++;
    evaluator->is_flying[i] = true;
    evaluator->flights[i] = flight;
    if (evaluator->flying++ == 0)
        evaluator->oldest = stopwatch_now();
    return (uint64_t)i;
}

// A PlayoutSource's next: evaluates the next leaf, and starts a playout from it.
static bool next_leaf(void *object, PlayoutStart *start)
{
    Evaluator *evaluator = object;
    Worker *worker = evaluator->worker;
    LeafOrder leaf;
    LeafAnswer answer;
    if (evaluator->flying == LANES_MAX ||
        (evaluator->flying > 0 && stopwatch_now() - evaluator->oldest > SHARING_WAIT))
        return false;
    do {
        if (!take_leaf(evaluator, &leaf))
            return false;
    } while (!evaluate(evaluator, &leaf, &answer));
    if (!leaf.is_known)
        answer_leaf(evaluator, &answer);
    *start =
        (PlayoutStart){.position = &worker->position,
                       .last = worker_recent(worker, &evaluator->simulation, 1),
                       .second_last = worker_recent(worker, &evaluator->simulation, 2),
                       .seed = worker_seed(worker->context, leaf.index),
                       .stream = leaf.index,
                       .id = note_flight(evaluator, leaf.flight)};
    return true;
}

static void take_result(void *object, const PlayoutResult *result)
{
    Evaluator *evaluator = object;
    LeafAnswer answer = {.flight = evaluator->flights[result->id],
                         .is_playout = true,
                         .playout = *result};
    evaluator->is_flying[result->id] = false;
    evaluator->flying--;
    evaluator->oldest = stopwatch_now();
    answer_leaf(evaluator, &answer);
}

// The next slot that has leaves, in turn. Pre: the mutex is held.
static JobSlot *next_slot(Evaluators *evaluators)
{
    for (int i = 1; i <= JOBS_MAX; i++) {
        int index = (evaluators->turn + i) % JOBS_MAX;
        if (evaluators->slots[index].count > 0) {
            evaluators->turn = index;
            return &evaluators->slots[index];
        }
    }
    return NULL;
}

// Works for a job as long as it has leaves. False: no job has any.
static bool work_for_a_job(Evaluator *evaluator)
{
    Evaluators *evaluators = evaluator->evaluators;
    pthread_mutex_lock(&evaluators->mutex);
    look(evaluators);
    JobSlot *slot = next_slot(evaluators);
    evaluator->slot = slot;
    if (slot != NULL)
        slot->threads++;
    pthread_mutex_unlock(&evaluators->mutex);
    if (slot == NULL)
        return false;
    PlayoutSource source = {evaluator, next_leaf, take_result, NULL, true};
    bool is_prepared = prepare(evaluator, slot);
    if (is_prepared)
        evaluator->context.lanes->play(&evaluator->context.layout,
                                       evaluator->context.policy, &source,
                                       &evaluator->usage);
    pthread_mutex_lock(&evaluators->mutex);
    if (!is_prepared) {
        refuse(evaluators, slot->job.id);
        slot->count = 0;
    }
    send_answers(evaluators, slot);
    if (--slot->threads == 0 && slot->is_ended)
        free_slot(slot);
    pthread_mutex_unlock(&evaluators->mutex);
    return true;
}

// The thread.
static void *evaluate_leaves(void *object)
{
    Evaluator *evaluator = object;
    const Transport *transport = evaluator->evaluators->transport;
    double sleep = SLEEP_MIN;
    while (!atomic_load(&evaluator->evaluators->is_over)) {
        if (work_for_a_job(evaluator)) {
            sleep = SLEEP_MIN;
            continue;
        }
        transport->wait(transport->object, sleep);
        sleep = 2 * sleep < SLEEP_MAX ? 2 * sleep : SLEEP_MAX;
    }
    return NULL;
}

static void evaluator_delete(Evaluator *evaluator)
{
    if (evaluator == NULL)
        return;
    worker_delete(evaluator->worker);
    tree_free(&evaluator->tree);
    aligned_delete(evaluator);
}

static Evaluator *evaluator_new(Evaluators *evaluators)
{
    Evaluator *evaluator = aligned_new(_Alignof(Evaluator), sizeof *evaluator);
    if (evaluator == NULL)
        return NULL;
    memset(evaluator, 0, sizeof *evaluator);
    evaluator->evaluators = evaluators;
    evaluator->context.network = evaluators->means.network;
    evaluator->context.katago = evaluators->means.katago;
    evaluator->worker = worker_new(&evaluator->context);
    if (evaluator->worker != NULL && tree_init(&evaluator->tree, 0))
        return evaluator;
    evaluator_delete(evaluator);
    return NULL;
}

Evaluators *evaluators_new(const EvaluatorMeans *means)
{
    Evaluators *evaluators = aligned_new(_Alignof(Evaluators), sizeof *evaluators);
    if (evaluators == NULL)
        return NULL;
    memset(evaluators, 0, sizeof *evaluators);
    evaluators->means = *means;
    evaluators->networks = job_networks(means->network, means->katago);
    pthread_mutex_init(&evaluators->mutex, NULL);
    evaluators->message = malloc(MESSAGE_MAX);
    evaluators->has_cache = true;
    bool has_memory =
        eval_cache_init(&evaluators->cache,
                        ((uint64_t)means->memory_mib << 20) / CACHE_PART) &&
        evaluators->message != NULL;
    for (int i = 0; i < means->threads && has_memory; i++) {
        evaluators->members[i] = evaluator_new(evaluators);
        has_memory = evaluators->members[i] != NULL;
    }
    if (has_memory)
        return evaluators;
    evaluators_delete(evaluators);
    return NULL;
}

void evaluators_delete(Evaluators *evaluators)
{
    if (evaluators == NULL)
        return;
    for (int i = 0; i < EVALUATORS_MAX; i++)
        evaluator_delete(evaluators->members[i]);
    for (int i = 0; i < JOBS_MAX; i++)
        free_slot(&evaluators->slots[i]);
    if (evaluators->has_cache)
        eval_cache_free(&evaluators->cache);
    free(evaluators->message);
    pthread_mutex_destroy(&evaluators->mutex);
    aligned_delete(evaluators);
}

void evaluators_work(Evaluators *evaluators, const unsigned char *bytes, size_t size,
                     TakeMessage *take, void *object)
{
    evaluators->take = take;
    evaluators->taker = object;
    pthread_mutex_lock(&evaluators->mutex);
    obey(evaluators, bytes, size);
    pthread_mutex_unlock(&evaluators->mutex);
    while (work_for_a_job(evaluators->members[0]))
        ;
}

static void say_hello(Evaluators *evaluators)
{
    unsigned char bytes[HELLO_BYTES];
    send_to_root(
        evaluators, bytes,
        message_of_hello(evaluators->means.threads, evaluators->means.host, bytes));
}

EvaluatorsEnd evaluators_run(const EvaluatorMeans *means, const Transport *transport)
{
    Evaluators *evaluators = evaluators_new(means);
    if (evaluators == NULL)
        return EVALUATORS_NO_MEMORY;
    evaluators->transport = transport;
    evaluators->heard = now_of(evaluators);
    say_hello(evaluators);
    int started = 1;
    while (started < means->threads &&
           pthread_create(&evaluators->members[started]->thread, NULL, evaluate_leaves,
                          evaluators->members[started]) == 0)
        started++;
    evaluate_leaves(evaluators->members[0]);
    for (int i = 1; i < started; i++)
        pthread_join(evaluators->members[i]->thread, NULL);
    EvaluatorsEnd end = evaluators->end;
    evaluators_delete(evaluators);
    return end;
}

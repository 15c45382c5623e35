// SPDX-License-Identifier: MIT
#include "evaluators.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "leaf_jobs.h"
#include "stopwatch.h"
#include "worker_internal.h"

enum {
    LANES_MAX = 64, // playouts of a thread that run at once
    CACHE_PART = 8, // of the memory
};
// Seconds: the longest sleep of a thread without work, which grows from the shortest;
// how long a playout may wait for others to share its lanes.
static const double SLEEP_MIN = 0.00005, SLEEP_MAX = 0.001, SHARING_WAIT = 0.02;

typedef struct Evaluator {
    Evaluators *evaluators;
    pthread_t thread;
    SearchContext context;
    Tree tree; // only the moves of the present leaf
    Worker *worker;
    LeafJob *job;      // that it works for
    uint32_t prepared; // the id of the job that the worker is prepared for
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
    LeafJobs *jobs;
    EvalCache cache;
    bool has_cache;
    Evaluator *members[EVALUATORS_MAX];
};

// Makes the worker ready for its job. Errors: false when memory is exhausted.
static bool prepare(Evaluator *evaluator)
{
    const EvaluatorMeans *means = &evaluator->evaluators->means;
    const Job *job = leaf_job_order(evaluator->job);
    SearchContext *context = &evaluator->context;
    if (evaluator->is_prepared && evaluator->prepared == job->id)
        return true;
    evaluator->is_prepared = false;
    memset(context, 0, sizeof *context);
    context->order.player = job->player;
    context->order.seed = job->seed;
    context->order.profile = job->profile;
    context->order.doubling = job->doubling;
    context->order.hides_history = job->hides_history;
    context->lanes = means->lanes;
    context->policy = leaf_job_policy(evaluator->job);
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
    evaluator->prepared = job->id;
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
        if (!leaf_jobs_take(evaluator->evaluators->jobs, evaluator->job, &leaf))
            return false;
    } while (!evaluate(evaluator, &leaf, &answer));
    if (!leaf.is_known)
        leaf_jobs_answer(evaluator->evaluators->jobs, evaluator->job, &answer);
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
    leaf_jobs_answer(evaluator->evaluators->jobs, evaluator->job, &answer);
}

// Works for a job as long as it has leaves. False: no job has any.
static bool work_for_a_job(Evaluator *evaluator)
{
    LeafJobs *jobs = evaluator->evaluators->jobs;
    evaluator->job = leaf_jobs_join(jobs);
    if (evaluator->job == NULL)
        return false;
    PlayoutSource source = {evaluator, next_leaf, take_result, NULL, true};
    bool is_prepared = prepare(evaluator);
    if (is_prepared)
        evaluator->context.lanes->play(&evaluator->context.layout,
                                       evaluator->context.policy, &source,
                                       &evaluator->usage);
    leaf_jobs_leave(jobs, evaluator->job, !is_prepared);
    return true;
}

// The thread.
static void *evaluate_leaves(void *object)
{
    Evaluator *evaluator = object;
    LeafJobs *jobs = evaluator->evaluators->jobs;
    double sleep = SLEEP_MIN;
    EvaluatorsEnd end;
    while (!leaf_jobs_are_over(jobs, &end)) {
        if (work_for_a_job(evaluator)) {
            sleep = SLEEP_MIN;
            continue;
        }
        leaf_jobs_wait(jobs, sleep);
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
    evaluators->jobs = leaf_jobs_new(job_networks(means->network, means->katago));
    evaluators->has_cache = true;
    bool has_memory =
        eval_cache_init(&evaluators->cache,
                        ((uint64_t)means->memory_mib << 20) / CACHE_PART) &&
        evaluators->jobs != NULL;
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
    leaf_jobs_delete(evaluators->jobs);
    if (evaluators->has_cache)
        eval_cache_free(&evaluators->cache);
    aligned_delete(evaluators);
}

void evaluators_work(Evaluators *evaluators, const unsigned char *bytes, size_t size,
                     TakeMessage *take, void *object)
{
    leaf_jobs_connect(evaluators->jobs, (RootLink){.take = take, .object = object});
    leaf_jobs_obey(evaluators->jobs, bytes, size);
    while (work_for_a_job(evaluators->members[0]))
        ;
}

EvaluatorsEnd evaluators_run(const EvaluatorMeans *means, const Transport *transport)
{
    Evaluators *evaluators = evaluators_new(means);
    if (evaluators == NULL)
        return EVALUATORS_NO_MEMORY;
    leaf_jobs_connect(evaluators->jobs, (RootLink){.transport = transport});
    leaf_jobs_say_hello(evaluators->jobs, means->threads, means->host);
    int started = 1;
    while (started < means->threads &&
           pthread_create(&evaluators->members[started]->thread, NULL, evaluate_leaves,
                          evaluators->members[started]) == 0)
        started++;
    evaluate_leaves(evaluators->members[0]);
    for (int i = 1; i < started; i++)
        pthread_join(evaluators->members[i]->thread, NULL);
    EvaluatorsEnd end = EVALUATORS_QUIT;
    leaf_jobs_are_over(evaluators->jobs, &end);
    evaluators_delete(evaluators);
    return end;
}

// SPDX-License-Identifier: MIT
#include "leaf_jobs.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "stopwatch.h"

enum {
    JOBS_MAX = 64,    // searches of rank 0 that may run at once
    QUEUE_MAX = 1024, // leaves of a job that wait
    ANSWERS_BYTES = 1 << 16,
    ANSWERS_FULL = ANSWERS_BYTES / 2, // then the answers are sent
};
// How long answers are collected, in seconds.
static const double COLLECTION = 0.0002;

struct LeafJob {
    bool is_used, is_ended; // ended: it goes when no thread works for it
    int threads;            // number of threads that work for it
    Job order;
    PlayoutPolicy policy;
    LeafOrder *queue; // a ring
    uint32_t first, count;
    bool is_dry;
    unsigned char *answers;
    WireWriter writer; // of `answers`, if there are any
    bool has_answers;
    double sent; // when answers were sent last
};

struct LeafJobs {
    RootLink link;
    uint64_t networks;
    pthread_mutex_t mutex; // guards the rest
    LeafJob jobs[JOBS_MAX];
    int turn;     // the job that was served last
    double heard; // when rank 0 was heard last
    double looked;
    atomic_bool is_over;
    EvaluatorsEnd end;
    unsigned char *message; // that is being read
};

static double now_of(const LeafJobs *jobs)
{
    const Transport *transport = jobs->link.transport;
    return transport != NULL ? transport->now(transport->object) : stopwatch_now();
}

static bool send_to_root(const LeafJobs *jobs, const unsigned char *bytes, size_t size)
{
    const Transport *transport = jobs->link.transport;
    if (transport != NULL)
        return transport->send(transport->object, 0, bytes, size);
    jobs->link.take(jobs->link.object, bytes, size);
    return true;
}

static AnswersHead head_of(const LeafJob *job)
{
    const Position *pos = &job->order.game.position;
    return (AnswersHead){job->order.id, pos->columns, pos->rows, (int)job->count,
                         job->is_dry};
}

// Sends the answers that wait.
static void send_answers(const LeafJobs *jobs, LeafJob *job)
{
    if (!job->has_answers || job->is_ended)
        return;
    // The head tells of this moment.
    AnswersHead head = head_of(job);
    WireWriter writer = {.bytes = job->answers + MESSAGE_HEAD,
                         .capacity = ANSWERS_BYTES};
    answers_head_write(&writer, &head);
    if (!message_seal(&job->writer) ||
        !send_to_root(jobs, job->answers, job->writer.size))
        return;
    job->has_answers = false;
    job->is_dry = false;
    job->sent = now_of(jobs);
}

static void add_answer(const LeafJobs *jobs, LeafJob *job, const LeafAnswer *answer)
{
    if (job->is_ended)
        return;
    AnswersHead head = head_of(job);
    if (!job->has_answers) {
        job->writer = message_begin(MESSAGE_ANSWERS, job->answers, ANSWERS_BYTES);
        answers_head_write(&job->writer, &head);
        job->has_answers = true;
    }
    leaf_answer_write(&job->writer, &head, answer);
    if (job->writer.size >= ANSWERS_FULL || now_of(jobs) - job->sent >= COLLECTION)
        send_answers(jobs, job);
}

static LeafJob *find_job(LeafJobs *jobs, uint32_t id)
{
    for (int i = 0; i < JOBS_MAX; i++) {
        LeafJob *job = &jobs->jobs[i];
        if (job->is_used && !job->is_ended && job->order.id == id)
            return job;
    }
    return NULL;
}

static void free_job(LeafJob *job)
{
    game_free(&job->order.game);
    free(job->queue);
    free(job->answers);
    memset(job, 0, sizeof *job);
}

static void end_job(LeafJob *job)
{
    job->is_ended = true;
    job->count = 0;
    if (job->threads == 0)
        free_job(job);
}

static LeafJob *find_unused(LeafJobs *jobs)
{
    for (int i = 0; i < JOBS_MAX; i++)
        if (!jobs->jobs[i].is_used)
            return &jobs->jobs[i];
    return NULL;
}

static void refuse(const LeafJobs *jobs, uint32_t id)
{
    unsigned char bytes[MESSAGE_HEAD + 4];
    send_to_root(jobs, bytes, message_of_job(MESSAGE_REFUSAL, id, bytes));
}

// Takes a job on.
static void take_job(LeafJobs *jobs, WireReader *reader)
{
    Job order;
    if (!job_read(reader, &order))
        return;
    LeafJob *job = find_unused(jobs);
    bool is_known = order.networks == jobs->networks && job != NULL &&
                    find_job(jobs, order.id) == NULL;
    LeafOrder *queue = is_known ? malloc(QUEUE_MAX * sizeof *queue) : NULL;
    unsigned char *answers = is_known ? malloc(ANSWERS_BYTES) : NULL;
    if (queue == NULL || answers == NULL) {
        free(queue);
        free(answers);
        game_free(&order.game);
        refuse(jobs, order.id);
        return;
    }
    *job =
        (LeafJob){.is_used = true, .order = order, .queue = queue, .answers = answers};
    playout_policy_init(&job->policy, &job->order.params);
}

// Queues leaves. Those for which there is no room are never answered: rank 0 does not
// send so many.
static void take_leaves(LeafJobs *jobs, WireReader *reader)
{
    LeafJob *job = find_job(jobs, (uint32_t)wire_get(reader, 4));
    while (job != NULL && reader->left > 0 && job->count < QUEUE_MAX) {
        LeafOrder *leaf = &job->queue[(job->first + job->count) % QUEUE_MAX];
        if (!leaf_order_read(reader, leaf))
            return;
        job->count++;
    }
}

static void finish(LeafJobs *jobs, EvaluatorsEnd end)
{
    jobs->end = end;
    atomic_store(&jobs->is_over, true);
}

// leaf_jobs_obey. Pre: the mutex is held.
static void obey(LeafJobs *jobs, const unsigned char *bytes, size_t size)
{
    WireReader reader;
    MessageKind kind;
    if (!message_open(bytes, size, &kind, &reader))
        return;
    jobs->heard = now_of(jobs);
    if (kind == MESSAGE_JOB)
        take_job(jobs, &reader);
    else if (kind == MESSAGE_LEAVES)
        take_leaves(jobs, &reader);
    else if (kind == MESSAGE_JOB_END) {
        LeafJob *job = find_job(jobs, (uint32_t)wire_get(&reader, 4));
        if (job != NULL)
            end_job(job);
    } else if (kind == MESSAGE_BEAT) {
        unsigned char beat[MESSAGE_HEAD];
        send_to_root(jobs, beat, message_of_kind(MESSAGE_BEAT, beat));
    } else if (kind == MESSAGE_QUIT) {
        unsigned char bye[MESSAGE_HEAD];
        send_to_root(jobs, bye, message_of_kind(MESSAGE_BYE, bye));
        finish(jobs, EVALUATORS_QUIT);
    }
}

// Receives what has come. If this process slept, the silence was its own. Pre: the
// mutex is held.
static void look(LeafJobs *jobs)
{
    const Transport *transport = jobs->link.transport;
    if (transport == NULL)
        return;
    double now = now_of(jobs);
    if (jobs->looked > 0 && now - jobs->looked > 1)
        jobs->heard += now - jobs->looked;
    jobs->looked = now;
    int rank;
    size_t size = MESSAGE_MAX;
    Received received;
    while ((received = transport->receive(transport->object, &rank, jobs->message,
                                          &size)) != RECEIVED_NOTHING) {
        if (received == RECEIVED_MESSAGE && rank == 0)
            obey(jobs, jobs->message, size);
        size = MESSAGE_MAX;
    }
    if (now - jobs->heard > EVALUATORS_PATIENCE)
        finish(jobs, EVALUATORS_SILENCE);
}

LeafJobs *leaf_jobs_new(uint64_t networks)
{
    LeafJobs *jobs = aligned_new(_Alignof(LeafJobs), sizeof *jobs);
    if (jobs == NULL)
        return NULL;
    memset(jobs, 0, sizeof *jobs);
    jobs->networks = networks;
    jobs->message = malloc(MESSAGE_MAX);
    pthread_mutex_init(&jobs->mutex, NULL);
    if (jobs->message != NULL)
        return jobs;
    leaf_jobs_delete(jobs);
    return NULL;
}

void leaf_jobs_delete(LeafJobs *jobs)
{
    if (jobs == NULL)
        return;
    for (int i = 0; i < JOBS_MAX; i++)
        free_job(&jobs->jobs[i]);
    free(jobs->message);
    pthread_mutex_destroy(&jobs->mutex);
    aligned_delete(jobs);
}

void leaf_jobs_connect(LeafJobs *jobs, RootLink link)
{
    jobs->link = link;
    jobs->heard = now_of(jobs);
}

void leaf_jobs_say_hello(LeafJobs *jobs, int threads, const char *host)
{
    unsigned char bytes[HELLO_BYTES];
    send_to_root(jobs, bytes, message_of_hello(threads, host, bytes));
}

void leaf_jobs_obey(LeafJobs *jobs, const unsigned char *bytes, size_t size)
{
    pthread_mutex_lock(&jobs->mutex);
    obey(jobs, bytes, size);
    pthread_mutex_unlock(&jobs->mutex);
}

bool leaf_jobs_are_over(const LeafJobs *jobs, EvaluatorsEnd *end)
{
    if (!atomic_load(&jobs->is_over))
        return false;
    *end = jobs->end;
    return true;
}

void leaf_jobs_wait(const LeafJobs *jobs, double seconds)
{
    const Transport *transport = jobs->link.transport;
    transport->wait(transport->object, seconds);
}

// The next job that has leaves, in turn. Pre: the mutex is held.
static LeafJob *next_job(LeafJobs *jobs)
{
    for (int i = 1; i <= JOBS_MAX; i++) {
        int index = (jobs->turn + i) % JOBS_MAX;
        if (jobs->jobs[index].count > 0) {
            jobs->turn = index;
            return &jobs->jobs[index];
        }
    }
    return NULL;
}

LeafJob *leaf_jobs_join(LeafJobs *jobs)
{
    pthread_mutex_lock(&jobs->mutex);
    look(jobs);
    LeafJob *job = next_job(jobs);
    if (job != NULL)
        job->threads++;
    pthread_mutex_unlock(&jobs->mutex);
    return job;
}

void leaf_jobs_leave(LeafJobs *jobs, LeafJob *job, bool is_refused)
{
    pthread_mutex_lock(&jobs->mutex);
    if (is_refused) {
        refuse(jobs, job->order.id);
        job->count = 0;
    }
    send_answers(jobs, job);
    if (--job->threads == 0 && job->is_ended)
        free_job(job);
    pthread_mutex_unlock(&jobs->mutex);
}

const Job *leaf_job_order(const LeafJob *job)
{
    return &job->order;
}

const PlayoutPolicy *leaf_job_policy(const LeafJob *job)
{
    return &job->policy;
}

// Pre: the mutex is held.
static bool pop_leaf(LeafJob *job, LeafOrder *leaf)
{
    if (job->count == 0) {
        job->is_dry = true;
        return false;
    }
    const LeafOrder *first = &job->queue[job->first];
    memcpy(leaf, first,
           offsetof(LeafOrder, moves) + (size_t)first->length * sizeof first->moves[0]);
    job->first = (job->first + 1) % QUEUE_MAX;
    job->count--;
    return true;
}

bool leaf_jobs_take(LeafJobs *jobs, LeafJob *job, LeafOrder *leaf)
{
    pthread_mutex_lock(&jobs->mutex);
    look(jobs);
    bool has_leaf = !atomic_load(&jobs->is_over) && pop_leaf(job, leaf);
    if (!has_leaf)
        send_answers(jobs, job);
    pthread_mutex_unlock(&jobs->mutex);
    return has_leaf;
}

void leaf_jobs_answer(LeafJobs *jobs, LeafJob *job, const LeafAnswer *answer)
{
    pthread_mutex_lock(&jobs->mutex);
    add_answer(jobs, job, answer);
    pthread_mutex_unlock(&jobs->mutex);
}

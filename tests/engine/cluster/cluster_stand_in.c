// SPDX-License-Identifier: MIT
#include "cluster_stand_in.h"

#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "message.h"
#include "rng.h"
#include "stopwatch.h"

enum { ANSWER_BYTES = 4096, FORGETS = 10 };

// A message for rank 0 that comes at a moment.
typedef struct Event {
    double time;
    uint64_t number; // in the order of making
    int rank;
    bool is_answer, was_dry;
    size_t size;
    unsigned char bytes[ANSWER_BYTES];
} Event;

typedef struct SimulatedRank {
    Evaluators *evaluators;
    double free_at;
    int waiting; // leaves that it has not worked off
    StandInFault fault;
    int faulty_from, leaves;
} SimulatedRank;

struct StandIn {
    Transport transport;
    StandInOptions options;
    SimulatedRank *ranks;
    double clock;
    Event **events; // a heap, the earliest first
    size_t count, capacity;
    uint64_t numbers;
    int columns, rows; // of the newest job
    int sender;        // the rank whose evaluators answer
    double due;        // when these answers come
    bool was_dry;
};

static bool is_earlier(const Event *a, const Event *b)
{
    return a->time != b->time ? a->time < b->time : a->number < b->number;
}

static void exchange(StandIn *stand_in, size_t a, size_t b)
{
    Event *event = stand_in->events[a];
    stand_in->events[a] = stand_in->events[b];
    stand_in->events[b] = event;
}

static void push(StandIn *stand_in, Event *event)
{
    if (stand_in->count == stand_in->capacity) {
        stand_in->capacity = 2 * stand_in->capacity + 64;
        stand_in->events =
            realloc(stand_in->events, stand_in->capacity * sizeof *stand_in->events);
        if (stand_in->events == NULL)
            abort();
    }
    size_t i = stand_in->count++;
    stand_in->events[i] = event;
    for (; i > 0 && is_earlier(event, stand_in->events[(i - 1) / 2]); i = (i - 1) / 2)
        exchange(stand_in, i, (i - 1) / 2);
}

static Event *pop(StandIn *stand_in)
{
    Event *first = stand_in->events[0];
    stand_in->events[0] = stand_in->events[--stand_in->count];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < stand_in->count) {
        if (child + 1 < stand_in->count &&
            is_earlier(stand_in->events[child + 1], stand_in->events[child]))
            child++;
        if (is_earlier(stand_in->events[i], stand_in->events[child]))
            break;
        exchange(stand_in, i, child);
        i = child;
    }
    return first;
}

static double now(void *object)
{
    StandIn *stand_in = object;
    return stand_in->options.is_simulated_time ? stand_in->clock : stopwatch_now();
}

// Sleeps until the next answer, in simulated time. Otherwise it spins: the sleep of the
// system would be longer than what is measured.
static void wait_for(void *object, double seconds)
{
    StandIn *stand_in = object;
    if (!stand_in->options.is_simulated_time)
        return;
    double end = stand_in->clock + seconds;
    if (stand_in->count > 0 && stand_in->events[0]->time < end)
        end = stand_in->events[0]->time;
    if (end > stand_in->clock)
        stand_in->clock = end;
}

// Takes a message of the evaluators for rank 0.
static void take(void *object, const unsigned char *bytes, size_t size)
{
    StandIn *stand_in = object;
    Event *event = malloc(sizeof *event);
    MessageKind kind = MESSAGE_KINDS;
    WireReader reader;
    if (event == NULL || size > ANSWER_BYTES ||
        !message_open(bytes, size, &kind, &reader))
        abort();
    *event = (Event){.time = stand_in->due,
                     .number = stand_in->numbers++,
                     .rank = stand_in->sender,
                     .is_answer = kind == MESSAGE_ANSWERS,
                     .was_dry = stand_in->was_dry,
                     .size = size};
    memcpy(event->bytes, bytes, size);
    push(stand_in, event);
}

// An answer without computing: each move is as good, and the value is a random number.
static void make_up(StandIn *stand_in, uint32_t job, const LeafOrder *leaf)
{
    unsigned char bytes[ANSWER_BYTES];
    AnswersHead head = {job, stand_in->columns, stand_in->rows, 0, false};
    LeafAnswer answer = {.flight = leaf->flight};
    float even = 1 / (float)(head.columns * head.rows + 1);
    for (Point p = 0; p < POINT_LIMIT; p++)
        answer.output.policy[p] = even;
    answer.output.win = (float)(rng_mix(leaf->index) % 1024) / 1024;
    WireWriter writer = message_begin(MESSAGE_ANSWERS, bytes, sizeof bytes);
    answers_head_write(&writer, &head);
    if (!leaf->is_known)
        leaf_answer_write(&writer, &head, &answer);
    answer.is_playout = true;
    leaf_answer_write(&writer, &head, &answer);
    message_seal(&writer);
    take(stand_in, bytes, writer.size);
}

// Is this leaf, counted from 1, one that the rank never answers?
static bool is_ignored(const SimulatedRank *rank)
{
    if (rank->leaves < rank->faulty_from)
        return false;
    return rank->fault == STAND_IN_SILENT ||
           (rank->fault == STAND_IN_FORGETS && rank->leaves % FORGETS == 0);
}

static void work_off_leaf(StandIn *stand_in, int number, uint32_t job,
                          const LeafOrder *leaf)
{
    SimulatedRank *rank = &stand_in->ranks[number];
    double arrival = now(stand_in) + stand_in->options.latency;
    rank->leaves++;
    stand_in->sender = number;
    stand_in->was_dry = rank->free_at <= arrival;
    rank->free_at =
        (stand_in->was_dry ? arrival : rank->free_at) + stand_in->options.service;
    stand_in->due = rank->free_at + stand_in->options.latency;
    if (is_ignored(rank))
        return;
    rank->waiting++;
    if (stand_in->options.means.lanes == NULL) {
        make_up(stand_in, job, leaf);
        return;
    }
    unsigned char bytes[ANSWER_BYTES];
    WireWriter writer = message_begin(MESSAGE_LEAVES, bytes, sizeof bytes);
    wire_put(&writer, job, 4);
    leaf_order_write(&writer, leaf);
    message_seal(&writer);
    evaluators_work(rank->evaluators, bytes, writer.size, take, stand_in);
}

static void work_off(StandIn *stand_in, int rank, WireReader *reader)
{
    uint32_t job = (uint32_t)wire_get(reader, 4);
    LeafOrder leaf;
    while (reader->left > 0 && leaf_order_read(reader, &leaf)) {
        stand_in->clock += stand_in->options.feeding;
        work_off_leaf(stand_in, rank, job, &leaf);
    }
}

static void note_job(StandIn *stand_in, WireReader reader)
{
    Job job;
    if (!job_read(&reader, &job))
        abort();
    stand_in->columns = job.game.position.columns;
    stand_in->rows = job.game.position.rows;
    game_free(&job.game);
}

// Without evaluators, a rank has nothing else to do before it leaves.
static void say_bye(StandIn *stand_in)
{
    unsigned char bytes[MESSAGE_HEAD];
    take(stand_in, bytes, message_of_kind(MESSAGE_BYE, bytes));
}

static bool send_message(void *object, int rank, const unsigned char *bytes,
                         size_t size)
{
    StandIn *stand_in = object;
    MessageKind kind;
    WireReader reader;
    if (!message_open(bytes, size, &kind, &reader))
        abort();
    if (kind == MESSAGE_JOB)
        note_job(stand_in, reader);
    if (kind == MESSAGE_LEAVES)
        work_off(stand_in, rank, &reader);
    else {
        stand_in->sender = rank;
        stand_in->due = now(stand_in) + stand_in->options.latency;
        if (stand_in->ranks[rank].evaluators == NULL && kind == MESSAGE_QUIT)
            say_bye(stand_in);
        if (stand_in->ranks[rank].evaluators != NULL)
            evaluators_work(stand_in->ranks[rank].evaluators, bytes, size, take,
                            stand_in);
    }
    return true;
}

// Writes into an answer what the rank would say now.
static void bring_up_to_date(StandIn *stand_in, Event *event)
{
    SimulatedRank *rank = &stand_in->ranks[event->rank];
    MessageKind kind;
    WireReader reader;
    AnswersHead head;
    rank->waiting--;
    message_open(event->bytes, event->size, &kind, &reader);
    answers_head_read(&reader, &head);
    head.waiting = rank->waiting;
    head.is_dry = event->was_dry;
    WireWriter writer = {.bytes = event->bytes + MESSAGE_HEAD,
                         .capacity = ANSWER_BYTES};
    answers_head_write(&writer, &head);
    // The chance to win follows the head, a flight and a byte; this is no number.
    if (rank->fault == STAND_IN_GARBLED && rank->leaves >= rank->faulty_from) {
        wire_put(&writer, 0, 4);
        wire_put(&writer, 0, 1);
        wire_put(&writer, 0x7fc00000, 4);
    }
    WireWriter whole = {.bytes = event->bytes, .size = event->size};
    message_seal(&whole);
}

static Received receive(void *object, int *rank, unsigned char *buffer, size_t *size)
{
    StandIn *stand_in = object;
    if (stand_in->count == 0 || stand_in->events[0]->time > now(stand_in))
        return RECEIVED_NOTHING;
    Event *event = pop(stand_in);
    if (event->is_answer)
        bring_up_to_date(stand_in, event);
    *rank = event->rank;
    *size = event->size;
    memcpy(buffer, event->bytes, event->size);
    free(event);
    return RECEIVED_MESSAGE;
}

static void say_hello(StandIn *stand_in, int rank)
{
    unsigned char bytes[ANSWER_BYTES];
    Hello hello = {.threads = 1, .host = "stand-in"};
    WireWriter writer = message_begin(MESSAGE_HELLO, bytes, sizeof bytes);
    hello_write(&writer, &hello);
    message_seal(&writer);
    stand_in->sender = rank;
    take(stand_in, bytes, writer.size);
}

StandIn *stand_in_new(const StandInOptions *options)
{
    StandIn *stand_in = calloc(1, sizeof *stand_in);
    if (stand_in == NULL)
        return NULL;
    stand_in->options = *options;
    stand_in->options.means.threads = 1;
    stand_in->options.means.host = "stand-in";
    stand_in->transport = (Transport){stand_in, options->ranks, send_message, receive,
                                      now,      wait_for,       false};
    stand_in->ranks = calloc((size_t)options->ranks, sizeof *stand_in->ranks);
    for (int i = 1; stand_in->ranks != NULL && i < options->ranks; i++) {
        if (options->means.lanes != NULL)
            stand_in->ranks[i].evaluators = evaluators_new(&stand_in->options.means);
        if (options->means.lanes != NULL && stand_in->ranks[i].evaluators == NULL)
            abort();
        say_hello(stand_in, i);
    }
    return stand_in;
}

void stand_in_delete(StandIn *stand_in)
{
    if (stand_in == NULL)
        return;
    for (int i = 1; i < stand_in->options.ranks; i++)
        evaluators_delete(stand_in->ranks[i].evaluators);
    while (stand_in->count > 0)
        free(pop(stand_in));
    free(stand_in->events);
    free(stand_in->ranks);
    free(stand_in);
}

const Transport *stand_in_transport(const StandIn *stand_in)
{
    return &stand_in->transport;
}

void stand_in_set_fault(StandIn *stand_in, int rank, StandInFault fault, int leaves)
{
    stand_in->ranks[rank].fault = fault;
    stand_in->ranks[rank].faulty_from = leaves;
}

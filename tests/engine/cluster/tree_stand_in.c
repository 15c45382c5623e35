// SPDX-License-Identifier: MIT
#include "tree_stand_in.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ledger.h"
#include "message.h"
#include "tree_rank.h"

// Simulations of a rank's turn. A search of one thread has 10 in flight; a turn is long
// enough that its end changes little.
enum { TURN = 50 };

// A message on its way. All need the same time, so they come in the order of sending.
typedef struct Mail {
    struct Mail *next;
    double due;
    int to, from;
    size_t size;
    unsigned char bytes[];
} Mail;

typedef struct Queue {
    Mail *first, **last;
} Queue;

typedef struct SimulatedRank {
    TreeRank *rank;
    bool has_job;
    double credit; // simulations that it has had time for
    double due;    // when it tells what is new
    uint64_t simulations;
    StandInFault fault;
} SimulatedRank;

struct TreeStandIn {
    Transport transport;
    StandInOptions options;
    SimulatedRank *ranks; // by number
    double clock, processor_seconds;
    Queue for_root, for_ranks;
    int sender; // the rank whose messages are taken
};

static Mail *put(TreeStandIn *stand_in, Queue *queue, Mail head,
                 const unsigned char *bytes)
{
    Mail *mail = malloc(sizeof *mail + head.size);
    if (mail == NULL)
        abort();
    *mail = head;
    mail->due = stand_in->clock + stand_in->options.latency;
    memcpy(mail->bytes, bytes, head.size);
    *queue->last = mail;
    queue->last = &mail->next;
    return mail;
}

// The next message that has come, which must be freed; NULL: there is none.
static Mail *get(const TreeStandIn *stand_in, Queue *queue)
{
    Mail *mail = queue->first;
    if (mail == NULL || mail->due > stand_in->clock)
        return NULL;
    queue->first = mail->next;
    if (queue->first == NULL)
        queue->last = &queue->first;
    return mail;
}

// Takes a message of a rank for rank 0.
static void take(void *object, const unsigned char *bytes, size_t size)
{
    TreeStandIn *stand_in = object;
    StandInFault fault = stand_in->ranks[stand_in->sender].fault;
    if (fault == STAND_IN_SILENT)
        return;
    Mail *mail = put(stand_in, &stand_in->for_root,
                     (Mail){.from = stand_in->sender, .size = size}, bytes);
    if (fault != STAND_IN_GARBLED || size < MESSAGE_HEAD + 4 + LEDGER_NODE_BYTES)
        return;
    // The root's results, which follow its depth and move, are none.
    memset(mail->bytes + MESSAGE_HEAD + 4 + 3, 0, 4);
    WireWriter whole = {.bytes = mail->bytes, .size = size};
    message_seal(&whole);
}

static bool send_message(void *object, int rank, const unsigned char *bytes,
                         size_t size)
{
    TreeStandIn *stand_in = object;
    put(stand_in, &stand_in->for_ranks, (Mail){.to = rank, .size = size}, bytes);
    return true;
}

static Received receive(void *object, int *rank, unsigned char *buffer, size_t *size)
{
    TreeStandIn *stand_in = object;
    Mail *mail = get(stand_in, &stand_in->for_root);
    if (mail == NULL)
        return RECEIVED_NOTHING;
    *rank = mail->from;
    *size = mail->size;
    memcpy(buffer, mail->bytes, mail->size);
    free(mail);
    return RECEIVED_MESSAGE;
}

static double now(void *object)
{
    const TreeStandIn *stand_in = object;
    return stand_in->clock;
}

// A rank obeys a message that has come.
static void obey(TreeStandIn *stand_in, const Mail *mail)
{
    SimulatedRank *rank = &stand_in->ranks[mail->to];
    MessageKind kind;
    WireReader reader;
    if (!message_open(mail->bytes, mail->size, &kind, &reader))
        abort();
    if (kind == MESSAGE_TREE_JOB || kind == MESSAGE_JOB_END) {
        // The ranks do not tell all at the same time.
        double part = (double)mail->to / stand_in->options.ranks;
        rank->has_job = kind == MESSAGE_TREE_JOB;
        rank->credit = TURN * part;
        rank->due = stand_in->clock + LEDGER_INTERVAL * (1 + part) / 2;
    }
    stand_in->sender = mail->to;
    tree_rank_obey(rank->rank, mail->bytes, mail->size, take, stand_in);
}

static void work(TreeStandIn *stand_in, int number, double seconds)
{
    SimulatedRank *rank = &stand_in->ranks[number];
    if (!rank->has_job)
        return;
    rank->credit += seconds / stand_in->options.service;
    if (rank->credit >= TURN) {
        uint64_t simulations = (uint64_t)rank->credit;
        tree_rank_search(rank->rank, simulations);
        rank->credit -= (double)simulations;
        rank->simulations += simulations;
    }
    if (stand_in->clock < rank->due)
        return;
    rank->due = stand_in->clock + LEDGER_INTERVAL;
    stand_in->sender = number;
    tree_rank_tell(rank->rank, take, stand_in);
}

// Lets the ranks work for so long.
static void wait_for(void *object, double seconds)
{
    TreeStandIn *stand_in = object;
    clock_t start = clock();
    Mail *mail;
    stand_in->clock += seconds;
    while ((mail = get(stand_in, &stand_in->for_ranks)) != NULL) {
        obey(stand_in, mail);
        free(mail);
    }
    for (int i = 1; i < stand_in->options.ranks; i++)
        work(stand_in, i, seconds);
    stand_in->processor_seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
}

TreeStandIn *tree_stand_in_new(const StandInOptions *options)
{
    TreeStandIn *stand_in = calloc(1, sizeof *stand_in);
    if (stand_in == NULL)
        return NULL;
    stand_in->options = *options;
    stand_in->transport = (Transport){stand_in, options->ranks, send_message, receive,
                                      now,      wait_for,       false};
    stand_in->for_root.last = &stand_in->for_root.first;
    stand_in->for_ranks.last = &stand_in->for_ranks.first;
    stand_in->ranks = calloc((size_t)options->ranks, sizeof *stand_in->ranks);
    for (int i = 1; stand_in->ranks != NULL && i < options->ranks; i++) {
        unsigned char bytes[HELLO_BYTES];
        stand_in->ranks[i].rank = tree_rank_new(&options->means, i);
        if (stand_in->ranks[i].rank == NULL)
            abort();
        stand_in->sender = i;
        take(stand_in, bytes, message_of_hello(1, options->means.host, bytes));
    }
    return stand_in;
}

static void empty(Queue *queue)
{
    while (queue->first != NULL) {
        Mail *mail = queue->first;
        queue->first = mail->next;
        free(mail);
    }
}

void tree_stand_in_delete(TreeStandIn *stand_in)
{
    if (stand_in == NULL)
        return;
    for (int i = 1; i < stand_in->options.ranks; i++)
        tree_rank_delete(stand_in->ranks[i].rank);
    empty(&stand_in->for_root);
    empty(&stand_in->for_ranks);
    free(stand_in->ranks);
    free(stand_in);
}

const Transport *tree_stand_in_transport(const TreeStandIn *stand_in)
{
    return &stand_in->transport;
}

void tree_stand_in_set_fault(TreeStandIn *stand_in, int rank, StandInFault fault)
{
    stand_in->ranks[rank].fault = fault;
}

double tree_stand_in_seconds(const TreeStandIn *stand_in)
{
    return stand_in->processor_seconds;
}

uint64_t tree_stand_in_simulations(const TreeStandIn *stand_in, int rank)
{
    return stand_in->ranks[rank].simulations;
}

// SPDX-License-Identifier: MIT
//
// The messages of a cluster. Each has a head: a magic number, its kind, and a checksum
// of the rest. A reader believes nothing. A number that is out of its range makes the
// message invalid. So does one byte too many or too few.
//
// Rank 0 tells a rank of a search (a job), then sends it leaves. A leaf is the moves
// from the root of the search. The rank answers each leaf twice: first with what the
// network says of it, then with a playout from it.
//
// Or a rank searches the same position in a tree of its own (a tree job). Then both
// tell each other several times a second what is new near the root.
#ifndef MESSAGE_H
#define MESSAGE_H

#include "network_output.h"
#include "playout_batch.h"
#include "tree.h"
#include "wire.h"

enum {
    MESSAGE_VERSION = 5,
    MESSAGE_MAX = 1 << 20, // bytes of the longest message
    MESSAGE_HEAD = 9,      // bytes
    MESSAGE_HOST_SIZE = 64,
    MESSAGE_THREADS_MAX = 1024,
};

typedef enum MessageKind {
    MESSAGE_HELLO = 1, // a rank is ready
    MESSAGE_JOB,       // see job.h
    MESSAGE_LEAVES,
    MESSAGE_ANSWERS,
    MESSAGE_JOB_END,
    MESSAGE_REFUSAL, // of a job: the rank has other networks, or no memory
    MESSAGE_BEAT,    // a sign of life of rank 0, and the answer to it
    MESSAGE_QUIT,
    MESSAGE_BYE,      // the answer to MESSAGE_QUIT
    MESSAGE_TREE_JOB, // see job.h
    MESSAGE_SUMS,     // the number of a tree job, then what ledger.h appends
    MESSAGE_KINDS,
} MessageKind;

// Begins a message in memory of MESSAGE_MAX bytes, or of `capacity`.
WireWriter message_begin(MessageKind kind, unsigned char *bytes, size_t capacity);

// Completes the head. False: the message did not fit.
bool message_seal(const WireWriter *writer);

// Opens a message. Errors: false if its head is wrong.
bool message_open(const unsigned char *bytes, size_t size, MessageKind *kind,
                  WireReader *reader);

// Has all been read, and was it valid?
bool message_is_done(const WireReader *reader);

// A message that has only the number of a job (MESSAGE_JOB_END, MESSAGE_REFUSAL), or
// nothing (MESSAGE_BEAT, MESSAGE_QUIT, MESSAGE_BYE). The memory has at least
// MESSAGE_HEAD + 4 bytes. Returns the size.
size_t message_of_job(MessageKind kind, uint32_t job, unsigned char *bytes);
size_t message_of_kind(MessageKind kind, unsigned char *bytes);

typedef struct Hello {
    int threads;
    char host[MESSAGE_HOST_SIZE]; // only printable ASCII
} Hello;

void hello_write(WireWriter *writer, const Hello *hello);
bool hello_read(WireReader *reader, Hello *hello);

// A message with a hello. A longer name of the machine is cut off.
enum { HELLO_BYTES = MESSAGE_HEAD + 4 + MESSAGE_HOST_SIZE };
size_t message_of_hello(int threads, const char *host, unsigned char *bytes);

// A leaf to be evaluated. `flight` comes back with the answers.
typedef struct LeafOrder {
    uint32_t flight;
    uint64_t index; // of the simulation
    bool is_known;  // only a playout is wanted
    int length;     // number of moves, at least 1
    Point moves[PATH_LIMIT];
} LeafOrder;

// A message of leaves is the number of the job, then leaves to the end.
void leaf_order_write(WireWriter *writer, const LeafOrder *leaf);
bool leaf_order_read(WireReader *reader, LeafOrder *leaf);

// The beginning of a message of answers, which follow to the end.
typedef struct AnswersHead {
    uint32_t job;
    int columns, rows;
    int waiting; // leaves that wait at the rank for a thread
    bool is_dry; // since its last message, a thread of the rank waited for a leaf
} AnswersHead;

void answers_head_write(WireWriter *writer, const AnswersHead *head);
bool answers_head_read(WireReader *reader, AnswersHead *head);

typedef struct LeafAnswer {
    uint32_t flight;
    bool is_playout;
    // What the network says: rounded as by the evaluation cache, without the optimistic
    // policy. All else is 0 where a playout is told.
    NetworkOutput output;
    PlayoutResult playout; // only its score and owners
} LeafAnswer;

void leaf_answer_write(WireWriter *writer, const AnswersHead *head,
                       const LeafAnswer *answer);
bool leaf_answer_read(WireReader *reader, const AnswersHead *head, LeafAnswer *answer);

#endif

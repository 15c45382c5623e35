// SPDX-License-Identifier: MIT
//
// Bytes as messages between the ranks of a cluster: a kind, a length of two bytes, and
// so many bytes. Their heads are made right here, as no fuzzer finds a checksum. Those
// of rank 0 go to a rank, which evaluates the leaves that it is sent, and to one that
// has a tree; what they answer must be valid. All are also read as answers.
#include <stdlib.h>
#include <string.h>

#include "evaluators.h"
#include "isa.h"
#include "message.h"
#include "target.h"
#include "tree_rank.h"

enum { MEMORY_MIB = 8, LEAVES_MAX = 8, SIMULATIONS = 20 };

typedef struct ClusterRank {
    Evaluators *evaluators;
    int leaves;     // that this input may still have evaluated
    TreeRank *tree; // NULL before the first job of a tree
    EvaluatorMeans means;
} ClusterRank;

static void require(bool holds)
{
    if (!holds)
        abort();
}

static bool is_answer(WireReader reader)
{
    AnswersHead head;
    LeafAnswer answer;
    if (!answers_head_read(&reader, &head))
        return false;
    while (reader.left > 0)
        if (!leaf_answer_read(&reader, &head, &answer))
            return false;
    return true;
}

// Takes a message for rank 0.
static void take(void *object, const unsigned char *bytes, size_t size)
{
    MessageKind kind = MESSAGE_KINDS;
    WireReader reader;
    (void)object;
    require(message_open(bytes, size, &kind, &reader));
    require(kind == MESSAGE_REFUSAL || kind == MESSAGE_BEAT || kind == MESSAGE_SUMS ||
            is_answer(reader));
}

// Passes a message on to the rank that has a tree, which then tells what it has found.
static void pass_on_to_tree(ClusterRank *rank, MessageKind kind,
                            const unsigned char *bytes, size_t size)
{
    if (kind == MESSAGE_TREE_JOB && rank->tree == NULL) {
        rank->tree = tree_rank_new(&rank->means, 1);
        require(rank->tree != NULL);
    }
    if (kind == MESSAGE_QUIT || rank->tree == NULL)
        return;
    tree_rank_obey(rank->tree, bytes, size, take, NULL);
    if (kind == MESSAGE_SUMS && rank->leaves-- > 0) {
        tree_rank_search(rank->tree, SIMULATIONS);
        tree_rank_tell(rank->tree, take, NULL);
    }
}

// Passes a message on to the rank, but not more leaves than take a moment.
static void pass_on(ClusterRank *rank, MessageKind kind, WireReader reader,
                    const unsigned char *bytes, size_t size)
{
    LeafOrder leaf;
    wire_get(&reader, 4);
    while (kind == MESSAGE_LEAVES && reader.left > 0 && leaf_order_read(&reader, &leaf))
        if (rank->leaves-- <= 0)
            return;
    if (kind != MESSAGE_QUIT)
        evaluators_work(rank->evaluators, bytes, size, take, NULL);
}

static void send_message(ClusterRank *rank, MessageKind kind, const uint8_t *body,
                         size_t size)
{
    static unsigned char bytes[1 << 17];
    MessageKind opened;
    WireReader reader;
    Hello hello;
    WireWriter writer = message_begin(kind, bytes, sizeof bytes);
    for (size_t i = 0; i < size; i++)
        wire_put(&writer, body[i], 1);
    require(message_seal(&writer));
    require(message_open(bytes, writer.size, &opened, &reader) && opened == kind);
    is_answer(reader);
    WireReader first = reader;
    hello_read(&first, &hello);
    pass_on(rank, kind, reader, bytes, writer.size);
    pass_on_to_tree(rank, kind, bytes, writer.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static Network *network;
    MessageKind kind;
    WireReader reader;
    if (network == NULL)
        network = network_default(isa_best());
    message_open(bytes, size, &kind, &reader);
    EvaluatorMeans means = {.lanes = isa_best()->lanes,
                            .network = network,
                            .threads = 1,
                            .memory_mib = MEMORY_MIB,
                            .host = ""};
    ClusterRank rank = {evaluators_new(&means), LEAVES_MAX, NULL, means};
    require(rank.evaluators != NULL);
    while (size >= 3) {
        size_t length = bytes[1] | (size_t)bytes[2] << 8;
        length = length < size - 3 ? length : size - 3;
        send_message(&rank, (MessageKind)(1 + bytes[0] % (MESSAGE_KINDS - 1)),
                     bytes + 3, length);
        bytes += 3 + length;
        size -= 3 + length;
    }
    evaluators_delete(rank.evaluators);
    tree_rank_delete(rank.tree);
    return 0;
}

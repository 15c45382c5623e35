// SPDX-License-Identifier: MIT
//
// The threads of a rank that evaluate leaves for rank 0: what the network says, and a
// playout. A thread asks the network about one leaf after the other, while playouts
// from the last ones run in its SIMD lanes.
#ifndef EVALUATORS_H
#define EVALUATORS_H

#include "eval_cache.h"
#include "katago_network.h"
#include "network.h"
#include "playout_batch.h"
#include "transport.h"

enum { EVALUATORS_MAX = 64 };

typedef struct EvaluatorMeans {
    const PlayoutKernel *lanes;
    const Network *network;
    const KatagoNetwork *katago; // or NULL
    int threads;                 // 1 to EVALUATORS_MAX
    int memory_mib;              // for the evaluation cache
    const char *host;            // name of the machine, for messages
} EvaluatorMeans;

typedef enum EvaluatorsEnd {
    EVALUATORS_QUIT,      // rank 0 has ended the work
    EVALUATORS_SILENCE,   // nothing has come from rank 0 for EVALUATORS_PATIENCE
    EVALUATORS_NO_MEMORY, // nothing was done
} EvaluatorsEnd;

// Seconds without a word of rank 0 after which it is taken to be dead. It gives a sign
// twice a second.
enum { EVALUATORS_PATIENCE = 15 };

// Evaluates leaves until rank 0 ends the work. The caller is the first thread.
EvaluatorsEnd evaluators_run(const EvaluatorMeans *means, const Transport *transport);

// For stand-ins of a transport: evaluators that are asked by function calls. A message
// of rank 0 goes in, and is worked off. `take` gets each message for rank 0.
typedef struct Evaluators Evaluators;
typedef void TakeMessage(void *object, const unsigned char *bytes, size_t size);
Evaluators *evaluators_new(const EvaluatorMeans *means); // NULL: no memory
void evaluators_delete(Evaluators *evaluators);          // NULL is allowed
void evaluators_work(Evaluators *evaluators, const unsigned char *bytes, size_t size,
                     TakeMessage *take, void *object);

#endif

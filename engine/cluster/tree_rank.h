// SPDX-License-Identifier: MIT
//
// A rank that searches the same position as rank 0, in a tree of its own. Several times
// a second each tells the other what is new near the root (ledger.h). A rank searches
// one position at a time, and refuses others.
#ifndef TREE_RANK_H
#define TREE_RANK_H

#include "evaluators.h"

// Searches what rank 0 does until that ends the work. `number` is this rank's. The
// means are those of the searching threads, and of their tree.
EvaluatorsEnd tree_rank_run(const EvaluatorMeans *means, int number,
                            const Transport *transport);

// For stand-ins of a transport: a rank that does everything by function calls, with one
// thread.
typedef struct TreeRank TreeRank;
TreeRank *tree_rank_new(const EvaluatorMeans *means, int number); // NULL: no memory
void tree_rank_delete(TreeRank *rank);                            // NULL is allowed

// Obeys a message of rank 0. `take` gets each message for rank 0.
void tree_rank_obey(TreeRank *rank, const unsigned char *bytes, size_t size,
                    TakeMessage *take, void *object);

// Makes a number of simulations, if there is a job.
void tree_rank_search(TreeRank *rank, uint64_t simulations);

// Tells rank 0 what is new, if there is a job.
void tree_rank_tell(TreeRank *rank, TakeMessage *take, void *object);

#endif

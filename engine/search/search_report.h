// SPDX-License-Identifier: MIT
//
// Builds the report of a search from its workers and its tree, at the end or for an
// observer. The workers may be running.
#ifndef SEARCH_REPORT_H
#define SEARCH_REPORT_H

#include "search.h"
#include "worker.h"

// Fills the report with what the workers of the context have found so far. The work of
// the lanes is left out, as it is known only at the end. Pre: the root is expanded.
void search_report_fill(const SearchContext *context, Worker *const workers[],
                        int worker_count, SearchReport *report);

// Fills the view of a root move; see search_view_move. Pre: the context has an
// observer.
void search_report_move(const SearchContext *context, Worker *const workers[],
                        int worker_count, Point move, MoveView *view);

// Fills the view of the owners after a root move; see search_view_owners. Pre: the
// order has counts_move_owners.
void search_report_owners(Worker *const workers[], int worker_count, Point move,
                          OwnersView *view);

// Fills the view of the root that early stopping needs. Pre: the root is expanded.
void search_report_root(const SearchContext *context, RootView *view);

// Adds what a worker has found to what is known. Pre: the worker has ended.
void search_report_keep(const Worker *worker, KnownSums *known);

#endif

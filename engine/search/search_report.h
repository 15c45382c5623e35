// SPDX-License-Identifier: MIT
//
// What the workers and the tree of a search amount to, for its report and for those who
// look on: may be asked while the workers run.
#ifndef SEARCH_REPORT_H
#define SEARCH_REPORT_H

#include "search.h"
#include "worker.h"

// Fills the report with what the workers of the context have found so far, but for the
// work of their lanes, which is known in the end. Pre: the root is expanded.
void search_report_fill(const SearchContext *context, Worker *const workers[],
                        int worker_count, SearchReport *report);

// The same about one move of the root; see search_view_move. Pre: the context has an
// observer.
void search_report_move(const SearchContext *context, Worker *const workers[],
                        int worker_count, Point move, MoveView *view);

// What a plan is held against. Pre: the root is expanded.
void search_report_root(const SearchContext *context, RootView *view);

#endif

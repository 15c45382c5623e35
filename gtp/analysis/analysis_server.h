// SPDX-License-Identifier: MIT
//
// KataGo's analysis protocol. One query in JSON is one line. One line answers each
// position that is asked for, in the order in which the searches end. The calling
// thread reads, some threads search, and one writes. So nothing waits for a client that
// does not read, until very much is waiting to be written.
#ifndef ANALYSIS_SERVER_H
#define ANALYSIS_SERVER_H

#include <stdbool.h>
#include <stdio.h>

#include "engine.h"
#include "katago_settings.h"

enum {
    ANALYSIS_LINE_MAX = 4 << 20, // bytes of a query
    ANALYSIS_IGNORED_MAX = 32,   // names that on_ignored is called for
};

typedef struct AnalysisOptions {
    const EngineOptions *engine;    // networks, memory and parameters
    const KatagoSettings *settings; // what queries do not say
    int positions;                  // searches at a time: 1 to TASK_TAKERS_MAX
    int threads, threads_each;      // of all searches, and of one at most
    bool quits_without_waiting;     // at the end of the input
    const char *version;            // of this program
    const char *katago_version;     // of the protocol
    FILE *request_log, *answer_log; // NULL: there is none
    void (*on_ready)(void);         // called when queries can be answered
    // Called once for each of the first names in `overrideSettings` that mean nothing
    // here. A client may send any text.
    void (*on_ignored)(const char *name);
} AnalysisOptions;

typedef enum AnalysisEnd {
    ANALYSIS_DONE,        // the input ended
    ANALYSIS_OUTPUT_LOST, // the client no longer reads; errno says why
    ANALYSIS_NO_THREAD,
    ANALYSIS_NO_MEMORY,
} AnalysisEnd;

// Answers queries from one file descriptor on another, until the input has ended and
// all are answered. Pre: SIGPIPE is ignored.
AnalysisEnd analysis_run(const AnalysisOptions *options, int input, int output);

#endif

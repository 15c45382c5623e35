// SPDX-License-Identifier: MIT
//
// The command `analysis` of KataGo's command line.
#ifndef ANALYSIS_COMMAND_H
#define ANALYSIS_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "command_line.h"

// How it has ended.
typedef enum AnalysisCommandEnd {
    ANALYSIS_COMMAND_DONE,
    ANALYSIS_COMMAND_FAILED,      // there was a message on stderr
    ANALYSIS_COMMAND_OUTPUT_LOST, // errno says why
} AnalysisCommandEnd;

// Is the program built with what it takes? Otherwise there is a message on stderr.
bool analysis_command_is_there(void);

// Answers the queries of standard input on standard output. `engine` has the networks
// and the options of the line. NULL: there is no log of the options.
AnalysisCommandEnd analysis_command_run(const CommandLine *line,
                                        const EngineOptions *engine, FILE *log);

#endif

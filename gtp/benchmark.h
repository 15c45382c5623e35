// SPDX-License-Identifier: MIT
//
// The command `benchmark` of KataGo's command line.
#ifndef BENCHMARK_H
#define BENCHMARK_H

#include <stdbool.h>
#include <stdio.h>

#include "engine.h"
#include "text.h"

// Measures searches with these options and words, such as `-visits 100`, and writes a
// line for each number of threads as soon as it is known. Errors: false, with a message
// about the words or the memory.
bool benchmark_run(const EngineOptions *options, char *words[], int count, FILE *out,
                   Text *message);

#endif

// SPDX-License-Identifier: MIT
//
// The command `review`.
#ifndef REVIEW_COMMAND_H
#define REVIEW_COMMAND_H

#include "command_line.h"
#include "review_files.h"

enum { REVIEW_VISITS_DEFAULT = 200 };

// Reviews the records that the line names. `engine` has the networks and the options of
// the line.
ReviewEnd review_command_run(const CommandLine *line, const EngineOptions *engine);

#endif

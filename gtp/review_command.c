// SPDX-License-Identifier: MIT
#include "review_command.h"

#include "commands.h"
#include "sigint.h"
#include "stopwatch.h"

// Without a limit of the user's there is one of visits.
static SearchLimits limits_of(const CommandLine *line)
{
    SearchLimits limits = {.visits = line->review.visits,
                           .playouts = line->engine.playouts,
                           .seconds = line->engine.seconds};
    if (limits.visits == 0 && limits.playouts == 0 && limits.seconds <= 0)
        limits.visits = REVIEW_VISITS_DEFAULT;
    return limits;
}

static ReviewRules rules_of(const CommandLine *line)
{
    return (ReviewRules){.has_rules = line->rules_chosen,
                         .has_komi = line->komi_chosen,
                         .rules = line->engine.rules,
                         .komi = line->engine.komi};
}

ReviewEnd review_command_run(const CommandLine *line, const EngineOptions *engine)
{
    EngineOptions shared = *engine;
    HeldSigint held;
    if (shared.seed == 0)
        shared.seed = stopwatch_seed();
    const ReviewOptions options = {
        .engine = &shared,
        .limits = limits_of(line),
        .threads = line->threads_chosen ? line->engine.threads : line->usual_threads,
        .rules = rules_of(line),
        .wishes = line->review.wishes,
        .version = commands_version()};
    sigint_hold(&held);
    ReviewEnd end = review_files_run(&options, line->words + 1, line->word_count - 1);
    sigint_release(&held);
    return end;
}

// SPDX-License-Identifier: MIT
#include "benchmark.h"

#include <inttypes.h>
#include <string.h>

#include "arguments.h"
#include "bench_search.h"

enum {
    VISITS_DEFAULT = 80,
    POSITIONS_DEFAULT = 10,
    POSITIONS_MAX = 1000,
    VISITS_MAX = 1000000,
    RUNS_MAX = 16,
};

// What the words ask for. KataGo's names.
typedef struct Benchmark {
    int visits, positions, size;
    int threads[RUNS_MAX]; // one run for each
    int runs;
} Benchmark;

static bool read_visits(Benchmark *benchmark, const char *value, Text *allowed)
{
    return arg_int_within(value, 2, VISITS_MAX, &benchmark->visits, allowed);
}

static bool read_positions(Benchmark *benchmark, const char *value, Text *allowed)
{
    return arg_int_within(value, 1, POSITIONS_MAX, &benchmark->positions, allowed);
}

static bool read_size(Benchmark *benchmark, const char *value, Text *allowed)
{
    return arg_int_within(value, 2, BOARD_SIZE_MAX, &benchmark->size, allowed);
}

// Reads numbers with commas between them.
static bool read_threads(Benchmark *benchmark, const char *value, Text *allowed)
{
    benchmark->runs = 0;
    for (const char *rest = value;;) {
        char word[16];
        size_t length = strcspn(rest, ",");
        bool fits = length < sizeof word && benchmark->runs < RUNS_MAX;
        memcpy(word, rest, fits ? length : 0);
        word[fits ? length : 0] = '\0';
        if (!arg_int_within(word, 1, SEARCH_THREADS_MAX,
                            &benchmark->threads[benchmark->runs], allowed))
            return false;
        benchmark->runs++;
        if (rest[length] == '\0')
            return true;
        rest += length + 1;
    }
}

static const struct {
    const char *name, *other_name;
    bool (*read)(Benchmark *benchmark, const char *value, Text *allowed);
} WORDS[] = {
    {"-visits", "-v", read_visits},
    {"-numpositions", "-n", read_positions},
    {"-threads", "-t", read_threads},
    {"-boardsize", "-boardsize", read_size},
};

enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0] };

// Reads a name and its value.
static bool read_pair(Benchmark *benchmark, const char *name, const char *value,
                      Text *message)
{
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    for (int i = 0; i < WORD_COUNT; i++) {
        if (strcmp(name, WORDS[i].name) != 0 && strcmp(name, WORDS[i].other_name) != 0)
            continue;
        if (value == NULL) {
            text_printf(message, "%s takes a value", name);
            return false;
        }
        if (WORDS[i].read(benchmark, value, &allowed))
            return true;
        text_printf(message, "%s %s: must be %s", name, value, bytes);
        return false;
    }
    text_printf(message, "unknown option %s; it must be one of", name);
    for (int i = 0; i < WORD_COUNT; i++)
        text_printf(message, " %s", WORDS[i].name);
    return false;
}

static bool run(const EngineOptions *options, const Benchmark *benchmark, int threads,
                FILE *out)
{
    BenchSearchResult result;
    const BenchSearchOrder order = {.params = &options->params,
                                    .isa = options->isa,
                                    .network = options->network,
                                    .katago = options->katago,
                                    .size = benchmark->size,
                                    .threads = threads,
                                    .memory_mib = options->memory_mib,
                                    .positions = benchmark->positions,
                                    .visits = (uint64_t)benchmark->visits};
    if (!bench_search_run(&order, &result))
        return false;
    fprintf(out,
            "numSearchThreads = %d: %d positions of %d visits, visits/s = %.2f "
            "nnEvals/s = %.2f (%.1f secs)\n",
            threads, benchmark->positions, benchmark->visits,
            (double)result.visits / result.seconds,
            (double)result.evaluations / result.seconds, result.seconds);
    fflush(out);
    return true;
}

bool benchmark_run(const EngineOptions *options, char *words[], int count, FILE *out,
                   Text *message)
{
    int longer = options->columns > options->rows ? options->columns : options->rows;
    Benchmark benchmark = {.visits = VISITS_DEFAULT,
                           .positions = POSITIONS_DEFAULT,
                           .size = longer,
                           .threads = {options->threads},
                           .runs = 1};
    for (int i = 0; i < count; i += 2)
        if (!read_pair(&benchmark, words[i], i + 1 < count ? words[i + 1] : NULL,
                       message))
            return false;
    fprintf(out, "board %dx%d, instruction set %s\n", benchmark.size, benchmark.size,
            options->isa->name);
    for (int i = 0; i < benchmark.runs; i++)
        if (!run(options, &benchmark, benchmark.threads[i], out)) {
            text_add(message, "out of memory");
            return false;
        }
    return true;
}

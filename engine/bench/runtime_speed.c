// SPDX-License-Identifier: MIT
//
// How fast the runtime computes lists of layers: evaluations a second of processor
// time, milliseconds by kind of layer, and how near the products come to what the
// instruction set allows.
//
//     runtime_speed [SIZE [SHAPE [ISA [PRECISION [BOARDS]]]]]
//
// SHAPE is `transformer` or `convolutions`, PRECISION `float` or `int16`. What is left
// out or `all` means all of them, on 19x19 and one board at a time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isa.h"
#include "layer_shapes.h"
#include "rng.h"
#include "runtime.h"

enum { ROUNDS = 7, KINDS = 4 };

static const char *const KIND_NAMES[KINDS] = {"windows", "products", "attention",
                                              "other"};
static const char *const PRECISION_NAMES[PRECISION_COUNT] = {"float", "int16"};

// What the arguments ask for; NULL is all.
typedef struct Wish {
    int size, boards;
    const char *shape, *isa, *precision;
} Wish;

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The clock in GHz, from additions that wait for one another.
static double clock_rate(void)
{
    enum { ADDITIONS = 100000000 };
    double started = processor_seconds();
    uint64_t sum = 0;
    for (int i = 0; i < ADDITIONS; i++) {
        sum += 3;
        __asm__ volatile("" : "+r"(sum));
    }
    return ADDITIONS * 1e-9 / (processor_seconds() - started);
}

// Products that a core with two vector multipliers does in a cycle. Integers are pairs.
static int macs_per_cycle(const char *isa, int precision)
{
    int floats = strcmp(isa, "generic") == 0 || strcmp(isa, "neon") == 0 ? 4 : 8;
    return 2 * floats * (precision == PRECISION_INT16 ? 2 : 1);
}

static int kind_of(const RuntimeStepReport *report)
{
    if (report->kind == LAYER_LINEAR)
        return report->columns > 1 ? 0 : 1;
    return report->kind == LAYER_ATTENTION ? 2 : 3;
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static void fill_inputs(const ShapedNetwork *network, RuntimeMemory *memory,
                        const Wish *wish)
{
    Rng rng = rng_seeded(1, 1);
    const LayerArray *planes = &network->list.arrays[network->planes];
    float *to = runtime_array(memory, network->planes);
    for (int i = 0; i < wish->boards * wish->size * wish->size; i++) {
        memset(to, 0, sizeof *to * (size_t)runtime_stride(planes->channels));
        for (int j = 0; j < planes->channels; j++)
            to[j] = (float)rng_below(&rng, 2);
        to += runtime_stride(planes->channels);
    }
    memset(runtime_array(memory, network->globals), 0,
           sizeof *to * (size_t)(wish->boards *
                                 runtime_stride(
                                     network->list.arrays[network->globals].channels)));
}

// The median of the seconds of a run, over some rounds of at least so many seconds.
static double measure(const ShapedNetwork *network, RuntimeMemory *memory,
                      const Wish *wish, int *runs)
{
    static const double SECONDS = 0.4;
    double rounds[ROUNDS];
    *runs = 0;
    for (int i = 0; i < ROUNDS; i++) {
        int count = 0;
        double started = processor_seconds(), seconds = 0;
        while (seconds < SECONDS) {
            fill_inputs(network, memory, wish);
            runtime_run(memory);
            count++;
            seconds = processor_seconds() - started;
        }
        rounds[i] = seconds / count;
        *runs += count;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, compare_doubles);
    return rounds[ROUNDS / 2];
}

static void print_kinds(const RuntimeMemory *memory, int runs, double limit)
{
    double seconds[KINDS] = {0}, macs[KINDS] = {0};
    RuntimeStepReport report;
    for (int i = 0; runtime_step_report(memory, i, &report); i++) {
        seconds[kind_of(&report)] += report.seconds / runs;
        macs[kind_of(&report)] += report.macs;
    }
    for (int i = 0; i < KINDS; i++)
        if (seconds[i] > 0)
            printf("    %-10s %8.3f ms  %7.1f MMAC  %6.1f GMAC/s of %.1f\n",
                   KIND_NAMES[i], 1e3 * seconds[i], 1e-6 * macs[i],
                   1e-9 * macs[i] / seconds[i], limit);
}

static void measure_kernel(const ShapedNetwork *network, const RuntimeKernel *kernel,
                           const Wish *wish, double limit)
{
    Runtime *runtime =
        runtime_new(&network->list, network->outputs, SHAPE_OUTPUTS, kernel);
    RuntimeMemory *memory =
        runtime == NULL
            ? NULL
            : runtime_memory_new(runtime, wish->size, wish->size, wish->boards);
    if (memory != NULL) {
        int runs;
        double seconds = measure(network, memory, wish, &runs);
        printf("%.1f evaluations/s, %.2f ms\n", wish->boards / seconds, 1e3 * seconds);
        runtime_memory_set_clock(memory, processor_seconds);
        measure(network, memory, wish, &runs);
        print_kinds(memory, runs, limit);
    } else
        printf("out of memory\n");
    runtime_memory_delete(memory);
    runtime_delete(runtime);
}

static bool is_wanted(const char *wish, const char *name)
{
    return wish == NULL || strcmp(wish, "all") == 0 || strcmp(wish, name) == 0;
}

static void measure_shape(const char *name, ShapedNetwork *network, const Wish *wish)
{
    for (int i = 0; network != NULL && isa_at(i) != NULL; i++)
        for (int j = 0; j < PRECISION_COUNT; j++) {
            const RuntimeKernel *kernel = runtime_kernel(isa_at(i), (Precision)j);
            if (kernel == NULL || !is_wanted(wish->isa, isa_at(i)->name) ||
                !is_wanted(wish->precision, PRECISION_NAMES[j]))
                continue;
            double rate = clock_rate();
            printf("%s %dx%d, %s, %s at %.2f GHz: ", name, wish->size, wish->size,
                   isa_at(i)->name, PRECISION_NAMES[j], rate);
            measure_kernel(network, kernel, wish,
                           rate * macs_per_cycle(isa_at(i)->name, j));
        }
    shaped_network_delete(network);
}

int main(int argc, char *argv[])
{
    Wish wish = {argc > 1 ? atoi(argv[1]) : BOARD_SIDE_MAX,
                 argc > 5 ? atoi(argv[5]) : 1, argc > 2 ? argv[2] : NULL,
                 argc > 3 ? argv[3] : NULL, argc > 4 ? argv[4] : NULL};
    if (wish.size < 2 || wish.size > BOARD_SIDE_MAX || wish.boards < 1) {
        fprintf(stderr, "runtime_speed: size must be 2 to %d, boards at least 1\n",
                BOARD_SIDE_MAX);
        return 2;
    }
    if (is_wanted(wish.shape, "transformer"))
        measure_shape("transformer", shaped_transformer_new(10, 384), &wish);
    if (is_wanted(wish.shape, "convolutions"))
        measure_shape("convolutions", shaped_convolutions_new(6, 96), &wish);
    return 0;
}

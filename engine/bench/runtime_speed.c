// SPDX-License-Identifier: MIT
//
// How fast the runtime computes lists of layers: evaluations a second of processor
// time, milliseconds by kind of layer, and GMAC/s beside those of products in the
// nearest cache.
//
//     runtime_speed [SIZE [SHAPE [ISA [PRECISION [BOARDS]]]]]
//
// SHAPE is `transformer` or `convolutions`, PRECISION `float`, `int16`, `int8` or
// `bf16`. What is left out or `all` means all of them, on 19x19 and one board at a
// time.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isa.h"
#include "layer_shapes.h"
#include "rng.h"
#include "runtime_kernel.h"

enum { ROUNDS = 31, KINDS = 4 };

static const char *const KIND_NAMES[KINDS] = {"windows", "products", "attention",
                                              "other"};
static const char *const PRECISION_NAMES[PRECISION_COUNT] = {"float", "int16", "int8",
                                                             "bf16"};

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

// Rows, inputs and outputs of a product that stays in the nearest cache. All kernels
// have whole panels of so many outputs.
enum { NEAR_ROWS = 36, NEAR_INPUTS = 96, NEAR_OUTPUTS = 64, NEAR_NUMBERS = 1 << 13 };

// GMAC/s of a kernel when all that it reads is near. Other programs on the machine slow
// this down as they do the network.
static double near_speed(const RuntimeKernel *kernel)
{
    static alignas(64) float numbers[NEAR_NUMBERS], inputs[NEAR_NUMBERS];
    static alignas(64) float out[NEAR_ROWS * NEAR_OUTPUTS];
    enum { REPEATS = 3000 };
    bool is_bytes = kernel->multiply_bytes != NULL;
    Segment segment = {.steps = NEAR_INPUTS / (is_bytes ? BYTE_STEP : kernel->step)};
    int blocks[] = {0, 1};
    LinearWeights linear = {.panels = NEAR_OUTPUTS / kernel->panel,
                            .block_count = 1,
                            .segments = &segment,
                            .blocks = blocks,
                            .weights = numbers,
                            .scale = numbers,
                            .bias = numbers,
                            .totals = numbers};
    Product product = {.linear = &linear,
                       .inputs = inputs,
                       .input_scale = numbers,
                       .input_offset = numbers,
                       .input_stride = NEAR_INPUTS,
                       .rows = NEAR_ROWS,
                       .out = out,
                       .out_stride = NEAR_OUTPUTS};
    double started = processor_seconds();
    for (int i = 0; i < REPEATS; i++)
        (is_bytes ? kernel->multiply_bytes : kernel->multiply)(&product);
    return 1e-9 * REPEATS * NEAR_ROWS * NEAR_INPUTS * NEAR_OUTPUTS /
           (processor_seconds() - started);
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

// As in a game, a plane in ten has a point.
static void fill_inputs(const ShapedNetwork *network, RuntimeMemory *memory,
                        const Wish *wish)
{
    Rng rng = rng_seeded(1, 1);
    const LayerArray *planes = &network->list.arrays[network->planes];
    float *to = runtime_array(memory, network->planes);
    for (int i = 0; i < wish->boards * wish->size * wish->size; i++) {
        memset(to, 0, sizeof *to * (size_t)runtime_stride(planes->channels));
        for (int j = 0; j < planes->channels; j++)
            to[j] = rng_below(&rng, 10) == 0;
        to += runtime_stride(planes->channels);
    }
    memset(runtime_array(memory, network->globals), 0,
           sizeof *to * (size_t)(wish->boards *
                                 runtime_stride(
                                     network->list.arrays[network->globals].channels)));
}

// Seconds of a run, over all rounds, and the speed of near products in between.
typedef struct Measure {
    double best, median, mean, near_speed;
    int runs; // of all rounds
} Measure;

static Measure measure(const ShapedNetwork *network, RuntimeMemory *memory,
                       const RuntimeKernel *kernel, const Wish *wish)
{
    static const double SECONDS = 0.1; // of a round, at least
    double rounds[ROUNDS], total = 0, near_total = 0;
    Measure found = {0};
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
        total += seconds;
        near_total += 1 / near_speed(kernel);
        found.runs += count;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, compare_doubles);
    found.near_speed = ROUNDS / near_total;
    found.mean = total / found.runs;
    found.best = rounds[0];
    found.median = rounds[ROUNDS / 2];
    return found;
}

static void print_kinds(const RuntimeMemory *memory, const Measure *found)
{
    double seconds[KINDS] = {0}, macs[KINDS] = {0};
    RuntimeStepReport report;
    for (int i = 0; runtime_step_report(memory, i, &report); i++) {
        seconds[kind_of(&report)] += report.seconds / found->runs;
        macs[kind_of(&report)] += report.macs;
    }
    for (int i = 0; i < KINDS; i++)
        if (seconds[i] > 0)
            printf("    %-10s %8.3f ms  %7.1f MMAC  %6.1f GMAC/s of %.1f\n",
                   KIND_NAMES[i], 1e3 * seconds[i], 1e-6 * macs[i],
                   1e-9 * macs[i] / seconds[i], found->near_speed);
}

// The boards that are measured are what tells how to round to bytes.
static bool calibrate(const ShapedNetwork *network, Runtime *runtime, const Wish *wish)
{
    if (!runtime_wants_example(runtime))
        return true;
    RuntimeMemory *memory =
        runtime_memory_new(runtime, wish->size, wish->size, wish->boards);
    bool is_done = memory != NULL && runtime_memory_observe(memory);
    if (is_done) {
        fill_inputs(network, memory, wish);
        runtime_run(memory);
        is_done = runtime_calibrate(runtime, &network->list, memory);
    }
    runtime_memory_delete(memory);
    return is_done;
}

static void measure_kernel(const ShapedNetwork *network, const RuntimeKernel *kernel,
                           const Wish *wish)
{
    Runtime *runtime =
        runtime_new(&network->list, network->outputs, SHAPE_OUTPUTS, kernel);
    RuntimeMemory *memory =
        runtime == NULL || !calibrate(network, runtime, wish)
            ? NULL
            : runtime_memory_new(runtime, wish->size, wish->size, wish->boards);
    if (memory != NULL) {
        Measure found = measure(network, memory, kernel, wish);
        printf("%.1f evaluations/s, %.2f ms; at best %.1f, %.2f ms; the time of %.0f "
               "MMAC\n",
               wish->boards / found.median, 1e3 * found.median,
               wish->boards / found.best, 1e3 * found.best,
               1e3 * found.mean * found.near_speed);
        runtime_memory_set_clock(memory, processor_seconds);
        found = measure(network, memory, kernel, wish);
        print_kinds(memory, &found);
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
            printf("%s %dx%d, %s, %s: ", name, wish->size, wish->size, isa_at(i)->name,
                   PRECISION_NAMES[j]);
            measure_kernel(network, kernel, wish);
        }
    shaped_network_delete(network);
}

// 0 if the text is no number.
static int read_number(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    return *end == '\0' && number > 0 && number < INT16_MAX ? (int)number : 0;
}

int main(int argc, char *argv[])
{
    Wish wish = {argc > 1 ? read_number(argv[1]) : BOARD_SIDE_MAX,
                 argc > 5 ? read_number(argv[5]) : 1, argc > 2 ? argv[2] : NULL,
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

// SPDX-License-Identifier: MIT
//
// Every kernel of this machine, in every precision, on small networks of all of
// KataGo's kinds: they must find what was computed in doubles elsewhere.
#include "runtime.h"

#include <math.h>
#include <string.h>

#include "isa.h"
#include "katago_case.h"
#include "picture.h"

static const char *folder;

// A network that is run with a kernel.
typedef struct Trial {
    const KatagoModel *model;
    const char *name;
    RuntimeMemory *memory;
    double tolerance; // beside the largest number of an array
} Trial;

static void fill_input(const Trial *trial, const LayerValues *given, int array)
{
    if (array == NO_ARRAY)
        return;
    int channels = given->list->arrays[array].channels;
    int places = (int)layer_values_size(given, array) / channels;
    float *to = runtime_array(trial->memory, array);
    for (int i = 0; i < places; i++, to += runtime_stride(channels)) {
        memset(to, 0, sizeof *to * (size_t)runtime_stride(channels));
        for (int j = 0; j < channels; j++)
            to[j] = (float)given->arrays[array][i * channels + j];
    }
}

static void compare_output(const Trial *trial, const LayerValues *wanted, int array)
{
    int channels = wanted->list->arrays[array].channels;
    int places = (int)layer_values_size(wanted, array) / channels;
    const float *found = runtime_array(trial->memory, array);
    double worst = 0, most = 1;
    for (int i = 0; i < places; i++, found += runtime_stride(channels))
        for (int j = 0; j < channels; j++) {
            double number = wanted->arrays[array][i * channels + j];
            double error = fabs((double)found[j] - number);
            worst = isfinite(error) ? fmax(worst, error) : INFINITY;
            most = fmax(most, fabs(number));
        }
    if (!(worst <= trial->tolerance * most))
        fail_msg("%s: array %d differs by %g, and is up to %g", trial->name, array,
                 worst, most);
}

static void run_position(const Trial *trial, const KatagoPosition *position)
{
    runtime_memory_begin(trial->memory, position->given.columns, position->given.rows,
                         1);
    fill_input(trial, &position->given, trial->model->arrays.planes);
    fill_input(trial, &position->given, trial->model->arrays.globals);
    fill_input(trial, &position->given, trial->model->arrays.metadata);
    runtime_run(trial->memory);
}

static void check_position(const Trial *trial, const KatagoPosition *position)
{
    int outputs[KATAGO_CASE_OUTPUTS];
    katago_case_outputs(trial->model, outputs);
    run_position(trial, position);
    for (int i = 0; i < KATAGO_CASE_OUTPUTS; i++)
        compare_output(trial, &position->wanted, outputs[i]);
}

// All positions of the case of a network.
static void each_position(const Trial *trial,
                          void (*visit)(const Trial *, const KatagoPosition *))
{
    FILE *file = katago_case_positions(folder, trial->name);
    assert_non_null(file);
    KatagoPosition position;
    int count = 0;
    for (; katago_case_read(file, trial->model, &position); count++) {
        visit(trial, &position);
        katago_case_free(&position);
    }
    assert_true(count > 0);
    fclose(file);
}

static RuntimeMemory *new_memory(const Runtime *runtime)
{
    RuntimeMemory *memory =
        runtime_memory_new(runtime, BOARD_SIDE_MAX, BOARD_SIDE_MAX, 1);
    assert_non_null(memory);
    return memory;
}

// The positions tell how to round to bytes.
static void show_example(const Trial *trial, Runtime *runtime)
{
    Trial example = *trial;
    example.memory = new_memory(runtime);
    assert_true(runtime_memory_observe(example.memory));
    each_position(&example, run_position);
    assert_true(runtime_calibrate(runtime, &trial->model->list, example.memory));
    runtime_memory_delete(example.memory);
}

// Returns whether layers of the network can have bytes.
static bool try_kernel(const KatagoModel *model, const char *name,
                       const RuntimeKernel *kernel, double tolerance)
{
    int outputs[KATAGO_CASE_OUTPUTS];
    katago_case_outputs(model, outputs);
    Runtime *runtime = runtime_new(&model->list, outputs, KATAGO_CASE_OUTPUTS, kernel);
    assert_non_null(runtime);
    Trial trial = {.model = model, .name = name, .tolerance = tolerance};
    bool has_bytes = runtime_wants_example(runtime);
    if (has_bytes)
        show_example(&trial, runtime);
    trial.memory = new_memory(runtime);
    each_position(&trial, check_position);
    runtime_memory_delete(trial.memory);
    runtime_delete(runtime);
    return has_bytes;
}

static void networks_compute_what_is_written(void **state)
{
    (void)state;
    static const double TOLERANCE[PRECISION_COUNT] = {1e-4, 2e-2, 2e-2, 2e-2};
    int byte_kernels = 0, of_bytes = 0;
    for (int i = 0; KATAGO_CASES[i] != NULL; i++) {
        char path[KATAGO_CASE_PATH], error[KATAGO_ERROR_SIZE];
        katago_case_path(folder, KATAGO_CASES[i], path);
        KatagoModel *model = katago_model_open(path, error);
        if (model == NULL)
            fail_msg("%s: %s", KATAGO_CASES[i], error);
        for (int j = 0; isa_at(j) != NULL; j++)
            for (int k = 0; k < PRECISION_COUNT; k++) {
                const RuntimeKernel *kernel = runtime_kernel(isa_at(j), (Precision)k);
                bool is_new =
                    j == 0 || kernel != runtime_kernel(isa_at(j - 1), (Precision)k);
                if (kernel == NULL || !is_new)
                    continue;
                byte_kernels += k == PRECISION_INT8;
                of_bytes += try_kernel(model, KATAGO_CASES[i], kernel, TOLERANCE[k]);
            }
        katago_model_delete(model);
    }
    assert_int_equal(byte_kernels > 0, of_bytes > 0);
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks_compute_what_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// Layers that become one, so that fewer numbers go through memory. Of two linear layers
// of the same inputs, one of which is the gate of the other, the outputs become one
// array. What only the next product reads is written as that one multiplies it.
#include "runtime_internal.h"

static bool writes_product(const Step *step, int array)
{
    return step->kind == LAYER_LINEAR && step->output == array && !step->adds &&
           step->linear.parts == 1 && step->linear.block_count == 1 &&
           step->window_columns == 1 && step->window_rows == 1;
}

// The step before `before` that wrote an array last. -1: none.
static int last_writer(const Runtime *runtime, int array, int before)
{
    int step = before - 1;
    while (step >= 0 && runtime->steps[step].output != array)
        step--;
    return step;
}

static bool is_one_of(int array, const int arrays[], int count)
{
    for (int i = 0; i < count; i++)
        if (arrays[i] == array)
            return true;
    return false;
}

// Is `reader` the only step that needs what `writer` left in an array?
static bool is_only_reader(const Runtime *runtime, int array, int writer, int reader,
                           bool is_output)
{
    for (int i = writer + 1; i < runtime->step_count; i++) {
        const Step *step = &runtime->steps[i];
        if (i != reader && runtime_reads(step, array))
            return false;
        if (step->output == array)
            return i > reader && !step->adds;
    }
    return !is_output;
}

static bool have_same_inputs(const Runtime *runtime, int first, int second)
{
    const Step *one = &runtime->steps[first], *other = &runtime->steps[second];
    if (second != first + 1)
        return false;
    if (one->preparation == PREPARED_NOT)
        return other->preparation == PREPARED_NOT &&
               one->input.array == other->input.array;
    return (one->preparation == PREPARED_ROWS || one->preparation == PREPARED_BYTES) &&
           other->shares_inputs;
}

static void fuse(Runtime *runtime, Step *reader, int value, int gate)
{
    Step *step = &runtime->steps[value], *other = &runtime->steps[gate];
    step->gate = other;
    step->gate_activation = reader->input.activation;
    if (gate < value)
        step->shares_inputs = other->shares_inputs;
    other->is_fused = true;
    reader->input.activation = ACTIVATION_IDENTITY;
    reader->input.gate = NO_ARRAY;
    if (runtime->kernel->precision == PRECISION_FLOAT &&
        reader->input.array != reader->output)
        reader->preparation = PREPARED_NOT;
}

void runtime_fuse_gates(Runtime *runtime, const int outputs[], int output_count)
{
    for (int i = 0; i < runtime->step_count; i++) {
        Step *reader = &runtime->steps[i];
        const LayerInput *input = &reader->input;
        if (reader->preparation != PREPARED_ROWS || input->gate == NO_ARRAY ||
            input->norm != NORM_NONE || input->gate == input->array)
            continue;
        int value = last_writer(runtime, input->array, i);
        int gate = last_writer(runtime, input->gate, i);
        int first = value < gate ? value : gate, second = value < gate ? gate : value;
        if (first >= 0 && writes_product(&runtime->steps[value], input->array) &&
            writes_product(&runtime->steps[gate], input->gate) &&
            have_same_inputs(runtime, first, second) &&
            is_only_reader(runtime, input->array, value, i,
                           is_one_of(input->array, outputs, output_count)) &&
            is_only_reader(runtime, input->gate, gate, i,
                           is_one_of(input->gate, outputs, output_count)))
            fuse(runtime, reader, value, gate);
    }
}

static bool is_plain(const LayerInput *input)
{
    return input->norm == NORM_NONE && input->activation == ACTIVATION_IDENTITY &&
           input->gate == NO_ARRAY;
}

// Can a step write what is multiplied, for each point of the board?
static bool can_write_prepared(const Runtime *runtime, const Step *step)
{
    const LayerArray *output = &runtime->arrays[step->output];
    if (output->is_board || output->channels % runtime->kernel->chunk != 0)
        return false;
    if (step->kind == LAYER_ATTENTION)
        return !step->adds && step->attention.value_size % RUNTIME_ALIGNMENT == 0;
    return writes_product(step, step->output) && !step->is_fused;
}

void runtime_fuse_inputs(Runtime *runtime, const int outputs[], int output_count)
{
    int before = -1; // the step that runs before
    for (int i = 0; runtime->kernel->writes_prepared && i < runtime->step_count; i++) {
        Step *reader = &runtime->steps[i];
        int array = reader->input.array, writer = last_writer(runtime, array, i);
        int last = before;
        if (reader->is_fused)
            continue;
        before = i;
        // There is one array of such inputs, so nothing may come in between.
        if (writer < 0 || writer != last || reader->preparation != PREPARED_ROWS ||
            !is_plain(&reader->input) || reader->gate != NULL ||
            !can_write_prepared(runtime, &runtime->steps[writer]) ||
            !is_only_reader(runtime, array, writer, i,
                            is_one_of(array, outputs, output_count)))
            continue;
        runtime->steps[writer].writes_prepared = true;
        reader->reads_prepared = true;
    }
}

// SPDX-License-Identifier: MIT
//
// Layers of bytes. How their inputs are rounded is told by an example: some runs in
// which they have 16 bits. Channels that are often large get a larger unit, and their
// weights a smaller one, so that bytes are wasted on neither. What rounded weights add
// to a sum in the mean is taken from the bias. Sources: Xiao and others 2023,
// "SmoothQuant", and Nagel and others 2019, "Data-free quantization through weight
// equalization and bias correction".
#include <math.h>
#include <stdlib.h>

#include "aligned.h"
#include "runtime_internal.h"

struct Observation {
    double rows;    // that were seen
    double *totals; // of their numbers, by channel
    double *peaks;  // the largest absolute values
};

// Channels, or columns of weights, that are nearly nothing count as this part of the
// largest one.
static const double LEAST_PART = 1e-3;

static int channels_of(const Runtime *runtime, const Step *step)
{
    return runtime->arrays[step->input.array].channels;
}

bool runtime_wants_example(const Runtime *runtime)
{
    for (int i = 0; i < runtime->step_count; i++)
        if (runtime->steps[i].takes_bytes)
            return true;
    return false;
}

bool runtime_memory_observe(RuntimeMemory *memory)
{
    const Runtime *runtime = memory->runtime;
    memory->observations =
        runtime_allocate((size_t)runtime->step_count, sizeof *memory->observations);
    for (int i = 0; memory->observations != NULL && i < runtime->step_count; i++) {
        Observation *found = &memory->observations[i];
        if (!runtime->steps[i].takes_bytes)
            continue;
        size_t channels = (size_t)channels_of(runtime, &runtime->steps[i]);
        found->totals = calloc(channels, sizeof *found->totals);
        found->peaks = calloc(channels, sizeof *found->peaks);
        if (found->totals == NULL || found->peaks == NULL)
            return false;
    }
    return memory->observations != NULL;
}

void runtime_forget_observations(RuntimeMemory *memory)
{
    for (int i = 0; memory->observations != NULL && i < memory->runtime->step_count;
         i++) {
        free(memory->observations[i].totals);
        free(memory->observations[i].peaks);
    }
    aligned_delete(memory->observations);
}

void runtime_observe(RuntimeMemory *memory, const Step *step, const Prepared *inputs)
{
    const Runtime *runtime = memory->runtime;
    Observation *found = &memory->observations[step - runtime->steps];
    int rows = memory->boards * runtime_places(memory, step->input.array);
    const int16_t *numbers = inputs->inputs;
    for (int row = 0; row < rows; row++, numbers += inputs->stride)
        for (int i = 0; i < channels_of(runtime, step); i++) {
            double number = numbers[i] * (double)inputs->scales[row];
            found->totals[i] += number;
            found->peaks[i] = fmax(found->peaks[i], fabs(number));
        }
    found->rows += rows;
}

// A group of steps that read the same inputs, by the first of them.
static bool is_in_group(const Runtime *runtime, int step, int first)
{
    return runtime->steps[step].takes_bytes &&
           runtime->steps[step].inputs_from == first;
}

// The largest absolute weights of each channel, of all layers of a group.
static void find_weight_peaks(const Runtime *runtime, const LayerList *list, int first,
                              double *peaks)
{
    int channels = channels_of(runtime, &runtime->steps[first]);
    for (int i = first; i < runtime->step_count; i++) {
        const LinearLayer *linear = &list->layers[i].linear;
        if (!is_in_group(runtime, i, first))
            continue;
        for (int j = 0; j < linear->outputs * channels; j++)
            peaks[j % channels] =
                fmax(peaks[j % channels], fabs((double)linear->weights[j]));
    }
}

// What a channel counts as at least, so that none is divided by nothing.
static double least_of(const double *numbers, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, numbers[i]);
    return largest > 0 ? LEAST_PART * largest : 1;
}

// Can the numbers that were seen tell anything? Those of some files grow beyond all
// bounds.
static bool is_finite(const Observation *found, int channels)
{
    bool good = found->rows > 0;
    for (int i = 0; good && i < channels; i++)
        good = isfinite(found->totals[i]) && isfinite(found->peaks[i]);
    return good;
}

static bool take_bytes(Runtime *runtime, const LayerList *list, int first,
                       const Observation *found)
{
    int channels = channels_of(runtime, &runtime->steps[first]);
    float *balance = runtime_copy_channels(runtime, NULL, 1, channels);
    float *means = runtime_copy_channels(runtime, NULL, 0, channels);
    double *weights = calloc((size_t)channels, sizeof *weights);
    bool is_done = balance != NULL && means != NULL && weights != NULL;
    if (is_done) {
        find_weight_peaks(runtime, list, first, weights);
        double least_weight = least_of(weights, channels);
        double least_peak = least_of(found->peaks, channels);
        for (int i = 0; i < channels; i++) {
            balance[i] = (float)sqrt(sqrt(fmax(weights[i], least_weight)) /
                                     fmax(found->peaks[i], least_peak));
            means[i] = (float)(found->totals[i] / found->rows);
        }
    }
    for (int i = first; is_done && i < runtime->step_count; i++) {
        if (!is_in_group(runtime, i, first))
            continue;
        Step *step = &runtime->steps[i];
        step->preparation = PREPARED_BYTES;
        step->balance = balance;
        step->means = means;
        runtime_drop_linear(runtime, &step->linear);
        is_done = runtime_pack_linear(runtime, &list->layers[i].linear, step);
    }
    free(weights);
    return is_done;
}

bool runtime_calibrate(Runtime *runtime, const LayerList *list,
                       const RuntimeMemory *memory)
{
    runtime->calibrations++;
    for (int i = 0; i < runtime->step_count; i++)
        if (is_in_group(runtime, i, i) &&
            is_finite(&memory->observations[i],
                      channels_of(runtime, &runtime->steps[i])) &&
            !take_bytes(runtime, list, i, &memory->observations[i]))
            return false;
    return true;
}

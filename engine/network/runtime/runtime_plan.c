// SPDX-License-Identifier: MIT
#include "runtime_internal.h"

static bool is_same(float a, float b)
{
    return !(a < b) && !(b < a);
}

static bool are_same_numbers(const float *a, const float *b, int count)
{
    if (a == NULL || b == NULL)
        return a == b;
    int same = 0;
    while (same < count && is_same(a[same], b[same]))
        same++;
    return same == count;
}

static bool are_same_inputs(const Runtime *runtime, const Step *a, const Step *b)
{
    const LayerInput *one = &a->input, *other = &b->input;
    int stride = runtime_stride(runtime->arrays[one->array].channels);
    return a->preparation == b->preparation && a->takes_bytes == b->takes_bytes &&
           a->margin_columns == b->margin_columns && a->margin_rows == b->margin_rows &&
           one->array == other->array && one->norm == other->norm &&
           is_same(one->epsilon, other->epsilon) &&
           one->activation == other->activation && one->gate == other->gate &&
           are_same_numbers(one->scale, other->scale, stride) &&
           are_same_numbers(one->bias, other->bias, stride);
}

static bool prepares_product(const Step *step)
{
    return step->preparation == PREPARED_ROWS || step->preparation == PREPARED_BYTES ||
           step->preparation == PREPARED_CELLS || step->preparation == PREPARED_SQUARES;
}

bool runtime_reads(const Step *step, int array)
{
    return step->input.array == array || step->input.gate == array ||
           (step->has_bias_array && step->bias_array == array) ||
           (step->kind == LAYER_ATTENTION &&
            (step->attention.keys == array || step->attention.values == array));
}

void runtime_share_inputs(Runtime *runtime)
{
    const Step *prepared = NULL;
    bool is_current = false; // what it read has not been written since
    for (int i = 0; i < runtime->step_count; i++) {
        Step *step = &runtime->steps[i];
        if (prepares_product(step)) {
            step->shares_inputs =
                is_current && are_same_inputs(runtime, prepared, step);
            step->inputs_from = step->shares_inputs ? prepared->inputs_from : i;
            if (!step->shares_inputs)
                prepared = step;
            is_current = true;
        }
        if (prepared != NULL && runtime_reads(prepared, step->output))
            is_current = false;
    }
}

// An array whose first use is not that it is overwritten is an input.
static void use_array(Lifetime *lifetime, int step, bool is_overwritten)
{
    if (lifetime->last == NO_ARRAY)
        lifetime->first = is_overwritten ? step : -1;
    lifetime->last = step;
}

void runtime_find_lifetimes(Runtime *runtime, const int outputs[], int output_count)
{
    Lifetime *lifetimes = runtime->lifetimes;
    for (int i = 0; i < runtime->array_count; i++)
        lifetimes[i] = (Lifetime){NO_ARRAY, NO_ARRAY};
    for (int i = 0; i < runtime->step_count; i++) {
        const Step *step = &runtime->steps[i];
        if (step->is_fused)
            continue;
        for (int j = 0; j < runtime->array_count; j++)
            if (runtime_reads(step, j))
                use_array(&lifetimes[j], i, false);
        use_array(&lifetimes[step->output], i, !step->adds);
    }
    for (int i = 0; i < output_count; i++)
        lifetimes[outputs[i]].last = runtime->step_count;
}

static bool live_together(const Lifetime *a, const Lifetime *b)
{
    return a->first <= b->last && b->first <= a->last;
}

// The lowest place for an array that leaves those with smaller numbers alone.
static size_t find_place(const Runtime *runtime, const size_t sizes[],
                         const size_t places[], int array)
{
    size_t place = 0;
    for (int i = 0; i < array; i++)
        if (live_together(&runtime->lifetimes[i], &runtime->lifetimes[array]) &&
            places[i] < place + sizes[array] && place < places[i] + sizes[i]) {
            place = places[i] + sizes[i];
            i = -1; // it may now meet one that was passed before
        }
    return place;
}

size_t runtime_place_arrays(const Runtime *runtime, const size_t sizes[],
                            size_t places[])
{
    size_t end = 0;
    for (int i = 0; i < runtime->array_count; i++) {
        places[i] = find_place(runtime, sizes, places, i);
        if (places[i] + sizes[i] > end)
            end = places[i] + sizes[i];
    }
    return end;
}

// SPDX-License-Identifier: MIT
#include "runtime.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "runtime_internal.h"

enum { LINE = 64 };

const RuntimeKernel *runtime_kernel(const Isa *isa, Precision precision)
{
    switch (precision) {
    case PRECISION_FLOAT:
        return isa->runtime_float;
    case PRECISION_INT16:
        return isa->runtime_int16;
    case PRECISION_INT8:
        return isa->runtime_int8;
    case PRECISION_BF16:
        return isa->runtime_bf16;
    case PRECISION_AUTO:
        if (isa->runtime_bf16 != NULL)
            return isa->runtime_bf16;
        return isa->runtime_int8 != NULL ? isa->runtime_int8 : isa->runtime_int16;
    case PRECISION_EXACT:
        return isa->runtime_exact;
    }
    return NULL;
}

void *runtime_allocate(size_t count, size_t size)
{
    if (size > 0 && count > (SIZE_MAX - LINE) / size)
        return NULL;
    size_t bytes = (count * size + LINE) / LINE * LINE;
    void *memory = aligned_new(LINE, bytes);
    if (memory != NULL)
        memset(memory, 0, bytes);
    return memory;
}

void *runtime_take(Runtime *runtime, size_t count, size_t size)
{
    void **blocks = realloc(runtime->blocks, ((size_t)runtime->block_count + 1) *
                                                 sizeof *runtime->blocks);
    if (blocks == NULL)
        return NULL;
    runtime->blocks = blocks;
    void *memory = runtime_allocate(count, size);
    if (memory != NULL)
        blocks[runtime->block_count++] = memory;
    return memory;
}

void runtime_drop(Runtime *runtime, void *memory)
{
    for (int i = 0; i < runtime->block_count && memory != NULL; i++)
        if (runtime->blocks[i] == memory) {
            runtime->blocks[i] = runtime->blocks[--runtime->block_count];
            aligned_delete(memory);
            return;
        }
}

float *runtime_copy_channels(Runtime *runtime, const float *from, float otherwise,
                             int channels)
{
    float *copy = runtime_take(runtime, (size_t)runtime_stride(channels), sizeof *copy);
    for (int i = 0; copy != NULL && i < channels; i++)
        copy[i] = from == NULL ? otherwise : from[i];
    return copy;
}

static bool copy_norm(Runtime *runtime, Step *step)
{
    LayerInput *input = &step->input;
    if (input->norm == NORM_NONE)
        return true;
    int channels = runtime->arrays[input->array].channels;
    input->scale = runtime_copy_channels(runtime, input->scale, 1, channels);
    input->bias = runtime_copy_channels(runtime, input->bias, 0, channels);
    return input->scale != NULL && input->bias != NULL;
}

static bool is_plain(const LayerInput *input)
{
    return input->norm == NORM_NONE && input->activation == ACTIVATION_IDENTITY &&
           input->gate == NO_ARRAY;
}

bool runtime_is_integer(const Runtime *runtime, int array)
{
    return runtime->arrays[array].numbers != NUMBERS_FLOAT;
}

// Bytes are multiplied as they are if the kernel multiplies bytes that are not shifted.
static Preparation prepare_integers(const Runtime *runtime, const Layer *layer)
{
    const RuntimeKernel *kernel = runtime->kernel;
    NumberKind numbers = runtime->arrays[layer->input.array].numbers;
    if (layer->kind != LAYER_LINEAR || numbers != NUMBERS_BYTE)
        return PREPARED_NOT;
    if (runtime_is_square(&layer->linear))
        return PREPARED_SQUARES;
    return kernel->input_size == 1 && kernel->shift[0] == 0 ? PREPARED_NOT
                                                            : PREPARED_CELLS;
}

// Layers with fewer inputs gain less by bytes than their accuracy is worth.
enum { BYTE_INPUTS_MIN = 128 };

// Is it worth while, and accurate enough, to compute the layer with bytes? What takes
// many inputs to fewer outputs adds up the errors of many. It may do so where it is
// added to what is there, but not where all that a block computes is made of it.
static bool takes_bytes(const Runtime *runtime, const Layer *layer)
{
    const LinearLayer *linear = &layer->linear;
    return runtime->kernel->precision == PRECISION_INT8 && linear->columns == 1 &&
           linear->rows == 1 && !runtime->arrays[layer->input.array].is_board &&
           linear->inputs % RUNTIME_ALIGNMENT == 0 &&
           linear->inputs >= BYTE_INPUTS_MIN &&
           (layer->adds || linear->outputs >= linear->inputs);
}

// An array that no layer writes holds the planes of positions. Nearly all of them is 0.
static bool is_sparse(const Runtime *runtime, const LayerList *list, const Layer *layer)
{
    const LinearLayer *linear = &layer->linear;
    if (runtime->kernel->multiply_sparse == NULL || layer->kind != LAYER_LINEAR ||
        !is_plain(&layer->input) || (linear->columns == 1 && linear->rows == 1))
        return false;
    for (int i = 0; i < list->layer_count; i++)
        if (list->layers[i].output == layer->input.array)
            return false;
    return true;
}

static Preparation find_preparation(const Runtime *runtime, const LayerList *list,
                                    const Layer *layer)
{
    if (is_sparse(runtime, list, layer))
        return PREPARED_SPARSE;
    bool is_float = runtime->kernel->precision == PRECISION_FLOAT;
    bool is_exact = runtime->kernel->precision == PRECISION_EXACT;
    if (runtime_is_integer(runtime, layer->input.array))
        return prepare_integers(runtime, layer);
    if (layer->kind == LAYER_ACTIVATE)
        return PREPARED_NOT;
    if (layer->kind != LAYER_LINEAR || is_exact)
        return is_plain(&layer->input) ? PREPARED_NOT : PREPARED_FLOATS;
    if (runtime->kernel->prepare_squares != NULL && runtime_is_square(&layer->linear))
        return PREPARED_SQUARES;
    if (layer->linear.columns > 1 || layer->linear.rows > 1)
        return PREPARED_CELLS;
    // A layer must not overwrite what it still reads.
    bool is_in_place = layer->input.array == layer->output;
    return is_float && is_plain(&layer->input) && !is_in_place ? PREPARED_NOT
                                                               : PREPARED_ROWS;
}

// The cosines and sines of one angle for each pair. `frequencies` are every other
// number.
static void fill_turns(const float *frequencies, int place, int pairs, int stride,
                       float *to)
{
    for (int i = 0; i < stride; i++)
        to[i] = 1;
    for (int i = 0; i < pairs; i++) {
        double angle = (double)place * (double)frequencies[2 * i];
        to[2 * i] = to[2 * i + 1] = (float)cos(angle);
        to[stride + 2 * i] = (float)-sin(angle);
        to[stride + 2 * i + 1] = (float)sin(angle);
    }
}

static bool make_turns(Runtime *runtime, Step *step)
{
    const AttentionLayer *layer = &step->attention;
    if (layer->frequencies == NULL)
        return true;
    int heads = layer->shares_frequencies ? 1 : layer->key_heads;
    int pairs = layer->query_size / 2, stride = runtime_stride(layer->query_size);
    step->turn_stride = stride;
    step->turns =
        runtime_take(runtime, (size_t)heads * 2 * BOARD_SIDE_MAX * 2 * (size_t)stride,
                     sizeof *step->turns);
    if (step->turns == NULL)
        return false;
    float *to = step->turns;
    for (int head = 0; head < heads; head++)
        for (int axis = 0; axis < 2; axis++)
            for (int place = 0; place < BOARD_SIDE_MAX; place++, to += 2 * stride)
                fill_turns(layer->frequencies + (ptrdiff_t)head * pairs * 2 + axis,
                           place, pairs, stride, to);
    step->attention.frequencies = NULL; // the list's
    return true;
}

static bool make_step(Runtime *runtime, const LayerList *list, const Layer *layer,
                      Step *step)
{
    *step = (Step){
        .kind = layer->kind,
        .input = layer->input,
        .preparation = find_preparation(runtime, list, layer),
        .takes_bytes = layer->kind == LAYER_LINEAR && takes_bytes(runtime, layer),
        .output = layer->output,
        .adds = layer->adds,
        .first = layer->first,
    };
    if (!copy_norm(runtime, step))
        return false;
    if (layer->kind == LAYER_POOL)
        step->pool = layer->pool;
    if (layer->kind == LAYER_ATTENTION) {
        step->attention = layer->attention;
        step->attends_bytes =
            runtime->kernel->attend_bytes != NULL &&
            layer->attention.heads * layer->attention.query_size >= BYTE_INPUTS_MIN;
        return make_turns(runtime, step);
    }
    if (layer->kind != LAYER_LINEAR)
        return true;
    const LinearLayer *linear = &layer->linear;
    step->window_columns = linear->columns;
    step->window_rows = linear->rows;
    step->margin_columns = linear->columns / 2 * linear->dilation_columns;
    step->margin_rows = linear->rows / 2 * linear->dilation_rows;
    step->has_bias_array = linear->has_bias_array;
    step->bias_array = linear->bias_array;
    if (runtime->kernel->precision == PRECISION_EXACT)
        return runtime_pack_exact(runtime, linear, step);
    if (step->preparation == PREPARED_SPARSE)
        return runtime_pack_sparse(runtime, linear, step);
    return runtime_pack_linear(runtime, linear, step);
}

// The edge of squares. Large ones take fewer products, but have a third more weights.
// These must come out of a cache: they are read once for each board.
static int choose_square(const LayerList *list, const RuntimeKernel *kernel)
{
    enum { BYTES_MAX = 16 << 20 };
    size_t bytes = 0;
    for (int i = 0; i < list->layer_count; i++) {
        const LinearLayer *layer = &list->layers[i].linear;
        if (list->layers[i].kind == LAYER_LINEAR && runtime_is_square(layer))
            bytes += (size_t)layer->inputs * (size_t)layer->outputs *
                     (size_t)square_parts(SQUARE_LARGE) * kernel->input_size;
    }
    return bytes > BYTES_MAX ? SQUARE_SMALL : SQUARE_LARGE;
}

static bool make_steps(Runtime *runtime, const LayerList *list)
{
    size_t steps = (size_t)list->layer_count, arrays = (size_t)list->array_count;
    runtime->steps = runtime_take(runtime, steps, sizeof *runtime->steps);
    runtime->arrays = runtime_take(runtime, arrays, sizeof *runtime->arrays);
    runtime->lifetimes = runtime_take(runtime, arrays, sizeof *runtime->lifetimes);
    if (runtime->steps == NULL || runtime->arrays == NULL || runtime->lifetimes == NULL)
        return false;
    memcpy(runtime->arrays, list->arrays, arrays * sizeof *runtime->arrays);
    runtime->array_count = list->array_count;
    for (int i = 0; i < list->layer_count; i++)
        if (!make_step(runtime, list, &list->layers[i], &runtime->steps[i]))
            return false;
    runtime->step_count = list->layer_count;
    return true;
}

Runtime *runtime_new(const LayerList *list, const int outputs[], int output_count,
                     const RuntimeKernel *kernel)
{
    Runtime *runtime = calloc(1, sizeof *runtime);
    if (runtime == NULL)
        return NULL;
    runtime->kernel = kernel;
    runtime->square = choose_square(list, kernel);
    runtime->spare = runtime_take(runtime, 1, sizeof *runtime->spare);
    if (runtime->spare == NULL || !make_steps(runtime, list)) {
        runtime_delete(runtime);
        return NULL;
    }
    runtime_share_inputs(runtime);
    runtime_fuse_gates(runtime, outputs, output_count);
    runtime_fuse_inputs(runtime, outputs, output_count);
    runtime_find_lifetimes(runtime, outputs, output_count);
    return runtime;
}

void runtime_delete(Runtime *runtime)
{
    if (runtime == NULL)
        return;
    if (runtime->spare != NULL)
        runtime_memory_free(runtime->spare->memory);
    for (int i = 0; i < runtime->block_count; i++)
        aligned_delete(runtime->blocks[i]);
    free(runtime->blocks);
    free(runtime);
}

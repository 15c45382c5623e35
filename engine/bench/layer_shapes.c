// SPDX-License-Identifier: MIT
#include "layer_shapes.h"

#include <math.h>
#include <stdlib.h>

#include "rng.h"

enum { PLANES = 22, GLOBALS = 19, HEAD = 48, HEAD_SIZE = 32, PAIRS = 2 };

// A network that is being made. Numbers are not made before they are counted: the first
// time all is made without memory.
typedef struct Shape {
    ShapedNetwork *network; // with layers, arrays and numbers, or with none of them
    float *numbers;         // NULL: they are counted only
    size_t used;
    Rng rng;
} Shape;

static const float *draw(Shape *shape, int count, float mean, float spread)
{
    float *numbers = shape->numbers == NULL ? NULL : shape->numbers + shape->used;
    shape->used += (size_t)count;
    for (int i = 0; numbers != NULL && i < count; i++)
        numbers[i] = mean + spread * ((float)rng_next(&shape->rng) * 0x1p-31f - 1);
    return numbers;
}

static int add_array(Shape *shape, int channels, bool is_board)
{
    LayerList *list = &shape->network->list;
    if (list->arrays != NULL)
        list->arrays[list->array_count] =
            (LayerArray){channels, is_board, NUMBERS_FLOAT};
    return list->array_count++;
}

static void add_layer(Shape *shape, Layer layer)
{
    LayerList *list = &shape->network->list;
    if (list->layers != NULL)
        list->layers[list->layer_count] = layer;
    list->layer_count++;
}

static LayerInput plain(int array)
{
    return (LayerInput){.array = array, .gate = NO_ARRAY};
}

static LayerInput normed(Shape *shape, int array, int channels, NormKind norm,
                         Activation activation)
{
    return (LayerInput){.array = array,
                        .norm = norm,
                        .epsilon = 1e-5f,
                        .scale = draw(shape, channels, 1, 0.5f),
                        .bias =
                            norm == NORM_RMS ? NULL : draw(shape, channels, 0, 0.5f),
                        .activation = activation,
                        .gate = NO_ARRAY};
}

// The sizes of a linear layer.
typedef struct Sizes {
    int inputs, outputs, window;
} Sizes;

static void add_linear(Shape *shape, LayerInput input, Sizes sizes, int output,
                       bool adds)
{
    int count = sizes.inputs * sizes.window * sizes.window;
    add_layer(shape, (Layer){
                         .kind = LAYER_LINEAR,
                         .input = input,
                         .output = output,
                         .adds = adds,
                         .linear = {.inputs = sizes.inputs,
                                    .outputs = sizes.outputs,
                                    .columns = sizes.window,
                                    .rows = sizes.window,
                                    .dilation_columns = 1,
                                    .dilation_rows = 1,
                                    .weights = draw(shape, count * sizes.outputs, 0,
                                                    1 / sqrtf((float)count))},
                     });
}

static int product(Shape *shape, LayerInput input, Sizes sizes, bool is_board)
{
    int output = add_array(shape, sizes.outputs, is_board);
    add_linear(shape, input, sizes, output, false);
    return output;
}

static void begin(Shape *shape, int channels, int window, int trunk)
{
    ShapedNetwork *network = shape->network;
    network->planes = add_array(shape, PLANES, false);
    network->globals = add_array(shape, GLOBALS, true);
    add_linear(shape, plain(network->planes), (Sizes){PLANES, channels, window}, trunk,
               false);
    int globals =
        product(shape, plain(network->globals), (Sizes){GLOBALS, channels, 1}, true);
    add_layer(shape, (Layer){.kind = LAYER_SPREAD,
                             .input = plain(globals),
                             .output = trunk,
                             .adds = true});
}

// A head for the points and one for the board.
static void end(Shape *shape, int trunk, int channels, Activation activation)
{
    LayerInput input = normed(shape, trunk, channels, NORM_AFFINE, activation);
    int middle = product(shape, input, (Sizes){channels, HEAD, 1}, false);
    LayerInput head = normed(shape, middle, HEAD, NORM_AFFINE, activation);
    shape->network->outputs[0] = product(shape, head, (Sizes){HEAD, 2, 1}, false);
    int pooled = add_array(shape, 3 * HEAD, true);
    add_layer(shape, (Layer){.kind = LAYER_POOL, .input = head, .output = pooled});
    shape->network->outputs[1] =
        product(shape, plain(pooled), (Sizes){3 * HEAD, 9, 1}, true);
}

static void add_attention(Shape *shape, int trunk, int channels)
{
    LayerInput input = normed(shape, trunk, channels, NORM_RMS, ACTIVATION_IDENTITY);
    Sizes square = {channels, channels, 1};
    int queries = product(shape, input, square, false);
    int keys = product(shape, input, square, false);
    int values = product(shape, input, square, false);
    int output = add_array(shape, channels, false);
    int heads = channels / HEAD_SIZE;
    add_layer(shape,
              (Layer){
                  .kind = LAYER_ATTENTION,
                  .input = plain(queries),
                  .output = output,
                  .attention = {.keys = keys,
                                .values = values,
                                .heads = heads,
                                .key_heads = heads,
                                .query_size = HEAD_SIZE,
                                .value_size = HEAD_SIZE,
                                .frequencies = draw(shape, heads * HEAD_SIZE, 0, 0.5f)},
              });
    add_linear(shape, plain(output), square, trunk, true);
}

static void add_feed_forward(Shape *shape, int trunk, int channels)
{
    int wide = channels * 8 / 3; // KataGo's proportion
    LayerInput input = normed(shape, trunk, channels, NORM_RMS, ACTIVATION_IDENTITY);
    int hidden = product(shape, input, (Sizes){channels, wide, 1}, false);
    LayerInput gated = plain(hidden);
    gated.activation = ACTIVATION_SILU;
    gated.gate = product(shape, input, (Sizes){channels, wide, 1}, false);
    add_linear(shape, gated, (Sizes){wide, channels, 1}, trunk, true);
}

static void make_transformer(Shape *shape, int blocks, int channels)
{
    int trunk = add_array(shape, channels, false), half = channels / 2;
    begin(shape, channels, 3, trunk);
    for (int i = 0; i < blocks; i++) {
        LayerInput input = normed(shape, trunk, channels, NORM_AFFINE, ACTIVATION_SILU);
        int inner = product(shape, input, (Sizes){channels, half, 1}, false);
        for (int j = 0; j < PAIRS; j++) {
            add_attention(shape, inner, half);
            add_feed_forward(shape, inner, half);
        }
        LayerInput last = normed(shape, inner, half, NORM_AFFINE, ACTIVATION_SILU);
        add_linear(shape, last, (Sizes){half, channels, 1}, trunk, true);
    }
    end(shape, trunk, channels, ACTIVATION_SILU);
}

// A third of the channels is pooled, and added to the others.
static int add_pooling(Shape *shape, LayerInput input, int channels)
{
    int pooled = channels / 3, rest = channels - pooled;
    int middle = product(shape, input, (Sizes){channels, rest, 3}, false);
    int side = product(shape, input, (Sizes){channels, pooled, 3}, false);
    int numbers = add_array(shape, 3 * pooled, true);
    LayerInput from = normed(shape, side, pooled, NORM_AFFINE, ACTIVATION_RELU);
    add_layer(shape, (Layer){.kind = LAYER_POOL, .input = from, .output = numbers});
    int bias = product(shape, plain(numbers), (Sizes){3 * pooled, rest, 1}, true);
    add_layer(shape, (Layer){.kind = LAYER_SPREAD,
                             .input = plain(bias),
                             .output = middle,
                             .adds = true});
    return middle;
}

static void make_convolutions(Shape *shape, int blocks, int channels)
{
    int trunk = add_array(shape, channels, false);
    begin(shape, channels, 5, trunk);
    for (int i = 0; i < blocks; i++) {
        bool pools = i % 3 == 2;
        LayerInput input = normed(shape, trunk, channels, NORM_AFFINE, ACTIVATION_RELU);
        int inner = pools ? channels - channels / 3 : channels;
        int middle = pools
                         ? add_pooling(shape, input, channels)
                         : product(shape, input, (Sizes){channels, channels, 3}, false);
        LayerInput second = normed(shape, middle, inner, NORM_AFFINE, ACTIVATION_RELU);
        add_linear(shape, second, (Sizes){inner, channels, 3}, trunk, true);
    }
    end(shape, trunk, channels, ACTIVATION_RELU);
}

typedef void (*MakeShape)(Shape *shape, int blocks, int channels);

static bool allocate(Shape *shape)
{
    LayerList *list = &shape->network->list;
    list->layers = calloc((size_t)list->layer_count, sizeof *list->layers);
    list->arrays = calloc((size_t)list->array_count, sizeof *list->arrays);
    list->memory = calloc(shape->used, sizeof *shape->numbers);
    shape->numbers = list->memory;
    list->layer_count = list->array_count = 0;
    shape->used = 0;
    return list->layers != NULL && list->arrays != NULL && list->memory != NULL;
}

static ShapedNetwork *shaped_network_new(MakeShape make, int blocks, int channels)
{
    Shape shape = {.network = calloc(1, sizeof(ShapedNetwork)),
                   .rng = rng_seeded(1, 1)};
    if (shape.network == NULL)
        return NULL;
    make(&shape, blocks, channels);
    if (allocate(&shape)) {
        make(&shape, blocks, channels);
        return shape.network;
    }
    shaped_network_delete(shape.network);
    return NULL;
}

ShapedNetwork *shaped_transformer_new(int blocks, int channels)
{
    return shaped_network_new(make_transformer, blocks, channels);
}

ShapedNetwork *shaped_convolutions_new(int blocks, int channels)
{
    return shaped_network_new(make_convolutions, blocks, channels);
}

void shaped_network_delete(ShapedNetwork *network)
{
    if (network == NULL)
        return;
    free(network->list.layers);
    free(network->list.arrays);
    free(network->list.memory);
    free(network);
}

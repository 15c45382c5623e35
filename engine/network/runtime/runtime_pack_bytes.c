// SPDX-License-Identifier: MIT
//
// Packs the products of floats that are computed with bytes.
#include <math.h>

#include "runtime_internal.h"

// One segment, which is the whole product: sums of a group are far below 2^31.
static bool take_memory(Runtime *runtime, LinearWeights *linear)
{
    size_t inputs = (size_t)linear->inputs;
    size_t outputs = (size_t)linear->panels * (size_t)runtime->kernel->byte_panel;
    linear->segments = runtime_take(runtime, 1, sizeof *linear->segments);
    linear->blocks = runtime_take(runtime, 2, sizeof *linear->blocks);
    linear->weights = runtime_take(runtime, outputs * inputs, sizeof(int8_t));
    linear->scale =
        runtime_take(runtime, outputs * inputs / BYTE_GROUP, sizeof *linear->scale);
    linear->bias = runtime_take(runtime, outputs, sizeof *linear->bias);
    linear->beginnings = runtime_take(runtime, outputs * inputs / BYTE_GROUP,
                                      sizeof *linear->beginnings);
    return linear->segments != NULL && linear->blocks != NULL &&
           linear->weights != NULL && linear->scale != NULL && linear->bias != NULL &&
           linear->beginnings != NULL;
}

// The factor from a group of weights to bytes.
static float group_factor(const float *weights)
{
    float peak = 0;
    for (int i = 0; i < BYTE_GROUP; i++)
        peak = fmaxf(peak, fabsf(weights[i]));
    return peak > 0 ? BYTE_PEAK / peak : 1;
}

// Packs a group of weights of an output. Returns their sum.
static int32_t pack_group(const float *weights, float factor, int panel, int8_t *to)
{
    int32_t sum = 0;
    for (int i = 0; i < BYTE_GROUP; i++) {
        int8_t weight = (int8_t)lroundf(weights[i] * factor);
        to[(ptrdiff_t)(i / BYTE_STEP) * panel * BYTE_STEP + i % BYTE_STEP] = weight;
        sum += weight;
    }
    return sum;
}

// Sums begin with minus what the shift of the inputs adds to them.
static void pack_output(const RuntimeKernel *kernel, const LinearLayer *layer,
                        int output, const LinearWeights *linear)
{
    int panel = kernel->byte_panel, groups = layer->inputs / BYTE_GROUP;
    const float *from = layer->weights + (ptrdiff_t)output * layer->inputs;
    for (int i = 0; i < groups; i++, from += BYTE_GROUP) {
        ptrdiff_t group = (ptrdiff_t)(output / panel) * groups + i;
        ptrdiff_t place = group * panel + output % panel;
        int8_t *to = (int8_t *)linear->weights + group * BYTE_GROUP * panel +
                     (ptrdiff_t)(output % panel) * BYTE_STEP;
        float factor = group_factor(from);
        linear->scale[place] = 1 / factor;
        linear->beginnings[place] =
            -kernel->byte_shift * pack_group(from, factor, panel, to);
    }
    if (layer->bias != NULL)
        linear->bias[output] = layer->bias[output];
}

bool runtime_pack_bytes(Runtime *runtime, const LinearLayer *layer,
                        LinearWeights *linear)
{
    const RuntimeKernel *kernel = runtime->kernel;
    int stride = runtime_stride(layer->outputs);
    *linear = (LinearWeights){.inputs = layer->inputs,
                              .outputs = layer->outputs,
                              .panels = (stride + kernel->byte_panel - 1) /
                                        kernel->byte_panel,
                              .segment_count = 1,
                              .block_count = 1,
                              .is_bytes = true};
    if (!take_memory(runtime, linear))
        return false;
    linear->segments[0] = (Segment){.steps = layer->inputs / BYTE_STEP};
    linear->blocks[1] = 1;
    for (int output = 0; output < layer->outputs; output++)
        pack_output(kernel, layer, output, linear);
    return true;
}

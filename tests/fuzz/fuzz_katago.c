// SPDX-License-Identifier: MIT
//
// Bytes as a network file of KataGo. What is accepted must be a list of layers that can
// be run, and small ones are run on a small board. What is refused says why, in a line.
#include <stdlib.h>
#include <string.h>

#include "katago_file.h"
#include "layer_reference.h"
#include "layer_sound.h"
#include "target.h"

enum { COLUMNS = 3, ROWS = 2, NUMBERS_MAX = 1 << 16 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_error(const char error[KATAGO_ERROR_SIZE])
{
    const char *end = memchr(error, '\0', KATAGO_ERROR_SIZE);
    require(end != NULL && end != error);
    for (const char *c = error; c < end; c++)
        require(*c >= ' ' && *c <= '~');
}

// The numbers of all arrays, and the products of all layers, for each point.
static size_t numbers(const LayerList *list)
{
    size_t sum = 0;
    for (int i = 0; i < list->array_count; i++)
        sum += (size_t)list->arrays[i].channels;
    for (int i = 0; i < list->layer_count; i++) {
        const LinearLayer *linear = &list->layers[i].linear;
        if (list->layers[i].kind == LAYER_LINEAR)
            sum += (size_t)linear->columns * (size_t)linear->rows *
                   (size_t)linear->inputs * (size_t)linear->outputs;
    }
    return sum;
}

static void run(const LayerList *list)
{
    LayerValues values = layer_values_new(list, COLUMNS, ROWS);
    layer_values_compute(&values);
    layer_values_free(&values);
}

static void check_model(const KatagoModel *model)
{
    const KatagoArrays *arrays = &model->arrays;
    int inputs[] = {arrays->planes, arrays->globals, arrays->metadata};
    require(layer_list_is_sound(&model->list, inputs, 3));
    require(model->name[0] != '\0' && strlen(model->name) < sizeof model->name);
    require(katago_model_channels(model, arrays->policy) ==
            katago_model_channels(model, arrays->pass));
    require(katago_model_channels(model, arrays->value) == 3 &&
            katago_model_channels(model, arrays->ownership) == 1);
    if (numbers(&model->list) <= NUMBERS_MAX)
        run(&model->list);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char error[KATAGO_ERROR_SIZE];
    KatagoModel *model = katago_model_read(bytes, size, error);
    if (model == NULL)
        check_error(error);
    else
        check_model(model);
    katago_model_delete(model);
    return 0;
}

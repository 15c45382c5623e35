// SPDX-License-Identifier: MIT
#include "katago_case.h"

#include <stdlib.h>
#include <string.h>

const char *const KATAGO_CASES[] = {
    "v03.txt",
    "v04.bin.gz",
    "v05.txt.gz",
    "v06.bin",
    "v07.bin.gz",
    "v08.bin.gz",
    "v09.bin.gz",
    "v10.bin.gz",
    "v11.bin.gz",
    "v12.bin.gz",
    "v13.bin.gz",
    "v14.txt.gz",
    "v15.bin.gz",
    "v15-players.bin.gz",
    "v16.bin.gz",
    "v17-grouped.bin.gz",
    "v17-written.txt.gz",
    "v17-fixed.bin.gz",
    "v17-unturned.txt.gz",
    "v17-wide.bin.gz",
    NULL,
};

static void require(bool holds)
{
    if (!holds)
        abort();
}

void katago_case_path(const char *folder, const char *name, char path[KATAGO_CASE_PATH])
{
    int length = snprintf(path, KATAGO_CASE_PATH, "%s/%s", folder, name);
    require(length < KATAGO_CASE_PATH);
}

FILE *katago_case_positions(const char *folder, const char *name)
{
    char path[KATAGO_CASE_PATH];
    int stem = (int)strcspn(name, ".");
    int length = snprintf(path, sizeof path, "%s/%.*s.expected", folder, stem, name);
    require(length < (int)sizeof path);
    return fopen(path, "r");
}

// Reads numbers into one channel of each place of an array.
static void read_channel(FILE *file, LayerValues *values, int array, int channel)
{
    size_t channels = (size_t)values->list->arrays[array].channels;
    for (size_t i = (size_t)channel; i < layer_values_size(values, array);
         i += channels)
        require(fscanf(file, "%lf", &values->arrays[array][i]) == 1);
}

static void read_numbers(FILE *file, LayerValues *values, int array)
{
    for (size_t i = 0; i < layer_values_size(values, array); i++)
        require(fscanf(file, "%lf", &values->arrays[array][i]) == 1);
}

static void read_planes(FILE *file, LayerValues *values, int array)
{
    int channels = values->list->arrays[array].channels;
    for (int i = 0; i < channels; i++)
        for (int point = 0; point < values->columns * values->rows; point++) {
            int digit;
            require(fscanf(file, "%1d", &digit) == 1);
            values->arrays[array][point * channels + i] = digit;
        }
}

bool katago_case_read(FILE *file, const KatagoModel *model, KatagoPosition *position)
{
    const KatagoArrays *arrays = &model->arrays;
    int columns, rows;
    if (fscanf(file, "%d %d", &columns, &rows) != 2)
        return false;
    LayerValues given = layer_values_new(&model->list, columns, rows);
    LayerValues wanted = layer_values_new(&model->list, columns, rows);
    read_planes(file, &given, arrays->planes);
    read_numbers(file, &given, arrays->globals);
    if (arrays->metadata != NO_ARRAY)
        read_numbers(file, &given, arrays->metadata);
    for (int i = 0; i < katago_model_channels(model, arrays->policy); i++) {
        read_channel(file, &wanted, arrays->policy, i);
        require(fscanf(file, "%lf", &wanted.arrays[arrays->pass][i]) == 1);
    }
    read_numbers(file, &wanted, arrays->value);
    read_numbers(file, &wanted, arrays->score);
    read_numbers(file, &wanted, arrays->ownership);
    *position = (KatagoPosition){given, wanted};
    return true;
}

void katago_case_free(KatagoPosition *position)
{
    layer_values_free(&position->given);
    layer_values_free(&position->wanted);
}

void katago_case_outputs(const KatagoModel *model, int outputs[KATAGO_CASE_OUTPUTS])
{
    const KatagoArrays *arrays = &model->arrays;
    int all[] = {arrays->policy, arrays->pass, arrays->value, arrays->score,
                 arrays->ownership};
    memcpy(outputs, all, sizeof all);
}

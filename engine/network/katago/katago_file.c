// SPDX-License-Identifier: MIT
#include "katago_file.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "katago_blocks.h"
#include "katago_heads.h"

enum { BLOCKS_MAX = 1 << 10, METADATA = 192 };

static_assert((int)KATAGO_ERROR_SIZE == (int)TOKEN_ERROR_BYTES, "an error is copied");

// What a network sees. Source: cpp/neuralnet/modelversion.cpp of KataGo 1.17.
typedef struct InputShape {
    int first_model; // version
    int version, planes, globals;
} InputShape;

static const InputShape *input_shape(int model_version)
{
    static const InputShape SHAPES[] = {
        {3, 3, 22, 14}, {5, 4, 22, 14}, {6, 5, 13, 12}, {7, 6, 22, 16}, {8, 7, 22, 19},
    };
    const InputShape *shape = SHAPES + sizeof SHAPES / sizeof SHAPES[0] - 1;
    while (shape > SHAPES && shape->first_model > model_version)
        shape--;
    return shape;
}

static bool is_name_letter(char letter)
{
    return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '-';
}

static void read_name(KatagoFileReader *reader, KatagoModel *model)
{
    const char *name = token_reader_word(&reader->tokens);
    size_t length = strlen(name);
    bool good = length < sizeof model->name;
    for (size_t i = 0; i < length && good; i++)
        good = is_name_letter(name[i]);
    if (good)
        memcpy(model->name, name, length + 1);
    else
        token_reader_fail(&reader->tokens, "it does not begin with a name");
}

static KatagoMultipliers read_multipliers(KatagoFileReader *reader)
{
    KatagoMultipliers found = {20, 20, 20, 20, 40, 0.25F, 30};
    float *places[] = {&found.td_score,   &found.score_mean,    &found.score_stdev,
                       &found.lead,       &found.variance_time, &found.win_error,
                       &found.score_error};
    if (reader->version >= KATAGO_VERSION_MULTIPLIERS)
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
            *places[i] = token_reader_positive(&reader->tokens, "a multiplier");
    return found;
}

// Reads the header up to the trunk. Returns the number of inputs about the players.
static int read_header(KatagoFileReader *reader, KatagoModel *model)
{
    TokenReader *tokens = &reader->tokens;
    snprintf(tokens->part, sizeof tokens->part, "it seems to be no network");
    read_name(reader, model);
    tokens->part[0] = '\0';
    model->version = reader->version = token_reader_integer(
        tokens, KATAGO_VERSION_OLDEST, KATAGO_VERSION_NEWEST, "its model version");
    const InputShape *shape = input_shape(model->version);
    model->input_version = shape->version;
    token_reader_integer(tokens, shape->planes, shape->planes, "its number of planes");
    token_reader_integer(tokens, shape->globals, shape->globals,
                         "its number of globals");
    model->multipliers = read_multipliers(reader);
    if (reader->version < KATAGO_VERSION_OPTIONS)
        return 0;
    int encoder =
        token_reader_integer(tokens, 0, 1, "the version of its metadata encoder");
    model->pass_alive_suicide =
        token_reader_integer(tokens, 0, 1, "its option about suicide") == 1;
    katago_read_options(reader, 6);
    return encoder == 1 ? METADATA : 0;
}

// Reads the header of the trunk. Returns whether its last norm is an RMS norm.
static bool read_trunk_header(KatagoFileReader *reader, KatagoModel *model)
{
    TokenReader *tokens = &reader->tokens;
    token_reader_part(tokens);
    model->blocks = token_reader_integer(tokens, 1, BLOCKS_MAX, "its number of blocks");
    model->channels =
        token_reader_integer(tokens, 1, KATAGO_CHANNELS_MAX, "its number of channels");
    for (int i = 0; i < 4; i++) // numbers of channels that the blocks tell, too
        token_reader_integer(tokens, 0, KATAGO_CHANNELS_MAX, "a number of channels");
    if (reader->version < KATAGO_VERSION_OPTIONS)
        return false;
    bool is_rms = token_reader_integer(tokens, 0, 1, "the kind of its last norm") == 1;
    katago_read_options(reader, 5);
    return is_rms;
}

// Reads the encoder of what is known about the players, which adds to the bias.
static void read_metadata(KatagoFileReader *reader, KatagoArray metadata,
                          KatagoArray bias)
{
    TokenReader *tokens = &reader->tokens;
    token_reader_part(tokens);
    token_reader_integer(tokens, metadata.channels, metadata.channels,
                         "its number of inputs");
    LayerInput input = katago_plain_input(metadata);
    KatagoArray first = katago_add_biased(reader, input, metadata.channels, 0);
    input = katago_read_active(reader, first);
    KatagoArray second = katago_add_biased(reader, input, first.channels, 0);
    input = katago_read_active(reader, second);
    LinearLayer last = katago_read_dense(reader, second.channels, bias.channels);
    katago_add_residual(reader, input, last, bias);
    katago_release(reader, first);
    katago_release(reader, second);
}

// Reads the layers in front of the blocks. Returns the trunk.
static KatagoArray read_inputs(KatagoFileReader *reader, KatagoModel *model,
                               int metadata_count)
{
    const InputShape *shape = input_shape(model->version);
    KatagoArray planes = katago_array_by_point(reader, shape->planes);
    KatagoArray globals = katago_array_of_board(reader, shape->globals);
    KatagoArray metadata = {.index = NO_ARRAY};
    KatagoArray trunk = katago_array_by_point(reader, model->channels);
    KatagoArray bias = katago_array_of_board(reader, model->channels);
    LinearLayer of_planes =
        katago_read_convolution(reader, planes.channels, trunk.channels);
    katago_add_linear(reader, katago_plain_input(planes), of_planes, trunk);
    LinearLayer of_globals = katago_read_dense(reader, globals.channels, bias.channels);
    katago_add_linear(reader, katago_plain_input(globals), of_globals, bias);
    if (metadata_count > 0) {
        metadata = katago_array_of_board(reader, metadata_count);
        read_metadata(reader, metadata, bias);
    }
    katago_add_spread(reader, bias, trunk);
    katago_release(reader, bias);
    model->arrays.planes = planes.index;
    model->arrays.globals = globals.index;
    model->arrays.metadata = metadata.index;
    return trunk;
}

static void read_heads(KatagoFileReader *reader, KatagoTrunk trunk,
                       KatagoArrays *arrays)
{
    KatagoPolicyArrays policy = katago_read_policy_head(reader, trunk);
    KatagoValueArrays value = katago_read_value_head(reader, trunk);
    arrays->policy = policy.points.index;
    arrays->pass = policy.pass.index;
    arrays->value = value.value.index;
    arrays->score = value.score.index;
    arrays->ownership = value.ownership.index;
}

static void read_network(KatagoFileReader *reader, KatagoModel *model)
{
    int metadata_count = read_header(reader, model);
    bool is_rms = read_trunk_header(reader, model);
    KatagoArray trunk = read_inputs(reader, model, metadata_count);
    katago_read_blocks(reader, trunk, model->blocks);
    LayerInput last = is_rms ? katago_read_last_rms_norm(reader, trunk)
                             : katago_read_affine(reader, trunk);
    last.activation = katago_read_activation(reader);
    read_heads(reader, (KatagoTrunk){last, trunk.channels}, &model->arrays);
    token_reader_end(&reader->tokens);
    model->weights = reader->tokens.number_count;
}

static KatagoModel *read_source(ByteSource source, char error[KATAGO_ERROR_SIZE])
{
    static const char NO_MEMORY[] = "out of memory";
    KatagoFileReader reader = {.tokens = token_reader_open(source),
                               .builder = layer_builder_begin()};
    KatagoModel *model = calloc(1, sizeof *model);
    memcpy(error, NO_MEMORY, sizeof NO_MEMORY);
    if (model != NULL)
        read_network(&reader, model);
    if (reader.tokens.failed)
        memcpy(error, reader.tokens.error, KATAGO_ERROR_SIZE);
    bool good = model != NULL && !katago_has_failed(&reader);
    token_reader_close(&reader.tokens);
    LayerList list;
    if (layer_builder_end(&reader.builder, &list) && good) {
        model->list = list;
        return model;
    }
    layer_list_free(&list);
    free(model);
    return NULL;
}

KatagoModel *katago_model_read(const unsigned char *bytes, size_t size,
                               char error[KATAGO_ERROR_SIZE])
{
    return read_source(byte_source_of_memory(bytes, size), error);
}

KatagoModel *katago_model_open(const char *path, char error[KATAGO_ERROR_SIZE])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        snprintf(error, KATAGO_ERROR_SIZE, "%s", strerror(errno));
        return NULL;
    }
    KatagoModel *model = read_source(byte_source_of_file(file), error);
    fclose(file);
    return model;
}

void katago_model_delete(KatagoModel *model)
{
    if (model == NULL)
        return;
    layer_list_free(&model->list);
    free(model);
}

int katago_model_channels(const KatagoModel *model, int array)
{
    return model->list.arrays[array].channels;
}

// SPDX-License-Identifier: MIT
#include "katago_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "katago_layout.h"
#include "rng.h"

enum { OUTPUTS = 5 };

struct KatagoNetwork {
    KatagoModel *model;
    Runtime *runtime;
    char *path;
};

struct KatagoMemory {
    const KatagoNetwork *network;
    RuntimeMemory *runtime;
    KatagoReader *reader;
    KatagoFeatures features;       // of the last question
    Point points[POINT_COUNT_MAX]; // by place: the point that was shown there
    int point_count;
};

static Runtime *new_runtime(const KatagoModel *model, const RuntimeKernel *kernel)
{
    const KatagoArrays *arrays = &model->arrays;
    const int outputs[OUTPUTS] = {arrays->policy, arrays->pass, arrays->value,
                                  arrays->score, arrays->ownership};
    return runtime_new(&model->list, outputs, OUTPUTS, kernel);
}

// Plays so many moves at random. Pre: there is room for them. Errors: false when memory
// is exhausted.
static bool play_at_random(Game *game, Rng *rng, int moves)
{
    int columns = game->position.columns, rows = game->position.rows;
    while (moves > 0) {
        Point point = point_at((int)rng_below(rng, (uint32_t)columns),
                               (int)rng_below(rng, (uint32_t)rows));
        MoveError error = game_play(game, (Color)game->position.to_play, point);
        if (error == MOVE_NO_MEMORY)
            return false;
        moves -= error == MOVE_OK;
    }
    return true;
}

// Positions tell how to round (runtime_calibrate). Moves at random do as well as those
// of players: what the numbers of a layer are like depends on the network more than on
// them.
static bool show_examples(const KatagoNetwork *network, KatagoMemory *memory)
{
    static const struct {
        int size, moves;
    } EXAMPLES[] = {{9, 25}, {13, 60}, {19, 20}, {19, 120}};
    const Rules *rules = rules_default();
    Rng rng = rng_seeded(1, 1);
    Game game;
    if (!game_init(&game, rules, rules_usual_komi(rules), BOARD_SIDE_MAX,
                   BOARD_SIDE_MAX))
        return false;
    bool is_done = true;
    for (size_t i = 0; is_done && i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        game_resize(&game, EXAMPLES[i].size, EXAMPLES[i].size);
        is_done = play_at_random(&game, &rng, EXAMPLES[i].moves);
        KatagoView view = katago_view(&game, rules);
        katago_network_ask(network, memory, &view, 0);
    }
    game_free(&game);
    return is_done;
}

static bool calibrate(KatagoNetwork *network)
{
    KatagoMemory *memory = katago_memory_new(network);
    bool is_done =
        memory != NULL && runtime_memory_observe(memory->runtime) &&
        show_examples(network, memory) &&
        runtime_calibrate(network->runtime, &network->model->list, memory->runtime);
    katago_memory_delete(memory);
    return is_done;
}

KatagoNetwork *katago_network_open(const char *path, const Isa *isa,
                                   Precision precision, char error[KATAGO_ERROR_SIZE])
{
    const RuntimeKernel *kernel = runtime_kernel(isa, precision);
    if (kernel == NULL) {
        snprintf(error, KATAGO_ERROR_SIZE,
                 "instruction set %s has no products of %s, use precision int16",
                 isa->name,
                 precision == PRECISION_INT8 ? "8-bit integers" : "bfloat16");
        return NULL;
    }
    KatagoModel *model = katago_model_open(path, error);
    if (model == NULL)
        return NULL;
    KatagoNetwork *network = calloc(1, sizeof *network);
    if (network != NULL) {
        network->model = model;
        network->runtime = new_runtime(model, kernel);
        network->path = strdup(path);
    }
    if (network != NULL && network->runtime != NULL && network->path != NULL &&
        (!runtime_wants_example(network->runtime) || calibrate(network)))
        return network;
    snprintf(error, KATAGO_ERROR_SIZE, "out of memory");
    katago_network_delete(network);
    if (network == NULL)
        katago_model_delete(model);
    return NULL;
}

void katago_network_delete(KatagoNetwork *network)
{
    if (network == NULL)
        return;
    runtime_delete(network->runtime);
    katago_model_delete(network->model);
    free(network->path);
    free(network);
}

KatagoMemory *katago_memory_new(const KatagoNetwork *network)
{
    KatagoMemory *memory = aligned_new(_Alignof(KatagoMemory), sizeof *memory);
    if (memory == NULL)
        return NULL;
    memset(memory, 0, sizeof *memory);
    memory->network = network;
    memory->reader = katago_reader_new();
    memory->runtime =
        runtime_memory_new(network->runtime, BOARD_SIDE_MAX, BOARD_SIDE_MAX, 1);
    if (memory->reader != NULL && memory->runtime != NULL)
        return memory;
    katago_memory_delete(memory);
    return NULL;
}

void katago_memory_delete(KatagoMemory *memory)
{
    if (memory == NULL)
        return;
    katago_reader_delete(memory->reader);
    runtime_memory_delete(memory->runtime);
    aligned_delete(memory);
}

const KatagoModel *katago_network_model(const KatagoNetwork *network)
{
    return network->model;
}

bool katago_network_imitates(const KatagoNetwork *network)
{
    return network->model->arrays.metadata != NO_ARRAY;
}

bool katago_network_knows(const KatagoNetwork *network, const KatagoProfile *profile)
{
    return profile->source != KATAGO_SOURCE_NONE || !katago_network_imitates(network);
}

const char *katago_network_path(const KatagoNetwork *network)
{
    return network->path;
}

void katago_network_describe(const KatagoNetwork *network, Text *text)
{
    const KatagoModel *model = network->model;
    text_printf(text, "%s (%d blocks of %d channels, version %d)", model->name,
                model->blocks, model->channels, model->version);
}

bool katago_network_takes(int columns, int rows)
{
    return columns >= 2 && rows >= 2;
}

// Fills the points of the board in the order in which they are shown.
static void turn_points(KatagoMemory *memory, const Position *pos, int symmetry)
{
    Point upright[POINT_COUNT_MAX];
    int columns = pos->columns, rows = pos->rows;
    int shown_columns = symmetry & 4 ? rows : columns;
    katago_points(columns, rows, upright);
    memory->point_count = columns * rows;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int y = symmetry & 1 ? rows - 1 - row : row;
            int x = symmetry & 2 ? columns - 1 - column : column;
            int place = symmetry & 4 ? x * shown_columns + y : y * shown_columns + x;
            memory->points[place] = upright[row * columns + column];
        }
}

static void fill_planes(const KatagoMemory *memory, const KatagoLayout *layout,
                        float *planes, int stride)
{
    memset(planes, 0, (size_t)(memory->point_count * stride) * sizeof *planes);
    for (int place = 0; place < memory->point_count; place++)
        for (int i = 0; i < layout->plane_count; i++)
            planes[place * stride + i] = bitboard_test(
                &memory->features.planes[layout->planes[i]], memory->points[place]);
}

// Returns an array of the board, whose numbers are 0 now.
static float *clear_board(const KatagoMemory *memory, int array)
{
    float *numbers = runtime_array(memory->runtime, array);
    int channels = katago_model_channels(memory->network->model, array);
    memset(numbers, 0, (size_t)runtime_stride(channels) * sizeof *numbers);
    return numbers;
}

static void fill_globals(const KatagoMemory *memory, const KatagoLayout *layout,
                         float *globals)
{
    for (int i = 0; i < layout->global_count; i++)
        globals[i] = memory->features.globals[layout->globals[i]];
}

// Without a profile all stays 0.
static void fill_players(const KatagoView *view, float *numbers)
{
    const Position *pos = view->pos;
    if (view->profile.source != KATAGO_SOURCE_NONE)
        katago_profile_fill(&view->profile, (Color)pos->to_play,
                            pos->columns * pos->rows, numbers);
}

void katago_network_ask(const KatagoNetwork *network, KatagoMemory *memory,
                        const KatagoView *view, int symmetry)
{
    const Position *pos = view->pos;
    const KatagoModel *model = network->model;
    const KatagoArrays *arrays = &model->arrays;
    const KatagoLayout *layout = katago_layout(model->input_version);
    KatagoView asked = *view;
    asked.version = model->input_version;
    asked.pass_alive_suicide = model->pass_alive_suicide;
    katago_features_extract(&asked, memory->reader, &memory->features);
    turn_points(memory, pos, symmetry);
    runtime_memory_begin(memory->runtime, symmetry & 4 ? pos->rows : pos->columns,
                         symmetry & 4 ? pos->columns : pos->rows, 1);
    fill_planes(memory, layout, runtime_array(memory->runtime, arrays->planes),
                runtime_stride(katago_model_channels(model, arrays->planes)));
    fill_globals(memory, layout, clear_board(memory, arrays->globals));
    if (arrays->metadata != NO_ARRAY)
        fill_players(view, clear_board(memory, arrays->metadata));
    runtime_run(memory->runtime);
}

static KatagoRawOutput raw_of(const KatagoMemory *memory)
{
    const KatagoModel *model = memory->network->model;
    const KatagoArrays *arrays = &model->arrays;
    RuntimeMemory *runtime = memory->runtime;
    return (KatagoRawOutput){
        .policy = runtime_array(runtime, arrays->policy),
        .pass = runtime_array(runtime, arrays->pass),
        .value = runtime_array(runtime, arrays->value),
        .score = runtime_array(runtime, arrays->score),
        .ownership = runtime_array(runtime, arrays->ownership),
        .policy_stride = runtime_stride(katago_model_channels(model, arrays->policy)),
        .ownership_stride =
            runtime_stride(katago_model_channels(model, arrays->ownership)),
    };
}

static KatagoShown shown_of(const KatagoMemory *memory)
{
    return (KatagoShown){.points = memory->points,
                         .point_count = memory->point_count,
                         .legal = &memory->features.legal,
                         .has_no_result = memory->features.has_no_result};
}

void katago_memory_output(const KatagoMemory *memory, KatagoOutput *output)
{
    KatagoRawOutput raw = raw_of(memory);
    KatagoShown shown = shown_of(memory);
    katago_output(memory->network->model, &raw, &shown, output);
}

void katago_memory_policy(const KatagoMemory *memory, float optimism,
                          float policy[POINT_LIMIT])
{
    KatagoRawOutput raw = raw_of(memory);
    KatagoShown shown = shown_of(memory);
    katago_output_policy(memory->network->model, &raw, &shown, optimism, policy);
}

const Bitboard *katago_memory_legal(const KatagoMemory *memory)
{
    return &memory->features.legal;
}

void katago_memory_read(const KatagoMemory *memory, NetworkOutput *output)
{
    const KatagoModel *model = memory->network->model;
    KatagoRawOutput raw = raw_of(memory);
    KatagoShown shown = shown_of(memory);
    KatagoOutput told;
    katago_output(model, &raw, &shown, &told);
    katago_output_policy(model, &raw, &shown, 0, output->policy);
    katago_output_policy(model, &raw, &shown, 1, output->optimistic);
    output->win = told.win + 0.5f * told.no_result;
    output->score = told.lead;
    output->win_error = told.win_error < 0 ? 0 : 0.5f * told.win_error;
    output->score_error = told.score_error < 0 ? 0 : told.score_error;
    output->score_mean = told.score_mean;
    output->score_stdev = told.score_stdev;
    output->no_result = told.no_result;
    output->variance_time = told.variance_time;
    memcpy(output->owner, told.ownership, sizeof output->owner);
}

// SPDX-License-Identifier: MIT
#include "bench_speed.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_game.h"
#include "game.h"
#include "input_features.h"
#include "isa.h"
#include "network.h"
#include "playout_policy.h"
#include "playout_stats.h"
#include "stopwatch.h"
#include "symmetry.h"

// Seconds of evaluations per instruction set.
static const double EVALUATIONS_SECONDS = 0.5;

enum {
    SPEED_SEED = 1,
    SPEED_MOVES = 8000000,
    OWNER_PLAYOUTS = 2000,
    EVALUATIONS_AT_A_TIME = 16
};

// Appends the speed of a number of playouts.
static void write_speed(const char *name, uint64_t playouts, uint64_t moves,
                        double seconds, Text *text)
{
    text_printf(text, "%-16s %9.0f playouts/s  %6.1f ns/move  %6.1f moves/playout",
                name, (double)playouts / seconds, 1e9 * seconds / (double)moves,
                (double)moves / (double)playouts);
}

// Supplies lanes with games from one position.
typedef struct RootGames {
    const Position *root;
    uint64_t begun, wanted;
} RootGames;

static bool next_game(void *object, PlayoutStart *start)
{
    RootGames *games = object;
    *start = (PlayoutStart){.position = games->root,
                            .seed = SPEED_SEED,
                            .stream = games->begun,
                            .id = games->begun};
    return games->begun++ < games->wanted;
}

static void ignore_result(void *object, const PlayoutResult *result)
{
    (void)object;
    (void)result;
}

// Appends the time that finding the owners takes.
static void write_owners(const PlayoutKernel *kernel, const PlayoutPolicy *policy,
                         const Position *root, Text *text)
{
    PlayoutStatsOrder order = {.lanes = kernel,
                               .policy = policy,
                               .root = root,
                               .playouts = OWNER_PLAYOUTS,
                               .seed = SPEED_SEED};
    PlayoutStats stats;
    double started = stopwatch_now();
    playout_stats_take(&order, &stats);
    text_printf(text, "  %.1f ms for the owners of %d\n",
                1e3 * (stopwatch_now() - started), OWNER_PLAYOUTS);
}

static void play_lanes(const Isa *isa, const PlayoutPolicy *policy,
                       const Position *root, Text *text)
{
    uint64_t points = (uint64_t)(root->columns * root->rows);
    RootGames games = {.root = root, .wanted = SPEED_MOVES / points};
    PlayoutSource source = {&games, next_game, ignore_result, NULL, false};
    BatchLayout layout;
    BatchUsage work = {0};
    batch_layout_init(&layout, root->columns, root->rows);
    double started = stopwatch_now();
    isa->lanes->play(&layout, policy, &source, &work);
    double seconds = stopwatch_now() - started;
    write_speed(isa->name, work.games, work.turns, seconds, text);
    text_printf(text, "  %d games %5.1f%% busy  %.2f trials/move", isa->lanes->lanes,
                100.0 * (double)work.trials / (double)work.slots,
                (double)work.trials / (double)work.turns);
    write_owners(isa->lanes, policy, root, text);
}

void speed_of_playouts(int size, const Isa *isa, Text *text)
{
    Position root;
    PlayoutPolicy *policy = malloc(sizeof *policy);
    if (policy == NULL) {
        text_add(text, "out of memory\n");
        return;
    }
    playout_policy_init(policy, &PARAMS_DEFAULT);
    position_init(&root, size, size);
    text_printf(text, "%dx%d, one thread\n", size, size);
    for (int i = 0; isa_at(i) != NULL; i++)
        if (isa == NULL || isa == isa_at(i))
            play_lanes(isa_at(i), policy, &root, text);
    free(policy);
}

// Appends the speed of the network. Pre: none of the pointers is NULL.
static void write_evaluations(const char *isa, const Network *network,
                              NetworkMemory *memory, const InputFeatures *features,
                              Text *text)
{
    NetworkOutput output;
    uint64_t evaluations = 0;
    double started = stopwatch_now(), seconds = 0;
    while (seconds < EVALUATIONS_SECONDS) {
        for (int i = 0; i < EVALUATIONS_AT_A_TIME; i++)
            network_evaluate(network, memory, features, i % SYMMETRY_COUNT, &output);
        evaluations += EVALUATIONS_AT_A_TIME;
        seconds = stopwatch_now() - started;
    }
    text_printf(text, "%-16s %9.0f evaluations/s  %6.1f us/evaluation\n", isa,
                (double)evaluations / seconds, 1e6 * seconds / (double)evaluations);
}

static void evaluate_with(const Isa *isa, const Network *network,
                          const InputFeatures *features, Text *text)
{
    Network *same = network_for_isa(network, isa);
    NetworkMemory *memory = same == NULL ? NULL : network_memory_new(same);
    if (memory != NULL)
        write_evaluations(isa->name, same, memory, features, text);
    else
        text_add(text, "out of memory\n");
    network_memory_delete(memory);
    network_delete(same);
}

// A game with stones on a third of its board, as in the middle of a game. Errors: false
// when memory is exhausted.
static bool begin_game(Game *game, int size)
{
    return bench_game_init(game, size, size * size / 3);
}

// The input of the network in the middle of a game. Errors: false when memory is
// exhausted.
static bool extract_features(int size, InputFeatures *features)
{
    Game game;
    LadderReader *ladders = ladder_reader_new();
    if (ladders == NULL || !begin_game(&game, size)) {
        ladder_reader_delete(ladders);
        return false;
    }
    InputFeatureView view = input_features_view(&game, ladders);
    input_features_extract(&view, features);
    ladder_reader_delete(ladders);
    game_free(&game);
    return true;
}

void speed_of_network(int size, const Isa *isa, const Network *network, Text *text)
{
    InputFeatures features;
    if (!extract_features(size, &features)) {
        text_add(text, "out of memory\n");
        return;
    }
    char shape[NETWORK_TEXT_SIZE];
    network_describe(network, shape);
    text_printf(text, "%dx%d, stones on a third of it, %s, one thread\n", size, size,
                shape);
    for (int i = 0; isa_at(i) != NULL; i++)
        if (isa == NULL || isa == isa_at(i))
            evaluate_with(isa_at(i), network, &features, text);
}

// Appends the speed of evaluations of the present moment of a game.
static void write_katago(const Game *game, const KatagoNetwork *katago,
                         KatagoMemory *memory, Text *text)
{
    KatagoView view = katago_view(game, &game->rules);
    uint64_t evaluations = 0;
    katago_network_ask(katago, memory, &view, 0); // the first one waits for memory
    double started = stopwatch_now(), seconds = 0;
    while (seconds < EVALUATIONS_SECONDS) {
        katago_network_ask(katago, memory, &view,
                           (int)(evaluations++ % SYMMETRY_COUNT));
        seconds = stopwatch_now() - started;
    }
    text_printf(text, "%s, %dx%d, stones on a third of it, one thread\n",
                katago_network_model(katago)->name, game->position.columns,
                game->position.rows);
    text_printf(text, "%9.1f evaluations/s  %8.2f ms/evaluation\n",
                (double)evaluations / seconds, 1e3 * seconds / (double)evaluations);
}

void speed_of_katago(int size, const KatagoNetwork *katago, Text *text)
{
    Game game = {0};
    KatagoMemory *memory = katago_memory_new(katago);
    if (memory == NULL || !begin_game(&game, size))
        text_add(text, "out of memory\n");
    else if (!katago_network_takes(size, size))
        text_add(text, "the network does not take boards of this size\n");
    else
        write_katago(&game, katago, memory, text);
    katago_memory_delete(memory);
    game_free(&game);
}

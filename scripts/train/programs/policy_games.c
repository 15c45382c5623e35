// SPDX-License-Identifier: MIT
//
// Games whose moves are drawn from a network's policy, without any search. They give
// positions on boards of which there are few records, and positions that the network
// itself brings about. Prints records (game_record.h), without results.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_record.h"
#include "network.h"
#include "network_option.h"
#include "rng.h"
#include "symmetry.h"

static const char USAGE[] =
    "usage: policy_games [OPTIONS]\n"
    "  --net FILE   another network than the one in the program\n"
    "  --size N     of the board, 9\n"
    "  --games N    end after so many; 0: never, 0\n"
    "  --seed N     1\n"
    "A game's komi is one of 5 to 8.5. Its temperature is 0.3 to 1.1: moves are drawn "
    "in\n"
    "proportion to the power 1 / temperature of their chances; one in a hundred is "
    "any\n"
    "legal one. Most games end when they seem decided for long, others by two "
    "passes.\n";

enum {
    KOMI_LEAST = 10, // half points
    KOMI_CHOICES = 8,
    ANY_MOVE_ONE_IN = 100,
    TO_THE_END_ONE_IN = 3, // games that are not ended when they seem decided
    DECIDED_TURNS = 8,     // in a row
    TURNS_PER_POINT = 2,   // after so many a game ends
};

static const double DECIDED = 0.01; // a chance to win

typedef struct GameOptions {
    const char *net;
    long size, games, seed;
} GameOptions;

typedef struct Player {
    const GameOptions *options;
    const Network *network;
    NetworkMemory *memory;
    LadderReader *ladders;
    Game game;
    GameRecord record;
    Rng rng;
    double temperature;
    int decided; // turns in a row
    bool to_the_end;
} Player;

static bool read_number(const char *text, long least, long most, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number >= least &&
           *number <= most;
}

static bool read_option(const char *name, const char *value, GameOptions *options)
{
    if (strcmp(name, "--net") == 0)
        options->net = value;
    else if (strcmp(name, "--size") == 0)
        return read_number(value, 2, BOARD_SIZE_MAX, &options->size);
    else if (strcmp(name, "--games") == 0)
        return read_number(value, 0, INT32_MAX, &options->games);
    else if (strcmp(name, "--seed") == 0)
        return read_number(value, 0, INT32_MAX, &options->seed);
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, GameOptions *options)
{
    *options = (GameOptions){.size = 9, .seed = 1};
    for (int i = 1; i < argc; i += 2)
        if (i + 1 == argc || !read_option(argv[i], argv[i + 1], options))
            return false;
    return true;
}

// 0 .. 1
static double draw_share(Rng *rng)
{
    return rng_next(rng) / 4294967296.0;
}

// Lists the legal moves. Their number.
static int list_moves(const Game *game, Point moves[POINT_COUNT_MAX + 1])
{
    const Position *pos = &game->position;
    Color player = (Color)pos->to_play;
    int count = 0;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        if (game_check(game, player, p) == MOVE_OK)
            moves[count++] = p;
    moves[count++] = PASS;
    return count;
}

static Point draw_move(Player *player, const NetworkOutput *output)
{
    Point moves[POINT_COUNT_MAX + 1];
    double weights[POINT_COUNT_MAX + 1] = {0}, sum = 0;
    int count = list_moves(&player->game, moves);
    if (rng_below(&player->rng, ANY_MOVE_ONE_IN) == 0)
        return moves[rng_below(&player->rng, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        double chance = (double)output->policy[moves[i]];
        weights[i] = chance > 0 ? pow(chance, 1 / player->temperature) : 0;
        sum += weights[i];
    }
    double draw = sum * draw_share(&player->rng);
    int choice = 0;
    while (choice < count - 1 && draw >= weights[choice])
        draw -= weights[choice++];
    return moves[choice];
}

static void begin_game(Player *player)
{
    Rng *rng = &player->rng;
    int size = (int)player->options->size;
    game_clear(&player->game);
    player->game.komi = KOMI_LEAST + (int)rng_below(rng, KOMI_CHOICES);
    player->record =
        (GameRecord){.size = size, .komi = player->game.komi, .komi_known = true};
    player->temperature = 0.3 + 0.8 * draw_share(rng);
    player->to_the_end = rng_below(rng, TO_THE_END_ONE_IN) == 0;
    player->decided = 0;
}

// Does the game go on? `win` was the chance of either player before the newest move.
static bool goes_on(Player *player, double win)
{
    const Game *game = &player->game;
    int area = game->position.columns * game->position.rows;
    bool decided = win < DECIDED || win > 1 - DECIDED;
    player->decided = decided ? player->decided + 1 : 0;
    return !game_is_over(game) && game->move_count < TURNS_PER_POINT * area &&
           (player->to_the_end || player->decided < DECIDED_TURNS);
}

// Errors: false if memory is exhausted.
static bool play_game(Player *player)
{
    InputFeatures features;
    NetworkOutput output;
    Game *game = &player->game;
    begin_game(player);
    do {
        InputFeatureView view = input_features_view(game, player->ladders);
        input_features_extract(&view, &features);
        network_evaluate(player->network, player->memory, &features,
                         (int)rng_below(&player->rng, SYMMETRY_COUNT), &output);
        Point move = draw_move(player, &output);
        if (game_play(game, (Color)game->position.to_play, move) != MOVE_OK)
            return false;
        player->record.moves[player->record.move_count++] = move;
    } while (goes_on(player, (double)output.win));
    return true;
}

static bool play_match(Player *player)
{
    const GameOptions *options = player->options;
    for (long i = 0; options->games == 0 || i < options->games; i++)
        if (!play_game(player) || !record_print(&player->record, stdout) ||
            fflush(stdout) != 0)
            return false;
    return true;
}

static bool run(const GameOptions *options, const Network *network)
{
    Player *player = calloc(1, sizeof *player);
    int size = (int)options->size;
    if (player == NULL)
        return false;
    player->options = options;
    player->network = network;
    player->memory = network_memory_new(network);
    player->ladders = ladder_reader_new();
    player->rng = rng_seeded((uint64_t)options->seed, 0);
    bool ready = player->memory != NULL && player->ladders != NULL &&
                 game_init(&player->game, rules_find("cgos"), 0, size, size);
    bool good = ready && play_match(player);
    if (ready)
        game_free(&player->game);
    network_memory_delete(player->memory);
    ladder_reader_delete(player->ladders);
    free(player);
    return good;
}

int main(int argc, char **argv)
{
    GameOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    Network *network = network_option_open("policy_games", options.net, NULL);
    if (network == NULL)
        return 2;
    bool good = run(&options, network);
    network_delete(network);
    return good ? 0 : 1;
}

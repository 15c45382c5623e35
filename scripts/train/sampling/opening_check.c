// SPDX-License-Identifier: MIT
#include "opening_check.h"

#include "symmetry.h"

enum { KOMI_COUNT = OPENING_KOMI_MAX - OPENING_KOMI_MIN + 1, POINT = 2 };

OpeningCheck opening_check_begin(const Network *network, NetworkMemory *memory,
                                 LadderReader *ladders)
{
    return (OpeningCheck){
        .network = network, .memory = memory, .ladders = ladders, .rise = -1};
}

// Black's chance at each komi, in a symmetry that differs from position to position.
static void ask(OpeningCheck *check, const Game *game, double chances[KOMI_COUNT])
{
    InputFeatureView view = input_features_view(game, check->ladders);
    view.komi_known = true;
    for (int i = 0; i < KOMI_COUNT; i++) {
        InputFeatures features;
        NetworkOutput output;
        view.komi = OPENING_KOMI_MIN + i;
        input_features_extract(&view, &features);
        network_evaluate(check->network, check->memory, &features,
                         check->positions % SYMMETRY_COUNT, &output);
        double win = (double)output.win;
        chances[i] = game->position.to_play == BLACK ? win : 1 - win;
        check->dead += network_live_units(check->memory) == 0;
    }
    check->answers += KOMI_COUNT;
}

// No fmin and fmax: gcc 12 for 64-bit ARM fails to compile such a loop.
static void ask_about(OpeningCheck *check, const Game *game)
{
    double chances[KOMI_COUNT], low = 1, high = 0;
    ask(check, game, chances);
    for (int i = 0; i < KOMI_COUNT; i++) {
        low = chances[i] < low ? chances[i] : low;
        high = chances[i] > high ? chances[i] : high;
    }
    for (int i = POINT; i < KOMI_COUNT; i++) {
        double rise = chances[i] - chances[i - POINT];
        check->rise = rise > check->rise ? rise : check->rise;
        check->rising += !(rise <= OPENING_RISE_MAX); // or no number at all
    }
    check->flat += !(high - low >= OPENING_FLAT);
    check->positions++;
}

MoveError opening_check_add(OpeningCheck *check, const GameRecord *record, Game *game)
{
    game_resize(game, record->size, record->size);
    ask_about(check, game);
    for (int ply = 0; ply < OPENING_PLIES && ply < record->move_count; ply++) {
        Color player = (Color)game->position.to_play;
        MoveError error = game_play_lenient(game, player, record->moves[ply]);
        if (error != MOVE_OK)
            return error;
        ask_about(check, game);
    }
    return MOVE_OK;
}

bool opening_check_passed(const OpeningCheck *check)
{
    return check->positions > 0 && check->dead == 0 && check->flat == 0 &&
           check->rising == 0;
}

// SPDX-License-Identifier: MIT
#include "network_query.h"

#include <math.h>

// The network's input for the game, on the board as it stands. Errors: false when
// memory is exhausted.
static bool extract(const Game *game, const NetworkQuery *query,
                    InputFeatures *features)
{
    LadderReader *ladders = ladder_reader_new();
    if (ladders == NULL)
        return false;
    Position pos = game->position;
    position_give_turn(&pos, query->player);
    InputFeatureView view = input_features_view(game, ladders);
    view.pos = &pos;
    for (int i = 0; i < FEATURE_MOVES && query->as_root; i++)
        view.moves[i] = NO_POINT;
    input_features_extract(&view, features);
    ladder_reader_delete(ladders);
    return true;
}

static void keep_legal(const Game *game, Color player, float policy[])
{
    const Bitboard *grid = &game->position.grid;
    float sum = policy[PASS];
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        if (game_check(game, player, p) != MOVE_OK)
            policy[p] = -1;
        else
            sum += policy[p];
    }
    policy[PASS] /= sum;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        if (policy[p] >= 0)
            policy[p] /= sum;
}

bool network_query_ask(const Network *network, const Game *game,
                       const NetworkQuery *query, NetworkOutput *output)
{
    InputFeatures features;
    if (!extract(game, query, &features))
        return false;
    NetworkMemory *memory = network_memory_new(network);
    if (memory == NULL)
        return false;
    network_evaluate(network, memory, &features, query->symmetry, output);
    network_memory_delete(memory);
    network_output_mix(output, query->optimism);
    keep_legal(game, query->player, output->policy);
    keep_legal(game, query->player, output->optimistic);
    return true;
}

// What looks ahead has.
typedef struct Lookout {
    const Network *network;
    NetworkMemory *memory;
    LadderReader *ladders;
    Color player;
    int replies;
} Lookout;

static void look_out(const Lookout *lookout, const Game *game, NetworkOutput *output)
{
    InputFeatures features;
    InputFeatureView view = input_features_view(game, lookout->ladders);
    input_features_extract(&view, &features);
    network_evaluate(lookout->network, lookout->memory, &features, 0, output);
}

// The likeliest move of a policy. NO_POINT: there is none.
static Point likeliest(const Game *game, const float policy[])
{
    const Bitboard *grid = &game->position.grid;
    Point best = policy[PASS] > 0 ? PASS : NO_POINT;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        if (policy[p] > 0 && (best == NO_POINT || policy[p] > policy[best]))
            best = p;
    return best;
}

// Plays a move that may be illegal. Says whether it is played.
static MoveError try_move(Game *game, Color player, Point move)
{
    MoveError error = game_check(game, player, move);
    return error == MOVE_OK ? game_play(game, player, move) : error;
}

// What the best of some replies leaves to the player who has just moved. Errors: false
// when memory for the history is exhausted.
static bool look_at_replies(const Lookout *lookout, Game *game, float policy[],
                            float *win, float *score)
{
    bool found = false;
    for (int i = 0; i < lookout->replies; i++) {
        NetworkOutput output;
        Point reply = likeliest(game, policy);
        if (reply == NO_POINT)
            break;
        policy[reply] = 0;
        MoveError error = try_move(game, (Color)game->position.to_play, reply);
        if (error == MOVE_NO_MEMORY)
            return false;
        if (error != MOVE_OK)
            continue;
        look_out(lookout, game, &output);
        game_undo(game);
        if (!found || output.win < *win) {
            *win = output.win;
            *score = output.score;
        }
        found = true;
    }
    return true;
}

// Errors: false when memory for the history is exhausted.
static bool look_at_moves(const Lookout *lookout, Game *game, const Bitboard *moves,
                          NetworkForesight *foresight)
{
    bool done = true;
    for (Point p = bitboard_first(moves); p && done; p = bitboard_next(moves, p)) {
        NetworkOutput output;
        MoveError error = try_move(game, lookout->player, p);
        if (error == MOVE_NO_MEMORY)
            return false;
        if (error != MOVE_OK)
            continue;
        look_out(lookout, game, &output);
        foresight->win[p] = 1 - output.win;
        foresight->score[p] = -output.score;
        done = look_at_replies(lookout, game, output.policy, &foresight->win[p],
                               &foresight->score[p]);
        game_undo(game);
    }
    return done;
}

bool network_query_look_ahead(const Network *network, Game *game, Color player,
                              const NetworkOutlook *outlook,
                              NetworkForesight *foresight)
{
    Lookout lookout = {network, network_memory_new(network), ladder_reader_new(),
                       player, outlook->replies};
    for (Point p = 0; p < POINT_LIMIT; p++)
        foresight->win[p] = foresight->score[p] = NAN;
    bool done = lookout.memory != NULL && lookout.ladders != NULL &&
                look_at_moves(&lookout, game, &outlook->moves, foresight);
    network_memory_delete(lookout.memory);
    ladder_reader_delete(lookout.ladders);
    return done;
}

static void hide_ladders(InputFeatures *features)
{
    for (int plane = PLANE_OWN_CAUGHT; plane <= PLANE_LADDER_MOVES; plane++)
        features->planes[plane] = bitboard_empty();
}

bool network_query_ask_human(const HumanNetwork *network, const Game *game,
                             const NetworkQuery *query, bool hides_ladders,
                             float policy[POINT_LIMIT])
{
    InputFeatures features;
    if (!extract(game, query, &features))
        return false;
    HumanMemory *memory = human_memory_new(network);
    if (memory == NULL)
        return false;
    if (hides_ladders)
        hide_ladders(&features);
    human_network_show(network, memory, &features,
                       katago_profile_rank(&query->profile, query->player));
    human_memory_policy(memory, policy);
    human_memory_delete(memory);
    keep_legal(game, query->player, policy);
    return true;
}

bool network_query_ask_katago(const KatagoNetwork *network, const Game *game,
                              const NetworkQuery *query, KatagoAnswer *answer)
{
    KatagoMemory *memory = katago_memory_new(network);
    if (memory == NULL)
        return false;
    Position pos = game->position;
    position_give_turn(&pos, query->player);
    KatagoView view = katago_view(game, &game->rules);
    katago_view_give_turn(&view, &pos, query->player);
    view.pass_goes_on = query->as_root;
    view.moves_max = query->as_root ? 0 : KATAGO_MOVES;
    view.profile = query->profile;
    view.white_doubling = query->doubling;
    katago_network_ask(network, memory, &view, query->symmetry);
    katago_memory_output(memory, &answer->output);
    katago_memory_policy(memory, query->optimism, answer->policy);
    katago_memory_policy(memory, 1, answer->optimistic);
    Bitboard forbidden = bitboard_difference(pos.grid, *katago_memory_legal(memory));
    for (Point p = bitboard_first(&forbidden); p; p = bitboard_next(&forbidden, p))
        answer->policy[p] = answer->optimistic[p] = -1;
    katago_memory_delete(memory);
    return true;
}

// SPDX-License-Identifier: MIT
#include "search_context.h"

// Enough for a pass to be tried where all other moves lose.
static const float PASS_PROBABILITY = 0.01f;

// A word of the network counts for so many games under PUCT: its chance is rounded to
// whole half wins.
enum { PUCT_GAMES = 64 };

// The position to search: that of the game, with the given player to move, indexed in
// an order that does not depend on how it came about.
static void set_root(Task *task, const Game *game, Color player)
{
    Position *root = &task->root;
    *root = game->position;
    if (root->to_play != player) {
        root->to_play = (uint8_t)player;
        root->ko = NO_POINT;
    }
    if (root->passes >= 2)
        root->passes = 0; // asked to play on after the end
    position_normalize(root);
    int n = game->move_count;
    for (int i = 0; i < FEATURE_MOVES; i++)
        task->recent[i] = i < n ? game->moves[n - 1 - i].point : NO_POINT;
}

// A parameter of which there is one for small boards, one for larger, and one for the
// largest.
static int for_size(const Position *pos, int small, int larger, int largest)
{
    int points = pos->columns * pos->rows;
    if (points <= 10 * 10)
        return small;
    return points <= 15 * 15 ? larger : largest;
}

// How far the network's word counts, and how moves are chosen.
static void trust_network(Task *task)
{
    const Params *params = &task->policy->params;
    const Position *root = &task->root;
    int constant = for_size(root, params->puct_9, params->puct_13, params->puct_19);
    int playouts = for_size(root, params->puct_playouts_9, params->puct_playouts_13,
                            params->puct_playouts_19);
    task->is_puct = constant > 0;
    task->value_games = PUCT_GAMES;
    if (!task->is_puct)
        task->value_games = for_size(root, params->value_games_9,
                                     params->value_games_13, params->value_games_19);
    task->puct = (Puct){.constant = 0.01f * (float)constant,
                        .unit = (float)task->value_games,
                        .pass = PASS_PROBABILITY,
                        .unknown = 0.01f * (float)params->puct_unknown,
                        .playouts = 0.01f * (float)playouts,
                        .slow = (float)params->puct_slow};
}

void task_begin(Task *task, const Game *game)
{
    task->game = game;
    task->rules = game->rules;
    task->komi = game->komi;
    set_root(task, game, task->order.player);
    task->value_games = 0;
    task->is_puct = false;
    if (task->network != NULL)
        trust_network(task);
    batch_layout_init(&task->layout, task->root.columns, task->root.rows);
}

uint32_t task_games_a_visit(const Task *task)
{
    return task->is_puct ? (uint32_t)task->value_games : 1;
}

int task_given_by_black(const Task *task)
{
    return task->order.player == BLACK ? task->order.given : -task->order.given;
}

void task_spare_counters(Task *task)
{
    const Params *params = &task->policy->params;
    int weight =
        params->amaf_early > params->amaf_tree ? params->amaf_early : params->amaf_tree;
    weight = weight > 1 ? weight : 1;
    weight += task->value_games; // a playout expands one node at most
    uint64_t visits_max = TREE_COUNT_MAX / (2 * (uint64_t)weight);
    uint64_t visits = tree_node(task->tree, task->node).visits;
    uint64_t left = visits < visits_max ? visits_max - visits : 1;
    uint64_t *playouts = &task->order.limits.playouts;
    if (*playouts == 0 || *playouts > left)
        *playouts = left;
}

// SPDX-License-Identifier: MIT
#include "task.h"

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

static int games_for_size(const Params *params, const Position *pos)
{
    int points = pos->columns * pos->rows;
    if (points <= 10 * 10)
        return params->value_games_9;
    return points <= 15 * 15 ? params->value_games_13 : params->value_games_19;
}

void task_begin(Task *task, const Game *game)
{
    task->game = game;
    task->rules = game->rules;
    task->komi = game->komi;
    set_root(task, game, task->order.player);
    // It knows who wins the game, not who gets a part of the board.
    bool is_asked =
        task->network != NULL && !task->order.playouts_only && !task->is_aimed;
    task->value_games =
        is_asked ? games_for_size(&task->policy->params, &task->root) : 0;
    lane_layout_init(&task->layout, task->root.columns, task->root.rows);
}

int task_given_by_black(const Task *task)
{
    return task->order.player == BLACK ? task->order.given : -task->order.given;
}

// SPDX-License-Identifier: MIT
#include "search.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "anchor.h"
#include "stopwatch.h"
#include "tree.h"
#include "worker.h"

struct Search {
    Policy policy;
    Tree tree;
    Anchor anchor;
    Task task;
    const LaneKernel *lanes;
    int threads;
    Worker *workers[SEARCH_THREADS_MAX];
};

Search *search_new(const Params *params, const LaneKernel *lanes, int threads,
                   int memory_mib)
{
    Search *search = aligned_alloc(_Alignof(Search), sizeof *search);
    if (search == NULL)
        return NULL;
    memset(search, 0, sizeof *search);
    policy_init(&search->policy, params);
    search->threads = threads;
    search->lanes = lanes;
    if (!tree_init(&search->tree, (uint64_t)memory_mib << 20)) {
        search_delete(search);
        return NULL;
    }
    return search;
}

void search_delete(Search *search)
{
    if (search == NULL)
        return;
    for (int i = 0; i < search->threads; i++)
        worker_delete(search->workers[i]);
    tree_free(&search->tree);
    free(search);
}

void search_clear(Search *search)
{
    tree_clear(&search->tree);
    anchor_init(&search->anchor);
}

void search_aim(Search *search, const Aim *aim)
{
    search->task.is_aimed = aim != NULL;
    if (aim != NULL)
        search->task.aim = *aim;
    search_clear(search);
}

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
    task->last = n > 0 ? game->moves[n - 1].point : NO_POINT;
    task->second_last = n > 1 ? game->moves[n - 2].point : NO_POINT;
}

// Makes the workers ready for the task. Errors: false when memory is exhausted.
static bool prepare_workers(Search *search)
{
    for (int i = 0; i < search->threads; i++) {
        if (search->workers[i] == NULL)
            search->workers[i] = worker_new();
        if (search->workers[i] == NULL ||
            !worker_prepare(search->workers[i], &search->task))
            return false;
    }
    return true;
}

static void *run_worker(void *worker)
{
    worker_run(worker);
    return NULL;
}

// Runs all workers, the first one on this thread. A thread that cannot be started is
// done without.
static void run_workers(Search *search)
{
    pthread_t threads[SEARCH_THREADS_MAX];
    int started = 1;
    while (started < search->threads &&
           pthread_create(&threads[started], NULL, run_worker,
                          search->workers[started]) == 0)
        started++;
    run_worker(search->workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
}

static int compare_candidates(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    if (x->win_rate != y->win_rate)
        return x->win_rate < y->win_rate ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static void report_candidates(const Tree *tree, SearchReport *report)
{
    NodeIndex first = tree_children(tree, TREE_ROOT, &report->candidate_count);
    for (int i = 0; i < report->candidate_count; i++) {
        const Node *node = tree_node(tree, first + (NodeIndex)i);
        report->candidates[i] =
            (Candidate){node->move, node_win_rate(node), node_playouts(node)};
    }
    qsort(report->candidates, (size_t)report->candidate_count, sizeof(Candidate),
          compare_candidates);
    report->best = report->candidates[0].move;
    report->win_rate = report->candidates[0].win_rate;
}

// The child that a report names first: of the most visited ones the one that wins most,
// as compare_candidates has it; 0 if none has been visited.
static NodeIndex best_child(const Tree *tree, NodeIndex parent)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count), best = 0;
    Candidate best_candidate = {.visits = 0};
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        const Node *node = tree_node(tree, i);
        Candidate candidate = {node->move, node_win_rate(node), node_playouts(node)};
        if (candidate.visits > 0 &&
            (best == 0 || compare_candidates(&candidate, &best_candidate) < 0)) {
            best = i;
            best_candidate = candidate;
        }
    }
    return best;
}

// The most visited moves down the tree.
static void report_line(const Tree *tree, SearchReport *report)
{
    NodeIndex node = best_child(tree, TREE_ROOT);
    while (node != 0 && report->line_length < SEARCH_LINE_MAX) {
        report->line[report->line_length++] = tree_node(tree, node)->move;
        node = best_child(tree, node);
    }
}

static void fill_report(const Search *search, SearchReport *report)
{
    int64_t score = 0;
    for (int i = 0; i < search->threads; i++) {
        const Worker *worker = search->workers[i];
        report->playouts += worker->playouts;
        score += worker->score;
        report->work.slots += worker->work.slots;
        report->work.trials += worker->work.trials;
        report->work.turns += worker->work.turns;
        report->work.games += worker->work.games;
        report->ownership_playouts += worker->ownership_playouts;
        for (Point p = 0; p < POINT_LIMIT; p++)
            report->ownership[p] += point_counter_at(&worker->owned[BLACK], p) -
                                    point_counter_at(&worker->owned[WHITE], p);
    }
    if (report->playouts > 0)
        report->score = 0.5 * (double)score / (double)report->playouts;
    if (report->player == WHITE)
        report->score = -report->score;
    report_candidates(&search->tree, report);
    report_line(&search->tree, report);
    report->seconds = stopwatch_now() - search->task.started;
}

bool search_run(Search *search, const Game *game, const SearchOrder *order,
                SearchReport *report)
{
    Task *task = &search->task;
    memset(report, 0, sizeof *report);
    report->player = order->player;
    report->best = PASS;
    task->started = stopwatch_now();
    task->game = game;
    task->order = *order;
    task->lanes = search->lanes;
    task->policy = &search->policy;
    task->tree = &search->tree;
    atomic_store(&task->next_playout, 0);
    atomic_store(&task->finished, false);
    set_root(task, game, order->player);
    lane_layout_init(&task->layout, task->root.columns, task->root.rows);
    anchor_move(&search->anchor, &search->tree, game, order->player);
    if (!prepare_workers(search))
        return false;
    worker_expand_root(search->workers[0]);
    run_workers(search);
    fill_report(search, report);
    return true;
}

// SPDX-License-Identifier: MIT
#include "findings.h"

#include <stdlib.h>
#include <string.h>

#include "stopwatch.h"
#include "tree.h"

// Part of the visits of the first move from which on another one is taken seriously,
// and by how much it has to win more often.
static const double SERIOUS_PART = 0.2, SERIOUS_LEAD = 0.005;

static int compare_candidates(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    if (x->win_rate != y->win_rate)
        return x->win_rate < y->win_rate ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static void report_candidates(const Tree *tree, NodeIndex root, SearchReport *report)
{
    NodeIndex first = tree_children(tree, root, &report->candidate_count);
    for (int i = 0; i < report->candidate_count; i++) {
        Node node = tree_node(tree, first + (NodeIndex)i);
        report->candidates[i] =
            (Candidate){node.move, node_win_rate(&node), node.visits};
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
        Node node = tree_node(tree, i);
        Candidate candidate = {node.move, node_win_rate(&node), node.visits};
        if (candidate.visits > 0 &&
            (best == 0 || compare_candidates(&candidate, &best_candidate) < 0)) {
            best = i;
            best_candidate = candidate;
        }
    }
    return best;
}

// The node and the most visited moves down the tree from there, with their visits.
// Returns how many there are.
static int follow_line(const Tree *tree, NodeIndex node, Point line[],
                       uint32_t visits[])
{
    int length = 0;
    while (node != 0 && length < SEARCH_LINE_MAX) {
        line[length] = tree->move[node];
        visits[length++] = tree_node(tree, node).visits;
        node = best_child(tree, node);
    }
    return length;
}

// Adds the sums of a worker; scores and wins are Black's for the moment.
static void add_worker(Worker *worker, int64_t *score, uint64_t *half_wins,
                       SearchReport *report)
{
    const WorkerSums *sums = &worker->sums;
    pthread_mutex_lock(&worker->mutex);
    report->playouts += sums->playouts;
    *score += sums->score;
    *half_wins += sums->half_wins;
    report->ownership_playouts += sums->ownership_playouts;
    for (Point p = 0; p < POINT_LIMIT; p++)
        report->ownership[p] += point_counter_at(&sums->owned[BLACK], p) -
                                point_counter_at(&sums->owned[WHITE], p);
    pthread_mutex_unlock(&worker->mutex);
}

void findings_fill(const Task *task, Worker *const workers[], int worker_count,
                   SearchReport *report)
{
    int64_t score = 0;
    uint64_t half_wins = 0;
    uint32_t visits[SEARCH_LINE_MAX];
    memset(report, 0, sizeof *report);
    report->player = task->order.player;
    report->given = task->order.given;
    for (int i = 0; i < worker_count; i++)
        add_worker(workers[i], &score, &half_wins, report);
    if (report->playouts > 0) {
        report->score = 0.5 * (double)score / (double)report->playouts;
        report->real_rate = 0.5 * (double)half_wins / (double)report->playouts;
    }
    if (report->player == WHITE) {
        report->score = -report->score;
        report->real_rate = 1 - report->real_rate;
    }
    report_candidates(task->tree, task->node, report);
    report->line_length = follow_line(task->tree, best_child(task->tree, task->node),
                                      report->line, visits);
    report->seconds = stopwatch_now() - task->started;
}

// The part of the move in the games that all moves win beforehand.
static double share_of_prior(const Tree *tree, NodeIndex root, NodeIndex node)
{
    int count;
    double wins = 0;
    NodeIndex first = tree_children(tree, root, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
        wins += tree_node(tree, i).prior_wins;
    return wins > 0 ? tree_node(tree, node).prior_wins / wins : 1.0 / count;
}

void findings_move(const Task *task, Worker *const workers[], int worker_count,
                   Point move, MoveView *view)
{
    int64_t score = 0;
    uint64_t half_wins = 0;
    memset(view, 0, sizeof *view);
    for (int i = 0; i < worker_count; i++) {
        const MoveSums *sums = &workers[i]->sums.by_move[move];
        pthread_mutex_lock(&workers[i]->mutex);
        view->playouts += sums->playouts;
        score += sums->score;
        half_wins += sums->half_wins;
        pthread_mutex_unlock(&workers[i]->mutex);
    }
    if (view->playouts > 0) {
        view->score = 0.5 * (double)score / (double)view->playouts;
        view->real_rate = 0.5 * (double)half_wins / (double)view->playouts;
        if (task->order.player == WHITE) {
            view->score = -view->score;
            view->real_rate = 1 - view->real_rate;
        }
    }
    NodeIndex node = tree_find_child(task->tree, task->node, move);
    if (node == 0)
        return;
    view->prior = share_of_prior(task->tree, task->node, node);
    view->line_length = follow_line(task->tree, node, view->line, view->line_visits);
}

void findings_root(const Task *task, RootView *view)
{
    *view =
        (RootView){.playouts = atomic_load(&task->next_playout), .undisputed = true};
    NodeIndex first = tree_children(task->tree, task->node, &view->moves);
    NodeIndex end = first + (NodeIndex)view->moves;
    for (NodeIndex i = first; i < end; i++) {
        Node node = tree_node(task->tree, i);
        if (node.visits > view->visits) {
            view->second = view->visits;
            view->visits = node.visits;
            view->win_rate = node_win_rate(&node);
        } else if (node.visits > view->second) {
            view->second = node.visits;
        }
    }
    for (NodeIndex i = first; i < end; i++) {
        Node node = tree_node(task->tree, i);
        if (node.visits >= SERIOUS_PART * view->visits &&
            node_win_rate(&node) > view->win_rate + SERIOUS_LEAD)
            view->undisputed = false;
    }
}

// SPDX-License-Identifier: MIT
#include "search.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "anchor.h"
#include "area.h"
#include "playout.h"
#include "policy.h"
#include "prior.h"
#include "stopwatch.h"
#include "tree.h"

enum { PATH_LIMIT = TRACE_LIMIT / 2 }; // nodes of a descent

// What one search needs to know besides the tree.
typedef struct Task {
    Position root;
    const Game *game;
    SearchOrder order;
    Point last, second_last;
    double started;
    atomic_uint_fast64_t next_playout; // also the stream of its random numbers
    atomic_bool finished;
} Task;

typedef struct Worker {
    Search *search;
    Position position;
    History history;
    Trace trace;
    NodeIndex path[PATH_LIMIT];
    int path_length;
    Rng rng;
    uint64_t playouts;
    int64_t score; // sum over the playouts, Black minus White in half points
    uint64_t ownership_playouts;
    int ownership[POINT_LIMIT]; // as in SearchReport
} Worker;

struct Search {
    Policy policy;
    Tree tree;
    Anchor anchor;
    Task task;
    int threads;
    Worker *workers[SEARCH_THREADS_MAX];
};

Search *search_new(const Params *params, int threads, int memory_mib)
{
    Search *search = aligned_alloc(_Alignof(Search), sizeof *search);
    if (search == NULL)
        return NULL;
    memset(search, 0, sizeof *search);
    policy_init(&search->policy, params);
    search->threads = threads;
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
    for (int i = 0; i < search->threads; i++) {
        if (search->workers[i] != NULL)
            history_free(&search->workers[i]->history);
        free(search->workers[i]);
    }
    tree_free(&search->tree);
    free(search);
}

void search_clear(Search *search)
{
    tree_clear(&search->tree);
    anchor_init(&search->anchor);
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

static void shuffle(PointList *moves, Rng *rng)
{
    for (int i = moves->count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        Point moved = moves->points[i];
        moves->points[i] = moves->points[j];
        moves->points[j] = moved;
    }
}

// Gives the leaf at the worker's position its children: every legal move but the
// filling of an own eye, in random order so that equals are tried in random order.
static void expand(Worker *worker, NodeIndex leaf)
{
    Search *search = worker->search;
    const Position *pos = &worker->position;
    PointList moves;
    Prior priors[POINT_LIST_MAX];
    moves.count = 0;
    for (int i = 0; i < pos->empty_count; i++) {
        Point p = pos->empty[i];
        if (!policy_is_eye(pos, p, (Color)pos->to_play) &&
            rules_check(&search->task.game->rules, pos, &worker->history, p) == MOVE_OK)
            point_list_add(&moves, p);
    }
    point_list_add(&moves, PASS);
    shuffle(&moves, &worker->rng);
    prior_fill(&search->policy, pos, trace_recent(&worker->trace, 1), &moves, priors);
    tree_expand(&search->tree, leaf, &moves, priors);
}

// Plays the move of a tree node at the worker's position.
static bool play_node(Worker *worker, NodeIndex node)
{
    Position *pos = &worker->position;
    Color player = (Color)pos->to_play;
    Point move = tree_node(&worker->search->tree, node)->move;
    position_play(pos, move);
    worker->trace.points[worker->trace.length++] = move;
    return history_push(&worker->history, pos, player);
}

// Goes down the tree to a leaf or the end of the game, and expands a leaf that has been
// visited often enough. Errors: false when memory for the history is exhausted.
static bool descend(Worker *worker)
{
    Tree *tree = &worker->search->tree;
    const Params *params = &worker->search->policy.params;
    NodeIndex node = TREE_ROOT;
    worker->path[0] = node;
    worker->path_length = 1;
    tree_count_visit(tree, node);
    while (worker->position.passes < 2 && worker->path_length < PATH_LIMIT) {
        int count;
        tree_children(tree, node, &count);
        if (count == 0) {
            bool ripe =
                node_playouts(tree_node(tree, node)) > (uint32_t)params->expand_visits;
            if (ripe)
                expand(worker, node);
            return true;
        }
        node = tree_select(tree, node, params);
        worker->path[worker->path_length++] = node;
        tree_count_visit(tree, node);
        if (!play_node(worker, node))
            return false;
    }
    return true;
}

// Scores the end of a simulation in half points, komi included.
static int judge(Worker *worker, const Bitboard owner[2])
{
    int score = 2 * (bitboard_count(&owner[BLACK]) - bitboard_count(&owner[WHITE])) -
                worker->search->task.game->komi;
    worker->score += score;
    worker->playouts++;
    return score;
}

static void count_owners(Worker *worker, const Bitboard owner[2])
{
    const Bitboard *black = &owner[BLACK], *white = &owner[WHITE];
    for (Point p = bitboard_first(black); p; p = bitboard_next(black, p))
        worker->ownership[p]++;
    for (Point p = bitboard_first(white); p; p = bitboard_next(white, p))
        worker->ownership[p]--;
    worker->ownership_playouts++;
}

// One simulation: descent, playout, backup. Errors: false when memory is exhausted.
static bool simulate(Worker *worker, uint64_t index)
{
    Search *search = worker->search;
    const Task *task = &search->task;
    uint32_t turns = worker->history.length;
    worker->rng = rng_seeded(rng_mix(task->order.seed ^ rng_mix(index)), index);
    worker->position = task->root;
    worker->trace.length = 0;
    worker->trace.first = (Color)task->root.to_play;
    worker->trace.last = task->last;
    worker->trace.second_last = task->second_last;
    bool descended = descend(worker);
    while (worker->history.length > turns)
        history_pop(&worker->history);
    if (!descended)
        return false;
    // Two passes end the game with all stones alive; where dead stones are removed,
    // only playing on can tell which they are.
    if (task->game->rules.dead_stones)
        worker->position.passes = 0;
    playout_run(&worker->position, &search->policy, &worker->rng, &worker->trace);
    Bitboard owner[2];
    area_owner(&worker->position, owner);
    int score = judge(worker, owner);
    bool ended_in_tree = worker->trace.length < worker->path_length; // by two passes
    if (!ended_in_tree)
        count_owners(worker, owner);
    int half_wins[2] = {1, 1};
    if (score != 0) {
        half_wins[BLACK] = score > 0 ? 2 : 0;
        half_wins[WHITE] = score > 0 ? 0 : 2;
    }
    tree_backup(&search->tree, worker->path, worker->path_length, &worker->trace,
                half_wins);
    return true;
}

static bool is_time_up(const Task *task, uint64_t playouts_begun)
{
    const SearchLimits *limits = &task->order.limits;
    if (limits->playouts > 0 && playouts_begun >= limits->playouts)
        return true;
    if (atomic_load_explicit(task->order.stop, memory_order_relaxed))
        return true;
    return limits->seconds > 0 && stopwatch_now() - task->started >= limits->seconds;
}

static void *run_worker(void *argument)
{
    Worker *worker = argument;
    Task *task = &worker->search->task;
    while (!atomic_load_explicit(&task->finished, memory_order_relaxed)) {
        uint64_t index = atomic_fetch_add(&task->next_playout, 1);
        if (is_time_up(task, index) || !simulate(worker, index))
            atomic_store(&task->finished, true);
    }
    return NULL;
}

// Makes the workers ready for a task. Errors: false when memory is exhausted.
static bool prepare_workers(Search *search)
{
    for (int i = 0; i < search->threads; i++) {
        Worker *worker = search->workers[i];
        if (worker == NULL) {
            worker = aligned_alloc(_Alignof(Worker), sizeof *worker);
            if (worker == NULL)
                return false;
            history_init(&worker->history);
            worker->search = search;
            search->workers[i] = worker;
        }
        if (!history_copy(&worker->history, &search->task.game->history))
            return false;
        worker->playouts = 0;
        worker->score = 0;
        worker->ownership_playouts = 0;
        memset(worker->ownership, 0, sizeof worker->ownership);
    }
    return true;
}

// The root gets its children at once, so that there is always a move to answer with.
static void expand_root(Search *search)
{
    Worker *worker = search->workers[0];
    int count;
    tree_children(&search->tree, TREE_ROOT, &count);
    if (count > 0)
        return;
    worker->position = search->task.root;
    worker->rng = rng_seeded(rng_mix(search->task.order.seed), UINT64_MAX);
    worker->trace.length = 0;
    worker->trace.last = search->task.last;
    expand(worker, TREE_ROOT);
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
        report->ownership_playouts += worker->ownership_playouts;
        for (Point p = 0; p < POINT_LIMIT; p++)
            report->ownership[p] += worker->ownership[p];
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
    atomic_store(&task->next_playout, 0);
    atomic_store(&task->finished, false);
    set_root(task, game, order->player);
    anchor_move(&search->anchor, &search->tree, game, order->player);
    if (!prepare_workers(search))
        return false;
    expand_root(search);
    run_workers(search);
    fill_report(search, report);
    return true;
}

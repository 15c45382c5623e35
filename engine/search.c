// SPDX-License-Identifier: MIT
#include "search.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "playout.h"
#include "policy.h"
#include "prior.h"
#include "stopwatch.h"
#include "tree.h"

enum { PATH_LIMIT = TRACE_LIMIT / 2 }; // nodes of a descent

// Which moment of which game the root of the tree stands for.
typedef struct Anchor {
    uint32_t turns;  // length of the history
    uint64_t digest; // of the whole history, the rules and the komi
    Color player;    // to move
    bool valid;
} Anchor;

// What one search needs to know besides the tree.
typedef struct Task {
    Position root;
    const Game *game;
    Point last, second_last;
    SearchLimits limits;
    double started;
    uint64_t seed;
    const atomic_bool *stop;
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
    int ownership[POINT_LIMIT];
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
    search->anchor.valid = false;
}

// Mixes a number into a digest (the finaliser of SplitMix64).
static uint64_t mix(uint64_t digest, uint64_t number)
{
    uint64_t x = (digest ^ number) + 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// Digest of the rules, the komi, the size and the first `turns` colourings.
static uint64_t digest_game(const Game *game, uint32_t turns)
{
    uint64_t digest = mix((uint64_t)(uint32_t)game->komi, (uint64_t)game->rules.ko);
    digest = mix(digest, (uint64_t)game->rules.suicide << 1 | game->rules.dead_stones);
    digest = mix(digest, (uint64_t)game->position.columns << 8 | game->position.rows);
    for (uint32_t i = 0; i < turns; i++) {
        const HistoryEntry *entry = &game->history.entries[i];
        digest = mix(digest, entry->hash);
        digest = mix(digest, entry->circumstances);
    }
    return digest;
}

// Brings the root of the tree to the present moment of the game: along the moves that
// have been played since the last search if they are all known, else to an empty tree.
static void anchor_tree(Search *search, const Game *game, Color player)
{
    Anchor *anchor = &search->anchor;
    uint32_t turns = game->history.length;
    int since = (int)(turns - anchor->turns);
    NodeIndex root = 0;
    if (anchor->valid && turns >= anchor->turns && since <= game->move_count &&
        digest_game(game, anchor->turns) == anchor->digest) {
        root = TREE_ROOT;
        Color mover = anchor->player;
        const Move *moves = game->moves + game->move_count - since;
        for (int i = 0; i < since && root != 0; i++, mover = color_other(mover))
            root = moves[i].color == mover
                       ? tree_find_child(&search->tree, root, moves[i].point)
                       : 0;
        if (mover != player)
            root = 0;
    }
    if (root == 0)
        tree_clear(&search->tree);
    else if (root != TREE_ROOT)
        tree_set_root(&search->tree, root);
    *anchor = (Anchor){turns, digest_game(game, turns), player, true};
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

// Gives the leaf at the worker's position its children: every legal move but the
// filling of an own eye, in random order so that equals are tried in random order.
static void expand(Worker *worker, NodeIndex leaf)
{
    Search *search = worker->search;
    const Position *pos = &worker->position;
    Point moves[POINT_COUNT_MAX + 1];
    Prior priors[POINT_COUNT_MAX + 1];
    int count = 0;
    for (int i = 0; i < pos->empty_count; i++) {
        Point p = pos->empty[i];
        if (!policy_is_eye(pos, p, (Color)pos->to_play) &&
            rules_check(&search->task.game->rules, pos, &worker->history, p) == MOVE_OK)
            moves[count++] = p;
    }
    moves[count++] = PASS;
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(&worker->rng, (uint32_t)i + 1);
        Point moved = moves[i];
        moves[i] = moves[j];
        moves[j] = moved;
    }
    prior_fill(&search->policy, pos, trace_recent(&worker->trace, 1), moves, count,
               priors);
    tree_expand(&search->tree, leaf, moves, priors, count);
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
        node = tree_select(tree, node, params->rave_equivalence);
        worker->path[worker->path_length++] = node;
        tree_count_visit(tree, node);
        if (!play_node(worker, node))
            return false;
    }
    return true;
}

// Scores the end of a simulation, and counts who owns what. Half points, komi included.
static int judge(Worker *worker)
{
    Bitboard owner[2];
    area_owner(&worker->position, owner);
    const Bitboard *black = &owner[BLACK], *white = &owner[WHITE];
    for (Point p = bitboard_first(black); p; p = bitboard_next(black, p))
        worker->ownership[p]++;
    for (Point p = bitboard_first(white); p; p = bitboard_next(white, p))
        worker->ownership[p]--;
    int score = 2 * (bitboard_count(black) - bitboard_count(white)) -
                worker->search->task.game->komi;
    worker->score += score;
    worker->playouts++;
    return score;
}

// One simulation: descent, playout, backup. Errors: false when memory is exhausted.
static bool simulate(Worker *worker, uint64_t index)
{
    Search *search = worker->search;
    const Task *task = &search->task;
    uint32_t turns = worker->history.length;
    worker->rng = rng_seeded(mix(task->seed, index), index);
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
    int score = judge(worker);
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
    const SearchLimits *limits = &task->limits;
    if (limits->playouts > 0 && playouts_begun >= limits->playouts)
        return true;
    if (atomic_load_explicit(task->stop, memory_order_relaxed))
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
    worker->rng = rng_seeded(mix(search->task.seed, UINT64_MAX), 0);
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

// The most visited moves down the tree.
static void report_line(const Tree *tree, SearchReport *report)
{
    NodeIndex node = TREE_ROOT;
    while (report->line_length < SEARCH_LINE_MAX) {
        int count;
        NodeIndex first = tree_children(tree, node, &count), best = 0;
        uint32_t most = 0;
        for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
            if (node_playouts(tree_node(tree, i)) > most) {
                most = node_playouts(tree_node(tree, i));
                best = i;
            }
        if (best == 0)
            return;
        report->line[report->line_length++] = tree_node(tree, best)->move;
        node = best;
    }
}

static void fill_report(const Search *search, SearchReport *report)
{
    int64_t score = 0;
    for (int i = 0; i < search->threads; i++) {
        const Worker *worker = search->workers[i];
        report->playouts += worker->playouts;
        score += worker->score;
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

bool search_run(Search *search, const Game *game, Color player, SearchLimits limits,
                uint64_t seed, const atomic_bool *stop, SearchReport *report)
{
    Task *task = &search->task;
    memset(report, 0, sizeof *report);
    report->player = player;
    report->best = PASS;
    task->started = stopwatch_now();
    task->game = game;
    task->limits = limits;
    task->seed = seed;
    task->stop = stop;
    atomic_store(&task->next_playout, 0);
    atomic_store(&task->finished, false);
    set_root(task, game, player);
    anchor_tree(search, game, player);
    if (!prepare_workers(search))
        return false;
    expand_root(search);
    run_workers(search);
    fill_report(search, report);
    return true;
}

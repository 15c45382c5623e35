// SPDX-License-Identifier: MIT
#include "search.h"

#include <string.h>

#include "aligned.h"
#include "periodic_thread.h"
#include "prior.h"
#include "search_report.h"
#include "stopwatch.h"
#include "thread_pool.h"
#include "tree.h"
#include "tree_reuse.h"
#include "worker.h"

// Time between two looks at a search: in seconds at most, and as a part of the plan.
static const double LOOK_INTERVAL_MAX = 0.005, LOOK_INTERVAL_PART = 0.02;
// How long to wait until threads notice that a search is over. They need only a part of
// that, unless other programs have the processor.
static const double NOTICE_SECONDS = 0.001;
// Wake-up delays. A search allows for DELAY_FACTOR times the longest one. The next
// search remembers the part DELAY_MEMORY of it. The first guess is DELAY_GUESS, and at
// most DELAY_MAX is believed.
static const double DELAY_FACTOR = 2, DELAY_MEMORY = 0.99, DELAY_GUESS = 0.03,
                    DELAY_MAX = 0.1;
// The parts of the memory for the evaluation cache, and for each of the two biases.
enum { CACHE_PART = 32, BIAS_PART = 64 };
// Seconds to make room in a tree: for each slot that is looked at, and for each that is
// kept. Measured on a full tree of 512 MiB, and rounded up. Room must be of use for as
// long as it takes to make it: the time that is left must be ROOM_FACTOR times as long.
static const double SECONDS_A_SLOT = 2e-9, SECONDS_A_KEPT_SLOT = 1.8e-8,
                    ROOM_FACTOR = 2;

// A worker for each thread, and one for the helper.
enum { WORKERS_MAX = SEARCH_THREADS_MAX + 1 };

struct Search {
    PlayoutPolicy policy;
    Tree tree;
    EvalCache own_cache;
    ValueBias bias;
    PolicyBias policy_bias;
    GameStamp root_moment;
    KnownSums known;
    GameStamp known_moment; // of it, and of the last search
    int known_workers;      // of the last search, whose sums are not in it yet
    SearchContext context;
    const PlayoutKernel *lanes;
    PeriodicThread observing; // while there is an observer
    ThreadPool pool; // may still be working when a search has ended; see await_workers
    bool is_banned;  // moves were left out of the tree: it is of no use to others
    // Those of the tree; see SearchOrder.
    float doubling;
    bool hides_history;
    double root_temperature;
    double delay; // longest recent wake-up delay, in seconds
    double rate;  // playouts a second of the last search that had any
    int threads;
    const SearchHelper *helper; // or NULL
    Worker *workers[WORKERS_MAX];
};

// Waits until the workers of the last search have ended. Afterwards the tree and the
// context may be changed.
static void await_workers(Search *search)
{
    if (!thread_pool_wait(&search->pool, 0))
        atomic_store(&search->context.finished, true);
    thread_pool_join(&search->pool);
}

Search *search_new(const Params *params, const PlayoutKernel *lanes, int threads,
                   int memory_mib)
{
    Search *search = aligned_new(_Alignof(Search), sizeof *search);
    if (search == NULL)
        return NULL;
    memset(search, 0, sizeof *search);
    playout_policy_init(&search->policy, params);
    search->threads = threads;
    search->lanes = lanes;
    search->delay = DELAY_GUESS;
    thread_pool_init(&search->pool);
    search->context.cache = &search->own_cache;
    search->context.bias = &search->bias;
    search->context.policy_bias = &search->policy_bias;
    uint64_t bytes = (uint64_t)memory_mib << 20;
    bool has_cache = eval_cache_init(&search->own_cache, bytes / CACHE_PART);
    bool has_bias = value_bias_init(&search->bias, bytes / BIAS_PART);
    bool has_policy_bias = policy_bias_init(&search->policy_bias, bytes / BIAS_PART);
    bytes -= bytes / CACHE_PART + value_bias_bytes(&search->bias) +
             policy_bias_bytes(&search->policy_bias);
    if (!has_cache || !has_bias || !has_policy_bias ||
        !tree_init(&search->tree, bytes)) {
        search_delete(search);
        return NULL;
    }
    return search;
}

void search_delete(Search *search)
{
    if (search == NULL)
        return;
    await_workers(search);
    for (int i = 0; i < WORKERS_MAX; i++)
        worker_delete(search->workers[i]);
    thread_pool_free(&search->pool);
    tree_free(&search->tree);
    if (!search->context.shares_cache)
        eval_cache_free(&search->own_cache);
    value_bias_free(&search->bias);
    policy_bias_free(&search->policy_bias);
    aligned_delete(search);
}

// What networks have said of positions stays. Pre: no worker works.
static void forget_tree(Search *search)
{
    tree_clear(&search->tree);
    value_bias_clear(&search->bias);
    policy_bias_clear(&search->policy_bias);
    game_stamp_clear(&search->root_moment);
    game_stamp_clear(&search->known_moment);
}

void search_clear(Search *search)
{
    await_workers(search);
    forget_tree(search);
    if (!search->context.shares_cache)
        eval_cache_clear(search->context.cache);
}

// Tells the tree what a unit of its priors is.
static void set_prior_unit(Search *search)
{
    const Params *params = &search->policy.params;
    search->tree.prior_unit =
        search->context.network != NULL ? prior_network_unit(params) : 1;
    search->tree.probability = prior_network_scale(params);
}

void search_set_params(Search *search, const Params *params)
{
    await_workers(search);
    playout_policy_init(&search->policy, params);
    set_prior_unit(search);
    search_clear(search);
}

void search_use_network(Search *search, const Network *network, NetworkUse use)
{
    await_workers(search);
    for (int i = 0; i < WORKERS_MAX; i++) {
        worker_delete(search->workers[i]); // they have memory for networks, or not
        search->workers[i] = NULL;
    }
    search->context.network = network;
    search->context.katago = NULL;
    search->context.network_use = use;
    set_prior_unit(search);
    search_clear(search);
}

void search_use_katago(Search *search, const KatagoNetwork *katago)
{
    search_use_network(search, search->context.network, NETWORK_FULL);
    search->context.katago = katago;
}

void search_share_cache(Search *search, EvalCache *cache)
{
    await_workers(search);
    if (!search->context.shares_cache)
        eval_cache_free(&search->own_cache);
    search->context.cache = cache;
    search->context.shares_cache = true;
    search_clear(search);
}

void search_use_helper(Search *search, const SearchHelper *helper)
{
    await_workers(search);
    search->helper = helper;
}

void search_rest(Search *search)
{
    await_workers(search);
}

// Makes this number of workers ready for games of `turns` turns. Errors: false when
// memory is exhausted.
static bool reserve_workers(Search *search, int count, uint32_t turns)
{
    for (int i = 0; i < count; i++) {
        Worker **worker = &search->workers[i];
        if (*worker == NULL)
            *worker = worker_new(&search->context);
        if (*worker == NULL ||
            !history_reserve(&(*worker)->history, turns + PATH_LIMIT))
            return false;
    }
    return true;
}

bool search_reserve(Search *search, uint32_t turns)
{
    await_workers(search);
    return reserve_workers(search, search->threads + (search->helper != NULL), turns);
}

// The number of threads of the present search, of all that there are.
static int thread_count(const Search *search)
{
    int most = search->context.order.workers;
    if (search->context.has_helper && search->helper->is_alone)
        return 0;
    return most > 0 && most < search->threads ? most : search->threads;
}

// The number of workers of the present search. The helper has the last one.
static int worker_count(const Search *search)
{
    return thread_count(search) + search->context.has_helper;
}

// Makes the workers ready for the context. Errors: false when memory is exhausted.
static bool prepare_workers(Search *search)
{
    int count = worker_count(search);
    if (!reserve_workers(search, count, search->context.game->history.length))
        return false;
    for (int i = 0; i < count; i++)
        if (!worker_prepare(search->workers[i], &search->context))
            return false;
    return true;
}

static void run_worker(void *object, int index)
{
    const Search *search = object;
    if (index == thread_count(search))
        search->helper->help(search->helper->object, search->workers[index]);
    else
        worker_run(search->workers[index]);
}

// Seconds until the search should end; see SearchLimits.
static double seconds_left(const Search *search)
{
    const SearchContext *context = &search->context;
    const SearchLimits *limits = &context->order.limits;
    double early = DELAY_FACTOR * search->delay - limits->spare;
    double left = context->started + limits->seconds - stopwatch_now();
    return limits->spare > 0 && early > 0 ? left - early : left;
}

// Is a limit reached, or can nothing more be gained?
static bool is_over(Search *search)
{
    const SearchContext *context = &search->context;
    const SearchLimits *limits = &context->order.limits;
    if ((limits->seconds > 0 && seconds_left(search) <= 0) ||
        atomic_load(context->order.stop))
        return true;
    if (limits->plan.seconds <= 0)
        return false;
    RootView view;
    search_report_root(context, &view);
    return early_stop_is_due(&limits->plan, &view, stopwatch_now() - context->started);
}

// When to look at a search again.
static double next_look(const Search *search)
{
    const SearchContext *context = &search->context;
    const SearchLimits *limits = &context->order.limits;
    double interval = LOOK_INTERVAL_MAX, now = stopwatch_now();
    double part = LOOK_INTERVAL_PART * limits->plan.seconds;
    if (part > 0 && part < interval)
        interval = part;
    double left = seconds_left(search);
    if (limits->seconds > 0 && left < interval)
        interval = left > 0 ? left : 0;
    return now + interval;
}

static void note_delay(Search *search, double seconds)
{
    if (seconds > DELAY_MAX)
        seconds = DELAY_MAX; // the whole machine may have slept
    if (seconds > search->delay)
        search->delay = seconds;
}

// Runs the workers. Unless the order awaits them, workers that do not notice soon that
// the search is over are left alone; they will notice before long. If the searching
// thread itself was woken late, it does not wait for them at all: it might be woken
// late again.
static void run_workers(Search *search)
{
    thread_pool_start(&search->pool, worker_count(search), run_worker, search);
    double due = next_look(search);
    while (!thread_pool_wait(&search->pool, due)) {
        double late = stopwatch_now() - due;
        note_delay(search, late);
        if (is_over(search)) {
            atomic_store(&search->context.finished, true);
            if (search->context.order.awaits_workers)
                await_workers(search);
            else if (late < NOTICE_SECONDS)
                thread_pool_wait(&search->pool, stopwatch_now() + NOTICE_SECONDS);
            return;
        }
        due = next_look(search);
    }
}

// Fills the final report. If the lanes are still working, their work is left out.
static void fill_report(Search *search, SearchReport *report)
{
    search_view(search, report);
    report->delay = search->delay;
    if (report->playouts > 0)
        search->rate = (double)report->playouts / report->seconds;
    for (int i = 0; i < report->workers && thread_pool_wait(&search->pool, 0); i++) {
        const BatchUsage *work = &search->workers[i]->work;
        report->work.slots += work->slots;
        report->work.trials += work->trials;
        report->work.turns += work->turns;
        report->work.games += work->games;
    }
}

// Simulations through the node of the present moment, of all searches.
static uint32_t known_simulations(const Search *search)
{
    const SearchContext *context = &search->context;
    return tree_node(context->tree, context->node).visits /
           search_context_visit_steps(context);
}

// The most slots below the node of the present moment. Each simulation expands at most
// one node there, and without PUCT only one in several does.
static double slots_below(const Search *search)
{
    const SearchContext *context = &search->context;
    int count, visits = context->is_puct ? 1 : search->policy.params.expand_visits + 1;
    tree_children(context->tree, context->node, &count);
    double slots = (double)known_simulations(search) / visits * (count + 1);
    double used = atomic_load(&context->tree->used);
    return slots < used ? slots : used;
}

// Seconds that make_tree_room needs.
static double seconds_for_room(const Search *search)
{
    const Tree *tree = &search->tree;
    double slots = atomic_load(&tree->used), half = 0.5 * tree->capacity, seconds = 0;
    if (search->context.node != TREE_ROOT) {
        double below = slots_below(search);
        seconds = SECONDS_A_SLOT * slots + SECONDS_A_KEPT_SLOT * below;
        slots = below;
    }
    if (slots > half)
        seconds += 2 * SECONDS_A_SLOT * slots + SECONDS_A_KEPT_SLOT * half;
    return seconds;
}

static bool has_time_for_room(const Search *search)
{
    const SearchContext *context = &search->context;
    double left = context->started + context->order.limits.seconds - stopwatch_now();
    return context->order.limits.seconds <= 0 ||
           ROOM_FACTOR * seconds_for_room(search) < left;
}

// Is more known of the present moment than a search with an empty tree would find?
static bool knows_enough(const Search *search)
{
    double playouts = search->rate * search->context.order.limits.seconds;
    return known_simulations(search) >= playouts;
}

// Has a full tree ended the workers before the search is done?
static bool is_interrupted(const Search *search)
{
    const SearchContext *context = &search->context;
    return !atomic_load(&context->finished) && !context->order.limits.until_full;
}

// Makes room in a full tree. First drops what does not belong to the present moment,
// then the least visited nodes.
static void make_tree_room(Search *search)
{
    Tree *tree = &search->tree;
    SearchContext *context = &search->context;
    tree_reuse_drop_rest(&search->root_moment, tree, context->game,
                         context->order.player);
    context->node = TREE_ROOT;
    if (atomic_load(&tree->used) > tree->capacity / 2)
        tree_prune(tree);
}

// Makes room in the midst of a search.
static void make_tree_room_unobserved(Search *search)
{
    const SearchObserver *observer = search->context.order.observer;
    bool is_observed = observer != NULL && observer->interval > 0;
    if (is_observed)
        periodic_thread_hold(&search->observing);
    make_tree_room(search);
    if (is_observed)
        periodic_thread_release(&search->observing);
}

static void go_to_present(Search *search)
{
    SearchContext *context = &search->context;
    context->node = tree_reuse_find(&search->root_moment, &search->tree, context->game,
                                    context->order.player);
}

// Brings the tree to the present moment, with room at least for the moves. Other
// moments are kept as long as there is room, because the game may come back to them. If
// there is no time to make room, a full tree may be of use as it is.
static void prepare_tree(Search *search)
{
    const Tree *tree = &search->tree;
    int count;
    go_to_present(search);
    tree_children(tree, search->context.node, &count);
    bool has_room = !atomic_load(&tree->is_full) &&
                    tree->capacity - atomic_load(&tree->used) > POINT_LIST_MAX;
    if (has_room || (count > 0 && search->context.order.limits.until_full))
        return;
    if (count > 0 && has_time_for_room(search)) {
        make_tree_room(search);
    } else if (count == 0 || !knows_enough(search)) {
        search_clear(search);
        go_to_present(search);
    }
}

// Runs the workers until the search is done. If there is no time to make room in a full
// tree, they go on in the tree as it is.
static void run_to_end(Search *search)
{
    SearchContext *context = &search->context;
    context->ends_when_full = true;
    run_workers(search);
    while (is_interrupted(search)) {
        if (has_time_for_room(search))
            make_tree_room_unobserved(search);
        else
            context->ends_when_full = false;
        run_workers(search);
    }
}

// A PeriodicThread's look.
static void look_as_observer(void *object)
{
    Search *search = object;
    const SearchObserver *observer = search->context.order.observer;
    if (!atomic_load(&search->context.finished) &&
        !observer->look(observer->object, search, false))
        atomic_store(&search->context.finished, true);
}

// Runs the workers to the end, with the observer.
static void run_observed(Search *search)
{
    const SearchObserver *observer = search->context.order.observer;
    double first = observer->first > 0 ? observer->first : observer->interval;
    if (observer->interval > 0)
        periodic_thread_start(&search->observing, first, observer->interval,
                              look_as_observer, search);
    run_to_end(search);
    if (observer->interval > 0)
        periodic_thread_stop(&search->observing);
}

void search_view(const Search *search, SearchReport *report)
{
    search_report_fill(&search->context, search->workers, worker_count(search), report);
}

int search_sample(Search *search, int count, Rng *rng, const LineTaker *taker)
{
    await_workers(search);
    return tree_sample(&search->tree, search->context.node, count, rng, taker);
}

void search_view_move(const Search *search, Point move, MoveView *view)
{
    search_report_move(&search->context, search->workers, worker_count(search), move,
                       view);
}

const NetworkOutput *search_root_output(const Search *search)
{
    return search->context.has_root_output ? &search->context.root_output : NULL;
}

void search_view_owners(const Search *search, Point move, OwnersView *view)
{
    search_report_owners(search->workers, worker_count(search), move, view);
}

// Begins the context of a search that was asked for at the time `started`.
static void begin_context(Search *search, const Game *game, const SearchOrder *order,
                          double started)
{
    SearchContext *context = &search->context;
    context->started = started;
    context->order = *order;
    if (order->root_temperature == 1)
        context->order.root_temperature = 0;
    if (order->filter != NULL) {
        context->filter = *order->filter;
        context->order.filter = &context->filter;
    }
    context->lanes = search->lanes;
    context->policy = &search->policy;
    context->tree = &search->tree;
    atomic_store(&context->next_playout, 0);
    atomic_store(&context->finished, false);
    search_context_begin(context, game);
    context->has_helper =
        search->helper != NULL && context->is_puct && !order->is_reproducible;
}

// Adds what the last search has found to what is known of its moment, if that is this
// search's, too. Otherwise forgets that. Pre: the tree has been brought to the moment.
static void keep_sums(Search *search)
{
    SearchContext *context = &search->context;
    bool goes_on =
        tree_node(context->tree, context->node).visits > 0 &&
        game_stamp_is_at(&search->known_moment, context->game, context->order.player);
    if (!goes_on)
        memset(&search->known, 0, sizeof search->known);
    for (int i = 0; goes_on && i < search->known_workers; i++)
        search_report_keep(search->workers[i], &search->known);
    search->known_workers = 0;
    game_stamp_take(&search->known_moment, context->game, context->order.player);
    context->known = context->order.observer != NULL ? &search->known : NULL;
}

// Forgets a tree that is of no use to this search, or that will be of no use to others.
static void drop_other_tree(Search *search)
{
    const SearchOrder *order = &search->context.order;
    bool asks_katago = search->context.asks_katago;
    float doubling = asks_katago ? order->doubling : 0;
    bool hides_history = asks_katago && order->hides_history;
    if (order->filter != NULL || search->is_banned || search->doubling != doubling ||
        search->root_temperature != order->root_temperature ||
        search->hides_history != hides_history)
        forget_tree(search);
    search->is_banned = order->filter != NULL;
    search->doubling = doubling;
    search->root_temperature = order->root_temperature;
    search->hides_history = hides_history;
}

bool search_run(Search *search, const Game *game, const SearchOrder *order,
                SearchReport *report)
{
    SearchContext *context = &search->context;
    // Waiting for the last search takes part of the time.
    double started = stopwatch_now();
    await_workers(search);
    memset(report, 0, sizeof *report);
    report->player = order->player;
    report->best = PASS;
    search->delay *= DELAY_MEMORY;
    begin_context(search, game, order, started);
    drop_other_tree(search);
    prepare_tree(search);
    keep_sums(search);
    bool is_known = tree_is_expanded(context->tree, context->node);
    if (context->is_puct) {
        if (!context->weighs_children)
            value_bias_begin(&search->bias);
        else if (!is_known)
            worker_recall_biases(context);
        policy_bias_begin(&search->policy_bias);
    }
    context->visits_before = tree_node(context->tree, context->node).visits;
    search_context_spare_counters(context);
    if (!prepare_workers(search))
        return false;
    search->known_workers = worker_count(search);
    worker_begin_at_root(search->workers[0]);
    if (context->weighs_children && is_known)
        worker_renew_values(context);
    if (context->has_helper)
        search->helper->prepare(search->helper->object,
                                search->workers[thread_count(search)]);
    search_context_limit_visits(context);
    if (order->observer != NULL)
        run_observed(search);
    else
        run_to_end(search);
    fill_report(search, report);
    if (order->observer != NULL)
        order->observer->look(order->observer->object, search, true);
    return true;
}

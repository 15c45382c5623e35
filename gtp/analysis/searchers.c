// SPDX-License-Identifier: MIT
#include "searchers.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "eval_cache.h"
#include "position_search.h"

enum {
    CACHE_PART = 16, // of the memory for trees
    // Bytes of answers that wait to be written, from which on no search begins, and
    // from which on reports during a search are left out.
    ANSWER_BYTES_MAX = 64 << 20,
    REPORT_BYTES_MAX = 1 << 18,
};

// A thread.
typedef struct Searcher {
    Searchers *searchers;
    int index;
    pthread_t thread;
    Game game;             // the position
    OwnerEstimate *owners; // after each move; NULL until they are wanted
    TaskPlace *place;
    bool no_memory;
} Searcher;

struct Searchers {
    EvalCache cache;
    bool has_cache;
    bool network_tells_errors;
    int count, started;
    Searcher members[TASK_TAKERS_MAX];
    pthread_mutex_t mutex; // guards the fields below
    PositionSearch *searches[TASK_TAKERS_MAX];
    bool is_used[TASK_TAKERS_MAX];
    TaskQueue *tasks;
    AnswerQueue *answers;
    void (*on_end)(void *object);
    void *object;
};

// The memory of a search in MiB.
static int memory_of(const EngineOptions *options, int index, int count)
{
    int rest = options->memory_mib - options->memory_mib / CACHE_PART;
    int first = count > 1 ? rest / 2 : rest;
    int mib = index == 0 ? first : (rest - first) / (count - 1);
    return mib > 1 ? mib : 1;
}

static bool take_memory(Searchers *searchers, const EngineOptions *options, int threads)
{
    uint64_t bytes = ((uint64_t)options->memory_mib << 20) / CACHE_PART;
    searchers->has_cache = true;
    if (!eval_cache_init(&searchers->cache, bytes))
        return false;
    for (int i = 0; i < searchers->count; i++) {
        searchers->searches[i] =
            position_search_new(options, &searchers->cache, threads,
                                memory_of(options, i, searchers->count));
        if (searchers->searches[i] == NULL)
            return false;
    }
    return true;
}

Searchers *searchers_new(const EngineOptions *options, int count, int threads)
{
    Searchers *searchers = calloc(1, sizeof *searchers);
    if (searchers == NULL)
        return NULL;
    searchers->count = count;
    searchers->network_tells_errors =
        options->katago != NULL ||
        (options->network != NULL &&
         network_version(options->network) >= NETWORK_VERSION_ERRORS);
    pthread_mutex_init(&searchers->mutex, NULL);
    for (int i = 0; i < count; i++)
        searchers->members[i] = (Searcher){.searchers = searchers, .index = i};
    if (take_memory(searchers, options, threads))
        return searchers;
    searchers_delete(searchers);
    return NULL;
}

void searchers_delete(Searchers *searchers)
{
    if (searchers == NULL)
        return;
    for (int i = 0; i < searchers->count; i++) {
        position_search_delete(searchers->searches[i]);
        game_free(&searchers->members[i].game);
        free(searchers->members[i].owners);
    }
    if (searchers->has_cache)
        eval_cache_free(&searchers->cache);
    pthread_mutex_destroy(&searchers->mutex);
    free(searchers);
}

void searchers_clear_cache(Searchers *searchers)
{
    eval_cache_clear(&searchers->cache);
}

// The first search that nobody uses. There is one for each thread.
static int take_search(Searchers *searchers)
{
    int index = 0;
    pthread_mutex_lock(&searchers->mutex);
    while (searchers->is_used[index])
        index++;
    searchers->is_used[index] = true;
    pthread_mutex_unlock(&searchers->mutex);
    return index;
}

static void give_search_back(Searchers *searchers, int index)
{
    pthread_mutex_lock(&searchers->mutex);
    searchers->is_used[index] = false;
    pthread_mutex_unlock(&searchers->mutex);
}

static void put(Searcher *searcher, char *line)
{
    if (!answer_queue_put(searcher->searchers->answers, line))
        searcher->no_memory = true;
}

// An AnalysisOrder's tell.
static bool tell(void *object, const Analysis *analysis)
{
    Searcher *searcher = object;
    const Task *task = &searcher->place->task;
    AnswerQueue *answers = searcher->searchers->answers;
    AnswerView view = {task_query(task), task->turn, &searcher->game, analysis,
                       searcher->searchers->network_tells_errors};
    if (analysis->ended || answer_queue_bytes(answers) < REPORT_BYTES_MAX)
        put(searcher, answer_analysis(&view));
    return true;
}

// The memory for the owners after each move, if the query wants them. Errors: false
// when memory is exhausted.
static bool take_owners(Searcher *searcher, const QueryWishes *wishes,
                        AnalysisOrder *order)
{
    if (!wishes->moves_ownership && !wishes->moves_ownership_deviation)
        return true;
    if (searcher->owners == NULL)
        searcher->owners = calloc(POINT_LIMIT, sizeof *searcher->owners);
    order->move_owners = searcher->owners;
    return searcher->owners != NULL;
}

static bool search(Searcher *searcher, PositionSearch *search)
{
    const Query *query = task_query(&searcher->place->task);
    PositionOrder order = {
        .game = &searcher->game,
        .katago_rules = &query->rules,
        .limits = query->limits,
        .threads = searcher->place->threads,
        .root_temperature = query->root_temperature,
        .listener = {.interval = query->report_every,
                     .first = query->first_report,
                     .moves_min = POINT_LIST_MAX,
                     .moves_max = POINT_LIST_MAX,
                     .filter = query->filter,
                     .tell = tell,
                     .object = searcher},
        .stop = &searcher->place->stop,
    };
    return query_game(query, searcher->place->task.turn, &searcher->game) &&
           take_owners(searcher, &query->wishes, &order.listener) &&
           position_search_run(search, &order);
}

// Searches a position. Its last answer is put in any case.
static void serve(Searcher *searcher)
{
    const Task *task = &searcher->place->task;
    int index = take_search(searcher->searchers);
    if (!search(searcher, searcher->searchers->searches[index]))
        put(searcher, answer_no_results(task_query(task), task->turn));
    give_search_back(searcher->searchers, index);
}

// The thread.
static void *search_positions(void *argument)
{
    Searcher *searcher = argument;
    Searchers *searchers = searcher->searchers;
    for (;;) {
        answer_queue_wait_for_room(searchers->answers, ANSWER_BYTES_MAX);
        searcher->place = task_queue_take(searchers->tasks, searcher->index);
        if (searcher->place == NULL)
            break;
        serve(searcher);
        task_queue_done(searchers->tasks, searcher->index);
    }
    searchers->on_end(searchers->object);
    return NULL;
}

bool searchers_start(Searchers *searchers, TaskQueue *tasks, AnswerQueue *answers,
                     void (*on_end)(void *object), void *object)
{
    searchers->tasks = tasks;
    searchers->answers = answers;
    searchers->on_end = on_end;
    searchers->object = object;
    while (searchers->started < searchers->count) {
        Searcher *member = &searchers->members[searchers->started];
        if (pthread_create(&member->thread, NULL, search_positions, member) != 0) {
            task_queue_abandon(tasks);
            return false;
        }
        searchers->started++;
    }
    return true;
}

bool searchers_join(Searchers *searchers)
{
    bool done = true;
    for (int i = 0; i < searchers->started; i++) {
        pthread_join(searchers->members[i].thread, NULL);
        done = done && !searchers->members[i].no_memory;
    }
    searchers->started = 0;
    return done;
}

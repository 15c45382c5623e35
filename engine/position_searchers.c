// SPDX-License-Identifier: MIT
#include "position_searchers.h"

#include <pthread.h>
#include <stdlib.h>

#include "eval_cache.h"

enum { CACHE_PART = 16 }; // of the memory for trees

// A thread.
typedef struct Searcher {
    PositionSearchers *searchers;
    int index;
    pthread_t thread;
} Searcher;

struct PositionSearchers {
    EvalCache cache;
    bool has_cache;
    int count, started;
    Searcher members[POSITION_SEARCHERS_MAX];
    PositionSource source;
    pthread_mutex_t mutex; // guards the fields below
    PositionSearch *searches[POSITION_SEARCHERS_MAX];
    bool is_used[POSITION_SEARCHERS_MAX];
};

// The memory of a search in MiB.
static int memory_of(const EngineOptions *options, int index, int count)
{
    int rest = options->memory_mib - options->memory_mib / CACHE_PART;
    int first = count > 1 ? rest / 2 : rest;
    int mib = index == 0 ? first : (rest - first) / (count - 1);
    return mib > 1 ? mib : 1;
}

static bool take_memory(PositionSearchers *searchers, const EngineOptions *options,
                        int threads)
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

PositionSearchers *position_searchers_new(const EngineOptions *options, int count,
                                          int threads)
{
    PositionSearchers *searchers = calloc(1, sizeof *searchers);
    if (searchers == NULL)
        return NULL;
    searchers->count = count;
    pthread_mutex_init(&searchers->mutex, NULL);
    for (int i = 0; i < count; i++)
        searchers->members[i] = (Searcher){.searchers = searchers, .index = i};
    if (take_memory(searchers, options, threads))
        return searchers;
    position_searchers_delete(searchers);
    return NULL;
}

void position_searchers_delete(PositionSearchers *searchers)
{
    if (searchers == NULL)
        return;
    for (int i = 0; i < searchers->count; i++)
        position_search_delete(searchers->searches[i]);
    if (searchers->has_cache)
        eval_cache_free(&searchers->cache);
    pthread_mutex_destroy(&searchers->mutex);
    free(searchers);
}

void position_searchers_clear_cache(PositionSearchers *searchers)
{
    eval_cache_clear(&searchers->cache);
}

// The first search that nobody uses. There is one for each thread.
static int take_search(PositionSearchers *searchers)
{
    int index = 0;
    pthread_mutex_lock(&searchers->mutex);
    while (searchers->is_used[index])
        index++;
    searchers->is_used[index] = true;
    pthread_mutex_unlock(&searchers->mutex);
    return index;
}

static void give_search_back(PositionSearchers *searchers, int index)
{
    pthread_mutex_lock(&searchers->mutex);
    searchers->is_used[index] = false;
    pthread_mutex_unlock(&searchers->mutex);
}

// The thread.
static void *search_positions(void *argument)
{
    const Searcher *searcher = argument;
    PositionSearchers *searchers = searcher->searchers;
    const PositionSource *source = &searchers->source;
    PositionOrder order = {.game = NULL};
    while (source->take(source->object, searcher->index, &order)) {
        int index = take_search(searchers);
        bool searched = position_search_run(searchers->searches[index], &order);
        give_search_back(searchers, index);
        source->done(source->object, searcher->index, searched);
    }
    if (source->end != NULL)
        source->end(source->object);
    return NULL;
}

bool position_searchers_start(PositionSearchers *searchers,
                              const PositionSource *source)
{
    searchers->source = *source;
    while (searchers->started < searchers->count) {
        Searcher *member = &searchers->members[searchers->started];
        if (pthread_create(&member->thread, NULL, search_positions, member) != 0)
            return false;
        searchers->started++;
    }
    return true;
}

void position_searchers_join(PositionSearchers *searchers)
{
    for (int i = 0; i < searchers->started; i++)
        pthread_join(searchers->members[i].thread, NULL);
    searchers->started = 0;
}

int position_threads(const ThreadShares *shares)
{
    int sharers = shares->waiting < shares->takers ? shares->waiting : shares->takers;
    int share = shares->free / (sharers > 0 ? sharers : 1);
    share = share < shares->most ? share : shares->most;
    return share > 1 ? share : 1;
}

// SPDX-License-Identifier: MIT
#include "review_search.h"

#include <pthread.h>
#include <string.h>

#include "aligned.h"

// How flat the policy of the position is made, as in an analysis by KataGo's protocol:
// its noise is 0.04 by default. See query_settings.c.
static const double ROOT_TEMPERATURE = 1.16;

typedef struct Run Run;

// What a thread has.
typedef struct Member {
    Run *run;
    Game game;
    int turn, threads;
} Member;

struct Run {
    const ReviewSearch *search;
    const ReviewGame *game;
    ReviewPosition *positions;
    Member members[POSITION_SEARCHERS_MAX];
    pthread_mutex_t mutex; // guards the fields below
    Game cursor;           // the position before turn `next`
    int next;
    int threads_free, takers;
    bool no_memory;
};

// An AnalysisOrder's tell.
static bool tell(void *object, const Analysis *analysis)
{
    Member *member = object;
    if (analysis->ended)
        review_position_fill(&member->run->positions[member->turn], analysis,
                             &member->game);
    return true;
}

// Makes the position after the next turn the member's. Errors: false when memory is
// exhausted. Pre: the mutex is locked.
static bool go_on(Run *run, Member *member)
{
    if (!review_game_play(run->game, run->next, &run->cursor) ||
        !game_copy(&member->game, &run->cursor))
        return false;
    member->turn = run->next++;
    return true;
}

// Takes threads for the position that was taken. Pre: the mutex is locked.
static void take_threads(Run *run, Member *member)
{
    const ThreadShares shares = {.free = run->threads_free,
                                 .waiting = run->game->turn_count - member->turn,
                                 .takers = run->takers,
                                 .most = run->search->threads};
    member->threads = position_threads(&shares);
    run->threads_free -= member->threads;
    run->takers--;
}

// A PositionSource's take.
static bool take(void *object, int index, PositionOrder *order)
{
    Run *run = object;
    Member *member = &run->members[index];
    pthread_mutex_lock(&run->mutex);
    bool has_more = run->next < run->game->turn_count && !run->no_memory &&
                    !atomic_load(run->search->stop);
    if (has_more && !go_on(run, member)) {
        run->no_memory = true;
        has_more = false;
    }
    if (has_more)
        take_threads(run, member);
    pthread_mutex_unlock(&run->mutex);
    *order = (PositionOrder){.game = &member->game,
                             .limits = run->search->limits,
                             .threads = member->threads,
                             .root_temperature = ROOT_TEMPERATURE,
                             .listener = {.moves_min = 1,
                                          .moves_max = REVIEW_MOVES_MAX,
                                          .tell = tell,
                                          .object = member},
                             .stop = run->search->stop};
    return has_more;
}

// A PositionSource's done.
static void finish(void *object, int index, bool searched)
{
    Run *run = object;
    pthread_mutex_lock(&run->mutex);
    run->no_memory = run->no_memory || !searched;
    run->threads_free += run->members[index].threads;
    run->takers++;
    pthread_mutex_unlock(&run->mutex);
    atomic_fetch_add(run->search->done, 1);
}

static ReviewSearchEnd search_all(Run *run)
{
    const PositionSource source = {take, finish, NULL, run};
    bool started = position_searchers_start(run->search->searchers, &source);
    position_searchers_join(run->search->searchers);
    if (run->no_memory)
        return REVIEW_SEARCH_NO_MEMORY;
    if (atomic_load(run->search->stop))
        return REVIEW_SEARCH_STOPPED;
    return started || atomic_load(run->search->done) == run->game->turn_count
               ? REVIEW_SEARCH_DONE
               : REVIEW_SEARCH_NO_THREAD;
}

static void delete_run(Run *run)
{
    game_free(&run->cursor);
    for (int i = 0; i < POSITION_SEARCHERS_MAX; i++)
        game_free(&run->members[i].game);
    pthread_mutex_destroy(&run->mutex);
    aligned_delete(run);
}

// Errors: NULL when memory is exhausted.
static Run *new_run(const ReviewSearch *search, const ReviewGame *game)
{
    Run *run = aligned_new(_Alignof(Run), sizeof *run);
    if (run == NULL)
        return NULL;
    memset(run, 0, sizeof *run);
    run->search = search;
    run->game = game;
    run->threads_free = search->threads;
    run->takers = search->searches;
    for (int i = 0; i < POSITION_SEARCHERS_MAX; i++)
        run->members[i].run = run;
    pthread_mutex_init(&run->mutex, NULL);
    if (review_game_begin(game, &run->cursor))
        return run;
    delete_run(run);
    return NULL;
}

ReviewSearchEnd review_search_run(const ReviewSearch *search, const ReviewGame *game,
                                  ReviewPosition positions[])
{
    Run *run = new_run(search, game);
    if (run == NULL)
        return REVIEW_SEARCH_NO_MEMORY;
    run->positions = positions;
    atomic_store(search->done, 0);
    ReviewSearchEnd end = search_all(run);
    delete_run(run);
    return end;
}

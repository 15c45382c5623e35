// SPDX-License-Identifier: MIT
#include "searchers.h"

#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "answer.h"
#include "position_searchers.h"

enum {
    // Bytes of answers that wait to be written, from which on no search begins, and
    // from which on reports during a search are left out.
    ANSWER_BYTES_MAX = 64 << 20,
    REPORT_BYTES_MAX = 1 << 18,
};

// What a thread has.
typedef struct Searcher {
    Searchers *searchers;
    Game game;                 // the position
    OwnerEstimate *owners;     // after each move; NULL until they are wanted
    KatagoAnswer human;        // of the network that imitates people, if it was asked
    bool has_policy;           // it was, or the program's own: then its policy is here
    bool has_human;            // it was, and not the program's own
    float people[POINT_LIMIT]; // that of the program's own
    TaskPlace *place;
    bool no_memory;
} Searcher;

struct Searchers {
    PositionSearchers *threads;
    bool network_tells_errors;
    const KatagoNetwork *human; // imitates people; NULL: there is none
    const HumanNetwork *people; // the program's own, if that one is asked; or NULL
    int count;
    Searcher members[TASK_TAKERS_MAX];
    TaskQueue *tasks;
    AnswerQueue *answers;
    void (*on_end)(void *object);
    void *object;
};

Searchers *searchers_new(const EngineOptions *options, int count, int threads)
{
    Searchers *searchers = aligned_new(_Alignof(Searchers), sizeof *searchers);
    if (searchers == NULL)
        return NULL;
    memset(searchers, 0, sizeof *searchers);
    searchers->count = count;
    searchers->human = options->human;
    searchers->people = engine_options_own_people(options);
    searchers->network_tells_errors =
        options->katago != NULL ||
        (options->network != NULL &&
         network_version(options->network) >= NETWORK_VERSION_ERRORS);
    for (int i = 0; i < count; i++)
        searchers->members[i] = (Searcher){.searchers = searchers};
    searchers->threads = position_searchers_new(options, count, threads);
    if (searchers->threads != NULL)
        return searchers;
    searchers_delete(searchers);
    return NULL;
}

void searchers_delete(Searchers *searchers)
{
    if (searchers == NULL)
        return;
    position_searchers_delete(searchers->threads);
    for (int i = 0; i < searchers->count; i++) {
        game_free(&searchers->members[i].game);
        free(searchers->members[i].owners);
    }
    aligned_delete(searchers);
}

void searchers_clear_cache(Searchers *searchers)
{
    position_searchers_clear_cache(searchers->threads);
}

static void put(Searcher *searcher, char *line)
{
    if (!answer_queue_put(searcher->searchers->answers, line))
        searcher->no_memory = true;
}

// NULL: that was not asked.
static const float *policy_of_people(const Searcher *searcher)
{
    if (!searcher->has_policy)
        return NULL;
    return searcher->has_human ? searcher->human.policy : searcher->people;
}

// An AnalysisOrder's tell.
static bool tell(void *object, const Analysis *analysis)
{
    Searcher *searcher = object;
    const Task *task = &searcher->place->task;
    AnswerQueue *answers = searcher->searchers->answers;
    AnswerView view = {task_query(task),
                       task->turn,
                       &searcher->game,
                       analysis,
                       searcher->searchers->network_tells_errors,
                       policy_of_people(searcher),
                       searcher->has_human ? &searcher->human.output : NULL};
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

// Asks the program's own network, if it is to be asked.
static bool ask_own(Searcher *searcher, const NetworkQuery *asked)
{
    const HumanNetwork *people = searcher->searchers->people;
    searcher->has_policy =
        people != NULL && asked->profile.source != KATAGO_SOURCE_NONE;
    return !searcher->has_policy ||
           network_query_ask_human(people, &searcher->game, asked, false,
                                   searcher->people);
}

// Asks how people would play, if the query names some. As in KataGo, a network that
// does not imitate people is always asked. Errors: false when memory is exhausted.
static bool ask_human(Searcher *searcher, const Query *query)
{
    const KatagoNetwork *network = searcher->searchers->human;
    const Position *pos = &searcher->game.position;
    searcher->has_human = network != NULL &&
                          katago_network_takes(pos->columns, pos->rows) &&
                          katago_network_knows(network, &query->profile);
    NetworkQuery asked = {.player = (Color)pos->to_play,
                          .as_root = query->hides_history,
                          .profile = query->profile};
    searcher->has_policy = searcher->has_human;
    if (!searcher->has_human)
        return ask_own(searcher, &asked);
    return network_query_ask_katago(network, &searcher->game, &asked, &searcher->human);
}

// Fills the order for the position that was taken. Errors: false when memory is
// exhausted.
static bool fill_order(Searcher *searcher, PositionOrder *order)
{
    const Query *query = task_query(&searcher->place->task);
    *order = (PositionOrder){
        .game = &searcher->game,
        .params = &query->params,
        .limits = query->limits,
        .threads = searcher->place->threads,
        .root_temperature = query->root_temperature,
        .profile = query->profile,
        .hides_history = query->hides_history,
        .listener = {.interval = query->report_every,
                     .first = query->first_report,
                     .moves_min = POINT_LIST_MAX,
                     .moves_max = POINT_LIST_MAX,
                     .filter = query->filter,
                     .tell = tell,
                     .object = searcher},
        .stop = &searcher->place->stop,
    };
    if (!query_game(query, searcher->place->task.turn, &searcher->game))
        return false;
    Color player = (Color)searcher->game.position.to_play;
    order->doubling = (float)doubling_of_white(&query->doubling, player);
    return ask_human(searcher, query) &&
           take_owners(searcher, &query->wishes, &order->listener);
}

// A PositionSource's done. The last answer of the position is put in any case.
static void finish(void *object, int index, bool searched)
{
    Searchers *searchers = object;
    Searcher *searcher = &searchers->members[index];
    const Task *task = &searcher->place->task;
    if (!searched)
        put(searcher, answer_no_results(task_query(task), task->turn));
    task_queue_done(searchers->tasks, index);
}

// A PositionSource's take.
static bool take(void *object, int index, PositionOrder *order)
{
    Searchers *searchers = object;
    Searcher *searcher = &searchers->members[index];
    for (;;) {
        answer_queue_wait_for_room(searchers->answers, ANSWER_BYTES_MAX);
        searcher->place = task_queue_take(searchers->tasks, index);
        if (searcher->place == NULL || fill_order(searcher, order))
            return searcher->place != NULL;
        finish(searchers, index, false);
    }
}

// A PositionSource's end.
static void end(void *object)
{
    const Searchers *searchers = object;
    searchers->on_end(searchers->object);
}

bool searchers_start(Searchers *searchers, TaskQueue *tasks, AnswerQueue *answers,
                     void (*on_end)(void *object), void *object)
{
    searchers->tasks = tasks;
    searchers->answers = answers;
    searchers->on_end = on_end;
    searchers->object = object;
    const PositionSource source = {take, finish, end, searchers};
    bool started = position_searchers_start(searchers->threads, &source);
    if (!started)
        task_queue_abandon(tasks);
    return started;
}

bool searchers_join(Searchers *searchers)
{
    bool done = true;
    position_searchers_join(searchers->threads);
    for (int i = 0; i < searchers->count; i++)
        done = done && !searchers->members[i].no_memory;
    return done;
}

// SPDX-License-Identifier: MIT
#include "task_queue.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// A query, and the number of its positions that have not ended.
struct SharedQuery {
    Query *query;
    int open;
};

void task_queue_init(TaskQueue *queue, int takers, int threads, int threads_each)
{
    memset(queue, 0, sizeof *queue);
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->takers = takers;
    queue->threads = threads;
    queue->threads_each = threads_each;
}

const Query *task_query(const Task *task)
{
    return task->shared->query;
}

// A position of the query has ended. Pre: the mutex is locked.
static void close_task(TaskQueue *queue, const Task *task)
{
    SharedQuery *shared = task->shared;
    if (--shared->open > 0)
        return;
    queue->bytes -= shared->query->bytes;
    query_delete(shared->query);
    free(shared);
}

void task_queue_free(TaskQueue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        close_task(queue, &queue->heap[i]);
    free(queue->heap);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
}

static bool is_before(const Task *a, const Task *b)
{
    if (a->priority != b->priority)
        return a->priority > b->priority;
    return a->number < b->number;
}

// Moves the task at an index towards the first one, as far as its urgency asks.
static void rise(TaskQueue *queue, size_t index)
{
    Task *heap = queue->heap, task = heap[index];
    while (index > 0 && is_before(&task, &heap[(index - 1) / 2])) {
        heap[index] = heap[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    heap[index] = task;
}

// The same in the other direction.
static void sink(TaskQueue *queue, size_t index)
{
    Task *heap = queue->heap, task = heap[index];
    size_t child;
    while ((child = 2 * index + 1) < queue->count) {
        if (child + 1 < queue->count && is_before(&heap[child + 1], &heap[child]))
            child++;
        if (!is_before(&heap[child], &task))
            break;
        heap[index] = heap[child];
        index = child;
    }
    heap[index] = task;
}

static bool reserve(TaskQueue *queue, size_t count)
{
    size_t capacity = queue->capacity > 0 ? queue->capacity : 64;
    if (count <= queue->capacity)
        return true;
    while (capacity < count)
        capacity *= 2;
    Task *heap = realloc(queue->heap, capacity * sizeof *heap);
    if (heap == NULL)
        return false;
    queue->heap = heap;
    queue->capacity = capacity;
    return true;
}

// Pre: the mutex is locked, and there is room.
static void add_turns(TaskQueue *queue, SharedQuery *shared)
{
    const Query *query = shared->query;
    for (int i = 0; i < query->turn_count; i++) {
        queue->heap[queue->count] = (Task){.shared = shared,
                                           .turn = query->turns[i].turn,
                                           .priority = query->turns[i].priority,
                                           .number = queue->numbers++};
        rise(queue, queue->count++);
    }
    queue->bytes += query->bytes;
}

bool task_queue_add(TaskQueue *queue, Query *query)
{
    SharedQuery *shared = malloc(sizeof *shared);
    pthread_mutex_lock(&queue->mutex);
    bool done =
        shared != NULL && reserve(queue, queue->count + (size_t)query->turn_count);
    bool is_wanted = done && query->turn_count > 0 && !queue->abandoned;
    if (is_wanted) {
        *shared = (SharedQuery){query, query->turn_count};
        add_turns(queue, shared);
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    if (!is_wanted) {
        query_delete(query);
        free(shared);
    }
    return done;
}

static bool is_chosen(const TaskChoice *choice, const Task *task)
{
    const Query *query = task_query(task);
    if (choice->id != NULL && (choice->id_length != query->id_length ||
                               memcmp(choice->id, query->id, query->id_length) != 0))
        return false;
    bool is_turn = choice->turns == NULL;
    for (size_t i = 0; !is_turn && i < json_array_size(choice->turns); i++)
        is_turn = json_integer_value(json_array_get(choice->turns, i)) == task->turn;
    return is_turn;
}

void task_queue_end(TaskQueue *queue, const TaskChoice *choice,
                    void (*drop)(void *object, const Query *query, int turn),
                    void *object)
{
    size_t kept = 0;
    pthread_mutex_lock(&queue->mutex);
    for (int i = 0; i < queue->takers; i++)
        if (queue->places[i].is_taken && is_chosen(choice, &queue->places[i].task))
            atomic_store(&queue->places[i].stop, true);
    for (size_t i = 0; i < queue->count; i++) {
        const Task *task = &queue->heap[i];
        if (is_chosen(choice, task)) {
            drop(object, task_query(task), task->turn);
            close_task(queue, task);
        } else {
            queue->heap[kept++] = *task;
        }
    }
    queue->count = kept;
    for (size_t i = kept / 2; i-- > 0;)
        sink(queue, i);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

void task_queue_close(TaskQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

void task_queue_abandon(TaskQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->closed = queue->abandoned = true;
    for (size_t i = 0; i < queue->count; i++)
        close_task(queue, &queue->heap[i]);
    queue->count = 0;
    for (int i = 0; i < queue->takers; i++)
        atomic_store(&queue->places[i].stop, true);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

void task_queue_wait_for_room(TaskQueue *queue, size_t bytes)
{
    pthread_mutex_lock(&queue->mutex);
    while (queue->bytes >= bytes && !queue->abandoned)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    pthread_mutex_unlock(&queue->mutex);
}

// The number of threads for a position that is about to be searched.
static int share_of_threads(const TaskQueue *queue)
{
    ThreadShares shares = {.free = queue->threads - queue->threads_used,
                           .waiting =
                               queue->count < INT_MAX ? (int)queue->count : INT_MAX,
                           .most = queue->threads_each};
    for (int i = 0; i < queue->takers; i++)
        shares.takers += !queue->places[i].is_taken;
    return position_threads(&shares);
}

// Pre: the mutex is locked, and there is a task.
static void take_first(TaskQueue *queue, TaskPlace *place)
{
    place->threads = share_of_threads(queue);
    place->is_taken = true;
    place->task = queue->heap[0];
    atomic_store(&place->stop, queue->abandoned);
    queue->threads_used += place->threads;
    queue->heap[0] = queue->heap[--queue->count];
    if (queue->count > 0)
        sink(queue, 0);
}

TaskPlace *task_queue_take(TaskQueue *queue, int taker)
{
    TaskPlace *place = &queue->places[taker];
    pthread_mutex_lock(&queue->mutex);
    while (queue->count == 0 && !queue->closed)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    bool has_task = queue->count > 0;
    if (has_task)
        take_first(queue, place);
    pthread_mutex_unlock(&queue->mutex);
    return has_task ? place : NULL;
}

void task_queue_done(TaskQueue *queue, int taker)
{
    TaskPlace *place = &queue->places[taker];
    pthread_mutex_lock(&queue->mutex);
    place->is_taken = false;
    queue->threads_used -= place->threads;
    close_task(queue, &place->task);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

bool task_queue_is_idle(TaskQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    bool is_idle = queue->count == 0;
    for (int i = 0; i < queue->takers; i++)
        is_idle = is_idle && !queue->places[i].is_taken;
    pthread_mutex_unlock(&queue->mutex);
    return is_idle;
}

// SPDX-License-Identifier: MIT
//
// Which position comes next, what ends early, and how threads are shared out.
#include "task_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"

enum { TAKERS = 3, THREADS = 4 };

// A query of these turns.
static Query *new_query(const char *id, const QueryTurn turns[], int count)
{
    Query *query = calloc(1, sizeof *query);
    assert_non_null(query);
    query->id_length = strlen(id);
    query->id = malloc(query->id_length + 1);
    query->turns = malloc(((size_t)count + 1) * sizeof *query->turns);
    assert_true(query->id != NULL && query->turns != NULL);
    memcpy(query->id, id, query->id_length + 1);
    memcpy(query->turns, turns, (size_t)count * sizeof *turns);
    query->turn_count = count;
    query->bytes = 100;
    return query;
}

static void add(TaskQueue *queue, const char *id, int turn, int64_t priority)
{
    const QueryTurn turns[] = {{turn, priority}};
    assert_true(task_queue_add(queue, new_query(id, turns, 1)));
}

static void assert_next(TaskQueue *queue, int taker, const char *id, int turn)
{
    const TaskPlace *place = task_queue_take(queue, taker);
    assert_non_null(place);
    assert_string_equal(task_query(&place->task)->id, id);
    assert_int_equal(place->task.turn, turn);
}

static void assert_next_is_done(TaskQueue *queue, const char *id, int turn)
{
    assert_next(queue, 0, id, turn);
    task_queue_done(queue, 0);
}

static TaskQueue *new_queue(void)
{
    TaskQueue *queue = malloc(sizeof *queue);
    assert_non_null(queue);
    task_queue_init(queue, TAKERS, THREADS, THREADS);
    return queue;
}

static void delete_queue(TaskQueue *queue)
{
    task_queue_free(queue);
    free(queue);
}

static void test_the_most_urgent_comes_first_then_the_oldest(void **state)
{
    (void)state;
    TaskQueue *queue = new_queue();
    const QueryTurn turns[] = {{0, 1}, {1, 9}, {2, 1}};
    add(queue, "low", 0, -5);
    assert_true(task_queue_add(queue, new_query("many", turns, 3)));
    add(queue, "equal", 7, 1);
    assert_next_is_done(queue, "many", 1);
    assert_next_is_done(queue, "many", 0);
    add(queue, "late", 0, 5);
    assert_next_is_done(queue, "late", 0);
    assert_next_is_done(queue, "many", 2);
    assert_next_is_done(queue, "equal", 7);
    assert_next_is_done(queue, "low", 0);
    assert_true(task_queue_is_idle(queue));
    assert_int_equal(queue->bytes, 0);
    task_queue_close(queue);
    assert_null(task_queue_take(queue, 0));
    delete_queue(queue);
}

static void test_many_come_in_order(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    TaskQueue *queue = new_queue();
    Rng rng = rng_seeded(1, 0);
    for (int i = 0; i < COUNT; i++)
        add(queue, "q", i, (int64_t)rng_below(&rng, 50));
    int64_t priority = 50;
    int turn = -1;
    for (int i = 0; i < COUNT; i++) {
        const TaskPlace *place = task_queue_take(queue, 1);
        const Task *task = &place->task;
        assert_true(task->priority < priority ||
                    (task->priority == priority && task->turn > turn));
        priority = task->priority;
        turn = task->turn;
        task_queue_done(queue, 1);
    }
    delete_queue(queue);
}

static void count_drop(void *object, const Query *query, int turn)
{
    int *sum = object;
    (void)query;
    *sum += 100 + turn;
}

static int end(TaskQueue *queue, const char *id, const json_t *turns)
{
    int sum = 0;
    TaskChoice choice = {id, id != NULL ? strlen(id) : 0, turns};
    task_queue_end(queue, &choice, count_drop, &sum);
    return sum;
}

static void test_what_waits_is_dropped_and_what_runs_is_stopped(void **state)
{
    (void)state;
    TaskQueue *queue = new_queue();
    const QueryTurn turns[] = {{1, 0}, {2, 0}, {3, 0}};
    assert_true(task_queue_add(queue, new_query("a", turns, 3)));
    add(queue, "b", 9, 0);
    assert_next(queue, 0, "a", 1);
    TaskPlace *place = &queue->places[0];
    json_t *two = json_pack("[i,i]", 2, 7);
    assert_int_equal(end(queue, "b", two), 0);
    assert_int_equal(end(queue, "a", two), 102);
    assert_false(atomic_load(&place->stop));
    assert_int_equal(end(queue, "a", NULL), 103);
    assert_true(atomic_load(&place->stop));
    assert_int_equal(end(queue, "a", NULL), 0);
    assert_int_equal(end(queue, NULL, NULL), 109);
    task_queue_done(queue, 0);
    // The next one that is taken is not stopped.
    add(queue, "c", 0, 0);
    assert_next(queue, 0, "c", 0);
    assert_false(atomic_load(&place->stop));
    task_queue_abandon(queue);
    assert_true(atomic_load(&place->stop));
    task_queue_done(queue, 0);
    assert_null(task_queue_take(queue, 0));
    json_decref(two);
    delete_queue(queue);
}

static void test_one_position_has_all_threads_and_several_share_them(void **state)
{
    (void)state;
    TaskQueue *queue = new_queue();
    add(queue, "alone", 0, 0);
    assert_int_equal(task_queue_take(queue, 0)->threads, THREADS);
    add(queue, "more", 0, 0);
    assert_int_equal(task_queue_take(queue, 1)->threads, 1);
    task_queue_done(queue, 0);
    task_queue_done(queue, 1);
    for (int i = 0; i < 2; i++)
        add(queue, "two", i, 0);
    assert_int_equal(task_queue_take(queue, 0)->threads, 2);
    assert_int_equal(task_queue_take(queue, 1)->threads, 2);
    task_queue_done(queue, 0);
    task_queue_done(queue, 1);
    for (int i = 0; i < 9; i++)
        add(queue, "nine", i, 0);
    for (int i = 0; i < TAKERS; i++)
        assert_in_range(task_queue_take(queue, i)->threads, 1, 2);
    for (int i = 0; i < TAKERS; i++)
        task_queue_done(queue, i);
    delete_queue(queue);
}

static void test_a_query_of_no_turns_is_nothing(void **state)
{
    (void)state;
    TaskQueue *queue = new_queue();
    const QueryTurn none[] = {{0, 0}};
    assert_true(task_queue_add(queue, new_query("none", none, 0)));
    assert_true(task_queue_is_idle(queue));
    assert_int_equal(queue->bytes, 0);
    delete_queue(queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_most_urgent_comes_first_then_the_oldest),
        cmocka_unit_test(test_many_come_in_order),
        cmocka_unit_test(test_what_waits_is_dropped_and_what_runs_is_stopped),
        cmocka_unit_test(test_one_position_has_all_threads_and_several_share_them),
        cmocka_unit_test(test_a_query_of_no_turns_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

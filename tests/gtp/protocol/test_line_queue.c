// SPDX-License-Identifier: MIT
//
// Lines keep their order, a full queue holds the reader back, and an interrupt reaches
// what came before it and nothing else.
#include "line_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void put(LineQueue *queue, const char *bytes)
{
    assert_true(line_queue_put(queue, bytes, strlen(bytes), false));
}

static void assert_takes(LineQueue *queue, const char *wanted)
{
    Line *line = line_queue_take(queue);
    assert_non_null(line);
    assert_string_equal(line->bytes, wanted);
    assert_int_equal(line->length, strlen(wanted));
    free(line);
}

static void test_order_and_end(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    put(&queue, "one");
    put(&queue, "");
    assert_takes(&queue, "one");
    put(&queue, "three");
    line_queue_close(&queue);
    assert_takes(&queue, "");
    assert_takes(&queue, "three");
    assert_null(line_queue_take(&queue));
    assert_null(line_queue_take(&queue));
    assert_int_equal(queue.bytes, 0);
    line_queue_free(&queue);
}

static void test_stopped_queue_takes_nothing(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    put(&queue, "left behind");
    line_queue_stop(&queue);
    put(&queue, "too late");
    assert_int_equal(queue.received, 1);
    line_queue_free(&queue);
}

static void test_pending_tells_whether_take_would_wait(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    const atomic_bool *pending = line_queue_pending(&queue);
    assert_false(atomic_load(pending));
    put(&queue, "1");
    put(&queue, "2");
    assert_true(atomic_load(pending));
    assert_takes(&queue, "1");
    assert_true(atomic_load(pending));
    assert_takes(&queue, "2");
    assert_false(atomic_load(pending));
    line_queue_answered(&queue);
    line_queue_interrupt(&queue); // is no line
    assert_false(atomic_load(pending));
    put(&queue, "3");
    line_queue_close(&queue);
    assert_takes(&queue, "3");
    assert_true(atomic_load(pending));
    line_queue_free(&queue);
}

static void test_pending_tells_of_an_interrupt_of_the_line_in_progress(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    const atomic_bool *pending = line_queue_pending(&queue);
    put(&queue, "1");
    assert_takes(&queue, "1");
    assert_false(atomic_load(pending));
    line_queue_interrupt(&queue);
    assert_true(atomic_load(pending));
    line_queue_wait(&queue); // does not
    line_queue_answered(&queue);
    assert_false(atomic_load(pending));
    put(&queue, "2");
    line_queue_interrupt(&queue); // before it is taken
    assert_takes(&queue, "2");
    assert_true(atomic_load(pending));
    line_queue_answered(&queue);
    put(&queue, "3");
    assert_takes(&queue, "3");
    assert_false(atomic_load(pending));
    line_queue_free(&queue);
}

static void *put_later(void *queue)
{
    put(queue, "later");
    return NULL;
}

static void test_wait_ends_when_a_line_comes(void **state)
{
    (void)state;
    pthread_t thread;
    LineQueue queue;
    line_queue_init(&queue);
    assert_int_equal(pthread_create(&thread, NULL, put_later, &queue), 0);
    line_queue_wait(&queue);
    assert_int_equal(queue.received, 1);
    pthread_join(thread, NULL);
    line_queue_free(&queue);
}

static void count_call(void *calls)
{
    ++*(int *)calls;
}

static void test_interrupt_reaches_what_came_before(void **state)
{
    (void)state;
    int calls = 0;
    LineQueue queue;
    line_queue_init(&queue);
    line_queue_interrupt(&queue);
    assert_false(line_queue_pass_interrupt(&queue, count_call, &calls));
    put(&queue, "1");
    put(&queue, "2");
    line_queue_interrupt(&queue);
    put(&queue, "3");
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 0); // nothing is in progress yet
    assert_takes(&queue, "1");
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 1);
    line_queue_answered(&queue);
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 1); // between two commands
    assert_takes(&queue, "2");
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 2);
    line_queue_answered(&queue);
    assert_takes(&queue, "3");
    assert_false(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 2);
    line_queue_free(&queue);
}

enum { LINES = 200, LINE_BYTES = 1 << 20 }; // several times what the queue holds

static void *put_many(void *argument)
{
    LineQueue *queue = argument;
    char *bytes = calloc(1, LINE_BYTES);
    bool done = bytes != NULL;
    for (int i = 0; done && i < LINES; i++) {
        snprintf(bytes, LINE_BYTES, "%d", i);
        done = line_queue_put(queue, bytes, LINE_BYTES, false);
    }
    free(bytes);
    line_queue_close(queue);
    return NULL;
}

static void test_full_queue_waits(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    pthread_t reader;
    assert_int_equal(pthread_create(&reader, NULL, put_many, &queue), 0);
    for (int i = 0; i < LINES; i++) {
        Line *line = line_queue_take(&queue);
        assert_non_null(line);
        assert_int_equal(atoi(line->bytes), i);
        assert_int_equal(line->length, LINE_BYTES);
        pthread_mutex_lock(&queue.mutex);
        size_t waiting = queue.bytes;
        pthread_mutex_unlock(&queue.mutex);
        assert_in_range(waiting, 0, LINE_QUEUE_BYTES_MAX + 2 * LINE_BYTES);
        line_queue_answered(&queue);
        free(line);
    }
    assert_null(line_queue_take(&queue));
    assert_int_equal(pthread_join(reader, NULL), 0);
    line_queue_free(&queue);
}

static void test_stop_frees_a_waiting_reader(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    pthread_t reader;
    assert_int_equal(pthread_create(&reader, NULL, put_many, &queue), 0);
    line_queue_stop(&queue);
    assert_int_equal(pthread_join(reader, NULL), 0);
    assert_true(queue.received < LINES);
    line_queue_free(&queue);
}

static void test_without_a_listener_all_lines_are_cut_short(void **state)
{
    (void)state;
    LineQueue queue;
    line_queue_init(&queue);
    int calls = 0;
    put(&queue, "1");
    assert_takes(&queue, "1");
    assert_true(line_queue_is_busy(&queue));
    assert_false(line_queue_pass_interrupt(&queue, count_call, &calls));
    line_queue_abandon(&queue);
    assert_true(atomic_load(line_queue_pending(&queue)));
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 1);
    line_queue_answered(&queue);
    assert_false(line_queue_pass_interrupt(&queue, count_call, &calls));
    // What goes on between two lines must end, too.
    assert_true(atomic_load(line_queue_pending(&queue)));
    put(&queue, "2");
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 1); // it is not in progress
    line_queue_interrupt(&queue);
    put(&queue, "3");
    assert_takes(&queue, "2");
    line_queue_answered(&queue);
    assert_takes(&queue, "3");
    assert_true(line_queue_pass_interrupt(&queue, count_call, &calls));
    assert_int_equal(calls, 2);
    line_queue_free(&queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_and_end),
        cmocka_unit_test(test_stopped_queue_takes_nothing),
        cmocka_unit_test(test_pending_tells_whether_take_would_wait),
        cmocka_unit_test(test_pending_tells_of_an_interrupt_of_the_line_in_progress),
        cmocka_unit_test(test_wait_ends_when_a_line_comes),
        cmocka_unit_test(test_interrupt_reaches_what_came_before),
        cmocka_unit_test(test_without_a_listener_all_lines_are_cut_short),
        cmocka_unit_test(test_full_queue_waits),
        cmocka_unit_test(test_stop_frees_a_waiting_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

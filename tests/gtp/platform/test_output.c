// SPDX-License-Identifier: MIT
//
// Whether anybody listens can be told of pipes and sockets, without writing to them.
#include "output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static void test_a_pipe_that_nobody_reads_is_lost(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_false(output_is_lost(ends[1]));
    output_offer(ends[1], "x", 1);
    assert_false(output_is_lost(ends[1]));
    close(ends[0]);
    assert_true(output_is_lost(ends[1]));
    close(ends[1]);
}

static void test_a_socket_is_lost_when_the_other_end_is_closed(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_false(output_is_lost(ends[1]));
    shutdown(ends[0], SHUT_WR); // has no more to say, but listens
    assert_false(output_is_lost(ends[1]));
    close(ends[0]);
    assert_true(output_is_lost(ends[1]));
    close(ends[1]);
}

static void test_a_file_is_never_lost(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_false(output_is_lost(fileno(file)));
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pipe_that_nobody_reads_is_lost),
        cmocka_unit_test(test_a_socket_is_lost_when_the_other_end_is_closed),
        cmocka_unit_test(test_a_file_is_never_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// Runs code on a small stack, as a thread may get it. If the code needs more, the
// system ends the program.
#ifndef SMALL_STACK_H
#define SMALL_STACK_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// `run` returns NULL, and must not call cmocka.
static inline void on_small_stack(void *(*run)(void *), void *object)
{
    enum { BYTES = 64 << 10, BYTES_AT_LEAST = 128 << 10 }; // some systems refuse less
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    if (pthread_attr_setstacksize(&attributes, BYTES) != 0)
        assert_int_equal(pthread_attr_setstacksize(&attributes, BYTES_AT_LEAST), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run, object), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

#endif

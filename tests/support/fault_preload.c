// SPDX-License-Identifier: MIT
//
// Preloaded into the program by test_faults.py, this lets memory or threads be short.
// FAULT_KIND (`memory` or `threads`) says what, FAULT_FIRST which request fails,
// counted from 1 when main begins, FAULT_LAST the last one to fail. When the first one
// does, a byte is written to the descriptor FAULT_TOLD. Beneath are the names by which
// glibc itself knows its allocator.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for RTLD_NEXT
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

typedef int CreateThread(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                         void *);

// What is to fail. These are the only variables that there can be: the functions here
// have the parameters of those that they replace.
static bool is_ready, is_of_threads;
static long first_fault, last_fault;
static int told;
static atomic_long requests;
static CreateThread *create_thread;

static long number_from(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? atol(text) : 0;
}

// What counts coverage needs memory to write it, after all else.
static void give_enough(void)
{
    is_ready = false;
}

__attribute__((constructor)) static void prepare(void)
{
    const char *kind = getenv("FAULT_KIND");
    void *function = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&create_thread, &function, sizeof create_thread);
    is_of_threads = kind != NULL && strcmp(kind, "threads") == 0;
    first_fault = number_from("FAULT_FIRST");
    last_fault = number_from("FAULT_LAST");
    told = (int)number_from("FAULT_TOLD");
    is_ready = kind != NULL;
}

static bool fails(bool is_of_thread)
{
    if (!is_ready || is_of_thread != is_of_threads)
        return false;
    long number = atomic_fetch_add(&requests, 1) + 1;
    // Not sooner, or it would come after what has been there from the start.
    if (number == 1 && atexit(give_enough) != 0)
        abort();
    if (number == first_fault && write(told, "!", 1) != 1)
        abort();
    if (number < first_fault || number > last_fault)
        return false;
    errno = ENOMEM;
    return true;
}

__attribute__((visibility("default"))) void *malloc(size_t size)
{
    return fails(false) ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size)
{
    return fails(false) ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *memory, size_t size)
{
    return fails(false) ? NULL : __libc_realloc(memory, size);
}

__attribute__((visibility("default"))) void *aligned_alloc(size_t alignment,
                                                           size_t size)
{
    return fails(false) ? NULL : __libc_memalign(alignment, size);
}

__attribute__((visibility("default"))) int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
               void *(*start)(void *), void *argument)
{
    return fails(true) ? EAGAIN : create_thread(thread, attributes, start, argument);
}

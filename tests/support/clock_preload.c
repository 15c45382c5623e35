// SPDX-License-Identifier: MIT
//
// Preloaded into the program by test_faults.py, this lets the clocks do what they
// should not. CLOCK_KIND says what. With `date` the time of day is ten years off, to
// the one side and to the other in turn. With `forward` the monotonic clock jumps by an
// hour at the reading CLOCK_AT, counted from 1 when main begins. With `stall` it stands
// still there for a second and then catches up. When it happens first, a byte is
// written to the descriptor CLOCK_TOLD.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for pthread_cond_clockwait
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef enum Kind { NOTHING, DATE, FORWARD, STALL } Kind;

static const int64_t SECOND = 1000000000, HOUR = 3600 * SECOND,
                     YEARS = (int64_t)10 * 365 * 24 * HOUR;

// The functions here have the parameters of those that they replace, so that these can
// only be variables.
static Kind kind;
static long fault, readings;
static int told;
static int64_t stalled; // since when; 0: not yet
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static long number_from(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? atol(text) : 0;
}

__attribute__((constructor)) static void prepare(void)
{
    static const char *const NAMES[] = {"", "date", "forward", "stall"};
    const char *name = getenv("CLOCK_KIND");
    fault = number_from("CLOCK_AT");
    told = (int)number_from("CLOCK_TOLD");
    for (int i = DATE; name != NULL && i <= STALL; i++)
        if (strcmp(name, NAMES[i]) == 0)
            kind = (Kind)i;
}

static int64_t nanoseconds(const struct timespec *time)
{
    return time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec timespec_of(int64_t time)
{
    return (struct timespec){.tv_sec = time / SECOND, .tv_nsec = time % SECOND};
}

static void tell(void)
{
    if (write(told, "!", 1) != 1)
        abort();
}

// What the monotonic clock shows at such a time.
static int64_t shown(int64_t now)
{
    if (kind == FORWARD && readings >= fault)
        return now + HOUR;
    if (kind == STALL && stalled != 0 && now < stalled + SECOND)
        return stalled;
    return now;
}

static int64_t read_monotonic(int64_t now)
{
    pthread_mutex_lock(&mutex);
    if (++readings == fault && kind != DATE) {
        stalled = now;
        tell();
    }
    now = shown(now);
    pthread_mutex_unlock(&mutex);
    return now;
}

static int64_t read_date(int64_t now)
{
    pthread_mutex_lock(&mutex);
    if (readings++ == 0)
        tell();
    now += readings % 2 == 0 ? YEARS : -YEARS;
    pthread_mutex_unlock(&mutex);
    return now;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *time)
{
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (kind == DATE && clock == CLOCK_REALTIME)
        *time = timespec_of(read_date(nanoseconds(time)));
    else if (kind != NOTHING && kind != DATE && clock == CLOCK_MONOTONIC)
        *time = timespec_of(read_monotonic(nanoseconds(time)));
    return status;
}

// The kernel knows nothing of all that: it waits for as long as the program sees it.
__attribute__((visibility("default"))) int
pthread_cond_timedwait(pthread_cond_t *changed, pthread_mutex_t *owned,
                       const struct timespec *until)
{
    struct timespec time;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    int64_t now = nanoseconds(&time);
    pthread_mutex_lock(&mutex);
    int64_t left = nanoseconds(until) - shown(now);
    pthread_mutex_unlock(&mutex);
    // A moment before the machine was started would be no time at all.
    time = timespec_of(left > 0 ? now + left : now);
    return pthread_cond_clockwait(changed, owned, CLOCK_MONOTONIC, &time);
}

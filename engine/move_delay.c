// SPDX-License-Identifier: MIT
#include "move_delay.h"

#include <math.h>
#include <pthread.h>

#include "stopwatch.h"
#include "timed_wait.h"

static const double MOST = 1e6; // KataGo's default

// The mean delay is this part of the scale, divided by the chance and a tenth.
static const double MEAN_PART = 0.5, LEAST_CHANCE = 0.1;

static const double LOOK_EVERY = 0.01; // seconds until the next look at the flag

MoveDelay move_delay_default(void)
{
    return (MoveDelay){.scale = 0, .most = MOST};
}

// A number of an exponential distribution whose mean is 1.
static double exponential(Rng *rng)
{
    return -log((rng_next(rng) + 1.0) / (UINT32_MAX + 1.0));
}

// The mean of two such numbers has the gamma distribution that KataGo takes.
double move_delay_seconds(const MoveDelay *delay, double chance, Rng *rng)
{
    double mean = MEAN_PART * delay->scale / (fmax(chance, 0) + LEAST_CHANCE);
    double seconds = mean * (exponential(rng) + exponential(rng)) / 2;
    return fmin(seconds, delay->most);
}

void move_delay_wait(double until, const atomic_bool *stop)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never;
    timed_wait_init_condition(&never);
    pthread_mutex_lock(&mutex);
    double now;
    while (!atomic_load(stop) && (now = stopwatch_now()) < until)
        timed_wait(&never, &mutex, fmin(until, now + LOOK_EVERY));
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&never);
    pthread_mutex_destroy(&mutex);
}

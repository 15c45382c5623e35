// SPDX-License-Identifier: MIT
#include "thread_pool.h"

#include "timed_wait.h"

void crew_init(Crew *crew)
{
    *crew = (Crew){.started = 0};
    pthread_cond_init(&crew->begun, NULL);
    deadline_init_condition(&crew->ended);
    pthread_mutex_init(&crew->mutex, NULL);
}

void crew_free(Crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    crew->is_over = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->started; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->begun);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->mutex);
}

// Waits for work. False: there will be no more. Pre: the mutex is locked.
static bool wait_for_work(CrewMember *member)
{
    Crew *crew = member->crew;
    while (!member->is_wanted && !crew->is_over)
        pthread_cond_wait(&crew->begun, &crew->mutex);
    return member->is_wanted;
}

static void *serve(void *argument)
{
    CrewMember *member = argument;
    Crew *crew = member->crew;
    pthread_mutex_lock(&crew->mutex);
    while (wait_for_work(member)) {
        member->is_wanted = false;
        pthread_mutex_unlock(&crew->mutex);
        crew->work(crew->object, member->index);
        pthread_mutex_lock(&crew->mutex);
        if (--crew->running == 0)
            pthread_cond_signal(&crew->ended);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

// With a stack of its own size: reading a ladder out can take 2 MiB, and what threads
// get otherwise depends on the system, and on `ulimit -s`.
static bool start_member(CrewMember *member)
{
    enum { STACK_BYTES = 8 << 20 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                   pthread_create(&member->thread, &attributes, serve, member) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

// Starts threads until there are so many, or until one cannot be started.
static void enlist(Crew *crew, int size)
{
    while (crew->started < size) {
        CrewMember *member = &crew->members[crew->started];
        *member = (CrewMember){.crew = crew, .index = crew->started};
        if (!start_member(member))
            return;
        crew->started++;
    }
}

void crew_start(Crew *crew, int size, void (*work)(void *object, int index),
                void *object)
{
    enlist(crew, size);
    int helpers = size < crew->started ? size : crew->started;
    pthread_mutex_lock(&crew->mutex);
    crew->work = work;
    crew->object = object;
    crew->running = helpers;
    for (int i = 0; i < helpers; i++)
        crew->members[i].is_wanted = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->mutex);
    if (helpers == 0)
        work(object, 0);
}

bool crew_wait(Crew *crew, double time)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->running > 0 && deadline_wait(&crew->ended, &crew->mutex, time))
        continue;
    bool ended = crew->running == 0;
    pthread_mutex_unlock(&crew->mutex);
    return ended;
}

void crew_join(Crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->running > 0)
        pthread_cond_wait(&crew->ended, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}

// SPDX-License-Identifier: MIT
#include "crew.h"

#include "deadline.h"

void crew_init(Crew *crew)
{
    *crew = (Crew){.started = 0};
    deadline_init_condition(&crew->changed);
    pthread_mutex_init(&crew->mutex, NULL);
}

void crew_free(Crew *crew)
{
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->mutex);
}

static void *do_work(void *argument)
{
    CrewMember *member = argument;
    Crew *crew = member->crew;
    crew->work(crew->object, member->index);
    pthread_mutex_lock(&crew->mutex);
    if (--crew->running == 0)
        pthread_cond_signal(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

void crew_join(Crew *crew)
{
    for (int i = 0; i < crew->started; i++)
        pthread_join(crew->members[i].thread, NULL);
    crew->started = 0;
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
                   pthread_create(&member->thread, &attributes, do_work, member) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

void crew_start(Crew *crew, int size, void (*work)(void *object, int index),
                void *object)
{
    crew_join(crew);
    crew->work = work;
    crew->object = object;
    crew->running = size;
    for (int i = 0; i < size; i++) {
        CrewMember *member = &crew->members[crew->started];
        *member = (CrewMember){.crew = crew, .index = i};
        if (start_member(member))
            crew->started++;
    }
    pthread_mutex_lock(&crew->mutex);
    crew->running -= size - crew->started;
    pthread_mutex_unlock(&crew->mutex);
    if (crew->started == 0)
        work(object, 0);
}

bool crew_wait(Crew *crew, double time)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->running > 0 && deadline_wait(&crew->changed, &crew->mutex, time))
        continue;
    bool ended = crew->running == 0;
    pthread_mutex_unlock(&crew->mutex);
    return ended;
}

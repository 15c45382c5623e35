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
        if (pthread_create(&member->thread, NULL, do_work, member) == 0)
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

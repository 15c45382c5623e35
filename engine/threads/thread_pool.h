// SPDX-License-Identifier: MIT
//
// The threads of a search, and waiting for them. Who waits sleeps: on a busy machine he
// is woken in time, where a thread that computes has to wait for its turn. So an answer
// that is due need not wait until the last thread has noticed that. For the same reason
// the threads stay when the work is done, and sleep: to start a thread costs whoever
// does it his turn.
#ifndef THREAD_POOL_H
#define THREAD_POOL_H

#include <pthread.h>
#include <stdbool.h>

enum { CREW_MAX = 64 };

typedef struct Crew Crew;

typedef struct CrewMember {
    Crew *crew;
    pthread_t thread;
    int index;
    bool is_wanted; // there is work that he has not begun
} CrewMember;

struct Crew {
    void (*work)(void *object, int index);
    void *object;
    int started; // threads
    CrewMember members[CREW_MAX];
    pthread_mutex_t mutex; // of what follows, and of is_wanted
    int running;           // members with work that is not done
    bool is_over;
    pthread_cond_t begun, ended;
};

void crew_init(Crew *crew);

// Ends the threads. Pre: nobody is at work.
void crew_free(Crew *crew);

// Has work(object, index) done by so many threads, index from 0. A thread that cannot
// be started is done without; if none can, the caller does it. Pre: nobody is at work.
void crew_start(Crew *crew, int size, void (*work)(void *object, int index),
                void *object);

// Waits until all have finished, at most until `time` (stopwatch_now's). Have they?
bool crew_wait(Crew *crew, double time);

// Waits until all have finished.
void crew_join(Crew *crew);

#endif

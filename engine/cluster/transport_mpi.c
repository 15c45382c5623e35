// SPDX-License-Identifier: MIT
#include "transport_mpi.h"

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stopwatch.h"

// Messages to a rank that have not left yet. Beats alone would fill the places of a
// rank that is gone in a minute; no more memory is lost to it.
enum { SENDS_MAX = 64, TAG = 1 };

typedef struct Send {
    MPI_Request request;
    unsigned char *bytes; // NULL: this place is free
} Send;

// A message that has begun to come. A long one needs its sender's help until it is
// there. If that rank stops, nobody may wait for the rest.
typedef struct Arrival {
    struct Arrival *next;
    MPI_Request request;
    int rank;
    size_t size;
    bool fits;
    unsigned char bytes[];
} Arrival;

struct MpiTransport {
    Transport transport;
    int rank;
    Send *sends;            // SENDS_MAX for each rank
    Arrival *first, **last; // in the order of coming
};

// A place for one more message to a rank, or NULL.
static Send *free_place(MpiTransport *mpi, int rank)
{
    Send *place = NULL;
    for (int i = 0; i < SENDS_MAX; i++) {
        Send *send = &mpi->sends[rank * SENDS_MAX + i];
        int has_left = 0;
        if (send->bytes != NULL &&
            MPI_Test(&send->request, &has_left, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
            has_left) {
            free(send->bytes);
            send->bytes = NULL;
        }
        if (send->bytes == NULL)
            place = send;
    }
    return place;
}

static bool send_message(void *object, int rank, const unsigned char *bytes,
                         size_t size)
{
    MpiTransport *mpi = object;
    Send *place = free_place(mpi, rank);
    unsigned char *copy = place != NULL ? malloc(size) : NULL;
    if (copy == NULL)
        return false;
    memcpy(copy, bytes, size);
    if (MPI_Isend(copy, (int)size, MPI_BYTE, rank, TAG, MPI_COMM_WORLD,
                  &place->request) != MPI_SUCCESS) {
        free(copy);
        return false;
    }
    place->bytes = copy;
    return true;
}

// Begins to receive a message of so many bytes, up to `most`. If memory is exhausted,
// it is lost.
static void begin_arrival(MpiTransport *mpi, MPI_Message *message, int rank,
                          size_t size, size_t most)
{
    size_t room = size < most ? size : most;
    Arrival *arrival = malloc(sizeof *arrival + room);
    MPI_Request lost;
    if (arrival == NULL) {
        if (MPI_Imrecv(NULL, 0, MPI_BYTE, message, &lost) == MPI_SUCCESS)
            MPI_Request_free(&lost);
        return;
    }
    *arrival = (Arrival){.rank = rank, .size = size, .fits = size <= most};
    // One that is too long is cut off.
    if (MPI_Imrecv(arrival->bytes, (int)room, MPI_BYTE, message, &arrival->request) !=
        MPI_SUCCESS) {
        free(arrival);
        return;
    }
    *mpi->last = arrival;
    mpi->last = &arrival->next;
}

// Begins to receive the next message, if any has come.
static void look_for_message(MpiTransport *mpi, size_t most)
{
    int has_come = 0, count = 0;
    MPI_Message message;
    MPI_Status status;
    if (MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &has_come, &message,
                    &status) != MPI_SUCCESS ||
        !has_come)
        return;
    MPI_Get_count(&status, MPI_BYTE, &count);
    begin_arrival(mpi, &message, status.MPI_SOURCE, count >= 0 ? (size_t)count : 0,
                  most);
}

// Is an earlier message of the same rank still on its way?
static bool is_behind(const MpiTransport *mpi, const Arrival *arrival)
{
    const Arrival *earlier = mpi->first;
    while (earlier != arrival && earlier->rank != arrival->rank)
        earlier = earlier->next;
    return earlier != arrival;
}

// Takes the next message that is there as a whole; NULL: none.
static Arrival *take_arrival(MpiTransport *mpi)
{
    Arrival **link = &mpi->first;
    while (*link != NULL) {
        Arrival *arrival = *link;
        int is_there = 0;
        int error = MPI_SUCCESS;
        if (!is_behind(mpi, arrival))
            error = MPI_Test(&arrival->request, &is_there, MPI_STATUS_IGNORE);
        bool is_lost = error != MPI_SUCCESS && arrival->fits;
        if (!is_there && error == MPI_SUCCESS) {
            link = &arrival->next;
            continue;
        }
        *link = arrival->next;
        if (*link == NULL)
            mpi->last = link;
        if (!is_lost)
            return arrival;
        free(arrival);
    }
    return NULL;
}

static Received receive_message(void *object, int *rank, unsigned char *buffer,
                                size_t *size)
{
    MpiTransport *mpi = object;
    look_for_message(mpi, *size);
    Arrival *arrival = take_arrival(mpi);
    if (arrival == NULL)
        return RECEIVED_NOTHING;
    bool fits = arrival->fits;
    *rank = arrival->rank;
    if (fits) {
        *size = arrival->size;
        memcpy(buffer, arrival->bytes, arrival->size);
    }
    free(arrival);
    return fits ? RECEIVED_MESSAGE : RECEIVED_TOO_LONG;
}

static double now(void *object)
{
    (void)object;
    return stopwatch_now();
}

static void wait_for(void *object, double seconds)
{
    (void)object;
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
}

MpiTransport *transport_mpi_join(const char **error)
{
    int level = MPI_THREAD_SINGLE, ranks = 0;
    MpiTransport *mpi = calloc(1, sizeof *mpi);
    *error = "out of memory";
    if (mpi == NULL)
        return NULL;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_SERIALIZED) {
        *error = "this MPI cannot be used by several threads";
        free(mpi);
        return NULL;
    }
    mpi->last = &mpi->first;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi->rank);
    mpi->sends = calloc((size_t)ranks * SENDS_MAX, sizeof *mpi->sends);
    mpi->transport =
        (Transport){mpi, ranks, send_message, receive_message, now, wait_for, true};
    if (mpi->sends != NULL)
        return mpi;
    MPI_Finalize();
    free(mpi);
    return NULL;
}

const Transport *transport_mpi_transport(const MpiTransport *mpi)
{
    return &mpi->transport;
}

int transport_mpi_rank(const MpiTransport *mpi)
{
    return mpi->rank;
}

// Makes the launcher, which has started this process, end all others. MPI_Abort does
// not do that under --enable-recovery: it lets a stopped process be, and waits for it.
static void end_all(int status)
{
    fflush(NULL);
    if (getppid() > 1)
        kill(getppid(), SIGTERM);
    _exit(status);
}

void transport_mpi_leave(MpiTransport *mpi, bool are_all_there, int status)
{
    if (!are_all_there)
        end_all(status);
    // It also completes what has not left yet.
    MPI_Finalize();
    for (int i = 0; i < mpi->transport.ranks * SENDS_MAX; i++)
        free(mpi->sends[i].bytes);
    while (mpi->first != NULL) {
        Arrival *arrival = mpi->first;
        mpi->first = arrival->next;
        free(arrival);
    }
    free(mpi->sends);
    free(mpi);
}

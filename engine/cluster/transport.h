// SPDX-License-Identifier: MIT
//
// What carries messages between the ranks of a cluster: MPI, or a stand-in. Rank 0 has
// the search, the others evaluate leaves. Messages between two ranks keep their order.
// Only one thread at a time may call these functions.
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum Received {
    RECEIVED_NOTHING,
    RECEIVED_MESSAGE,
    RECEIVED_TOO_LONG, // the message did not fit into the buffer, and is lost
} Received;

typedef struct Transport {
    void *object;
    int ranks; // rank 0 included
    // Sends a copy of the message, without waiting. False: there is no room for it now.
    bool (*send)(void *object, int rank, const unsigned char *bytes, size_t size);
    // Takes the next message that has come, if any. `size` on entry is that of the
    // buffer.
    Received (*receive)(void *object, int *rank, unsigned char *buffer, size_t *size);
    // The time in seconds, and waiting: stopwatch_now's, unless time is simulated. Any
    // thread may call these.
    double (*now)(void *object);
    void (*wait)(void *object, double seconds);
    // Do rank 0 and the others exchange signs of life?
    bool wants_beats;
} Transport;

#endif

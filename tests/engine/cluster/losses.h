// SPDX-License-Identifier: MIT
//
// Notes what a cluster tells of ranks that it drops.
#ifndef LOSSES_H
#define LOSSES_H

#include <string.h>

#include "picture.h"

typedef struct Losses {
    int count;
    char why[128]; // of the last one
} Losses;

// A TellLoss; the object is a Losses.
static void note_loss(void *object, int rank, const char *host, const char *why)
{
    Losses *losses = object;
    (void)rank;
    assert_string_equal(host, "stand-in");
    losses->count++;
    strncpy(losses->why, why, sizeof losses->why - 1);
}

#endif

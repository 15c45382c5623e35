// SPDX-License-Identifier: MIT
#include "level.h"

#include <math.h>
#include <string.h>

enum {
    PLAYOUTS = 100,    // of weak levels, for a move in a moment
    LADDER_RANK = -9,  // 10 kyu: from here on ladders are read
    STRAY_PERCENT = 1, // of the likeliest move's chance: what is less is no move
};

// What changes with the rank. Between these ranks, numbers are interpolated.
typedef struct Knot {
    Rank rank;
    double reading;     // simulations; their logarithm is interpolated
    double temperature; // of people's policy
    double tolerance;   // utility
    double oversight;
} Knot;

static const Knot KNOTS[] = {
    {-19, 4, 1.5, 0.8, 0.5},
    {-9, 8, 1.2, 0.5, 0.3},
    {0, 24, 1.0, 0.25, 0.1},
    {RANK_9_DAN, 800, 0.6, 0.03, 0},
};

static double between(double from, double to, double part)
{
    return from + (to - from) * part;
}

// The numbers of any rank.
static Knot knot_at(Rank rank)
{
    const Knot *high = &KNOTS[1];
    while (high->rank < rank)
        high++;
    const Knot *low = high - 1;
    double part = (double)(rank - low->rank) / (high->rank - low->rank);
    return (Knot){.rank = rank,
                  .reading = exp(between(log(low->reading), log(high->reading), part)),
                  .temperature = between(low->temperature, high->temperature, part),
                  .tolerance =
                      exp(between(log(low->tolerance), log(high->tolerance), part)),
                  .oversight = between(low->oversight, high->oversight, part)};
}

Level level_of(Rank rank)
{
    Knot knot = knot_at(rank);
    uint64_t reading = (uint64_t)lround(knot.reading);
    Level level = {.rank = rank,
                   .reading = reading,
                   .playouts = reading > PLAYOUTS ? reading : PLAYOUTS,
                   .oversight = knot.oversight,
                   .reads_ladders = rank >= LADDER_RANK,
                   .imitation = imitation_default()};
    level.imitation.part = 1;
    level.imitation.temperature = level.imitation.early_temperature = knot.temperature;
    level.imitation.tolerance = knot.tolerance;
    level.imitation.least = STRAY_PERCENT / 100.0;
    return level;
}

bool level_read(const char *word, Rank *rank, Text *allowed)
{
    Rank read = RANK_UNKNOWN;
    const char *rest = rank_read(word, &read);
    bool is_rank = rest != NULL && *rest == '\0' && read >= LEVEL_RANK_LEAST &&
                   read <= LEVEL_RANK_MOST;
    if (is_rank || strcmp(word, "max") == 0) {
        *rank = is_rank ? read : RANK_UNKNOWN;
        return true;
    }
    text_add(allowed, "a rank from ");
    rank_write(LEVEL_RANK_LEAST, allowed);
    text_add(allowed, " to ");
    rank_write(LEVEL_RANK_MOST, allowed);
    text_add(allowed, ", or max for full strength");
    return false;
}

void level_write(Rank rank, Text *text)
{
    if (rank == RANK_UNKNOWN)
        text_add(text, "max");
    else
        rank_write(rank, text);
}

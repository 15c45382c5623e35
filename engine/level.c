// SPDX-License-Identifier: MIT
#include "level.h"

#include <math.h>
#include <string.h>

enum { LADDER_RANK = -9 }; // 10 kyu: from here on ladders are read

// What changes with the rank. Between these ranks, numbers are interpolated.
typedef struct Knot {
    Rank rank;
    double playouts;    // their logarithm is interpolated
    double temperature; // of people's policy
    double tolerance;   // utility
    double oversight;
    double replies;
    double locality;
    double part;  // of the moves that are those of people; the search finds the others
    double stray; // part of the likeliest move's chance: what has less is no move
} Knot;

// So that moves cost about what those of people cost, and each rank beats the one below
// (scripts/RESULTS.md, "People and levels"). Few records tell of ranks below 10 kyu:
// these go on as those above do.
static const Knot KNOTS[] = {
    {-19, 60, 3, 3, 1, 0, 3.5, 1, 0.002},
    {-9, 60, 1.1, 0.15, 0.5, 0, 2.2, 1, 0.01},
    {RANK_1_DAN, 60, 0.45, 0.02, 0.03, 2, 1.1, 1, 0.01},
    {RANK_9_DAN, 1000, 0.3, 0.005, 0, 6, 1, 0, 0.01},
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
    return (Knot){
        .rank = rank,
        .playouts = exp(between(log(low->playouts), log(high->playouts), part)),
        .temperature = between(low->temperature, high->temperature, part),
        .tolerance = exp(between(log(low->tolerance), log(high->tolerance), part)),
        .oversight = between(low->oversight, high->oversight, part),
        .replies = between(low->replies, high->replies, part),
        .locality = between(low->locality, high->locality, part),
        .part = between(low->part, high->part, part),
        .stray = between(low->stray, high->stray, part)};
}

Level level_of(Rank rank)
{
    Knot knot = knot_at(rank);
    Level level = {.rank = rank,
                   .playouts = (uint64_t)lround(knot.playouts),
                   .replies = (int)lround(knot.replies),
                   .oversight = knot.oversight,
                   .reads_ladders = rank >= LADDER_RANK,
                   .imitation = imitation_default()};
    level.imitation.part = knot.part;
    level.imitation.locality = knot.locality;
    level.imitation.temperature = level.imitation.early_temperature = knot.temperature;
    level.imitation.tolerance = knot.tolerance;
    level.imitation.least = knot.stray;
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

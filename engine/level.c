// SPDX-License-Identifier: MIT
#include "level.h"

#include <math.h>
#include <string.h>

// What changes with the skill. Between these skills, numbers are interpolated.
typedef struct Knot {
    double skill;
    double playouts;    // their logarithm is interpolated
    double temperature; // of people's policy
    double tolerance;   // utility
    double oversight;
    double ladders;
    double replies;
    double locality;
    double part;  // of the moves that are those of people; the search finds the others
    double stray; // part of the likeliest move's chance: what has less is no move
} Knot;

// The numbers are set so that steps of skill are even on 9x9. In the same positions on
// 19x19, the skills of -9 and -2 lose about as much a move as people of 10 kyu and 1
// dan (scripts/RESULTS.md, "People and levels"). Few records tell of people below 10
// kyu.
static const Knot KNOTS[] = {
    {-21.5, 48, 6, 6, 1, 0, 0, 3.5, 1, 0.0005},
    {-17.7, 48, 3.6, 4, 1, 0, 0, 3.5, 1, 0.002},
    {-15.5, 48, 2.8, 1.5, 0.8, 0.2, 0, 3, 1, 0.005},
    {-12.8, 48, 2.2, 0.7, 0.65, 0.35, 0, 2.6, 1, 0.008},
    {-9, 48, 1.4, 0.25, 0.5, 0.5, 0, 2.2, 1, 0.01},
    {-6.7, 48, 0.95, 0.09, 0.36, 0.65, 0.6, 1.9, 1, 0.01},
    {-4, 48, 0.45, 0.02, 0.03, 1, 2, 1.1, 1, 0.01},
    {1.5, 150, 0.3, 0.005, 0, 1, 3, 1, 0, 0.01},
    {6, 10000, 0.3, 0.004, 0, 1, 3, 1, 0, 0.01},
};

// The skill of every fifth rank on square boards. On 9x9, and below, skill is rank. On
// larger boards more moves are played, so a smaller difference between them wins as
// many games.
typedef struct Stretch {
    double side;
    double skills[6]; // of 20, 15, 10, 5 kyu, 1 dan, 6 dan
} Stretch;

enum { STRETCH_RANKS = 5 };
static const Stretch STRETCHES[] = {
    {9, {-19, -14, -9, -4, 1, 6}},
    {13, {-19, -14, -9, -4, 0.5, 3}},
    {BOARD_SIZE_MAX, {-17, -12.9, -9, -6.5, -2.3, 0}},
};

static double between(double from, double to, double part)
{
    return from + (to - from) * part;
}

// Behind the last rank there is no skill to go on to.
static double stretched(const Stretch *stretch, Rank rank)
{
    int above = rank - LEVEL_RANK_LEAST, low = above / STRETCH_RANKS;
    double part = (double)(above % STRETCH_RANKS) / STRETCH_RANKS;
    const double *skills = &stretch->skills[low];
    return part > 0 ? between(skills[0], skills[1], part) : skills[0];
}

static double skill_on(Rank rank, double side)
{
    const Stretch *large = &STRETCHES[1];
    while (large->side < side)
        large++;
    const Stretch *small = large - 1;
    double part = fmax(0, (side - small->side) / (large->side - small->side));
    return between(stretched(small, rank), stretched(large, rank), part);
}

// The numbers of any skill.
static Knot knot_at(double skill)
{
    const Knot *high = &KNOTS[1];
    while (high->skill < skill)
        high++;
    const Knot *low = high - 1;
    double part = (skill - low->skill) / (high->skill - low->skill);
    return (Knot){
        .skill = skill,
        .playouts = exp(between(log(low->playouts), log(high->playouts), part)),
        .temperature = between(low->temperature, high->temperature, part),
        .tolerance = exp(between(log(low->tolerance), log(high->tolerance), part)),
        .oversight = between(low->oversight, high->oversight, part),
        .ladders = between(low->ladders, high->ladders, part),
        .replies = between(low->replies, high->replies, part),
        .locality = between(low->locality, high->locality, part),
        .part = between(low->part, high->part, part),
        .stray = between(low->stray, high->stray, part)};
}

Level level_of(Rank rank, int columns, int rows)
{
    Knot knot = knot_at(skill_on(rank, sqrt(columns * rows)));
    Level level = {.rank = rank,
                   .playouts = (uint64_t)lround(knot.playouts),
                   .replies = (int)lround(knot.replies),
                   .oversight = knot.oversight,
                   .ladders = knot.ladders,
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

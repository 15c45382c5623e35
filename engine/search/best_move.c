// SPDX-License-Identifier: MIT
#include "best_move.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A candidate with fewer games, or with a smaller part of the first one's games, is not
// surely better, however often it has won. It is one of many that were tried.
enum { SURE_GAMES = 50 };
static const double SURE_PART = 0.02;

// By lower ends a candidate may be the best from this part of the first one's games on.
static const double LOW_PART = 0.15;

// The lower end of the interval is this many standard errors below the mean.
static const double LOW_ERRORS = 1.96;

// By so much the utility of a drawn candidate may be lower than the first one's, and
// its games must be this part of the most visited one's.
static const double DRAWN_LOWER = 0.02, DRAWN_PART = 0.02;

double best_move_low_rate(double share, double trials)
{
    if (trials <= 0)
        return 0;
    double z = LOW_ERRORS, per_trial = z * z / trials;
    double error = z * sqrt(share * (1 - share) / trials + per_trial / (4 * trials));
    double low = (share + per_trial / 2 - error) / (1 + per_trial);
    return low > 0 ? low : 0;
}

int best_move_compare(const Candidate *x, const Candidate *y)
{
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    if (x->utility != y->utility)
        return x->utility < y->utility ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static int compare(const void *a, const void *b)
{
    return best_move_compare(a, b);
}

// The index of the candidate that surely wins most often, or 0.
static int find_surer(const Candidate candidates[], int count)
{
    int best = 0;
    double best_low = candidates[0].utility;
    for (int i = 1; i < count; i++) {
        const Candidate *candidate = &candidates[i];
        if (candidate->games < SURE_GAMES ||
            candidate->games < SURE_PART * candidates[0].games)
            break;
        double low = best_move_low_rate(candidate->utility, candidate->games);
        if (low > best_low) {
            best = i;
            best_low = low;
        }
    }
    return best;
}

// The index of the candidate with the highest lower end.
static int find_highest_low(const Candidate candidates[], int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (candidates[i].games < LOW_PART * candidates[0].games)
            break;
        if (candidates[i].low > candidates[best].low)
            best = i;
    }
    return best;
}

// Moves a candidate to the front.
static void put_first(Candidate candidates[], int best)
{
    Candidate chosen = candidates[best];
    memmove(candidates + 1, candidates, (size_t)best * sizeof chosen);
    candidates[0] = chosen;
}

void best_move_sort(Candidate candidates[], int count)
{
    qsort(candidates, (size_t)count, sizeof *candidates, compare);
    if (count > 0)
        put_first(candidates, find_surer(candidates, count));
}

void best_move_sort_by_low(Candidate candidates[], int count)
{
    qsort(candidates, (size_t)count, sizeof *candidates, compare);
    if (count > 0)
        put_first(candidates, find_highest_low(candidates, count));
}

static uint32_t most_games(const Candidate candidates[], int count)
{
    uint32_t most = 0;
    for (int i = 0; i < count; i++)
        most = candidates[i].games > most ? candidates[i].games : most;
    return most;
}

// How likely a candidate is to be drawn, beside the most visited one.
static double weight_of(const Candidate *candidate, const Candidate *first, double most,
                        double temperature)
{
    double part = candidate->games / most;
    bool is_alike = candidate->utility >= first->utility - DRAWN_LOWER;
    return is_alike && part >= DRAWN_PART ? pow(part, 1 / temperature) : 0;
}

int best_move_draw(const Candidate candidates[], int count, double temperature,
                   Rng *rng)
{
    double most = most_games(candidates, count), sum = 0;
    if (most <= 0 || temperature <= 0)
        return 0;
    for (int i = 0; i < count; i++)
        sum += weight_of(&candidates[i], &candidates[0], most, temperature);
    double lot = sum * rng_next(rng) / (UINT32_MAX + 1.0);
    for (int i = 0; i < count; i++) {
        lot -= weight_of(&candidates[i], &candidates[0], most, temperature);
        if (lot < 0)
            return i;
    }
    return 0;
}

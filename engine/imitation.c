// SPDX-License-Identifier: MIT
#include "imitation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR = 3 }; // steps along the lines

// No utility. (NAN would not do: with MinGW, isnan of a double gives a warning.)
static const double UNKNOWN = -2;
static const double LEAST_TEMPERATURE = 1e-4, LEAST_CHANCE = 1e-50;

Imitation imitation_default(void)
{
    return (Imitation){.tolerance = IMITATION_TOLERANCE_MAX,
                       .early_temperature = 0.5,
                       .temperature = 0.1,
                       .halflife = 19,
                       .only_below = 1,
                       .locality = 1};
}

static double sum_of(const double chances[POINT_LIMIT])
{
    double sum = 0;
    for (Point p = 0; p < POINT_LIMIT; p++)
        sum += chances[p];
    return sum;
}

static void divide(double chances[POINT_LIMIT], double sum)
{
    for (Point p = 0; p < POINT_LIMIT && sum > 0; p++)
        chances[p] /= sum;
}

// Utilities that are known, from -1 to 1; UNKNOWN elsewhere.
static void fill_known(const ImitationView *view, double utilities[POINT_LIMIT])
{
    const SearchReport *report = view->report;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        bool is_foreseen = view->foreseen != NULL && !isnan(view->foreseen[p]);
        utilities[p] = is_foreseen ? (double)view->foreseen[p] : UNKNOWN;
    }
    for (int i = 0; report != NULL && i < report->candidate_count; i++)
        utilities[report->candidates[i].move] = 2 * report->candidates[i].utility - 1;
}

// The utilities of all moves. Those of which nothing is known get the mean of the
// others. Returns the best one.
static double fill_utilities(const ImitationView *view, double utilities[POINT_LIMIT])
{
    double sum = 0, most = -1;
    int count = 0;
    fill_known(view, utilities);
    for (Point p = 0; p < POINT_LIMIT; p++) {
        if (utilities[p] == UNKNOWN)
            continue;
        sum += utilities[p];
        most = fmax(most, utilities[p]);
        count++;
    }
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (utilities[p] == UNKNOWN)
            utilities[p] = count > 0 ? sum / count : 0;
    return count > 0 ? most : 0;
}

// Moves that lose something are less likely.
static void weigh(const Imitation *imitation, const ImitationView *view,
                  double chances[POINT_LIMIT])
{
    double utilities[POINT_LIMIT], most = fill_utilities(view, utilities);
    for (Point p = 0; p < POINT_LIMIT; p++)
        chances[p] *= exp((utilities[p] - most) / imitation->tolerance);
}

// Weak players look where the other one has just played.
static void prefer_near(const Imitation *imitation, const ImitationView *view,
                        double chances[POINT_LIMIT])
{
    const Bitboard *grid = &view->pos->grid;
    if (view->last == PASS || view->last == NO_POINT)
        return;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        if (abs(point_column(p) - point_column(view->last)) +
                abs(point_row(p) - point_row(view->last)) <=
            NEAR)
            chances[p] *= imitation->locality;
}

double imitation_temperature(const Imitation *imitation, int turn, const Position *pos)
{
    double halves =
        turn / imitation->halflife * BOARD_SIZE_MAX / sqrt(pos->columns * pos->rows);
    double early = imitation->early_temperature - imitation->temperature;
    return imitation->temperature + early * pow(0.5, halves);
}

// Numbers are relative to the largest chance, so that a low temperature leaves some.
static void cool(const Imitation *imitation, double temperature,
                 double chances[POINT_LIMIT])
{
    double most = 0;
    for (Point p = 0; p < POINT_LIMIT; p++)
        most = fmax(most, chances[p]);
    double limit = fmin(0, log(fmax(imitation->only_below, LEAST_CHANCE) / most));
    for (Point p = 0; p < POINT_LIMIT; p++) {
        double part = chances[p] > 0 ? log(chances[p] / most) : 0;
        if (chances[p] > 0)
            chances[p] =
                exp(part > limit ? part : (part - limit) / temperature + limit);
    }
}

// Strange moves have little chance each, but there are many of them.
static void leave_out_strange(const Imitation *imitation, double chances[POINT_LIMIT])
{
    double most = 0;
    for (Point p = 0; p < POINT_LIMIT; p++)
        most = fmax(most, chances[p]);
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (chances[p] < imitation->least * most)
            chances[p] = 0;
}

void imitation_chances(const Imitation *imitation, const ImitationView *view,
                       double chances[POINT_LIMIT])
{
    const Bitboard *grid = &view->pos->grid;
    memset(chances, 0, POINT_LIMIT * sizeof *chances);
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        chances[p] = fmax(0, (double)view->policy[p]);
    chances[PASS] = imitation->ignores_pass ? 0 : fmax(0, (double)view->policy[PASS]);
    leave_out_strange(imitation, chances);
    weigh(imitation, view, chances);
    double sum = sum_of(chances);
    if (!(sum > 0))
        return;
    divide(chances, sum);
    double temperature = imitation_temperature(imitation, view->turn, view->pos);
    cool(imitation, fmax(temperature, LEAST_TEMPERATURE), chances);
    prefer_near(imitation, view, chances);
    divide(chances, sum_of(chances));
}

double imitation_random(Rng *rng)
{
    return (double)rng_next(rng) / ((double)UINT32_MAX + 1);
}

Point imitation_draw(const double chances[POINT_LIMIT], Rng *rng)
{
    double rest = imitation_random(rng) * sum_of(chances);
    Point last = NO_POINT;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        if (!(chances[p] > 0))
            continue;
        last = p;
        rest -= chances[p];
        if (rest < 0)
            break;
    }
    return last;
}

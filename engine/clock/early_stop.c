// SPDX-License-Identifier: MIT
#include "early_stop.h"

// Part of the plan before which nothing is believed.
static const double TOO_EARLY = 0.05;
// A choice is ripe if the second move has less than one of so many visits of the first.
static const double RIPE_LEAD = 2.5;
// A move with so many times the visits of the second is obvious, and made after this
// part of the plan.
static const double OBVIOUS_LEAD = 10, OBVIOUS_PART = 0.25;
// Who is so sure to win thinks for this part of the plan, and never longer.
static const double SURE_WIN = 0.95, SURE_PART = 0.5;
// A fall of the winning chance by so much is worth more thought.
static const double SHARP_FALL = 0.05;

static bool has_fallen(const EarlyStop *plan, const RootView *view)
{
    return plan->expected >= 0 && view->win_rate < plan->expected - SHARP_FALL;
}

// Can the second move not catch up any more if all visits to come went to it?
static bool is_settled(const EarlyStop *plan, const RootView *view, double elapsed)
{
    double rate = (double)view->games / elapsed;
    return (double)view->visits - view->second > rate * (plan->seconds - elapsed);
}

bool early_stop_is_due(const EarlyStop *plan, const RootView *view, double elapsed)
{
    if (view->moves <= 1)
        return true;
    double part = elapsed / plan->seconds;
    if (part < TOO_EARLY || view->games == 0)
        return false;
    if (view->win_rate >= SURE_WIN && part >= SURE_PART)
        return true;
    bool ripe = view->undisputed && view->visits >= RIPE_LEAD * view->second &&
                !has_fallen(plan, view);
    if (!ripe)
        return false;
    if (view->visits >= OBVIOUS_LEAD * view->second && part >= OBVIOUS_PART)
        return true;
    return part >= 1 || is_settled(plan, view, elapsed);
}

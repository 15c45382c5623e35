// SPDX-License-Identifier: MIT
#include "early_stop.h"

// Before this part of the plan no result is believed.
static const double TOO_EARLY = 0.05;
// A choice is settled if the first move has at least RIPE_LEAD times the visits of the
// second.
static const double RIPE_LEAD = 2.5;
// A move with OBVIOUS_LEAD times the visits of the second is obvious. It is made after
// OBVIOUS_PART of the plan.
static const double OBVIOUS_LEAD = 10, OBVIOUS_PART = 0.25;
// A player this sure to win takes this part of the plan, and never longer.
static const double SURE_WIN = 0.95, SURE_PART = 0.5;
// If the chance to win falls by this, the move takes longer.
static const double SHARP_FALL = 0.05;

static bool has_fallen(const EarlyStop *plan, const RootView *view)
{
    return plan->expected >= 0 && view->win_rate < plan->expected - SHARP_FALL;
}

// Is it impossible for the second move to catch up, even if it got all visits to come?
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

// SPDX-License-Identifier: MIT
#include "ending.h"

#include "policy.h"

enum {
    // A territory of so many points could be invaded, if no chain in it dies. Part of
    // such points that may not be firm when a board is settled: one of so many.
    LARGE_TERRITORY = 7,
    LOOSE_PART = 20,
    DAME_MAX = 4,     // more dame than that side by side are no dame yet
    CAPTURES_MAX = 6, // so many moves that capture are examined at most
    VISITS_MIN = 4, // a candidate that is considered has so many playouts at least ...
};

// ... and a chance to win not lower than the best by more than this: where the count
// says that the game is won, and elsewhere, where moves that gain nothing look as good.
static const double CHANCE_LOWER = 0.05, CHANCE_LOWER_OPEN = 0.15;
// The chance that a pass must leave: if the count says that nothing can go wrong, if
// something may, and if the game is a tie.
static const double PASS_SURE = 0.5, PASS_CLOSE = 0.95, PASS_TIE = 0.4;
// ... and if nothing is left to do but a move has more than the first chance: his own
// but for this. The judge may be wrong, but playouts often are, too, after a pass.
static const double DOUBT_CHANCE = 0.75, DOUBT_DROP = 0.4;
// Below the first chance a settled game is lost, below the second if the count says so,
// too; and a tie cannot be improved below the third.
static const double LOST_CHANCE = 0.03, COUNTED_CHANCE = 0.35, TIE_CHANCE = 0.55;

// What is known of a settled board; `score`s in half points for the player.
typedef struct Outcome {
    Verdict verdict;
    FinalStatus status;
    Bitboard captives; // the dead stones of the enemy
    // Scores if everything unclear goes well and the dead of the enemy come off the
    // board, and if everything goes badly; dame left aside.
    int best, sure;
    int dame;  // what the dame are worth; those of a seki are worth nothing
    int loose; // points that could be invaded
} Outcome;

bool ending_is_disputed(const Game *game)
{
    int passes = 0;
    bool was_over = false;
    for (int i = 0; i < game->move_count; i++) {
        bool passed = game->moves[i].point == PASS;
        if (was_over && !passed)
            return true;
        passes = passed ? passes + 1 : 0;
        was_over = was_over || passes >= 2;
    }
    return false;
}

// The score for the player without these stones, in half points.
static int score_without(const Ending *ending, const Bitboard *removed)
{
    int score =
        2 * ownership_score(&ending->game->position, removed) - ending->game->komi;
    return ending->player == BLACK ? score : -score;
}

// What is taken off the board if the game ends now.
static Bitboard removed_now(const Ending *ending)
{
    if (!ending->game->rules.dead_stones)
        return bitboard_empty();
    return judge_ask(ending->judge, &ending->game->position)->removed;
}

int ending_result(const Ending *ending)
{
    Bitboard removed = removed_now(ending);
    return score_without(ending, &removed);
}

void ending_owner(const Ending *ending, Bitboard owner[2])
{
    Bitboard removed = removed_now(ending);
    ownership_area(&ending->game->position, &removed, owner);
}

bool ending_wins_by_pass(const Ending *ending)
{
    const Game *game = ending->game;
    const Position *pos = &game->position;
    if (pos->passes != 1 || game->move_count == 0 ||
        game->moves[game->move_count - 1].color == ending->player)
        return false;
    Bitboard lost = bitboard_empty(), captives = bitboard_empty();
    if (game->rules.dead_stones || ending->cleanup) {
        const Verdict *verdict = judge_ask(ending->judge, pos);
        captives = bitboard_difference(verdict->removed, pos->stones[ending->player]);
        lost = bitboard_union(
            verdict->dead,
            bitboard_intersection(verdict->unclear, pos->stones[ending->player]));
    }
    if (ending->cleanup)
        return bitboard_is_empty(&captives) && ending_result(ending) > 0;
    return score_without(ending, &lost) > 0;
}

// Are all dame single points, or a few side by side?
static bool has_only_small_dame(Bitboard dame)
{
    while (!bitboard_is_empty(&dame)) {
        Bitboard part = bitboard_reach(bitboard_of(bitboard_first(&dame)), dame);
        if (bitboard_count(&part) > DAME_MAX)
            return false;
        dame = bitboard_difference(dame, part);
    }
    return true;
}

// The scores between which everything that is unclear lies.
static void bound_scores(const Ending *ending, Outcome *outcome)
{
    const Verdict *verdict = &outcome->verdict;
    Bitboard own = ending->game->position.stones[ending->player];
    Bitboard own_unclear = bitboard_intersection(verdict->unclear, own);
    Bitboard enemy_unclear = bitboard_difference(verdict->unclear, own);
    Bitboard removed = verdict->dead;
    if (!ending->game->rules.dead_stones)
        removed = bitboard_intersection(removed, own);
    removed = bitboard_union(removed, own_unclear);
    outcome->sure = score_without(ending, &removed);
    removed = bitboard_union(verdict->dead, enemy_unclear);
    outcome->best = score_without(ending, &removed);
}

// The points of large territories that are not firm.
static int count_loose(const Outcome *outcome)
{
    int loose = 0;
    for (Color color = BLACK; color <= WHITE; color++) {
        Bitboard rest = outcome->status.territory[color];
        while (!bitboard_is_empty(&rest)) {
            Bitboard part = bitboard_reach(bitboard_of(bitboard_first(&rest)), rest);
            rest = bitboard_difference(rest, part);
            if (bitboard_count(&part) < LARGE_TERRITORY)
                continue;
            part = bitboard_difference(part, outcome->verdict.firm[color]);
            loose += bitboard_count(&part);
        }
    }
    return loose;
}

// Finds what is known of the board. Is nothing left but dame and unclear chains?
static bool is_closed(const Ending *ending, Outcome *outcome)
{
    const Position *pos = &ending->game->position;
    FinalStatus *status = &outcome->status;
    outcome->verdict = *judge_ask(ending->judge, pos);
    ownership_find(pos, &outcome->verdict.removed, status);
    bound_scores(ending, outcome);
    outcome->captives =
        bitboard_difference(outcome->verdict.removed, pos->stones[ending->player]);
    Bitboard dame =
        bitboard_difference(status->dame, bitboard_neighbors(&status->seki));
    outcome->dame = 2 * bitboard_count(&dame);
    outcome->loose = count_loose(outcome);
    return outcome->loose * LOOSE_PART <= pos->columns * pos->rows &&
           has_only_small_dame(status->dame);
}

// Can nothing unclear change who wins?
static bool is_decided(const Outcome *outcome)
{
    return bitboard_is_empty(&outcome->verdict.unclear) ||
           outcome->sure > outcome->dame || outcome->best < -outcome->dame;
}

// The own stones that live and must not be lost in capturing. Chains that have only
// liberties of the captives may be given up inside them.
static Bitboard stones_to_keep(const Ending *ending, const Outcome *outcome)
{
    const Position *pos = &ending->game->position;
    Bitboard keep =
        bitboard_difference(pos->stones[ending->player], outcome->verdict.dead);
    Bitboard beside = bitboard_neighbors(&outcome->captives), rest = keep;
    while (!bitboard_is_empty(&rest)) {
        Point p = bitboard_first(&rest);
        Bitboard chain = position_chain(pos, p);
        Bitboard outside = bitboard_difference(position_liberties(pos, p), beside);
        if (bitboard_is_empty(&outside))
            keep = bitboard_difference(keep, chain);
        rest = bitboard_difference(rest, chain);
    }
    return keep;
}

// Does the move leave the dead dead, and the own stones that live alive?
static bool keeps_outcome(const Ending *ending, const Outcome *outcome, Point move)
{
    const Position *pos = &ending->game->position;
    Position after = *pos;
    after.to_play = (uint8_t)ending->player;
    position_play(&after, move);
    const Verdict *before = &outcome->verdict;
    const Verdict *verdict = judge_ask(ending->judge, &after);
    Bitboard captives = bitboard_intersection(
        outcome->captives, after.stones[color_other(ending->player)]);
    Bitboard living = stones_to_keep(ending, outcome);
    Bitboard in_danger = bitboard_union(verdict->dead, verdict->unclear);
    Bitboard escaped = bitboard_difference(captives, verdict->removed);
    escaped = bitboard_union(
        escaped, bitboard_difference(bitboard_intersection(captives, before->dead),
                                     verdict->dead));
    in_danger = bitboard_intersection(in_danger, living);
    return bitboard_is_empty(&escaped) && bitboard_is_empty(&in_danger);
}

// How soon a move at a liberty of dead stones captures some, if nobody answers: the
// fewest liberties that it leaves to a chain; later if its own chain is in danger then.
static int turns_to_capture(const Ending *ending, const Bitboard *captives, Point p)
{
    Position pos = ending->game->position;
    int fewest = POINT_COUNT_MAX;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (!bitboard_test(captives, q))
            continue;
        Bitboard liberties = position_liberties(&pos, q);
        int left = bitboard_count(&liberties) - 1;
        fewest = left < fewest ? left : fewest;
    }
    pos.to_play = (uint8_t)ending->player;
    if (fewest > 0 && policy_liberties_after(&pos, p, 2) < 2)
        fewest += POINT_COUNT_MAX;
    return fewest;
}

// Takes the point that captures soonest out of the set.
static Point take_soonest(const Ending *ending, const Bitboard *captives,
                          Bitboard *points)
{
    Point best = NO_POINT;
    int fewest = 0;
    for (Point p = bitboard_first(points); p; p = bitboard_next(points, p)) {
        int turns = turns_to_capture(ending, captives, p);
        if (best == NO_POINT || turns < fewest) {
            best = p;
            fewest = turns;
        }
    }
    if (best != NO_POINT)
        bitboard_remove(points, best);
    return best;
}

// A move towards capturing dead stones that spoils nothing: at their liberties, or
// failing that beside these. NO_POINT if there is none.
static Point capturing_move(const Ending *ending, const Outcome *outcome)
{
    const Game *game = ending->game;
    Bitboard empty = position_empty(&game->position);
    Bitboard tried = bitboard_empty();
    Bitboard reached = outcome->captives;
    for (int ring = 0; ring < 2; ring++) {
        Bitboard points = bitboard_intersection(bitboard_neighbors(&reached), empty);
        reached = bitboard_union(reached, points);
        points = bitboard_difference(points, tried);
        tried = bitboard_union(tried, points);
        for (int i = 0; i < CAPTURES_MAX; i++) {
            Point p = take_soonest(ending, &outcome->captives, &points);
            if (p == NO_POINT)
                break;
            if (!policy_is_eye(&game->position, p, ending->player) &&
                game_check(game, ending->player, p) == MOVE_OK &&
                keeps_outcome(ending, outcome, p))
                return p;
        }
    }
    return NO_POINT;
}

// The most visited candidate that is no pass, or NULL.
static const Candidate *best_point(const SearchReport *report)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move != PASS)
            return &report->candidates[i];
    return NULL;
}

// Points where nothing can be gained: what is firmly somebody's, and the liberties of a
// seki. Next to captives something can, as long as they count.
static Bitboard idle_points(const Ending *ending, const Outcome *outcome)
{
    const Verdict *verdict = &outcome->verdict;
    Bitboard idle = bitboard_union(verdict->firm[BLACK], verdict->firm[WHITE]);
    if (!ending->game->rules.dead_stones)
        idle = bitboard_difference(idle, bitboard_neighbors(&outcome->captives));
    return bitboard_union(
        idle, bitboard_intersection(bitboard_neighbors(&outcome->status.seki),
                                    outcome->status.dame));
}

// The most visited candidate where something can be gained, or NULL: none of the points
// `idle`, and its chance lower than the best by no more than `lower`.
static const Candidate *useful_point(const SearchReport *report, const Bitboard *idle,
                                     double lower)
{
    double least = best_point(report)->win_rate - lower;
    for (int i = 0; i < report->candidate_count; i++) {
        const Candidate *candidate = &report->candidates[i];
        if (candidate->move != PASS && candidate->visits >= VISITS_MIN &&
            candidate->win_rate >= least && !bitboard_test(idle, candidate->move))
            return candidate;
    }
    return NULL;
}

// Do dead stones of the enemy have to come off the board before a pass?
static bool must_capture(const Ending *ending, const Outcome *outcome)
{
    if (bitboard_is_empty(&outcome->captives) || ending->game->rules.dead_stones)
        return false;
    return ending->cleanup || (outcome->sure <= 0 && outcome->best >= 0);
}

// The chance that a pass must leave if a point where something can be gained is left,
// or NULL, and a move has this chance. Playouts are worse than the judge at seki, but
// the judge may be wrong about chains that have just been put in danger: his word is
// taken unless a search finds that a move wins and a pass may well lose.
static double chance_to_demand(const Outcome *outcome, const Candidate *useful,
                               double chance)
{
    bool is_counted = outcome->sure > outcome->dame;
    if (useful == NULL || (is_counted && outcome->loose == 0))
        return chance > DOUBT_CHANCE ? chance - DOUBT_DROP : ENDING_PASS;
    if (outcome->sure > 0)
        return is_counted ? PASS_SURE : PASS_CLOSE;
    bool lost = outcome->best < -outcome->dame && chance < COUNTED_CHANCE;
    if (lost || chance < LOST_CHANCE)
        return ENDING_PASS;
    if (outcome->sure == 0 && chance < TIE_CHANCE)
        return PASS_TIE;
    return ENDING_NO_PASS;
}

// What to do when the board is not settled: what the search says, but no pass that
// loses; and if only the fate of some chains is left, what decides that.
static EndingAdvice advise_to_play(const Ending *ending, const SearchReport *report,
                                   Point key)
{
    Point move = report->best;
    if (key != NO_POINT && key != PASS &&
        game_check(ending->game, ending->player, key) == MOVE_OK)
        move = key;
    else if (move == PASS && ending_result(ending) <= 0)
        move = best_point(report)->move;
    return (EndingAdvice){move, ENDING_NO_PASS};
}

bool ending_is_near(const Position *pos, const SearchReport *report)
{
    return 4 * pos->empty_count <= 3 * pos->columns * pos->rows &&
           (report->playouts == 0 || ownership_is_clear(pos, report));
}

Point ending_unjudged_move(const Ending *ending, const SearchReport *report)
{
    const Candidate *point = best_point(report);
    if (report->best != PASS || point == NULL || ending->game->rules.dead_stones)
        return report->best;
    return ending_result(ending) > 0 ? PASS : point->move;
}

// What to play where dead stones have to be captured, or NO_POINT: that can wait as
// long as there are dame to gain elsewhere, not at the points `idle`.
static Point move_before_pass(const Ending *ending, const Outcome *outcome,
                              const SearchReport *report, Bitboard idle)
{
    idle = bitboard_union(idle, bitboard_neighbors(&outcome->captives));
    idle = bitboard_union(idle, outcome->status.territory[BLACK]);
    idle = bitboard_union(idle, outcome->status.territory[WHITE]);
    const Candidate *gain = useful_point(report, &idle, CHANCE_LOWER_OPEN);
    return gain != NULL ? gain->move : capturing_move(ending, outcome);
}

// What to do where nothing is left but dame, and who wins is decided.
static EndingAdvice advise_to_end(const Ending *ending, const Outcome *outcome,
                                  const SearchReport *report)
{
    const Candidate *point = best_point(report);
    Bitboard idle = idle_points(ending, outcome);
    bool is_won = outcome->sure > outcome->dame;
    const Candidate *useful =
        useful_point(report, &idle, is_won ? CHANCE_LOWER : CHANCE_LOWER_OPEN);
    Point move = useful != NULL ? useful->move : point->move;
    if (must_capture(ending, outcome)) {
        Point before = move_before_pass(ending, outcome, report, idle);
        return (EndingAdvice){before != NO_POINT ? before : move, ENDING_NO_PASS};
    }
    return (EndingAdvice){move, chance_to_demand(outcome, useful, point->win_rate)};
}

EndingAdvice ending_advise(const Ending *ending, const SearchReport *report)
{
    Outcome outcome;
    if (best_point(report) == NULL)
        return (EndingAdvice){PASS, ENDING_PASS};
    if (!ending_is_near(&ending->game->position, report) ||
        !is_closed(ending, &outcome))
        return advise_to_play(ending, report, NO_POINT);
    if (!is_decided(&outcome))
        return advise_to_play(ending, report, outcome.verdict.key[ending->player]);
    return advise_to_end(ending, &outcome, report);
}

// SPDX-License-Identifier: MIT
#include "pass_decision.h"

#include <math.h>

#include "best_move.h"
#include "cleanup.h"
#include "settled_board.h"

enum {
    // With more than EMPTY_FAR percent of empty points, the end is far away. With at
    // most EMPTY_FEW percent, it may be here even if playouts disagree, as they do
    // about every seki.
    EMPTY_FAR = 75,
    EMPTY_FEW = 33,
    REFUTING_GAMES = 30, // playouts of a move that a search has looked at
    LONG_SEARCH = 1000,  // playouts of a search that reads a fight well
    GAMES_MIN = 4,       // least playouts of a candidate that is considered ...
};

// ... and how much lower than the best its chance to win may be. The first number is
// for games that are won by the count. The second is for other games, where moves that
// gain nothing look as good.
static const double CHANCE_LOWER = 0.05, CHANCE_LOWER_OPEN = 0.15;
// CHANCE_REFUTED: if a search finds a move worse by this, the judge's verdict on it is
// doubted. CHANCE_WASTED: if a search finds a pass worse by this, no pass is expected
// in the next turns.
static const double CHANCE_REFUTED = 0.25, CHANCE_WASTED = 0.15;
// A move that has this many times the chance to lose is no matter of points.
static const double LOSSES_REFUTED = 2;
// The chance that a pass must leave, in three cases: the count says that nothing can go
// wrong, something may go wrong, the game is a tie.
static const double PASS_SURE = 0.5, PASS_CLOSE = 0.95, PASS_TIE = 0.4;
// ... and if nothing is left to do, but a move has more than DOUBT_CHANCE: that chance
// minus DOUBT_DROP. The judge may be wrong, but playouts after a pass often are, too.
static const double DOUBT_CHANCE = 0.75, DOUBT_DROP = 0.45;
// Below LOST_CHANCE a settled game is lost. Below COUNTED_CHANCE it is lost if the
// count says so, too. A tie cannot be improved below TIE_CHANCE.
static const double LOST_CHANCE = 0.03, COUNTED_CHANCE = 0.35, TIE_CHANCE = 0.55;
// By less than that playouts and network may differ from a count that is right.
static const double POINTS_MISCOUNTED = 1;

bool pass_decision_is_disputed(const Game *game)
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

static PassedBoard board_after_pass(const PassDecision *decision)
{
    return (PassedBoard){decision->game, decision->player, decision->judge};
}

// The verdict on the board if the player passes.
static const Verdict *verdict_on_pass(const PassDecision *decision)
{
    PassedBoard passed = board_after_pass(decision);
    return settled_board_verdict(&passed);
}

// What is taken off the board if the game ends now.
static Bitboard removed_now(const PassDecision *decision)
{
    if (!decision->game->rules.dead_stones)
        return bitboard_empty();
    PassedBoard passed = board_after_pass(decision);
    Bitboard removed = verdict_on_pass(decision)->removed;
    return bitboard_union(removed, settled_board_ko_stones(&passed, &removed));
}

int pass_decision_result(const PassDecision *decision)
{
    Bitboard removed = removed_now(decision);
    return settled_board_score(decision->game, decision->player, &removed);
}

void pass_decision_owner(const PassDecision *decision, Bitboard owner[2])
{
    Bitboard removed = removed_now(decision);
    final_status_area(&decision->game->position, &removed, owner);
}

bool pass_decision_wins_by_pass(const PassDecision *decision)
{
    const Game *game = decision->game;
    const Position *pos = &game->position;
    if (pos->passes != 1 || game->move_count == 0 ||
        game->moves[game->move_count - 1].color == decision->player)
        return false;
    if (!game->rules.dead_stones && !decision->cleanup)
        return pass_decision_result(decision) > 0;
    Bitboard own = pos->stones[decision->player];
    const Verdict *verdict = verdict_on_pass(decision);
    Bitboard captives = bitboard_difference(verdict->removed, own);
    if (decision->cleanup)
        return bitboard_is_empty(&captives) && pass_decision_result(decision) > 0;
    return bitboard_is_empty(&verdict->unclear) &&
           settled_board_score(decision->game, decision->player, &verdict->dead) > 0;
}

// Can nothing unclear change who wins?
static bool is_decided(const SettledBoard *outcome)
{
    return bitboard_is_empty(&outcome->verdict.unclear) ||
           outcome->sure > outcome->dame || outcome->best < -outcome->dame;
}

// The candidate of a move in the report, or NULL.
static const Candidate *find_candidate(const SearchReport *report, Point move)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == move)
            return &report->candidates[i];
    return NULL;
}

// The most visited candidate that is no pass, or NULL.
static const Candidate *best_point(const SearchReport *report)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move != PASS)
            return &report->candidates[i];
    return NULL;
}

// Does the search find, beyond doubt, that a move loses more often than its best move?
// The difference must be too large to be a matter of points.
static bool loses_more(const SearchReport *report, const Candidate *candidate)
{
    const Candidate *best = &report->candidates[0];
    double high = 1 - best_move_low_rate(1 - candidate->win_rate, candidate->games);
    return best_move_low_rate(best->win_rate, best->games) > high &&
           1 - candidate->win_rate > LOSSES_REFUTED * (1 - best->win_rate);
}

// Points where nothing can be gained: firm points of either player, and the liberties
// of a seki. Beside captives something can be gained, as long as captives count.
static Bitboard idle_points(const PassDecision *decision, const SettledBoard *outcome)
{
    const Verdict *verdict = &outcome->verdict;
    Bitboard idle = bitboard_union(verdict->firm[BLACK], verdict->firm[WHITE]);
    if (!decision->game->rules.dead_stones)
        idle = bitboard_difference(idle, bitboard_neighbors(&outcome->captives));
    return bitboard_union(
        idle, bitboard_intersection(bitboard_neighbors(&outcome->status.seki),
                                    outcome->status.dame));
}

// The most visited candidate where something can be gained, or NULL. It is none of the
// points `idle`, and its chance is at most `lower` below the best.
static const Candidate *useful_point(const SearchReport *report, const Bitboard *idle,
                                     double lower)
{
    double least = best_point(report)->win_rate - lower;
    for (int i = 0; i < report->candidate_count; i++) {
        const Candidate *candidate = &report->candidates[i];
        if (candidate->move != PASS && candidate->games >= GAMES_MIN &&
            candidate->win_rate >= least && !bitboard_test(idle, candidate->move))
            return candidate;
    }
    return NULL;
}

// Must dead enemy stones come off the board before a pass?
static bool must_capture(const PassDecision *decision, const SettledBoard *outcome)
{
    if (bitboard_is_empty(&outcome->captives) || decision->game->rules.dead_stones)
        return false;
    return decision->cleanup || (outcome->sure <= 0 && outcome->best >= 0);
}

// Has the search tried a pass and found it hardly worse than a move? The board must
// have a seki, and no chain on it may be guessed. Playouts after a pass would break the
// seki.
static bool keeps_seki(const SettledBoard *outcome, const SearchReport *report)
{
    const Candidate *pass = find_candidate(report, PASS);
    return !bitboard_is_empty(&outcome->status.seki) &&
           bitboard_is_empty(&outcome->verdict.guessed) && pass != NULL &&
           pass->games >= GAMES_MIN &&
           pass->win_rate >= best_point(report)->win_rate - CHANCE_WASTED;
}

// Near even, a network that cannot count to the point gives a lost game a chance. Then
// the network or the playouts must also expect more points than the count.
static bool may_be_won(const SettledBoard *outcome, const SearchReport *report)
{
    return report->evaluations == 0 || fmax(report->score, report->network_score) >
                                           outcome->best / 2.0 + POINTS_MISCOUNTED;
}

// The chance that a pass must leave. `useful` is a point where something can be gained,
// or NULL. Playouts are worse than the judge at seki, but the judge may be wrong about
// chains that have just been put in danger. Its verdict counts, unless a search finds
// that a move wins and a pass may well lose. If unproven points could be invaded, the
// judge may be wrong about them, too. Then a game that is lost by its count is not
// given up as long as a search sees a chance.
static double chance_to_demand(const SettledBoard *outcome, const Candidate *useful,
                               const SearchReport *report)
{
    double chance = best_point(report)->win_rate;
    bool is_counted = outcome->sure > outcome->dame;
    bool is_lost = outcome->best < -outcome->dame;
    if (is_lost && outcome->unproven > 0 && chance >= COUNTED_CHANCE &&
        may_be_won(outcome, report))
        return ENDING_NO_PASS;
    if (useful == NULL || (is_counted && outcome->loose == 0))
        return chance > DOUBT_CHANCE && !keeps_seki(outcome, report)
                   ? chance - DOUBT_DROP
                   : ENDING_PASS;
    if (outcome->sure > 0)
        return is_counted ? PASS_SURE : PASS_CLOSE;
    if ((is_lost && chance < COUNTED_CHANCE) || chance < LOST_CHANCE)
        return ENDING_PASS;
    if (outcome->sure == 0 && chance < TIE_CHANCE)
        return PASS_TIE;
    return ENDING_NO_PASS;
}

// Has the search looked at a move and found it much worse than its best move? The
// search sees the whole board, the judge one group at a time. A long search need not
// look at the move often.
static bool is_refuted(const SearchReport *report, Point move)
{
    const Candidate *candidate = find_candidate(report, move);
    if (candidate == NULL)
        return false;
    bool is_worse = candidate->win_rate < report->win_rate - CHANCE_REFUTED;
    return report->playouts >= LONG_SEARCH
               ? candidate->games > 0 && (is_worse || loses_more(report, candidate))
               : candidate->games >= REFUTING_GAMES && is_worse;
}

// What to do when the board is not settled: the search's best move, but no pass that
// loses. If only the fate of some chains is left, the move that decides it.
static PassAdvice advise_to_play(const PassDecision *decision,
                                 const SearchReport *report, Point key)
{
    Point move = report->best;
    if (key != NO_POINT)
        move = key;
    else if (move == PASS && pass_decision_result(decision) <= 0)
        move = best_point(report)->move;
    return (PassAdvice){move, ENDING_NO_PASS};
}

bool pass_decision_is_near(const Position *pos, const SearchReport *report)
{
    int empty = 100 * pos->empty_count, points = pos->columns * pos->rows;
    return empty <= EMPTY_FAR * points &&
           (report->playouts == 0 || empty <= EMPTY_FEW * points ||
            settled_board_is_clear(pos, report));
}

bool pass_decision_is_solved(const PassDecision *decision, Point move)
{
    Bitboard around = bitboard_of(move);
    around = bitboard_neighbors(&around);
    around = bitboard_intersection(around, verdict_on_pass(decision)->solved);
    return move != PASS && !bitboard_is_empty(&around);
}

// Did a network of KataGo's decide alone?
static bool is_by_katago(const SearchReport *report)
{
    return report->evaluations > 0 && report->network_part >= 1;
}

// Does a network of KataGo's want to play on in a game that is neither won nor lost?
static bool katago_plays_on(const SearchReport *report)
{
    return is_by_katago(report) && report->best != PASS &&
           report->win_rate >= LOST_CHANCE && report->win_rate <= DOUBT_CHANCE;
}

bool pass_decision_may_pass(const Position *pos, const SearchReport *report)
{
    if (!pass_decision_is_near(pos, report) || katago_plays_on(report))
        return false;
    for (int i = 0; i < report->candidate_count; i++) {
        const Candidate *candidate = &report->candidates[i];
        if (candidate->move == PASS && candidate->games > 0)
            return candidate->win_rate >= report->win_rate - CHANCE_WASTED;
    }
    return true;
}

Point pass_decision_unjudged_move(const PassDecision *decision,
                                  const SearchReport *report)
{
    const Candidate *point = best_point(report);
    if (report->best != PASS || point == NULL || decision->game->rules.dead_stones)
        return report->best;
    return pass_decision_result(decision) > 0 ? PASS : point->move;
}

// What to play where dead stones have to be captured, or NO_POINT. Capturing can wait
// as long as there are dame to gain elsewhere, outside the points `idle`.
static Point move_before_pass(const PassDecision *decision, const SettledBoard *outcome,
                              const SearchReport *report, Bitboard idle)
{
    idle = bitboard_union(idle, bitboard_neighbors(&outcome->captives));
    idle = bitboard_union(idle, outcome->status.territory[BLACK]);
    idle = bitboard_union(idle, outcome->status.territory[WHITE]);
    const Candidate *gain = useful_point(report, &idle, CHANCE_LOWER_OPEN);
    return gain != NULL ? gain->move : cleanup_move(decision, &outcome->verdict);
}

// What to do if only dame are left and the winner is decided.
static PassAdvice advise_to_end(const PassDecision *decision,
                                const SettledBoard *outcome, const SearchReport *report)
{
    const Candidate *point = best_point(report);
    Bitboard idle = idle_points(decision, outcome);
    bool is_won = outcome->sure > outcome->dame;
    const Candidate *useful =
        useful_point(report, &idle, is_won ? CHANCE_LOWER : CHANCE_LOWER_OPEN);
    if (useful != NULL && report->best != PASS && loses_more(report, useful))
        useful = NULL; // what matters is where the judge sees nothing to gain
    Point move = useful != NULL ? useful->move : point->move;
    if (must_capture(decision, outcome)) {
        Point before = move_before_pass(decision, outcome, report, idle);
        return (PassAdvice){before != NO_POINT ? before : move, ENDING_NO_PASS};
    }
    return (PassAdvice){move, chance_to_demand(outcome, useful, report)};
}

// Does the search want to play where the judge knows better? That is a pass, a point
// where nothing can be gained, or the territory that depends on the player that begins.
static bool is_better_known(const PassDecision *decision, const SettledBoard *outcome,
                            Point move)
{
    Bitboard idle = idle_points(decision, outcome);
    return move == PASS || bitboard_test(&idle, move) ||
           bitboard_test(&outcome->verdict.place, move);
}

// Are two empty points in one empty region? Then they belong to the same fight.
static bool share_region(const Position *pos, Point p, Point q)
{
    Bitboard region = bitboard_reach(bitboard_of(p), position_empty(pos));
    return q != PASS && bitboard_test(&region, q);
}

// The move that saves or kills a group, or keeps or spoils a territory, if the player
// moves first and only then. If the search has refuted that move, it is the search's
// move. In the fight itself the proof, which is about one chain, knows better than a
// short search. NO_POINT: there is no such move.
static Point find_key(const PassDecision *decision, const SettledBoard *outcome,
                      const SearchReport *report)
{
    const Point keys[] = {outcome->verdict.key[decision->player],
                          outcome->verdict.place_key[decision->player]};
    bool has_refuted = false;
    for (int i = 0; i < 2; i++) {
        if (keys[i] == NO_POINT || keys[i] == PASS ||
            game_check(decision->game, decision->player, keys[i]) != MOVE_OK)
            continue;
        bool knows_better =
            report->playouts >= LONG_SEARCH ||
            !share_region(&decision->game->position, keys[i], report->best);
        if (!knows_better || !is_refuted(report, keys[i]))
            return keys[i];
        has_refuted = true;
    }
    bool has_better = has_refuted && !is_better_known(decision, outcome, report->best);
    return has_better ? report->best : NO_POINT;
}

// A network of KataGo's reads fights better than the judge, and knows all rules. If it
// wants to play, it chooses the move. The judge ends only games that are won or lost.
static PassAdvice as_katago_wants(const SearchReport *report, PassAdvice advice)
{
    if (report->best != PASS)
        advice.move = report->best;
    if (katago_plays_on(report))
        advice.pass_chance = ENDING_NO_PASS;
    return advice;
}

static PassAdvice advise(const PassDecision *decision, const SearchReport *report)
{
    SettledBoard outcome;
    if (!pass_decision_is_near(&decision->game->position, report))
        return advise_to_play(decision, report, NO_POINT);
    PassedBoard passed = board_after_pass(decision);
    bool closed = settled_board_find(&passed, report, &outcome);
    Point key = find_key(decision, &outcome, report);
    if (closed && is_decided(&outcome) && key == NO_POINT)
        return advise_to_end(decision, &outcome, report);
    if (!closed && !is_better_known(decision, &outcome, report->best))
        key = NO_POINT;
    return advise_to_play(decision, report, key);
}

PassAdvice pass_decision_advise(const PassDecision *decision,
                                const SearchReport *report)
{
    if (best_point(report) == NULL)
        return (PassAdvice){PASS, ENDING_PASS};
    PassAdvice advice = advise(decision, report);
    return is_by_katago(report) ? as_katago_wants(report, advice) : advice;
}

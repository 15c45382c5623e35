// SPDX-License-Identifier: MIT
#include "analysis.h"

#include <math.h>
#include <string.h>

#include "best_move.h"

enum { NAMED_GAMES = 10 }; // a move with fewer is not worth naming

// Nor is a move with a smaller part of the best move's games. Clients draw the best
// chance of all named moves.
static const double NAMED_PART = 0.02;

static bool is_worth_naming(const Analysis *analysis, int index)
{
    const Candidate *candidates = analysis->report.candidates;
    if (index < analysis->order.moves_min || index == 0)
        return true;
    return candidates[index].games >= NAMED_GAMES &&
           candidates[index].games >= NAMED_PART * candidates[0].games;
}

// Makes the visits of a line agree, as the workers go on between two readings. No move
// of a line has more visits than the move before it. The first move has at most the
// visits already reported.
static void agree_visits(AnalysisMove *move)
{
    uint32_t most = move->visits;
    for (int i = 0; i < move->line_length; i++) {
        if (move->line_visits[i] > most)
            move->line_visits[i] = most;
        most = move->line_visits[i];
    }
}

// The owner of a point by the judge's count: from -1 for White to 1 for Black.
static float owner_by_end(const EndJudgement *end, Point p)
{
    if (bitboard_test(&end->owner[BLACK], p))
        return 1;
    return bitboard_test(&end->owner[WHITE], p) ? -1 : 0;
}

// Estimates score and owners by the search.
static void estimate(Analysis *analysis)
{
    const SearchReport *report = &analysis->report;
    analysis->score = score_estimate_score(report);
    analysis->score_deviation = score_estimate_deviation(report);
    for (Point p = 0; p < POINT_LIMIT; p++) {
        analysis->owners.owner[p] = (float)score_estimate_owner(report, p);
        analysis->owners.deviation[p] =
            (float)score_estimate_owner_deviation(report, p);
    }
}

// Lets the judge's count have its part in the owners of points.
static void judge_owners(const EndJudgement *end, OwnerEstimate *owners)
{
    float part = (float)end->trust;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        owners->owner[p] += part * (owner_by_end(end, p) - owners->owner[p]);
        owners->deviation[p] *= 1 - part;
    }
}

// Estimates score and owners. If the game is nearly over, the judge's count has a part.
static void estimate_and_judge(Analysis *analysis)
{
    const EndJudgement *end = &analysis->end;
    estimate(analysis);
    analysis->end.trust = 0;
    if (analysis->judge == NULL)
        return;
    analysis->end = end_judgement_find(
        &(EndView){analysis->game, analysis->report.player, analysis->judge,
                   &analysis->report, analysis->owners.owner});
    if (end->trust == 0)
        return;
    analysis->score += end->trust * (end->score - analysis->score);
    analysis->score_deviation *= 1 - end->trust;
    judge_owners(end, &analysis->owners);
}

// Corrects what is said of a move by as much as the judge corrects the position.
static void judge_move(const Analysis *analysis, AnalysisMove *move)
{
    move->score += analysis->score - score_estimate_score(&analysis->report);
    move->score_deviation *= 1 - analysis->end.trust;
}

// The same for the owners after a move.
static void judge_move_owners(const Analysis *analysis, OwnerEstimate *owners)
{
    if (analysis->end.trust == 0)
        return;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        double searched = score_estimate_owner(&analysis->report, p);
        double owner = owners->owner[p] + analysis->owners.owner[p] - searched;
        owners->owner[p] = (float)fmin(fmax(owner, -1), 1);
        owners->deviation[p] *= (float)(1 - analysis->end.trust);
    }
}

static void fill_move(const Analysis *analysis, const MoveView *view,
                      const Candidate *candidate, AnalysisMove *move)
{
    const SearchReport *report = &analysis->report;
    double rate = candidate->games > 0 ? candidate->win_rate : analysis->win_rate;
    *move =
        (AnalysisMove){.candidate = *candidate,
                       .visits = search_report_visits(report, candidate),
                       .win_rate = rate,
                       .low_rate = best_move_low_rate(rate, candidate->games),
                       .prior = view->prior,
                       .score = score_estimate_move_score(report, view),
                       .score_deviation = score_estimate_move_deviation(report, view),
                       .line_length = view->line_length};
    memcpy(move->line, view->line, sizeof move->line);
    memcpy(move->line_visits, view->line_visits, sizeof move->line_visits);
    if (move->line_length == 0) // the tree does not know it
        move->line[move->line_length++] = candidate->move;
    agree_visits(move);
    judge_move(analysis, move);
}

// The chance to win of the player to move. If the root's is not known, it is the mean
// over all moves, so that it fits their games.
static double rate_of_root(const SearchReport *report)
{
    if (report->has_root_rate)
        return report->root_rate;
    double games = 0, wins = 0;
    for (int i = 0; i < report->candidate_count; i++) {
        const Candidate *candidate = &report->candidates[i];
        games += candidate->games;
        wins += candidate->games * candidate->win_rate;
    }
    return games > 0 ? wins / games : report->playout_rate;
}

static bool is_silent(const Analysis *analysis)
{
    return analysis->order.silent != NULL && atomic_load(analysis->order.silent);
}

static bool take_view(Analysis *analysis)
{
    return analysis->order.tell(analysis->order.object, analysis);
}

// Fills in who owns what after a move, if that is wanted.
static void fill_owners(const Analysis *analysis, const Search *search, Point move)
{
    OwnerEstimate *owners = analysis->order.move_owners;
    if (owners == NULL)
        return;
    OwnersView view;
    search_view_owners(search, move, &view);
    score_estimate_move_owners(&analysis->report, &view, &owners[move]);
    judge_move_owners(analysis, &owners[move]);
}

// Fills in the candidates to be named, in their order, or else the others, behind those
// already there.
static void fill_moves(Analysis *analysis, const Search *search, bool named)
{
    const SearchReport *report = &analysis->report;
    int count = 0; // of those to be named
    for (int i = 0; i < report->candidate_count; i++) {
        bool is_named =
            count < analysis->order.moves_max && is_worth_naming(analysis, i);
        count += is_named;
        if (is_named != named)
            continue;
        MoveView view;
        search_view_move(search, report->candidates[i].move, &view);
        fill_owners(analysis, search, report->candidates[i].move);
        fill_move(analysis, &view, &report->candidates[i],
                  &analysis->moves[analysis->known_count++]);
    }
}

// Is the first result of a move there? The playout of a slow network's first simulation
// comes much later than its value.
static bool tells_something(const SearchReport *report)
{
    return report->playouts > 0 ||
           (report->evaluations > 0 && report->candidates[0].games > 0);
}

// A SearchObserver's look.
static bool observe_search(void *object, const Search *search, bool ended)
{
    Analysis *analysis = object;
    SearchReport *report = &analysis->report;
    if (is_silent(analysis))
        return false;
    search_view(search, report);
    if (!ended && !tells_something(report))
        return true;
    analysis->ended = ended;
    analysis->root_output = search_root_output(search);
    analysis->win_rate = rate_of_root(report);
    if (report->playouts == 0 && report->candidates[0].games == 0 &&
        analysis->root_output != NULL) // it is exact
        analysis->win_rate = (double)analysis->root_output->win;
    estimate_and_judge(analysis);
    analysis->known_count = 0;
    fill_moves(analysis, search, true);
    analysis->move_count = analysis->known_count;
    if (!ended || !analysis->awaits_move)
        return take_view(analysis);
    fill_moves(analysis, search, false); // any of them may be the move
    return true;
}

double analysis_root_temperature(double noise)
{
    const double flattening = 4;
    return 1 + flattening * noise;
}

void analysis_begin(Analysis *analysis, const AnalysisOrder *order, bool awaits_move)
{
    memset(analysis, 0, sizeof *analysis);
    analysis->order = *order;
    analysis->observer = (SearchObserver){.interval = order->interval,
                                          .first = order->first,
                                          .look = observe_search,
                                          .object = analysis};
    analysis->awaits_move = awaits_move;
}

void analysis_judge_end(Analysis *analysis, const Game *game, LifeDeath *judge)
{
    analysis->game = game;
    analysis->judge = judge;
}

SearchOrder analysis_search_order(const Analysis *analysis)
{
    return (SearchOrder){
        .observer = &analysis->observer,
        .filter = move_filter_of_search(analysis->order.filter),
        .counts_move_owners = analysis->order.move_owners != NULL,
    };
}

// A move that was made without a search.
static void name_alone(Analysis *analysis, const SearchReport *report)
{
    OwnerEstimate *owners = analysis->order.move_owners;
    const OwnersView nothing = {0};
    analysis->report = *report;
    analysis->win_rate = report->playout_rate;
    estimate(analysis);
    if (owners != NULL)
        score_estimate_move_owners(report, &nothing, &owners[report->best]);
    analysis->moves[0] = (AnalysisMove){
        .candidate = {.move = report->best, .win_rate = report->win_rate},
        .win_rate = report->playout_rate,
        .low_rate = report->playout_rate,
        .prior = 1,
        .score = analysis->score,
        .score_deviation = analysis->score_deviation,
        .line = {report->best},
        .line_length = 1};
    analysis->move_count = 1;
}

// Names a move first. If it was not among the candidates and there is no room, it takes
// the place of the last one.
static void name_first(Analysis *analysis, Point move)
{
    AnalysisMove *moves = analysis->moves, first;
    int index = 0;
    while (index < analysis->known_count && moves[index].candidate.move != move)
        index++;
    if (index < analysis->known_count) {
        first = moves[index];
    } else {
        const MoveView unknown = {0};
        fill_move(analysis, &unknown, &(Candidate){.move = move}, &first);
        if (analysis->order.move_owners != NULL)
            score_estimate_move_owners(&analysis->report, &(OwnersView){0},
                                       &analysis->order.move_owners[move]);
        index = index < POINT_LIST_MAX ? index : POINT_LIST_MAX - 1;
    }
    if (index >= analysis->move_count && analysis->move_count < POINT_LIST_MAX &&
        analysis->move_count < analysis->order.moves_max)
        analysis->move_count++;
    memmove(moves + 1, moves, (size_t)index * sizeof first);
    moves[0] = first;
}

void analysis_conclude(Analysis *analysis, const SearchReport *report, Point move)
{
    if (is_silent(analysis))
        return;
    if (!analysis->ended)
        name_alone(analysis, report);
    else if (move != RESIGN)
        name_first(analysis, move);
    analysis->ended = true;
    take_view(analysis);
}

uint64_t analysis_visits(const Analysis *analysis)
{
    uint64_t visits = 0;
    for (int i = 0; i < analysis->report.candidate_count; i++)
        visits +=
            search_report_visits(&analysis->report, &analysis->report.candidates[i]);
    return visits;
}

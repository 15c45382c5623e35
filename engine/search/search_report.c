// SPDX-License-Identifier: MIT
#include "search_report.h"

#include <math.h>
#include <string.h>

#include "best_move.h"
#include "stopwatch.h"
#include "symmetry.h"
#include "tree_weigh.h"

// A move is serious from this part of the first move's visits on. To dispute the first
// move it must win more often by this.
static const double SERIOUS_PART = 0.2, SERIOUS_LEAD = 0.005;

// Under PUCT a simulation counts as this many games of evidence, whatever the tree
// counts for it. It ends with a network's value, which depends less on luck than a
// playout.
enum { GAMES_OF_EVIDENCE = 5 };

// Playouts after which their mean has half of its weight in estimates. A guess: then
// its standard error is a few points on 19x19.
static const double PLAYOUTS_OF_USE = 200;

static uint32_t evidence_of_visit(const SearchContext *context)
{
    return context->is_puct ? GAMES_OF_EVIDENCE : 1;
}

// What the tree has counted, as simulations.
static uint32_t visits_of(const SearchContext *context, const Node *node)
{
    return node->visits / search_context_visit_steps(context);
}

// The playout rate that the root lets expect of its children. For PUCT only.
static float expected_by_root(const SearchContext *context)
{
    Node root = tree_node(context->tree, context->node);
    return context->is_puct ? 1 - root_playout_rate(&root, &context->puct) : 0.5f;
}

// The share of the playouts below a node that the player who moved there wins. `above`
// is the rate to expect from the node above. 0.5 without PUCT.
static float playout_rate_of(const SearchContext *context, const Node *node,
                             float above)
{
    return context->is_puct ? node_playout_rate(node, &context->puct, above) : 0.5f;
}

// The chance to win of a node with this playout rate. If they can be told apart,
// simulations in flight do not count.
static double rate_of(const SearchContext *context, const Node *node,
                      float playout_rate)
{
    if (!context->is_puct || node->results == 0)
        return node_win_rate(node);
    if (context->weighs_children)
        return node_chance(node);
    return node_puct_rate(node, &context->puct, playout_rate);
}

// A move whose first simulation is in flight is told as one that was not tried.
static Candidate candidate_of(const SearchContext *context, const Node *node,
                              float playout_rate)
{
    if (context->is_puct && node->visits > 0 && node->results == 0)
        return (Candidate){.move = node->move, .win_rate = 0.5, .utility = 0.5};
    double rate = rate_of(context, node, playout_rate), utility = rate;
    if (context->weighs_children && node->results > 0)
        utility = node->half_wins / (2.0 * node->results);
    return (Candidate){.move = node->move,
                       .win_rate = rate,
                       .utility = utility,
                       .games = evidence_of_visit(context) * visits_of(context, node)};
}

static void report_candidates(const SearchContext *context, SearchReport *report)
{
    NodeIndex first =
        tree_children(context->tree, context->node, &report->candidate_count);
    float above = expected_by_root(context);
    for (int i = 0; i < report->candidate_count; i++) {
        Candidate *candidate = &report->candidates[i];
        NodeIndex child = first + (NodeIndex)i;
        Node node = tree_node(context->tree, child);
        *candidate =
            candidate_of(context, &node, playout_rate_of(context, &node, above));
        if (context->weighs_children && candidate->games > 0)
            candidate->low = tree_low_rate(context->tree, child, &context->puct);
    }
    if (context->weighs_children)
        best_move_sort_by_low(report->candidates, report->candidate_count);
    else
        best_move_sort(report->candidates, report->candidate_count);
    report->best = report->candidates[0].move;
    report->win_rate = report->candidates[0].win_rate;
}

// The child that is first by best_move_compare; 0 if none has been visited. Replaces
// the playout rate of the parent by that of the child.
static NodeIndex best_child(const SearchContext *context, NodeIndex parent,
                            float *playout_rate)
{
    int count;
    NodeIndex first = tree_children(context->tree, parent, &count), best = 0;
    Candidate best_candidate = {.games = 0};
    float above = 1 - *playout_rate;
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        Node node = tree_node(context->tree, i);
        float rate = playout_rate_of(context, &node, above);
        Candidate candidate = candidate_of(context, &node, rate);
        if (candidate.games > 0 &&
            (best == 0 || best_move_compare(&candidate, &best_candidate) < 0)) {
            best = i;
            best_candidate = candidate;
            *playout_rate = rate;
        }
    }
    return best;
}

uint32_t search_report_visits(const SearchReport *report, const Candidate *candidate)
{
    return candidate->games / report->games_a_visit;
}

static Point turned(Point move, int columns, int rows, int symmetry)
{
    return point_is_on_board(move, columns, rows)
               ? symmetry_turn(move, columns, rows, symmetry)
               : move;
}

void search_report_turn(SearchReport *report, int columns, int rows, int symmetry)
{
    const SearchReport before = *report;
    report->best = turned(before.best, columns, rows, symmetry);
    for (int i = 0; i < before.line_length; i++)
        report->line[i] = turned(before.line[i], columns, rows, symmetry);
    for (int i = 0; i < before.candidate_count; i++)
        report->candidates[i].move =
            turned(before.candidates[i].move, columns, rows, symmetry);
    Bitboard grid = bitboard_board(columns, rows);
    for (Point p = bitboard_first(&grid); p; p = bitboard_next(&grid, p)) {
        Point to = turned(p, columns, rows, symmetry);
        report->ownership[to] = before.ownership[p];
        report->network_owner[to] = before.network_owner[p];
        report->network_owner_square[to] = before.network_owner_square[p];
    }
}

void search_report_choose(SearchReport *report, int candidate)
{
    Candidate chosen = report->candidates[candidate];
    if (candidate == 0)
        return;
    memmove(report->candidates + 1, report->candidates,
            (size_t)candidate * sizeof chosen);
    report->candidates[0] = chosen;
    report->best = report->line[0] = chosen.move;
    report->win_rate = chosen.win_rate;
    report->line_length = 1;
}

// The node and the most visited moves below it, with their visits. Returns their
// number.
static int follow_line(const SearchContext *context, NodeIndex node, Point line[],
                       uint32_t visits[])
{
    int length = 0;
    float playout_rate = 0.5f;
    while (node != 0 && length < SEARCH_LINE_MAX) {
        Node known = tree_node(context->tree, node);
        if (length == 0)
            playout_rate = playout_rate_of(context, &known, expected_by_root(context));
        line[length] = known.move;
        visits[length++] = visits_of(context, &known);
        node = best_child(context, node, &playout_rate);
    }
    return length;
}

static void add_sums(const WorkerSums *sums, FoundSums *found)
{
    tally_add(&found->all, &sums->all);
    found->ownership_playouts += sums->ownership_playouts;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        found->ownership[p] += point_counter_at(&sums->owned[BLACK], p) -
                               point_counter_at(&sums->owned[WHITE], p);
        found->network_owner[p] += sums->network_owner[p];
        found->network_owner_square[p] += sums->network_owner_square[p];
    }
}

void search_report_keep(const Worker *worker, KnownSums *known)
{
    add_sums(&worker->sums, &known->found);
    for (Point p = 0; p < POINT_LIMIT; p++)
        tally_add(&known->by_move[p], &worker->sums.by_move[p]);
}

// The means for the player to move.
typedef struct Means {
    double score, playout_rate; // of the playouts, 0 without any
    double score_deviation;
    double network_score;   // 0 if the network was not asked
    double final_deviation; // by a network of KataGo's; 0 if it was not asked
} Means;

static Means means_of(const SearchContext *context, const Tally *sums)
{
    Means means = {0};
    double sign = context->order.player == BLACK ? 1 : -1;
    if (sums->playouts > 0) {
        means.score = sign * 0.5 * (double)sums->score / (double)sums->playouts;
        double variance = 0.25 * (double)sums->score_square / (double)sums->playouts -
                          means.score * means.score;
        means.score_deviation = variance > 0 ? sqrt(variance) : 0;
        means.playout_rate = 0.5 * (double)sums->half_wins / (double)sums->playouts;
        if (context->order.player == WHITE)
            means.playout_rate = 1 - means.playout_rate;
    }
    if (sums->evaluations > 0) {
        double lead = sums->network_lead / (double)sums->evaluations;
        means.network_score = sign * (lead - 0.5 * context->white_points);
        double points = sums->final_points / (double)sums->evaluations;
        double square = sums->final_square / (double)sums->evaluations;
        means.final_deviation = sqrt(fmax(square - points * points, 0));
    }
    return means;
}

// The standard deviation of a score of points that find their owners independently.
static double independent_deviation(const Bitboard *grid, const double owner[])
{
    double variance = 0;
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p))
        variance += 1 - owner[p] * owner[p];
    return variance > 0 ? sqrt(variance) : 0;
}

// The part of the network in estimates. The score of a playout says little: only the
// mean of many tells as much as the network. A network of KataGo's tells all.
static double network_part(const SearchContext *context, uint64_t playouts)
{
    double many = (double)playouts / ((double)playouts + PLAYOUTS_OF_USE);
    return context->asks_katago ? 1 : 1 - 0.5 * many;
}

// The visits of the root. Without playouts, its own value is the chance to win.
static void report_root(const SearchContext *context, SearchReport *report)
{
    Node root = tree_node(context->tree, context->node); // counted before its children
    report->visits = visits_of(context, &root);
    report->has_root_rate = context->weighs_children && root.results > 0;
    if (report->has_root_rate)
        report->root_rate = 1 - node_chance(&root);
    if (report->playouts > 0 || !context->is_puct || root.results == 0)
        return;
    report->playout_rate =
        1 - (context->weighs_children ? node_chance(&root)
                                      : root.half_wins / (2.0 * root.results));
    if (report->candidates[0].games == 0)
        report->win_rate = report->playout_rate;
}

void search_report_fill(const SearchContext *context, Worker *const workers[],
                        int worker_count, SearchReport *report)
{
    static const FoundSums NOTHING;
    const FoundSums *known = context->known != NULL ? &context->known->found : &NOTHING;
    FoundSums found = *known;
    uint32_t visits[SEARCH_LINE_MAX];
    memset(report, 0, sizeof *report);
    report->player = context->order.player;
    report->workers = worker_count;
    for (int i = 0; i < worker_count; i++) {
        pthread_mutex_lock(&workers[i]->mutex);
        add_sums(&workers[i]->shown, &found);
        pthread_mutex_unlock(&workers[i]->mutex);
    }
    const Tally *total = &found.all;
    Means means = means_of(context, total);
    report->playouts = total->playouts - known->all.playouts;
    report->network_seconds = total->network_seconds - known->all.network_seconds;
    report->ownership_playouts = found.ownership_playouts;
    memcpy(report->ownership, found.ownership, sizeof report->ownership);
    report->score = means.score;
    report->score_deviation = means.score_deviation;
    report->playout_rate = means.playout_rate;
    report->evaluations = total->evaluations;
    report->network_part = network_part(context, total->playouts);
    report->network_score = means.network_score;
    for (Point p = 0; p < POINT_LIMIT && total->evaluations > 0; p++) {
        double evaluations = (double)total->evaluations;
        report->network_owner[p] = found.network_owner[p] / evaluations;
        report->network_owner_square[p] = found.network_owner_square[p] / evaluations;
    }
    report->network_score_deviation =
        context->asks_katago
            ? means.final_deviation
            : independent_deviation(&context->root.grid, report->network_owner);
    report->games_a_visit = evidence_of_visit(context);
    report_candidates(context, report);
    report_root(context, report);
    NodeIndex best = 0;
    if (report->candidates[0].games > 0)
        best = tree_find_child(context->tree, context->node, report->best);
    report->line_length = follow_line(context, best, report->line, visits);
    report->seconds = stopwatch_now() - context->started;
}

// The prior of a move: the network's probability under PUCT, else games won.
static double prior_weight(const SearchContext *context, NodeIndex node)
{
    const Node known = tree_node(context->tree, node);
    if (!context->is_puct)
        return known.prior_wins;
    if (known.move == PASS && context->puct.pass >= 0)
        return (double)context->puct.pass;
    return (double)prior_probability(&context->tree->probability, known.prior_wins);
}

// The move's share of the priors of all moves. A network's is known even if moves are
// left out.
static double share_of_prior(const SearchContext *context, NodeIndex node)
{
    if (context->is_puct && context->order.filter != NULL)
        return prior_weight(context, node);
    int count;
    double sum = 0;
    NodeIndex first = tree_children(context->tree, context->node, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
        sum += prior_weight(context, i);
    return sum > 0 ? prior_weight(context, node) / sum : 1.0 / count;
}

void search_report_move(const SearchContext *context, Worker *const workers[],
                        int worker_count, Point move, MoveView *view)
{
    Tally total = {0};
    memset(view, 0, sizeof *view);
    for (int i = 0; i < worker_count; i++) {
        pthread_mutex_lock(&workers[i]->mutex);
        tally_add(&total, &workers[i]->shown.by_move[move]);
        pthread_mutex_unlock(&workers[i]->mutex);
    }
    if (context->known != NULL)
        tally_add(&total, &context->known->by_move[move]);
    Means means = means_of(context, &total);
    view->playouts = total.playouts;
    view->score = means.score;
    view->score_deviation = means.score_deviation;
    view->evaluations = total.evaluations;
    view->network_score = means.network_score;
    view->network_score_deviation = context->asks_katago ? means.final_deviation : -1;
    NodeIndex node = tree_find_child(context->tree, context->node, move);
    if (node == 0)
        return;
    view->prior = share_of_prior(context, node);
    view->line_length = follow_line(context, node, view->line, view->line_visits);
}

// Adds a worker's sums to a view of owners.
static void add_owners(const OwnerSums *sums, OwnersView *view)
{
    view->playouts += sums->playouts;
    view->evaluations += sums->evaluations;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        view->playout_owner[p] += point_counter_at(&sums->owned[BLACK], p) -
                                  point_counter_at(&sums->owned[WHITE], p);
        view->network_owner[p] += sums->network[p];
        view->network_owner_square[p] += sums->network_square[p];
    }
}

void search_report_owners(Worker *const workers[], int worker_count, Point move,
                          OwnersView *view)
{
    memset(view, 0, sizeof *view);
    for (int i = 0; i < worker_count; i++) {
        pthread_mutex_lock(&workers[i]->mutex);
        const OwnerSums *sums = move_owners_known(workers[i]->owners, move);
        if (sums != NULL)
            add_owners(sums, view);
        pthread_mutex_unlock(&workers[i]->mutex);
    }
    double playouts = view->playouts > 0 ? (double)view->playouts : 1;
    double evaluations = view->evaluations > 0 ? (double)view->evaluations : 1;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        view->playout_owner[p] /= playouts;
        view->network_owner[p] /= evaluations;
        view->network_owner_square[p] /= evaluations;
    }
}

// Do all serious moves but the most visited one win less often, or hardly more? Pre:
// the rest of the view is filled.
static bool is_undisputed(const SearchContext *context, NodeIndex most_visited,
                          const RootView *view)
{
    int count;
    NodeIndex first = tree_children(context->tree, context->node, &count);
    float above = expected_by_root(context);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        Node node = tree_node(context->tree, i);
        if (i != most_visited && node.visits >= SERIOUS_PART * view->visits &&
            rate_of(context, &node, playout_rate_of(context, &node, above)) >
                view->win_rate + SERIOUS_LEAD)
            return false;
    }
    return true;
}

void search_report_root(const SearchContext *context, RootView *view)
{
    *view = (RootView){.games = tree_node(context->tree, context->node).visits -
                                context->visits_before};
    NodeIndex first = tree_children(context->tree, context->node, &view->moves);
    Node best = {.visits = 0};
    NodeIndex most_visited = 0;
    for (NodeIndex i = first; i < first + (NodeIndex)view->moves; i++) {
        Node node = tree_node(context->tree, i);
        if (node.visits > best.visits) {
            view->second = best.visits;
            best = node;
            most_visited = i;
        } else if (node.visits > view->second) {
            view->second = node.visits;
        }
    }
    view->visits = best.visits;
    if (most_visited != 0)
        view->win_rate = rate_of(
            context, &best, playout_rate_of(context, &best, expected_by_root(context)));
    view->undisputed = is_undisputed(context, most_visited, view);
}

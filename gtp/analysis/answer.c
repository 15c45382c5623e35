// SPDX-License-Identifier: MIT
#include "answer.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a network does not tell is told as KataGo tells it.
static const double NOT_TOLD_RATE = -0.5, NOT_TOLD = -1;

// A thousandth is enough to show who owns a point. It also stands for nothing where a
// client takes 0 for a number that is not told.
static const double SHARE_STEPS = 1000;

// The view with what several fields need.
typedef struct Telling {
    const AnswerView *view;
    const Analysis *analysis;
    const SearchReport *report;
    Color perspective;         // whose win rates and points are told
    float policy[POINT_LIMIT]; // -1: illegal
    bool failed;               // no memory
} Telling;

// Is the number of the player to move to be told for the other one?
static bool is_turned(const Telling *telling)
{
    return telling->perspective != telling->report->player;
}

static double turn_rate(const Telling *telling, double rate)
{
    return is_turned(telling) ? 1 - rate : rate;
}

static double turn_score(const Telling *telling, double score)
{
    return is_turned(telling) ? -score : score;
}

// Sets a field. Takes the value.
static void set(Telling *telling, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new_nocheck(object, key, value) != 0)
        telling->failed = true;
}

// There is no -0, and nothing else that JSON has not.
static json_t *new_real(double number)
{
    double size = fabs(number);
    return json_real(size > 0 && size <= DBL_MAX ? number : 0);
}

static void set_real(Telling *telling, json_t *object, const char *key, double number)
{
    set(telling, object, key, new_real(number));
}

static void set_count(Telling *telling, json_t *object, const char *key, uint64_t count)
{
    set(telling, object, key, json_integer((json_int_t)count));
}

static void append(Telling *telling, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        telling->failed = true;
}

static json_t *new_share(double share)
{
    return new_real(round(SHARE_STEPS * share) / SHARE_STEPS);
}

// Never 0, but next to it.
static double not_zero(double number)
{
    double least = 1 / SHARE_STEPS;
    return fabs(number) >= least ? number : copysign(least, number);
}

// The points of the board, row by row from the top.
static json_t *points_of(Telling *telling, double (*of)(const void *object, Point p),
                         const void *object)
{
    const Position *pos = &telling->view->game->position;
    json_t *array = json_array();
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++)
            append(telling, array, new_share(of(object, point_at(column, row))));
    return array;
}

// Never 0: KaTrain takes a stone with 0 for one of which nothing is said, and then
// fails to draw the board.
static double estimate_for_black(const void *estimate, Point p)
{
    return not_zero((double)((const OwnerEstimate *)estimate)->owner[p]);
}

static double estimate_for_white(const void *estimate, Point p)
{
    return -estimate_for_black(estimate, p);
}

static double estimate_deviation(const void *estimate, Point p)
{
    return (double)((const OwnerEstimate *)estimate)->deviation[p];
}

static json_t *new_vertex(Point point)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(point, vertex);
    return json_string_nocheck(vertex);
}

static int line_length(const Telling *telling, const AnalysisMove *move)
{
    int most = 1 + telling->view->query->line_length;
    return move->line_length < most ? move->line_length : most;
}

static void tell_line(Telling *telling, const AnalysisMove *move, json_t *object)
{
    int length = line_length(telling, move);
    json_t *line = json_array();
    for (int i = 0; i < length; i++)
        append(telling, line, new_vertex(move->line[i]));
    set(telling, object, "pv", line);
    if (!telling->view->query->wishes.line_visits)
        return;
    json_t *visits = json_array();
    for (int i = 0; i < length; i++)
        append(telling, visits, json_integer(move->line_visits[i]));
    set(telling, object, "pvVisits", visits);
    set(telling, object, "pvEdgeVisits", json_copy(visits));
}

static void tell_move_owners(Telling *telling, const AnalysisMove *move, json_t *object)
{
    const QueryWishes *wishes = &telling->view->query->wishes;
    const OwnerEstimate *owners = telling->analysis->order.move_owners;
    if (owners == NULL)
        return;
    const OwnerEstimate *estimate = &owners[move->candidate.move];
    bool for_black = telling->perspective == BLACK;
    if (wishes->moves_ownership)
        set(telling, object, "ownership",
            points_of(telling, for_black ? estimate_for_black : estimate_for_white,
                      estimate));
    if (wishes->moves_ownership_deviation)
        set(telling, object, "ownershipStdev",
            points_of(telling, estimate_deviation, estimate));
}

// The fields of a move that are numbers of the search.
static void tell_numbers(Telling *telling, const AnalysisMove *move, json_t *object)
{
    double rate = turn_rate(telling, move->win_rate);
    double low = turn_rate(telling, move->low_rate);
    double score = turn_score(telling, move->score);
    set_count(telling, object, "visits", move->visits);
    set_count(telling, object, "edgeVisits", move->visits);
    set_real(telling, object, "weight", move->visits);
    set_real(telling, object, "edgeWeight", move->visits);
    set_real(telling, object, "winrate", rate);
    set_real(telling, object, "lcb", low);
    set_real(telling, object, "utility", 2 * rate - 1);
    set_real(telling, object, "utilityLcb", 2 * low - 1);
    set_real(telling, object, "scoreLead", score);
    set_real(telling, object, "scoreMean", score);
    set_real(telling, object, "scoreSelfplay", score);
    set_real(telling, object, "scoreStdev", move->score_deviation);
}

// The moves are sorted by visits, but the first one may be another that is surely
// better. `most` is the number of visits of the most visited one.
static json_t *new_move(Telling *telling, const AnalysisMove *move, int order,
                        uint32_t most)
{
    json_t *object = json_object();
    double prior = (double)telling->policy[move->candidate.move];
    tell_numbers(telling, move, object);
    set(telling, object, "move", new_vertex(move->candidate.move));
    set_count(telling, object, "order", (uint64_t)order);
    set_real(telling, object, "playSelectionValue", order == 0 ? most : move->visits);
    set_real(telling, object, "prior", prior > 0 ? prior : 0);
    if (telling->view->human_policy != NULL)
        set_real(telling, object, "humanPrior",
                 fmax(0, (double)telling->view->human_policy[move->candidate.move]));
    if (telling->view->query->wishes.no_result)
        set_real(telling, object, "noResultValue", 0);
    tell_line(telling, move, object);
    tell_move_owners(telling, move, object);
    return object;
}

// Is the move to be told? A player with no other move passes, even if it is avoided.
static bool is_told(const Telling *telling, const AnalysisMove *move)
{
    return move->visits > 0 &&
           !move_filter_has(telling->view->query->filter, telling->report->player,
                            move->candidate.move, 1);
}

static void tell_moves(Telling *telling, json_t *answer)
{
    const Analysis *analysis = telling->analysis;
    json_t *array = json_array();
    uint32_t most = 0;
    int order = 0;
    for (int i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].visits > most)
            most = analysis->moves[i].visits;
    for (int i = 0; i < analysis->move_count; i++)
        if (is_told(telling, &analysis->moves[i]))
            append(telling, array,
                   new_move(telling, &analysis->moves[i], order++, most));
    set(telling, answer, "moveInfos", array);
}

// What the network says of the position alone. Without one, the search must do.
static void tell_raw(Telling *telling, json_t *object)
{
    const NetworkOutput *output = telling->analysis->root_output;
    double rate = telling->analysis->win_rate, score = telling->analysis->score;
    double rate_error = NOT_TOLD_RATE, score_error = NOT_TOLD;
    double selfplay = score, stdev = telling->analysis->score_deviation;
    double no_result = 0, variance_time = NOT_TOLD;
    if (output != NULL) {
        rate = (double)output->win;
        score = (double)output->score;
        selfplay = (double)output->score_mean;
        no_result = (double)output->no_result;
        variance_time = (double)output->variance_time;
    }
    if (output != NULL && output->score_stdev > 0)
        stdev = (double)output->score_stdev;
    // A network of KataGo's that does not tell them has no errors at all.
    if (output != NULL && telling->view->network_tells_errors &&
        output->win_error > 0) {
        rate_error = (double)output->win_error;
        score_error = (double)output->score_error;
    }
    set_real(telling, object, "rawWinrate", turn_rate(telling, rate));
    set_real(telling, object, "rawLead", turn_score(telling, score));
    set_real(telling, object, "rawScoreSelfplay", turn_score(telling, selfplay));
    set_real(telling, object, "rawScoreSelfplayStdev", stdev);
    set_real(telling, object, "rawNoResultProb", no_result);
    set_real(telling, object, "rawStWrError", rate_error);
    set_real(telling, object, "rawStScoreError", score_error);
    set_real(telling, object, "rawVarTimeLeft", variance_time);
}

// What the network that imitates people says of the position.
static void tell_human(Telling *telling, json_t *object)
{
    const KatagoOutput *output = telling->view->human_output;
    if (output == NULL)
        return;
    double rate = 0.5 + 0.5 * (double)(output->win - output->loss);
    set_real(telling, object, "humanWinrate", turn_rate(telling, rate));
    set_real(telling, object, "humanScoreMean",
             turn_score(telling, (double)output->score_mean));
    set_real(telling, object, "humanScoreStdev", (double)output->score_stdev);
    set_real(telling, object, "humanStWrError", 0.5 * (double)output->win_error);
    set_real(telling, object, "humanStScoreError", (double)output->score_error);
}

static bool has_told_moves(const Telling *telling)
{
    for (int i = 0; i < telling->analysis->move_count; i++)
        if (is_told(telling, &telling->analysis->moves[i]))
            return true;
    return false;
}

static void tell_root(Telling *telling, json_t *answer)
{
    const SearchReport *report = telling->report;
    const NetworkOutput *output = telling->analysis->root_output;
    json_t *object = json_object();
    double win_rate = telling->analysis->win_rate, points = telling->analysis->score;
    // A pass because all moves are avoided says nothing of the position.
    if (output != NULL && !has_told_moves(telling)) {
        win_rate = (double)output->win;
        points = (double)output->score;
    }
    double rate = turn_rate(telling, win_rate);
    // KaTrain shows no score for 0.
    double score = not_zero(turn_score(telling, points));
    set(telling, object, "currentPlayer",
        json_string_nocheck(report->player == BLACK ? "B" : "W"));
    set_count(telling, object, "visits", report->visits);
    set_real(telling, object, "weight", (double)report->visits);
    set_real(telling, object, "winrate", rate);
    set_real(telling, object, "utility", 2 * rate - 1);
    set_real(telling, object, "scoreLead", score);
    set_real(telling, object, "scoreSelfplay", score);
    set_real(telling, object, "scoreStdev", telling->analysis->score_deviation);
    set(telling, object, "thisHash", json_string_nocheck(""));
    set(telling, object, "symHash", json_string_nocheck(""));
    tell_raw(telling, object);
    tell_human(telling, object);
    set(telling, answer, "rootInfo", object);
}

static void tell_policy(Telling *telling, const char *name, const float policy[],
                        json_t *answer)
{
    const Position *pos = &telling->view->game->position;
    json_t *array = json_array();
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++)
            append(telling, array, new_real((double)policy[point_at(column, row)]));
    append(telling, array, new_real((double)policy[PASS]));
    set(telling, answer, name, array);
}

static void tell_owners(Telling *telling, json_t *answer)
{
    const QueryWishes *wishes = &telling->view->query->wishes;
    bool for_black = telling->perspective == BLACK;
    if (wishes->ownership)
        set(telling, answer, "ownership",
            points_of(telling, for_black ? estimate_for_black : estimate_for_white,
                      &telling->analysis->owners));
    if (wishes->ownership_deviation)
        set(telling, answer, "ownershipStdev",
            points_of(telling, estimate_deviation, &telling->analysis->owners));
}

static Color perspective_of(const Query *query, Color player)
{
    switch (query->win_rates_as) {
    case WIN_RATES_AS_TO_MOVE:
        return player;
    case WIN_RATES_AS_BLACK:
        return BLACK;
    case WIN_RATES_AS_WHITE:
        return WHITE;
    }
    return BLACK;
}

// The fields of each last answer.
static void tell_position(Telling *telling, const Query *query, int turn,
                          bool is_during_search, json_t *answer)
{
    set(telling, answer, "id", json_stringn_nocheck(query->id, query->id_length));
    set(telling, answer, "isDuringSearch", json_boolean(is_during_search));
    set(telling, answer, "turnNumber", json_integer(turn));
}

char *answer_echo(const json_t *value)
{
    return json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
}

// Writes an answer, and frees it.
static char *write_answer(const Telling *telling, json_t *answer)
{
    enum { DIGITS = 6 };
    char *line = NULL;
    if (!telling->failed)
        line = json_dumps(answer,
                          JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(DIGITS));
    json_decref(answer);
    return line;
}

char *answer_analysis(const AnswerView *view)
{
    Telling telling = {
        .view = view, .analysis = view->analysis, .report = &view->analysis->report};
    telling.perspective = perspective_of(view->query, telling.report->player);
    analysis_policy(view->analysis, view->game, telling.policy);
    json_t *answer = json_object();
    tell_position(&telling, view->query, view->turn, !view->analysis->ended, answer);
    tell_moves(&telling, answer);
    tell_root(&telling, answer);
    tell_owners(&telling, answer);
    if (view->query->wishes.policy)
        tell_policy(&telling, "policy", telling.policy, answer);
    if (view->query->wishes.policy && view->human_policy != NULL)
        tell_policy(&telling, "humanPolicy", view->human_policy, answer);
    return write_answer(&telling, answer);
}

char *answer_no_results(const Query *query, int turn)
{
    Telling telling = {.failed = false};
    json_t *answer = json_object();
    tell_position(&telling, query, turn, false, answer);
    set(&telling, answer, "noResults", json_true());
    return write_answer(&telling, answer);
}

static char *answer_message(const char *kind, const json_t *id, const char *field,
                            const char *message)
{
    Telling telling = {.failed = false};
    json_t *answer = json_object();
    set(&telling, answer, kind, json_string(message));
    if (field != NULL)
        set(&telling, answer, "field", json_string(field));
    if (id != NULL)
        set(&telling, answer, "id", json_deep_copy(id));
    return write_answer(&telling, answer);
}

char *answer_error(const json_t *id, const char *field, const char *message)
{
    return answer_message("error", id, field, message);
}

char *answer_warning(const json_t *id, const char *field, const char *message)
{
    return answer_message("warning", id, field, message);
}

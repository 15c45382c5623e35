// SPDX-License-Identifier: MIT
//
// The engine tells what it finds: which moves, when, and what becomes of it.
#include "analysis.h"

#include <math.h>
#include <stdlib.h>

#include "engine_fixture.h"
#include "isa.h"
#include "picture.h"

// One who is told, until he has heard enough or says so by `stop`. Nothing is asserted
// on the thread that tells.
typedef struct Listener {
    int reports, limit;
    uint64_t enough; // visits
    atomic_bool stop;
    bool stops; // by `stop`, not by turning away
    SearchReport report;
    AnalysisMove best;
    double prior; // the greatest of all moves
    int move_count;
    bool ordered;
} Listener;

static bool listen(void *object, const Analysis *analysis)
{
    Listener *listener = object;
    listener->report = analysis->report;
    listener->best = analysis->moves[0];
    listener->move_count = analysis->move_count;
    listener->prior = 0;
    for (int i = 0; i < analysis->move_count; i++)
        listener->prior = fmax(listener->prior, analysis->moves[i].prior);
    listener->ordered = analysis->move_count >= 1;
    // The first one may be another than the most visited.
    for (int i = 2; i < analysis->move_count; i++)
        listener->ordered = listener->ordered &&
                            analysis->moves[i - 1].visits >= analysis->moves[i].visits;
    bool content = ++listener->reports >= listener->limit &&
                   analysis_visits(analysis) >= listener->enough;
    if (content && listener->stops)
        atomic_store(&listener->stop, true);
    return !content || listener->stops;
}

static AnalysisOrder order_of(Listener *listener, double interval)
{
    return (AnalysisOrder){.interval = interval,
                           .moves_max = POINT_LIST_MAX,
                           .silent = &listener->stop,
                           .tell = listen,
                           .object = listener};
}

// Chooses and plays a move while the listener is told.
static Point genmove_told(Engine *engine, Color player, const AnalysisOrder *order,
                          MoveResult *result)
{
    MoveRequest request = {.player = player, .purpose = MOVE_PLAY, .listener = order};
    assert_int_equal(engine_genmove(engine, &request, result), MOVE_OK);
    return result->move;
}

static Listener *new_listener(int limit, uint64_t enough, bool stops)
{
    Listener *listener = malloc(sizeof *listener);
    assert_non_null(listener);
    *listener = (Listener){.limit = limit, .enough = enough, .stops = stops};
    return listener;
}

static void test_it_ends_when_told_to(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++)
        for (int stops = 0; stops < 2; stops++) {
            EngineOptions options = small_options(9);
            options.threads = threads;
            Engine *engine = new_engine(&options);
            Listener *listener = new_listener(5, 0, stops);
            AnalysisOrder order = order_of(listener, 0.002);
            assert_true(engine_analyze(engine, BLACK, &order, &listener->stop));
            // The last report is told to one who has only turned away.
            assert_int_equal(listener->reports, stops ? 5 : 6);
            assert_true(listener->ordered);
            assert_int_equal(engine_game(engine)->move_count, 0);
            assert_int_equal(engine_last_report(engine)->playouts, 0);
            engine_delete(engine);
            free(listener);
        }
}

static void test_nothing_is_told_to_one_who_has_stopped_before(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    Listener *listener = new_listener(1, 0, true);
    AnalysisOrder order = order_of(listener, 0.001);
    atomic_store(&listener->stop, true);
    assert_true(engine_analyze(engine, BLACK, &order, &listener->stop));
    assert_int_equal(listener->reports, 0);
    engine_delete(engine);
    free(listener);
}

static void test_the_next_move_begins_with_what_was_found(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    Listener *listener = new_listener(1, 3000, true);
    AnalysisOrder order = order_of(listener, 0.001);
    assert_true(engine_analyze(engine, WHITE, &order, &listener->stop));
    genmove(engine, WHITE);
    assert_true(total_visits(engine_last_report(engine)) >= 3000 + 200);
    engine_delete(engine);
    free(listener);
}

// The greatest prior of a move in an analysis with this noise.
static double greatest_prior(const EngineOptions *usual, double noise)
{
    EngineOptions options = *usual;
    options.analysis_noise = noise;
    Engine *engine = new_engine(&options);
    Listener *listener = new_listener(1, 300, true);
    AnalysisOrder order = order_of(listener, 0.001);
    assert_true(engine_analyze(engine, BLACK, &order, &listener->stop));
    double prior = listener->prior;
    engine_delete(engine);
    free(listener);
    return prior;
}

static void test_noise_makes_it_look_around(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    Network *network = network_default(options.isa);
    assert_non_null(network);
    options.network = network;
    assert_true(greatest_prior(&options, 5) < 0.6 * greatest_prior(&options, 0));
    network_delete(network);
}

static void test_noise_is_not_for_moves(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    options.analysis_noise = 1;
    Engine *engine = new_engine(&options);
    Listener *listener = new_listener(1, 3000, true);
    AnalysisOrder order = order_of(listener, 0.001);
    assert_true(engine_analyze(engine, WHITE, &order, &listener->stop));
    genmove(engine, WHITE);
    assert_true(total_visits(engine_last_report(engine)) <= 200);
    engine_delete(engine);
    free(listener);
}

static void test_a_finished_game_is_analysed_as_if_it_went_on(void **state)
{
    (void)state;
    for (int size = 1; size <= 5; size += 4) {
        Engine *engine = small_engine(size);
        assert_int_equal(engine_play(engine, BLACK, PASS), MOVE_OK);
        assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
        Listener *listener = new_listener(2, 100, true);
        AnalysisOrder order = order_of(listener, 0.001);
        assert_true(engine_analyze(engine, BLACK, &order, &listener->stop));
        assert_int_equal(listener->move_count, size == 1 ? 1 : listener->move_count);
        assert_int_equal(listener->best.candidate.move == PASS, size == 1);
        engine_delete(engine);
        free(listener);
    }
}

static void test_genmove_is_the_same_whether_analysed_or_not(void **state)
{
    (void)state;
    Engine *engine = small_engine(9), *other = small_engine(9);
    // Not on a symmetric board: there only moves that nobody hears of are drawn by lot.
    assert_int_equal(engine_play(engine, WHITE, picture_point("C4")), MOVE_OK);
    assert_int_equal(engine_play(other, WHITE, picture_point("C4")), MOVE_OK);
    for (int turn = 0; turn < 6; turn++) {
        Color player = turn % 2 == 0 ? BLACK : WHITE;
        MoveResult result;
        Listener *listener = new_listener(INT32_MAX, 0, false);
        AnalysisOrder order = order_of(listener, 0);
        order.silent = NULL;
        Point move = genmove_told(engine, player, &order, &result);
        assert_int_equal(move, genmove(other, player));
        assert_int_equal(listener->reports, 1);
        assert_int_equal(listener->report.player, player);
        assert_int_equal(listener->best.candidate.move,
                         engine_last_report(engine)->best);
        assert_int_equal(listener->report.playouts,
                         engine_last_report(other)->playouts);
        free(listener);
    }
    assert_int_equal(engine_game(engine)->move_count, 7);
    engine_delete(engine);
    engine_delete(other);
}

static void test_a_move_without_a_search_is_told(void **state)
{
    (void)state;
    Engine *engine = small_engine(1);
    MoveResult result;
    assert_int_equal(engine_play(engine, BLACK, PASS), MOVE_OK);
    Listener *listener = new_listener(INT32_MAX, 0, false);
    AnalysisOrder order = order_of(listener, 0);
    assert_int_equal(genmove_told(engine, WHITE, &order, &result), PASS);
    assert_int_equal(listener->reports, 1);
    assert_int_equal(listener->report.playouts, 0);
    assert_int_equal(listener->best.candidate.move, PASS);
    assert_int_equal(listener->best.line_length, 1);
    assert_true(listener->best.candidate.win_rate == 1);
    assert_true(listener->best.score == 7.5);
    engine_delete(engine);
    free(listener);
}

static void test_genmove_leaves_out_moves(void **state)
{
    (void)state;
    MoveFilter filter = {0};
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (p != picture_point("A1"))
            move_filter_add(&filter, BLACK, p, 1);
    Engine *engine = small_engine(5);
    MoveResult result;
    Listener *listener = new_listener(INT32_MAX, 0, false);
    AnalysisOrder order = order_of(listener, 0);
    order.filter = &filter;
    assert_int_equal(genmove_told(engine, BLACK, &order, &result), picture_point("A1"));
    assert_int_equal(listener->move_count, 1);
    assert_int_not_equal(genmove(engine, BLACK), PASS); // the filter is over
    engine_delete(engine);
    free(listener);
}

// The moves of an analysis of 1000 playouts on 9x9.
static Analysis *analyse(int moves_min, int moves_max)
{
    EngineOptions options = small_options(9);
    options.playouts = 1000;
    Engine *engine = new_engine(&options);
    MoveResult result;
    Listener *listener = new_listener(INT32_MAX, 0, false);
    AnalysisOrder order = order_of(listener, 0);
    order.moves_min = moves_min;
    order.moves_max = moves_max;
    genmove_told(engine, BLACK, &order, &result);
    Analysis *analysis = malloc(sizeof *analysis);
    assert_non_null(analysis);
    *analysis = *result.analysis;
    engine_delete(engine);
    free(listener);
    return analysis;
}

static void test_only_moves_with_games_are_named(void **state)
{
    (void)state;
    Analysis *analysis = analyse(0, POINT_LIST_MAX);
    const SearchReport *report = &analysis->report;
    uint32_t best = report->candidates[0].games;
    int expected = 0;
    for (int i = 0; i < report->candidate_count; i++)
        expected += report->candidates[i].games >= 10 &&
                    50 * report->candidates[i].games >= best;
    assert_in_range(expected, 2, report->candidate_count - 1); // the test is of use
    assert_int_equal(analysis->move_count, expected);
    free(analysis);
}

static void test_as_many_moves_are_named_as_asked_for(void **state)
{
    (void)state;
    const int limits[][3] = {{60, POINT_LIST_MAX, 60}, // min, max, named
                             {0, 1, 1},
                             {60, 2, 2},
                             {POINT_LIST_MAX, POINT_LIST_MAX, 82}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        Analysis *analysis = analyse(limits[i][0], limits[i][1]);
        assert_int_equal(analysis->move_count, limits[i][2]);
        free(analysis);
    }
}

// Wilson's bound is the chance from which the share seen is 1.96 standard errors off.
// What is told of the move that is made, when so many moves are named.
static AnalysisMove told_of_move(const Network *network, Color player, int moves)
{
    static const char PICTURE[] = ".XO...OXX/XXO...OXX/.XOOOOOXX/XXXXXXXX./XXXXXXX.X/"
                                  "OXXXXXXXX/OOOOOXXXX/OOOO.OOXX/O.O.O.OOO";
    EngineOptions options = small_options(9);
    options.rules = *rules_find("chinese");
    options.network = network;
    options.playouts = 500;
    Engine *engine = new_engine(&options);
    Position pos = picture_position(PICTURE, player);
    engine_set_komi(engine, 13);
    assert_true(engine_setup(engine, pos.stones, player));
    Listener *listener = new_listener(1, UINT64_MAX, false);
    AnalysisOrder order = order_of(listener, 0);
    order.moves_min = order.moves_max = moves;
    MoveResult result;
    Point move = genmove_told(engine, player, &order, &result);
    AnalysisMove told = listener->best;
    assert_int_equal(told.candidate.move, move);
    engine_delete(engine);
    free(listener);
    return told;
}

// The engine passes although the search likes a move inside the enemy's eye: what is
// told of the pass is of the board before it, however few moves are named.
static void test_a_move_that_is_not_named_is_told_as_if_it_were(void **state)
{
    (void)state;
    Network *network = network_default(isa_best());
    assert_non_null(network);
    for (Color player = BLACK; player <= WHITE; player++) {
        AnalysisMove alone = told_of_move(network, player, 1);
        AnalysisMove among = told_of_move(network, player, POINT_LIST_MAX);
        assert_int_equal(alone.candidate.move, PASS);
        assert_int_equal(alone.candidate.move, among.candidate.move);
        assert_int_equal(alone.visits, among.visits);
        assert_true(fabs(alone.prior - among.prior) < 1e-9);
        assert_true(fabs(alone.score - among.score) < 1e-9);
        assert_int_equal(alone.line_length, among.line_length);
        assert_memory_equal(alone.line, among.line,
                            (size_t)alone.line_length * sizeof alone.line[0]);
    }
    network_delete(network);
}

static void test_low_rates(void **state)
{
    (void)state;
    Analysis *analysis = analyse(82, POINT_LIST_MAX);
    for (int i = 0; i < analysis->move_count; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        double low = move->low_rate, games = move->candidate.games;
        assert_true(low >= 0 && low <= move->candidate.win_rate);
        assert_true(games == 0 || low > 0 || move->candidate.win_rate == 0);
        assert_true(games == 0 || fabs(move->candidate.win_rate - low -
                                       1.96 * sqrt(low * (1 - low) / games)) < 1e-9);
    }
    free(analysis);
}

// Without the mean of all playouts, which counts for thirty, the scores of the moves
// add up to that of the position.
static void test_scores_of_few_playouts_are_near_the_mean(void **state)
{
    (void)state;
    const double prior = 30;
    Analysis *analysis = analyse(82, POINT_LIST_MAX);
    double mean = analysis->report.score, sum = 0;
    int tried = 0;
    for (int i = 0; i < analysis->move_count; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        uint32_t visits = move->visits;
        sum += move->score * (visits + prior) - prior * mean;
        tried += visits > 0;
        assert_true(visits > 0 || fabs(move->score - mean) < 1e-9);
    }
    assert_in_range(tried, 2, 82);
    assert_true(fabs(sum / (double)analysis->report.playouts - mean) < 1e-9);
    free(analysis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_ends_when_told_to),
        cmocka_unit_test(test_nothing_is_told_to_one_who_has_stopped_before),
        cmocka_unit_test(test_the_next_move_begins_with_what_was_found),
        cmocka_unit_test(test_noise_makes_it_look_around),
        cmocka_unit_test(test_noise_is_not_for_moves),
        cmocka_unit_test(test_a_finished_game_is_analysed_as_if_it_went_on),
        cmocka_unit_test(test_genmove_is_the_same_whether_analysed_or_not),
        cmocka_unit_test(test_a_move_without_a_search_is_told),
        cmocka_unit_test(test_genmove_leaves_out_moves),
        cmocka_unit_test(test_only_moves_with_games_are_named),
        cmocka_unit_test(test_as_many_moves_are_named_as_asked_for),
        cmocka_unit_test(test_a_move_that_is_not_named_is_told_as_if_it_were),
        cmocka_unit_test(test_low_rates),
        cmocka_unit_test(test_scores_of_few_playouts_are_near_the_mean),
    };
    return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}

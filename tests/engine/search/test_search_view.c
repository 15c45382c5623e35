// SPDX-License-Identifier: MIT
//
// Looking on at a search: what is seen, how it ends, and moves that it leaves out.
#include "search.h"

#include <math.h>
#include <stdlib.h>

#include "isa.h"
#include "search_fixture.h"

// One who looks on, and what he has seen. Nothing is asserted on his thread.
typedef struct Onlooker {
    SearchReport report, last;
    int looks, endings, limit; // content after so many looks
    uint64_t enough;           // or so many playouts; 0: never
    bool consistent;
} Onlooker;

// Can this have been seen after that?
static bool may_follow(const SearchReport *report, const SearchReport *last)
{
    bool consistent = report->playouts >= last->playouts &&
                      report->ownership_playouts <= report->playouts &&
                      report->candidate_count > 0 &&
                      report->best == report->candidates[0].move;
    for (Point p = 0; p < POINT_LIMIT; p++)
        consistent = consistent &&
                     (uint64_t)abs(report->ownership[p]) <= report->ownership_playouts;
    // The first one may be another than the most visited.
    for (int i = 2; i < report->candidate_count; i++)
        consistent = consistent &&
                     report->candidates[i - 1].games >= report->candidates[i].games;
    return consistent;
}

static bool look(void *object, const Search *search, bool ended)
{
    Onlooker *onlooker = object;
    onlooker->last = onlooker->report;
    search_view(search, &onlooker->report);
    onlooker->consistent =
        onlooker->consistent && may_follow(&onlooker->report, &onlooker->last);
    onlooker->looks++;
    onlooker->endings += ended;
    return onlooker->looks < onlooker->limit ||
           (onlooker->enough > 0 && onlooker->report.playouts < onlooker->enough);
}

static Onlooker *new_onlooker(void)
{
    Onlooker *onlooker = malloc(sizeof *onlooker);
    assert_non_null(onlooker);
    memset(onlooker, 0, sizeof *onlooker);
    onlooker->consistent = true;
    return onlooker;
}

static SearchOrder order_of(Fixture *fixture, uint64_t playouts)
{
    return (SearchOrder){.player = (Color)fixture->game.position.to_play,
                         .limits = {.playouts = playouts},
                         .seed = 1,
                         .stop = &fixture->stop};
}

static void run(Fixture *fixture, const SearchOrder *order)
{
    assert_true(search_run(fixture->search, &fixture->game, order, &fixture->report));
}

static void use_memory(Fixture *fixture, int threads, int memory_mib)
{
    search_delete(fixture->search);
    fixture->search =
        search_new(&PARAMS_DEFAULT, isa_best()->lanes, threads, memory_mib);
    assert_non_null(fixture->search);
}

// The same, the time, the delay and the work of the lanes apart?
static void assert_agree(SearchReport a, SearchReport b)
{
    for (int i = 0; i < a.candidate_count; i++) {
        assert_int_equal(a.candidates[i].move, b.candidates[i].move);
        assert_int_equal(a.candidates[i].games, b.candidates[i].games);
        assert_true(a.candidates[i].win_rate == b.candidates[i].win_rate);
    }
    // What lies between the members of candidates is anything.
    memset(a.candidates, 0, sizeof a.candidates);
    memset(b.candidates, 0, sizeof b.candidates);
    a.seconds = b.seconds = 0;
    a.delay = b.delay = 0;
    a.work = b.work = (BatchUsage){0};
    assert_memory_equal(&a, &b, sizeof a);
}

// The onlooker sees a search of so many playouts.
static const SearchReport *seen(Fixture *fixture, Onlooker *onlooker, uint64_t playouts)
{
    SearchObserver observer = {.interval = 0, .look = look, .object = onlooker};
    SearchOrder order = order_of(fixture, playouts);
    order.observer = &observer;
    run(fixture, &order);
    return &fixture->report;
}

// A search that goes on with the tree of earlier ones tells what all have found.
static void test_scores_and_owners_go_on_with_the_tree(void **state)
{
    Fixture *fixture = *state;
    Onlooker *onlooker = new_onlooker();
    Network *network = network_default(isa_best());
    search_use_network(fixture->search, network, NETWORK_FULL);
    SearchReport all = *seen(fixture, onlooker, 300);
    MoveView best, next;
    search_view_move(fixture->search, all.best, &best);
    assert_int_equal(all.playouts, 300);
    for (int i = 1; i <= 2; i++) {
        SearchReport more = *seen(fixture, onlooker, 1);
        assert_int_equal(more.playouts, 1);
        assert_in_range(more.ownership_playouts, all.ownership_playouts,
                        all.ownership_playouts + (uint64_t)i);
        assert_true(more.evaluations > all.evaluations);
        assert_true(fabs(more.score - all.score) < 0.5);
        assert_true(fabs(more.network_score - all.network_score) < 0.1);
        for (Point p = 0; p < POINT_LIMIT; p++)
            assert_true(fabs(more.network_owner[p] - all.network_owner[p]) < 0.05);
        search_view_move(fixture->search, all.best, &next);
        assert_in_range(next.playouts, best.playouts, best.playouts + (uint64_t)i);
        assert_true(fabs(next.network_score - best.network_score) < 0.1);
    }
    // A search that nobody sees decides by what it has found itself.
    SearchOrder order = order_of(fixture, 1);
    run(fixture, &order);
    assert_true(fixture->report.ownership_playouts <= 1);
    // That counts, too.
    assert_in_range(seen(fixture, onlooker, 1)->ownership_playouts,
                    all.ownership_playouts + 2, all.ownership_playouts + 4);
    // Another moment has other scores, and a tree that was forgotten none.
    assert_int_equal(game_play(&fixture->game, BLACK, all.best), MOVE_OK);
    assert_true(seen(fixture, onlooker, 1)->ownership_playouts <= 1);
    assert_true(game_undo(&fixture->game));
    search_clear(fixture->search);
    assert_true(seen(fixture, onlooker, 1)->ownership_playouts <= 1);
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    network_delete(network);
    free(onlooker);
}

static void test_the_last_look_is_the_report(void **state)
{
    Fixture *fixture = *state;
    Onlooker *onlooker = new_onlooker();
    SearchObserver observer = {.interval = 0, .look = look, .object = onlooker};
    SearchOrder order = order_of(fixture, 700);
    run(fixture, &order);
    SearchReport unobserved = fixture->report;
    search_clear(fixture->search);
    order.observer = &observer;
    run(fixture, &order);
    assert_int_equal(onlooker->looks, 1);
    assert_int_equal(onlooker->endings, 1);
    assert_agree(onlooker->report, fixture->report);
    assert_agree(onlooker->report, unobserved);
    free(onlooker);
}

static void test_looks_while_workers_run(void **state)
{
    Fixture *fixture = *state;
    for (int threads = 1; threads <= 2; threads++) {
        Onlooker *onlooker = new_onlooker();
        onlooker->limit = 30;
        SearchObserver observer = {.interval = 0.001, .look = look, .object = onlooker};
        SearchOrder order = order_of(fixture, 0); // without any other end
        order.observer = &observer;
        use_memory(fixture, threads, FIXTURE_MEMORY_MIB);
        run(fixture, &order);
        assert_true(onlooker->consistent);
        assert_int_equal(onlooker->endings, 1);
        assert_int_equal(onlooker->looks, 31);
        assert_agree(onlooker->report, fixture->report);
        free(onlooker);
    }
}

static void test_looks_go_on_when_the_tree_is_full(void **state)
{
    Fixture *fixture = *state;
    Onlooker *onlooker = new_onlooker();
    onlooker->limit = 20;
    onlooker->enough = 40000; // several times what there is room for
    SearchObserver observer = {.interval = 0.002, .look = look, .object = onlooker};
    SearchOrder order = order_of(fixture, 0);
    order.observer = &observer;
    use_memory(fixture, 2, 1);
    run(fixture, &order);
    assert_true(onlooker->consistent);
    assert_true(onlooker->looks > 20);
    assert_true(fixture->report.playouts >= 40000);
    free(onlooker);
}

static void test_an_interval_may_be_longer_than_the_tree_lasts(void **state)
{
    Fixture *fixture = *state;
    Onlooker *onlooker = new_onlooker();
    SearchObserver observer = {.interval = 0.5, .look = look, .object = onlooker};
    SearchOrder order = order_of(fixture, 0);
    order.observer = &observer;
    use_memory(fixture, 1, 1);
    run(fixture, &order);
    assert_int_equal(onlooker->looks, 2);
    free(onlooker);
}

// Looks at every move once the search has ended.
typedef struct MoveViews {
    SearchReport report;
    MoveView views[POINT_LIST_MAX];
    MoveView unknown;
} MoveViews;

static bool look_at_moves(void *object, const Search *search, bool ended)
{
    MoveViews *views = object;
    if (!ended)
        return true;
    search_view(search, &views->report);
    for (int i = 0; i < views->report.candidate_count; i++)
        search_view_move(search, views->report.candidates[i].move, &views->views[i]);
    search_view_move(search, RESIGN, &views->unknown);
    return true;
}

// The line of a move is one of moves each of which was visited less often.
static void assert_is_line(const MoveView *view, const Candidate *candidate)
{
    assert_true(view->line_length >= 1);
    assert_int_equal(view->line[0], candidate->move);
    assert_int_equal(view->line_visits[0], candidate->games);
    for (int i = 1; i < view->line_length; i++) {
        assert_true(view->line_visits[i] >= 1);
        assert_true(view->line_visits[i] < view->line_visits[i - 1]);
    }
}

static void test_moves_add_up_to_the_whole(void **state)
{
    Fixture *fixture = *state;
    MoveViews *views = malloc(sizeof *views);
    assert_non_null(views);
    SearchObserver observer = {.interval = 0, .look = look_at_moves, .object = views};
    for (Color player = BLACK; player <= WHITE; player++) {
        uint64_t playouts = 0;
        double prior = 0, score = 0;
        SearchOrder order = order_of(fixture, 3000);
        order.player = player;
        order.observer = &observer;
        run(fixture, &order);
        for (int i = 0; i < views->report.candidate_count; i++) {
            const MoveView *view = &views->views[i];
            assert_is_line(view, &views->report.candidates[i]);
            assert_int_equal(view->playouts, views->report.candidates[i].games);
            playouts += view->playouts;
            prior += view->prior;
            score += view->score * (double)view->playouts;
        }
        assert_int_equal(playouts, fixture->report.playouts);
        assert_true(fabs(prior - 1) < 1e-9);
        assert_true(fabs(score / (double)playouts - fixture->report.score) < 1e-9);
        assert_memory_equal(views->views[0].line, fixture->report.line,
                            sizeof fixture->report.line);
        assert_int_equal(views->unknown.line_length, 0);
        assert_int_equal(views->unknown.playouts, 0);
    }
    free(views);
}

static bool is_candidate(const SearchReport *report, Point move)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == move)
            return true;
    return false;
}

static void test_bans_leave_out_moves(void **state)
{
    Fixture *fixture = *state;
    MoveFilter filter = {0};
    SearchOrder order = order_of(fixture, 500);
    run(fixture, &order);
    Point best = fixture->report.best;
    int candidates = fixture->report.candidate_count;
    assert_true(is_candidate(&fixture->report, best));
    order.filter = &filter;
    move_filter_add(&filter, WHITE, best, 9); // of the other player
    run(fixture, &order);
    assert_int_equal(fixture->report.candidate_count, candidates);
    assert_int_equal(total_games(&fixture->report), 500); // nothing is used again
    move_filter_add(&filter, BLACK, best, 1);
    move_filter_add(&filter, BLACK, PASS, 1);
    run(fixture, &order);
    assert_int_equal(fixture->report.candidate_count, candidates - 2);
    assert_false(is_candidate(&fixture->report, best));
    assert_false(is_candidate(&fixture->report, PASS));
    order.filter = NULL;
    run(fixture, &order);
    assert_int_equal(total_games(&fixture->report), 500);
    assert_int_equal(fixture->report.candidate_count, candidates);
}

// Bans all moves of a player but one.
static void ban_all_but(MoveFilter *filter, Color player, Point move, int until)
{
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (p != move)
            move_filter_add(filter, player, p, until);
}

static void test_bans_end_at_their_ply(void **state)
{
    Fixture *fixture = *state;
    Point c3 = picture_point("C3"), d5 = picture_point("D5");
    SearchOrder order = order_of(fixture, 5000);
    MoveFilter filter = {0};
    order.filter = &filter;
    ban_all_but(&filter, BLACK, c3, 1);
    ban_all_but(&filter, WHITE, d5, 2);
    run(fixture, &order);
    assert_int_equal(fixture->report.candidate_count, 1);
    assert_true(fixture->report.line_length >= 3);
    assert_int_equal(fixture->report.line[0], c3);
    assert_int_equal(fixture->report.line[1], d5);
    assert_int_not_equal(fixture->report.line[2], PASS); // free again
    ban_all_but(&filter, BLACK, c3, 3);                  // where it is occupied
    run(fixture, &order);
    assert_true(fixture->report.line_length >= 4);
    assert_int_equal(fixture->report.line[2], PASS);
    assert_int_not_equal(fixture->report.line[3], PASS);
}

// What a network says of a move stays as it is if others are left out.
static void test_a_ban_leaves_the_priors_of_others(void **state)
{
    Fixture *fixture = *state;
    Onlooker *onlooker = new_onlooker();
    Network *network = network_default(isa_best());
    MoveView all, alone;
    MoveFilter filter = {0};
    search_use_network(fixture->search, network, NETWORK_FULL);
    Point best = seen(fixture, onlooker, 20)->best;
    search_view_move(fixture->search, best, &all);
    ban_all_but(&filter, BLACK, best, 1);
    SearchObserver observer = {.interval = 0, .look = look, .object = onlooker};
    SearchOrder order = order_of(fixture, 20);
    order.observer = &observer;
    order.filter = &filter;
    run(fixture, &order);
    search_view_move(fixture->search, best, &alone);
    assert_true(all.prior > 0 && all.prior < 0.9);
    assert_true(fabs(alone.prior - all.prior) < 0.02);
    search_use_network(fixture->search, NULL, NETWORK_FULL);
    network_delete(network);
    free(onlooker);
}

static bool forget_filter(void *object, const Search *search, bool ended)
{
    (void)search, (void)ended;
    memset(object, 0, sizeof(MoveFilter));
    return true;
}

// Threads may still read it when the search has returned and the caller's is gone.
static void test_the_filter_is_that_of_the_beginning(void **state)
{
    Fixture *fixture = *state;
    MoveFilter filter = {0};
    SearchObserver observer = {
        .interval = 0.001, .look = forget_filter, .object = &filter};
    SearchOrder order = order_of(fixture, 10000);
    MoveView view;
    order.filter = &filter;
    order.observer = &observer;
    ban_all_but(&filter, WHITE, PASS, 8);
    run(fixture, &order);
    for (int i = 0; i < fixture->report.candidate_count; i++) {
        search_view_move(fixture->search, fixture->report.candidates[i].move, &view);
        for (int ply = 2; ply <= view.line_length && ply <= 8; ply += 2)
            assert_int_equal(view.line[ply - 1], PASS);
    }
    assert_true(fixture->report.line_length > 2);
}

static void test_one_who_may_do_nothing_passes(void **state)
{
    Fixture *fixture = *state;
    MoveFilter filter = {0};
    SearchOrder order = order_of(fixture, 50);
    order.filter = &filter;
    ban_all_but(&filter, BLACK, NO_POINT, 1);
    run(fixture, &order);
    assert_int_equal(fixture->report.candidate_count, 1);
    assert_int_equal(fixture->report.best, PASS);
}

// Symmetry 2 flips a board left to right.
static void test_a_report_is_turned(void **state)
{
    (void)state;
    Point a1 = picture_point("A1"), b2 = picture_point("B2"), c1 = picture_point("C1");
    SearchReport report = {.best = a1,
                           .line = {a1, PASS, b2},
                           .line_length = 3,
                           .candidates = {{.move = a1, .games = 7}, {.move = PASS}},
                           .candidate_count = 2};
    report.ownership[a1] = 5;
    report.network_owner[c1] = 0.5;
    report.network_owner_square[b2] = 0.25;
    search_report_turn(&report, 3, 2, 2);
    assert_int_equal(report.best, c1);
    assert_int_equal(report.line[0], c1);
    assert_int_equal(report.line[1], PASS);
    assert_int_equal(report.line[2], b2);
    assert_int_equal(report.candidates[0].move, c1);
    assert_int_equal(report.candidates[0].games, 7);
    assert_int_equal(report.candidates[1].move, PASS);
    assert_int_equal(report.ownership[c1], 5);
    assert_int_equal(report.ownership[a1], 0);
    assert_true(report.network_owner[a1] == 0.5 && report.network_owner[c1] == 0);
    assert_true(report.network_owner_square[b2] == 0.25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_report_is_turned),
        cmocka_unit_test_setup_teardown(test_scores_and_owners_go_on_with_the_tree,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_last_look_is_the_report, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_looks_while_workers_run, create, destroy),
        cmocka_unit_test_setup_teardown(test_looks_go_on_when_the_tree_is_full, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(
            test_an_interval_may_be_longer_than_the_tree_lasts, create, destroy),
        cmocka_unit_test_setup_teardown(test_moves_add_up_to_the_whole, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_bans_leave_out_moves, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_ban_leaves_the_priors_of_others, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_bans_end_at_their_ply, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_filter_is_that_of_the_beginning,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_one_who_may_do_nothing_passes, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("search view", tests, NULL, NULL);
}

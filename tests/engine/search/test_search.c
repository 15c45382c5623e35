// SPDX-License-Identifier: MIT
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "random_play.h"
#include "search_fixture.h"

// Searches for the player to move.
static const SearchReport *think(Fixture *fixture, uint64_t playouts, uint64_t seed)
{
    const Game *game = &fixture->game;
    SearchOrder order = {.player = (Color)game->position.to_play,
                         .limits = {.playouts = playouts},
                         .seed = seed,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, game, &order, &fixture->report));
    return &fixture->report;
}

static void play(Fixture *fixture, Point point)
{
    Color player = (Color)fixture->game.position.to_play;
    assert_int_equal(game_play(&fixture->game, player, point), MOVE_OK);
}

// Did two searches find the same, the time apart?
static bool agree(const SearchReport *a, const SearchReport *b)
{
    if (a->player != b->player || a->best != b->best || a->win_rate != b->win_rate ||
        a->score != b->score || a->playouts != b->playouts ||
        a->line_length != b->line_length ||
        memcmp(a->line, b->line, sizeof a->line) != 0 ||
        memcmp(a->ownership, b->ownership, sizeof a->ownership) != 0 ||
        a->candidate_count != b->candidate_count)
        return false;
    for (int i = 0; i < a->candidate_count; i++) {
        const Candidate *x = &a->candidates[i], *y = &b->candidates[i];
        if (x->move != y->move || x->win_rate != y->win_rate || x->games != y->games)
            return false;
    }
    return true;
}

static void test_the_seed_decides_on_one_thread(void **state)
{
    Fixture *fixture = *state;
    fixture->other = *think(fixture, 1500, 1);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        search_clear(fixture->search);
        think(fixture, 1500, seed);
        assert_int_equal(agree(&fixture->other, &fixture->report), seed == 1);
    }
    // A search that has looked at something else in between finds the same again.
    play(fixture, picture_point("C3"));
    think(fixture, 500, 4);
    assert_true(game_undo(&fixture->game));
    search_clear(fixture->search);
    think(fixture, 1500, 1);
    assert_true(agree(&fixture->other, &fixture->report));
}

static void test_fewer_workers_are_as_fewer_threads(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        int workers, wanted;
    } CASES[] = {{1, 1}, {3, 3}, {4, 4}, {0, 4}, {99, 4}};
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = 1500},
                         .seed = 1,
                         .stop = &fixture->stop};
    fixture->other = *think(fixture, 1500, 1);
    assert_int_equal(fixture->other.workers, 1);
    use_threads(fixture, 4);
    for (int i = 0; i < 5; i++) {
        order.workers = CASES[i].workers;
        search_clear(fixture->search);
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        assert_int_equal(fixture->report.workers, CASES[i].wanted);
        assert_int_equal(fixture->report.playouts, 1500);
        if (CASES[i].workers == 1)
            assert_true(agree(&fixture->other, &fixture->report));
    }
}

// The position matters, not the order in which it came about.
static void test_transposed_games_are_searched_alike(void **state)
{
    Fixture *fixture = *state;
    static const char *const ORDERS[2][4] = {{"E5", "C3", "G7", "D6"},
                                             {"G7", "D6", "E5", "C3"}};
    for (int order = 0; order < 2; order++) {
        game_clear(&fixture->game);
        search_clear(fixture->search);
        for (int i = 0; i < 4; i++)
            play(fixture, picture_point(ORDERS[order][i]));
        play(fixture, picture_point("C7"));
        play(fixture, picture_point("C6"));
        think(fixture, 500, 1);
        if (order == 0)
            fixture->other = fixture->report;
    }
    assert_true(agree(&fixture->other, &fixture->report));
}

static void check_report(const Fixture *fixture, uint64_t playouts)
{
    const SearchReport *report = &fixture->report;
    assert_int_equal(report->playouts, playouts);
    assert_int_equal(report->best, report->candidates[0].move);
    assert_int_equal(report->line[0], report->best);
    assert_in_range(report->line_length, 1, SEARCH_LINE_MAX);
    for (int i = 0; i < report->candidate_count; i++) {
        assert_true(report->candidates[i].win_rate >= 0);
        assert_true(report->candidates[i].win_rate <= 1);
        if (i > 1) // the first one may be another than the most visited
            assert_true(report->candidates[i].games <= report->candidates[i - 1].games);
    }
    for (Point p = 0; p < POINT_LIMIT; p++)
        assert_true((uint64_t)abs(report->ownership[p]) <=
                    (bitboard_test(&fixture->game.position.grid, p) ? playouts : 0));
}

static void test_the_playout_limit_is_exact(void **state)
{
    Fixture *fixture = *state;
    static const int THREADS[] = {1, 2, 4};
    static const uint64_t LIMITS[] = {1, 2, 7, 100, 1234};
    for (int i = 0; i < 3; i++) {
        use_threads(fixture, THREADS[i]);
        for (int j = 0; j < 5; j++) {
            search_clear(fixture->search);
            think(fixture, LIMITS[j], 1);
            check_report(fixture, LIMITS[j]);
        }
    }
    // On one thread no visit is lost.
    use_threads(fixture, 1);
    think(fixture, 1234, 1);
    assert_int_equal(total_games(&fixture->report), 1234);
}

static void test_the_time_limit_ends_a_search(void **state)
{
    Fixture *fixture = *state;
    SearchOrder order = {.player = BLACK,
                         .limits = {.seconds = 0.3}, // others may have the processor
                         .seed = 1,
                         .stop = &fixture->stop};
    for (int threads = 1; threads <= 2; threads++) {
        use_threads(fixture, threads);
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        assert_true(fixture->report.seconds >= 0.3);
        assert_true(fixture->report.seconds < 5);
        assert_true(fixture->report.playouts > 0);
    }
}

static void test_a_plan_ends_a_search(void **state)
{
    Fixture *fixture = *state;
    SearchOrder order = {.player = BLACK,
                         .limits = {.seconds = 1000, .plan = {0.001, -1}},
                         .seed = 1,
                         .stop = &fixture->stop};
    game_resize(&fixture->game, 1, 1); // a single move
    for (int threads = 1; threads <= 2; threads++) {
        use_threads(fixture, threads);
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        assert_int_equal(fixture->report.best, PASS);
    }
}

static void test_the_limits_end_a_plan(void **state)
{
    Fixture *fixture = *state;
    SearchOrder order = {.player = BLACK,
                         .limits = {.playouts = 123, .plan = {1000, -1}},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    assert_int_equal(fixture->report.playouts, 123);
    order.limits.plan.expected = 2; // never content
    order.limits.plan.seconds = 0.001;
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    assert_int_equal(fixture->report.playouts, 123);
}

static void test_a_full_tree_ends_a_search(void **state)
{
    Fixture *fixture = *state;
    SearchOrder order = {.player = BLACK,
                         .limits = {.seconds = 1000, .until_full = true},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    assert_true(fixture->report.playouts > 1000);
    // It ends before it has begun where there is no room to begin with.
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    assert_in_range(fixture->report.playouts, 0, 100000);
}

// Searches until the tree is full.
static const SearchReport *fill_tree(Fixture *fixture)
{
    const Game *game = &fixture->game;
    SearchOrder order = {.player = (Color)game->position.to_play,
                         .limits = {.seconds = 1000, .until_full = true},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, game, &order, &fixture->report));
    return &fixture->report;
}

static const SearchReport *think_for(Fixture *fixture, double seconds)
{
    const Game *game = &fixture->game;
    SearchOrder order = {.player = (Color)game->position.to_play,
                         .limits = {.seconds = seconds},
                         .seed = 1,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, game, &order, &fixture->report));
    return &fixture->report;
}

// Too short to make room in a tree of 4 MiB, and long enough for one of 1 MiB.
static const double SHORT_SECONDS = 0.003;

// A full tree of an empty 19x19 board. It is full soon.
static void use_full_tree(Fixture *fixture, int threads, int memory_mib)
{
    Params params = PARAMS_DEFAULT;
    params.expand_visits = 1;
    search_delete(fixture->search);
    fixture->search = search_new(&params, isa_best()->lanes, threads, memory_mib);
    assert_non_null(fixture->search);
    game_resize(&fixture->game, 19, 19);
    assert_true(fill_tree(fixture)->playouts > 100);
}

static void test_a_full_tree_is_kept_when_time_is_short(void **state)
{
    Fixture *fixture = *state;
    for (int threads = 1; threads <= 4; threads *= 2) {
        // With a sanitizer one playout may take longer.
        bool has_time = think_for(fixture, SHORT_SECONDS)->playouts > 0;
        use_full_tree(fixture, threads, 4);
        uint64_t known = total_games(&fixture->report);
        uint64_t playouts = 0;
        for (int i = 0; i < 20; i++) { // on a busy machine some find nothing
            playouts += think_for(fixture, SHORT_SECONDS)->playouts;
            assert_true(total_games(&fixture->report) >= known + playouts);
        }
        assert_true(playouts > 0 || !has_time);
        // There is no more room than before.
        assert_int_equal(fill_tree(fixture)->playouts, 0);
    }
}

static void test_room_is_made_when_there_is_time(void **state)
{
    Fixture *fixture = *state;
    for (int threads = 1; threads <= 4; threads *= 2) {
        use_full_tree(fixture, threads, 1);
        uint64_t known = total_games(&fixture->report);
        for (int i = 0; i < 20; i++) {
            think_for(fixture, SHORT_SECONDS);
            assert_true(total_games(&fixture->report) >= known);
        }
        fill_tree(fixture);
        assert_true(total_games(&fixture->report) > known + 20);
    }
}

static void test_a_full_tree_is_forgotten_when_it_knows_little(void **state)
{
    Fixture *fixture = *state;
    use_full_tree(fixture, 1, 16);
    const SearchReport *report = &fixture->report;
    double rate = (double)report->playouts / report->seconds;
    // The last move with a reply.
    int last = report->candidate_count - 1;
    while (report->candidates[last].games <= 2)
        last--;
    play(fixture, report->candidates[last].move);
    // A search that lasts as long as this one finds more.
    think_for(fixture, 2 * report->candidates[last].games / rate);
    assert_true(fill_tree(fixture)->playouts > 100);
}

static void test_a_raised_flag_ends_a_search_at_once(void **state)
{
    Fixture *fixture = *state;
    atomic_store(&fixture->stop, true);
    think(fixture, 0, 1);
    assert_int_equal(fixture->report.playouts, 0);
    assert_int_equal(fixture->report.candidate_count, 82);
    assert_int_not_equal(fixture->report.best, PASS); // by the priors
    assert_true(game_check(&fixture->game, BLACK, fixture->report.best) == MOVE_OK);
    assert_true(fixture->report.win_rate > 0 && fixture->report.win_rate < 1);
    assert_int_equal(fixture->report.line_length, 0);
}

// A thread that looks on, until the search has found something.
static bool raise_when_begun(void *flag, const Search *search, bool ended)
{
    SearchReport *view = calloc(1, sizeof *view);
    assert_non_null(view);
    search_view(search, view);
    if (!ended && view->line_length > 0)
        atomic_store((atomic_bool *)flag, true);
    free(view);
    return true;
}

static void test_another_thread_ends_a_search(void **state)
{
    Fixture *fixture = *state;
    const SearchObserver observer = {
        .interval = 0.001, .look = raise_when_begun, .object = &fixture->stop};
    for (int threads = 1; threads <= 4; threads *= 2) {
        use_threads(fixture, threads);
        atomic_store(&fixture->stop, false);
        SearchOrder order = {.player = BLACK, // without any limit
                             .seed = 1,
                             .stop = &fixture->stop,
                             .observer = &observer};
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        check_report(fixture, fixture->report.playouts);
    }
}

static void test_a_full_tree_survives(void **state)
{
    Fixture *fixture = *state;
    search_delete(fixture->search);
    fixture->search = search_new(&PARAMS_DEFAULT, isa_best()->lanes, 1, 1);
    game_resize(&fixture->game, 19, 19);
    for (int i = 0; i < 3; i++) {
        think(fixture, i == 0 ? 2500 : 300, 1);
        check_report(fixture, i == 0 ? 2500 : 300);
        play(fixture, fixture->report.best);
    }
}

// One playout more, after which the visits tell what was known before.
static uint64_t remembered(Fixture *fixture)
{
    think(fixture, 1, 2);
    return total_games(&fixture->report) - 1;
}

static void test_the_tree_is_kept_along_the_game(void **state)
{
    Fixture *fixture = *state;
    think(fixture, 3000, 1);
    const Candidate best = fixture->report.candidates[0];
    play(fixture, fixture->report.line[0]);
    uint64_t kept = remembered(fixture);
    // Its visits but those from before it had children.
    assert_in_range(kept, best.games - 10, best.games);
    think(fixture, 3000, 3);
    assert_int_equal(total_games(&fixture->report), kept + 1 + 3000);
    assert_true(fixture->report.line_length >= 2);
    play(fixture, fixture->report.line[0]);
    play(fixture, fixture->report.line[1]);
    assert_true(remembered(fixture) > 20);
    assert_true(remembered(fixture) > 20); // nothing happened since
}

static void test_the_tree_is_kept_when_moves_are_taken_back(void **state)
{
    Fixture *fixture = *state;
    think(fixture, 3000, 1);
    play(fixture, fixture->report.line[0]);
    play(fixture, fixture->report.line[1]);
    think(fixture, 500, 1);
    assert_true(game_undo(&fixture->game));
    assert_true(game_undo(&fixture->game));
    // Those of the second search began at another root, and are not added here.
    assert_int_equal(remembered(fixture), 3000);
    // Another move from here on is known as well.
    play(fixture, fixture->report.candidates[1].move);
    assert_true(remembered(fixture) > 20);
}

// What may happen to a game so that a tree must not be used any more.
static void change_komi(Game *game)
{
    game->komi++;
}

static void change_ko_rule(Game *game)
{
    game->rules.ko = KO_SITUATIONAL;
}

static void change_suicide(Game *game)
{
    game->rules.suicide = false;
}

static void change_dead_stones(Game *game)
{
    game->rules.dead_stones = true;
}

static void set_up_the_same(Game *game)
{
    const Bitboard stones[2] = {game->position.stones[BLACK],
                                game->position.stones[WHITE]};
    game_setup(game, stones, (Color)game->position.to_play);
}

static void change_size(Game *game)
{
    game_resize(game, 7, 9);
}

static void play_out_of_turn(Game *game)
{
    Color player = color_other((Color)game->position.to_play);
    assert_int_equal(game_play(game, player, picture_point("A1")), MOVE_OK);
}

static void test_another_game_needs_another_tree(void **state)
{
    Fixture *fixture = *state;
    static void (*const CHANGES[])(Game *) = {
        change_komi, change_ko_rule,  change_suicide,   change_dead_stones,
        change_size, set_up_the_same, play_out_of_turn,
    };
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        game_free(&fixture->game);
        assert_true(game_init(&fixture->game, rules_default(), 15, 9, 9));
        search_clear(fixture->search);
        think(fixture, 1000, 1);
        play(fixture, fixture->report.best);
        assert_true(remembered(fixture) > 20);
        CHANGES[i](&fixture->game);
        assert_int_equal(remembered(fixture), 0);
    }
}

static void test_the_other_player_needs_another_tree(void **state)
{
    Fixture *fixture = *state;
    think(fixture, 500, 1);
    SearchOrder order = {
        .player = WHITE, .limits = {.playouts = 1}, .seed = 1, .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    assert_int_equal(total_games(&fixture->report), 1);
    assert_int_equal(fixture->report.player, WHITE);
}

static void test_scores_are_those_of_the_player(void **state)
{
    Fixture *fixture = *state;
    Position pos = picture_position("X.X.X/XXXXX/.X.X./XXXXX/X.X.X", BLACK);
    game_resize(&fixture->game, 5, 5);
    fixture->game.komi = 1;
    assert_true(game_setup(&fixture->game, pos.stones, BLACK));
    for (Color player = BLACK; player <= WHITE; player++) {
        SearchOrder order = {.player = player,
                             .limits = {.playouts = 50},
                             .seed = 1,
                             .stop = &fixture->stop};
        assert_true(
            search_run(fixture->search, &fixture->game, &order, &fixture->report));
        assert_true(fixture->report.score == (player == BLACK ? 24.5 : -24.5));
        int counted = (int)fixture->report.ownership_playouts;
        assert_in_range(counted, 1, 50); // those that did not end by passes in the tree
        assert_int_equal(fixture->report.ownership[picture_point("A1")], counted);
        assert_int_equal(fixture->report.ownership[picture_point("B1")], counted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_seed_decides_on_one_thread, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_fewer_workers_are_as_fewer_threads, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_transposed_games_are_searched_alike,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_playout_limit_is_exact, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_time_limit_ends_a_search, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_plan_ends_a_search, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_limits_end_a_plan, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_full_tree_ends_a_search, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_full_tree_is_kept_when_time_is_short,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_room_is_made_when_there_is_time, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(
            test_a_full_tree_is_forgotten_when_it_knows_little, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_raised_flag_ends_a_search_at_once,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_another_thread_ends_a_search, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_a_full_tree_survives, create, destroy),
        cmocka_unit_test_setup_teardown(test_the_tree_is_kept_along_the_game, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_tree_is_kept_when_moves_are_taken_back,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_another_game_needs_another_tree, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_the_other_player_needs_another_tree,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_scores_are_those_of_the_player, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// What a search proposes: legal moves, all of them, and good ones.
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "eye.h"
#include "isa.h"
#include "playout_policy.h"
#include "random_play.h"
#include "search_fixture.h"

enum { TACTICS_PLAYOUTS = 2000, TACTICS_SEEDS = 20 };

static Color player_of(const Fixture *fixture)
{
    return (Color)fixture->game.position.to_play;
}

// Searches for the player to move and returns the best move.
static Point think(Fixture *fixture, uint64_t playouts, uint64_t seed)
{
    SearchOrder order = {.player = player_of(fixture),
                         .limits = {.playouts = playouts},
                         .seed = seed,
                         .stop = &fixture->stop};
    assert_true(search_run(fixture->search, &fixture->game, &order, &fixture->report));
    return fixture->report.best;
}

// Begins a game by a set-up position.
static void set_up(Fixture *fixture, const char *picture, Color to_play)
{
    Position pos = picture_position(picture, to_play);
    search_clear(fixture->search);
    game_resize(&fixture->game, pos.columns, pos.rows);
    assert_true(game_setup(&fixture->game, pos.stones, to_play));
}

static bool is_candidate(const SearchReport *report, Point move)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == move)
            return true;
    return false;
}

// Fails unless the candidates are a pass and all legal points that are no eye.
static void assert_candidates(const Fixture *fixture)
{
    const Game *game = &fixture->game;
    const SearchReport *report = &fixture->report;
    Bitboard expected = bitboard_empty(), found = bitboard_empty();
    Bitboard empty = position_empty(&game->position);
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p))
        if (game_check(game, player_of(fixture), p) == MOVE_OK &&
            !eye_is_single(&game->position, p, player_of(fixture)))
            bitboard_add(&expected, p);
    for (int i = 0; i < report->candidate_count; i++)
        bitboard_add(&found, report->candidates[i].move);
    bitboard_add(&expected, PASS);
    assert_true(bitboard_equal(&found, &expected));
    assert_int_equal(report->candidate_count, bitboard_count(&expected));
    assert_int_equal(report->best, report->candidates[0].move);
}

static void test_candidates_of_random_games_are_the_legal_moves(void **state)
{
    Fixture *fixture = *state;
    Game *game = &fixture->game;
    Rng rng = rng_seeded(1, 0);
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < 200; i++) {
        game->rules = presets[i % count];
        int columns = 1 + (int)rng_below(&rng, 9), rows = 1 + (int)rng_below(&rng, 9);
        game_resize(game, columns, rows);
        random_turns(game, (int)rng_below(&rng, (uint32_t)(2 * columns * rows)), &rng);
        think(fixture, 10, (uint64_t)i);
        assert_candidates(fixture);
    }
}

// Plays a game against itself. The tree is kept, so that the candidates are mostly
// those that were found deep in it.
static void play_game(Fixture *fixture, int columns, int rows, uint64_t playouts)
{
    Game *game = &fixture->game;
    game_resize(game, columns, rows);
    for (int turn = 0; turn < 4 * columns * rows && !game_is_over(game); turn++) {
        think(fixture, playouts, (uint64_t)turn);
        assert_candidates(fixture);
        Point move = fixture->report.best;
        if (turn % 7 == 6 && fixture->report.candidate_count > 1)
            move = fixture->report.candidates[1].move;
        assert_int_equal(game_play(game, player_of(fixture), move), MOVE_OK);
    }
}

static void test_small_games_are_legal_under_all_rules(void **state)
{
    Fixture *fixture = *state;
    static const int SIZES[][2] = {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 2}, {3, 3},
                                   {4, 3}, {4, 4}, {1, 5}, {5, 1}, {3, 7}};
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        fixture->game.rules = presets[i];
        for (size_t j = 0; j < sizeof SIZES / sizeof SIZES[0]; j++) {
            play_game(fixture, SIZES[j][0], SIZES[j][1], 20);
            play_game(fixture, SIZES[j][0], SIZES[j][1], 100);
        }
    }
}

static void test_small_games_on_many_threads_are_legal(void **state)
{
    Fixture *fixture = *state;
    static const int THREADS[] = {2, 4};
    for (int i = 0; i < 2; i++) {
        search_delete(fixture->search);
        fixture->search = search_new(&PARAMS_DEFAULT, isa_best()->lanes, THREADS[i],
                                     FIXTURE_MEMORY_MIB);
        assert_non_null(fixture->search);
        play_game(fixture, 2, 2, 300);
        play_game(fixture, 3, 3, 300);
        play_game(fixture, 3, 7, 100);
    }
}

// White has just captured three stones on 2x2. A2 now captures nothing, but repeats the
// board after White's first move.
static void test_superko_violations_are_no_candidates(void **state)
{
    Fixture *fixture = *state;
    static const char *const TURNS[] = {"A2", "B2", "A1", "pass", "B1", "B2"};
    game_resize(&fixture->game, 2, 2);
    for (int i = 0; i < 6; i++)
        assert_int_equal(
            game_play(&fixture->game, player_of(fixture), picture_point(TURNS[i])),
            MOVE_OK);
    assert_int_equal(game_check(&fixture->game, BLACK, picture_point("A2")),
                     MOVE_SUPERKO);
    think(fixture, 200, 1);
    assert_false(is_candidate(&fixture->report, picture_point("A2")));
    assert_true(is_candidate(&fixture->report, picture_point("A1")));
    assert_candidates(fixture);
}

// The same one turn earlier: the tree must know it below its root.
static void test_superko_is_respected_below_the_root(void **state)
{
    Fixture *fixture = *state;
    static const char *const TURNS[] = {"A2", "B2", "A1", "pass", "B1"};
    game_resize(&fixture->game, 2, 2);
    for (int i = 0; i < 5; i++)
        assert_int_equal(
            game_play(&fixture->game, player_of(fixture), picture_point(TURNS[i])),
            MOVE_OK);
    think(fixture, 300, 1);
    assert_int_equal(game_play(&fixture->game, WHITE, picture_point("B2")), MOVE_OK);
    think(fixture, 1, 1);
    assert_true(total_games(&fixture->report) >
                20); // these candidates come from the first search
    assert_false(is_candidate(&fixture->report, picture_point("A2")));
}

static void test_a_ko_is_not_taken_back(void **state)
{
    Fixture *fixture = *state;
    set_up(fixture, "......./...XO../..X.XO./...XO../......./......./.......", WHITE);
    assert_int_equal(game_play(&fixture->game, WHITE, picture_point("D5")), MOVE_OK);
    think(fixture, 200, 1);
    assert_false(is_candidate(&fixture->report, picture_point("E5")));
    assert_candidates(fixture);
}

static void test_suicide_is_a_candidate_where_it_is_legal(void **state)
{
    Fixture *fixture = *state;
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        fixture->game.rules = presets[i];
        set_up(fixture, ".XO../OO.../...../...../.....", BLACK);
        think(fixture, 50, 1);
        assert_int_equal(is_candidate(&fixture->report, picture_point("A5")),
                         presets[i].suicide);
    }
}

// A position where one of some moves wins and all others lose, and the komi.
typedef struct Problem {
    const char *name;
    const char *picture;
    Color to_play;
    int komi; // half points
    const char *answers;
} Problem;

static const Problem PROBLEMS[] = {
    {"capture five stones", "X.X.XXX/XXXXXXX/XOOOOO./XXXXXXO/OOOOOOO/O.O.OOO/OOOOOOO",
     BLACK, 1, "G5"},
    {"save five stones", "X.X.XXX/XXXXXXX/XOOOOO./XXXXXXO/OOOOOOO/O.O.OOO/OOOOOOO",
     WHITE, 1, "G5"},
    {"make two eyes", "...XO../XXXXO../OOOOO../OOOOOOO/OOOOOOO/O.OO.OO/OOOOOOO", BLACK,
     -82, "B7"},
    {"leave one eye", "...XO../XXXXO../OOOOO../OOOOOOO/OOOOOOO/O.OO.OO/OOOOOOO", WHITE,
     -82, "B7"},
    {"win the race by one move as Black",
     "..XXX.X.X/OOOOXXXXX/XXXXOOOOO/..OOO.O.O/OOOOOOOOO/XXXXXXXXX/X.X.XXXXX/"
     "XXXXXXXXX/XXXXXXXXX",
     BLACK, 55, "A9 B9"},
    {"win the race by one move as White",
     "..XXX.X.X/OOOOXXXXX/XXXXOOOOO/..OOO.O.O/OOOOOOOOO/XXXXXXXXX/X.X.XXXXX/"
     "XXXXXXXXX/XXXXXXXXX",
     WHITE, 53, "A6 B6"},
};

static void test_simple_tactics_are_found(void **state)
{
    Fixture *fixture = *state;
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof PROBLEMS[0]; i++) {
        const Problem *problem = &PROBLEMS[i];
        Bitboard answers = picture_points(problem->answers);
        fixture->game.komi = problem->komi;
        for (uint64_t seed = 1; seed <= TACTICS_SEEDS; seed++) {
            set_up(fixture, problem->picture, problem->to_play);
            Point best = think(fixture, TACTICS_PLAYOUTS, seed);
            char vertex[VERTEX_SIZE];
            point_to_vertex(best, vertex);
            if (!bitboard_test(&answers, best))
                fail_msg("%s, seed %d: %s, not %s", problem->name, (int)seed, vertex,
                         problem->answers);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_candidates_of_random_games_are_the_legal_moves, create, destroy),
        cmocka_unit_test_setup_teardown(test_small_games_are_legal_under_all_rules,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_small_games_on_many_threads_are_legal,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_superko_violations_are_no_candidates,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_superko_is_respected_below_the_root,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_ko_is_not_taken_back, create, destroy),
        cmocka_unit_test_setup_teardown(test_suicide_is_a_candidate_where_it_is_legal,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_simple_tactics_are_found, create, destroy),
    };
    return cmocka_run_group_tests_name("search moves", tests, NULL, NULL);
}

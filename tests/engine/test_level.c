// SPDX-License-Identifier: MIT
//
// Playing like a person of some rank: what changes from rank to rank, and whole games.
#include "level.h"

#include <string.h>

#include "area.h"
#include "engine_fixture.h"
#include "eye.h"
#include "isa.h"
#include "network.h"

static void test_stronger_ranks_know_more(void **state)
{
    (void)state;
    static const int SIDES[][2] = {{2, 2}, {9, 9}, {7, 15}, {13, 13}, {19, 19}};
    for (size_t i = 0; i < sizeof SIDES / sizeof SIDES[0]; i++) {
        Level weaker = level_of(LEVEL_RANK_LEAST, SIDES[i][0], SIDES[i][1]);
        for (Rank rank = LEVEL_RANK_LEAST + 1; rank <= LEVEL_RANK_MOST; rank++) {
            Level level = level_of(rank, SIDES[i][0], SIDES[i][1]);
            assert_int_equal(level.rank, rank);
            assert_true(level.playouts >= weaker.playouts);
            assert_true(level.replies >= weaker.replies);
            assert_true(level.imitation.part <= weaker.imitation.part);
            assert_true(level.imitation.locality <= weaker.imitation.locality);
            assert_true(level.oversight <= weaker.oversight);
            assert_true(level.imitation.temperature <= weaker.imitation.temperature);
            assert_true(level.imitation.tolerance < weaker.imitation.tolerance);
            assert_true(level.ladders >= weaker.ladders);
            weaker = level;
        }
    }
}

// On a small board fewer moves are played, so ranks must differ more in each of them.
static void test_small_boards_stretch_ranks(void **state)
{
    (void)state;
    double last = 0;
    for (int side = 19; side >= 13; side -= 2) {
        Level weak = level_of(LEVEL_RANK_LEAST, side, side);
        Level strong = level_of(RANK_1_DAN, side, side);
        double ratio = weak.imitation.temperature / strong.imitation.temperature;
        assert_true(ratio > last);
        last = ratio;
    }
}

static void assert_word(const char *word, bool is_good, Rank wanted)
{
    char bytes[100];
    Text allowed = text_over(bytes, sizeof bytes);
    Rank rank = 3;
    assert_int_equal(level_read(word, &rank, &allowed), is_good);
    assert_int_equal(rank, is_good ? wanted : 3);
    if (!is_good)
        assert_string_equal(bytes, "a rank from 20k to 6d, or max for full strength");
}

static void test_words(void **state)
{
    (void)state;
    assert_word("20k", true, LEVEL_RANK_LEAST);
    assert_word("1k", true, RANK_1_KYU);
    assert_word("6d", true, LEVEL_RANK_MOST);
    assert_word("max", true, RANK_UNKNOWN);
    static const char *const WRONG[] = {"",    "21k", "7d",  "9p",
                                        "5k ", "5",   "Max", "rank"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        assert_word(WRONG[i], false, 0);
}

// The networks of the program.
typedef struct Fixture {
    Network *network;
    HumanNetwork *people;
} Fixture;

static Fixture fixture;

static int open_networks(void **state)
{
    (void)state;
    fixture.network = network_default(isa_best());
    fixture.people = human_network_default(isa_best());
    return fixture.network == NULL || fixture.people == NULL;
}

static int close_networks(void **state)
{
    (void)state;
    network_delete(fixture.network);
    human_network_delete(fixture.people);
    return 0;
}

static Engine *level_engine(int size, Rank rank, uint64_t seed)
{
    EngineOptions options = small_options(size);
    options.network = fixture.network;
    options.people = fixture.people;
    options.playouts = 0;
    options.rank = rank;
    options.seed = seed;
    return new_engine(&options);
}

// Plays both sides to the end. Returns how many eyes were filled.
static int play_game(Engine *engine, Point moves[], int *count)
{
    const Game *game = engine_game(engine);
    int limit = 3 * game->position.columns * game->position.rows, filled = 0;
    for (*count = 0; *count < limit && !game_is_over(game);) {
        Color player = (Color)game->position.to_play;
        Position before = game->position;
        Point move = genmove(engine, player);
        moves[(*count)++] = move;
        filled += move != PASS && eye_is_single(&before, move, player);
    }
    assert_true(game_is_over(game)); // no move was illegal
    return filled;
}

static void test_games_come_to_an_end(void **state)
{
    (void)state;
    static const Rank RANKS[] = {LEVEL_RANK_LEAST, -9, 1};
    for (size_t i = 0; i < sizeof RANKS / sizeof RANKS[0]; i++) {
        Engine *engine = level_engine(7, RANKS[i], 4);
        Point moves[500];
        int count;
        assert_int_equal(play_game(engine, moves, &count), 0);
        assert_true(count > 15); // none passed while the game was open
        engine_delete(engine);
    }
}

static void test_a_seed_repeats_a_game(void **state)
{
    (void)state;
    Point moves[3][500];
    int counts[3];
    for (int i = 0; i < 3; i++) {
        Engine *engine = level_engine(5, -4, i < 2 ? 7 : 8);
        play_game(engine, moves[i], &counts[i]);
        engine_delete(engine);
    }
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(moves[0], moves[1], (size_t)counts[0] * sizeof moves[0][0]);
    assert_true(counts[0] != counts[2] ||
                memcmp(moves[0], moves[2], (size_t)counts[0] * sizeof moves[0][0]) !=
                    0);
}

// Returns the points of the stronger side: two for a win.
static int play_match(Rank strong, Rank weak, int games)
{
    int points = 0;
    for (int i = 0; i < games; i++) {
        Engine *engine = level_engine(7, strong, (uint64_t)i + 1);
        EngineOptions options = *engine_options(engine);
        const Game *game = engine_game(engine);
        engine_set_komi(engine, 18); // 9 points: even on 7x7
        Color strong_color = i % 2 == 0 ? BLACK : WHITE;
        for (int turn = 0; turn < 200 && !game_is_over(game); turn++) {
            Color player = (Color)game->position.to_play;
            options.rank = player == strong_color ? strong : weak;
            assert_true(engine_set_options(engine, &options));
            genmove(engine, player);
        }
        assert_true(game_is_over(game));
        int score = engine_final_score(engine) * (strong_color == BLACK ? 1 : -1);
        points += (score > 0) + (score >= 0);
        engine_delete(engine);
    }
    return points;
}

// Twenty ranks apart a few games show it. scripts/match/ladder.py measures the rest.
static void test_stronger_ranks_win(void **state)
{
    (void)state;
    int points = play_match(RANK_1_DAN, LEVEL_RANK_LEAST, 4);
    if (points < 6)
        fail_msg("%d of 8 points", points);
}

// Even the weakest level sees which stones can be captured: White takes four of them,
// Black does too, or saves its own.
static void test_ataris_are_seen(void **state)
{
    (void)state;
    static const char ATARI[] = "........./........./..XXXX.../..OOOOX../.OXXXX.../"
                                "..OOOOX../..XXXX.../........./.........";
    EngineOptions options = small_options(9);
    options.network = fixture.network;
    options.people = fixture.people;
    options.rank = LEVEL_RANK_LEAST;
    int found = 0;
    for (options.seed = 1; options.seed <= 10; options.seed++) {
        for (Color player = BLACK; player <= WHITE; player++) {
            Engine *engine = engine_at_picture(ATARI, options);
            Point move = genmove(engine, player);
            bool captures = move == picture_point("B6") || move == picture_point("B4");
            found += move == picture_point("G5") || (player == BLACK && captures);
            engine_delete(engine);
        }
    }
    if (found < 18)
        fail_msg("%d of 20 times", found);
}

// A pass that wins is played at every rank, and a lost game is resigned.
static void test_the_end_is_the_engines(void **state)
{
    (void)state;
    static const char SETTLED[] =
        ".X.XO../XXXXO../X.XXOOO/.XXXO.O/XXXXOO./X.XXOOO/XXXXO.O";
    EngineOptions options = small_options(7);
    options.network = fixture.network;
    options.people = fixture.people;
    options.rank = LEVEL_RANK_LEAST;
    options.komi = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        options.seed = seed;
        Engine *engine = engine_at_picture(SETTLED, options);
        assert_int_equal(genmove(engine, BLACK), PASS);
        engine_delete(engine);
    }
    options.komi = 200;
    options.params.resign_percent = 5;
    options.params.resign_streak = 1;
    Engine *engine =
        engine_at_picture("......./...X.../......./..O..../.......", options);
    assert_int_equal(genmove(engine, BLACK), RESIGN);
    engine_delete(engine);
}

// Then it plays what it always would.
static void test_a_level_can_be_switched_off(void **state)
{
    (void)state;
    Engine *engine = level_engine(5, -9, 1), *full = level_engine(5, RANK_UNKNOWN, 1);
    EngineOptions options = *engine_options(engine);
    options.rank = RANK_UNKNOWN;
    options.playouts = 300;
    assert_true(engine_set_options(engine, &options));
    assert_true(engine_set_options(full, &options));
    for (int i = 0; i < 6; i++)
        assert_int_equal(genmove(engine, i % 2 ? WHITE : BLACK),
                         genmove(full, i % 2 ? WHITE : BLACK));
    engine_delete(engine);
    engine_delete(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stronger_ranks_know_more),
        cmocka_unit_test(test_small_boards_stretch_ranks),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_games_come_to_an_end),
        cmocka_unit_test(test_a_seed_repeats_a_game),
        cmocka_unit_test(test_stronger_ranks_win),
        cmocka_unit_test(test_ataris_are_seen),
        cmocka_unit_test(test_the_end_is_the_engines),
        cmocka_unit_test(test_a_level_can_be_switched_off),
    };
    return cmocka_run_group_tests(tests, open_networks, close_networks);
}

// SPDX-License-Identifier: MIT
#include "eval_cache.h"

#include <math.h>

#include "features_fixture.h"
#include "picture.h"

static int create(void **state)
{
    static EvalCache cache;
    *state = &cache;
    return eval_cache_init(&cache, 0) ? 0 : -1;
}

static int destroy(void **state)
{
    eval_cache_free(*state);
    return 0;
}

// The key after moves of Black and White in turns; a dot is a pass.
static uint64_t key_after(const char *moves, int komi)
{
    Game game;
    assert_true(game_init(&game, rules_find("tromp-taylor"), komi, 9, 9));
    for (int i = 0; moves[i] != 0; i++) {
        Point move = moves[i] == '.' ? PASS : point_at(moves[i] - 'a', 5);
        assert_int_equal(game_play(&game, i % 2 == 0 ? BLACK : WHITE, move), MOVE_OK);
    }
    InputFeatures features = features_of_game(&game);
    game_free(&game);
    return eval_cache_key(&features);
}

static void test_the_key_does_not_tell_the_order_of_moves(void **state)
{
    (void)state;
    assert_true(key_after("aceg", 15) == key_after("egac", 15));
}

static void test_the_key_tells_what_matters(void **state)
{
    (void)state;
    uint64_t key = key_after("aceg", 15);
    assert_true(key != key_after("aceh", 15));   // another stone
    assert_true(key != key_after("caeg", 15));   // of another color
    assert_true(key != key_after("aceg", 13));   // komi
    assert_true(key != key_after("aceg.", 15));  // who is to move
    assert_true(key != key_after("aceg..", 15)); // the game may be over soon
}

static NetworkOutput some_output(void)
{
    NetworkOutput output = {.win = 0.7f,
                            .score = -3.25f,
                            .win_error = 0.1f,
                            .score_error = 2,
                            .score_mean = -4.5f,
                            .score_stdev = 9,
                            .no_result = 0.1f,
                            .variance_time = 30};
    for (int p = 0; p < POINT_LIMIT; p++) {
        output.optimistic[p] = 0.5f;
        output.policy[p] = 1.0f / (float)(1 + p * p);
        output.owner[p] = (float)(p % 201 - 100) / 100;
    }
    return output;
}

static void test_it_finds_what_it_keeps(void **state)
{
    EvalCache *cache = *state;
    const NetworkOutput kept = some_output();
    NetworkOutput rounded = some_output(), found = some_output();
    assert_false(eval_cache_find(cache, 17, &found));
    eval_cache_keep(cache, 17, &rounded);
    assert_true(eval_cache_find(cache, 17, &found));
    assert_memory_equal(&found, &rounded, sizeof found);
    assert_true(found.win == kept.win);
    assert_true(found.score == kept.score);
    assert_true(found.win_error == kept.win_error);
    assert_true(found.score_error == kept.score_error);
    assert_true(found.score_mean == kept.score_mean);
    assert_true(found.score_stdev == kept.score_stdev);
    assert_true(found.no_result == 0 && found.variance_time == -1); // not kept
    for (int p = 0; p < POINT_LIMIT; p++) {
        assert_true(found.optimistic[p] == 0); // not kept
        assert_true(fabsf(found.policy[p] / kept.policy[p] - 1) < 0.005f);
        assert_true(fabsf(found.owner[p] - kept.owner[p]) < 0.005f);
    }
}

static void test_a_new_one_takes_the_place_of_an_old_one(void **state)
{
    EvalCache *cache = *state;
    NetworkOutput kept = some_output(), found;
    eval_cache_keep(cache, 17, &kept);
    eval_cache_keep(cache, 18, &kept);
    kept.win = 0.25f;
    eval_cache_keep(cache, 17 + cache->count, &kept);
    assert_false(eval_cache_find(cache, 17, &found));
    assert_true(eval_cache_find(cache, 18, &found));
    assert_true(eval_cache_find(cache, 17 + cache->count, &found));
    assert_true(found.win == 0.25f);
}

static void test_it_forgets(void **state)
{
    EvalCache *cache = *state;
    NetworkOutput kept = some_output(), found;
    eval_cache_keep(cache, 17, &kept);
    eval_cache_clear(cache);
    assert_false(eval_cache_find(cache, 17, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_key_does_not_tell_the_order_of_moves),
        cmocka_unit_test(test_the_key_tells_what_matters),
        cmocka_unit_test_setup_teardown(test_it_finds_what_it_keeps, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_new_one_takes_the_place_of_an_old_one,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_it_forgets, create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

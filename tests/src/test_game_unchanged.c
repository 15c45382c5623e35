// SPDX-License-Identifier: MIT
//
// That a game is left as it was: by a turn and its undoing, and by whatever is refused.
#include "game.h"

#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "rng.h"

static Game new_game(const char *preset, int columns, int rows)
{
    Game game;
    assert_true(game_init(&game, rules_find(preset), 15, columns, rows));
    return game;
}

// What can be observed of a game. Which stone represents a chain cannot.
typedef struct Snapshot {
    Game game; // its moves and history entries are not ours
    Move *moves;
    HistoryEntry *entries;
} Snapshot;

static void *copy_of(const void *bytes, size_t size)
{
    void *copy = aligned_alloc(64, (size + 64) / 64 * 64);
    assert_non_null(copy);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

static Snapshot snapshot(const Game *game)
{
    Snapshot shot;
    memcpy(&shot.game, game, sizeof *game);
    shot.moves = copy_of(game->moves, (size_t)game->move_count * sizeof *game->moves);
    shot.entries = copy_of(game->history.entries,
                           game->history.length * sizeof *game->history.entries);
    return shot;
}

static void free_snapshot(Snapshot *shot)
{
    free(shot->moves);
    free(shot->entries);
}

static void assert_same_position(const Position *a, const Position *b)
{
    assert_true(position_same_coloring(a, b));
    assert_true(bitboard_equal(&a->grid, &b->grid));
    assert_int_equal(a->columns, b->columns);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->to_play, b->to_play);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(a->ko, b->ko);
    assert_true(position_is_sound(a));
}

static void assert_same_history(const History *a, const Snapshot *shot)
{
    assert_int_equal(a->length, shot->game.history.length);
    assert_memory_equal(a->bucket, shot->game.history.bucket, sizeof a->bucket);
    for (uint32_t i = 0; i < a->length; i++) {
        const HistoryEntry *found = &a->entries[i], *wanted = &shot->entries[i];
        assert_memory_equal(found->stones, wanted->stones, sizeof found->stones);
        assert_int_equal(found->hash, wanted->hash);
        assert_int_equal(found->older, wanted->older);
        assert_int_equal(found->circumstances, wanted->circumstances);
    }
}

static void assert_same_game(const Game *game, const Snapshot *shot)
{
    const Game *wanted = &shot->game;
    assert_same_position(&game->position, &wanted->position);
    assert_same_history(&game->history, shot);
    assert_int_equal(game->komi, wanted->komi);
    assert_string_equal(game->rules.name, wanted->rules.name);
    assert_int_equal(game->handicap, wanted->handicap);
    assert_int_equal(game->captured[BLACK], wanted->captured[BLACK]);
    assert_int_equal(game->captured[WHITE], wanted->captured[WHITE]);
    assert_int_equal(game->move_count, wanted->move_count);
    for (int i = 0; i < game->move_count; i++)
        assert_memory_equal(&game->moves[i], &shot->moves[i], sizeof game->moves[i]);
}

static void test_undo_restores_everything(void **state)
{
    (void)state;
    enum { TURNS = 120 };
    static const char *const PRESETS[] = {"tromp-taylor", "tromp-taylor-1995",
                                          "new-zealand", "aga"};
    for (uint64_t seed = 0; seed < 24; seed++) {
        Rng rng = rng_seeded(seed, 0);
        Game game = new_game(PRESETS[seed % 4], 2 + (int)(seed % 5), 4);
        Snapshot shots[TURNS];
        while (game.move_count < TURNS) {
            const Position *pos = &game.position;
            Color player = rng_below(&rng, 8) ? (Color)pos->to_play : WHITE;
            Point p = PASS;
            if (rng_below(&rng, 10))
                p = pos->empty[rng_below(&rng, (uint32_t)pos->empty_count)];
            Snapshot shot = snapshot(&game);
            if (game_play(&game, player, p) == MOVE_OK)
                shots[game.move_count - 1] = shot;
            else
                free_snapshot(&shot);
        }
        for (int i = TURNS; i-- > 0;) {
            assert_true(game_undo(&game));
            assert_same_game(&game, &shots[i]);
            free_snapshot(&shots[i]);
        }
        assert_false(game_undo(&game));
        game_free(&game);
    }
}

static void test_undo_brings_the_ko_back(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 4, 3);
    Position pos = picture_position(". X O ./X O . O/. X O .", BLACK);
    assert_true(game_setup(&game, pos.stones, BLACK));
    assert_int_equal(game_play(&game, BLACK, picture_point("C2")), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, picture_point("D1")), MOVE_OK);
    assert_int_equal(game.position.ko, NO_POINT);
    assert_true(game_undo(&game));
    assert_int_equal(game.position.ko, picture_point("B2"));
    assert_int_equal(game_check(&game, WHITE, picture_point("B2")), MOVE_KO);
    assert_true(game_undo(&game));
    assert_int_equal(game_check(&game, BLACK, picture_point("C2")), MOVE_OK);
    assert_false(game_undo(&game));
    game_free(&game);
}

// Each attempt must give its answer and change nothing at all.
static void assert_refused(Game *game, Color player, Point p, MoveError expected)
{
    Snapshot shot = snapshot(game);
    assert_int_equal(game_check(game, player, p), expected);
    assert_int_equal(game_play(game, player, p), expected);
    assert_memory_equal(game, &shot.game, sizeof *game);
    assert_same_game(game, &shot);
    free_snapshot(&shot);
}

static void test_refused_moves_change_nothing(void **state)
{
    (void)state;
    Game game = new_game("cgos", 5, 3);
    Position pos = picture_position(". X O . O/X O . O ./. X O . .", BLACK);
    assert_true(game_setup(&game, pos.stones, BLACK));
    assert_int_equal(game_play(&game, BLACK, picture_point("C2")), MOVE_OK);
    assert_refused(&game, WHITE, picture_point("B2"), MOVE_KO);
    assert_refused(&game, WHITE, picture_point("C2"), MOVE_OCCUPIED);
    assert_refused(&game, WHITE, picture_point("A1"), MOVE_SUICIDE);
    assert_refused(&game, WHITE, picture_point("F1"), MOVE_OFF_BOARD);
    assert_refused(&game, WHITE, NO_POINT, MOVE_OFF_BOARD);
    assert_refused(&game, WHITE, RESIGN, MOVE_OFF_BOARD);
    game_free(&game);
}

static void test_lenient_play_ignores_ko_and_suicide_only(void **state)
{
    (void)state;
    Game game = new_game("cgos", 4, 3);
    Position pos = picture_position(". X O ./X O . O/. X O .", BLACK);
    assert_true(game_setup(&game, pos.stones, BLACK));
    assert_int_equal(game_play_lenient(&game, BLACK, picture_point("C2")), MOVE_OK);
    Snapshot shot = snapshot(&game);
    assert_int_equal(game_play_lenient(&game, WHITE, picture_point("C2")),
                     MOVE_OCCUPIED);
    assert_int_equal(game_play_lenient(&game, WHITE, picture_point("E2")),
                     MOVE_OFF_BOARD);
    assert_same_game(&game, &shot);
    assert_int_equal(game_play_lenient(&game, WHITE, picture_point("A1")), MOVE_OK);
    assert_picture(&game.position, ". X O ./X . X O/. X O ."); // suicide
    assert_true(game_undo(&game));
    assert_int_equal(game_play_lenient(&game, WHITE, picture_point("B2")), MOVE_OK);
    assert_picture(&game.position, ". X O ./X O . O/. X O ."); // the ko
    assert_int_equal(game.captured[WHITE], 1);
    assert_true(game_undo(&game));
    assert_same_game(&game, &shot);
    free_snapshot(&shot);
    game_free(&game);
}

static void test_a_bad_set_up_changes_nothing(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 3, 1);
    assert_int_equal(game_play(&game, BLACK, picture_point("A1")), MOVE_OK);
    Snapshot shot = snapshot(&game);
    const Bitboard stones[2] = {picture_points("A1 B1"), picture_points("C1")};
    assert_false(game_setup(&game, stones, WHITE));
    assert_memory_equal(&game, &shot.game, sizeof game);
    assert_same_game(&game, &shot);
    free_snapshot(&shot);
    game_free(&game);
}

static void test_bad_handicaps_change_nothing(void **state)
{
    (void)state;
    Game game = new_game("aga", 2, 1);
    const Point a1 = picture_point("A1"), b1 = picture_point("B1");
    const Point bad[][2] = {
        {a1, a1}, {a1, b1}, {a1, PASS}, {NO_POINT, b1}, {a1, picture_point("C1")}};
    Snapshot shot = snapshot(&game);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(game_place_handicap(&game, bad[i], 2));
        assert_same_game(&game, &shot);
    }
    free_snapshot(&shot);
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo_restores_everything),
        cmocka_unit_test(test_undo_brings_the_ko_back),
        cmocka_unit_test(test_refused_moves_change_nothing),
        cmocka_unit_test(test_lenient_play_ignores_ko_and_suicide_only),
        cmocka_unit_test(test_a_bad_set_up_changes_nothing),
        cmocka_unit_test(test_bad_handicaps_change_nothing),
    };
    return cmocka_run_group_tests_name("game_unchanged", tests, NULL, NULL);
}

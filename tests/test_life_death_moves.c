// SPDX-License-Identifier: MIT
//
// What the engine plays in the positions of tests/data/life_death: what decides where
// something does, and a pass where nothing is left. Usage: test_life_death_moves
// FILE...
#include "life_death.h"

#include "engine_fixture.h"
#include "ownership.h"

enum {
    PLAYOUTS = 500, // of a move
    // Positions in which so few playouts and the verdict do not find what decides.
    WRONG_MAX = 4,
};

// A move of the player in the position as it stands, with so many half points of komi.
static Point ask_move(Engine *engine, const LifeDeath *position, Color player, int komi)
{
    const Position *pos = &position->pos;
    Game *game = engine_game(engine);
    engine_new_game(engine);
    game_resize(game, pos->columns, pos->rows);
    game->komi = komi;
    assert_true(game_setup(game, pos->stones, player));
    return genmove(engine, player);
}

static void tell_move(const LifeDeath *position, Color player, Point move)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(move, vertex);
    print_message("# %s: %s plays %s\n", position->name, color_name(player), vertex);
}

// The result, without komi, if the stones of both fates change their fate.
static int other_score(const LifeDeath *position)
{
    LifeDeath other = *position;
    for (int i = 0; i < other.fight_count; i++) {
        Bitboard *stones = other.fights[i].stones;
        Bitboard dead = stones[FATE_DEAD];
        stones[FATE_DEAD] = bitboard_union(stones[FATE_ALIVE], stones[FATE_SEKI]);
        stones[FATE_ALIVE] = dead;
        stones[FATE_SEKI] = bitboard_empty();
    }
    Bitboard dead = life_death_chains(&other, FATE_DEAD);
    return 2 * ownership_score(&other.pos, &dead);
}

// Where it depends on who begins, and so does the game: is the player's move one that
// does it?
static bool plays_rightly(Engine *engine, const LifeDeath *position)
{
    int score = position->result + position->komi;
    int komi = (score + other_score(position)) / 2;
    Point move = ask_move(engine, position, position->play, komi);
    bool right =
        move != PASS && life_death_stands(position, &engine_game(engine)->position);
    if (!right)
        tell_move(position, position->play, move);
    return right;
}

static Engine *chinese_engine(void)
{
    EngineOptions options = small_options(9);
    options.rules = *rules_find("chinese");
    options.playouts = PLAYOUTS;
    options.network = network_default(convolution_kernel(options.lanes->isa));
    assert_non_null(options.network);
    return new_engine(&options);
}

static void test_the_engine_moves_where_it_decides(void **state)
{
    const LifeDeathList *list = *state;
    Engine *engine = chinese_engine();
    int wrong = 0;
    for (int i = 0; i < list->count; i++)
        if (list->positions[i].play != EMPTY)
            wrong += !plays_rightly(engine, &list->positions[i]);
    engine_delete(engine);
    assert_true(wrong <= WRONG_MAX);
}

// Is nothing left to play for: is every point that belongs to nobody in a seki?
static bool is_finished(const LifeDeath *position)
{
    FinalStatus status;
    Bitboard dead = life_death_chains(position, FATE_DEAD);
    Bitboard seki = life_death_chains(position, FATE_SEKI);
    ownership_find(&position->pos, &dead, &status);
    Bitboard open = bitboard_difference(status.dame, bitboard_neighbors(&seki));
    return position->play == EMPTY && position->threats == EMPTY &&
           position->has_score && !position->is_agreed && bitboard_is_empty(&open);
}

// How many players play on.
static int count_players(Engine *engine, const LifeDeath *position)
{
    int players = 0;
    for (Color player = BLACK; player <= WHITE; player++) {
        Point move = ask_move(engine, position, player, position->komi);
        if (move != PASS)
            tell_move(position, player, move);
        players += move != PASS;
    }
    return players;
}

static void test_the_engine_passes_where_nothing_is_left(void **state)
{
    const LifeDeathList *list = *state;
    Engine *engine = chinese_engine();
    int players = 0;
    for (int i = 0; i < list->count; i++)
        if (is_finished(&list->positions[i]))
            players += count_players(engine, &list->positions[i]);
    engine_delete(engine);
    assert_int_equal(players, 0);
}

int main(int argc, char **argv)
{
    LifeDeathList list;
    if (!life_death_read(argc - 1, argv + 1, &list))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_the_engine_moves_where_it_decides, &list),
        cmocka_unit_test_prestate(test_the_engine_passes_where_nothing_is_left, &list),
    };
    int failed = cmocka_run_group_tests_name("life and death", tests, NULL, NULL);
    life_death_free(&list);
    return failed;
}

// SPDX-License-Identifier: MIT
//
// What the engine plays in the positions of tests/data/life_death: what decides where
// something does, and a pass where nothing is left. Usage: test_life_death_moves
// FILE...
#include "life_death.h"

#include "convolution.h"
#include "engine_fixture.h"
#include "network.h"
#include "ownership.h"

enum {
    PLAYOUTS = 500, // of a move
    // Positions in which so few playouts and the verdict do not find what decides.
    WRONG_MAX = 1,
    // Moves that are made where nothing is left to gain; each should be a pass.
    NEEDLESS_MAX = 8,
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

// The result, without komi, if the player to move has lost the fights: his stones are
// dead, the other's are not.
static int lost_score(const LifeDeath *position)
{
    Bitboard lost = bitboard_empty();
    for (int fate = 0; fate < FATE_OPEN; fate++) {
        Bitboard chains = life_death_chains(position, (Fate)fate);
        lost = bitboard_union(lost, chains);
    }
    lost = bitboard_intersection(lost, position->pos.stones[position->play]);
    return 2 * ownership_score(&position->pos, &lost);
}

// Where it depends on who begins, and so does the game: is the player's move one that
// does it?
static bool plays_rightly(Engine *engine, const LifeDeath *position)
{
    int score = position->result + position->komi;
    int komi = (score + lost_score(position)) / 2;
    Point move = ask_move(engine, position, position->play, komi);
    bool right =
        move != PASS && life_death_stands(position, &engine_game(engine)->position);
    if (!right)
        tell_move(position, position->play, move);
    return right;
}

static Engine *chinese_engine(const Network *network)
{
    EngineOptions options = small_options(9);
    assert_non_null(network);
    options.rules = *rules_find("chinese");
    options.playouts = PLAYOUTS;
    options.network = network;
    return new_engine(&options);
}

static void test_the_engine_moves_where_it_decides(void **state)
{
    const LifeDeathList *list = *state;
    Network *network = network_default(convolution_kernel(lanes_kernel(NULL)->isa));
    Engine *engine = chinese_engine(network);
    int wrong = 0;
    for (int i = 0; i < list->count; i++)
        if (list->positions[i].play != EMPTY && list->positions[i].has_score)
            wrong += !plays_rightly(engine, &list->positions[i]);
    engine_delete(engine);
    network_delete(network);
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
    Network *network = network_default(convolution_kernel(lanes_kernel(NULL)->isa));
    Engine *engine = chinese_engine(network);
    int players = 0;
    for (int i = 0; i < list->count; i++)
        if (is_finished(&list->positions[i]))
            players += count_players(engine, &list->positions[i]);
    engine_delete(engine);
    network_delete(network);
    assert_true(players <= NEEDLESS_MAX);
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

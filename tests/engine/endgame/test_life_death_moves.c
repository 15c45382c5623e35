// SPDX-License-Identifier: MIT
//
// What the engine plays in the positions of tests/data/life_death: what decides where
// something does, and a pass where nothing is left. Usage: test_life_death_moves
// FILE...
#include "life_death_corpus.h"

#include "engine_fixture.h"
#include "final_status.h"
#include "isa.h"
#include "local_search.h"
#include "network.h"

enum {
    PLAYOUTS = 500, // of a move
    MARGIN = 20,    // half points by which a game is won or lost, whatever happens
    // A proof that a territory is kept may visit so many positions: tried with few
    // first.
    FEW_VISITS = 20000,
    MANY_VISITS = 1000000,
    SMALL_TERRITORY = 2, // points; nothing can be done there
    FINISHED_MIN = 50,   // percent of the positions are finished, at least
};

// How the move is asked for.
typedef struct Question {
    int komi;       // half points
    bool is_passed; // the other player has just passed
} Question;

// A move of the player in the position.
static Point ask_move(Engine *engine, const LifeDeathCase *position, Color player,
                      Question question)
{
    const Position *pos = &position->pos;
    engine_new_game(engine, pos->columns, pos->rows);
    engine_set_komi(engine, question.komi);
    assert_true(engine_setup(engine, pos->stones, player));
    if (question.is_passed)
        assert_int_equal(engine_play(engine, color_other(player), PASS), MOVE_OK);
    return genmove(engine, player);
}

static void tell_move(const LifeDeathCase *position, Color player, Point move)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(move, vertex);
    print_message("# %s: %s plays %s\n", position->name, color_name(player), vertex);
}

// The result, without komi, if the player to move has lost the fights: his stones are
// dead, the other's are not.
static int lost_score(const LifeDeathCase *position)
{
    Bitboard lost = bitboard_empty();
    for (int fate = 0; fate < FATE_OPEN; fate++) {
        Bitboard chains = life_death_chains(position, (Fate)fate);
        lost = bitboard_union(lost, chains);
    }
    lost = bitboard_intersection(lost, position->pos.stones[position->play]);
    return 2 * final_status_score(&position->pos, &lost);
}

// Where it depends on who begins: is the player's move one that does it?
static bool plays_rightly(Engine *engine, const LifeDeathCase *position,
                          Question question)
{
    Point move = ask_move(engine, position, position->play, question);
    bool right =
        move != PASS && life_death_stands(position, &engine_game(engine)->position);
    if (!right)
        tell_move(position, position->play, move);
    return right;
}

static Engine *engine_by(const char *rules, const Network *network)
{
    EngineOptions options = small_options(9);
    assert_non_null(network);
    options.rules = *rules_find(rules);
    options.playouts = PLAYOUTS;
    options.network = network;
    return new_engine(&options);
}

// Does the player who begins save a group of his own?
static bool defends(const LifeDeathCase *position)
{
    const Position *pos = &position->pos;
    Bitboard killed = life_death_chains(position, FATE_DEAD);
    killed = bitboard_difference(killed, pos->stones[position->play]);
    return bitboard_is_empty(&killed);
}

// What the game is about besides the fight.
typedef enum Stakes { CLOSE, WON, LOST } Stakes;

// The komi, in half points, by which the fight decides the game, or by which the game
// is won or lost by some points whatever becomes of it.
static int komi_of(const LifeDeathCase *position, Stakes stakes)
{
    int won = position->result + position->komi, lost = lost_score(position);
    int margin = position->play == BLACK ? MARGIN : -MARGIN;
    return stakes == CLOSE ? (won + lost) / 2
           : stakes == WON ? lost - margin
                           : won + margin;
}

// How many of the positions in which it depends on who begins are misplayed.
static int count_misplayed(const LifeDeathList *list, const char *rules, Stakes stakes,
                           bool is_passed)
{
    Network *network = network_default(isa_best());
    Engine *engine = engine_by(rules, network);
    int wrong = 0;
    for (int i = 0; i < list->count; i++) {
        const LifeDeathCase *position = &list->positions[i];
        if (position->play == EMPTY || !position->has_score ||
            (is_passed && !defends(position)))
            continue;
        Question question = {komi_of(position, stakes), is_passed};
        wrong += !plays_rightly(engine, position, question);
    }
    engine_delete(engine);
    network_delete(network);
    return wrong;
}

static void test_the_engine_moves_where_it_decides(void **state)
{
    assert_int_equal(count_misplayed(*state, "chinese", CLOSE, false), 0);
}

static void test_the_engine_moves_where_it_decides_and_dead_stones_count(void **state)
{
    assert_int_equal(count_misplayed(*state, "tromp-taylor", CLOSE, false), 0);
}

static void test_the_engine_loses_no_group_in_a_won_game(void **state)
{
    assert_int_equal(count_misplayed(*state, "chinese", WON, false), 0);
}

static void test_the_engine_loses_no_group_in_a_lost_game(void **state)
{
    assert_int_equal(count_misplayed(*state, "chinese", LOST, false), 0);
}

static void test_the_engine_loses_no_group_by_a_pass_that_wins(void **state)
{
    assert_int_equal(count_misplayed(*state, "chinese", WON, true), 0);
}

// Is it proven that a player keeps a territory if the other begins?
static bool is_kept(const Position *pos, const Bitboard *territory, Color player)
{
    LocalAnswer answer = LOCAL_UNKNOWN;
    for (size_t visits = FEW_VISITS; answer == LOCAL_UNKNOWN && visits <= MANY_VISITS;
         visits *= MANY_VISITS / FEW_VISITS) {
        LocalSearch *search = local_search_new(pos, territory, visits);
        LocalClaim claim = {.player = player,
                            .first = color_other(player),
                            .master = EMPTY,
                            .own = *territory};
        assert_non_null(search);
        answer = local_search_ask(search, &claim);
        local_search_delete(search);
    }
    return answer == LOCAL_YES;
}

// Are all territories kept? Those with dead stones are: that is proven with these.
static bool territories_are_kept(const LifeDeathCase *position)
{
    const Position *pos = &position->pos;
    Bitboard dead = life_death_chains(position, FATE_DEAD), owner[2];
    final_status_area(pos, &dead, owner);
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard rest = bitboard_difference(owner[player], pos->stones[player]);
        while (!bitboard_is_empty(&rest)) {
            Bitboard part = bitboard_reach(bitboard_of(bitboard_first(&rest)), rest);
            Bitboard lost = bitboard_intersection(part, dead);
            rest = bitboard_difference(rest, part);
            if (bitboard_is_empty(&lost) && bitboard_count(&part) > SMALL_TERRITORY &&
                !is_kept(pos, &part, player))
                return false;
        }
    }
    return true;
}

// Is nothing left to play for: is every point that belongs to nobody in a seki, and
// every territory kept?
static bool is_finished(const LifeDeathCase *position)
{
    FinalStatus status;
    Bitboard dead = life_death_chains(position, FATE_DEAD);
    Bitboard seki = life_death_chains(position, FATE_SEKI);
    final_status_find(&position->pos, &dead, &status);
    Bitboard open = bitboard_difference(status.dame, bitboard_neighbors(&seki));
    return position->play == EMPTY && position->threats == EMPTY &&
           position->has_score && !position->is_agreed && bitboard_is_empty(&open) &&
           territories_are_kept(position);
}

// How many players play on.
static int count_players(Engine *engine, const LifeDeathCase *position)
{
    int players = 0;
    for (Color player = BLACK; player <= WHITE; player++) {
        Point move = ask_move(engine, position, player,
                              (Question){.komi = position->komi, .is_passed = false});
        if (move != PASS)
            tell_move(position, player, move);
        players += move != PASS;
    }
    return players;
}

static void test_the_engine_passes_where_nothing_is_left(void **state)
{
    const LifeDeathList *list = *state;
    Network *network = network_default(isa_best());
    Engine *removing = engine_by("chinese", network);
    Engine *counting = engine_by("tromp-taylor", network); // all stones on the board
    int players = 0, finished = 0;
    for (int i = 0; i < list->count; i++) {
        const LifeDeathCase *position = &list->positions[i];
        if (!is_finished(position))
            continue;
        Bitboard dead = life_death_chains(position, FATE_DEAD);
        finished++;
        players += count_players(removing, position);
        if (bitboard_is_empty(&dead))
            players += count_players(counting, position);
    }
    engine_delete(removing);
    engine_delete(counting);
    network_delete(network);
    assert_int_equal(players, 0);
    assert_true(100 * finished >= FINISHED_MIN * list->count);
}

int main(int argc, char **argv)
{
    LifeDeathList list;
    if (!life_death_read(argc - 1, argv + 1, &list))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_the_engine_moves_where_it_decides, &list),
        cmocka_unit_test_prestate(
            test_the_engine_moves_where_it_decides_and_dead_stones_count, &list),
        cmocka_unit_test_prestate(test_the_engine_loses_no_group_in_a_won_game, &list),
        cmocka_unit_test_prestate(test_the_engine_loses_no_group_in_a_lost_game, &list),
        cmocka_unit_test_prestate(test_the_engine_loses_no_group_by_a_pass_that_wins,
                                  &list),
        cmocka_unit_test_prestate(test_the_engine_passes_where_nothing_is_left, &list),
    };
    int failed = cmocka_run_group_tests_name("life and death", tests, NULL, NULL);
    life_death_free(&list);
    return failed;
}

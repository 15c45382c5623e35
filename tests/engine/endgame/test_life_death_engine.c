// SPDX-License-Identifier: MIT
//
// What the engine says about the positions of tests/data/life_death, turned into all
// symmetries and with colors exchanged. Usage: test_life_death_engine FILE...
#include "life_death_corpus.h"

#include "engine_fixture.h"
#include "isa.h"
#include "network.h"
#include "symmetry.h"

enum {
    LARGE = 13, // larger boards are looked at in two of all ways
    VIEWS = 16, // symmetries, each with colors exchanged or not
    LARGE_VIEWS_STEP = 11,
};

// A way to look at a position: a symmetry, with colors exchanged or not.
typedef struct View {
    int symmetry;
    bool exchanged;
} View;

static Bitboard turn(const Bitboard *points, const Position *pos, View view)
{
    Bitboard turned = bitboard_empty();
    for (Point p = bitboard_first(points); p; p = bitboard_next(points, p))
        bitboard_add(&turned, symmetry_turn(p, pos->columns, pos->rows, view.symmetry));
    return turned;
}

static Color view_color(View view, Color color)
{
    return view.exchanged && color != EMPTY ? color_other(color) : color;
}

static void set_up(Engine *engine, const LifeDeathCase *position, View view,
                   Color first)
{
    const Position *pos = &position->pos;
    bool swaps = view.symmetry >= SYMMETRY_COUNT / 2; // columns with rows
    Bitboard stones[2];
    for (Color color = BLACK; color <= WHITE; color++)
        stones[view_color(view, color)] = turn(&pos->stones[color], pos, view);
    Game *game = inner_game(engine);
    game_resize(game, swaps ? pos->rows : pos->columns,
                swaps ? pos->columns : pos->rows);
    game->komi = view.exchanged ? -position->komi : position->komi;
    assert_true(game_setup(game, stones, view_color(view, first)));
}

// Are there living stones of both colors in the same fight, so that "seki" may be said
// of those that are alive?
static bool may_be_seki(const LifeDeathCase *position, const Fight *fight)
{
    Bitboard living =
        bitboard_union(fight->stones[FATE_ALIVE], fight->stones[FATE_SEKI]);
    Bitboard black = bitboard_intersection(living, position->pos.stones[BLACK]);
    Bitboard white = bitboard_intersection(living, position->pos.stones[WHITE]);
    return !bitboard_is_empty(&black) && !bitboard_is_empty(&white);
}

// The stones of a fate in a fight about which something else is said.
static Bitboard wrong_stones(const LifeDeathCase *position, const Fight *fight,
                             Fate fate, const FinalStatus *status, View view)
{
    const Bitboard *said[] = {&status->alive, &status->seki, &status->dead};
    Bitboard right = *said[fate];
    if (fate == FATE_ALIVE && may_be_seki(position, fight))
        right = bitboard_union(right, status->seki);
    Bitboard stones = turn(&fight->stones[fate], &position->pos, view);
    return bitboard_difference(stones, right);
}

static void tell(const LifeDeathCase *position, View view, Fate fate, Point stone)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(stone, vertex);
    print_message("# %s, symmetry %d%s: %s is not %s\n", position->name, view.symmetry,
                  view.exchanged ? ", colors exchanged" : "", vertex, fate_name(fate));
}

// Are all fates and the score as they are said to be? Tells the first that is not.
static bool is_right(Engine *engine, const LifeDeathCase *position, View view)
{
    FinalStatus status = engine_final_status(engine);
    for (int i = 0; i < position->fight_count; i++)
        for (int fate = 0; fate < FATE_OPEN; fate++) {
            Bitboard wrong =
                wrong_stones(position, &position->fights[i], (Fate)fate, &status, view);
            if (!bitboard_is_empty(&wrong)) {
                tell(position, view, (Fate)fate, bitboard_first(&wrong));
                return false;
            }
        }
    int result = view.exchanged ? -position->result : position->result;
    int score = engine_final_score(engine);
    if (position->has_score && score != result)
        print_message("# %s, symmetry %d: the score is %.1f instead of %.1f\n",
                      position->name, view.symmetry, score / 2.0, result / 2.0);
    return !position->has_score || score == result;
}

// How many views of a position the engine is wrong about. Who begins changes from view
// to view where it does not matter.
static int count_wrong(Engine *engine, const LifeDeathCase *position)
{
    int wrong = 0;
    bool is_large = position->pos.columns > LARGE || position->pos.rows > LARGE;
    for (int i = 0; i < VIEWS; i += is_large ? LARGE_VIEWS_STEP : 1) {
        View view = {i % SYMMETRY_COUNT, i >= SYMMETRY_COUNT};
        Color first = position->play;
        if (first == EMPTY)
            first = (i + i / SYMMETRY_COUNT) % 2 == 0 ? BLACK : WHITE;
        set_up(engine, position, view, first);
        wrong += !is_right(engine, position, view);
    }
    return wrong;
}

static void test_the_engine_says_what_is_proven(void **state)
{
    const LifeDeathList *list = *state;
    EngineOptions options = small_options(9);
    options.rules = *rules_find("chinese");
    Network *network = network_default(isa_best());
    assert_non_null(network);
    options.network = network;
    Engine *engine = new_engine(&options);
    int wrong = 0;
    for (int i = 0; i < list->count; i++)
        if (list->positions[i].threats == EMPTY)
            wrong += count_wrong(engine, &list->positions[i]);
    engine_delete(engine);
    network_delete(network);
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    LifeDeathList list;
    if (!life_death_read(argc - 1, argv + 1, &list))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_the_engine_says_what_is_proven, &list),
    };
    int failed = cmocka_run_group_tests_name("life and death", tests, NULL, NULL);
    life_death_free(&list);
    return failed;
}

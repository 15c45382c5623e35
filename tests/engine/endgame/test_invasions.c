// SPDX-License-Identifier: MIT
//
// Stones that are played into territory at the end of won games. If they threaten
// something, the engine answers, although the game is won without. After the others it
// passes. From games by Japanese rules against Pachi and GNU Go.
#include "engine_fixture.h"
#include "isa.h"
#include "network.h"

enum {
    PLAYOUTS = 500, // of a move
    KOMI = 13,      // half points
    SEEDS = 3,      // for each threat, as a search may find the answer by chance
};

typedef struct Invasion {
    const char *picture; // before the stone
    const char *stone;   // "": it is in the picture
    Color player;        // who answers
    const char *answer;  // NULL: any
} Invasion;

// In these games passes lost groups of up to 90 points. In the first one the stone
// leaves a chain of 20 stones two liberties, and a chain beside it no others.
static const Invasion THREATS[] = {
    {".XOO.....OOOOOOOOOO/.XXO...XO.OXOXOXXXO/..XOO.OXOOXXXXXXXOO/...XOOOOXXXOO."
     "OXXO./...XXO.X..XXOOOXOO./..XOOOOX.XOOX.OOO../XX.XOOX.XOOOO..XO../XOX.XX.X"
     "XOOXOOOXO../OOXXX.X.XOOXXXXOO../O.OXOX.XXXXXO..XOO./.OOOOX..O.X..XX.XOO/.."
     "..OXXO....OOX.XXO/.....OXXO..XXOXX..X/......OOXX.XOOXOXX./...O.OOOOX.XO.OO"
     ".../..OOOOXOXX..XOOO.X./..OXXXXX..X.XXOOXO./..OOX.......OOXXX../..OXX....."
     ".........",
     "O16", BLACK, "J15"},
    {"XX....XXOXXXO.OXXX./OX.XX.XOOOXOOOOOOOX/OOXXOXXXOXXXOOOXOX./.OOOOOOXOXXXOX"
     "XXXXX/....OXOOOOOXO.OXXXO/..OXXX...OOXXOOOOX./..OX...O.OXX.XO.OX./.OOX.XXO"
     "OOOX.XXO.O./.XOOXXOXXOXX..XOOOO/X.XXOXOXXOOX..XXOXO/XXOXOOOOXXXXXXXOXXX/OO"
     "OXO...OOOOOXOOOX./.OXXO..OO.O.OOOXX.X/O.O.OO..OOO.O.OXOX./XOOOOOOX..OO.OXX"
     ".X./XXXXXOXOOOXOOXX.X../...XXXXXOOXOOX.X.X./.X.XOOOOXXX.OXXX.../..XOO.XXXX"
     "OOOOOX.X.",
     "O15", WHITE, NULL},
    {"..XOO.O.OXOOO.OOOOX/.X.XOO.OXXO....OXXX/.XXXXXOX.XXOOOOXX.X/XX..XXOXXXXXOX"
     "XXXXX/XOXXXOOOOOOO.OOX.../OOOOOOO.XXO.O.OOX.X/OXXXXOXX.O.OOOXOX../XOXXXXOX"
     "OO.OOOXOX.X/XOOXXOOXOO..OOXXXX./XOOXXXOOOO..OOOOX.X/XOX..XXOO..OXXXOX../XO"
     "XXXXOO..OOX.XXX../.OX..XXO...OX.XX.X./OOOOOXO...OOOX..X../XOXXOOOOO.O.OXXX"
     ".../XX.XX..XXOOOOOOOXX./.X.XXXXXXXOOXO.OOX./OXX......XOXXXOOX.X/XXXXXXXXXX"
     "XX.XXOXX.",
     "H19", WHITE, NULL},
    {"X.X.XXOO.XOOO.O.OOO/X.X.XXXXXXXOO.O.OOO/XXXXOXOOOOOOO.OOOXO/XXOOOXXOOXXXO."
     "OXXXX/.XOO.OXOOX.XXOOOX.X/.XO.OOXOXXXOOXXX.XO/.XO.O.OXX..XOOOXXXO/.XO..OOX"
     "..X.OXXOOXO/.XO..O.OX.XXXXOOOO./XXO..OOOX..X.XXOXOO/XOO....OXXXOOX.XXXO/O."
     "OOO..OXXOXX.XXOOO/O.O.OO.OOOOOX..XXOO/.O.OXOO.OOXXXXXXXXO/O..OXXOXOXX..XOO"
     "OXO/O.OOOXOOXO.XXXO.OO./.O..OXXOXOOOXXXOOOO/O.OOX.XXXXOOOXOO.XO/..OXXX...."
     "OOXXXOOO.",
     "T11", BLACK, NULL},
    {".................../.OOO.O............./O.OOO....OOOOO.O.../OOXO.O...OXXXX"
     "O.O../OXXXO...OXX.XXOOOOO/X.XXXOOOOOOOX.XXOXO/.XX..XXXXXOX.X.XOXX/.X..XO.X"
     "OOXXX.X.X../...XXXXXOX.XOOX..X./XX.X.OOXOOOOXO.X.X./...XOOXXXXXXXOOXXOO/X."
     "..XOOX.....XOOOO./XXXXX.OX...O.XXX.../..XX..OOXXX.....OOO/.XX.X.OOOXXOOXX."
     ".X./XOOXOOOOXXOOXXXXXXX/.OX.XOXXXOXXXOXOOXO/OOXXXXOOOO.XOOOOXOO/.OOOX....."
     ".XXO.XX..",
     "G1", BLACK, NULL},
    {"OOOOXOOOOOOO.OXXO../.OXXXXXOOXO.OOXO.O./OOOOXXOOOXXOOXXOO.O/OXOOOXXOXXXXXX"
     "XO.O./OXXOXXOOX...X.XXO.O/XX.XXOO.OXXXXXOOOOO/.X.XO.O.OXOOXOOOXXO/XXXXOO.O"
     ".O.OOOXXX.X/XOOOO.....O.OX.X.XX/OO.....O....OXXXXOX/..O.O.....O.OXXOOOO/.."
     "...OOOOO..OXXXXO./.OOOOOXXXXOOXXOXOOX/O.OXXOXOOOOXOOOOOOO/.OXX.XXXXXOX.OOO"
     "XXX/OOOX..XXOOXX.XOX.../XOX.XXOXXOXXXXOXX.X/XXXXOOOOOOXO.XXX.XO/X.XOOO.XOO"
     "O.OOOOX..",
     "R4", BLACK, NULL},
    {"...OOXOX.OOXXO.X.OO/..OOXXOXOOX.XOOOOOX/...XXXOXOOXXXOXXOXX/XXXXXOOOOXXX.X.X"
     "X../OXOOXXOOXXO.X.X..X./OXOXX.OXOOOXOOOOXX./OOOOXXXXOXXOOXXOOXO/OOOOX.OOX.XO"
     ".OX.OO./OOXOOX.OXXXX.OX..../OXXXOOXOOOX.OOX.XX./XXXOOOXXXXOOOXXX.O./..XXXO.X"
     "OXXXX...X../.OO.XO.XOOOXX.XX.XX/.OXXXOXXOXX.XXOXXOX/OXX.XOXOOOXXXOOXOOX/.OOX"
     "OOOO.OXOXOOXO.O/OX.XXO..OOOOOO.OO../OOX.XO............./...XOO.............",
     "", BLACK, NULL},
    {".OXO..OOOOOOOX.X.X./OOXOOOO.XXX.OXX...X/..XXOXOO.XOOOOXX.X./XXX.XXXOOOXXXOX."
     "XXX/X...XXXXXOO.XOOXX.O/XXXXXOXX.X..XXOOXXX/XXXOOOXXXXXXXOOOOOO/XOO..OOXXOOO"
     "OXXOOXO/OOOO...OO.O.XX.XXXX/XO..O.OXXO......XOO/XOOOO.OX.XOOOOOOXX./XXO..OXX"
     "XXXXXXXOXXX/.XXOOXXOOO..XXO.OOX/..XXOOOXXOOOOXXO.OO/....XOOOXXOOXXOOOXO/XXXX"
     "XOXXXXXOOOXOXXX/OXOOXXXOXXOXXXXOX../OOOXOOOOX.OX.OOOOX./.OO.O.OXX.OOOXXXX..",
     "", WHITE, NULL},
};

// Here the judge sees another threat, or something else to gain.
static const Invasion LARGEST[] = {
    {"..XOOOXOO.OOXOOO.../XXXO.OXXOOOXXXOO.O./OOXXOOXOOXOOX.XO..O/.OOXOXXXXXXOXX"
     "XO.../XOOOX.X.XXOOXOOOOOO/OOOXXX.XXO.OXXXOXOX/OXXOXOXXXOOOOX.XXXX/OXOOOOOO"
     "OXXXOXXOOX./.XO..O..OX.XOXOOO.X/XXXO..OOOXOXXXXOOOX/.XOOO..OXXOOOOOOOX./XO"
     "OO.O.OXOXOOXXXX../.XO.O..OOOXOXO..XXX/XXOOOO.OOXX.X.OOOOO/X.XO..OOXO.XXXOX"
     "XOO/OXXXO.OXX.XOOOXX.XO/O.XOOOOXOXXO.OXX.XX/..XXOXXXO.XOXOOX.X./..XOOOX.OO"
     "OOOOXXX..",
     "H1", BLACK, "K4"},
    {".....OOX.........../..O.OOXX.......X.../.O.O.X...XXXXXXXXXX/.XOOOOX.XXOXOX"
     "XXOOX/.X.O.X.XOXOOOOXOO.O/..XXOOXXOXO.OXOO.O./.X.O.OOXOOOX.XXX.../....OXXO"
     "XOX.X.OXOOO/.OOO...O...XOXXOXXX/OOXXOOOOOOOOOX.OX.X/OXX.XXXXXXXXXOOOOXX/XO"
     "X....XX..X.X.XOXO/.OX...OXXXXO.X.XOOO/OOX..XXOXOXOOX.OXX./OXX..OXOOO.OXOOO"
     "OX./OOXXXXOOO.O.XX.OXX./.XXOXOXXXO.OXOO.OX./.XOOOOO.XXO.O...OX./.O.O.O..XO"
     "O......O.",
     "M4", WHITE, "L5"},
    {".X...XXOX...OXX..../...XXXOOX...OX.XX../.XXXOXOO.OO.OX.X.XX/X.XOOO.OO..OOO"
     "XX.XO/XXO...O..OO...OXXOO/XOO..X.X..O.O.OOOOO/O.O...X.XXO.O...OOX/OOOOOOX."
     "XOO.OOO.O.X/.OXOXXXXXO..OO.OOO./.OXXOOOOO.O..OO.O.O/.OOXXXOO...O..O...O/.O"
     "XXXOXXOOOO.O.O.O./OOXXOOX.XOOOOOOOOOO/XXXXOX.XXXXOXOOXOXO/.XXOOXX.X..XXOOX"
     "XXX/X.XO.X.X.XXXXXXXXXX/OXXX.XXXXOOOXOXOOOO/.OXX..XOOO.XOOOXXO./XXX.X.XXO."
     "O...XO...",
     "R1", WHITE, "S1"},
};

static const Invasion IDLE[] = {
    {"..X.OOXOO.OOXOOO.../XXX.XOXXOOOXXXOO.O./X.XX..XOOXOOX.XO..O/XXOX.XXXXXXOXX"
     "XO.../XOOOX.X.XXOOXOOOOOO/OOOXXX.XXO.OXXXOXOX/OO.OXOXXXOOOOX.XXXX/O.OOOOOO"
     "OXXXOXXOOX./O.O..O..OX.XOXOOOOX/...O..OOOXOXXXXOOOX/O.OOO..OXXOOOOOOOX./.O"
     "OO.O.OXOXOOXXXX.X/O.O.O.OOOOXOX.X.XXX/..OOOO.OOXX.XXOOOOO/OOXO..OO.OXXXXOX"
     "XOO/OXXXO.O.OOXOOOXXOXO/O.XOOOO.OXXO.OXXOXX/..XXO...OOXOXOOX.X./..XOOO.OOO"
     "OOOOXXX..",
     "E17", BLACK, NULL},
    {"..XOO.O...OOO.OOOOX/.X.XOO.O..O....OXXX/.XXXXXO.O..OOOOXX.X/XX..XXO.....OX"
     "XXXXX/XOXXXOOOOOOO.OOX.../OOOOOOOXXXO.O.OOX../OXXXXOXXXO..OOXOX../XOXXXXOX"
     "OO.OOOXOX../XOOXXOOX.O...OXXX../XOOXXXOOOO.XOOOOX../.OX..XXOO..OXXXOX../.O"
     "XXXXOO..OOX.XXX../.OX..XXO.O.OX.XX.../OOOOOXO...OOOX..X../XOXXOOOOO...OXXX"
     ".../XXOX....XOOOOOOOXX./.XOXXXXXXXOOXO.OOX./OXOOOOOOOXOXXXOOX.X/XXXXXX.XXX"
     "XX.XXOXX.",
     "G1", WHITE, NULL},
    {".XOO.....O.O.OO..O./.XXO...XO.OX.XOXXXO/..XOO.OXOOXX.XX.XOO/...XOOOOXXXOO."
     ".XXO./...XX..X..XXOO...O./..X..OOX.XOOX.OOO../.X.XOOX.XO.OO..XO../XOX.XX.X"
     "..OXOOOXO../.OXXX.X.XOOXXXXOO../O.OXOX.XXX.XO..XOO./.OOOOX..O.X..XX.XOO/.."
     "..OXXO....OOX.XXO/.....OXXO..XXOXX..X/......OOXX.XOOXOXX./...O.OOOOX.XO.OO"
     ".../..O.OOXOXX..XOOO.X./..OXXXXX..X.XXOOXO./..OOX.......OOXXX../..OXX....."
     ".........",
     "P16", BLACK, NULL},
    {"X.X.XXOO.XOOO.O.O.O/X...XXXXXXXOO.O.OOX/XXXXOXOOOOOOO.OOOX./XXOOOXXO.XXXO."
     "OXXXX/.XO.XOXOOX.XXOOOX../.XO.OOXOXX..OXXX.../.XO.O.OXX......XXX./.XO..OOX"
     "OOX..XXOOX./.XO...XOXOXXX.O.OO./XXO....OXOOX.X.OX.O/XOO....OXXX..X.XXXO/O."
     "O.O..OX..XXOXXOO./..OXO..O.OOOX....../.O.OXOO.OOXX.XXXXX./O..OXXOXOXX...OO"
     "OXO/..OOOXOOXO.XXXO.OOX/.O..OXXOXOOOXXXOO.X/..OOX.XXXXOOOXOO.X./..OXXX...."
     "OOXXXO...",
     "S19", BLACK, NULL},
    {"..XXXO........O.OO./..XOXO.X.X.O.OOOXOX/..XOO.OOOOXO.XXOXX./...XOO.OXOOXX."
     ".OX.X/XX.XXXOOXXXOO.XOOX./OOX.XOOOOOXXOOOOXXX/OXXXXXXXXXXXXXXXXXO/OOOOXOOO"
     "OOOOOXOOOOO/.XOOOOXO.O.XOXXXXO./.XXX.OXXXOOXOOOOXO./...XOOOX.XX.XXXOO../.X"
     "OO..OX.X.XXX.XXO./.O..OOOOXXXXOX.XOO./..OOXXOOXOOXOXXOXX./....OXXOX.OOOXXO"
     "OX./OO.OOOXOXOOXXXOOXX./XOOXOXXXXO.OOOOOOX./XXXXXX.XOOOOXXXXOXX/.......XXO"
     "....XOOOX",
     "L18", WHITE, NULL},
};

static Point answer(const Network *network, const Invasion *invasion, uint64_t seed)
{
    Position pos = picture_position(invasion->picture, invasion->player);
    EngineOptions options = small_options(pos.columns);
    options.rules = *rules_find("japanese");
    options.komi = KOMI;
    options.playouts = PLAYOUTS;
    options.network = network;
    options.seed = seed;
    Engine *engine = new_engine(&options);
    Color other = color_other(invasion->player);
    bool has_stone = invasion->stone[0] != '\0';
    assert_true(engine_setup(engine, pos.stones, has_stone ? other : invasion->player));
    if (has_stone)
        assert_int_equal(engine_play(engine, other, picture_point(invasion->stone)),
                         MOVE_OK);
    Point move = genmove(engine, invasion->player);
    engine_delete(engine);
    return move;
}

static void test_a_threat_is_answered_in_a_won_game(void **state)
{
    const Network *network = *state;
    for (size_t i = 0; i < sizeof THREATS / sizeof THREATS[0]; i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            Point move = answer(network, &THREATS[i], seed);
            if (move == PASS)
                fail_msg("threat %zu is passed with seed %d", i, (int)seed);
            if (THREATS[i].answer != NULL)
                assert_int_equal(move, picture_point(THREATS[i].answer));
        }
}

// A search may overlook what it has seldom looked at, but hardly ever does.
static void test_a_stone_that_threatens_nothing_is_not_answered(void **state)
{
    const Network *network = *state;
    int answers = 0;
    for (size_t i = 0; i < sizeof IDLE / sizeof IDLE[0]; i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            answers += answer(network, &IDLE[i], seed) != PASS;
    assert_in_range(answers, 0, 1);
}

static void test_the_largest_threat_is_answered(void **state)
{
    const Network *network = *state;
    for (size_t i = 0; i < sizeof LARGEST / sizeof LARGEST[0]; i++)
        assert_int_equal(answer(network, &LARGEST[i], 1),
                         picture_point(LARGEST[i].answer));
}

static int set_up(void **state)
{
    *state = network_default(isa_best());
    return *state == NULL;
}

static int tear_down(void **state)
{
    network_delete(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_threat_is_answered_in_a_won_game),
        cmocka_unit_test(test_a_stone_that_threatens_nothing_is_not_answered),
        cmocka_unit_test(test_the_largest_threat_is_answered),
    };
    return cmocka_run_group_tests_name("invasions", tests, set_up, tear_down);
}

// SPDX-License-Identifier: MIT
#include "katago_area.h"

#include "area.h"
#include "picture.h"
#include "random_play.h"

typedef void Find(const Position *, bool, Bitboard[2]);

static void assert_areas(Find *find, const char *picture, bool suicide,
                         const char *black, const char *white)
{
    Position pos = picture_position(picture, BLACK);
    Bitboard area[2];
    find(&pos, suicide, area);
    assert_points(area[BLACK], black);
    assert_points(area[WHITE], white);
}

static void test_what_is_surrounded(void **state)
{
    (void)state;
    assert_areas(katago_area, ".../.../...", true, "", "");
    assert_areas(katago_area, "..X.O/..X.O/..X.O", true, "A1 A2 A3 B1 B2 B3 C1 C2 C3",
                 "E1 E2 E3");
    assert_areas(katago_area, "...../.X.../.....", true,
                 "A1 A2 A3 B1 B2 B3 C1 C2 C3 D1 D2 D3 E1 E2 E3", "");
}

static void test_dead_stones_in_eyes_of_the_living(void **state)
{
    (void)state;
    // D1 cannot live in Black's second eye; with B2 open it is not sure.
    assert_areas(katago_area, "XXXX/.XO./XXXX", true,
                 "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3", "");
    assert_areas(katago_area, "XXXX/..O./XXXX", true, "A1 B1 C1 D1 A3 B3 C3 D3", "C2");
    // White may live in an eye that has two points which do not touch Black.
    assert_areas(katago_area, ".XXXX/XX.../.X..O/XX.../XXXXX", true,
                 "A5 B5 C5 D5 E5 A4 B4 A3 B3 A2 B2 A1 B1 C1 D1 E1", "E3");
}

// The black stones are alive, so that what they surround is theirs, though White
// surrounds the corner.
static void test_the_living_come_first(void **state)
{
    (void)state;
    assert_areas(katago_area, ".OX.X.X/OXXXXXX/XX.....", true,
                 "A3 B3 C3 D3 E3 F3 G3 A2 B2 C2 D2 E2 F2 G2 A1 B1 C1 D1 E1 F1 G1", "");
    assert_areas(katago_area, ".XO.O.O/XOOOOOO/OO.....", true, "",
                 "A3 B3 C3 D3 E3 F3 G3 A2 B2 C2 D2 E2 F2 G2 A1 B1 C1 D1 E1 F1 G1");
}

// Black has the eye E1, and that in the corner, which White could only empty by
// suicide: A1 does not touch Black.
static void test_suicide_takes_an_eye(void **state)
{
    (void)state;
    const char *picture = "XXXXX/..XXX/O.XX.";
    assert_areas(katago_area, picture, false,
                 "A3 B3 C3 D3 E3 C2 D2 E2 C1 D1 A2 B2 A1 B1 E1", "");
    assert_areas(katago_area, picture, true, "A3 B3 C3 D3 E3 C2 D2 E2 C1 D1 E1", "A1");
}

// Neither can take the points between D and E, so their groups live without owning a
// point. What is alive otherwise keeps its eyes.
static void test_seki(void **state)
{
    (void)state;
    const char *picture = ".X.XO.O/XXXXOOO/XXX.OO./.....OO/XXX.OOO";
    const char *black = "B5 D5 A4 B4 C4 D4 A3 B3 C3 A1 B1 C1";
    const char *white = "E5 G5 E4 F4 G4 E3 F3 F2 G2 E1 F1 G1";
    Bitboard without[2], with[2];
    Position pos = picture_position(picture, BLACK);
    katago_area(&pos, true, with);
    katago_area_without_seki(&pos, true, without);
    Bitboard eyes = picture_points("A5 C5 F5 G3");
    Bitboard taken = bitboard_union(with[BLACK], with[WHITE]);
    taken = bitboard_intersection(taken, eyes);
    assert_points(taken, "A5 C5 F5 G3");
    assert_points(without[BLACK], black);
    assert_points(without[WHITE], white);
}

static void test_only_the_living(void **state)
{
    (void)state;
    // Neither the walls nor what they surround is alive for certain.
    assert_areas(katago_area_alive, "..X.O/..X.O/..X.O", true, "", "");
    assert_areas(katago_area_alive, "XXXX/.XO./XXXX", true,
                 "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3", "");
    assert_areas(katago_area_alive, ".XXXX/XX.../.X..O/XX.../XXXXX", true,
                 "A5 B5 C5 D5 E5 A4 B4 A3 B3 A2 B2 A1 B1 C1 D1 E1", "");
    // Inside a living group the large empty region is theirs, too.
    assert_areas(katago_area_alive, ".X.X.X./XXXXXXX/......./......O", true,
                 "A4 B4 C4 D4 E4 F4 G4 A3 B3 C3 D3 E3 F3 G3", "");
    assert_areas(katago_area_alive, ".X.X.X./XXXXXXX/.......", true,
                 "A3 B3 C3 D3 E3 F3 G3 A2 B2 C2 D2 E2 F2 G2 A1 B1 C1 D1 E1 F1 G1", "");
}

static void test_points_of_the_living_stay(void **state)
{
    (void)state;
    // No point is neutral.
    assert_areas(katago_area_without_seki, ".X.XO.O/XXXXOO./XXXXOOO", true,
                 "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3", "E1 F1 G1 E2 F2 G2 E3 F3 G3");
    // What has a stone in atari is doubtful.
    assert_areas(katago_area_without_seki, ".XO./XXO./OOOO", true, "B3 A2 B2",
                 "A1 B1 C1 D1 C2 D2 C3 D3");
}

// Where nothing is alive for certain, what is surrounded is all.
static void test_random_positions(void **state)
{
    (void)state;
    Rng rng = rng_seeded(6, 1);
    int same = 0;
    for (int i = 0; i < 400; i++) {
        int columns = 2 + (int)rng_below(&rng, 18), rows = 2 + (int)rng_below(&rng, 18);
        int turns = (int)rng_below(&rng, (uint32_t)(3 * columns * rows));
        Position pos = random_position(columns, rows, turns, &rng, NULL);
        Bitboard area[2], plain[2], strict[2], lasting[2], alive[2];
        katago_area(&pos, true, area);
        katago_area(&pos, false, strict);
        katago_area_without_seki(&pos, true, lasting);
        katago_area_alive(&pos, true, alive);
        area_owner(&pos, plain);
        same += bitboard_equal(&area[BLACK], &plain[BLACK]);
        for (Color color = BLACK; color <= WHITE; color++) {
            Bitboard both = bitboard_intersection(area[color], area[!color]);
            assert_true(bitboard_is_empty(&both));
            // Where the plain rule gives a point, it can only be lost to the living.
            Bitboard lost = bitboard_difference(plain[color], area[color]);
            lost = bitboard_difference(lost, area[!color]);
            assert_true(bitboard_is_empty(&lost));
            // Who lives although the enemy may clear his own stones lives anyway.
            Bitboard taken = bitboard_difference(area[color], plain[color]);
            taken = bitboard_difference(taken, strict[color]);
            assert_true(bitboard_is_empty(&taken));
            Bitboard more = bitboard_difference(lasting[color], area[color]);
            assert_true(bitboard_is_empty(&more));
            more = bitboard_difference(alive[color], area[color]);
            assert_true(bitboard_is_empty(&more));
        }
    }
    assert_true(same > 50 && same < 390);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_surrounded),
        cmocka_unit_test(test_dead_stones_in_eyes_of_the_living),
        cmocka_unit_test(test_the_living_come_first),
        cmocka_unit_test(test_suicide_takes_an_eye),
        cmocka_unit_test(test_seki),
        cmocka_unit_test(test_only_the_living),
        cmocka_unit_test(test_points_of_the_living_stay),
        cmocka_unit_test(test_random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "group_eyes.h"

#include "picture.h"
#include "random_play.h"
#include "symmetry.h"

// Fails unless these are Black's stones in groups of 1, 2 and more eyes.
static void assert_eyes(const char *picture, const char *one, const char *two,
                        const char *more)
{
    Position pos = picture_position(picture, BLACK);
    Bitboard eyes[GROUP_EYES_SEEN];
    groups_find(&pos, BLACK, eyes);
    assert_points(eyes[0], one);
    assert_points(eyes[1], two);
    assert_points(eyes[2], more);
}

static void test_a_region_is_an_eye_of_all_around_it(void **state)
{
    (void)state;
    assert_eyes(".XO..../XXO..../OOO..../......./......./......./.......", "A6 B6 B7",
                "", "");
    assert_eyes(".X.XO../XXXXO../OOOOO../......./......./......./.......", "",
                "A6 B6 C6 D6 B7 D7", "");
    // Six points are one, seven are two.
    assert_eyes("......X/XXXXXXX/OOOOOOO/......./......./......./.......",
                "A6 B6 C6 D6 E6 F6 G6 G7", "", "");
    assert_eyes("......./XXXXXXX/OOOOOOO/......./......./......./.......", "",
                "A6 B6 C6 D6 E6 F6 G6", "");
}

static void test_a_region_of_the_enemy_is_none(void **state)
{
    (void)state;
    // A dead stone does no harm; more of them than empty points might live.
    assert_eyes(".O.XO../XXXXO../OOOOO../......./......./......./.......",
                "A6 B6 C6 D6 D7", "", "");
    assert_eyes("OO.XO../XXXXO../OOOOO../......./......./......./.......", "", "", "");
}

static void test_diagonals_make_an_eye_false(void **state)
{
    (void)state;
    assert_eyes(".XO..../XO...../......./......./......./......./.......", "", "", "");
    assert_eyes(".X...../X....../......./......./......./......./.......", "A6 B7", "",
                "");
    // The diagonals of C5 are B6, D6, B4 and D4: one does no harm, two do.
    assert_eyes("......./.OX..../.X.X.../..X..../......./......./.......",
                "B5 C4 C6 D5", "", "");
    assert_eyes("......./.OX..../.X.X.../..XO.../......./......./.......", "", "", "");
}

static void test_two_shared_liberties_connect(void **state)
{
    (void)state;
    // The corner and D6 share C6 alone; with D7 they have C7, too.
    assert_eyes(".X...../XX.X.../OOO..../......./......./......./.......", "A6 B6 B7",
                "", "");
    assert_eyes(".X.X.../XX.X.../OOO..../......./......./......./.......",
                "A6 B6 B7 D6 D7", "", "");
}

static void test_long_groups_have_what_any_part_has(void **state)
{
    (void)state;
    assert_eyes(".XO...OX./XXOOOOOXX/OXXXXXXXO/OOOOOOOOO/........./........./"
                "........./........./.........",
                "", "A8 B8 B9 B7 C7 D7 E7 F7 G7 H7 H8 H9 J8", "");
}

// What is found does not depend on where it is.
static void test_symmetries(void **state)
{
    (void)state;
    Rng rng = rng_seeded(7, 1);
    int found = 0;
    for (int i = 0; i < 200; i++) {
        int size = 5 + (int)rng_below(&rng, 15);
        int moves = (int)rng_below(&rng, (uint32_t)(size * size));
        Position pos = random_position(size, size, moves, &rng, NULL), turned = pos;
        int symmetry = 1 + (int)rng_below(&rng, SYMMETRY_COUNT - 1);
        Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
        for (Color color = BLACK; color <= WHITE; color++)
            for (Point p = bitboard_first(&pos.stones[color]); p;
                 p = bitboard_next(&pos.stones[color], p))
                bitboard_add(&stones[color], symmetry_turn(p, size, size, symmetry));
        assert_true(position_setup(&turned, stones, BLACK));
        Bitboard eyes[GROUP_EYES_SEEN], others[GROUP_EYES_SEEN];
        groups_find(&pos, WHITE, eyes);
        groups_find(&turned, WHITE, others);
        for (Point p = bitboard_first(&pos.grid); p; p = bitboard_next(&pos.grid, p))
            for (int j = 0; j < GROUP_EYES_SEEN; j++) {
                Point at = symmetry_turn(p, size, size, symmetry);
                bool there = bitboard_test(&eyes[j], p);
                assert_int_equal(bitboard_test(&others[j], at), there);
                found += there;
            }
    }
    assert_true(found > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_region_is_an_eye_of_all_around_it),
        cmocka_unit_test(test_a_region_of_the_enemy_is_none),
        cmocka_unit_test(test_diagonals_make_an_eye_false),
        cmocka_unit_test(test_two_shared_liberties_connect),
        cmocka_unit_test(test_long_groups_have_what_any_part_has),
        cmocka_unit_test(test_symmetries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// The positions of tests/data/life_death: what their files say is proven by exhaustive
// search, and the contrary is not. Usage: test_life_death FILE...
#include "life_death_corpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LEAST = 40 };

typedef bool Wish(const LifeDeathCase *position);

// How many positions are as wished.
static int count(const LifeDeathList *list, Wish *wish)
{
    int found = 0;
    for (int i = 0; i < list->count; i++)
        found += wish(&list->positions[i]);
    return found;
}

static bool is_unproven(const LifeDeathCase *position)
{
    return !life_death_prove(position, true);
}

static void test_what_is_said_is_proven(void **state)
{
    assert_int_equal(count(*state, is_unproven), 0);
}

// Is it proven of some fight that the living are dead and the dead alive?
static bool is_proven_reversed(const LifeDeathCase *position)
{
    for (int i = 0; i < position->fight_count; i++) {
        LifeDeathCase reversed = *position;
        Fight *fight = &reversed.fights[i];
        Bitboard living =
            bitboard_union(fight->stones[FATE_ALIVE], fight->stones[FATE_SEKI]);
        fight->stones[FATE_ALIVE] = fight->stones[FATE_DEAD];
        fight->stones[FATE_SEKI] = bitboard_empty();
        fight->stones[FATE_DEAD] = living;
        reversed.has_score = false;
        if (life_death_prove(&reversed, false)) {
            print_message("# %s: so is the contrary\n", position->name);
            return true;
        }
    }
    return false;
}

static void test_the_contrary_is_not(void **state)
{
    assert_int_equal(count(*state, is_proven_reversed), 0);
}

static bool is_seki(const LifeDeathCase *position)
{
    Bitboard seki = life_death_chains(position, FATE_SEKI);
    return !bitboard_is_empty(&seki);
}

static bool is_recorded_seki(const LifeDeathCase *position)
{
    return position->recorded && is_seki(position);
}

static bool is_life(const LifeDeathCase *position)
{
    Bitboard alive = life_death_chains(position, FATE_ALIVE);
    return position->play == EMPTY && !bitboard_is_empty(&alive) && !is_seki(position);
}

static bool is_recorded_life(const LifeDeathCase *position)
{
    return position->recorded && is_life(position);
}

static void test_there_are_enough(void **state)
{
    assert_true(count(*state, is_seki) >= LEAST);
    assert_true(count(*state, is_life) >= LEAST);
    assert_true(2 * count(*state, is_recorded_seki) >= count(*state, is_seki));
    assert_true(2 * count(*state, is_recorded_life) >= count(*state, is_life));
}

static void test_every_name_is_unique(void **state)
{
    const LifeDeathList *list = *state;
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(list->positions[i].name, list->positions[j].name);
}

int main(int argc, char **argv)
{
    LifeDeathList list;
    if (!life_death_read(argc - 1, argv + 1, &list))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_what_is_said_is_proven, &list),
        cmocka_unit_test_prestate(test_the_contrary_is_not, &list),
        cmocka_unit_test_prestate(test_there_are_enough, &list),
        cmocka_unit_test_prestate(test_every_name_is_unique, &list),
    };
    int failed = cmocka_run_group_tests_name("life and death", tests, NULL, NULL);
    life_death_free(&list);
    return failed;
}

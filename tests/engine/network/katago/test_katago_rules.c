// SPDX-License-Identifier: MIT
#include "katago_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_spelling_of_names_makes_no_difference(void **state)
{
    (void)state;
    const struct {
        const char *name, *others[4];
    } cases[] = {
        {"tromp-taylor", {"Tromp_Taylor", "tromp taylor", "TrompTaylor"}},
        {"chinese-ogs", {"chinese-kgs", "Chinese_KGS", "chineseogs"}},
        {"japanese", {"korean", "JAPANESE"}},
        {"aga", {"bga", "French", "AGA"}},
        {"aga-button", {"AGA button", "agabutton"}},
        {"new-zealand", {"nz", "new zealand", "New_Zealand"}},
        {"goe", {"ing", "ING"}},
        {"stone-scoring", {"ancient-area", "stone_scoring", "AncientArea"}},
        {"ancient-territory", {"ancient territory"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const KatagoRules *rules = katago_rules_find(cases[i].name);
        assert_non_null(rules);
        for (int j = 0; j < 4 && cases[i].others[j] != NULL; j++)
            assert_ptr_equal(katago_rules_find(cases[i].others[j]), rules);
    }
    assert_null(katago_rules_find("chines"));
    assert_null(katago_rules_find("chinesee"));
    assert_null(katago_rules_find(""));
    assert_null(katago_rules_find("cgos"));
}

static void test_every_name_is_listed_once(void **state)
{
    (void)state;
    int count = 0;
    for (; katago_rules_name(count) != NULL; count++) {
        assert_non_null(katago_rules_find(katago_rules_name(count)));
        for (int i = 0; i < count; i++)
            assert_string_not_equal(katago_rules_name(i), katago_rules_name(count));
    }
    assert_int_equal(count, 17);
    assert_null(katago_rules_name(count + 1));
}

static void test_the_nearest_rules_of_ours(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        Rules rules;
    } CASES[] = {
        {"tromp-taylor", {"tromp-taylor", KO_POSITIONAL, true, false, false}},
        {"chinese", {"chinese", KO_POSITIONAL, false, true, false}},
        {"chinese-kgs", {"chinese", KO_POSITIONAL, false, true, false}},
        {"korean", {"japanese", KO_POSITIONAL, false, true, true}},
        {"bga", {"aga", KO_SITUATIONAL, false, true, false}},
        {"aga-button", {"aga-button", KO_SITUATIONAL, false, true, false}},
        {"nz", {"new-zealand", KO_SITUATIONAL, true, true, false}},
        {"ing", {"goe", KO_POSITIONAL, true, true, false}},
        {"ancient-area", {"stone-scoring", KO_POSITIONAL, false, true, false}},
        {"ancient-territory", {"ancient-territory", KO_POSITIONAL, false, true, true}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Rules *wanted = &CASES[i].rules;
        Rules nearest = katago_rules_nearest(katago_rules_find(CASES[i].name));
        assert_string_equal(nearest.name, wanted->name);
        assert_int_equal(nearest.ko, wanted->ko);
        assert_int_equal(nearest.suicide, wanted->suicide);
        assert_int_equal(nearest.dead_stones, wanted->dead_stones);
        assert_int_equal(nearest.territory, wanted->territory);
    }
}

static void test_rules_without_a_name(void **state)
{
    (void)state;
    KatagoRules rules = *katago_rules_find("japanese");
    rules.ko = KATAGO_KO_SPIGHT;
    Rules nearest = katago_rules_nearest(&rules);
    assert_string_equal(nearest.name, "custom");
    assert_int_equal(nearest.ko, KO_POSITIONAL);
    assert_true(nearest.territory && nearest.dead_stones);
    rules = *katago_rules_find("tromp-taylor");
    rules.tax = KATAGO_TAX_ALL;
    assert_string_equal(katago_rules_nearest(&rules).name, "custom");
    // By rules of ours nobody gets a bonus, so it makes no difference.
    rules = *katago_rules_find("tromp-taylor");
    rules.handicap_bonus = KATAGO_BONUS_N;
    assert_string_equal(katago_rules_nearest(&rules).name, "tromp-taylor");
}

static void test_presets_of_ours_survive_the_way_there_and_back(void **state)
{
    (void)state;
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        KatagoRules rules = katago_rules_of(&presets[i]);
        assert_int_equal(rules.handicap_bonus, KATAGO_BONUS_NONE);
        Rules nearest = katago_rules_nearest(&rules);
        assert_string_equal(nearest.name, presets[i].name);
    }
    Rules japanese = katago_rules_nearest(katago_rules_find("japanese"));
    KatagoRules known = katago_rules_of(&japanese);
    assert_true(known.territory);
    assert_int_equal(known.tax, KATAGO_TAX_SEKI);
    assert_false(known.friendly_pass);
}

static void test_every_field_tells_rules_apart(void **state)
{
    (void)state;
    const KatagoRules *rules = katago_rules_find("aga");
    KatagoRules others[7];
    for (int i = 0; i < 7; i++)
        others[i] = *rules;
    assert_true(katago_rules_are_same(rules, &others[0]));
    others[0].ko = KATAGO_KO_SIMPLE;
    others[1].tax = KATAGO_TAX_SEKI;
    others[2].handicap_bonus = KATAGO_BONUS_N;
    others[3].territory = true;
    others[4].suicide = true;
    others[5].button = true;
    others[6].friendly_pass = false;
    for (int i = 0; i < 7; i++)
        assert_false(katago_rules_are_same(rules, &others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spelling_of_names_makes_no_difference),
        cmocka_unit_test(test_every_name_is_listed_once),
        cmocka_unit_test(test_the_nearest_rules_of_ours),
        cmocka_unit_test(test_rules_without_a_name),
        cmocka_unit_test(test_presets_of_ours_survive_the_way_there_and_back),
        cmocka_unit_test(test_every_field_tells_rules_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// KataGo's names: which values they take, and what they mean for the engine.
#include "katago_settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_SIZE = 256 };

static KatagoSettings usual_settings(void)
{
    EngineOptions options = engine_default_options();
    return katago_settings_of(&options);
}

static void assert_refused(const char *name, const char *word, const char *wanted)
{
    char bytes[TEXT_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    KatagoSettings settings = usual_settings();
    assert_false(katago_key_read(katago_key_find(name), word, &settings, &allowed));
    assert_string_equal(bytes, wanted);
}

// Reads a value and writes it again.
static void assert_value(const char *name, const char *word, const char *wanted,
                         const char *json)
{
    char bytes[TEXT_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    KatagoSettings settings = usual_settings();
    const KatagoKey *key = katago_key_find(name);
    assert_true(katago_key_read(key, word, &settings, &text));
    katago_key_write(key, &settings, &text);
    assert_string_equal(bytes, wanted);
    text_clear(&text);
    katago_key_write_json(key, &settings, &text);
    assert_string_equal(bytes, json);
}

static void test_values_of_each_kind(void **state)
{
    (void)state;
    assert_value("maxVisits", "1", "1", "1");
    assert_value("maxVisits", "1125899906842624", "1125899906842624",
                 "1125899906842624");
    assert_value("maxTime", "1e20", "1e+20", "1e+20");
    assert_value("maxTime", "2.50", "2.5", "2.5");
    assert_value("resignThreshold", "-0.9", "-0.9", "-0.9");
    assert_value("ponderingEnabled", "TRUE", "true", "\"true\"");
    assert_value("ponderingEnabled", "false", "false", "\"false\"");
    assert_value("reportAnalysisWinratesAs", "black", "BLACK", "\"BLACK\"");
    assert_value("reportAnalysisWinratesAs", "w", "WHITE", "\"WHITE\"");
    assert_value("reportAnalysisWinratesAs", "SideToMove", "SIDETOMOVE",
                 "\"SIDETOMOVE\"");
    assert_value("whiteHandicapBonus", "N-1", "N-1", "\"N-1\"");
    assert_value("rules", "any text", "any text", "\"any text\"");
    assert_value("playoutDoublingAdvantage", "-1.50", "-1.5", "-1.5");
    assert_value("playoutDoublingAdvantagePla", "w", "WHITE", "\"WHITE\"");
    assert_value("searchFactorAfterOnePass", "0.5", "0.5", "0.5");
    assert_value("searchFactorAfterTwoPass", "0.25", "0.25", "0.25");
    assert_value("searchFactorWhenWinning", "0.4", "0.4", "0.4");
    assert_value("searchFactorWhenWinningThreshold", "0.95", "0.95", "0.95");
    assert_value("analysisWideRootNoise", "0.040", "0.04", "0.04");
    assert_value("cpuctExploration", "1.254", "1.25", "1.25");
    assert_value("uncertaintyCoeff", "0.0001", "0.01", "0.01"); // 0 would be no weights
    assert_value("fpuReductionMax", "0", "0", "0");
    assert_value("resignMinScoreDifference", "39.6", "40", "40");
}

static void test_what_is_allowed(void **state)
{
    (void)state;
    assert_null(katago_key_find("maxvisits"));
    assert_refused("maxVisits", "0", "a whole number from 1 to 1125899906842624");
    assert_refused("maxVisits", "1125899906842625",
                   "a whole number from 1 to 1125899906842624");
    assert_refused("maxVisits", "1e3", "a whole number from 1 to 1125899906842624");
    assert_refused("maxTime", "-1", "a number from 0 to 1e+20");
    assert_refused("maxTime", "nan", "a number from 0 to 1e+20");
    assert_refused("resignThreshold", "0.1", "a number from -1 to 0");
    assert_refused("resignConsecTurns", "101", "a whole number from 1 to 100");
    assert_refused("numSearchThreads", "4097", "a whole number from 1 to 4096");
    assert_refused("rootNumSymmetriesToSample", "9", "a whole number from 1 to 8");
    assert_refused("policyOptimism", "1.5", "a number from 0 to 1");
    assert_refused("cpuctExploration", "10.1", "a number from 0 to 10");
    assert_refused("uncertaintyCoeff", "0", "a number from 0.0001 to 1");
    assert_refused("defaultBoardSize", "20", "a whole number from 1 to 19");
    assert_refused("komi", "1e6", "a number from -1000 to 1000");
    assert_refused("allowResignation", "1", "true or false");
    assert_refused("koRule", "S", "one of SIMPLE, POSITIONAL, SITUATIONAL, SPIGHT");
    assert_refused("reportAnalysisWinratesAs", "", "one of SIDETOMOVE, BLACK, WHITE");
    assert_refused("playoutDoublingAdvantage", "3.1", "a number from -3 to 3");
    assert_refused("searchFactorWhenWinning", "0", "a number from 0.01 to 1");
    assert_refused("analysisWideRootNoise", "5.1", "a number from 0 to 5");
    assert_refused("logToStderr", "true", "false, as there is nothing like it here");
    assert_refused("humanSLProfile", "rank_0k",
                   "a profile such as rank_5k, preaz_5k_3d or proyear_1985");
}

static void test_profiles(void **state)
{
    (void)state;
    char bytes[100];
    Text allowed = text_over(bytes, sizeof bytes);
    EngineOptions options = engine_default_options();
    KatagoSettings settings = katago_settings_of(&options);
    const KatagoKey *key = katago_key_find("humanSLProfile");
    assert_true(katago_key_read(key, "preaz_5k_3d", &settings, &allowed));
    katago_settings_use(&settings, &options);
    katago_key_write(key, &settings, &allowed);
    assert_string_equal(bytes, "preaz_5k_3d");
    katago_settings_refresh(&settings, &options);
    katago_key_write_json(key, &settings, &allowed);
    assert_string_equal(bytes, "preaz_5k_3d\"preaz_5k_3d\"");
}

static void test_ranks_need_a_network(void **state)
{
    (void)state;
    char bytes[100];
    Text allowed = text_over(bytes, sizeof bytes);
    EngineOptions options = engine_default_options();
    KatagoSettings settings = katago_settings_of(&options);
    const KatagoKey *key = katago_key_find("rank");
    assert_true(katago_key_read(key, "5k", &settings, &allowed)); // one comes later
    katago_settings_use(&settings, &options);
    assert_int_equal(options.rank, RANK_1_KYU - 4);
    katago_key_write(key, &settings, &allowed);
    assert_string_equal(bytes, "5k");
    katago_settings_refresh(&settings, &options); // there is no network
    text_clear(&allowed);
    assert_true(katago_key_read(key, "max", &settings, &allowed));
    assert_false(katago_key_read(key, "5k", &settings, &allowed));
    assert_string_equal(bytes, "max, as there is no network here");
}

static void test_options_stay_what_they_are(void **state)
{
    (void)state;
    EngineOptions options = engine_default_options();
    options.playouts = 70;
    options.seconds = 2.5;
    options.ponder = true;
    options.ponder_limits.visits = 9;
    options.threads = 3;
    for (int percent = 0; percent <= 50; percent++) {
        options.params.resign_percent = percent;
        options.params.policy_optimism = 2 * percent;
        EngineOptions copy = options;
        KatagoSettings settings = katago_settings_of(&options);
        katago_settings_use(&settings, &copy);
        assert_memory_equal(&copy, &options, sizeof copy);
    }
}

static void test_what_they_mean(void **state)
{
    (void)state;
    EngineOptions options = engine_default_options();
    KatagoSettings settings = katago_settings_of(&options);
    assert_true(settings.visits == KATAGO_COUNT_MAX && settings.resigns);
    settings.visits = 100;
    settings.seconds = 0; // not none
    settings.threads.count = 1000;
    settings.resign_threshold = -0.98;
    settings.root_symmetries = 8;
    katago_settings_use(&settings, &options);
    assert_int_equal(options.visits, 100);
    assert_true(options.playouts == 0 && options.seconds == 0.001);
    assert_int_equal(options.threads, SEARCH_THREADS_MAX);
    assert_int_equal(options.params.resign_percent, 1);
    assert_int_equal(options.params.katago_symmetries, 8);
    settings.resigns = false;
    katago_settings_use(&settings, &options);
    assert_int_equal(options.params.resign_percent, 0);
    katago_settings_refresh(&settings, &options);
    assert_true(!settings.resigns && settings.resign_threshold == -0.98);
    settings.resigns = true;
    katago_settings_use(&settings, &options);
    assert_int_equal(options.params.resign_percent, 1);
}

// Without any setting there are as many as when the settings were made.
static void test_threads_that_are_set_are_chosen(void **state)
{
    (void)state;
    char bytes[TEXT_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    const KatagoKey *key = katago_key_find("numSearchThreads");
    EngineOptions options = engine_default_options();
    options.threads = 5;
    KatagoSettings settings = katago_settings_of(&options);
    katago_settings_use(&settings, &options);
    assert_true(options.threads == 5 && !options.threads_chosen);
    assert_true(katago_key_read(key, "3", &settings, &text));
    katago_key_write_json(key, &settings, &text);
    assert_string_equal(bytes, "3");
    katago_settings_use(&settings, &options);
    assert_true(options.threads == 3 && options.threads_chosen);
    katago_settings_refresh(&settings, &options);
    katago_key_reset(key, &settings);
    katago_settings_use(&settings, &options);
    assert_true(options.threads == 5 && !options.threads_chosen);
    assert_false(katago_key_read(key, "0", &settings, &text));
    assert_false(settings.threads.is_chosen);
}

static void read_key(KatagoSettings *settings, const char *name, const char *word)
{
    char bytes[TEXT_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    assert_true(katago_key_read(katago_key_find(name), word, settings, &allowed));
}

// KataGo's constants of the search are parameters of this engine's.
static void test_constants_of_the_search(void **state)
{
    (void)state;
    static const struct {
        const char *key, *param;
    } same[] = {
        {"cpuctExploration", "katago_cpuct"},
        {"cpuctExplorationLog", "katago_cpuct_growth"},
        {"cpuctUtilityStdevScale", "katago_cpuct_spread"},
        {"fpuReductionMax", "katago_fpu"},
        {"rootFpuReductionMax", "katago_root_fpu"},
        {"staticScoreUtilityFactor", "katago_points"},
        {"dynamicScoreUtilityFactor", "katago_more_points"},
        {"uncertaintyCoeff", "katago_errors"},
        {"subtreeValueBiasFactor", "value_bias"},
        {"policyOptimism", "policy_optimism"},
        {"rootPolicyOptimism", "root_policy_optimism"},
        {"resignMinMovesPerBoardArea", "resign_moves"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        EngineOptions options = engine_default_options();
        Params wanted = options.params;
        KatagoSettings settings = usual_settings();
        assert_true(params_set(&wanted, same[i].param, 61));
        read_key(&settings, same[i].key, "0.61");
        Params params = katago_settings_params(&settings);
        assert_memory_equal(&params, &wanted, sizeof params);
        katago_settings_use(&settings, &options);
        assert_memory_equal(&options.params, &wanted, sizeof wanted);
    }
}

// An advantage holds for moves if it is given, and a part of the handicap is not.
static void test_which_advantage_holds(void **state)
{
    (void)state;
    EngineOptions options = engine_default_options();
    KatagoSettings settings = usual_settings();
    assert_false(katago_settings_doubling(&settings).is_fixed);
    read_key(&settings, "playoutDoublingAdvantage", "0.5");
    katago_settings_use(&settings, &options);
    assert_true(options.doubling.is_fixed && options.doubling.advantage == 0.5);
    katago_settings_refresh(&settings, &options);
    assert_true(katago_settings_doubling(&settings).is_fixed);
    read_key(&settings, "dynamicPlayoutDoublingAdvantageCapPerOppLead", "0.03");
    read_key(&settings, "playoutDoublingAdvantagePla", "BLACK");
    katago_settings_use(&settings, &options);
    assert_false(options.doubling.is_fixed);
    assert_true(options.doubling.per_point == 0.03);
    assert_int_equal(options.doubling.player, DOUBLING_BLACK);
    settings = usual_settings();
    read_key(&settings, "playoutDoublingAdvantage", "0.5");
    katago_key_reset(katago_key_find("playoutDoublingAdvantage"), &settings);
    assert_false(katago_settings_doubling(&settings).is_fixed);
    assert_true(katago_settings_doubling(&settings).advantage == 0);
}

static void test_a_key_can_be_reset(void **state)
{
    (void)state;
    KatagoSettings settings = usual_settings();
    const KatagoSettings usual = settings;
    settings.visits = 5;
    settings.ponder = true;
    settings.seconds = 1;
    katago_key_reset(katago_key_find("maxVisits"), &settings);
    assert_true(settings.visits == KATAGO_COUNT_MAX && settings.seconds == 1);
    katago_key_reset(katago_key_find("maxTime"), &settings);
    katago_key_reset(katago_key_find("ponderingEnabled"), &settings);
    katago_key_reset(katago_key_find("analysisWideRootNoise"), &settings);
    assert_memory_equal(&settings, &usual, sizeof usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_of_each_kind),
        cmocka_unit_test(test_what_is_allowed),
        cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_ranks_need_a_network),
        cmocka_unit_test(test_options_stay_what_they_are),
        cmocka_unit_test(test_what_they_mean),
        cmocka_unit_test(test_threads_that_are_set_are_chosen),
        cmocka_unit_test(test_constants_of_the_search),
        cmocka_unit_test(test_which_advantage_holds),
        cmocka_unit_test(test_a_key_can_be_reset),
    };
    return cmocka_run_group_tests_name("katago settings", tests, NULL, NULL);
}

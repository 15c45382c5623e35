// SPDX-License-Identifier: MIT
//
// What a configuration of KataGo's means for an engine that starts.
#include "katago_start.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_SIZE = 512 };

// A configuration, and what was made of it.
typedef struct Fixture {
    KatagoConfig *config;
    KatagoSettings settings;
    EngineOptions options;
    char ignored[TEXT_SIZE], error[TEXT_SIZE];
} Fixture;

static int create(void **state)
{
    static Fixture fixture;
    memset(&fixture, 0, sizeof fixture);
    fixture.config = katago_config_new();
    *state = &fixture;
    return fixture.config != NULL ? 0 : -1;
}

static int destroy(void **state)
{
    katago_config_delete(((Fixture *)*state)->config);
    return 0;
}

// Reads pairs in place of all earlier ones.
static bool start(Fixture *fixture, const char *pairs)
{
    Text ignored = text_over(fixture->ignored, TEXT_SIZE);
    Text error = text_over(fixture->error, TEXT_SIZE);
    katago_config_delete(fixture->config);
    fixture->config = katago_config_new();
    assert_non_null(fixture->config);
    assert_true(katago_config_read_pairs(fixture->config, pairs, &error));
    fixture->options = engine_default_options();
    fixture->settings = katago_settings_of(&fixture->options);
    if (!katago_start_read(fixture->config, &fixture->settings, &ignored, &error))
        return false;
    katago_start_use(fixture->config, &fixture->settings, &fixture->options);
    return true;
}

static const EngineOptions *started(Fixture *fixture, const char *pairs)
{
    if (!start(fixture, pairs))
        fail_msg("%s: %s", pairs, fixture->error);
    return &fixture->options;
}

static void assert_refused(Fixture *fixture, const char *pairs, const char *wanted)
{
    assert_false(start(fixture, pairs));
    assert_string_equal(fixture->error, wanted);
}

static void test_nothing_changes_nothing(void **state)
{
    Fixture *fixture = *state;
    const EngineOptions usual = engine_default_options();
    const EngineOptions *options = started(fixture, "");
    assert_string_equal(options->rules.name, usual.rules.name);
    assert_int_equal(options->komi, usual.komi);
    assert_true(options->columns == usual.columns && options->rows == usual.rows);
    assert_int_equal(options->threads, usual.threads);
    assert_true(options->playouts == 0 && options->visits == 0);
    assert_true(options->seconds == usual.seconds && options->ponder == usual.ponder);
    assert_int_equal(options->seed, usual.seed);
    assert_memory_equal(&options->params, &usual.params, sizeof usual.params);
    assert_false(katago_start_has_rules(fixture->config));
    assert_false(katago_start_has_size(fixture->config));
}

static void test_board_komi_and_seed(void **state)
{
    Fixture *fixture = *state;
    const EngineOptions *options = started(fixture, "defaultBoardSize=9,komi=6.5");
    assert_true(options->columns == 9 && options->rows == 9 && options->komi == 13);
    assert_true(katago_start_has_size(fixture->config));
    options = started(fixture, "defaultBoardSize=9,defaultBoardYSize=7");
    assert_true(options->columns == 9 && options->rows == 7 && options->komi == 15);
    assert_int_equal(started(fixture, "searchRandSeed=77")->seed, 77);
    uint64_t seed = started(fixture, "searchRandSeed=seven")->seed;
    assert_true(seed != 0 && seed != 77);
    assert_true(started(fixture, "searchRandSeed=eight")->seed != seed);
}

static void assert_rules(Fixture *fixture, const char *pairs, const char *name,
                         int komi)
{
    const EngineOptions *options = started(fixture, pairs);
    assert_string_equal(options->rules.name, name);
    assert_int_equal(options->komi, komi);
    assert_true(katago_start_has_rules(fixture->config));
}

static void test_named_rules(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        const char *pairs, *name;
        int komi;
    } CASES[] = {
        {"rules=tromp-taylor", "tromp-taylor", 15},
        {"rules=Tromp_Taylor", "tromp-taylor", 15},
        {"rules=chinese", "chinese", 15},
        {"rules=chinese-ogs", "chinese-ogs", 15},
        {"rules=japanese", "japanese", 13},
        {"rules=korean", "korean", 13},
        {"rules=aga", "aga", 15},
        {"rules=new zealand", "new-zealand", 14},
        {"rules=aga-button", "aga-button", 14},
        {"rules=stone-scoring", "stone-scoring", 15},
        {"rules=goe", "goe", 15},
        {"rules=cgos", "cgos", 15},
        {"rules=koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor", 15},
        {"rules=koSIMPLEscoreTERRITORYsui0komi5.5", "japanese", 11},
        {"rules=japanese,komi=0", "japanese", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_rules(fixture, CASES[i].pairs, CASES[i].name, CASES[i].komi);
    assert_refused(
        fixture, "rules=chess",
        "-override-config: rules chess: must be a name such as tromp-taylor, "
        "chinese, japanese, korean, aga or new-zealand");
}

static void test_rules_part_by_part(void **state)
{
    Fixture *fixture = *state;
    assert_rules(fixture, "koRule=POSITIONAL", "tromp-taylor", 15);
    assert_rules(fixture, "koRule=SIMPLE,multiStoneSuicideLegal=false", "custom", 15);
    assert_rules(fixture, "koRule=POSITIONAL,multiStoneSuicideLegal=false", "cgos", 15);
    assert_rules(fixture,
                 "koRule=SITUATIONAL,multiStoneSuicideLegal=false,friendlyPassOk=true,"
                 "whiteHandicapBonus=N-1",
                 "aga", 15);
    assert_rules(fixture, "scoringRule=TERRITORY,multiStoneSuicideLegal=false",
                 "custom", 13);
    assert_rules(fixture, "hasButton=true,taxRule=NONE,whiteHandicapBonus=N", "custom",
                 14);
    assert_refused(fixture, "taxRule=ALL,rules=aga",
                   "-override-config: taxRule cannot be given together with rules");
    assert_refused(
        fixture, "hasButton=true,scoringRule=TERRITORY",
        "-override-config: hasButton true: there is no button where territory is "
        "counted");
}

static void test_names_without_a_meaning(void **state)
{
    Fixture *fixture = *state;
    started(fixture, "maxVisits=7,numNNServerThreadsPerModel=2,maxVisit=9,"
                     "playoutDoublingAdvantage=0,analysisWideRootNoise=0.04,"
                     "logToStderr=false,logSearchInfo=true,numSearchThreads=99");
    assert_string_equal(fixture->ignored, "numNNServerThreadsPerModel, maxVisit, "
                                          "logSearchInfo, numSearchThreads beyond 64");
    assert_int_equal(fixture->options.visits, 7);
    started(fixture, "numSearchThreads=64");
    assert_string_equal(fixture->ignored, "");
}

static void test_errors_name_the_key_and_the_place(void **state)
{
    Fixture *fixture = *state;
    assert_refused(fixture, "maxTime=soon",
                   "-override-config: maxTime soon: must be a number from 0 to 1e+20");
    assert_refused(fixture, "logFile=a,logDirDated=b",
                   "-override-config: logDirDated cannot be given together with "
                   "logFile");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_changes_nothing, create, destroy),
        cmocka_unit_test_setup_teardown(test_board_komi_and_seed, create, destroy),
        cmocka_unit_test_setup_teardown(test_named_rules, create, destroy),
        cmocka_unit_test_setup_teardown(test_rules_part_by_part, create, destroy),
        cmocka_unit_test_setup_teardown(test_names_without_a_meaning, create, destroy),
        cmocka_unit_test_setup_teardown(test_errors_name_the_key_and_the_place, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("katago start", tests, NULL, NULL);
}

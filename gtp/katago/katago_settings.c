// SPDX-License-Identifier: MIT
#include "katago_settings.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "arg_numbers.h"

static const double LEAST_SECONDS = 0.001; // 0 would be no limit

// What KataGo's example of a configuration has for analysis, or what it does without.
enum { ANALYSIS_VISITS = 500, ANALYSIS_LINE = 15 };
static const double ANALYSIS_NOISE = 0.04;

typedef enum Kind {
    KIND_COUNT,   // uint64_t
    KIND_THREADS, // ThreadsSetting
    KIND_NUMBER,  // double
    KIND_GIVEN,   // NumberSetting
    KIND_PARAM,   // int in `params`
    KIND_FLAG,    // bool
    KIND_CHOICE,  // int, an index of words
    KIND_TEXT,    // const char *
    KIND_PROFILE, // KatagoProfile
    KIND_RANK,    // Rank, one of a level or RANK_UNKNOWN
    KIND_FIXED,   // nothing is stored; the only value is words[0]
} Kind;

struct KatagoKey {
    const char *name;
    Kind kind;
    bool is_shown;       // also while the engine runs
    size_t offset;       // in KatagoSettings
    int steps;           // of a KIND_PARAM, for 1
    bool is_of_analysis; // and of nothing else
    bool is_of_query;
    double low, high;
    const char *const *words; // the last one is NULL
};

static const char *const WIN_RATES_WORDS[] = {"SIDETOMOVE", "BLACK", "WHITE", NULL};
static const char *const DOUBLING_WORDS[] = {"E", "BLACK", "WHITE", NULL};
static const char *const KO_WORDS[] = {"SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT",
                                       NULL};
static const char *const SCORING_WORDS[] = {"AREA", "TERRITORY", NULL};
static const char *const TAX_WORDS[] = {"NONE", "SEKI", "ALL", NULL};
static const char *const BONUS_WORDS[] = {"0", "N", "N-1", NULL};
static const char *const NO[] = {"false", NULL};

// A parameter that counts steps, so many of them for KataGo's 1.
#define PARAM(field, per_one)                                                          \
    .offset = offsetof(KatagoSettings, params.field), .steps = (per_one)
// One of the search, in hundredths.
#define CONSTANT(field) PARAM(field, 100), .is_of_query = true

static const KatagoKey KEYS[] = {
    {"maxVisits", KIND_COUNT, true, .offset = offsetof(KatagoSettings, visits),
     .is_of_query = true, .low = 1, .high = 0x1p50},
    {"maxPlayouts", KIND_COUNT, true, .offset = offsetof(KatagoSettings, playouts),
     .is_of_query = true, .low = 1, .high = 0x1p50},
    {"maxTime", KIND_NUMBER, true, .offset = offsetof(KatagoSettings, seconds),
     .is_of_query = true, .low = 0, .high = 1e20},
    {"maxVisitsPondering", KIND_COUNT, true,
     .offset = offsetof(KatagoSettings, ponder_visits), .low = 1, .high = 0x1p50},
    {"maxPlayoutsPondering", KIND_COUNT, true,
     .offset = offsetof(KatagoSettings, ponder_playouts), .low = 1, .high = 0x1p50},
    {"maxTimePondering", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, ponder_seconds), .low = 0, .high = 1e20},
    {"ponderingEnabled", KIND_FLAG, true, .offset = offsetof(KatagoSettings, ponder)},
    {"numSearchThreads", KIND_THREADS, true,
     .offset = offsetof(KatagoSettings, threads), .low = 1, .high = 4096},
    {"lagBuffer", KIND_NUMBER, true, .offset = offsetof(KatagoSettings, lag), .low = 0,
     .high = 3600},
    {"allowResignation", KIND_FLAG, true, .offset = offsetof(KatagoSettings, resigns)},
    {"resignThreshold", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, resign_threshold), .low = -1, .high = 0},
    {"resignConsecTurns", KIND_COUNT, true,
     .offset = offsetof(KatagoSettings, resign_turns), .low = 1, .high = 100},
    {"resignMinScoreDifference", KIND_PARAM, false, PARAM(resign_points, 1), .low = 0,
     .high = 1000},
    {"resignMinMovesPerBoardArea", KIND_PARAM, false, PARAM(resign_moves, 100),
     .low = 0, .high = 1},
    {"policyOptimism", KIND_PARAM, true, CONSTANT(policy_optimism), .low = 0,
     .high = 1},
    {"rootPolicyOptimism", KIND_PARAM, true, CONSTANT(root_policy_optimism), .low = 0,
     .high = 1},
    {"rootNumSymmetriesToSample", KIND_COUNT, true,
     .offset = offsetof(KatagoSettings, root_symmetries), .is_of_query = true, .low = 1,
     .high = 8},
    {"cpuctExploration", KIND_PARAM, true, CONSTANT(katago_cpuct), .low = 0,
     .high = 10},
    {"cpuctExplorationLog", KIND_PARAM, true, CONSTANT(katago_cpuct_growth), .low = 0,
     .high = 10},
    {"cpuctUtilityStdevScale", KIND_PARAM, true, CONSTANT(katago_cpuct_spread),
     .low = 0, .high = 1},
    {"fpuReductionMax", KIND_PARAM, true, CONSTANT(katago_fpu), .low = 0, .high = 2},
    {"rootFpuReductionMax", KIND_PARAM, true, CONSTANT(katago_root_fpu), .low = 0,
     .high = 2},
    {"staticScoreUtilityFactor", KIND_PARAM, true, CONSTANT(katago_points), .low = 0,
     .high = 1},
    {"dynamicScoreUtilityFactor", KIND_PARAM, true, CONSTANT(katago_more_points),
     .low = 0, .high = 1},
    {"uncertaintyCoeff", KIND_PARAM, true, CONSTANT(katago_errors), .low = 0.0001,
     .high = 1},
    {"subtreeValueBiasFactor", KIND_PARAM, true, CONSTANT(value_bias), .low = 0,
     .high = 1},
    {"playoutDoublingAdvantage", KIND_GIVEN, true,
     .offset = offsetof(KatagoSettings, doubling), .is_of_query = true,
     .low = -KATAGO_DOUBLING_LIMIT, .high = KATAGO_DOUBLING_LIMIT},
    {"playoutDoublingAdvantagePla", KIND_CHOICE, true,
     .offset = offsetof(KatagoSettings, doubling_player), .is_of_query = true,
     .words = DOUBLING_WORDS},
    {"dynamicPlayoutDoublingAdvantageCapPerOppLead", KIND_GIVEN, false,
     .offset = offsetof(KatagoSettings, doubling_per_point), .low = 0, .high = 0.5},
    {"searchFactorAfterOnePass", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, factors.one_pass), .low = 0, .high = 1},
    {"searchFactorAfterTwoPass", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, factors.two_passes), .low = 0, .high = 1},
    {"searchFactorWhenWinning", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, factors.winning), .low = 0.01, .high = 1},
    {"searchFactorWhenWinningThreshold", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, factors.threshold), .low = 0, .high = 1},
    {"delayMoveScale", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, delay.scale), .low = 0, .high = 10000},
    {"delayMoveMax", KIND_NUMBER, true, .offset = offsetof(KatagoSettings, delay.most),
     .low = 0, .high = 1e6},
    {"analysisWideRootNoise", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, analysis_noise), .low = 0, .high = 5},
    {"analysisIgnorePreRootHistory", KIND_FLAG, true,
     .offset = offsetof(KatagoSettings, analysis_hides_history)},
    {"humanSLProfile", KIND_PROFILE, true, .offset = offsetof(KatagoSettings, profile),
     .is_of_query = true},
    {"humanSLChosenMoveProp", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, imitation.part), .low = 0, .high = 1},
    {"humanSLChosenMoveIgnorePass", KIND_FLAG, true,
     .offset = offsetof(KatagoSettings, imitation.ignores_pass)},
    {"humanSLChosenMovePiklLambda", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, imitation.tolerance), .low = 1e-9, .high = 1e9},
    {"chosenMoveTemperature", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, imitation.temperature), .low = 0, .high = 5},
    {"chosenMoveTemperatureEarly", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, imitation.early_temperature), .low = 0,
     .high = 5},
    {"chosenMoveTemperatureHalflife", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, imitation.halflife), .low = 0.1, .high = 1e5},
    {"chosenMoveTemperatureOnlyBelowProb", KIND_NUMBER, true,
     .offset = offsetof(KatagoSettings, imitation.only_below), .low = 0, .high = 1},
    {"rank", KIND_RANK, true, .offset = offsetof(KatagoSettings, rank)},
    {"analysisPVLen", KIND_COUNT, false,
     .offset = offsetof(KatagoSettings, line_length), .is_of_query = true, .low = 1,
     .high = KATAGO_LINE_MAX},
    {"reportAnalysisWinratesAs", KIND_CHOICE, false,
     .offset = offsetof(KatagoSettings, win_rates_as), .is_of_query = true,
     .words = WIN_RATES_WORDS},
    {"komi", KIND_NUMBER, false, .offset = offsetof(KatagoSettings, komi),
     .low = -KOMI_MAX, .high = KOMI_MAX},
    {"defaultBoardSize", KIND_COUNT, false, .offset = offsetof(KatagoSettings, size),
     .low = 1, .high = BOARD_SIZE_MAX},
    {"defaultBoardXSize", KIND_COUNT, false,
     .offset = offsetof(KatagoSettings, columns), .low = 1, .high = BOARD_SIZE_MAX},
    {"defaultBoardYSize", KIND_COUNT, false, .offset = offsetof(KatagoSettings, rows),
     .low = 1, .high = BOARD_SIZE_MAX},
    {"rules", KIND_TEXT, false, .offset = offsetof(KatagoSettings, rules)},
    {"koRule", KIND_CHOICE, false, .offset = offsetof(KatagoSettings, ko),
     .words = KO_WORDS},
    {"scoringRule", KIND_CHOICE, false, .offset = offsetof(KatagoSettings, scoring),
     .words = SCORING_WORDS},
    {"taxRule", KIND_CHOICE, false, .offset = offsetof(KatagoSettings, tax),
     .words = TAX_WORDS},
    {"multiStoneSuicideLegal", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, suicide)},
    {"hasButton", KIND_FLAG, false, .offset = offsetof(KatagoSettings, button)},
    {"friendlyPassOk", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, friendly_pass)},
    {"whiteHandicapBonus", KIND_CHOICE, false,
     .offset = offsetof(KatagoSettings, bonus), .words = BONUS_WORDS},
    {"searchRandSeed", KIND_TEXT, false, .offset = offsetof(KatagoSettings, seed)},
    {"logFile", KIND_TEXT, false, .offset = offsetof(KatagoSettings, log_file)},
    {"logDir", KIND_TEXT, false, .offset = offsetof(KatagoSettings, log_folder)},
    {"logDirDated", KIND_TEXT, false,
     .offset = offsetof(KatagoSettings, dated_log_folder)},
    {"logAllGTPCommunication", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, logs_gtp)},
    {"ogsChatToStderr", KIND_FLAG, false, .offset = offsetof(KatagoSettings, chats)},
    {"startupPrintMessageToStderr", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, greets)},
    {"numAnalysisThreads", KIND_COUNT, false,
     .offset = offsetof(KatagoSettings, positions), .is_of_analysis = true, .low = 1,
     .high = 16384},
    {"numSearchThreadsPerAnalysisThread", KIND_COUNT, false,
     .offset = offsetof(KatagoSettings, position_threads), .is_of_analysis = true,
     .low = 1, .high = 4096},
    {"wideRootNoise", KIND_NUMBER, false,
     .offset = offsetof(KatagoSettings, wide_root_noise), .is_of_analysis = true,
     .is_of_query = true, .low = 0, .high = 5},
    {"rootPolicyTemperature", KIND_NUMBER, false,
     .offset = offsetof(KatagoSettings, root_temperature), .is_of_analysis = true,
     .is_of_query = true, .low = 0.01, .high = 100},
    {"ignorePreRootHistory", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, hides_history), .is_of_analysis = true,
     .is_of_query = true},
    {"warnUnusedFields", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, warns_unused), .is_of_analysis = true},
    {"logAllRequests", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, logs_requests), .is_of_analysis = true},
    {"logAllResponses", KIND_FLAG, false,
     .offset = offsetof(KatagoSettings, logs_responses), .is_of_analysis = true},
    {"logToStderr", KIND_FIXED, false, .words = NO},
    {"logSearchInfo", KIND_FIXED, false, .words = NO},
    {"logSearchInfoForChosenMove", KIND_FIXED, false, .words = NO},
};

enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

// Copies the parameters that the table names.
static void copy_named(Params *to, const Params *from)
{
    for (int i = 0; i < KEY_COUNT; i++)
        if (KEYS[i].kind == KIND_PARAM) {
            size_t offset = KEYS[i].offset - offsetof(KatagoSettings, params);
            memcpy((char *)to + offset, (const char *)from + offset, sizeof(int));
        }
}

static uint64_t count_or_max(uint64_t limit)
{
    return limit == 0 || limit > KATAGO_COUNT_MAX ? KATAGO_COUNT_MAX : limit;
}

static double seconds_or_max(double limit)
{
    return limit <= 0 ? KATAGO_SECONDS_MAX : limit;
}

void katago_settings_refresh(KatagoSettings *settings, const EngineOptions *options)
{
    const SearchLimits *ponder = &options->ponder_limits;
    const Params *params = &options->params;
    settings->visits = count_or_max(options->visits);
    settings->playouts = count_or_max(options->playouts);
    settings->seconds = seconds_or_max(options->seconds);
    settings->ponder_visits = count_or_max(ponder->visits);
    settings->ponder_playouts = count_or_max(ponder->playouts);
    settings->ponder_seconds = seconds_or_max(ponder->seconds);
    settings->ponder = options->ponder;
    settings->threads.count = (uint64_t)options->threads;
    settings->threads.is_chosen = options->threads_chosen;
    settings->resigns = params->resign_percent > 0;
    if (settings->resigns)
        settings->resign_threshold = params->resign_percent / 50.0 - 1;
    settings->resign_turns = (uint64_t)params->resign_streak;
    settings->params = *params;
    settings->root_symmetries = (uint64_t)params->katago_symmetries;
    settings->profile = options->profile;
    settings->imitation = options->imitation;
    settings->factors = options->factors;
    settings->delay = options->delay;
    settings->analysis_noise = options->analysis_noise;
    settings->analysis_hides_history = options->analysis_hides_history;
    settings->doubling.number = options->doubling.advantage;
    settings->doubling_player = options->doubling.player;
    settings->doubling_per_point.number = options->doubling.per_point;
    settings->rank = options->rank;
    settings->has_levels = engine_options_have_levels(options);
}

KatagoSettings katago_settings_of(const EngineOptions *options)
{
    KatagoSettings settings = {
        .usual_threads = options->threads,
        .resign_threshold = PARAMS_DEFAULT.resign_percent / 50.0 - 1,
        .komi = options->komi / 2.0,
        .size = (uint64_t)options->columns,
        .columns = (uint64_t)options->columns,
        .rows = (uint64_t)options->rows,
        .ko = KO_POSITIONAL,
        .suicide = true,
        .logs_gtp = true,
        .greets = true,
    };
    katago_settings_refresh(&settings, options);
    settings.has_levels = true; // networks are opened later
    return settings;
}

KatagoSettings katago_settings_of_analysis(const EngineOptions *options)
{
    KatagoSettings settings = katago_settings_of(options);
    settings.is_analysis = true;
    settings.win_rates_as = WIN_RATES_AS_BLACK;
    settings.visits = ANALYSIS_VISITS;
    settings.line_length = ANALYSIS_LINE;
    settings.wide_root_noise = ANALYSIS_NOISE;
    settings.root_temperature = 1;
    settings.hides_history = true;
    settings.warns_unused = true;
    return settings;
}

static uint64_t count_or_none(uint64_t limit)
{
    return limit >= KATAGO_COUNT_MAX ? 0 : limit;
}

static double seconds_or_none(double limit)
{
    if (limit >= KATAGO_SECONDS_MAX)
        return 0;
    return limit > LEAST_SECONDS ? limit : LEAST_SECONDS;
}

static int percent_of(double part)
{
    return (int)lround(100 * part);
}

Doubling katago_settings_doubling(const KatagoSettings *settings)
{
    return (Doubling){.advantage = settings->doubling.number,
                      .player = settings->doubling_player,
                      .per_point = settings->doubling_per_point.number,
                      .is_fixed = settings->doubling.is_given &&
                                  !settings->doubling_per_point.is_given};
}

Params katago_settings_params(const KatagoSettings *settings)
{
    Params params = settings->params;
    params.katago_symmetries = (int)settings->root_symmetries;
    return params;
}

void katago_settings_use(const KatagoSettings *settings, EngineOptions *options)
{
    Params *params = &options->params;
    bool fits = settings->threads.count < SEARCH_THREADS_MAX;
    options->visits = count_or_none(settings->visits);
    options->playouts = count_or_none(settings->playouts);
    options->seconds = seconds_or_none(settings->seconds);
    options->ponder_limits =
        (SearchLimits){.visits = count_or_none(settings->ponder_visits),
                       .playouts = count_or_none(settings->ponder_playouts),
                       .seconds = seconds_or_none(settings->ponder_seconds)};
    options->ponder = settings->ponder;
    options->profile = settings->profile;
    options->imitation = settings->imitation;
    options->factors = settings->factors;
    options->delay = settings->delay;
    options->analysis_noise = settings->analysis_noise;
    options->analysis_hides_history = settings->analysis_hides_history;
    options->doubling = katago_settings_doubling(settings);
    options->rank = settings->rank;
    options->threads = fits ? (int)settings->threads.count : SEARCH_THREADS_MAX;
    options->threads_chosen = settings->threads.is_chosen;
    params->resign_percent =
        settings->resigns ? percent_of((1 + settings->resign_threshold) / 2) : 0;
    params->resign_streak = (int)settings->resign_turns;
    Params wanted = katago_settings_params(settings);
    copy_named(params, &wanted);
    params->katago_symmetries = wanted.katago_symmetries;
}

const KatagoKey *katago_key_find(const char *name)
{
    for (int i = 0; i < KEY_COUNT; i++)
        if (strcmp(KEYS[i].name, name) == 0)
            return &KEYS[i];
    return NULL;
}

const KatagoKey *katago_key_at(int index)
{
    for (int i = 0; i < KEY_COUNT; i++)
        if (KEYS[i].is_shown && index-- == 0)
            return &KEYS[i];
    return NULL;
}

const char *katago_key_name(const KatagoKey *key)
{
    return key->name;
}

bool katago_key_is_shown(const KatagoKey *key)
{
    return key->is_shown;
}

bool katago_key_is_of_analysis(const KatagoKey *key)
{
    return key->is_of_analysis;
}

bool katago_key_is_of_query(const KatagoKey *key)
{
    return key->is_of_query;
}

bool katago_key_is_fixed(const KatagoKey *key)
{
    return key->kind == KIND_FIXED;
}

static void *field_of(const KatagoKey *key, KatagoSettings *settings)
{
    return (char *)settings + key->offset;
}

static bool read_count(const KatagoKey *key, const char *word, uint64_t *field,
                       Text *allowed)
{
    uint64_t count;
    if (arg_uint64(word, &count) && count >= (uint64_t)key->low &&
        count <= (uint64_t)key->high) {
        *field = count;
        return true;
    }
    text_printf(allowed, "a whole number from %.0f to %.0f", key->low, key->high);
    return false;
}

static bool read_threads(const KatagoKey *key, const char *word, ThreadsSetting *field,
                         Text *allowed)
{
    if (!read_count(key, word, &field->count, allowed))
        return false;
    field->is_chosen = true;
    return true;
}

static bool read_number(const KatagoKey *key, const char *word, double *field,
                        Text *allowed)
{
    double number;
    if (arg_float(word, &number) && number >= key->low && number <= key->high) {
        *field = number;
        return true;
    }
    text_printf(allowed, "a number from %g to %g", key->low, key->high);
    return false;
}

static bool read_given(const KatagoKey *key, const char *word, NumberSetting *field,
                       Text *allowed)
{
    if (!read_number(key, word, &field->number, allowed))
        return false;
    field->is_given = true;
    return true;
}

// A number in steps of the parameter. 0 may mean something else than nearly 0.
static int steps_of(const KatagoKey *key, double number)
{
    int steps = (int)lround(number * key->steps);
    return steps == 0 && number > 0 ? 1 : steps;
}

void katago_settings_set_root_fpu(KatagoSettings *settings, double reduction)
{
    settings->params.katago_root_fpu =
        steps_of(katago_key_find("rootFpuReductionMax"), reduction);
}

static bool read_param(const KatagoKey *key, const char *word, int *field,
                       Text *allowed)
{
    double number;
    if (!read_number(key, word, &number, allowed))
        return false;
    *field = steps_of(key, number);
    return true;
}

static bool read_flag(const char *word, bool *field, Text *allowed)
{
    bool is_true = strcasecmp(word, "true") == 0;
    if (is_true || strcasecmp(word, "false") == 0) {
        *field = is_true;
        return true;
    }
    text_add(allowed, "true or false");
    return false;
}

// KataGo also takes the first letter of a player.
static bool is_choice(const char *word, const char *choice)
{
    bool is_player = strcmp(choice, "BLACK") == 0 || strcmp(choice, "WHITE") == 0;
    return strcasecmp(word, choice) == 0 ||
           (is_player && strlen(word) == 1 && strncasecmp(word, choice, 1) == 0);
}

static bool read_choice(const KatagoKey *key, const char *word, int *field,
                        Text *allowed)
{
    for (int i = 0; key->words[i] != NULL; i++)
        if (is_choice(word, key->words[i])) {
            *field = i;
            return true;
        }
    for (int i = 0; key->words[i] != NULL; i++)
        text_printf(allowed, i == 0 ? "one of %s" : ", %s", key->words[i]);
    return false;
}

static bool read_fixed(const KatagoKey *key, const char *word, Text *allowed)
{
    if (strcasecmp(word, key->words[0]) == 0)
        return true;
    text_printf(allowed, "%s, as there is nothing like it here", key->words[0]);
    return false;
}

static bool read_profile(const char *word, KatagoProfile *field, Text *allowed)
{
    if (katago_profile_read(word, field))
        return true;
    text_add(allowed, "a profile such as rank_5k, preaz_5k_3d or proyear_1985");
    return false;
}

// Without a network there is only full strength.
static bool read_level(const char *word, const KatagoSettings *settings, Rank *field,
                       Text *allowed)
{
    Rank rank = RANK_UNKNOWN;
    char bytes[64];
    Text unused = text_over(bytes, sizeof bytes);
    if (settings->has_levels)
        return level_read(word, field, allowed);
    if (level_read(word, &rank, &unused) && rank == RANK_UNKNOWN)
        return true;
    text_add(allowed, "max, as there is no network here");
    return false;
}

bool katago_key_read(const KatagoKey *key, const char *word, KatagoSettings *settings,
                     Text *allowed)
{
    void *field = field_of(key, settings);
    switch (key->kind) {
    case KIND_COUNT:
        return read_count(key, word, field, allowed);
    case KIND_THREADS:
        return read_threads(key, word, field, allowed);
    case KIND_NUMBER:
        return read_number(key, word, field, allowed);
    case KIND_GIVEN:
        return read_given(key, word, field, allowed);
    case KIND_PARAM:
        return read_param(key, word, field, allowed);
    case KIND_FLAG:
        return read_flag(word, field, allowed);
    case KIND_CHOICE:
        return read_choice(key, word, field, allowed);
    case KIND_TEXT:
        *(const char **)field = word;
        return true;
    case KIND_PROFILE:
        return read_profile(word, field, allowed);
    case KIND_RANK:
        return read_level(word, settings, field, allowed);
    case KIND_FIXED:
        return read_fixed(key, word, allowed);
    }
    return false;
}

static size_t size_of(Kind kind)
{
    switch (kind) {
    case KIND_COUNT:
        return sizeof(uint64_t);
    case KIND_THREADS:
        return sizeof(ThreadsSetting);
    case KIND_NUMBER:
        return sizeof(double);
    case KIND_GIVEN:
        return sizeof(NumberSetting);
    case KIND_PARAM:
        return sizeof(int);
    case KIND_FLAG:
        return sizeof(bool);
    case KIND_CHOICE:
        return sizeof(int);
    case KIND_TEXT:
        return sizeof(const char *);
    case KIND_PROFILE:
        return sizeof(KatagoProfile);
    case KIND_RANK:
        return sizeof(Rank);
    case KIND_FIXED:
        return 0;
    }
    return 0;
}

void katago_key_reset(const KatagoKey *key, KatagoSettings *settings)
{
    EngineOptions options = engine_default_options();
    options.threads = settings->usual_threads;
    KatagoSettings usual = katago_settings_of(&options);
    memcpy(field_of(key, settings), field_of(key, &usual), size_of(key->kind));
}

void katago_key_write(const KatagoKey *key, const KatagoSettings *settings, Text *text)
{
    const void *field = (const char *)settings + key->offset;
    switch (key->kind) {
    case KIND_COUNT:
        text_printf(text, "%" PRIu64, *(const uint64_t *)field);
        break;
    case KIND_THREADS:
        text_printf(text, "%" PRIu64, ((const ThreadsSetting *)field)->count);
        break;
    case KIND_NUMBER:
        text_printf(text, "%.10g", *(const double *)field);
        break;
    case KIND_GIVEN:
        text_printf(text, "%.10g", ((const NumberSetting *)field)->number);
        break;
    case KIND_PARAM:
        text_printf(text, "%.10g", *(const int *)field / (double)key->steps);
        break;
    case KIND_FLAG:
        text_add(text, *(const bool *)field ? "true" : "false");
        break;
    case KIND_CHOICE:
        text_add(text, key->words[*(const int *)field]);
        break;
    case KIND_TEXT:
        text_add(text, *(const char *const *)field);
        break;
    case KIND_PROFILE:
        katago_profile_write(field, text);
        break;
    case KIND_RANK:
        level_write(*(const Rank *)field, text);
        break;
    case KIND_FIXED:
        text_add(text, key->words[0]);
        break;
    }
}

void katago_key_write_json(const KatagoKey *key, const KatagoSettings *settings,
                           Text *text)
{
    bool is_number = key->kind == KIND_COUNT || key->kind == KIND_THREADS ||
                     key->kind == KIND_NUMBER || key->kind == KIND_GIVEN ||
                     key->kind == KIND_PARAM;
    text_add(text, is_number ? "" : "\"");
    katago_key_write(key, settings, text);
    text_add(text, is_number ? "" : "\"");
}

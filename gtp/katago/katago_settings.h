// SPDX-License-Identifier: MIT
//
// What KataGo's settings for GTP and analysis ask of this engine, and the table of
// their names. It serves configuration files, the commands that read and change
// parameters, and queries. Units and ranges are KataGo's. Source: KataGo 1.17,
// cpp/program/setup.cpp and cpp/command/gtp.cpp.
#ifndef KATAGO_SETTINGS_H
#define KATAGO_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"
#include "params.h"
#include "text.h"

// From whose point of view an analysis is written.
typedef enum WinRatesAs {
    WIN_RATES_AS_TO_MOVE, // that of the player to move
    WIN_RATES_AS_BLACK,
    WIN_RATES_AS_WHITE,
} WinRatesAs;

// These numbers or larger ones are no limit.
static const uint64_t KATAGO_COUNT_MAX = (uint64_t)1 << 50;
static const double KATAGO_SECONDS_MAX = 1e20;

// A number of threads.
typedef struct ThreadsSetting {
    uint64_t count;
    bool is_chosen; // by the user
} ThreadsSetting;

typedef struct NumberSetting {
    double number;
    bool is_given; // by the user
} NumberSetting;

enum { KATAGO_LINE_MAX = 1000 }; // moves of a line after its first

typedef struct KatagoSettings {
    // Limits of a move, and of thinking in the opponent's time.
    uint64_t visits, playouts;
    double seconds;
    uint64_t ponder_visits, ponder_playouts;
    double ponder_seconds;
    bool ponder;
    ThreadsSetting threads;
    int usual_threads; // without any setting
    double lag;        // seconds per move
    bool resigns;
    double resign_threshold; // chance to win minus chance to lose
    uint64_t resign_turns;
    Params params; // of the engine; the table names some of them
    uint64_t root_symmetries;
    KatagoProfile profile;
    Imitation imitation;
    SearchFactors factors;
    MoveDelay delay;
    // Of the GTP engine; what the analysis engine has is below.
    double analysis_noise;
    bool analysis_hides_history;
    // The first one holds for moves only if it is given and the last one is not.
    NumberSetting doubling;
    int doubling_player; // DoublingPlayer
    NumberSetting doubling_per_point;
    Rank rank;            // EngineOptions.rank; not one of KataGo's settings
    bool has_levels;      // for the rank. Before networks are open, there may be some.
    uint64_t line_length; // moves of a line of an analysis after its first; 0: all
    int win_rates_as;     // WinRatesAs
    // Read only at the start.
    double komi; // points
    uint64_t size, columns, rows;
    const char *rules;  // a name; NULL: not given
    int ko, tax, bonus; // KoRule, TaxRule, HandicapBonus
    int scoring;        // 0: area, 1: territory
    bool suicide, button, friendly_pass;
    const char *seed;                                     // any text; NULL: not given
    const char *log_file, *log_folder, *dated_log_folder; // NULL: not given
    bool logs_gtp, chats, greets;
    // Only for analysis.
    bool is_analysis;
    uint64_t positions;        // at a time; 0: not given
    uint64_t position_threads; // for each; 0: not given
    double wide_root_noise;
    double root_temperature;
    bool hides_history; // see SearchOrder
    bool warns_unused, logs_requests, logs_responses;
} KatagoSettings;

// What these options of the engine are as settings. The rest is as if nothing had been
// given. The number of threads of these options is the usual one.
KatagoSettings katago_settings_of(const EngineOptions *options);

// The same for the analysis of positions.
KatagoSettings katago_settings_of_analysis(const EngineOptions *options);

// Brings settings up to date that engine options may have changed meanwhile. A
// threshold for resignation is remembered while there are no resignations.
void katago_settings_refresh(KatagoSettings *settings, const EngineOptions *options);

// The parameters of a search with these settings.
Params katago_settings_params(const KatagoSettings *settings);

// Sets rootFpuReductionMax.
void katago_settings_set_root_fpu(KatagoSettings *settings, double reduction);

// Writes the settings that can change while the engine runs to its options.
void katago_settings_use(const KatagoSettings *settings, EngineOptions *options);

// How strong the players are taken to be.
Doubling katago_settings_doubling(const KatagoSettings *settings);

// A name in the table.
typedef struct KatagoKey KatagoKey;

// NULL: there is none.
const KatagoKey *katago_key_find(const char *name);

// The keys that can be read and changed while the engine runs, from index 0; NULL after
// the last.
const KatagoKey *katago_key_at(int index);

const char *katago_key_name(const KatagoKey *key);

// Is it one of those?
bool katago_key_is_shown(const KatagoKey *key);

// Has it a meaning only for analysis?
bool katago_key_is_of_analysis(const KatagoKey *key);

// May a query of an analysis set it?
bool katago_key_is_of_query(const KatagoKey *key);

// Is there nothing here that this key could set? Then it has one value only, which
// means that there is no such thing.
bool katago_key_is_fixed(const KatagoKey *key);

// Reads the value of a key. The settings keep the word if the value is a text. Errors:
// false, and what is allowed is appended.
bool katago_key_read(const KatagoKey *key, const char *word, KatagoSettings *settings,
                     Text *allowed);

// Sets a key to what it is without any setting.
void katago_key_reset(const KatagoKey *key, KatagoSettings *settings);

// Appends the value of a key.
void katago_key_write(const KatagoKey *key, const KatagoSettings *settings, Text *text);

// The same as JSON. As in KataGo's answers, truth values are strings.
void katago_key_write_json(const KatagoKey *key, const KatagoSettings *settings,
                           Text *text);

#endif

// SPDX-License-Identifier: MIT
//
// What a configuration of KataGo's means for an engine that is about to start.
#ifndef KATAGO_START_H
#define KATAGO_START_H

#include <stdbool.h>

#include "katago_config.h"
#include "katago_settings.h"
#include "rules.h"
#include "text.h"

// Reads all entries of the configuration into the settings, whose texts then belong to
// the configuration. Names that mean nothing here are appended to `ignored`, separated
// by commas. Errors: false, with one line that names the place, the key, and what is
// wrong.
bool katago_start_read(const KatagoConfig *config, KatagoSettings *settings,
                       Text *ignored, Text *error);

// Writes settings that were read from this configuration to the options of an engine:
// also board, komi, rules and seed.
void katago_start_use(const KatagoConfig *config, const KatagoSettings *settings,
                      EngineOptions *options);

// Does the configuration say anything about the board size, or about the rules?
bool katago_start_has_size(const KatagoConfig *config);
bool katago_start_has_rules(const KatagoConfig *config);

#endif

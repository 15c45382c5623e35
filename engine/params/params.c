// SPDX-License-Identifier: MIT
#include "params.h"

#include <stddef.h>
#include <string.h>

const Params PARAMS_DEFAULT = {
    .capture_rate = 230,
    .two_liberty_rate = 100,
    .eye_rate = 180,
    .nakade_rate = 180,
    .pattern_rate = 240,
    .selfatari_rate = 160,
    .expand_visits = 8,
    .rave_equivalence = 1850,
    .amaf_soon = 40,
    .amaf_early = 2,
    .amaf_tree = 3,
    .exploration = 40,
    .cpuct = 60,
    .puct_playouts_9 = 20,
    .puct_playouts_13 = 50,
    .puct_playouts_19 = 90,
    .playout_prior_visits = 400,
    .playout_prior_root = 10,
    .fpu_reduction = 10,
    .value_bias = 45,
    .policy_bias = 50,
    .katago_playouts = 0,
    .katago_symmetries = 1,
    .katago_cpuct = 100,
    .katago_cpuct_growth = 45,
    .katago_fpu = 20,
    .katago_root_fpu = 10,
    .katago_points = 10,
    .katago_more_points = 30,
    .katago_cpuct_spread = 85,
    .katago_errors = 25,
    .policy_optimism = 100,
    .root_policy_optimism = 20,
    .prior_network = 240,
    .value_points = 10,
    .prior_even = 10,
    .prior_capture = 15,
    .prior_futile = 80,
    .prior_catch = 50,
    .prior_evade = 30,
    .prior_pattern = 10,
    .prior_selfatari = 10,
    .prior_suicide = 100,
    .prior_near1 = 24,
    .prior_near2 = 22,
    .prior_near3 = 8,
    .prior_edge = 10,
    .prior_pass = 10,
    .resign_percent = 5,
    .resign_streak = 3,
    .resign_points = 0,
    .resign_moves = 0,
};

typedef struct Field {
    const char *name;
    size_t offset; // of an int in Params
    int low, high;
} Field;

static const Field FIELDS[] = {
    {"capture_rate", offsetof(Params, capture_rate), 0, 256},
    {"two_liberty_rate", offsetof(Params, two_liberty_rate), 0, 256},
    {"eye_rate", offsetof(Params, eye_rate), 0, 256},
    {"nakade_rate", offsetof(Params, nakade_rate), 0, 256},
    {"pattern_rate", offsetof(Params, pattern_rate), 0, 256},
    {"selfatari_rate", offsetof(Params, selfatari_rate), 0, 256},
    {"expand_visits", offsetof(Params, expand_visits), 1, 1000},
    {"rave_equivalence", offsetof(Params, rave_equivalence), 1, 1000000},
    {"amaf_soon", offsetof(Params, amaf_soon), 0, 1000},
    {"amaf_early", offsetof(Params, amaf_early), 0, 16},
    {"amaf_tree", offsetof(Params, amaf_tree), 0, 16},
    {"exploration", offsetof(Params, exploration), 0, 1000},
    {"cpuct", offsetof(Params, cpuct), 1, 1000},
    {"puct_playouts_9", offsetof(Params, puct_playouts_9), 0, 95},
    {"puct_playouts_13", offsetof(Params, puct_playouts_13), 0, 95},
    {"puct_playouts_19", offsetof(Params, puct_playouts_19), 0, 95},
    {"playout_prior_visits", offsetof(Params, playout_prior_visits), 1, 10000},
    {"playout_prior_root", offsetof(Params, playout_prior_root), 1, 10000},
    {"fpu_reduction", offsetof(Params, fpu_reduction), 0, 100},
    {"value_bias", offsetof(Params, value_bias), 0, 100},
    {"policy_bias", offsetof(Params, policy_bias), 0, 100},
    {"katago_playouts", offsetof(Params, katago_playouts), 0, 95},
    {"katago_symmetries", offsetof(Params, katago_symmetries), 1, 8},
    {"katago_cpuct", offsetof(Params, katago_cpuct), 0, 1000},
    {"katago_cpuct_growth", offsetof(Params, katago_cpuct_growth), 0, 1000},
    {"katago_fpu", offsetof(Params, katago_fpu), 0, 200},
    {"katago_root_fpu", offsetof(Params, katago_root_fpu), 0, 200},
    {"katago_points", offsetof(Params, katago_points), 0, 100},
    {"katago_more_points", offsetof(Params, katago_more_points), 0, 100},
    {"katago_cpuct_spread", offsetof(Params, katago_cpuct_spread), 0, 100},
    {"katago_errors", offsetof(Params, katago_errors), 0, 1000},
    {"policy_optimism", offsetof(Params, policy_optimism), 0, 100},
    {"root_policy_optimism", offsetof(Params, root_policy_optimism), 0, 100},
    {"prior_network", offsetof(Params, prior_network), 1, 10000},
    {"value_points", offsetof(Params, value_points), 0, 50},
    {"prior_even", offsetof(Params, prior_even), 2, 100},
    {"prior_capture", offsetof(Params, prior_capture), 0, 100},
    {"prior_futile", offsetof(Params, prior_futile), 0, 100},
    {"prior_catch", offsetof(Params, prior_catch), 0, 100},
    {"prior_evade", offsetof(Params, prior_evade), 0, 100},
    {"prior_pattern", offsetof(Params, prior_pattern), 0, 100},
    {"prior_selfatari", offsetof(Params, prior_selfatari), 0, 100},
    {"prior_suicide", offsetof(Params, prior_suicide), 0, 100},
    {"prior_near1", offsetof(Params, prior_near1), 0, 100},
    {"prior_near2", offsetof(Params, prior_near2), 0, 100},
    {"prior_near3", offsetof(Params, prior_near3), 0, 100},
    {"prior_edge", offsetof(Params, prior_edge), 0, 100},
    {"prior_pass", offsetof(Params, prior_pass), 0, 100},
    {"resign_percent", offsetof(Params, resign_percent), 0, 50},
    {"resign_streak", offsetof(Params, resign_streak), 1, 100},
    {"resign_points", offsetof(Params, resign_points), 0, 1000},
    {"resign_moves", offsetof(Params, resign_moves), 0, 100},
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

// NULL: there is none with that name.
static const Field *find_field(const char *name)
{
    for (int i = 0; i < FIELD_COUNT; i++)
        if (strcmp(FIELDS[i].name, name) == 0)
            return &FIELDS[i];
    return NULL;
}

bool params_set(Params *params, const char *name, int value)
{
    const Field *field = find_field(name);
    if (field == NULL || value < field->low || value > field->high)
        return false;
    memcpy((char *)params + field->offset, &value, sizeof value);
    return true;
}

bool params_get(const Params *params, const char *name, int *value)
{
    const Field *field = find_field(name);
    if (field != NULL)
        memcpy(value, (const char *)params + field->offset, sizeof *value);
    return field != NULL;
}

bool params_range(const char *name, int *low, int *high)
{
    const Field *field = find_field(name);
    if (field == NULL)
        return false;
    *low = field->low;
    *high = field->high;
    return true;
}

const char *params_name(int index)
{
    return index >= 0 && index < FIELD_COUNT ? FIELDS[index].name : NULL;
}

void params_write(const Params *params, Text *text)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        int value;
        memcpy(&value, (const char *)params + FIELDS[i].offset, sizeof value);
        text_printf(text, "%s %d\n", FIELDS[i].name, value);
    }
}

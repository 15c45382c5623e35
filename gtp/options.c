// SPDX-License-Identifier: MIT
#include "options.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "arguments.h"
#include "handicap.h"
#include "isa.h"

enum { MEMORY_MIB_MAX = 1 << 20, PARAM_NAME_SIZE = 64, ANALYSIS_THREADS_MAX = 16384 };

enum { VISITS_MAX = 10000000 };

static const double SECONDS_MAX = 1e6, LAG_MAX = 60;

static bool read_uint64(const char *value, uint64_t *number, Text *allowed)
{
    if (arg_uint64(value, number))
        return true;
    text_add(allowed, ARG_UINT64_ALLOWED);
    return false;
}

static bool read_seconds(const char *value, double high, double *seconds, Text *allowed)
{
    if (arg_float(value, seconds) && *seconds >= 0 && *seconds <= high)
        return true;
    text_printf(allowed, "a number of seconds from 0 to %.0f", high);
    return false;
}

// A script passes an empty name if a variable is not set.
static bool read_path(const char *value, const char *kind, const char **path,
                      Text *allowed)
{
    if (value[0] == '\0') {
        text_printf(allowed, "the name of a %s", kind);
        return false;
    }
    *path = value;
    return true;
}

static bool set_rules(CommandLine *line, const char *value, Text *allowed)
{
    line->rules_chosen = arg_rules(value, &line->engine.rules, allowed);
    if (line->rules_chosen && !line->komi_chosen)
        line->engine.komi = rules_usual_komi(&line->engine.rules);
    return line->rules_chosen;
}

static bool set_komi(CommandLine *line, const char *value, Text *allowed)
{
    line->komi_chosen = arg_komi(value, &line->engine.komi, allowed);
    return line->komi_chosen;
}

static bool set_size(CommandLine *line, const char *value, Text *allowed)
{
    line->size_chosen = arg_size(value, &line->engine.columns, &line->engine.rows);
    if (!line->size_chosen)
        text_printf(allowed, "a whole number from 1 to %d, or two such as 9x13",
                    BOARD_SIZE_MAX);
    return line->size_chosen;
}

static bool set_accept_illegal(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->engine.accept_illegal = true;
    return true;
}

static bool set_threads(CommandLine *line, const char *value, Text *allowed)
{
    line->engine.threads_chosen = line->threads_chosen = true;
    return arg_int_within(value, 1, SEARCH_THREADS_MAX, &line->engine.threads, allowed);
}

static bool set_memory(CommandLine *line, const char *value, Text *allowed)
{
    return arg_int_within(value, 1, MEMORY_MIB_MAX, &line->engine.memory_mib, allowed);
}

// The names of the instruction sets that this processor can run, fastest first.
static void write_isas(Text *text)
{
    for (int i = 0; isa_at(i) != NULL; i++)
        text_printf(text, i == 0 ? "%s" : ", %s", isa_at(i)->name);
}

static bool set_isa(CommandLine *line, const char *value, Text *allowed)
{
    const Isa *isa = isa_named(value);
    if (isa != NULL) {
        line->engine.isa = isa;
        line->engine.isa_chosen = true;
        return true;
    }
    text_add(allowed, "an instruction set of this machine: ");
    write_isas(allowed);
    return false;
}

// If both --network and --no-net are given, the last one counts.
static bool set_net(CommandLine *line, const char *value, Text *allowed)
{
    line->no_network = false;
    line->empty_model = NULL;
    return read_path(value, "file", &line->network_path, allowed);
}

static bool is_empty_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
}

// As set_net, but an empty file stands for the built-in network: some clients of
// KataGo's insist on a file.
static bool set_model(CommandLine *line, const char *value, Text *allowed)
{
    if (!set_net(line, value, allowed))
        return false;
    if (is_empty_file(value)) {
        line->empty_model = value;
        line->network_path = NULL;
    }
    return true;
}

static bool set_precision(CommandLine *line, const char *value, Text *allowed)
{
    static const struct {
        const char *name;
        Precision precision;
    } WORDS[] = {{"auto", PRECISION_AUTO},
                 {"int8", PRECISION_INT8},
                 {"int16", PRECISION_INT16},
                 {"bf16", PRECISION_BF16},
                 {"float", PRECISION_FLOAT}};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (strcmp(value, WORDS[i].name) == 0) {
            line->precision = WORDS[i].precision;
            return true;
        }
        text_printf(allowed, i == 0 ? "one of %s" : ", %s", WORDS[i].name);
    }
    return false;
}

static bool set_no_net(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->no_network = true;
    line->network_path = line->empty_model = NULL;
    return true;
}

static bool set_playouts(CommandLine *line, const char *value, Text *allowed)
{
    return read_uint64(value, &line->engine.playouts, allowed);
}

static bool set_seconds(CommandLine *line, const char *value, Text *allowed)
{
    return read_seconds(value, SECONDS_MAX, &line->engine.seconds, allowed);
}

static bool set_ponder(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->engine.ponder = true;
    return true;
}

static bool set_lag(CommandLine *line, const char *value, Text *allowed)
{
    return read_seconds(value, LAG_MAX, &line->lag, allowed);
}

static bool set_seed(CommandLine *line, const char *value, Text *allowed)
{
    return read_uint64(value, &line->engine.seed, allowed);
}

// Pre: there is such a parameter.
static bool set_parameter(Params *params, const char *name, const char *value,
                          Text *allowed)
{
    int low = 0, high = 0, number = 0;
    params_range(name, &low, &high);
    return arg_int_within(value, low, high, &number, allowed) &&
           params_set(params, name, number);
}

static bool set_resign(CommandLine *line, const char *value, Text *allowed)
{
    return set_parameter(&line->engine.params, "resign_percent", value, allowed);
}

static bool set_param(CommandLine *line, const char *value, Text *allowed)
{
    char name[PARAM_NAME_SIZE];
    int low, high, length = (int)strcspn(value, "=");
    snprintf(name, sizeof name, "%.*s", length, value);
    if (params_range(name, &low, &high)) {
        const char *number = value[length] == '=' ? value + length + 1 : "";
        text_printf(allowed, "%s=NUMBER, ", name);
        return set_parameter(&line->engine.params, name, number, allowed);
    }
    text_add(allowed, "NAME=NUMBER; names and defaults:\n");
    params_write(&PARAMS_DEFAULT, allowed);
    return false;
}

static bool set_log(CommandLine *line, const char *value, Text *allowed)
{
    return read_path(value, "file", &line->log_path, allowed);
}

static bool set_live_gfx(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->live_output.says[LIVE_OUTPUT_LIVE_GFX] = true;
    return true;
}

static bool set_pv_lines(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->live_output.says[LIVE_OUTPUT_PV_LINES] = true;
    return true;
}

static bool set_chat(CommandLine *line, const char *value, Text *allowed)
{
    for (LiveOutputKind kind = LIVE_OUTPUT_MALKOVICH; kind < LIVE_OUTPUT_KINDS; kind++)
        if (strcmp(value, live_output_name(kind)) == 0) {
            line->live_output.says[kind] = true;
            return true;
        }
    text_add(allowed, "malkovich or discussion");
    return false;
}

static bool set_save_games(CommandLine *line, const char *value, Text *allowed)
{
    return read_path(value, "folder", &line->games_path, allowed);
}

static bool set_sandbox(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->has_sandbox = true;
    return true;
}

static bool set_mpi(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->uses_mpi = true;
    return true;
}

static bool set_mpi_mode(CommandLine *line, const char *value, Text *allowed)
{
    line->uses_mpi = true;
    line->has_trees = strcmp(value, "trees") == 0;
    if (line->has_trees || strcmp(value, "leaves") == 0)
        return true;
    text_add(allowed, "leaves or trees");
    return false;
}

static bool set_sandbox_dir(CommandLine *line, const char *value, Text *allowed)
{
    line->has_sandbox = true;
    return read_path(value, "folder", &line->sandbox_path, allowed);
}

static bool add_word(KatagoWords *words, const char *value, const char *kind,
                     Text *allowed)
{
    if (words->count < KATAGO_WORDS_MAX)
        return read_path(value, kind, &words->words[words->count++], allowed);
    text_printf(allowed, "given at most %d times", KATAGO_WORDS_MAX);
    return false;
}

static bool add_config(CommandLine *line, const char *value, Text *allowed)
{
    return add_word(&line->configs, value, "file", allowed);
}

// A client may have nothing to override, and say so.
static bool add_override(CommandLine *line, const char *value, Text *allowed)
{
    return value[0] == '\0' || add_word(&line->overrides, value, "key", allowed);
}

static bool set_rank(CommandLine *line, const char *value, Text *allowed)
{
    line->game.rank_chosen = true;
    line->game.rank_auto = strcmp(value, "auto") == 0;
    if (line->game.rank_auto)
        line->engine.rank = RANK_UNKNOWN;
    else if (!level_read(value, &line->engine.rank, allowed)) {
        text_add(allowed, ", or auto to follow yours");
        return false;
    }
    return true;
}

static bool set_handicap(CommandLine *line, const char *value, Text *allowed)
{
    line->game.handicap = HANDICAP_AUTO;
    if (strcmp(value, "auto") == 0 ||
        arg_int_within(value, 2, HANDICAP_STONES_MAX, &line->game.handicap, allowed))
        return true;
    text_add(allowed, ", or auto: by the ranks");
    return false;
}

static bool set_my_rank(CommandLine *line, const char *value, Text *allowed)
{
    Rank rank = RANK_UNKNOWN;
    const char *rest = rank_read(value, &rank);
    if (rest == NULL || *rest != '\0') {
        text_add(allowed, "a rank from 30k to 9d");
        return false;
    }
    line->game.my_rank = rank;
    return true;
}

static bool set_human_model(CommandLine *line, const char *value, Text *allowed)
{
    (void)allowed;
    line->human_path = value[0] != '\0' ? value : NULL;
    return true;
}

static bool set_analysis_threads(CommandLine *line, const char *value, Text *allowed)
{
    return arg_int_within(value, 1, ANALYSIS_THREADS_MAX, &line->analysis_threads,
                          allowed);
}

static bool set_quit(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->quits_without_waiting = true;
    return true;
}

// A text that can stand in an answer. Others would end it early.
static bool read_answer(const char *value, const char **text, Text *allowed)
{
    for (const char *c = value; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == '\x7f') {
            text_add(allowed, "a text of one line");
            return false;
        }
    if (value[strspn(value, " ")] == '\0') {
        text_add(allowed, "a text that is not empty");
        return false;
    }
    *text = value;
    return true;
}

static bool set_gtp_name(CommandLine *line, const char *value, Text *allowed)
{
    return read_answer(value, &line->gtp_name, allowed);
}

static bool set_gtp_version(CommandLine *line, const char *value, Text *allowed)
{
    return read_answer(value, &line->gtp_version, allowed);
}

static bool set_visits(CommandLine *line, const char *value, Text *allowed)
{
    int visits;
    if (!arg_int_within(value, 1, VISITS_MAX, &visits, allowed))
        return false;
    line->review.visits = (uint64_t)visits;
    return true;
}

static bool set_output(CommandLine *line, const char *value, Text *allowed)
{
    return read_path(value, "file or folder", &line->review.wishes.output, allowed);
}

static bool set_html(CommandLine *line, const char *value, Text *allowed)
{
    return read_path(value, "file or folder", &line->review.wishes.page, allowed);
}

static bool set_force(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->review.wishes.force = true;
    return true;
}

static bool set_help(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->help = true;
    return true;
}

static bool set_version(CommandLine *line, const char *value, Text *allowed)
{
    (void)value, (void)allowed;
    line->version = true;
    return true;
}

// An option without a setter is a heading of the help. One without help is another name
// of the option before it.
static const ProgramOption OPTIONS[] = {
    {"The game", NULL, NULL, NULL},
    {"rules", "NAME", set_rules,
     "rules of the game, listed below (default tromp-taylor)"},
    {"komi", "POINTS", set_komi,
     "points added to White's score (default by the rules: 7.5)"},
    {"size", "SIZE", set_size, "board size, 1 to 19, or such as 9x13 (default 19)"},
    {"handicap", "N", set_handicap,
     "stones in the terminal, 2 to 9, or auto: between the ranks"},
    {"my-rank", "RANK", set_my_rank,
     "your rank for --handicap auto (default: of --rank auto)"},
    {"accept-illegal", NULL, set_accept_illegal,
     "record moves that break the ko or suicide rule"},
    {"Thinking", NULL, NULL, NULL},
    {"threads", "N", set_threads,
     "search with N threads, 1 to 64 (default: all cores)"},
    {"memory", "MIB", set_memory, "memory for the search tree in MiB (default 512)"},
    {"network", "FILE", set_net, "use the network in FILE, ours or one of KataGo's"},
    {"net", "FILE", set_net, NULL},
    {"precision", "WORD", set_precision,
     "KataGo's network: auto (default), int8, int16, bf16, float"},
    {"no-net", NULL, set_no_net, "search without a network (weaker, more playouts)"},
    {"isa", "NAME", set_isa, "instruction set, listed below (default: the fastest)"},
    {"playouts", "N", set_playouts, "maximum playouts per move (default 0: no limit)"},
    {"seconds", "X", set_seconds, "maximum seconds per move (default 0: no limit)"},
    {"rank", "RANK", set_rank, "play like 20k to 6d, or auto: your rank (default max)"},
    {"ponder", NULL, set_ponder, "think in the opponent's time too (GTP)"},
    {"lag", "X", set_lag, "network lag in seconds per move (default up to 0.1)"},
    {"seed", "N", set_seed, "random seed (default 0: taken from the clock)"},
    {"resign", "PERCENT", set_resign,
     "resign below this win rate, 0 (never) to 50 (default 5)"},
    {"set", "NAME=NUMBER", set_param,
     "set a search parameter; `--set help` lists them"},
    {"On standard error", NULL, NULL, NULL},
    {"live-gfx", NULL, set_live_gfx, "live analysis graphics for GoGui"},
    {"pv-lines", NULL, set_pv_lines, "principal variation of each move, for gtp2ogs"},
    {"chat", "WHERE", set_chat,
     "chat line per move: malkovich or discussion (gtp2ogs)"},
    {"Review of records", NULL, NULL, NULL},
    {"visits", "N", set_visits, "visits of each position (200 if not limited)"},
    {"output", "PATH", set_output,
     "file or folder for the record (default GAME-reviewed.sgf)"},
    {"html", "PATH", set_html, "also write a page, to this file or folder"},
    {"force", NULL, set_force, "replace files that are there already"},
    {"This program", NULL, NULL, NULL},
    {"gtp-name", "NAME", set_gtp_name,
     "the answer to `name`, as some clients know engines by it"},
    {"gtp-version", "TEXT", set_gtp_version, "the answer to `version`"},
    {"log", "FILE", set_log, "append all input and output lines to FILE (GTP)"},
    {"save-games", "DIR", set_save_games, "save every game as an SGF file in DIR"},
    {"mpi", NULL, set_mpi, "search on all machines that mpirun has started it on"},
    {"mpi-mode", "WORD", set_mpi_mode,
     "--mpi with one tree (leaves, default) or one each (trees)"},
    {"sandbox", NULL, set_sandbox,
     "after start-up, block files, network and processes"},
    {"sandbox-dir", "DIR", set_sandbox_dir, "--sandbox with file access in DIR"},
    {"help", NULL, set_help, "print this help and exit"},
    {"version", NULL, set_version,
     "print version, commit, compiler and network, and exit"},
};

// Those of KataGo's.
static const ProgramOption KATAGO_OPTIONS[] = {
    {"KataGo's options, with one hyphen or two", NULL, NULL, NULL},
    {"model", "FILE", set_model, "as --network; an empty FILE is the built-in one"},
    {"config", "FILE", add_config, "read KataGo's configuration file FILE"},
    {"override-config", "K=V,...", add_override, "settings that beat those of FILE"},
    {"human-model", "FILE", set_human_model, "a second network, which imitates people"},
    {"override-version", "TEXT", set_gtp_version, "as --gtp-version"},
    {"analysis-threads", "N", set_analysis_threads,
     "for `analysis`: positions at a time, at most"},
    {"quit-without-waiting", NULL, set_quit,
     "for `analysis`: end with the input, whatever is left"},
};

enum {
    OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0],
    KATAGO_OPTION_COUNT = sizeof KATAGO_OPTIONS / sizeof KATAGO_OPTIONS[0],
};

static const ProgramOption *find_in(const ProgramOption options[], int count,
                                    const char *name)
{
    size_t length = strcspn(name, "=");
    for (int i = 0; i < count; i++)
        if (options[i].set != NULL && strlen(options[i].name) == length &&
            memcmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

const ProgramOption *options_find(const char *word)
{
    bool has_two_hyphens = strncmp(word, "--", 2) == 0;
    const char *name = word + (has_two_hyphens ? 2 : 1);
    const ProgramOption *option = find_in(KATAGO_OPTIONS, KATAGO_OPTION_COUNT, name);
    if (word[0] != '-')
        return NULL;
    if (option == NULL && has_two_hyphens)
        option = find_in(OPTIONS, OPTION_COUNT, name);
    return option;
}

bool options_is_katago(const ProgramOption *option)
{
    return option >= KATAGO_OPTIONS && option < KATAGO_OPTIONS + KATAGO_OPTION_COUNT;
}

bool options_is_config(const ProgramOption *option)
{
    return option->set == add_config || option->set == add_override;
}

// Describes a preset in the words of a player.
static void write_rules(Text *text)
{
    static const char *const KO[] = {"simple ko", "positional superko",
                                     "situational superko", "superko until a pass",
                                     "superko by one player"};
    int count;
    const Rules *presets = rules_presets(&count);
    text_add(text, "\nRules:\n");
    for (int i = 0; i < count; i++)
        text_printf(text, "  %-17s %s, %s, %s, dead stones %s\n", presets[i].name,
                    presets[i].territory ? "territory" : "area", KO[presets[i].ko],
                    presets[i].suicide ? "suicide" : "no suicide",
                    presets[i].dead_stones ? "removed" : "stay");
}

static void write_options(const ProgramOption options[], int count, Text *text)
{
    for (int i = 0; i < count; i++) {
        const ProgramOption *option = &options[i];
        if (option->set == NULL) {
            text_printf(text, "\n%s:\n", option->name);
            continue;
        }
        if (option->help == NULL)
            continue;
        char usage[40];
        snprintf(usage, sizeof usage, "--%s %s", option->name,
                 option->value != NULL ? option->value : "");
        text_printf(text, "  %-19s %s\n", usage, option->help);
    }
}

void options_write(Text *text)
{
    write_options(OPTIONS, OPTION_COUNT, text);
    write_options(KATAGO_OPTIONS, KATAGO_OPTION_COUNT, text);
    write_rules(text);
    text_add(text, "\nInstruction sets of this machine: ");
    write_isas(text);
    text_add_char(text, '\n');
}

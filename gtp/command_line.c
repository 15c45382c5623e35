// SPDX-License-Identifier: MIT
#include "command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "cores.h"
#include "katago_start.h"
#include "options.h"
#include "standard_files.h"

// Simulations before which the playouts of an analysis or a review say little. It may
// be a short one. See Params.
enum { ANALYSIS_PLAYOUT_PRIOR = 200 };

// What is read in a pass over the words: the configurations come first, because the
// options beat them.
typedef enum Pass { PASS_CONFIGS, PASS_OPTIONS } Pass;

// Stores the value of an option, if its turn is in this pass.
static bool use_option(const ProgramOption *option, const char *value, Pass pass,
                       CommandLine *line, Text *allowed)
{
    line->is_katago = line->is_katago || options_is_katago(option);
    if (options_is_config(option) != (pass == PASS_CONFIGS))
        return true;
    return option->set(line, value, allowed);
}

// Reads one option and its value. The value may be the next word. Returns the number of
// words read, or 0 after a message.
static int read_option(char *words[], int count, Pass pass, CommandLine *line,
                       Text *message)
{
    const ProgramOption *option = options_find(words[0]);
    if (option == NULL) {
        text_printf(message, "unknown option %s; `ponnuki --help` lists all options",
                    words[0]);
        return 0;
    }
    const char *equals = strchr(words[0], '=');
    const char *value = equals != NULL ? equals + 1 : NULL;
    int used = 1, name_length = (int)strcspn(words[0], "=");
    if (option->value != NULL && value == NULL && count > 1) {
        value = words[1];
        used = 2;
    }
    if ((option->value != NULL) != (value != NULL)) {
        text_printf(message, "%.*s takes %s", name_length, words[0],
                    option->value != NULL ? "a value: " : "no value");
        text_add(message, option->value != NULL ? option->value : "");
        return 0;
    }
    char memory[2048];
    Text allowed = text_over(memory, sizeof memory);
    if (use_option(option, value, pass, line, &allowed))
        return used;
    text_printf(message, "%.*s %s: must be %s", name_length, words[0],
                value != NULL && value[0] != '\0' ? value : "''", allowed.bytes);
    return 0;
}

bool command_line_plays(const CommandLine *line)
{
    if (line->word_count == 0)
        return standard_file_is_terminal(fileno(stdin));
    return line->word_count == 1 && strcmp(line->words[0], "play") == 0;
}

bool command_line_is_katago(const char *command)
{
    return strcmp(command, "gtp") == 0 || strcmp(command, "benchmark") == 0 ||
           strcmp(command, "analysis") == 0;
}

// An argument of a command may begin with one hyphen, such as a negative komi. After a
// command of KataGo's it begins with one hyphen if it is an option of KataGo's.
static bool is_option(const char *word, const char *command)
{
    if (command == NULL)
        return word[0] == '-';
    return strncmp(word, "--", 2) == 0 || strcmp(command, "gtp") == 0 ||
           strcmp(command, "analysis") == 0 ||
           (command_line_is_katago(command) && options_find(word) != NULL);
}

// Reads all words. The words of the command are moved to their place in the last pass.
static bool read_words(int argc, char *argv[], Pass pass, CommandLine *line,
                       Text *message)
{
    bool options = true;
    const char *command = NULL;
    int i = 1;
    while (i < argc) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            i++;
        } else if (options && argv[i][0] == '-' && is_option(argv[i], command)) {
            int used = read_option(argv + i, argc - i, pass, line, message);
            if (used == 0)
                return false;
            i += used;
        } else {
            command = command != NULL ? command : argv[i];
            line->is_analysis = strcmp(command, "analysis") == 0;
            line->is_review = strcmp(command, "review") == 0;
            if (pass == PASS_OPTIONS)
                line->words[line->word_count++] = argv[i];
            i++;
        }
    }
    return true;
}

// Reads the configurations into one. Errors: false, with a message.
static bool read_configs(CommandLine *line, Text *message)
{
    line->config = katago_config_new();
    if (line->config == NULL) {
        text_add(message, "out of memory at start-up");
        return false;
    }
    for (int i = 0; i < line->configs.count; i++)
        if (!katago_config_read(line->config, line->configs.words[i], message))
            return false;
    for (int i = 0; i < line->overrides.count; i++)
        if (!katago_config_read_pairs(line->config, line->overrides.words[i], message))
            return false;
    return true;
}

// Obeys the configurations. Errors: false, with a message.
static bool use_configs(CommandLine *line, Text *message)
{
    Text ignored = text_over(line->ignored, sizeof line->ignored);
    line->katago = line->is_analysis ? katago_settings_of_analysis(&line->engine)
                                     : katago_settings_of(&line->engine);
    if (line->is_analysis) {
        katago_settings_use(&line->katago, &line->engine);
    }
    if (line->is_analysis || line->is_review)
        line->engine.params.playout_prior_root = ANALYSIS_PLAYOUT_PRIOR;
    if (line->configs.count + line->overrides.count == 0)
        return true;
    if (!read_configs(line, message) ||
        !katago_start_read(line->config, &line->katago, &ignored, message))
        return false;
    katago_start_use(line->config, &line->katago, &line->engine);
    line->size_chosen = katago_start_has_size(line->config);
    line->rules_chosen = katago_start_has_rules(line->config);
    line->komi_chosen = katago_config_find(line->config, "komi") != NULL;
    line->game.rank_chosen = katago_config_find(line->config, "rank") != NULL;
    if (katago_config_find(line->config, "lagBuffer") != NULL)
        line->lag = line->katago.lag;
    line->live_output.says[LIVE_OUTPUT_MALKOVICH] = line->katago.chats;
    return true;
}

// Sets the number of threads that is used unless the user chooses another one: that of
// the cores, or what the environment has in its place. Errors: false, with a message.
static bool use_cores(CommandLine *line, Text *message)
{
    static const char NAME[] = "PONNUKI_THREADS";
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    const char *value = getenv(NAME);
    if (value == NULL || value[0] == '\0') {
        int cores = cores_count();
        line->usual_threads = cores < SEARCH_THREADS_MAX ? cores : SEARCH_THREADS_MAX;
    } else if (!arg_int_within(value, 1, SEARCH_THREADS_MAX, &line->usual_threads,
                               &allowed)) {
        text_printf(message, "%s=%s: must be %s", NAME, value, bytes);
        return false;
    }
    line->engine.threads = line->usual_threads;
    return true;
}

// Options that only `analysis` has, and options that say the same as the configuration.
// Errors: false, with a message.
static bool check_analysis(const CommandLine *line, Text *message)
{
    bool has_options = line->analysis_threads > 0 || line->quits_without_waiting;
    if (has_options && !line->is_analysis) {
        text_add(message,
                 "-analysis-threads and -quit-without-waiting need the command "
                 "`analysis`");
        return false;
    }
    if (line->is_analysis && line->word_count > 1) {
        text_printf(message, "analysis takes options only, not %s", line->words[1]);
        return false;
    }
    if (line->analysis_threads > 0 && line->katago.positions > 0) {
        text_add(message, "-analysis-threads cannot be given together with "
                          "numAnalysisThreads in the configuration");
        return false;
    }
    return true;
}

// The same for `review`.
static bool check_review(const CommandLine *line, Text *message)
{
    const ReviewWishes *wishes = &line->review.wishes;
    bool has_options = line->review.visits > 0 || wishes->output != NULL ||
                       wishes->page != NULL || wishes->force;
    if (has_options && !line->is_review) {
        text_add(message, "--visits, --output, --html and --force need the command "
                          "`review`");
        return false;
    }
    if (!line->is_review)
        return true;
    if (line->word_count < 2) {
        text_add(message, "review needs at least one record, such as `ponnuki review "
                          "GAME.sgf`");
        return false;
    }
    const char *single = review_paths_single(wishes);
    if (line->word_count > 2 && single != NULL) {
        text_printf(message, "%s must name a folder if there are several records",
                    single);
        return false;
    }
    if (line->has_sandbox && line->sandbox_path == NULL) {
        text_add(message, "review reads and writes files, which --sandbox blocks; use "
                          "--sandbox-dir DIR");
        return false;
    }
    return true;
}

// Errors: false, with a message.
static bool check_mpi(const CommandLine *line, Text *message)
{
    if (!line->uses_mpi || !line->has_sandbox)
        return true;
    text_add(message, "--mpi needs the network, which --sandbox blocks; leave one of "
                      "them out");
    return false;
}

// Options that only a game in the terminal has. Errors: false, with a message.
static bool check_game(const CommandLine *line, Text *message)
{
    const GameWishes *game = &line->game;
    bool is_even = game->handicap == HANDICAP_AUTO;
    bool has_rank = game->rank_auto || line->engine.rank != RANK_UNKNOWN;
    bool has_my_rank = game->my_rank != RANK_UNKNOWN;
    const char *fault = NULL;
    if ((game->handicap != 0 || has_my_rank) && !command_line_plays(line))
        fault = "--handicap and --my-rank need the command `play`";
    else if (is_even && !has_rank)
        fault = "--handicap auto needs the rank that Ponnuki is to play at, such as "
                "--rank 10k";
    else if (has_my_rank && game->rank_auto)
        fault = "--rank auto knows your rank; leave --my-rank out";
    else if (has_my_rank && !is_even)
        fault = "--my-rank needs --handicap auto";
    if (fault != NULL)
        text_add(message, fault);
    return fault == NULL;
}

// Errors: false, with a message.
static bool check_rank(const CommandLine *line, Text *message)
{
    if (line->game.rank_auto && !command_line_plays(line)) {
        text_add(message, "--rank auto needs the command `play`; other commands take a "
                          "rank such as 10k");
        return false;
    }
    bool has_rank = line->engine.rank != RANK_UNKNOWN || line->game.rank_auto;
    if (has_rank && (line->is_analysis || line->is_review)) {
        text_printf(message, "--rank is for playing; leave it out with `%s`",
                    line->words[0]);
        return false;
    }
    if (!has_rank || !line->no_network)
        return true;
    text_add(message, "--rank needs a network, which --no-net leaves out; leave one of "
                      "them out");
    return false;
}

bool command_line_parse(int argc, char *argv[], CommandLine *line, Text *message)
{
    *line = (CommandLine){
        .engine = engine_default_options(), .lag = -1, .precision = PRECISION_AUTO};
    line->live_output.file = stderr;
    line->game.my_rank = RANK_UNKNOWN;
    line->words = argv + 1;
    return use_cores(line, message) &&
           read_words(argc, argv, PASS_CONFIGS, line, message) &&
           use_configs(line, message) &&
           read_words(argc, argv, PASS_OPTIONS, line, message) &&
           check_analysis(line, message) && check_review(line, message) &&
           check_mpi(line, message) && check_rank(line, message) &&
           check_game(line, message);
}

void command_line_free(CommandLine *line)
{
    katago_config_delete(line->config);
    line->config = NULL;
}

void command_line_write_help(Text *text)
{
    text_add(
        text,
        "Ponnuki plays Go in the terminal. It also speaks the Go Text Protocol (GTP "
        "2),\n"
        "so programs such as Sabaki and GoGui can use it.\n\n"
        "usage: ponnuki [OPTIONS]                      play on a terminal, else as "
        "gtp\n"
        "       ponnuki [OPTIONS] play                 play in the terminal\n"
        "       ponnuki [OPTIONS] gtp                  speak GTP on stdin and stdout\n"
        "       ponnuki [OPTIONS] COMMAND [ARGUMENTS]  run one GTP command and exit\n"
        "       ponnuki gtp -model FILE -config FILE   as KataGo is started\n"
        "       ponnuki analysis -model FILE           KataGo's analysis engine\n"
        "       ponnuki benchmark -model FILE          measure the speed\n"
        "       ponnuki [OPTIONS] review GAME.sgf...   find the mistakes in records\n");
    options_write(text);
    text_add(
        text,
        "\nWithout --playouts, --seconds or a clock, a move takes a few seconds.\n"
        "KataGo's -model and -config may be left out. What a configuration does not\n"
        "say is as without it. Options beat it.\n"
        "A game in the terminal starts on 9x9 with chinese rules by default. "
        "There,\n"
        "Ponnuki plays like 15k if no option names a rank or limits the moves.\n\n"
        "Examples:\n"
        "  ponnuki play --rank auto\n"
        "  ponnuki play --size 13 --seconds 2\n"
        "  ponnuki --size 9 --komi 7 --rules cgos --threads 4\n"
        "  ponnuki bench\n\n"
        "`ponnuki help` lists the GTP commands. `man ponnuki` explains all options.\n");
}

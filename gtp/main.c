// SPDX-License-Identifier: MIT
//
// The program. It reads the command line and builds the engine. Then it plays with a
// person, holds a dialogue in GTP, or runs one command.
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "analysis_command.h"
#include "benchmark.h"
#include "cluster_start.h"
#include "command_line.h"
#include "commands.h"
#include "engine.h"
#include "interruptible_search.h"
#include "isa.h"
#include "katago_log.h"
#include "network_set.h"
#include "review_command.h"
#include "sandbox.h"
#include "server.h"
#include "standard_files.h"
#include "terminal_game.h"
#include "terminal_handicap.h"
#include "time_control.h"
#include "version.h"

enum { EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

// Bytes. A message on wishes may name a file.
enum { TEXT_CAPACITY = 1 << 16, WISHES_MESSAGE_SIZE = 1 << 14 };

// If the reader has closed the output, no message is needed. The library of Windows
// reports that as EINVAL.
static int lose_output(int trouble)
{
    if (trouble != EPIPE && trouble != EINVAL)
        fprintf(stderr, "ponnuki: cannot write to standard output: %s\n",
                strerror(trouble));
    return EXIT_FAILURE;
}

static int print_and_end(const char *text)
{
    if (fputs(text, stdout) == EOF || fflush(stdout) != 0)
        return lose_output(errno);
    return EXIT_SUCCESS;
}

// KataGo's clients take another status for a crash.
static int usage_status(const CommandLine *line)
{
    return line->is_analysis ? EXIT_FAILURE : EXIT_USAGE;
}

static bool names_record(const char *word)
{
    size_t length = strlen(word);
    return length > 4 && strcasecmp(word + length - 4, ".sgf") == 0;
}

// Suggests what may have been meant by a command that failed.
static void write_advice(const Command *command)
{
    if (names_record(command->name))
        fprintf(stderr, "ponnuki: to review a record, run `ponnuki review %s`\n",
                command->name);
    else if (strcmp(command->name, "gtp") == 0)
        fputs("ponnuki: to speak GTP, run `ponnuki gtp` with options only\n", stderr);
    else if (!commands_is_known(command->name))
        fputs("ponnuki: see `ponnuki --help` for options and `ponnuki help` for "
              "commands\n",
              stderr);
    else if (strcmp(command->name, "play") == 0)
        fputs("ponnuki: to play in the terminal, run `ponnuki play --size 9`\n",
              stderr);
}

// Runs one command, given as words of the command line. Prints the reply without its
// frame.
static int run_command(Session *session, const CommandLine *line, Text *text)
{
    Command command = {
        .name = line->words[0], .argc = line->word_count - 1, .argv = line->words + 1};
    InterruptibleSearch thinking;
    interruptible_start(&thinking, session->engine, STDOUT_FILENO);
    bool success = commands_run(session, &command, text);
    interruptible_stop(&thinking);
    if (text->truncated) {
        fputs("ponnuki: reply too long\n", stderr);
        return EXIT_FAILURE;
    }
    if (!success) {
        fprintf(stderr, "ponnuki: %s: %s\n", command.name, text->bytes);
        write_advice(&command);
        return EXIT_FAILURE;
    }
    bool ended = text->length == 0 || text->bytes[text->length - 1] == '\n';
    if (!ended)
        text_add_char(text, '\n');
    return print_and_end(text->bytes + (text->bytes[0] == '\n'));
}

// Whether the command line asks for this: its only word is `word`.
static bool is_word(const CommandLine *line, const char *word)
{
    return line->word_count == 1 && strcmp(line->words[0], word) == 0;
}

// Pre: it does not ask for a game in the terminal.
static bool wants_dialogue(const CommandLine *line)
{
    return line->word_count == 0 || is_word(line, "gtp");
}

static int play_in_terminal(const Session *session, const GameTerminal *terminal,
                            GameWishes wishes)
{
    char memory[WISHES_MESSAGE_SIZE];
    Text message = text_over(memory, sizeof memory);
    if (!terminal_handicap_prepare(session->engine, session->records != RECORDS_NOWHERE,
                                   &wishes, &message)) {
        fprintf(stderr, "ponnuki: %s\n", memory);
        return EXIT_USAGE;
    }
    TerminalGameEnd end = terminal_game_run(session->engine, session->archive,
                                            session->records, terminal, &wishes);
    if (end == TEXT_GAME_INTERRUPTED)
        return EXIT_INTERRUPTED;
    if (end == TEXT_GAME_OUTPUT_LOST)
        return lose_output(errno);
    if (end == TEXT_GAME_NO_MEMORY)
        fputs("ponnuki: out of memory\n", stderr);
    return end == TEXT_GAME_DONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Tells a person what to do, and a client of KataGo's that it can begin: LizGoban waits
// for these words. Such a client says `gtp`. Others hear nothing, as not all read.
static void greet(const CommandLine *line)
{
    if (standard_file_is_terminal(STDIN_FILENO))
        fputs("Ponnuki is waiting for GTP commands. `help` lists them, `quit` ends "
              "the session.\n",
              stderr);
    else if (is_word(line, "gtp") && line->katago.greets)
        fputs("ponnuki: GTP ready\n", stderr);
}

static int hold_dialogue(const CommandLine *line, Session *session)
{
    greet(line);
    ServerEnd end = server_run(session, STDIN_FILENO, STDOUT_FILENO);
    if (end == SERVER_OUTPUT_LOST)
        return lose_output(errno);
    const char *trouble = server_end_text(end);
    if (trouble[0] != '\0')
        fprintf(stderr, "ponnuki: %s\n", trouble);
    return end == SERVER_DONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

static bool logs_analysis(const CommandLine *line)
{
    return line->is_analysis &&
           (line->katago.logs_requests || line->katago.logs_responses);
}

// Opens the files that the session writes. Errors: false, and a message on stderr.
static bool open_files(const CommandLine *line, Session *session)
{
    if (line->log_path == NULL && (wants_dialogue(line) || logs_analysis(line)))
        session->log = katago_log_open(&line->katago);
    if (line->log_path != NULL &&
        (session->log = fopen(line->log_path, "ab")) == NULL) {
        fprintf(stderr, "ponnuki: --log %s: cannot open the file: %s\n", line->log_path,
                strerror(errno));
        return false;
    }
    if (line->games_path != NULL &&
        (session->archive = game_archive_new(line->games_path)) == NULL) {
        fprintf(stderr,
                "ponnuki: --save-games %s: cannot write there: %s; name a writable "
                "folder\n",
                line->games_path, strerror(errno));
        return false;
    }
    return true;
}

// Which records the user may name, by the options.
static SgfFileAccess record_access(const CommandLine *line)
{
    if (!line->has_sandbox)
        return RECORDS_ANYWHERE;
    return line->sandbox_path != NULL ? RECORDS_IN_SANDBOX : RECORDS_NOWHERE;
}

// If --sandbox is given, confines the process to what the session needs. Errors: false,
// and a message on stderr.
static bool close_in(const CommandLine *line)
{
    char memory[512];
    Text message = text_over(memory, sizeof memory);
    const char *const folders[] = {line->sandbox_path, line->games_path};
    if (!line->has_sandbox || sandbox_enter(folders, 2, &message))
        return true;
    fprintf(stderr, "ponnuki: --sandbox%s: %s\n",
            line->sandbox_path != NULL ? "-dir" : "", message.bytes);
    return false;
}

// Closes these files again. False, and a message on stderr, if not all could be
// written.
static bool close_files(const CommandLine *line, const Session *session)
{
    bool kept = game_archive_delete(session->archive);
    if (session->log == NULL)
        return kept;
    bool failed = ferror(session->log) != 0;
    if (fclose(session->log) == 0 && !failed)
        return kept;
    fprintf(stderr, "ponnuki: --log %s: some lines could not be written\n",
            line->log_path != NULL ? line->log_path : "of the configuration");
    return false;
}

// Measures the speed.
static int run_benchmark(const Session *session, const CommandLine *line, Text *text)
{
    if (!benchmark_run(engine_options(session->engine), line->words + 1,
                       line->word_count - 1, stdout, text)) {
        fprintf(stderr, "ponnuki: benchmark: %s\n", text->bytes);
        return EXIT_USAGE;
    }
    return ferror(stdout) == 0 ? EXIT_SUCCESS : lose_output(errno);
}

// Enters the sandbox if --sandbox is given, then does what the command line asks for.
static int run_words(Session *session, const CommandLine *line, Text *text)
{
    bool plays = command_line_plays(line);
    GameTerminal terminal;
    if (plays) // finding the traits may need files
        terminal = game_terminal(stdin, stdout);
    if (!close_in(line))
        return EXIT_USAGE;
    if (plays)
        return play_in_terminal(session, &terminal, line->game);
    if (wants_dialogue(line))
        return hold_dialogue(line, session);
    if (strcmp(line->words[0], "benchmark") == 0)
        return run_benchmark(session, line, text);
    return run_command(session, line, text);
}

static NetworkMeans means_of(const CommandLine *line)
{
    return (NetworkMeans){.isa = line->engine.isa, .precision = line->precision};
}

// Answers the queries of an analysis in the sandbox if --sandbox is given.
static int run_analysis(const CommandLine *line, const EngineOptions *options)
{
    Session session = {.engine = NULL};
    int status = EXIT_FAILURE;
    if (!analysis_command_is_there())
        return status;
    bool is_ready = open_files(line, &session) && close_in(line);
    AnalysisCommandEnd end = is_ready ? analysis_command_run(line, options, session.log)
                                      : ANALYSIS_COMMAND_FAILED;
    if (end == ANALYSIS_COMMAND_OUTPUT_LOST)
        status = lose_output(errno);
    else if (end == ANALYSIS_COMMAND_DONE)
        status = EXIT_SUCCESS;
    return close_files(line, &session) ? status : EXIT_FAILURE;
}

// Reviews records in the sandbox if --sandbox-dir is given.
static int run_review(const CommandLine *line, const EngineOptions *options)
{
    if (!close_in(line))
        return EXIT_USAGE;
    switch (review_command_run(line, options)) {
    case REVIEW_DONE:
        return EXIT_SUCCESS;
    case REVIEW_SOME_FAILED:
        break;
    case REVIEW_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case REVIEW_NO_MEMORY:
        fprintf(stderr,
                "ponnuki: out of memory; try a smaller value than --memory %d\n",
                line->engine.memory_mib);
        break;
    }
    return EXIT_FAILURE;
}

// Holds a session of its own: a dialogue, a game or a command.
static int run_engine(const CommandLine *line, NetworkSet *networks,
                      EngineOptions options, Text *text)
{
    if (command_line_plays(line) && !line->size_chosen)
        options.columns = options.rows = TEXT_GAME_SIZE;
    if (command_line_plays(line) && !line->rules_chosen)
        options.rules = *rules_find(TEXT_GAME_RULES);
    Session session = {.engine = engine_new(&options),
                       .live_output = line->live_output,
                       .records = record_access(line),
                       .katago = line->katago,
                       .networks = networks,
                       .means = means_of(line),
                       .name = line->gtp_name,
                       .version = line->gtp_version};
    if (session.engine == NULL) {
        fprintf(stderr,
                "ponnuki: out of memory; try a smaller value than --memory %d\n",
                line->engine.memory_mib);
        return EXIT_FAILURE;
    }
    if (line->lag >= 0)
        engine_set_lag(session.engine, line->lag);
    int status =
        open_files(line, &session) ? run_words(&session, line, text) : EXIT_USAGE;
    if (!close_files(line, &session) && status == EXIT_SUCCESS)
        status = EXIT_FAILURE;
    engine_delete(session.engine);
    return status;
}

// Does what the command line asks for. The networks, if there are to be any, are open.
static int run_work(const CommandLine *line, NetworkSet *networks,
                    const EngineOptions *options, Text *text)
{
    if (line->is_analysis)
        return run_analysis(line, options);
    if (line->is_review)
        return run_review(line, options);
    return run_engine(line, networks, *options, text);
}

// The same on rank 0 of several processes. The others work for it.
static int run_on_ranks(const CommandLine *line, NetworkSet *networks,
                        EngineOptions *options, Text *text)
{
    ClusterSession *session;
    switch (cluster_session_start(options, line->has_trees, &session)) {
    case CLUSTER_ROOT:
        break;
    case CLUSTER_DONE:
        return EXIT_SUCCESS;
    case CLUSTER_FAILED:
        return usage_status(line);
    }
    int status = run_work(line, networks, options, text);
    cluster_session_end(session, status);
    return status;
}

// The options of the engine, with the networks.
static EngineOptions options_with(const CommandLine *line, const NetworkSet *networks)
{
    EngineOptions options = line->engine;
    options.network = networks->network;
    options.katago = networks->katago;
    options.human = networks->human;
    options.people = networks->people;
    return options;
}

static bool open_human_network(const CommandLine *line, NetworkSet *networks)
{
    char error[NETWORK_ERROR_SIZE];
    const char *path = line->human_path;
    if (path == NULL)
        return true;
    if (!network_set_open_human(path, means_of(line), networks, error)) {
        fprintf(stderr, "ponnuki: -human-model %s: cannot load the network: %s\n", path,
                error);
        return false;
    }
    if (!katago_network_imitates(networks->human))
        fprintf(stderr,
                "ponnuki: -human-model %s: this network does not imitate people; "
                "perhaps another file is meant\n",
                path);
    return true;
}

// Opens the networks of a session. Errors: false, and a message on stderr.
static bool open_networks(const CommandLine *line, NetworkSet *networks)
{
    char error[NETWORK_ERROR_SIZE];
    const char *path = line->network_path;
    *networks = (NetworkSet){.network = NULL};
    if (!line->no_network && !network_set_open(path, means_of(line), networks, error)) {
        fprintf(stderr, "ponnuki: --network %s: cannot load the network: %s\n",
                path != NULL ? path : "(default)", error);
        return false;
    }
    if (network_set_open_people(means_of(line), networks))
        return open_human_network(line, networks);
    fputs("ponnuki: out of memory at start-up\n", stderr);
    return false;
}

// Names what was asked for in vain, and what stands for something else.
static void tell_ignored(const CommandLine *line)
{
    if (line->ignored[0] != '\0')
        fprintf(stderr, "ponnuki: without a meaning here, so passed over: %s\n",
                line->ignored);
    if (line->empty_model != NULL)
        fprintf(stderr, "ponnuki: -model %s: empty, so the built-in network is used\n",
                line->empty_model);
}

// Opens the networks, holds a session, and frees everything.
static int run_session(const CommandLine *line, Text *text)
{
    NetworkSet networks;
    tell_ignored(line);
    bool names_one = line->network_path != NULL || line->human_path != NULL;
    int status = names_one ? usage_status(line) : EXIT_FAILURE;
    if (open_networks(line, &networks)) { // the built-in one needs only memory
        EngineOptions options = options_with(line, &networks);
        status = line->uses_mpi ? run_on_ranks(line, &networks, &options, text)
                                : run_work(line, &networks, &options, text);
    }
    network_set_close(&networks);
    return status;
}

int main(int argc, char *argv[])
{
    CommandLine line;
    if (!standard_files_open()) {
        fputs("ponnuki: cannot open /dev/null, needed because a standard stream is "
              "closed\n",
              stderr);
        return EXIT_FAILURE;
    }
    char *memory = malloc(TEXT_CAPACITY);
    if (memory == NULL) {
        fputs("ponnuki: out of memory at start-up\n", stderr);
        return EXIT_FAILURE;
    }
    Text text = text_over(memory, TEXT_CAPACITY);
    int status = EXIT_USAGE;
    if (!command_line_parse(argc, argv, &line, &text)) {
        fprintf(stderr, "ponnuki: %s\n", text.bytes);
        status = usage_status(&line);
    } else if (line.help) {
        command_line_write_help(&text);
        status = print_and_end(text.bytes);
    } else if (line.version) {
        version_write(line.engine.isa, &text);
        status = print_and_end(text.bytes);
    } else {
        status = run_session(&line, &text);
    }
    command_line_free(&line);
    free(memory);
    if (status == EXIT_INTERRUPTED)
        raise(SIGINT); // a shell then sees what ended the program
    return status;
}

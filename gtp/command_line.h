// SPDX-License-Identifier: MIT
//
// The command line: options (options.h), and at most one GTP command with its
// arguments.
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include <stdbool.h>

#include "engine.h"
#include "game_wishes.h"
#include "katago_config.h"
#include "katago_settings.h"
#include "live_output.h"
#include "review_paths.h"
#include "text.h"

enum {
    KATAGO_WORDS_MAX = 16,      // options of the same name that are kept
    IGNORED_CAPACITY = 1 << 13, // bytes
};

// Texts of an option that may be given several times.
typedef struct KatagoWords {
    const char *words[KATAGO_WORDS_MAX];
    int count;
} KatagoWords;

// What only the command `review` has.
typedef struct ReviewLine {
    uint64_t visits; // of a position; 0: not given
    ReviewWishes wishes;
} ReviewLine;

typedef struct CommandLine {
    EngineOptions engine;
    double lag;             // seconds per move; negative: not given
    const char *log_path;   // NULL: no log
    const char *games_path; // folder for all games; NULL: games are not saved
    bool uses_mpi;
    bool has_trees; // with it: each process has a tree of its own
    bool has_sandbox;
    const char *sandbox_path; // folder whose files stay accessible; NULL: none
    LiveOutput live_output;   // written to stderr
    bool no_network;
    const char *network_path; // NULL: the default network, or no network
    const char *empty_model;  // was named in place of the default network; or NULL
    Precision precision;      // of a network of KataGo's
    bool help, version;       // only print this text
    bool is_katago;           // an option of KataGo's was given
    KatagoWords configs, overrides;
    KatagoConfig *config;    // what was read of them; NULL: nothing
    KatagoSettings katago;   // and what it means
    const char *human_path;  // of a network that imitates people; NULL: there is none
    const char *gtp_name;    // the answer to the command `name`; NULL: our own
    const char *gtp_version; // the same for `version`
    char ignored[IGNORED_CAPACITY]; // names of settings that mean nothing here
    bool size_chosen, rules_chosen, komi_chosen;
    GameWishes game;  // for a game in the terminal
    bool is_analysis; // the command is `analysis`
    bool is_review;   // the command is `review`
    ReviewLine review;
    int usual_threads;          // if the user chooses no other number
    bool threads_chosen;        // by an option
    int analysis_threads;       // positions at a time; 0: not given
    bool quits_without_waiting; // of `analysis`
    int word_count; // words of the GTP command; 0: no command, so hold a dialogue
    char **words;
} CommandLine;

// Is it a command of KataGo's whose options may have one hyphen?
bool command_line_is_katago(const char *command);

// Does the command line ask for a game in the terminal? It does without a command, too,
// if standard input is a terminal.
bool command_line_plays(const CommandLine *line);

// Parses the arguments of the program, and reads the configuration files that they
// name. Options beat these files. If neither says how many threads search, each core
// gets one, unless the environment has another number in PONNUKI_THREADS. argv[0] is
// the program's name. Options may stand before and after the command. After a word `--`
// there are no more options. The result points into argv, and the words of the command
// are moved to its front. Errors: false; the message says what is wrong and what is
// allowed.
bool command_line_parse(int argc, char *argv[], CommandLine *line, Text *message);

// Releases the memory of a line that was parsed, even if there was an error.
void command_line_free(CommandLine *line);

// Appends the text of --help.
void command_line_write_help(Text *text);

#endif

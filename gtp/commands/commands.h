// SPDX-License-Identifier: MIT
//
// The commands: names, argument counts and handlers, in one table per family, from
// which dispatch, list_commands, known_command and help all derive. Handlers know Go
// and the words of a command, but nothing of ids, status characters or line ends. A
// handler that fails has changed nothing.
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine.h"
#include "game_archive.h"
#include "live_output.h"
#include "protocol.h"
#include "sgf_file.h"
#include "text.h"

// A way to answer while a command is at work. What it has not written when it returns
// is its reply as always.
typedef struct Stream {
    void *object;
    // Becomes true when the controller has something else to say.
    const atomic_bool *pending;
    void (*wait)(void *object); // until then
    // The head of the reply, which then cannot fail any more.
    void (*begin)(void *object);
    // One or more whole lines, at once; from any thread, but one at a time, and after
    // the head. False: nobody listens.
    bool (*write)(void *object, const char *lines, size_t length);
} Stream;

// A dialogue with one controller.
typedef struct Session {
    Engine *engine;       // not owned
    FILE *log;            // every line in and out; NULL: none. Not owned
    GameArchive *archive; // NULL: games are not kept. Not owned
    const Stream *stream; // NULL: a single command, not a dialogue. Not owned
    LiveOutput live_output;
    SgfFileAccess records;
    bool quit; // the controller has said so
} Session;

// Runs a command and appends the text of the reply, or of the error message if the
// answer is false.
bool commands_run(Session *session, const Command *command, Text *reply);

// Is there a command with exactly this name?
bool commands_is_known(const char *name);

// Appends the names, one a line.
void commands_write_names(Text *text);

// Appends a line of help for each command.
void commands_write_help(Text *text);

// The version of this program, such as "0.1.0".
const char *commands_version(void);

// What the families share.

typedef bool CommandHandler(Session *session, const Command *command, Text *reply);

enum { ARGS_ANY = -1 }; // as a maximum: more arguments than used are ignored

typedef struct CommandEntry {
    const char *name;
    int args_min, args_max; // other counts are a syntax error
    CommandHandler *handler;
    const char *help; // `ARGUMENTS: what it does`; no colon and space in ARGUMENTS
} CommandEntry;

// Each ends with an entry without a name.
extern const CommandEntry ANALYSIS_COMMANDS[], CANDIDATE_COMMANDS[], CGOS_COMMANDS[],
    CLOCK_COMMANDS[], DEBUG_COMMANDS[], GOGUI_COMMANDS[], KGS_COMMANDS[],
    MAP_COMMANDS[], NETWORK_COMMANDS[], PARAM_COMMANDS[], PLAY_COMMANDS[],
    RULES_COMMANDS[], SCORE_COMMANDS[], SESSION_COMMANDS[], SETUP_COMMANDS[],
    SGF_COMMANDS[];

// Appends the message and returns false, so that a handler can end with it.
static inline bool command_fail(Text *reply, const char *message)
{
    text_add(reply, message);
    return false;
}

// The same, with what the help says of the arguments that the command takes.
bool command_fail_usage(const Command *command, Text *reply);

// Reads the player that the argument at an index names, or the one to move if there is
// no such argument. Errors: false, after a message.
bool command_read_player(Session *session, const Command *command, int index,
                         Color *player, Text *reply);

// Appends a vertex.
void command_write_vertex(Point point, Text *reply);

// Appends the points of a set in one line, separated by spaces.
void command_write_points(const Bitboard *points, Text *reply);

// Appends the chance to win and the lead that a search found.
void command_write_chances(const SearchReport *report, Text *reply);

// Appends what a search found, in one line: chance to win, lead, playouts, expected
// line.
void command_write_report(const SearchReport *report, Text *reply);

#endif

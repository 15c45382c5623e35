// SPDX-License-Identifier: MIT
//
// The commands: names, argument counts and handlers, in one table for each family.
// Dispatch, list_commands, known_command and help all derive from these tables.
// Handlers know Go and the arguments of a command. They know nothing of ids, status
// characters or line ends. If a handler fails, it has changed nothing.
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine.h"
#include "game_archive.h"
#include "katago_settings.h"
#include "live_output.h"
#include "network_set.h"
#include "protocol.h"
#include "sgf_file.h"
#include "text.h"

// Lets a command answer while it is at work. The text that the handler has not written
// when it returns is its reply as usual.
typedef struct Stream {
    void *object;
    // Becomes true when the controller has sent something else.
    const atomic_bool *pending;
    void (*wait)(void *object); // waits until `pending` is true
    // Writes the head of the reply. After that the command cannot fail any more.
    void (*begin)(void *object);
    // Writes one or more whole lines at once. Any thread may call it, but only one at a
    // time, and only after `begin`. False: the controller no longer reads.
    bool (*write)(void *object, const char *lines, size_t length);
} Stream;

// A dialogue with one controller.
typedef struct Session {
    Engine *engine;       // not owned
    FILE *log;            // every line in and out; NULL: none. Not owned
    GameArchive *archive; // NULL: games are not saved. Not owned
    const Stream *stream; // NULL: a single command, not a dialogue. Not owned
    LiveOutput live_output;
    SgfFileAccess records;
    KatagoSettings katago; // of the analysis; see katago_settings_refresh for the rest
    // Those of the engine; commands may put others in their place. NULL: they may not.
    // Not owned.
    NetworkSet *networks;
    NetworkMeans means;  // of other networks
    const char *name;    // the answer to `name`; NULL: that of the program
    const char *version; // the same for `version`
    bool quit;           // the controller has sent quit
} Session;

// Runs a command and appends the text of the reply. If the command fails, returns false
// and appends the error message.
bool commands_run(Session *session, const Command *command, Text *reply);

// Whether there is a command with exactly this name.
bool commands_is_known(const char *name);

// Appends the names, one per line.
void commands_write_names(Text *text);

// Appends one line of help for each command.
void commands_write_help(Text *text);

// The version of this program, such as "1.0.0".
const char *commands_version(void);

// What the families of commands share.

typedef bool CommandHandler(Session *session, const Command *command, Text *reply);

enum { ARGS_ANY = -1 }; // as a maximum: additional arguments are ignored

typedef struct CommandEntry {
    const char *name;
    int args_min, args_max; // other counts are a syntax error
    CommandHandler *handler;
    const char *help; // `ARGUMENTS: what it does`; no colon and space in ARGUMENTS
} CommandEntry;

// Each table ends with an entry without a name.
extern const CommandEntry ANALYSIS_COMMANDS[], GOGUI_MOVE_COMMANDS[], CGOS_COMMANDS[],
    CLOCK_COMMANDS[], DEBUG_COMMANDS[], GOGUI_COMMANDS[], KGS_COMMANDS[],
    GOGUI_BOARD_COMMANDS[], NETWORK_COMMANDS[], PARAM_COMMANDS[], PLAY_COMMANDS[],
    RULES_COMMANDS[], SCORE_COMMANDS[], SESSION_COMMANDS[], SETUP_COMMANDS[],
    SGF_COMMANDS[];

// The reason if Session.records is RECORDS_NOWHERE.
#define COMMAND_NO_FILES "file access is disabled by --sandbox"

// Appends the message and returns false, so a handler can end with it.
static inline bool command_fail(Text *reply, const char *message)
{
    text_add(reply, message);
    return false;
}

// Appends an error with the arguments that the help gives for the command. Returns
// false, so a handler can end with it.
bool command_fail_usage(const Command *command, Text *reply);

// Reads the player from the argument at `index`. If there is no such argument, takes
// the player to move. Errors: false, with a message.
bool command_read_player(Session *session, const Command *command, int index,
                         Color *player, Text *reply);

// Chooses a move for the player in the first argument, writes about it to standard
// error, and appends it. Errors: false, with a message.
bool command_genmove(Session *session, const Command *command, MovePurpose purpose,
                     Text *reply);

// Appends a vertex.
void command_write_vertex(Point point, Text *reply);

// Appends the points of a set on one line, separated by spaces.
void command_write_points(const Bitboard *points, Text *reply);

// Appends the chance to win and the score lead that a search found.
void command_write_chances(const SearchReport *report, Text *reply);

// Appends the result of a search on one line: chance to win, score lead, playouts,
// principal variation.
void command_write_report(const SearchReport *report, Text *reply);

#endif

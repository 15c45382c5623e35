// SPDX-License-Identifier: MIT
//
// Bytes as what a client sends. They go to the server as they are, with few exceptions:
// the names of files are replaced, so that no file of this machine is read or written,
// and a few commands are left out because it is their purpose to take long. The answers
// must be as many as the commands, each in its frame and with its id.
//
// loadsgf reads the input itself, in which a record may stand behind a `#`. The engine
// is a new one for each input, or what it found would depend on those before.
#define _GNU_SOURCE // memfd_create

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "isa.h"
#include "memory_file.h"
#include "network.h"
#include "server.h"
#include "target.h"

enum { SIZE = 5, PLAYOUTS = 8, MEMORY_MIB = 1, PATH_BYTES = 32 };

// Files in memory.
typedef struct Files {
    int input, output, record, saved;
} Files;

// What a client knows of a command that it has sent.
typedef struct Sent {
    bool has_id;
    int id;
} Sent;

typedef struct Dialogue {
    Files files;
    Command command; // of the line being sent
    Sent *sent;
    size_t count;
    bool quit;
} Dialogue;

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

// Would the command take long, whatever the limit of playouts?
static bool is_long(const Command *command)
{
    static const char *const FEW[] = {"1", "2", NULL};
    static const char *const PLAYOUTS_ALLOWED[] = {"1", "7", "16", "x", "-1", NULL};
    const char *first = command->argc > 0 ? command->argv[0] : "playouts";
    if (strcmp(command->name, "bench") == 0)
        return strcmp(first, "playouts") == 0;
    if (strcmp(command->name, "ponnuki-thinking") == 0)
        return command->argc == 2 && strcmp(first, "playouts") == 0 &&
               !is_one_of(command->argv[1], PLAYOUTS_ALLOWED);
    for (int i = 0; i < command->argc; i++)
        if (strstr(command->argv[i], "delayMove") != NULL)
            return true;
    if (strcmp(command->name, "perft") != 0)
        return false;
    for (int i = 0; i < command->argc; i++)
        if (!is_one_of(command->argv[i], FEW))
            return true;
    return false;
}

// The file that takes the place of the one named; -1 if the command names none.
static int replacement(const Files *files, const Command *command)
{
    if (command->argc == 0)
        return -1;
    if (strcmp(command->name, "loadsgf") == 0 ||
        strcmp(command->name, "ponnuki-load_network") == 0)
        return files->record;
    if (strcmp(command->name, "printsgf") == 0 && strcmp(command->argv[0], "-") != 0)
        return files->saved;
    return -1;
}

// Sends a command with another file.
static void send_with_file(Dialogue *dialogue, int file)
{
    const Command *command = &dialogue->command;
    char path[PATH_BYTES];
    int length = snprintf(path, sizeof path, " /dev/fd/%d", file);
    int to = dialogue->files.input;
    if (command->has_id) // the word before the name
        memory_file_put(to, command->words[0], strlen(command->words[0]));
    memory_file_put(to, " ", 1);
    memory_file_put(to, command->name, strlen(command->name));
    memory_file_put(to, path, (size_t)length);
    for (int i = 1; i < command->argc; i++) {
        bool quoted = command->argv[i][strcspn(command->argv[i], " ")] == ' ';
        memory_file_put(to, quoted ? " \"" : " ", quoted ? 2 : 1);
        memory_file_put(to, command->argv[i], strlen(command->argv[i]));
        memory_file_put(to, "\"", quoted);
    }
    memory_file_put(to, "\n", 1);
}

// The bytes of a mark with which the line begins, if nothing has been sent before it.
static size_t mark_length(const Dialogue *dialogue, const char *line, size_t length)
{
    static const char MARK[] = "\xEF\xBB\xBF";
    size_t marked = strlen(MARK);
    bool is_first = lseek(dialogue->files.input, 0, SEEK_CUR) == 0;
    return is_first && length >= marked && memcmp(line, MARK, marked) == 0 ? marked : 0;
}

// Sends a line, and notes the answer that it must get.
static void send_line(Dialogue *dialogue, const char *line, size_t length)
{
    Command *command = &dialogue->command;
    size_t mark = mark_length(dialogue, line, length);
    bool interrupts = line_is_interrupt(line + mark, length - mark);
    char *copy = malloc(length + 1);
    require(copy != NULL);
    memcpy(copy, line + mark, length - mark);
    ParseResult result = command_parse(command, copy, length - mark);
    require(result != PARSE_NO_MEMORY);
    bool answers = result == PARSE_COMMAND && !interrupts;
    int file = answers ? replacement(&dialogue->files, command) : -1;
    if (answers && is_long(command))
        answers = false;
    else if (file >= 0)
        send_with_file(dialogue, file);
    else
        memory_file_put(dialogue->files.input, line, length);
    if (answers && !dialogue->quit) {
        dialogue->sent[dialogue->count++] = (Sent){command->has_id, command->id};
        dialogue->quit = strcmp(command->name, "quit") == 0;
    }
    free(copy);
}

static void send_lines(Dialogue *dialogue, const char *bytes, size_t size)
{
    while (size > 0) {
        const char *newline = memchr(bytes, '\n', size);
        size_t length = newline != NULL ? (size_t)(newline + 1 - bytes) : size;
        send_line(dialogue, bytes, length);
        bytes += length;
        size -= length;
    }
}

// Neither a control character, nor a line of nothing but spaces?
static bool is_neat(const char *text, size_t length)
{
    size_t words = 0;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < ' ' && text[i] != '\n')
            return false;
        // Only the first line may be empty: a picture begins on a line of its own.
        if (text[i] == '\n' && i > 0 && words == 0)
            return false;
        words = text[i] == '\n' ? 0 : words + (text[i] != ' ');
    }
    return true;
}

// Checks the answer to a command, and returns what follows it.
static const char *check_answer(const char *answer, const Sent *sent)
{
    char head[PATH_BYTES];
    int length = sent->has_id ? snprintf(head, sizeof head, "%d ", sent->id)
                              : snprintf(head, sizeof head, " ");
    const char *end = strstr(answer, "\n\n");
    require(end != NULL && (answer[0] == '=' || answer[0] == '?'));
    require(strncmp(answer + 1, head, (size_t)length) == 0);
    const char *text = answer + 1 + length;
    require(text >= end || is_neat(text, (size_t)(end - text)));
    return end + 2;
}

static void check_answers(const Dialogue *dialogue)
{
    off_t size = lseek(dialogue->files.output, 0, SEEK_END);
    char *answers = malloc((size_t)size + 1);
    require(answers != NULL);
    require(pread(dialogue->files.output, answers, (size_t)size, 0) == size);
    answers[size] = '\0';
    require(strlen(answers) == (size_t)size);
    const char *rest = answers;
    for (size_t i = 0; i < dialogue->count; i++)
        rest = check_answer(rest, &dialogue->sent[i]);
    require(*rest == '\0');
    free(answers);
}

static void hold_dialogue(const Files *files, const Network *network)
{
    EngineOptions options = engine_default_options();
    options.columns = options.rows = SIZE;
    options.playouts = PLAYOUTS;
    options.memory_mib = MEMORY_MIB;
    options.seed = 1;
    options.network = network;
    Session session = {.engine = engine_new(&options),
                       .katago = katago_settings_of(&options)};
    session.live_output.file = fopen("/dev/null", "w");
    require(session.engine != NULL && session.live_output.file != NULL);
    require(lseek(files->input, 0, SEEK_SET) == 0);
    require(server_run(&session, files->input, files->output) == SERVER_DONE);
    require(position_is_sound(&engine_game(session.engine)->position));
    fclose(session.live_output.file);
    engine_delete(session.engine);
}

// It never changes, so one does for all inputs.
static const Network *the_network(void)
{
    static const Network *network;
    if (network == NULL)
        network = network_default(isa_best());
    require(network != NULL);
    return network;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Dialogue dialogue = {.files = {memory_file_new("input"), memory_file_new("output"),
                                   memory_file_new("record"),
                                   memory_file_new("saved")}};
    dialogue.sent = malloc((size + 1) * sizeof *dialogue.sent);
    require(dialogue.sent != NULL);
    command_init(&dialogue.command);
    memory_file_put(dialogue.files.record, bytes, size);
    send_lines(&dialogue, (const char *)bytes, size);
    hold_dialogue(&dialogue.files, the_network());
    check_answers(&dialogue);
    command_free(&dialogue.command);
    free(dialogue.sent);
    close(dialogue.files.input);
    close(dialogue.files.output);
    close(dialogue.files.record);
    close(dialogue.files.saved);
    return 0;
}

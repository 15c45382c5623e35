// SPDX-License-Identifier: MIT
#include "command_line.h"

#include <stdio.h>
#include <string.h>

#include "options.h"

// Reads one option and its value. The value may be the next word. Returns the number of
// words read, or 0 after a message.
static int read_option(char *words[], int count, CommandLine *line, Text *message)
{
    const Option *option =
        strncmp(words[0], "--", 2) == 0 ? options_find(words[0]) : NULL;
    if (option == NULL) {
        text_printf(message, "unknown option %s; `ponnuki --help` lists all options",
                    words[0]);
        return 0;
    }
    const char *equals = strchr(words[0], '=');
    const char *value = equals != NULL ? equals + 1 : NULL;
    int used = 1;
    if (option->value != NULL && value == NULL && count > 1) {
        value = words[1];
        used = 2;
    }
    if ((option->value != NULL) != (value != NULL)) {
        text_printf(message, "--%s takes %s", option->name,
                    option->value != NULL ? "a value: " : "no value");
        text_add(message, option->value != NULL ? option->value : "");
        return 0;
    }
    char memory[2048];
    Text allowed = text_over(memory, sizeof memory);
    if (option->set(line, value, &allowed))
        return used;
    text_printf(message, "--%s %s: must be %s", option->name,
                value != NULL && value[0] != '\0' ? value : "''", allowed.bytes);
    return 0;
}

// An argument of a command may begin with one hyphen, such as a negative komi.
static bool is_option(const char *word, bool has_command)
{
    return strncmp(word, "--", has_command ? 2 : 1) == 0;
}

bool command_line_parse(int argc, char *argv[], CommandLine *line, Text *message)
{
    *line = (CommandLine){
        .engine = engine_default_options(), .lag = -1, .precision = PRECISION_INT16};
    line->live_output.file = stderr;
    line->words = argv + 1;
    bool options = true;
    int i = 1;
    while (i < argc) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            i++;
        } else if (options && is_option(argv[i], line->word_count > 0)) {
            int used = read_option(argv + i, argc - i, line, message);
            if (used == 0)
                return false;
            i += used;
        } else {
            line->words[line->word_count++] = argv[i++];
        }
    }
    return true;
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
        "       ponnuki [OPTIONS] COMMAND [ARGUMENTS]  run one GTP command and exit\n");
    options_write(text);
    text_add(
        text,
        "\nWithout --playouts, --seconds or a clock, a move takes a few seconds.\n"
        "A game in the terminal starts on 9x9 with chinese rules by default.\n\n"
        "Examples:\n"
        "  ponnuki play --size 13 --seconds 2\n"
        "  ponnuki --size 9 --komi 7 --rules cgos --threads 4\n"
        "  ponnuki bench\n\n"
        "`ponnuki help` lists the GTP commands. `man ponnuki` explains all options.\n");
}

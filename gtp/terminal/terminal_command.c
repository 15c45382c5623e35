// SPDX-License-Identifier: MIT
#include "terminal_command.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "level.h"

enum { WORD_SIZE = 32 };

// Reads the text after the word into the command. False after a message.
typedef bool ArgumentReader(const char *argument, TerminalCommand *command,
                            Text *message);

typedef struct GameWord {
    const char *name;
    TerminalVerb verb;
    ArgumentReader *read; // NULL: the word takes no argument
    const char *usage;    // NULL: another name of a word, left out of the help
    const char *help;
} GameWord;

static bool fail(Text *message, const char *text)
{
    text_add(message, text);
    return false;
}

static bool read_size(const char *argument, TerminalCommand *command, Text *message)
{
    command->number = command->rows = 0;
    if (argument[0] == '\0' || arg_size(argument, &command->number, &command->rows))
        return true;
    text_printf(message,
                "`%s` is not a board size. Type a number from 1 to 19, such as `new "
                "13`.",
                argument);
    return false;
}

static bool read_stones(const char *argument, TerminalCommand *command, Text *message)
{
    return arg_int(argument, &command->number) ||
           fail(message, "Type the number of stones too, such as `handicap 4`.");
}

static bool read_color(const char *argument, TerminalCommand *command, Text *message)
{
    Color player;
    bool both = strcasecmp(argument, "both") == 0;
    if (!both && !arg_color(argument, &player))
        return fail(message,
                    "Type `color black` or `color white`, or `color both` for two "
                    "players.");
    command->person[BLACK] = both || player == BLACK;
    command->person[WHITE] = both || player == WHITE;
    return true;
}

// Copies a word in small letters, as far as there is room.
static void to_small_letters(const char *word, char copy[WORD_SIZE])
{
    int length = 0;
    for (; length < WORD_SIZE - 1 && word[length] != '\0'; length++)
        copy[length] = (char)tolower((unsigned char)word[length]);
    copy[length] = '\0';
}

// Words may be in any case, so ranks may, too.
static bool read_level(const char *argument, TerminalCommand *command, Text *message)
{
    char word[WORD_SIZE], bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    to_small_letters(argument, word);
    command->level = LEVEL_OF_RANK;
    if (word[0] == '\0')
        command->level = LEVEL_TOLD;
    else if (strcmp(word, "auto") == 0)
        command->level = LEVEL_FOLLOWING;
    else if (!level_read(word, &command->rank, &allowed)) {
        text_printf(message, "The level must be %s, or auto to follow yours.",
                    allowed.bytes);
        return false;
    }
    return true;
}

static bool read_komi(const char *argument, TerminalCommand *command, Text *message)
{
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    if (arg_komi(argument, &command->number, &allowed))
        return true;
    text_printf(message, "Komi must be %s.", allowed.bytes);
    return false;
}

// Quotes around the name are optional.
static bool read_path(const char *argument, TerminalCommand *command, Text *message)
{
    size_t length = strlen(argument);
    if (length >= 2 && argument[0] == '"' && argument[length - 1] == '"') {
        argument++;
        length -= 2;
    }
    if (length == 0)
        return fail(message,
                    "Type the name of a file too, such as `save game.sgf` or `load "
                    "game.sgf`.");
    if (length >= sizeof command->path)
        return fail(message, "The file name is too long. Use a shorter one.");
    memcpy(command->path, argument, length);
    command->path[length] = '\0';
    return true;
}

static const GameWord WORDS[] = {
    {"pass", GAME_MOVE, NULL, "pass", "make no move; two passes in a row end the game"},
    {"undo", GAME_UNDO, NULL, "undo", "take back your last move and Ponnuki's answer"},
    {"hint", GAME_HINT, NULL, "hint", "show the moves Ponnuki would play"},
    {"score", GAME_SCORE, NULL, "score", "show who leads and who owns which points"},
    {"resign", GAME_RESIGN, NULL, "resign", "give up the game"},
    {"new", GAME_NEW, read_size, "new [SIZE]",
     "start a new game, such as `new 13` or `new 9x13`"},
    {"handicap", GAME_HANDICAP, read_stones, "handicap N",
     "start with N black stones; White moves first"},
    {"color", GAME_COLOR, read_color, "color COLOR",
     "choose your side: black, white or both"},
    {"color", GAME_COLOR, read_color, NULL, NULL},
    {"level", GAME_LEVEL, read_level, "level RANK",
     "set how well Ponnuki plays: 20k to 6d, max or auto (yours)"},
    {"komi", GAME_KOMI, read_komi, "komi POINTS",
     "set the points White gets for moving second"},
    {"save", GAME_SAVE, read_path, "save FILE", "save the game to an SGF file"},
    {"load", GAME_LOAD, read_path, "load FILE",
     "load a game from an SGF file and play on"},
    {"board", GAME_BOARD, NULL, "board", "draw the board again"},
    {"help", GAME_HELP, NULL, "help", "show this list"},
    {"?", GAME_HELP, NULL, NULL, NULL},
    {"quit", GAME_QUIT, NULL, "quit", "leave Ponnuki"},
    {"exit", GAME_QUIT, NULL, NULL, NULL},
};

enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0] };

static const GameWord *find_word(const char *name)
{
    for (int i = 0; i < WORD_COUNT; i++)
        if (strcasecmp(WORDS[i].name, name) == 0)
            return &WORDS[i];
    return NULL;
}

// If a word is unknown, the line is a move or an error.
static bool read_move(const char *word, const Position *pos, TerminalCommand *command,
                      Text *message)
{
    command->verb = GAME_MOVE;
    VertexKind kind = arg_vertex(word, pos, &command->point);
    if (kind == VERTEX_ON_BOARD || kind == VERTEX_PASS)
        return true;
    char corner[VERTEX_SIZE];
    point_to_vertex(point_at(pos->columns - 1, pos->rows), corner);
    if (arg_has_form_of_vertex(word))
        text_printf(message,
                    "%s is not on this board. Points go from A1 to %s; there is no "
                    "column I.",
                    word, corner);
    else
        text_printf(
            message,
            "`%s` is not a move or command. Type a point from A1 to %s, `pass`, "
            "or `help`.",
            word, corner);
    return false;
}

// Copies the line without the blanks around it, as far as there is room.
static void trim(const char *line, char *copy, size_t size)
{
    line += strspn(line, " \t\r\n");
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    if (length >= size)
        length = size - 1;
    memcpy(copy, line, length);
    copy[length] = '\0';
}

bool terminal_command_read(const char *line, const Position *pos,
                           TerminalCommand *command, Text *message)
{
    char copy[GAME_PATH_SIZE + WORD_SIZE];
    trim(line, copy, sizeof copy);
    size_t length = strcspn(copy, " \t");
    char *argument = copy + length + strspn(copy + length, " \t");
    copy[length] = '\0';
    *command = (TerminalCommand){.verb = GAME_NOTHING, .point = PASS};
    if (length == 0)
        return true;
    const GameWord *word = find_word(copy);
    if (word != NULL && word->read != NULL) {
        command->verb = word->verb;
        return word->read(argument, command, message);
    }
    if (word == NULL && !read_move(copy, pos, command, message))
        return false;
    if (word != NULL)
        command->verb = word->verb;
    if (argument[0] == '\0')
        return true;
    text_printf(message, "`%s` takes no argument (got `%s`).", copy, argument);
    return false;
}

void terminal_command_write_help(Text *text)
{
    text_add(text, "Type a point such as d4 to play there, or a command:\n");
    for (int i = 0; i < WORD_COUNT; i++)
        if (WORDS[i].usage != NULL)
            text_printf(text, "  %-13s %s\n", WORDS[i].usage, WORDS[i].help);
}

// SPDX-License-Identifier: MIT
#include "terminal_command.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "arguments.h"

enum { WORD_SIZE = 32 };

// Reads what comes after the word into the command; false after a message.
typedef bool ArgumentReader(const char *argument, GameCommand *command, Text *message);

typedef struct GameWord {
    const char *name;
    GameVerb verb;
    ArgumentReader *read; // NULL: nothing may come after it
    const char *usage;    // of the word; NULL: another name, left out of the help
    const char *help;
} GameWord;

static bool fail(Text *message, const char *text)
{
    text_add(message, text);
    return false;
}

static bool read_size(const char *argument, GameCommand *command, Text *message)
{
    command->number = command->rows = 0;
    if (argument[0] == '\0' || arg_size(argument, &command->number, &command->rows))
        return true;
    text_printf(message, "`%s` is no size of a board: from 1 to 19, such as `new 13`.",
                argument);
    return false;
}

static bool read_stones(const char *argument, GameCommand *command, Text *message)
{
    return arg_int(argument, &command->number) ||
           fail(message, "How many stones? Such as `handicap 4`.");
}

static bool read_color(const char *argument, GameCommand *command, Text *message)
{
    Color player;
    bool both = strcasecmp(argument, "both") == 0;
    if (!both && !arg_color(argument, &player))
        return fail(message, "Which color do you play? `color black`, `color white`, "
                             "or `color both` for two people.");
    command->person[BLACK] = both || player == BLACK;
    command->person[WHITE] = both || player == WHITE;
    return true;
}

static bool read_level(const char *argument, GameCommand *command, Text *message)
{
    return (arg_int(argument, &command->number) && command->number >= 1 &&
            command->number <= GAME_LEVEL_MAX) ||
           fail(message, "Levels are from 1, the weakest, to 10: such as `level 3`.");
}

static bool read_komi(const char *argument, GameCommand *command, Text *message)
{
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    if (arg_komi(argument, &command->number, &allowed))
        return true;
    text_printf(message, "Komi for White is %s.", allowed.bytes);
    return false;
}

// A pair of quotes around the name may be there or not.
static bool read_path(const char *argument, GameCommand *command, Text *message)
{
    size_t length = strlen(argument);
    if (length >= 2 && argument[0] == '"' && argument[length - 1] == '"') {
        argument++;
        length -= 2;
    }
    if (length == 0)
        return fail(message, "Which file? Such as `save game.sgf`, `load game.sgf`.");
    if (length >= sizeof command->path)
        return fail(message, "That name of a file is too long.");
    memcpy(command->path, argument, length);
    command->path[length] = '\0';
    return true;
}

static const GameWord WORDS[] = {
    {"pass", GAME_MOVE, NULL, "pass", "leave the turn to the other; two passes end it"},
    {"undo", GAME_UNDO, NULL, "undo", "take back your last move and the answer"},
    {"hint", GAME_HINT, NULL, "hint", "what Ponnuki would play"},
    {"score", GAME_SCORE, NULL, "score", "who leads, and who owns what"},
    {"resign", GAME_RESIGN, NULL, "resign", "give the game up"},
    {"new", GAME_NEW, read_size, "new [SIZE]",
     "begin a new game, such as `new 13` or `new 9x13`"},
    {"handicap", GAME_HANDICAP, read_stones, "handicap N",
     "a game that begins with N black stones; White moves"},
    {"color", GAME_COLOR, read_color, "color COLOR", "play black, white or both"},
    {"colour", GAME_COLOR, read_color, NULL, NULL},
    {"level", GAME_LEVEL, read_level, "level N", "how well Ponnuki plays, 1 to 10"},
    {"komi", GAME_KOMI, read_komi, "komi POINTS", "what White gets for moving second"},
    {"save", GAME_SAVE, read_path, "save FILE", "write the game to a file (SGF)"},
    {"load", GAME_LOAD, read_path, "load FILE", "read a game from a file and play on"},
    {"board", GAME_BOARD, NULL, "board", "draw the board again"},
    {"help", GAME_HELP, NULL, "help", "this list"},
    {"?", GAME_HELP, NULL, NULL, NULL},
    {"quit", GAME_QUIT, NULL, "quit", "leave"},
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

// A word that is none of ours is a move, or nothing at all.
static bool read_move(const char *word, const Position *pos, GameCommand *command,
                      Text *message)
{
    command->verb = GAME_MOVE;
    VertexKind kind = arg_vertex(word, pos, &command->point);
    if (kind == VERTEX_ON_BOARD || kind == VERTEX_PASS)
        return true;
    char corner[VERTEX_SIZE];
    point_to_vertex(point_at(pos->columns - 1, pos->rows), corner);
    if (arg_has_form_of_vertex(word))
        text_printf(message, "%s is not on this board: A1 to %s, without a column I.",
                    word, corner);
    else
        text_printf(message,
                    "`%s` is no move and no command. Type a point from A1 to "
                    "%s, `pass`, or `help`.",
                    word, corner);
    return false;
}

// Copies the line without the blanks around it, as much of it as there is room for.
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

bool game_command_read(const char *line, const Position *pos, GameCommand *command,
                       Text *message)
{
    char copy[GAME_PATH_SIZE + WORD_SIZE];
    trim(line, copy, sizeof copy);
    size_t length = strcspn(copy, " \t");
    char *argument = copy + length + strspn(copy + length, " \t");
    copy[length] = '\0';
    *command = (GameCommand){.verb = GAME_NOTHING, .point = PASS};
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
    text_printf(message, "`%s` stands alone, without `%s`.", copy, argument);
    return false;
}

void game_command_write_help(Text *text)
{
    text_add(text, "Type a point to play there, such as d4, or\n");
    for (int i = 0; i < WORD_COUNT; i++)
        if (WORDS[i].usage != NULL)
            text_printf(text, "  %-13s %s\n", WORDS[i].usage, WORDS[i].help);
}

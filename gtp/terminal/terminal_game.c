// SPDX-License-Identifier: MIT
#include "terminal_game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board_style.h"
#include "folder.h"
#include "sigint.h"
#include "terminal_handicap.h"
#include "terminal_messages.h"
#include "terminal_turns.h"

enum { PAGE_CAPACITY = 1 << 20 };

const char *const TEXT_GAME_RULES = "chinese";

// Looks at the position with the same effort at every level. The engine's own moves do
// not profit from it.
static void report_look(TerminalGame *terminal_game,
                        void (*report)(Engine *, const DiagramStyle *, Text *))
{
    Engine *engine = terminal_game->engine;
    SearchLimits limits = engine_limits(engine);
    engine_set_limits(engine, (SearchLimits){0});
    terminal_turns_begin_thinking(terminal_game,
                                  "Ponnuki is thinking. Ctrl-C stops it.");
    report(engine, terminal_game->style, &terminal_game->page);
    terminal_turns_end_thinking(terminal_game);
    engine_set_limits(engine, limits);
    engine_clear_cache(engine);
}

static void hint(TerminalGame *terminal_game)
{
    if (terminal_turns_is_over(terminal_game))
        text_add(&terminal_game->page,
                 "The game is over, so there is no move to suggest.\n");
    else
        report_look(terminal_game, terminal_write_hint);
}

static void score(TerminalGame *terminal_game)
{
    if (game_is_over(terminal_turns_game(terminal_game)))
        terminal_write_result(terminal_game->engine, terminal_game->style,
                              &terminal_game->page);
    else
        report_look(terminal_game, terminal_write_estimate);
}

static void begin_new(TerminalGame *terminal_game, const TerminalCommand *command)
{
    const Position *pos = &terminal_turns_game(terminal_game)->position;
    if (command->rows > 0)
        terminal_turns_begin(terminal_game, command->number, command->rows);
    else
        terminal_turns_begin(terminal_game, pos->columns, pos->rows);
    terminal_handicap_even_up(terminal_game);
    terminal_write_players(terminal_turns_game(terminal_game), terminal_game->person,
                           terminal_game->style, &terminal_game->page);
    terminal_turns_draw(terminal_game);
    terminal_turns_go_on(terminal_game);
}

static void choose_color(TerminalGame *terminal_game, const TerminalCommand *command)
{
    const Game *game = terminal_turns_game(terminal_game);
    if (game->move_count > 0 && memcmp(terminal_game->person, command->person,
                                       sizeof terminal_game->person) != 0)
        terminal_level_spoil(&terminal_game->level, "the players have changed in it");
    memcpy(terminal_game->person, command->person, sizeof terminal_game->person);
    terminal_write_players(game, terminal_game->person, terminal_game->style,
                           &terminal_game->page);
    if (!terminal_turns_is_over(terminal_game))
        terminal_turns_go_on(terminal_game);
}

static void choose_level(TerminalGame *terminal_game, const TerminalCommand *command)
{
    TerminalLevel *level = &terminal_game->level;
    switch (command->level) {
    case LEVEL_TOLD:
        terminal_level_tell(level, &terminal_game->page);
        break;
    case LEVEL_OF_RANK:
        terminal_level_choose(level, command->rank, &terminal_game->page);
        break;
    case LEVEL_FOLLOWING:
        terminal_level_follow(level, &terminal_game->page);
        break;
    }
}

static void choose_komi(TerminalGame *terminal_game, int komi)
{
    terminal_game->komi = komi;
    engine_set_komi(terminal_game->engine, komi);
    text_printf(&terminal_game->page, "Komi for White: %g points.\n", komi / 2.0);
}

// Errors: false, after a message.
static bool may_open(TerminalGame *terminal_game, const char *what, const char *path)
{
    if (terminal_game->records != RECORDS_NOWHERE)
        return true;
    text_printf(&terminal_game->page,
                "Cannot %s %s: file access is disabled by --sandbox.\n", what, path);
    return false;
}

// Notes the file that holds the game, and nothing else.
static void own_file(TerminalGame *terminal_game, const char *path)
{
    Text text = text_over(terminal_game->own_file, sizeof terminal_game->own_file);
    text_add(&text, path);
}

static void save(TerminalGame *terminal_game, const char *path)
{
    Text *page = &terminal_game->page;
    if (!may_open(terminal_game, "write", path))
        return;
    if (file_is_regular(path) && strcmp(path, terminal_game->own_file) != 0) {
        text_printf(page, "%s is there already. Save under another name.\n", path);
        return;
    }
    sgf_file_write(terminal_game->engine, page);
    bool saved = sgf_file_save(path, page) == SAVE_DONE;
    int trouble = errno;
    text_clear(page);
    if (!saved) {
        text_printf(page, "Cannot write %s: %s.\n", path, strerror(trouble));
        return;
    }
    own_file(terminal_game, path);
    text_printf(page, "Saved as %s.\n", path);
}

// Takes over what the record says of the end, and reports what else will be lost.
static void heed_extras(TerminalGame *terminal_game, const SgfExtras *extras)
{
    if (!terminal_turns_is_over(terminal_game))
        engine_resign(terminal_game->engine, extras->resigned);
    if (extras->has_more)
        text_add(&terminal_game->page,
                 "`save` keeps the moves, but drops names, comments and variations of "
                 "this record.\n");
}

static void tell_remarks(TerminalGame *terminal_game, const SgfRemarks *remarks)
{
    for (int i = 0; i < SGF_ODDITIES; i++) {
        if (remarks->of[i].line == 0)
            continue;
        text_add(&terminal_game->page, "Odd in the record, ");
        sgf_remark_write(remarks, (SgfOddity)i, &terminal_game->page);
        text_add(&terminal_game->page, ".\n");
    }
}

// A person plays the player to move, and the engine the other one.
static void load(TerminalGame *terminal_game, const char *path)
{
    const Game *game = terminal_turns_game(terminal_game);
    SgfReport report;
    if (!may_open(terminal_game, "read", path))
        return;
    if (!sgf_file_load(terminal_game->engine, path, 0, &report)) {
        text_printf(&terminal_game->page, "Cannot read %s: ", path);
        sgf_error_write(&report.error, &terminal_game->page);
        text_add(&terminal_game->page, ".\n");
        return;
    }
    terminal_level_spoil(&terminal_game->level, "it comes from a file");
    tell_remarks(terminal_game, &report.remarks);
    heed_extras(terminal_game, &report.extras);
    own_file(terminal_game, report.extras.has_more ? "" : path);
    if (!(terminal_game->person[BLACK] && terminal_game->person[WHITE])) {
        Color player = terminal_turns_to_play(terminal_game);
        terminal_game->person[player] = true;
        terminal_game->person[color_other(player)] = false;
    }
    terminal_write_players(game, terminal_game->person, terminal_game->style,
                           &terminal_game->page);
    terminal_turns_draw(terminal_game);
    if (terminal_turns_is_over(terminal_game))
        terminal_turns_show_end(terminal_game);
}

static void execute(TerminalGame *terminal_game, const TerminalCommand *command)
{
    switch (command->verb) {
    case GAME_NOTHING:
        break;
    case GAME_MOVE:
        terminal_turns_move(terminal_game, command->point);
        break;
    case GAME_UNDO:
        terminal_turns_undo(terminal_game);
        break;
    case GAME_HINT:
        hint(terminal_game);
        break;
    case GAME_SCORE:
        score(terminal_game);
        break;
    case GAME_RESIGN:
        terminal_turns_resign(terminal_game);
        break;
    case GAME_NEW:
        begin_new(terminal_game, command);
        break;
    case GAME_HANDICAP:
        terminal_handicap_place(terminal_game, command->number);
        break;
    case GAME_COLOR:
        choose_color(terminal_game, command);
        break;
    case GAME_LEVEL:
        choose_level(terminal_game, command);
        break;
    case GAME_KOMI:
        choose_komi(terminal_game, command->number);
        break;
    case GAME_SAVE:
        save(terminal_game, command->path);
        break;
    case GAME_LOAD:
        load(terminal_game, command->path);
        break;
    case GAME_BOARD:
        terminal_turns_draw(terminal_game);
        break;
    case GAME_HELP:
        terminal_command_write_help(&terminal_game->page);
        break;
    case GAME_QUIT:
        terminal_game->quit = true;
        break;
    }
}

static const char *prompt_now(const TerminalGame *terminal_game)
{
    if (terminal_turns_is_over(terminal_game))
        return "> ";
    return terminal_turns_to_play(terminal_game) == BLACK ? "black> " : "white> ";
}

// An interrupt at the prompt only drops the line, because it may have been meant for
// what ended a moment ago. If nothing is typed before the next interrupt, that one ends
// the game.
static void drop_line(TerminalGame *terminal_game)
{
    const LineEditor *reader = &terminal_game->reader;
    text_add_char(&terminal_game->page, '\n');
    if (!reader->is_terminal || (terminal_game->warned && !reader->typed)) {
        terminal_game->interrupted = terminal_game->quit = true;
        return;
    }
    terminal_game->warned = true;
    text_add(&terminal_game->page, "Type `quit` or press Ctrl-C again to leave.\n");
}

static void obey(TerminalGame *terminal_game, const char *line)
{
    TerminalCommand command;
    const Position *pos = &terminal_turns_game(terminal_game)->position;
    terminal_game->warned = false;
    if (terminal_command_read(line, pos, &command, &terminal_game->page)) {
        execute(terminal_game, &command);
        game_archive_look(terminal_game->archive, terminal_game->engine);
    } else {
        text_add_char(&terminal_game->page, '\n');
    }
}

static void begin_first(TerminalGame *terminal_game)
{
    terminal_handicap_begin(terminal_game);
    terminal_write_players(terminal_turns_game(terminal_game), terminal_game->person,
                           terminal_game->style, &terminal_game->page);
    terminal_turns_draw(terminal_game);
    terminal_turns_go_on(terminal_game);
}

// Holds the dialogue. False if the output has no reader any more.
static bool converse(TerminalGame *terminal_game)
{
    LineEditor *reader = &terminal_game->reader;
    begin_first(terminal_game);
    while (terminal_turns_show(terminal_game) && !terminal_game->quit) {
        sigint_take(); // too late for what it was meant for
        const char *line = line_editor_next(reader, prompt_now(terminal_game));
        if (line != NULL) {
            obey(terminal_game, line);
        } else if (reader->interrupted) {
            drop_line(terminal_game);
        } else {
            text_add_char(&terminal_game->page, '\n');
            terminal_game->no_memory = reader->no_memory;
            terminal_game->quit = true;
        }
    }
    return !ferror(terminal_game->out);
}

// Interrupts are held from the first word to the last. At the prompt the line editor
// takes them, so none can slip in between. False if the output has no reader any more.
static bool converse_undisturbed(TerminalGame *terminal_game)
{
    HeldSigint held;
    sigint_hold(&held);
    bool seen = converse(terminal_game);
    sigint_take();
    sigint_release(&held);
    return seen;
}

static TerminalGameEnd end_of_game(const TerminalGame *terminal_game, bool seen)
{
    if (!seen)
        return TEXT_GAME_OUTPUT_LOST;
    if (terminal_game->no_memory)
        return TEXT_GAME_NO_MEMORY;
    return terminal_game->interrupted ? TEXT_GAME_INTERRUPTED : TEXT_GAME_DONE;
}

GameTerminal game_terminal(FILE *in, FILE *out)
{
    return (GameTerminal){in, out, terminal_traits(fileno(in)),
                          terminal_traits(fileno(out))};
}

TerminalGameEnd terminal_game_run(Engine *engine, GameArchive *archive,
                                  SgfFileAccess records, const GameTerminal *terminal,
                                  const GameWishes *wishes)
{
    const TerminalTraits *shown = &terminal->shown;
    bool edits = terminal_is_smart(shown) && terminal_is_smart(&terminal->typed) &&
                 records == RECORDS_ANYWHERE;
    char *memory = malloc(2 * PAGE_CAPACITY);
    if (memory == NULL)
        return TEXT_GAME_NO_MEMORY;
    TerminalGame terminal_game = {
        .engine = engine,
        .archive = archive,
        .records = records,
        .out = terminal->out,
        .style = board_style_find(shown),
        .erases = edits && terminal_can_erase(shown),
        .page = text_over(memory, PAGE_CAPACITY),
        .shown = text_over(memory + PAGE_CAPACITY, PAGE_CAPACITY),
        .person = {[BLACK] = true},
        .komi = engine_game(engine)->komi,
        .level = {.engine = engine, .opens_files = records != RECORDS_NOWHERE},
        .wishes = wishes};
    terminal_write_welcome(&terminal_game.page);
    terminal_level_begin(&terminal_game.level, wishes, &terminal_game.page);
    TerminalGameEnd end = TEXT_GAME_NO_MEMORY;
    if (line_editor_init(&terminal_game.reader, terminal->in, terminal->out, edits)) {
        end = end_of_game(&terminal_game, converse_undisturbed(&terminal_game));
        line_editor_free(&terminal_game.reader);
    }
    free(memory);
    errno = terminal_game.lost;
    return end;
}

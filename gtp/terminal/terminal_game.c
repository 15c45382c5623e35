// SPDX-License-Identifier: MIT
#include "terminal_game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board_style.h"
#include "handicap.h"
#include "sigint.h"
#include "terminal_command.h"
#include "terminal_messages.h"
#include "terminal_turns.h"

enum { PAGE_CAPACITY = 1 << 20, LEVEL_DEFAULT = 5, HANDICAP_KOMI = 1 };

const char *const TEXT_GAME_RULES = "chinese";

// Playouts per move, by level.
static const uint64_t LEVELS[GAME_LEVEL_MAX + 1] = {
    0, 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 300000};

// Looks at the position with the same effort at every level. The engine's own moves do
// not profit from it.
static void look(TerminalGame *text_game,
                 void (*report)(Engine *, const DiagramStyle *, Text *))
{
    Engine *engine = text_game->engine;
    uint64_t playouts = engine_options(engine)->playouts;
    double seconds = engine_options(engine)->seconds;
    engine_set_limits(engine, 0, 0);
    terminal_turns_begin_thinking(text_game, "Ponnuki is thinking. Ctrl-C stops it.");
    report(engine, text_game->style, &text_game->page);
    terminal_turns_end_thinking(text_game);
    engine_set_limits(engine, playouts, seconds);
    engine_clear_cache(engine);
}

static void hint(TerminalGame *text_game)
{
    if (terminal_turns_is_over(text_game))
        text_add(&text_game->page,
                 "The game is over, so there is no move to suggest.\n");
    else
        look(text_game, terminal_write_hint);
}

static void score(TerminalGame *text_game)
{
    if (game_is_over(terminal_turns_game(text_game)))
        terminal_write_result(text_game->engine, text_game->style, &text_game->page);
    else
        look(text_game, terminal_write_estimate);
}

static void begin(TerminalGame *text_game, int columns, int rows)
{
    Game *game = terminal_turns_game(text_game);
    game_resize(game, columns, rows);
    game->komi = text_game->komi;
    engine_new_game(text_game->engine);
}

static void begin_new(TerminalGame *text_game, const TerminalCommand *command)
{
    const Position *pos = &terminal_turns_game(text_game)->position;
    if (command->rows > 0)
        begin(text_game, command->number, command->rows);
    else
        begin(text_game, pos->columns, pos->rows);
    terminal_write_players(terminal_turns_game(text_game), text_game->person,
                           &text_game->page);
    terminal_turns_draw(text_game);
    terminal_turns_go_on(text_game);
}

// Whether nothing has been played or set up, and no player has resigned.
static bool is_untouched(const TerminalGame *text_game)
{
    const Game *game = terminal_turns_game(text_game);
    const Position *pos = &game->position;
    return game->move_count == 0 && !terminal_turns_is_over(text_game) &&
           pos->empty_count == pos->columns * pos->rows;
}

// The player of White gets no prompt before the first move. So the handicap may begin a
// game by itself.
static void begin_with_handicap(TerminalGame *text_game, const Point *points, int count)
{
    Game *game = terminal_turns_game(text_game);
    if (!is_untouched(text_game)) {
        begin(text_game, game->position.columns, game->position.rows);
        text_add(&text_game->page, "A new game: ");
    }
    if (!game_place_handicap(game, points, count)) {
        text_add(&text_game->page,
                 "Out of memory. Try again with a smaller --memory.\n");
        return;
    }
    game->komi = HANDICAP_KOMI;
    text_printf(&text_game->page, "%d stones, and komi 0.5. White moves.\n", count);
    terminal_turns_draw(text_game);
    terminal_turns_go_on(text_game);
}

static void place_handicap(TerminalGame *text_game, const TerminalCommand *command)
{
    const Position *pos = &terminal_turns_game(text_game)->position;
    Point points[HANDICAP_STONES_MAX];
    int limit = handicap_limit(pos->columns, pos->rows);
    if (limit == 0) {
        text_add(&text_game->page, "A board of this size has no handicap points; try "
                                   "`new 9`, `new 13` or `new 19`.\n");
    } else if (!handicap_points(pos->columns, pos->rows, command->number, points)) {
        text_printf(&text_game->page,
                    "This board takes a handicap of 2 to %d stones.\n", limit);
    } else {
        begin_with_handicap(text_game, points, command->number);
    }
}

static void choose_color(TerminalGame *text_game, const TerminalCommand *command)
{
    memcpy(text_game->person, command->person, sizeof text_game->person);
    terminal_write_players(terminal_turns_game(text_game), text_game->person,
                           &text_game->page);
    if (!terminal_turns_is_over(text_game))
        terminal_turns_go_on(text_game);
}

static void choose_level(TerminalGame *text_game, int level)
{
    engine_set_limits(text_game->engine, LEVELS[level], 0);
    text_printf(&text_game->page, "Level %d: %d playouts per move.\n", level,
                (int)LEVELS[level]);
}

static void choose_komi(TerminalGame *text_game, int komi)
{
    text_game->komi = terminal_turns_game(text_game)->komi = komi;
    text_printf(&text_game->page, "Komi for White: %g points.\n", komi / 2.0);
}

// Errors: false, after a message.
static bool may_open(TerminalGame *text_game, const char *what, const char *path)
{
    if (text_game->records != RECORDS_NOWHERE)
        return true;
    text_printf(&text_game->page,
                "Cannot %s %s: file access is disabled by --sandbox.\n", what, path);
    return false;
}

static void save(TerminalGame *text_game, const char *path)
{
    Text *page = &text_game->page;
    if (!may_open(text_game, "write", path))
        return;
    sgf_file_write(text_game->engine, page);
    bool saved = sgf_file_save(path, page) == SAVE_DONE;
    int trouble = errno;
    text_clear(page);
    if (saved)
        text_printf(page, "Saved as %s.\n", path);
    else
        text_printf(page, "Cannot write %s: %s.\n", path, strerror(trouble));
}

// Takes over what the record says of the end, and reports what else will be lost.
static void heed_extras(TerminalGame *text_game, const SgfExtras *extras)
{
    if (!terminal_turns_is_over(text_game))
        engine_resign(text_game->engine, extras->resigned);
    if (extras->has_more)
        text_add(&text_game->page,
                 "`save` keeps the moves, but drops names, comments and variations of "
                 "this record.\n");
}

static void tell_remarks(TerminalGame *text_game, const SgfRemarks *remarks)
{
    for (int i = 0; i < SGF_ODDITIES; i++) {
        if (remarks->of[i].line == 0)
            continue;
        text_add(&text_game->page, "Odd in the record, ");
        sgf_remark_write(remarks, (SgfOddity)i, &text_game->page);
        text_add(&text_game->page, ".\n");
    }
}

// A person plays the player to move, and the engine the other one.
static void load(TerminalGame *text_game, const char *path)
{
    Game *game = terminal_turns_game(text_game);
    SgfReport report;
    if (!may_open(text_game, "read", path))
        return;
    if (!sgf_file_load(text_game->engine, path, 0, &report)) {
        text_printf(&text_game->page, "Cannot read %s: ", path);
        sgf_error_write(&report.error, &text_game->page);
        text_add(&text_game->page, ".\n");
        return;
    }
    tell_remarks(text_game, &report.remarks);
    heed_extras(text_game, &report.extras);
    if (!(text_game->person[BLACK] && text_game->person[WHITE])) {
        Color player = terminal_turns_to_play(text_game);
        text_game->person[player] = true;
        text_game->person[color_other(player)] = false;
    }
    terminal_write_players(game, text_game->person, &text_game->page);
    terminal_turns_draw(text_game);
    if (terminal_turns_is_over(text_game))
        terminal_turns_show_end(text_game);
}

static void execute(TerminalGame *text_game, const TerminalCommand *command)
{
    switch (command->verb) {
    case GAME_NOTHING:
        break;
    case GAME_MOVE:
        terminal_turns_move(text_game, command->point);
        break;
    case GAME_UNDO:
        terminal_turns_undo(text_game);
        break;
    case GAME_HINT:
        hint(text_game);
        break;
    case GAME_SCORE:
        score(text_game);
        break;
    case GAME_RESIGN:
        terminal_turns_resign(text_game);
        break;
    case GAME_NEW:
        begin_new(text_game, command);
        break;
    case GAME_HANDICAP:
        place_handicap(text_game, command);
        break;
    case GAME_COLOR:
        choose_color(text_game, command);
        break;
    case GAME_LEVEL:
        choose_level(text_game, command->number);
        break;
    case GAME_KOMI:
        choose_komi(text_game, command->number);
        break;
    case GAME_SAVE:
        save(text_game, command->path);
        break;
    case GAME_LOAD:
        load(text_game, command->path);
        break;
    case GAME_BOARD:
        terminal_turns_draw(text_game);
        break;
    case GAME_HELP:
        terminal_command_write_help(&text_game->page);
        break;
    case GAME_QUIT:
        text_game->quit = true;
        break;
    }
}

static const char *prompt_now(const TerminalGame *text_game)
{
    if (terminal_turns_is_over(text_game))
        return "> ";
    return terminal_turns_to_play(text_game) == BLACK ? "black> " : "white> ";
}

// An interrupt at the prompt only drops the line, because it may have been meant for
// what ended a moment ago. If nothing is typed before the next interrupt, that one ends
// the game.
static void drop_line(TerminalGame *text_game)
{
    const LineEditor *reader = &text_game->reader;
    text_add_char(&text_game->page, '\n');
    if (!reader->is_terminal || (text_game->warned && !reader->typed)) {
        text_game->interrupted = text_game->quit = true;
        return;
    }
    text_game->warned = true;
    text_add(&text_game->page, "Type `quit` or press Ctrl-C again to leave.\n");
}

static void obey(TerminalGame *text_game, const char *line)
{
    TerminalCommand command;
    const Position *pos = &terminal_turns_game(text_game)->position;
    text_game->warned = false;
    if (terminal_command_read(line, pos, &command, &text_game->page)) {
        execute(text_game, &command);
        game_archive_look(text_game->archive, text_game->engine);
    } else {
        text_add_char(&text_game->page, '\n');
    }
}

// Holds the dialogue. False if the output has no reader any more.
static bool converse(TerminalGame *text_game)
{
    LineEditor *reader = &text_game->reader;
    terminal_write_welcome(&text_game->page);
    terminal_write_players(terminal_turns_game(text_game), text_game->person,
                           &text_game->page);
    terminal_turns_draw(text_game);
    while (terminal_turns_show(text_game) && !text_game->quit) {
        sigint_take(); // too late for what it was meant for
        const char *line = line_editor_next(reader, prompt_now(text_game));
        if (line != NULL) {
            obey(text_game, line);
        } else if (reader->interrupted) {
            drop_line(text_game);
        } else {
            text_add_char(&text_game->page, '\n');
            text_game->no_memory = reader->no_memory;
            text_game->quit = true;
        }
    }
    return !ferror(text_game->out);
}

// Interrupts are held from the first word to the last. At the prompt the line editor
// takes them, so none can slip in between. False if the output has no reader any more.
static bool converse_undisturbed(TerminalGame *text_game)
{
    HeldSigint held;
    sigint_hold(&held);
    bool seen = converse(text_game);
    sigint_take();
    sigint_release(&held);
    return seen;
}

static TerminalGameEnd end_of(const TerminalGame *text_game, bool seen)
{
    if (!seen)
        return TEXT_GAME_OUTPUT_LOST;
    if (text_game->no_memory)
        return TEXT_GAME_NO_MEMORY;
    return text_game->interrupted ? TEXT_GAME_INTERRUPTED : TEXT_GAME_DONE;
}

GameTerminal game_terminal(FILE *in, FILE *out)
{
    return (GameTerminal){in, out, terminal_traits(fileno(in)),
                          terminal_traits(fileno(out))};
}

TerminalGameEnd terminal_game_run(Engine *engine, GameArchive *archive,
                                  SgfFileAccess records, const GameTerminal *terminal)
{
    const TerminalTraits *shown = &terminal->shown;
    bool edits = terminal_is_smart(shown) && terminal_is_smart(&terminal->typed) &&
                 records == RECORDS_ANYWHERE;
    char *memory = malloc(2 * PAGE_CAPACITY);
    if (memory == NULL)
        return TEXT_GAME_NO_MEMORY;
    TerminalGame text_game = {.engine = engine,
                              .archive = archive,
                              .records = records,
                              .out = terminal->out,
                              .style = board_style_find(shown),
                              .erases = edits && terminal_can_erase(shown),
                              .page = text_over(memory, PAGE_CAPACITY),
                              .shown = text_over(memory + PAGE_CAPACITY, PAGE_CAPACITY),
                              .person = {[BLACK] = true},
                              .komi = engine_game(engine)->komi};
    const EngineOptions *options = engine_options(engine);
    if (options->playouts == 0 && options->seconds <= 0)
        engine_set_limits(engine, LEVELS[LEVEL_DEFAULT], 0);
    TerminalGameEnd end = TEXT_GAME_NO_MEMORY;
    if (line_editor_init(&text_game.reader, terminal->in, terminal->out, edits)) {
        end = end_of(&text_game, converse_undisturbed(&text_game));
        line_editor_free(&text_game.reader);
    }
    free(memory);
    errno = text_game.lost;
    return end;
}

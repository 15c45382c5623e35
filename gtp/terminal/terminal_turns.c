// SPDX-License-Identifier: MIT
#include "terminal_turns.h"

#include <errno.h>
#include <string.h>

#include "line_breaks.h"
#include "standard_files.h"
#include "terminal_messages.h"

const Game *terminal_turns_game(const TerminalGame *terminal_game)
{
    return engine_game(terminal_game->engine);
}

Color terminal_turns_to_play(const TerminalGame *terminal_game)
{
    return (Color)terminal_turns_game(terminal_game)->position.to_play;
}

bool terminal_turns_is_over(const TerminalGame *terminal_game)
{
    return engine_resigned(terminal_game->engine) != EMPTY ||
           game_is_over(terminal_turns_game(terminal_game));
}

static int columns_now(const TerminalGame *terminal_game)
{
    return standard_file_columns(fileno(terminal_game->out));
}

bool terminal_turns_show(TerminalGame *terminal_game)
{
    Text *lines = &terminal_game->shown;
    text_clear(lines);
    line_breaks_add(terminal_game->page.bytes, columns_now(terminal_game), lines);
    errno = EIO; // the prompt was lost; no more is known
    bool shown =
        fwrite(lines->bytes, 1, lines->length, terminal_game->out) == lines->length &&
        fflush(terminal_game->out) == 0 && !ferror(terminal_game->out);
    if (!shown && terminal_game->lost == 0)
        terminal_game->lost = errno;
    text_clear(&terminal_game->page);
    return shown;
}

void terminal_turns_begin(TerminalGame *terminal_game, int columns, int rows)
{
    terminal_game->own_file[0] = '\0';
    engine_new_game(terminal_game->engine, columns, rows);
    engine_set_komi(terminal_game->engine, terminal_game->komi);
}

void terminal_turns_draw(TerminalGame *terminal_game)
{
    terminal_write_board(terminal_turns_game(terminal_game), terminal_game->style,
                         &terminal_game->page);
}

void terminal_turns_begin_thinking(TerminalGame *terminal_game, const char *said)
{
    bool fits = (int)strlen(said) < columns_now(terminal_game); // else it is two lines
    if (terminal_game->erases && fits) {
        text_add(&terminal_game->page, said);
        terminal_turns_show(terminal_game);
        text_add(&terminal_game->page,
                 "\r\033[K"); // what is shown next begins with that
    }
    interruptible_start(&terminal_game->thinking, terminal_game->engine,
                        fileno(terminal_game->out));
}

void terminal_turns_end_thinking(TerminalGame *terminal_game)
{
    interruptible_stop(&terminal_game->thinking);
}

static MoveError think(TerminalGame *terminal_game, Color player, MoveResult *result)
{
    MoveRequest request = {.player = player, .purpose = MOVE_PLAY};
    game_archive_look(terminal_game->archive, terminal_game->engine);
    terminal_turns_begin_thinking(terminal_game,
                                  "Ponnuki is thinking. Ctrl-C makes it move at once.");
    MoveError error = engine_genmove(terminal_game->engine, &request, result);
    terminal_turns_end_thinking(terminal_game);
    return error;
}

void terminal_turns_show_end(TerminalGame *terminal_game)
{
    Color resigned = engine_resigned(terminal_game->engine);
    if (resigned != EMPTY)
        terminal_write_resignation(resigned, &terminal_game->page);
    else
        terminal_write_result(terminal_game->engine, terminal_game->style,
                              &terminal_game->page);
    terminal_level_count(&terminal_game->level, terminal_game->person,
                         &terminal_game->page);
    text_add(&terminal_game->page,
             "`new` begins another game, `undo` goes on with this one.\n");
}

void terminal_turns_go_on(TerminalGame *terminal_game)
{
    while (!terminal_game->person[terminal_turns_to_play(terminal_game)] &&
           !terminal_turns_is_over(terminal_game)) {
        Color player = terminal_turns_to_play(terminal_game);
        MoveResult result;
        if (think(terminal_game, player, &result) != MOVE_OK) {
            terminal_game->no_memory = terminal_game->quit = true;
            return;
        }
        terminal_write_move(terminal_turns_game(terminal_game), result.move,
                            &terminal_game->page);
        if (!terminal_turns_is_over(terminal_game))
            terminal_turns_draw(terminal_game);
    }
    if (terminal_turns_is_over(terminal_game))
        terminal_turns_show_end(terminal_game);
}

void terminal_turns_move(TerminalGame *terminal_game, Point point)
{
    if (terminal_turns_is_over(terminal_game)) {
        text_add(&terminal_game->page,
                 "The game is over. `new` begins another one, `undo` "
                 "goes on with this one.\n");
        return;
    }
    Color player = terminal_turns_to_play(terminal_game);
    MoveError error = engine_play(terminal_game->engine, player, point);
    if (error != MOVE_OK) {
        terminal_write_illegal_move(point, error, &terminal_game->page);
        return;
    }
    if (terminal_game->person[color_other(player)] &&
        !terminal_turns_is_over(terminal_game))
        terminal_turns_draw(terminal_game);
    terminal_turns_go_on(terminal_game);
}

// The number of moves to take back until it is a person's turn again. 0: the person has
// made no move.
static int moves_to_undo(const TerminalGame *terminal_game)
{
    const Game *game = terminal_turns_game(terminal_game);
    for (int count = 1; count <= game->move_count; count++)
        if (terminal_game->person[game->moves[game->move_count - count].color])
            return count;
    return 0;
}

void terminal_turns_undo(TerminalGame *terminal_game)
{
    Color resigned = engine_resigned(terminal_game->engine);
    int count = resigned != EMPTY && terminal_game->person[resigned]
                    ? 0
                    : moves_to_undo(terminal_game);
    if (resigned == EMPTY && count == 0) {
        text_add(&terminal_game->page,
                 "Cannot undo: you have not played a move yet.\n");
        return;
    }
    engine_resign(terminal_game->engine, EMPTY);
    engine_undo(terminal_game->engine, count);
    terminal_turns_draw(terminal_game);
    terminal_turns_go_on(terminal_game);
}

void terminal_turns_resign(TerminalGame *terminal_game)
{
    if (terminal_turns_is_over(terminal_game)) {
        text_add(&terminal_game->page, "The game is over already.\n");
        return;
    }
    engine_resign(terminal_game->engine, terminal_turns_to_play(terminal_game));
    terminal_turns_show_end(terminal_game);
}

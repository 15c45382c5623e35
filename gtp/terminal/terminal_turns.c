// SPDX-License-Identifier: MIT
#include "terminal_turns.h"

#include <errno.h>
#include <string.h>

#include "line_breaks.h"
#include "standard_files.h"
#include "terminal_messages.h"

Game *terminal_turns_game(const TerminalGame *text_game)
{
    return engine_game(text_game->engine);
}

Color terminal_turns_to_play(const TerminalGame *text_game)
{
    return (Color)terminal_turns_game(text_game)->position.to_play;
}

bool terminal_turns_is_over(const TerminalGame *text_game)
{
    return engine_resigned(text_game->engine) != EMPTY ||
           game_is_over(terminal_turns_game(text_game));
}

static int columns_now(const TerminalGame *text_game)
{
    return standard_file_columns(fileno(text_game->out));
}

bool terminal_turns_show(TerminalGame *text_game)
{
    Text *lines = &text_game->shown;
    text_clear(lines);
    line_breaks_add(text_game->page.bytes, columns_now(text_game), lines);
    errno = EIO; // the prompt was lost; no more is known
    bool shown =
        fwrite(lines->bytes, 1, lines->length, text_game->out) == lines->length &&
        fflush(text_game->out) == 0 && !ferror(text_game->out);
    if (!shown && text_game->lost == 0)
        text_game->lost = errno;
    text_clear(&text_game->page);
    return shown;
}

void terminal_turns_draw(TerminalGame *text_game)
{
    terminal_write_board(terminal_turns_game(text_game), text_game->style,
                         &text_game->page);
}

void terminal_turns_begin_thinking(TerminalGame *text_game, const char *said)
{
    bool fits = (int)strlen(said) < columns_now(text_game); // else it is two lines
    if (text_game->erases && fits) {
        text_add(&text_game->page, said);
        terminal_turns_show(text_game);
        text_add(&text_game->page, "\r\033[K"); // what is shown next begins with that
    }
    interruptible_start(&text_game->thinking, text_game->engine,
                        fileno(text_game->out));
}

void terminal_turns_end_thinking(TerminalGame *text_game)
{
    interruptible_stop(&text_game->thinking);
}

static Point think(TerminalGame *text_game, Color player, MoveError *error)
{
    game_archive_look(text_game->archive, text_game->engine);
    terminal_turns_begin_thinking(text_game,
                                  "Ponnuki is thinking. Ctrl-C makes it move at once.");
    Point move = engine_genmove(text_game->engine, player, error);
    terminal_turns_end_thinking(text_game);
    return move;
}

void terminal_turns_show_end(TerminalGame *text_game)
{
    Color resigned = engine_resigned(text_game->engine);
    if (resigned != EMPTY)
        terminal_write_resignation(resigned, &text_game->page);
    else
        terminal_write_result(text_game->engine, text_game->style, &text_game->page);
    text_add(&text_game->page,
             "`new` begins another game, `undo` goes on with this one.\n");
}

void terminal_turns_go_on(TerminalGame *text_game)
{
    while (!text_game->person[terminal_turns_to_play(text_game)] &&
           !terminal_turns_is_over(text_game)) {
        Color player = terminal_turns_to_play(text_game);
        MoveError error;
        Point move = think(text_game, player, &error);
        if (error != MOVE_OK) {
            text_game->no_memory = text_game->quit = true;
            return;
        }
        terminal_write_move(terminal_turns_game(text_game), move, &text_game->page);
        if (!terminal_turns_is_over(text_game))
            terminal_turns_draw(text_game);
    }
    if (terminal_turns_is_over(text_game))
        terminal_turns_show_end(text_game);
}

void terminal_turns_move(TerminalGame *text_game, Point point)
{
    if (terminal_turns_is_over(text_game)) {
        text_add(&text_game->page, "The game is over. `new` begins another one, `undo` "
                                   "goes on with this one.\n");
        return;
    }
    Color player = terminal_turns_to_play(text_game);
    MoveError error = engine_play(text_game->engine, player, point);
    if (error != MOVE_OK) {
        terminal_write_illegal_move(point, error, &text_game->page);
        return;
    }
    if (text_game->person[color_other(player)] && !terminal_turns_is_over(text_game))
        terminal_turns_draw(text_game);
    terminal_turns_go_on(text_game);
}

// The number of moves to take back until it is a person's turn again. 0: the person has
// made no move.
static int moves_to_undo(const TerminalGame *text_game)
{
    const Game *game = terminal_turns_game(text_game);
    for (int count = 1; count <= game->move_count; count++)
        if (text_game->person[game->moves[game->move_count - count].color])
            return count;
    return 0;
}

void terminal_turns_undo(TerminalGame *text_game)
{
    Color resigned = engine_resigned(text_game->engine);
    int count =
        resigned != EMPTY && text_game->person[resigned] ? 0 : moves_to_undo(text_game);
    if (resigned == EMPTY && count == 0) {
        text_add(&text_game->page, "Cannot undo: you have not played a move yet.\n");
        return;
    }
    engine_resign(text_game->engine, EMPTY);
    for (int i = 0; i < count; i++)
        game_undo(terminal_turns_game(text_game));
    terminal_turns_draw(text_game);
    terminal_turns_go_on(text_game);
}

void terminal_turns_resign(TerminalGame *text_game)
{
    if (terminal_turns_is_over(text_game)) {
        text_add(&text_game->page, "The game is over already.\n");
        return;
    }
    engine_resign(text_game->engine, terminal_turns_to_play(text_game));
    terminal_turns_show_end(text_game);
}

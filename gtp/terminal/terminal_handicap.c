// SPDX-License-Identifier: MIT
#include "terminal_handicap.h"

#include <stdlib.h>

#include "handicap.h"
#include "player_file.h"
#include "stones_between.h"

enum { HANDICAP_KOMI = 1 };          // half points
enum { PLAYER_MESSAGE_SIZE = 8192 }; // bytes; it may name a file

// Can the board take so many stones? Errors: false, with a message.
static bool check_stones(const Position *pos, int stones, Text *message)
{
    int limit = handicap_limit(pos->columns, pos->rows);
    if (stones <= limit)
        return true;
    text_printf(message, "--handicap %d: a board of %dx%d ", stones, pos->columns,
                pos->rows);
    if (limit == 0)
        text_add(message, "has no handicap points; try --size 9, 13 or 19");
    else
        text_printf(message, "takes 2 to %d stones", limit);
    return false;
}

// Reads the person's rank from its file. Errors: false, with a message.
static bool recall_rank(bool opens_files, Rank *rank, Text *message)
{
    char bytes[PLAYER_MESSAGE_SIZE];
    Text fault = text_over(bytes, sizeof bytes);
    PlayerRank player = {.rank = RANK_UNKNOWN};
    PlayerFileResult result = PLAYER_FILE_FAILED;
    if (opens_files)
        result = player_file_read(&player, &fault);
    else
        text_add(&fault, "--sandbox blocks the file with your rank");
    *rank = player.rank;
    if (result == PLAYER_FILE_READ)
        return true;
    text_printf(message, "--handicap auto: %s; give your rank, such as --my-rank 15k%s",
                result == PLAYER_FILE_MISSING ? "your rank is not known" : bytes,
                result == PLAYER_FILE_MISSING ? ", or find it with --rank auto" : "");
    return false;
}

bool terminal_handicap_prepare(const Engine *engine, bool opens_files,
                               GameWishes *wishes, Text *message)
{
    if (wishes->handicap != HANDICAP_AUTO)
        return check_stones(&engine_game(engine)->position, wishes->handicap, message);
    return wishes->rank_auto || wishes->my_rank != RANK_UNKNOWN ||
           recall_rank(opens_files, &wishes->my_rank, message);
}

// Errors: false, after a message. Pre: nothing was played; the board takes so many.
static bool set_stones(TerminalGame *terminal_game, int stones)
{
    const Position *pos = &terminal_turns_game(terminal_game)->position;
    Point points[HANDICAP_STONES_MAX];
    handicap_points(pos->columns, pos->rows, stones, points);
    if (engine_place_handicap(terminal_game->engine, points, stones)) {
        engine_set_komi(terminal_game->engine, HANDICAP_KOMI);
        return true;
    }
    text_add(&terminal_game->page,
             "Out of memory. Try again with a smaller --memory.\n");
    return false;
}

static void set_told_stones(TerminalGame *terminal_game, int stones)
{
    if (set_stones(terminal_game, stones))
        text_printf(&terminal_game->page, "%d stones, and komi 0.5. White moves.\n",
                    stones);
}

void terminal_handicap_begin(TerminalGame *terminal_game)
{
    if (terminal_game->wishes->handicap > 0)
        set_told_stones(terminal_game, terminal_game->wishes->handicap);
    else
        terminal_handicap_even_up(terminal_game);
}

// The rank that the command line or the file says, or the level that follows it.
static Rank person_rank(const TerminalGame *terminal_game)
{
    const TerminalLevel *level = &terminal_game->level;
    Rank rank = terminal_game->wishes->my_rank;
    return level->is_auto || rank == RANK_UNKNOWN ? level->player.rank : rank;
}

static void tell_ranks(const TerminalGame *terminal_game, Text *text)
{
    text_add(text, "You are ");
    rank_write(person_rank(terminal_game), text);
    text_add(text, " and Ponnuki is ");
    rank_write(engine_options(terminal_game->engine)->rank, text);
}

static void tell_handicap(const StonesBetween *between, bool person_is_weaker,
                          Text *text)
{
    const char *weaker = person_is_weaker ? "you" : "Ponnuki";
    const char *ending = person_is_weaker ? "" : "s";
    if (between->stones > 1)
        text_printf(text, ": %s get%s %d stones, and komi is 0.5.", weaker, ending,
                    between->stones);
    else
        text_printf(text, ": %s play%s Black, and komi is 0.5.", weaker, ending);
    text_add(text, between->is_limited ? " This board takes no more.\n" : "\n");
}

// Pre: the ranks differ by so many; negative: the person is the stronger one.
static void give_stones(TerminalGame *terminal_game, int ranks)
{
    const Position *pos = &terminal_turns_game(terminal_game)->position;
    StonesBetween between = stones_between(abs(ranks), pos->columns, pos->rows);
    terminal_game->person[BLACK] = ranks > 0;
    terminal_game->person[WHITE] = ranks < 0;
    tell_handicap(&between, ranks > 0, &terminal_game->page);
    if (between.stones > 1)
        set_stones(terminal_game, between.stones);
    else
        engine_set_komi(terminal_game->engine, HANDICAP_KOMI);
}

void terminal_handicap_even_up(TerminalGame *terminal_game)
{
    Rank rank = engine_options(terminal_game->engine)->rank;
    Text *page = &terminal_game->page;
    if (terminal_game->wishes->handicap != HANDICAP_AUTO ||
        (terminal_game->person[BLACK] && terminal_game->person[WHITE]))
        return;
    if (rank == RANK_UNKNOWN) {
        text_add(page, "`level max` has no rank, so there is no handicap.\n");
        return;
    }
    tell_ranks(terminal_game, page);
    int ranks = rank - person_rank(terminal_game);
    if (ranks == 0)
        text_add(page, ", so the game is even.\n");
    else
        give_stones(terminal_game, ranks);
}

// Whether nothing has been played or set up, and no player has resigned.
static bool is_untouched(const TerminalGame *terminal_game)
{
    const Game *game = terminal_turns_game(terminal_game);
    const Position *pos = &game->position;
    return game->move_count == 0 && !terminal_turns_is_over(terminal_game) &&
           pos->empty_count == pos->columns * pos->rows;
}

void terminal_handicap_place(TerminalGame *terminal_game, int stones)
{
    const Position *pos = &terminal_turns_game(terminal_game)->position;
    int limit = handicap_limit(pos->columns, pos->rows);
    if (limit == 0) {
        text_add(&terminal_game->page,
                 "A board of this size has no handicap points; try "
                 "`new 9`, `new 13` or `new 19`.\n");
        return;
    }
    if (stones < 2 || stones > limit) {
        text_printf(&terminal_game->page,
                    "This board takes a handicap of 2 to %d stones.\n", limit);
        return;
    }
    // The player of White gets no prompt before the first move. So the handicap may
    // begin a game by itself.
    if (!is_untouched(terminal_game)) {
        terminal_turns_begin(terminal_game, pos->columns, pos->rows);
        text_add(&terminal_game->page, "A new game: ");
    }
    set_told_stones(terminal_game, stones);
    terminal_turns_draw(terminal_game);
    terminal_turns_go_on(terminal_game);
}

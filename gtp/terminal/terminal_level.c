// SPDX-License-Identifier: MIT
#include "terminal_level.h"

#include "player_file.h"

// A game counts from one move for so many points of the board. Before that it is hardly
// an opening: whoever gives it up then has tried something, or has mistyped.
enum { POINTS_PER_MOVE = 10 };

enum { MESSAGE_SIZE = 8192 }; // bytes; it may name a file

static Rank rank_now(const TerminalLevel *level)
{
    return engine_options(level->engine)->rank;
}

// Errors: false, unchanged, after a message.
static bool set_rank(const TerminalLevel *level, Rank rank, Text *text)
{
    EngineOptions options = *engine_options(level->engine);
    options.rank = rank;
    if (rank != RANK_UNKNOWN && !engine_options_have_levels(&options))
        text_add(text, "Without a network there is only `level max`. Start Ponnuki "
                       "without --no-net for others.\n");
    else if (!engine_set_options(level->engine, &options))
        text_add(text, "Out of memory. Try again with a smaller --memory.\n");
    else
        return true;
    return false;
}

static void stop_keeping(TerminalLevel *level, const char *why, Text *text)
{
    level->is_kept = false;
    text_printf(text, "Your rank is not kept: %s.\n", why);
}

// Writes the person's rank to its file, unless that has failed before.
static void keep(TerminalLevel *level, Text *text)
{
    char bytes[MESSAGE_SIZE];
    Text message = text_over(bytes, sizeof bytes);
    if (level->is_kept && !player_file_write(level->player, &message))
        stop_keeping(level, bytes, text);
}

// Reads the person's rank from its file. Without one it is that of a beginner.
static void recall(TerminalLevel *level, Text *text)
{
    char bytes[MESSAGE_SIZE];
    Text message = text_over(bytes, sizeof bytes);
    PlayerFileResult result = player_file_read(&level->player, &message);
    if (result == PLAYER_FILE_READ)
        return;
    if (result == PLAYER_FILE_FAILED)
        stop_keeping(level, bytes, text);
    text_add(text, "You begin at ");
    rank_write(level->player.rank, text);
    text_add(text, ". To begin at 10k, type `level 10k`, then `level auto`.\n");
}

void terminal_level_choose(TerminalLevel *level, Rank rank, Text *text)
{
    if (!set_rank(level, rank, text))
        return;
    level->is_auto = false;
    level->is_chosen = true;
    terminal_level_tell(level, text);
}

// Takes the person's rank from the one that the user has named, or from the file.
static void find_player(TerminalLevel *level, Rank named, Text *text)
{
    bool is_named = named != RANK_UNKNOWN;
    level->player = (PlayerRank){.rank = is_named ? named : PLAYER_RANK_FIRST};
    level->is_kept = level->opens_files;
    if (!level->opens_files)
        stop_keeping(level, "--sandbox blocks its file", text);
    else if (is_named)
        keep(level, text);
    else
        recall(level, text);
}

void terminal_level_follow(TerminalLevel *level, Text *text)
{
    Rank named = level->is_chosen ? rank_now(level) : RANK_UNKNOWN;
    if (!level->is_auto) {
        if (!set_rank(level, PLAYER_RANK_FIRST, text))
            return;
        find_player(level, named, text);
        set_rank(level, level->player.rank, text);
        level->is_auto = true;
        if (engine_game(level->engine)->move_count > 0)
            terminal_level_spoil(level, "the level has changed in it");
    }
    terminal_level_tell(level, text);
}

// Does the user limit the engine's moves, or say otherwise how it plays?
static bool has_limits(const Engine *engine)
{
    SearchLimits limits = engine_limits(engine);
    return limits.playouts > 0 || limits.visits > 0 || limits.seconds > 0 ||
           engine_options(engine)->human != NULL;
}

void terminal_level_begin(TerminalLevel *level, const GameWishes *wishes, Text *text)
{
    const EngineOptions *options = engine_options(level->engine);
    level->is_chosen = wishes->rank_chosen;
    if (wishes->rank_auto) {
        terminal_level_follow(level, text);
    } else if (options->rank != RANK_UNKNOWN) {
        terminal_level_tell(level, text);
    } else if (!wishes->rank_chosen && !has_limits(level->engine) &&
               engine_options_have_levels(options) &&
               set_rank(level, PLAYER_RANK_FIRST, text)) {
        terminal_level_tell(level, text);
        text_add(text, "`level` changes that, such as `level 5k`, `level max` or "
                       "`level auto`.\n");
    }
}

void terminal_level_tell(const TerminalLevel *level, Text *text)
{
    if (level->is_auto) {
        text_add(text, "Level auto: Ponnuki plays at your rank. ");
        player_rank_tell_next(level->player, text);
        return;
    }
    text_add(text, "Level ");
    level_write(rank_now(level), text);
    text_add(text, rank_now(level) == RANK_UNKNOWN
                       ? ": Ponnuki plays as well as it can.\n"
                       : ": Ponnuki plays like a person of this rank.\n");
}

void terminal_level_spoil(TerminalLevel *level, const char *fault)
{
    level->spoilt = engine_games_begun(level->engine);
    level->fault = fault;
}

// EMPTY: the game has no winner.
static Color winner_of(Engine *engine)
{
    Color loser = engine_resigned(engine);
    if (loser != EMPTY)
        return color_other(loser);
    if (game_is_void(engine_game(engine)))
        return EMPTY;
    int score = engine_final_score(engine);
    if (score == 0)
        return EMPTY;
    return score > 0 ? BLACK : WHITE;
}

// Why the game does not count. NULL: it does.
static const char *find_fault(const TerminalLevel *level)
{
    const Game *game = engine_game(level->engine);
    int points = game->position.columns * game->position.rows;
    if (level->fault != NULL && level->spoilt == engine_games_begun(level->engine))
        return level->fault;
    if (game->handicap > 0)
        return "it has handicap stones";
    if (POINTS_PER_MOVE * game->move_count < points)
        return "it has too few moves";
    return winner_of(level->engine) == EMPTY ? "it has no winner" : NULL;
}

void terminal_level_count(TerminalLevel *level, const bool person[2], Text *text)
{
    if (!level->is_auto || person[BLACK] == person[WHITE])
        return;
    const char *fault = find_fault(level);
    if (fault != NULL) {
        text_printf(text, "This game does not count for your rank: %s.\n", fault);
        return;
    }
    bool won = person[winner_of(level->engine)];
    player_rank_tell(level->player, won, text);
    level->player = player_rank_after(level->player, won);
    terminal_level_spoil(level, "it has been counted already");
    set_rank(level, level->player.rank, text);
    keep(level, text);
}

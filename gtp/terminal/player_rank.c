// SPDX-License-Identifier: MIT
#include "player_rank.h"

#include <stdlib.h>
#include <string.h>

#include "arguments.h"

static const char RANK_KEY[] = "rank:", WINS_KEY[] = "wins in a row:",
                  LOSSES_KEY[] = "losses in a row:";

// The streak if this game goes on with it, or begins another one.
static int streak_after(int streak, bool won)
{
    if (won)
        return streak > 0 ? streak + 1 : 1;
    return streak < 0 ? streak - 1 : -1;
}

static bool is_limit(Rank rank, bool up)
{
    return rank == (up ? LEVEL_RANK_MOST : LEVEL_RANK_LEAST);
}

PlayerRank player_rank_after(PlayerRank player, bool won)
{
    int streak = streak_after(player.streak, won);
    if (abs(streak) < PLAYER_STREAK)
        return (PlayerRank){player.rank, streak};
    if (is_limit(player.rank, won))
        return (PlayerRank){player.rank, 0};
    return (PlayerRank){player.rank + (won ? 1 : -1), 0};
}

void player_rank_tell(PlayerRank before, bool won, Text *text)
{
    PlayerRank after = player_rank_after(before, won);
    if (after.streak != 0) {
        player_rank_tell_next(after, text);
        return;
    }
    text_printf(text, "Three %s in a row: you are %s", won ? "wins" : "losses",
                after.rank == before.rank ? "still " : "");
    rank_write(after.rank, text);
    if (after.rank == before.rank)
        text_printf(text, ", the %s level there is.\n", won ? "strongest" : "weakest");
    else
        text_add(text, " now, and so is Ponnuki.\n");
}

void player_rank_tell_next(PlayerRank player, Text *text)
{
    bool up = player.streak > 0;
    int missing = PLAYER_STREAK - abs(player.streak);
    text_add(text, "You are ");
    rank_write(player.rank, text);
    if (player.streak == 0) {
        text_printf(text, "; three %s in a row change that.\n",
                    is_limit(player.rank, true)    ? "losses"
                    : is_limit(player.rank, false) ? "wins"
                                                   : "wins or three losses");
    } else if (is_limit(player.rank, up)) {
        text_printf(text, ", the %s level there is.\n", up ? "strongest" : "weakest");
    } else {
        text_printf(text, "; %s more %s in a row %s you ", missing == 1 ? "one" : "two",
                    up ? (missing == 1 ? "win" : "wins")
                       : (missing == 1 ? "loss" : "losses"),
                    missing == 1 ? "makes" : "make");
        rank_write(player.rank + (up ? 1 : -1), text);
        text_add(text, ".\n");
    }
}

void player_rank_write(PlayerRank player, Text *text)
{
    text_printf(text, "%s ", RANK_KEY);
    rank_write(player.rank, text);
    text_printf(text, "\n%s %d\n", player.streak < 0 ? LOSSES_KEY : WINS_KEY,
                abs(player.streak));
}

// What the lines have said so far.
typedef struct Lines {
    PlayerRank player; // the rank is RANK_UNKNOWN before its line
    bool has_streak;
    int line; // counted from 1
} Lines;

static bool read_rank(const char *word, Lines *lines, Text *message)
{
    Rank rank = RANK_UNKNOWN;
    const char *rest = rank_read(word, &rank);
    if (rest != NULL && *rest == '\0' && rank >= LEVEL_RANK_LEAST &&
        rank <= LEVEL_RANK_MOST) {
        lines->player.rank = rank;
        return true;
    }
    text_printf(message, "line %d: the rank must be from ", lines->line);
    rank_write(LEVEL_RANK_LEAST, message);
    text_add(message, " to ");
    rank_write(LEVEL_RANK_MOST, message);
    return false;
}

static bool read_streak(const char *word, int sign, Lines *lines, Text *message)
{
    int games;
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    if (!arg_int_within(word, 0, PLAYER_STREAK - 1, &games, &allowed)) {
        text_printf(message, "line %d: the games in a row must be %s", lines->line,
                    allowed.bytes);
        return false;
    }
    lines->player.streak = sign * games;
    lines->has_streak = true;
    return true;
}

// The word behind a key at the beginning of the line. NULL: another key is there.
static const char *behind(const char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    return line + length + strspn(line + length, " \t");
}

// Reads a line that has no blanks around it.
static bool read_line(const char *line, Lines *lines, Text *message)
{
    const char *rank = behind(line, RANK_KEY);
    const char *wins = behind(line, WINS_KEY), *losses = behind(line, LOSSES_KEY);
    if (rank != NULL && lines->player.rank == RANK_UNKNOWN)
        return read_rank(rank, lines, message);
    if ((wins != NULL || losses != NULL) && !lines->has_streak)
        return read_streak(wins != NULL ? wins : losses, wins != NULL ? 1 : -1, lines,
                           message);
    text_printf(message,
                "line %d: only one `%s 10k` and one `%s 1` or `%s 1` may be there",
                lines->line, RANK_KEY, WINS_KEY, LOSSES_KEY);
    return false;
}

// Copies the text from `start` to `end`, without blanks around it.
static void copy_trimmed(const char *start, const char *end,
                         char line[PLAYER_TEXT_SIZE])
{
    static const char BLANKS[] = " \t\r";
    while (start < end && strchr(BLANKS, *start) != NULL)
        start++;
    while (end > start && strchr(BLANKS, end[-1]) != NULL)
        end--;
    memcpy(line, start, (size_t)(end - start));
    line[end - start] = '\0';
}

bool player_rank_read(const char *text, PlayerRank *player, Text *message)
{
    static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf"; // editors may write one
    Lines lines = {.player = {.rank = RANK_UNKNOWN}};
    if (strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        text += strlen(BYTE_ORDER_MARK);
    while (*text != '\0') {
        const char *end = text + strcspn(text, "\n");
        char line[PLAYER_TEXT_SIZE];
        lines.line++;
        if (end - text >= PLAYER_TEXT_SIZE) {
            text_printf(message, "line %d: it is too long", lines.line);
            return false;
        }
        copy_trimmed(text, end, line);
        if (line[0] != '\0' && !read_line(line, &lines, message))
            return false;
        text = *end == '\n' ? end + 1 : end;
    }
    if (lines.player.rank == RANK_UNKNOWN) {
        text_printf(message, "a line such as `%s 10k` is missing", RANK_KEY);
        return false;
    }
    *player = lines.player;
    return true;
}

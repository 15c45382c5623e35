// SPDX-License-Identifier: MIT
#include "game_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "durable_file.h"
#include "rng.h"
#include "sgf_file.h"
#include "stopwatch.h"

// Bytes; a record has room for more than a hundred thousand moves.
enum { RECORD_CAPACITY = 1 << 20, NAME_SIZE = 64, PATH_SIZE = 4096 };

enum { OPEN_MAX = 64 }; // games that are remembered in case they go on

// All that can be seen of a change in what a record holds.
typedef struct Mark {
    unsigned games; // that the engine has begun
    uint32_t turns; // of the history
    int moves, komi, handicap;
    uint64_t hash;
    const char *rules;
    Color resigned;
} Mark;

// A game that another one has replaced before it was over.
typedef struct OpenGame {
    int file; // number; 0: none
    int moves;
    uint64_t course; // course_of
} OpenGame;

struct GameKeeper {
    const char *folder;
    char name[NAME_SIZE]; // what the names of its files begin with, and no others
    char temporary[PATH_SIZE], path[2 * PATH_SIZE];
    int files;       // made so far
    int file;        // the number of the present game's; 0: it has none
    bool is_closed;  // that game is over
    bool has_failed; // and said so
    int loaded;      // moves that the game had when it began
    Mark seen, closed;
    uint64_t course; // of the game as seen
    OpenGame open[OPEN_MAX];
    int oldest; // where the next one goes if there is no room
    Text record;
    char bytes[RECORD_CAPACITY];
};

static Mark mark_now(Engine *engine)
{
    const Game *game = engine_game(engine);
    return (Mark){.games = engine_games_begun(engine),
                  .turns = game->history.length,
                  .moves = game->move_count,
                  .komi = game->komi,
                  .handicap = game->handicap,
                  .hash = game->position.hash,
                  .rules = game->rules.name,
                  .resigned = engine_resigned(engine)};
}

static bool is_same(const Mark *a, const Mark *b)
{
    return a->games == b->games && a->turns == b->turns && a->moves == b->moves &&
           a->komi == b->komi && a->handicap == b->handicap && a->hash == b->hash &&
           strcmp(a->rules, b->rules) == 0 && a->resigned == b->resigned;
}

// Tells courses of games apart: the grid, and all colourings up to so many moves.
static uint64_t course_of(const Game *game, int moves)
{
    const History *history = &game->history;
    uint32_t count = history->length - (uint32_t)(game->move_count - moves);
    uint64_t course = (uint64_t)game->position.columns << 8 | game->position.rows;
    for (uint32_t i = 0; i < count; i++)
        course =
            (course ^ history->entries[i].hash ^ history->entries[i].circumstances) *
            RNG_MULTIPLIER;
    return course;
}

static void complain(GameKeeper *keeper)
{
    if (!keeper->has_failed)
        fprintf(stderr,
                "ponnuki: --save-games %s: cannot write: %s; the game goes on but is "
                "not saved\n",
                keeper->folder, strerror(errno));
    keeper->has_failed = true;
}

// Begins all names with the moment and the process, to the microsecond: machines that
// share the folder may have processes of the same number.
static bool choose_names(GameKeeper *keeper)
{
    struct timespec now = stopwatch_date();
    struct tm date;
    char start[NAME_SIZE / 2];
    if (localtime_r(&now.tv_sec, &date) == NULL ||
        strftime(start, sizeof start, "%Y%m%d-%H%M%S", &date) == 0)
        snprintf(start, sizeof start, "%lld", (long long)now.tv_sec);
    snprintf(keeper->name, NAME_SIZE, "%s-%06ld-%ld", start, now.tv_nsec / 1000,
             (long)getpid());
    Text temporary = text_over(keeper->temporary, PATH_SIZE);
    text_printf(&temporary, "%s/%s.tmp", keeper->folder, keeper->name);
    errno = ENAMETOOLONG;
    return !temporary.truncated;
}

// Shows that files can be made in the folder, and that nobody has this name.
static bool try_folder(const GameKeeper *keeper)
{
    int file = open(keeper->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0)
        return false;
    bool written = write(file, "\n", 1) == 1;
    written = close(file) == 0 && written;
    int trouble = errno;
    unlink(keeper->temporary);
    errno = trouble;
    return written;
}

GameKeeper *game_keeper_new(const char *folder)
{
    GameKeeper *keeper = calloc(1, sizeof *keeper);
    if (keeper == NULL)
        return NULL;
    keeper->folder = folder;
    keeper->record = text_over(keeper->bytes, RECORD_CAPACITY);
    keeper->seen.rules = keeper->closed.rules = "";
    if (choose_names(keeper) && try_folder(keeper))
        return keeper;
    int trouble = errno;
    free(keeper);
    errno = trouble;
    return NULL;
}

static void set_path(GameKeeper *keeper, int file)
{
    Text path = text_over(keeper->path, sizeof keeper->path);
    text_printf(&path, "%s/%s-%04d.sgf", keeper->folder, keeper->name, file);
}

// The file of the present game, if it has one, will not change any more, unless the
// game is replayed and goes on.
static void close_file(GameKeeper *keeper)
{
    if (keeper->file != 0 && !keeper->is_closed &&
        !(durable_settle(keeper->path) && durable_settle(keeper->folder)))
        complain(keeper);
    keeper->is_closed = true;
    keeper->closed = keeper->seen;
}

// Where there is room for another open game: the place of the oldest if need be.
static OpenGame *place_for_open(GameKeeper *keeper)
{
    for (OpenGame *open = keeper->open; open < keeper->open + OPEN_MAX; open++)
        if (open->file == 0)
            return open;
    OpenGame *oldest = &keeper->open[keeper->oldest];
    keeper->oldest = (keeper->oldest + 1) % OPEN_MAX;
    return oldest;
}

// The present game, if it is not over, may go on after others.
static void remember_open(GameKeeper *keeper)
{
    if (keeper->file != 0 && !keeper->is_closed)
        *place_for_open(keeper) =
            (OpenGame){keeper->file, keeper->seen.moves, keeper->course};
}

static bool write_file(GameKeeper *keeper, Engine *engine, int file, bool is_over)
{
    set_path(keeper, file);
    text_clear(&keeper->record);
    record_write(engine, &keeper->record);
    if (!record_replace(keeper->path, keeper->temporary, &keeper->record, is_over)) {
        complain(keeper);
        return false;
    }
    keeper->file = file;
    if (file > keeper->files)
        keeper->files = file;
    return true;
}

// A game without moves is none.
static void remove_file(GameKeeper *keeper)
{
    if (keeper->file == 0)
        return;
    set_path(keeper, keeper->file);
    if (unlink(keeper->path) != 0)
        complain(keeper);
    if (keeper->file == keeper->files)
        keeper->files--;
    keeper->file = 0;
}

// An open game, all of which the present one has repeated; or NULL. A controller with
// many games replays one whenever it is its turn.
static OpenGame *find_open(GameKeeper *keeper, const Game *game)
{
    for (OpenGame *open = keeper->open; open < keeper->open + OPEN_MAX; open++)
        if (open->file != 0 && open->moves <= game->move_count &&
            open->course == course_of(game, open->moves))
            return open;
    return NULL;
}

// Brings the file of the present game up to date.
static void update_file(GameKeeper *keeper, Engine *engine)
{
    bool is_over = keeper->seen.resigned != EMPTY || game_is_over(engine_game(engine));
    OpenGame *open = find_open(keeper, engine_game(engine));
    if (open != NULL) {
        remove_file(keeper);
        keeper->file = open->file;
        *open = (OpenGame){0};
    }
    int file = keeper->file != 0 ? keeper->file : keeper->files + 1;
    if (write_file(keeper, engine, file, is_over) && is_over)
        close_file(keeper);
}

// Does a game that was over go on, otherwise than before?
static bool goes_on(const GameKeeper *keeper, const Mark *now)
{
    return now->moves > keeper->seen.moves && !is_same(now, &keeper->closed);
}

static void begin_game(GameKeeper *keeper, const Mark *now)
{
    remember_open(keeper);
    close_file(keeper);
    keeper->file = 0;
    keeper->is_closed = false;
    keeper->loaded = now->moves;
    keeper->seen = *now;
}

void game_keeper_look(GameKeeper *keeper, Engine *engine)
{
    if (keeper == NULL)
        return;
    Mark now = mark_now(engine);
    if (now.games != keeper->seen.games)
        begin_game(keeper, &now);
    if (is_same(&now, &keeper->seen))
        return;
    if (now.moves < keeper->loaded)
        keeper->loaded = now.moves;
    if (keeper->is_closed && goes_on(keeper, &now)) {
        keeper->file = 0;
        keeper->is_closed = false;
    }
    keeper->seen = now;
    keeper->course = course_of(engine_game(engine), now.moves);
    if (keeper->is_closed)
        return;
    if (now.moves <= keeper->loaded)
        remove_file(keeper);
    else
        update_file(keeper, engine);
}

bool game_keeper_delete(GameKeeper *keeper)
{
    if (keeper == NULL)
        return true;
    close_file(keeper);
    bool kept = !keeper->has_failed;
    free(keeper);
    return kept;
}

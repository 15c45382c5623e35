// SPDX-License-Identifier: MIT
#include "game_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dated_name.h"
#include "durable_file.h"
#include "rng.h"
#include "sgf_file.h"

// Bytes. A record has room for more than a hundred thousand moves.
enum { RECORD_CAPACITY = 1 << 20, PATH_SIZE = 4096 };

enum { OPEN_MAX = 64 }; // unfinished games that are remembered

// Everything by which a change of a record's content can be noticed.
typedef struct Mark {
    unsigned games; // games that the engine has begun
    uint32_t turns; // length of the history
    int moves, komi, handicap;
    uint64_t hash;
    const char *rules;
    Color resigned;
} Mark;

// A game that another one has replaced before it was over.
typedef struct OpenGame {
    int file; // number of its file; 0: none
    int moves;
    uint64_t course; // by course_of
} OpenGame;

struct GameArchive {
    const char *folder;
    char name[DATED_NAME_SIZE]; // the names of its files begin with this, and no others
                                // do
    char temporary[PATH_SIZE], path[2 * PATH_SIZE];
    int files;       // number of files made so far
    int file;        // number of the present game's file; 0: none
    bool is_closed;  // that game is over
    bool has_failed; // and has reported it
    int loaded;      // number of moves that the game began with
    Mark seen, closed;
    uint64_t course; // course of the game in `seen`
    OpenGame open[OPEN_MAX];
    int oldest; // if all are taken, the next one goes here
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

// A hash that tells courses of games apart. It covers the grid, and all colorings of
// the first `moves` moves.
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

static void complain(GameArchive *archive)
{
    if (!archive->has_failed)
        fprintf(stderr,
                "ponnuki: --save-games %s: cannot write: %s; the game goes on but is "
                "not saved\n",
                archive->folder, strerror(errno));
    archive->has_failed = true;
}

// All names begin with one that no other process has.
static bool choose_names(GameArchive *archive)
{
    dated_name(archive->name);
    Text temporary = text_over(archive->temporary, PATH_SIZE);
    text_printf(&temporary, "%s/%s.tmp", archive->folder, archive->name);
    errno = ENAMETOOLONG;
    return !temporary.truncated;
}

// Checks that files can be created in the folder, and that this name is free.
static bool try_folder(const GameArchive *archive)
{
    int file = open(archive->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0)
        return false;
    bool written = write(file, "\n", 1) == 1;
    written = close(file) == 0 && written;
    int trouble = errno;
    unlink(archive->temporary);
    errno = trouble;
    return written;
}

GameArchive *game_archive_new(const char *folder)
{
    GameArchive *archive = calloc(1, sizeof *archive);
    if (archive == NULL)
        return NULL;
    archive->folder = folder;
    archive->record = text_over(archive->bytes, RECORD_CAPACITY);
    archive->seen.rules = archive->closed.rules = "";
    if (choose_names(archive) && try_folder(archive))
        return archive;
    int trouble = errno;
    free(archive);
    errno = trouble;
    return NULL;
}

static void set_path(GameArchive *archive, int file)
{
    Text path = text_over(archive->path, sizeof archive->path);
    text_printf(&path, "%s/%s-%04d.sgf", archive->folder, archive->name, file);
}

// The file of the present game, if it has one, will not change any more. It changes
// only if the game is replayed and goes on.
static void close_file(GameArchive *archive)
{
    if (archive->file != 0 && !archive->is_closed &&
        !(durable_file_settle(archive->path) && durable_file_settle(archive->folder)))
        complain(archive);
    archive->is_closed = true;
    archive->closed = archive->seen;
}

// A place for another open game. If there is none, the place of the oldest one.
static OpenGame *place_for_open(GameArchive *archive)
{
    for (OpenGame *open = archive->open; open < archive->open + OPEN_MAX; open++)
        if (open->file == 0)
            return open;
    OpenGame *oldest = &archive->open[archive->oldest];
    archive->oldest = (archive->oldest + 1) % OPEN_MAX;
    return oldest;
}

// Remembers the present game if it is not over. It may go on after other games.
static void remember_open(GameArchive *archive)
{
    if (archive->file != 0 && !archive->is_closed)
        *place_for_open(archive) =
            (OpenGame){archive->file, archive->seen.moves, archive->course};
}

static bool write_file(GameArchive *archive, Engine *engine, int file, bool is_over)
{
    set_path(archive, file);
    text_clear(&archive->record);
    sgf_file_write(engine, &archive->record);
    if (!sgf_file_replace(archive->path, archive->temporary, &archive->record,
                          is_over)) {
        complain(archive);
        return false;
    }
    archive->file = file;
    if (file > archive->files)
        archive->files = file;
    return true;
}

// Removes the file: a game without moves has none.
static void remove_file(GameArchive *archive)
{
    if (archive->file == 0)
        return;
    set_path(archive, archive->file);
    if (unlink(archive->path) != 0)
        complain(archive);
    if (archive->file == archive->files)
        archive->files--;
    archive->file = 0;
}

// Finds an open game whose moves the present game has all repeated. NULL if there is
// none. A controller with many games replays one whenever it is that game's turn.
static OpenGame *find_open(GameArchive *archive, const Game *game)
{
    for (OpenGame *open = archive->open; open < archive->open + OPEN_MAX; open++)
        if (open->file != 0 && open->moves <= game->move_count &&
            open->course == course_of(game, open->moves))
            return open;
    return NULL;
}

// Updates the file of the present game.
static void update_file(GameArchive *archive, Engine *engine)
{
    bool is_over = archive->seen.resigned != EMPTY || game_is_over(engine_game(engine));
    OpenGame *open = find_open(archive, engine_game(engine));
    if (open != NULL) {
        remove_file(archive);
        archive->file = open->file;
        *open = (OpenGame){0};
    }
    int file = archive->file != 0 ? archive->file : archive->files + 1;
    if (write_file(archive, engine, file, is_over) && is_over)
        close_file(archive);
}

// Whether a game that was over goes on, in another way than before.
static bool goes_on(const GameArchive *archive, const Mark *now)
{
    return now->moves > archive->seen.moves && !is_same(now, &archive->closed);
}

static void begin_game(GameArchive *archive, const Mark *now)
{
    remember_open(archive);
    close_file(archive);
    archive->file = 0;
    archive->is_closed = false;
    archive->loaded = now->moves;
    archive->seen = *now;
}

void game_archive_look(GameArchive *archive, Engine *engine)
{
    if (archive == NULL)
        return;
    Mark now = mark_now(engine);
    if (now.games != archive->seen.games)
        begin_game(archive, &now);
    if (is_same(&now, &archive->seen))
        return;
    if (now.moves < archive->loaded)
        archive->loaded = now.moves;
    if (archive->is_closed && goes_on(archive, &now)) {
        archive->file = 0;
        archive->is_closed = false;
    }
    archive->seen = now;
    archive->course = course_of(engine_game(engine), now.moves);
    if (archive->is_closed)
        return;
    if (now.moves <= archive->loaded)
        remove_file(archive);
    else
        update_file(archive, engine);
}

bool game_archive_delete(GameArchive *archive)
{
    if (archive == NULL)
        return true;
    close_file(archive);
    bool kept = !archive->has_failed;
    free(archive);
    return kept;
}

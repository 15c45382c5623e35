// SPDX-License-Identifier: MIT
#include "sgf_file.h"

#include <errno.h>
#include <stdio.h>

#include "dated_name.h"
#include "durable_file.h"
#include "folder.h"

enum { PATH_SIZE = 4096 }; // bytes

bool sgf_file_load(Engine *engine, const char *path, int before_move, SgfReport *report)
{
    Game game = {0};
    Rules rules = engine_game(engine)->rules;
    report->error = (SgfError){.text = "out of memory"};
    bool loaded = game_copy(&game, engine_game(engine)) &&
                  sgf_load(&game, path, before_move, report);
    game.rules = rules;
    if (loaded)
        engine_exchange_game(engine, &game);
    game_free(&game);
    return loaded;
}

void sgf_file_write(Engine *engine, Text *record)
{
    const Game *game = engine_game(engine);
    char result[SGF_RESULT_SIZE] = "";
    Color loser = engine_resigned(engine);
    if (loser != EMPTY)
        snprintf(result, sizeof result, loser == WHITE ? "B+R" : "W+R");
    else if (game_is_over(game))
        sgf_end_text(game, engine_final_score(engine), result);
    sgf_write_with_result(game, result, record);
}

// Makes the file, or empties the one that is there.
static SaveResult write_record(const char *path, const Text *record)
{
    errno = EFBIG;
    if (record->truncated)
        return SAVE_NOT_WRITTEN;
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return SAVE_NOT_OPENED;
    bool written = fwrite(record->bytes, 1, record->length, file) == record->length &&
                   fflush(file) == 0; // not every fclose reports it
    return fclose(file) == 0 && written ? SAVE_DONE : SAVE_NOT_WRITTEN;
}

static void remove_keeping_errno(const char *path)
{
    int trouble = errno;
    remove(path);
    errno = trouble;
}

static SaveResult write_new(const char *path, const Text *record)
{
    SaveResult result = write_record(path, record);
    if (result == SAVE_NOT_WRITTEN)
        remove_keeping_errno(path);
    return result;
}

// May the file be written?
static bool is_writable(const char *path)
{
    FILE *file = fopen(path, "r+b");
    return file != NULL && fclose(file) == 0;
}

SaveResult sgf_file_save(const char *path, const Text *record)
{
    char name[DATED_NAME_SIZE], bytes[PATH_SIZE];
    Text temporary = text_over(bytes, sizeof bytes);
    if (!file_is_there(path))
        return write_new(path, record);
    dated_name(name);
    text_printf(&temporary, "%s.%s.tmp", path, name);
    if (!file_is_plain(path) || !is_writable(path) || temporary.truncated)
        return write_record(path, record);
    SaveResult result = write_new(bytes, record);
    if (result == SAVE_NOT_OPENED)
        return write_record(path, record);
    if (result != SAVE_DONE)
        return result;
    durable_file_copy_permissions(path, bytes);
    if (durable_file_rename(bytes, path))
        return SAVE_DONE;
    remove_keeping_errno(bytes);
    return SAVE_NOT_WRITTEN;
}

bool sgf_file_replace(const char *path, const char *temporary, const Text *record,
                      bool settled)
{
    if (write_record(temporary, record) == SAVE_DONE &&
        (!settled || durable_file_settle(temporary)) &&
        durable_file_rename(temporary, path))
        return true;
    remove_keeping_errno(temporary);
    return false;
}

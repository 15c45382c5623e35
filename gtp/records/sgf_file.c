// SPDX-License-Identifier: MIT
#include "sgf_file.h"

#include <errno.h>
#include <stdio.h>

#include "durable_file.h"

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

SaveResult sgf_file_save(const char *path, const Text *record)
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

bool sgf_file_replace(const char *path, const char *temporary, const Text *record,
                      bool settled)
{
    if (sgf_file_save(temporary, record) == SAVE_DONE &&
        (!settled || durable_file_settle(temporary)) &&
        durable_file_rename(temporary, path))
        return true;
    int trouble = errno;
    remove(temporary);
    errno = trouble;
    return false;
}

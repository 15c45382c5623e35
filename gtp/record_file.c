// SPDX-License-Identifier: MIT
#include "record_file.h"

#include <errno.h>
#include <stdio.h>

bool record_load(Engine *engine, const char *path, int before_move, SgfError *error)
{
    Game *game = engine_game(engine);
    Rules rules = game->rules;
    bool loaded = sgf_load(game, path, before_move, error);
    game->rules = rules;
    if (loaded)
        engine_new_game(engine);
    return loaded;
}

bool record_save(const char *path, const Text *record)
{
    errno = EFBIG;
    FILE *file = record->truncated ? NULL : fopen(path, "w");
    if (file == NULL)
        return false;
    bool written = fwrite(record->bytes, 1, record->length, file) == record->length;
    return fclose(file) == 0 && written;
}

// SPDX-License-Identifier: MIT
#include "player_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "folder.h"
#include "sgf_file.h"
#include "state_folder.h"

enum { PATH_SIZE = 4096 }; // bytes

typedef struct Path {
    char bytes[PATH_SIZE];
} Path;

// Errors: false, with a message.
static bool find_path(Path *path, Text *message)
{
    Text text = text_over(path->bytes, sizeof path->bytes);
    if (!state_folder_write(&text, message))
        return false;
    text_add(&text, "/ponnuki/player");
    if (!text.truncated)
        return true;
    text_add(message, "the name of the folder for your rank is too long");
    return false;
}

static bool fail(Text *message, const char *what, const Path *path)
{
    text_printf(message, "cannot %s %s: %s", what, path->bytes, strerror(errno));
    return false;
}

// Reads a text of at most PLAYER_TEXT_SIZE - 1 bytes. Errors: false, with errno.
static bool read_text(FILE *file, char text[PLAYER_TEXT_SIZE])
{
    size_t length = fread(text, 1, PLAYER_TEXT_SIZE, file);
    if (ferror(file))
        return false;
    if (length == PLAYER_TEXT_SIZE) {
        errno = EFBIG;
        return false;
    }
    text[length] = '\0';
    return true;
}

PlayerFileResult player_file_read(PlayerRank *player, Text *message)
{
    Path path;
    char text[PLAYER_TEXT_SIZE], error[PLAYER_TEXT_SIZE];
    Text fault = text_over(error, sizeof error);
    if (!find_path(&path, message))
        return PLAYER_FILE_FAILED;
    FILE *file = fopen(path.bytes, "rb");
    if (file == NULL && errno == ENOENT)
        return PLAYER_FILE_MISSING;
    bool was_read = file != NULL && read_text(file, text);
    if (!was_read)
        fail(message, "read", &path);
    else if (!player_rank_read(text, player, &fault))
        text_printf(message, "cannot understand %s: %s; correct it or delete it",
                    path.bytes, error);
    if (file != NULL)
        fclose(file);
    return was_read && fault.length == 0 ? PLAYER_FILE_READ : PLAYER_FILE_FAILED;
}

// Makes a folder, and those above it that are missing. The name is changed meanwhile.
// Errors: false, with errno.
static bool make_folders(char *folder)
{
    size_t above = (size_t)(folder_base_name(folder) - folder);
    if (folder_is_there(folder))
        return true;
    if (above > 1 && folder[above - 1] != ':') { // a drive cannot be made
        char separator = folder[above - 1];
        folder[above - 1] = '\0';
        bool made = make_folders(folder);
        folder[above - 1] = separator;
        if (!made)
            return false;
    }
    return folder_make_private(folder);
}

bool player_file_write(PlayerRank player, Text *message)
{
    Path path, folder;
    char bytes[PLAYER_TEXT_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    if (!find_path(&path, message))
        return false;
    folder = path;
    folder.bytes[folder_base_name(folder.bytes) - folder.bytes - 1] = '\0';
    player_rank_write(player, &text);
    if (!make_folders(folder.bytes))
        return fail(message, "make", &folder);
    return sgf_file_save(path.bytes, &text) == SAVE_DONE ||
           fail(message, "write", &path);
}

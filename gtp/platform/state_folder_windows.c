// SPDX-License-Identifier: MIT
#include "state_folder.h"

#include <stdlib.h>
#include <string.h>

// Does it begin with a drive, or with the name of another machine?
static bool is_absolute(const char *path)
{
    bool has_drive = path[0] != '\0' && path[1] == ':' && path[2] != '\0' &&
                     strchr("/\\", path[2]) != NULL;
    return has_drive || strncmp(path, "\\\\", 2) == 0;
}

bool state_folder_write(Text *path, Text *message)
{
    const char *folder = getenv("LOCALAPPDATA");
    if (folder != NULL && is_absolute(folder)) {
        text_add(path, folder);
        return true;
    }
    text_add(message, "LOCALAPPDATA is not an absolute path");
    return false;
}

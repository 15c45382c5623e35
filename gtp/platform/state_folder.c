// SPDX-License-Identifier: MIT
#include "state_folder.h"

#include <stdlib.h>

// The path in a variable. NULL: there is none, or it is not absolute.
static const char *absolute_path(const char *name)
{
    const char *path = getenv(name);
    return path != NULL && path[0] == '/' ? path : NULL;
}

bool state_folder_write(Text *path, Text *message)
{
    const char *state = absolute_path("XDG_STATE_HOME");
    const char *home = absolute_path("HOME");
    if (state != NULL)
        text_add(path, state);
    else if (home != NULL)
        text_printf(path, "%s/.local/state", home);
    else
        text_add(message, "neither XDG_STATE_HOME nor HOME is an absolute path");
    return state != NULL || home != NULL;
}

// SPDX-License-Identifier: MIT
//
// The folder for what programs keep of a user from run to run.
#ifndef STATE_FOLDER_H
#define STATE_FOLDER_H

#include <stdbool.h>

#include "text.h"

// Appends its name, without a slash at the end. It is $XDG_STATE_HOME, otherwise
// $HOME/.local/state; on Windows it is %LOCALAPPDATA%. A path counts only if it is
// absolute. The folder may not be there yet. Errors: false, nothing appended, and a
// message that says what is missing. Source: XDG Base Directory Specification 0.8.
bool state_folder_write(Text *path, Text *message);

#endif

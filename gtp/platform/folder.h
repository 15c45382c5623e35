// SPDX-License-Identifier: MIT
//
// Folders for what the program writes.
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>

// Makes a folder if it is not there yet. The folder above it must be there. Errors:
// false, with errno.
bool folder_make(const char *path);

#endif

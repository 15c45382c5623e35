// SPDX-License-Identifier: MIT
//
// Files that are complete at every moment, even if the program or the machine stops.
#ifndef DURABLE_FILE_H
#define DURABLE_FILE_H

#include <stdbool.h>

// Waits until a file, or the directory entries of a folder, would survive a power
// failure. Errors: false, with errno.
bool durable_file_settle(const char *path);

// Gives a file the permissions of another one, if it may. On Windows it inherits those
// of its folder.
void durable_file_copy_permissions(const char *from, const char *to);

// Renames a file within its folder. If a file has the new name already, this one
// replaces it. The replacement is atomic: readers see the old file or the new one.
// Errors: false, with errno; nothing has changed.
bool durable_file_rename(const char *from, const char *to);

#endif

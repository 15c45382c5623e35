// SPDX-License-Identifier: MIT
//
// Files that are there in one piece, whatever happens.
#ifndef DURABLE_FILE_H
#define DURABLE_FILE_H

#include <stdbool.h>

// Waits until a file, or the list of files of a folder, is safe from a loss of power.
// Errors: false, with errno.
bool durable_file_settle(const char *path);

// Gives a file another name, in the same folder, and puts it in the place of the file
// that had that name, if there was one: at once, so that whoever looks there sees the
// one or the other. Errors: false, with errno, and nothing has changed.
bool durable_file_rename(const char *from, const char *to);

#endif

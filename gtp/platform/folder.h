// SPDX-License-Identifier: MIT
//
// Folders and names of files.
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>

// Makes a folder if it is not there yet. The folder above it must be there. Errors:
// false, with errno.
bool folder_make(const char *path);

// Makes a folder as folder_make does, but one that only its owner may enter. On
// Windows it inherits the permissions of the folder above it.
bool folder_make_private(const char *path);

// Whether there is a folder with that name.
bool folder_is_there(const char *path);

// Whether there is anything with that name.
bool file_is_there(const char *path);

// Whether there is a regular file with that name, and no other name of it: neither a
// symbolic link, a device nor a pipe.
bool file_is_plain(const char *path);

// Whether that name, or what it links to, is a regular file.
bool file_is_regular(const char *path);

// The part of a path behind the last folder.
const char *folder_base_name(const char *path);

#endif

// SPDX-License-Identifier: MIT
#include "folder.h"

#include <direct.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool folder_make(const char *path)
{
    return _mkdir(path) == 0 || errno == EEXIST;
}

bool folder_make_private(const char *path)
{
    return folder_make(path);
}

bool folder_is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool file_is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

bool file_is_plain(const char *path)
{
    return file_is_regular(path);
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

const char *folder_base_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++)
        if (strchr("/\\:", *c) != NULL)
            name = c + 1;
    return name;
}

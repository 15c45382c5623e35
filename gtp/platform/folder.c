// SPDX-License-Identifier: MIT
#include "folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool folder_make(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool folder_make_private(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool folder_is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool file_is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

bool file_is_plain(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

const char *folder_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

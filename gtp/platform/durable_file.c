// SPDX-License-Identifier: MIT
#include "durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

bool durable_file_settle(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool settled = fsync(file) == 0 || errno == EINVAL; // a file system without fsync
    int trouble = errno;
    close(file);
    errno = trouble;
    return settled;
}

void durable_file_copy_permissions(const char *from, const char *to)
{
    struct stat status;
    // If chmod fails, as in the sandbox, the file keeps those of a new one.
    if (stat(from, &status) == 0 && chmod(to, status.st_mode & 0777) != 0)
        return;
}

bool durable_file_rename(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

// SPDX-License-Identifier: MIT
//
// Files in memory, through which a fuzzer talks with a server.
#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static inline void require(bool holds)
{
    if (!holds)
        abort();
}

static inline int memory_file_new(const char *name)
{
    int file = memfd_create(name, MFD_CLOEXEC);
    require(file >= 0);
    return file;
}

static inline void memory_file_put(int file, const void *bytes, size_t length)
{
    require(write(file, bytes, length) == (ssize_t)length);
}

#endif

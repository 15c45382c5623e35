// SPDX-License-Identifier: MIT
#include "durable_file.h"

#include <errno.h>
#include <windows.h>

enum { ATTEMPTS = 20, PAUSE_MS = 10 };

// The errno that a C library would set for the last error.
static int error_number(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return ENOENT;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        return EACCES;
    default:
        return EIO;
    }
}

// A folder never has to be settled: MOVEFILE_WRITE_THROUGH waits for its entries.
bool durable_file_settle(const char *path)
{
    DWORD traits = GetFileAttributesA(path);
    if (traits != INVALID_FILE_ATTRIBUTES && (traits & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return true;
    HANDLE file = CreateFileA(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                              NULL, OPEN_EXISTING, 0, NULL);
    bool settled = file != INVALID_HANDLE_VALUE && FlushFileBuffers(file);
    int trouble = settled ? 0 : error_number();
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    errno = trouble;
    return settled;
}

void durable_file_copy_permissions(const char *from, const char *to)
{
    (void)from, (void)to;
}

// If another program, such as a virus scanner, has a file open, the file cannot be
// replaced. The other program is given some time.
bool durable_file_rename(const char *from, const char *to)
{
    for (int attempt = 1;; attempt++) {
        if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            return true;
        errno = error_number();
        if (errno != EACCES || attempt == ATTEMPTS)
            return false;
        Sleep(PAUSE_MS);
    }
}

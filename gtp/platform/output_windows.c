// SPDX-License-Identifier: MIT
#include "output.h"

#include <errno.h>
#include <io.h>
#include <windows.h>

#include <winternl.h>

enum { PART_MAX = 1 << 14 }; // bytes; a console refuses much larger parts

// Returns the number of bytes written. It is 0 if there is no room and the pipe does
// not wait, or if the reader is gone.
static size_t write_part(HANDLE file, const char *bytes, size_t length)
{
    DWORD count = 0;
    DWORD part = length < PART_MAX ? (DWORD)length : PART_MAX;
    return WriteFile(file, bytes, part, &count, NULL) ? count : 0;
}

static bool write_parts(HANDLE file, const char *bytes, size_t length)
{
    while (length > 0) {
        size_t count = write_part(file, bytes, length);
        if (count == 0)
            return false;
        bytes += count;
        length -= count;
    }
    return true;
}

bool output_write(int file, const char *bytes, size_t length)
{
    if (write_parts((HANDLE)_get_osfhandle(file), bytes, length))
        return true;
    // The system has many error codes for a reader that is gone.
    errno = GetLastError() == ERROR_DISK_FULL ? ENOSPC : EPIPE;
    return false;
}

// If the other end of a pipe is closed, only its state shows that as long as nothing is
// written. Source: Microsoft, FILE_PIPE_LOCAL_INFORMATION.
bool output_is_lost(int file)
{
    enum { CLOSING_STATE = 4 };
    HANDLE pipe = (HANDLE)_get_osfhandle(file);
    IO_STATUS_BLOCK status;
    FILE_PIPE_LOCAL_INFORMATION information;
    return GetFileType(pipe) == FILE_TYPE_PIPE &&
           NT_SUCCESS(NtQueryInformationFile(pipe, &status, &information,
                                             sizeof information,
                                             FilePipeLocalInformation)) &&
           information.NamedPipeState == CLOSING_STATE;
}

// Only a pipe can be full.
void output_offer(int file, const char *bytes, size_t length)
{
    HANDLE pipe = (HANDLE)_get_osfhandle(file);
    DWORD at_once = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    DWORD patient = PIPE_READMODE_BYTE | PIPE_WAIT;
    bool changed = GetFileType(pipe) == FILE_TYPE_PIPE &&
                   SetNamedPipeHandleState(pipe, &at_once, NULL, NULL);
    write_parts(pipe, bytes, length);
    if (changed)
        SetNamedPipeHandleState(pipe, &patient, NULL, NULL);
}

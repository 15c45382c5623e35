// SPDX-License-Identifier: MIT
#include "standard_files.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

// Line ends are those of other systems, because clients count bytes.
static bool open_file(FILE *stream, const char *mode)
{
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    bool is_closed = GetFileType(handle) == FILE_TYPE_UNKNOWN;
    FILE *opened = is_closed ? freopen("NUL", mode, stream) : stream;
    return opened != NULL && _setmode(_fileno(opened), _O_BINARY) != -1;
}

bool standard_files_open(void)
{
    return open_file(stdin, "rb") && open_file(stdout, "wb") && open_file(stderr, "wb");
}

// isatty also takes the device NUL for a terminal.
bool standard_file_is_terminal(int file)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(file), &mode) != 0;
}

int standard_file_columns(int file)
{
    CONSOLE_SCREEN_BUFFER_INFO screen;
    if (!standard_file_is_terminal(file))
        return 0;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(file), &screen))
        return TERMINAL_COLUMNS_USUAL;
    return screen.srWindow.Right - screen.srWindow.Left + 1;
}

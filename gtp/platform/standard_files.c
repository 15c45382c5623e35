// SPDX-License-Identifier: MIT
#include "standard_files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool standard_files_open(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) != file)
            return false;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return true;
}

bool standard_file_is_terminal(int file)
{
    return isatty(file);
}

int standard_file_columns(int file)
{
    struct winsize size;
    if (!standard_file_is_terminal(file))
        return 0;
    bool tells = ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return tells ? size.ws_col : TERMINAL_COLUMNS_USUAL;
}

// SPDX-License-Identifier: MIT
#include "standard_files.h"

#include <fcntl.h>
#include <signal.h>
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

// SPDX-License-Identifier: MIT
//
// Prepares standard input, output and error for the program.
#ifndef STANDARD_FILES_H
#define STANDARD_FILES_H

#include <stdbool.h>

enum { TERMINAL_COLUMNS_USUAL = 80 };

// Opens /dev/null for each standard stream that is closed. Otherwise the next file to
// be opened would take its number, and receive bytes meant for the stream. From then on
// bytes pass unchanged. If the reader is gone, or a file may not grow, the write fails
// and no signal ends the program. Errors: false if /dev/null cannot be opened.
bool standard_files_open(void);

// Whether the file descriptor is a terminal.
bool standard_file_is_terminal(int file);

// The terminal's present number of columns. If the terminal does not tell it,
// TERMINAL_COLUMNS_USUAL. If the file descriptor is no terminal, 0.
int standard_file_columns(int file);

#endif

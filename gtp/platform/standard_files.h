// SPDX-License-Identifier: MIT
//
// Standard input, output and error as the program wants them.
#ifndef STANDARD_FILES_H
#define STANDARD_FILES_H

#include <stdbool.h>

enum { TERMINAL_COLUMNS_USUAL = 80 };

// Opens those that are missing on nothing: else they would be replaced by whatever is
// opened next, and receive what was not meant for them. From then on bytes pass through
// as they are, and a listener that is lost, or a file that may not grow, shows as a
// failed write. Errors: false if there is no such thing as nothing.
bool standard_files_open(void);

// Is it a terminal that is behind this file descriptor?
bool standard_file_is_terminal(int file);

// How many columns it has now, or the usual number if it does not tell; 0: it is none.
int standard_file_columns(int file);

#endif

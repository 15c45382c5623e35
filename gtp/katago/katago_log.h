// SPDX-License-Identifier: MIT
//
// The log that KataGo's settings ask for.
#ifndef KATAGO_LOG_H
#define KATAGO_LOG_H

#include <stdio.h>

#include "katago_settings.h"

// Opens the log for appending: the file that is named, or a new one with the date in
// its name. Folders are made if they are not there. NULL: no log is asked for, or it
// cannot be opened. The latter is told on standard error, and as with KataGo it is no
// reason not to play.
FILE *katago_log_open(const KatagoSettings *settings);

#endif

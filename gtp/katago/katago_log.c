// SPDX-License-Identifier: MIT
#include "katago_log.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "dated_name.h"
#include "folder.h"
#include "text.h"

enum { PATH_SIZE = 4096 };

// Opens a new file in a folder, which is made if need be.
static FILE *open_in(const char *folder, const char *name)
{
    char bytes[PATH_SIZE];
    Text path = text_over(bytes, sizeof bytes);
    text_printf(&path, "%s/%s.log", folder, name);
    errno = ENAMETOOLONG;
    if (path.truncated || !folder_make(folder))
        return NULL;
    return fopen(bytes, "ab");
}

// Opens a new file in a folder of its own, which has the date in its name.
static FILE *open_dated(const char *folder, const char *name)
{
    char bytes[PATH_SIZE];
    Text path = text_over(bytes, sizeof bytes);
    text_printf(&path, "%s/%s", folder, name);
    errno = ENAMETOOLONG;
    if (path.truncated || !folder_make(folder))
        return NULL;
    return open_in(bytes, name);
}

FILE *katago_log_open(const KatagoSettings *settings)
{
    const char *key = "logFile", *path = settings->log_file;
    char name[DATED_NAME_SIZE];
    FILE *log = NULL;
    dated_name(name);
    if (!settings->logs_gtp)
        return NULL;
    if (path != NULL) {
        log = fopen(path, "ab");
    } else if ((path = settings->dated_log_folder) != NULL) {
        key = "logDirDated";
        log = open_dated(path, name);
    } else if ((path = settings->log_folder) != NULL) {
        key = "logDir";
        log = open_in(path, name);
    }
    if (path != NULL && log == NULL)
        fprintf(stderr, "ponnuki: %s %s: cannot write there: %s; nothing is logged\n",
                key, path, strerror(errno));
    return log;
}

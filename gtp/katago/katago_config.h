// SPDX-License-Identifier: MIT
//
// Reads KataGo's configuration files. Only their form is known here, not what a key
// means. A file has lines such as `key = value`, and `#` begins a comment. A value in
// double quotes may hold any character. In it, a backslash makes the next character a
// plain one. The line `@include FILE` reads another file at this place. Its name is
// relative to the folder of the file with that line. If two files give the same key,
// the last one counts; if one file does, that is an error. Source: KataGo 1.17,
// cpp/core/config_parser.cpp.
#ifndef KATAGO_CONFIG_H
#define KATAGO_CONFIG_H

#include <stdbool.h>

#include "text.h"

enum {
    KATAGO_CONFIG_KEYS_MAX = 4096,
    KATAGO_CONFIG_FILES_MAX = 32,
    KATAGO_CONFIG_BYTES_MAX = 1 << 20, // of a file
};

typedef struct KatagoConfig KatagoConfig;

typedef struct KatagoEntry {
    const char *key;
    const char *value; // never empty
    const char *file;  // NULL: the command line gave it
    int line;          // of the file, or the number of the text of pairs, from 1
} KatagoEntry;

// An empty configuration. Errors: NULL when memory is exhausted.
KatagoConfig *katago_config_new(void);
void katago_config_delete(KatagoConfig *config); // NULL is allowed

// Reads a file, and those that it includes. Errors: false, with one line that names the
// file, the line in it and what is wrong. Some of its keys may be there then.
bool katago_config_read(KatagoConfig *config, const char *path, Text *error);

// Reads pairs such as `key=value, key="other value"`, which beat all that was read
// before. A key without a value is removed. Errors: false, with a message.
bool katago_config_read_pairs(KatagoConfig *config, const char *pairs, Text *error);

// The entry of a key; NULL: there is none.
const KatagoEntry *katago_config_find(const KatagoConfig *config, const char *key);

// The entry after this one in the order of reading; the first one after NULL. NULL
// after the last one.
const KatagoEntry *katago_config_next(const KatagoConfig *config,
                                      const KatagoEntry *entry);

// Appends where an entry comes from, such as `my.cfg:12`.
void katago_config_write_place(const KatagoEntry *entry, Text *text);

#endif

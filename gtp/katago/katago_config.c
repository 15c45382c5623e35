// SPDX-License-Identifier: MIT
#include "katago_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BLANKS[] = " \t\r\v\f", BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

static const char FORM[] = "must be `key = value`", NO_MEMORY[] = "out of memory";

// What is read is only appended. The last entry of a key counts. An entry without a
// value removes the key.
struct KatagoConfig {
    KatagoEntry entries[KATAGO_CONFIG_KEYS_MAX];
    int entry_count;
    char *files[KATAGO_CONFIG_FILES_MAX]; // their names, as entries point to them
    int file_count;
    int text_count; // texts of pairs
};

// Where is being read, and where the error goes.
typedef struct Place {
    KatagoConfig *config;
    const char *file; // NULL: the command line
    int line;
    Text *error;
} Place;

KatagoConfig *katago_config_new(void)
{
    return calloc(1, sizeof(KatagoConfig));
}

void katago_config_delete(KatagoConfig *config)
{
    if (config == NULL)
        return;
    for (int i = 0; i < config->entry_count; i++)
        free((char *)config->entries[i].key); // and the value behind it
    for (int i = 0; i < config->file_count; i++)
        free(config->files[i]);
    free(config);
}

static void write_place(const char *file, int line, Text *text)
{
    if (file == NULL)
        text_add(text, "-override-config");
    else if (line > 0)
        text_printf(text, "%s:%d", file, line);
    else
        text_add(text, file);
}

void katago_config_write_place(const KatagoEntry *entry, Text *text)
{
    write_place(entry->file, entry->line, text);
}

// Writes an error. Returns false, so a reader can end with it.
static bool fail(const Place *place, const char *what, const char *why)
{
    write_place(place->file, place->line, place->error);
    text_printf(place->error, what[0] != '\0' ? ": %s: %s" : ": %s%s", what, why);
    return false;
}

// The last entry of a key, even if it only removes the key.
static const KatagoEntry *find_last(const KatagoConfig *config, const char *key)
{
    for (int i = config->entry_count - 1; i >= 0; i--)
        if (strcmp(config->entries[i].key, key) == 0)
            return &config->entries[i];
    return NULL;
}

const KatagoEntry *katago_config_find(const KatagoConfig *config, const char *key)
{
    const KatagoEntry *entry = find_last(config, key);
    return entry != NULL && entry->value != NULL ? entry : NULL;
}

const KatagoEntry *katago_config_next(const KatagoConfig *config,
                                      const KatagoEntry *entry)
{
    const KatagoEntry *end = config->entries + config->entry_count;
    for (entry = entry != NULL ? entry + 1 : config->entries; entry < end; entry++)
        if (katago_config_find(config, entry->key) == entry)
            return entry;
    return NULL;
}

// Has this file given the key before?
static bool is_given(const Place *place, const char *key)
{
    const KatagoConfig *config = place->config;
    for (int i = 0; i < config->entry_count && place->file != NULL; i++) {
        const KatagoEntry *entry = &config->entries[i];
        if (entry->file != place->file || strcmp(entry->key, key) != 0)
            continue;
        char bytes[64];
        Text why = text_over(bytes, sizeof bytes);
        text_printf(&why, "line %d gives this key, too", entry->line);
        fail(place, key, why.bytes);
        return true;
    }
    return false;
}

// Appends an entry. An empty value removes the key.
static bool add_entry(const Place *place, const char *key, const char *value)
{
    KatagoConfig *config = place->config;
    size_t key_size = strlen(key) + 1, value_size = strlen(value) + 1;
    if (is_given(place, key))
        return false;
    if (config->entry_count == KATAGO_CONFIG_KEYS_MAX)
        return fail(place, key, "there are too many keys");
    char *bytes = malloc(key_size + value_size);
    if (bytes == NULL)
        return fail(place, key, NO_MEMORY);
    memcpy(bytes, key, key_size);
    memcpy(bytes + key_size, value, value_size);
    config->entries[config->entry_count++] =
        (KatagoEntry){.key = bytes,
                      .value = value_size > 1 ? bytes + key_size : NULL,
                      .file = place->file,
                      .line = place->line};
    return true;
}

static char *skip_blanks(char *text)
{
    return text + strspn(text, BLANKS);
}

// Cuts blanks off the end.
static void trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
}

// A text that is taken apart in place.
typedef struct Cursor {
    char *rest;
    char end; // the character that ends a value without quotes
} Cursor;

// Reads a key and the equals sign after it. NULL: there is no such thing.
static char *read_key(Cursor *cursor)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    char *key = skip_blanks(cursor->rest);
    char *key_end = key + strspn(key, LETTERS);
    char *equals = skip_blanks(key_end);
    if (key_end == key || *equals != '=')
        return NULL;
    *key_end = '\0';
    cursor->rest = equals + 1;
    return key;
}

// Reads the value up to the closing quote. NULL: there is none.
static char *read_quoted(Cursor *cursor)
{
    char *value = cursor->rest + 1, *from = value, *to = value;
    while (*from != '"' && *from != '\0') {
        from += *from == '\\';
        if (*from == '\0')
            return NULL;
        *to++ = *from++;
    }
    if (*from == '\0')
        return NULL;
    *to = '\0';
    cursor->rest = skip_blanks(from + 1);
    return value;
}

static char *read_plain(Cursor *cursor)
{
    char *value = cursor->rest, *end = strchr(value, cursor->end);
    cursor->rest = end != NULL ? end + 1 : value + strlen(value);
    if (end != NULL)
        *end = '\0';
    trim(value);
    return value;
}

// Reads a value, up to the end or the character that ends it. Errors: NULL, with a
// message.
static char *read_value(const Place *place, Cursor *cursor, const char *key)
{
    cursor->rest = skip_blanks(cursor->rest);
    if (*cursor->rest != '"')
        return read_plain(cursor);
    char *value = read_quoted(cursor);
    if (value == NULL) {
        fail(place, key, "the value has no closing quote");
    } else if (*cursor->rest == cursor->end) {
        cursor->rest++;
    } else if (*cursor->rest != '\0') {
        fail(place, key, "nothing may follow the closing quote");
        value = NULL;
    }
    return value;
}

static bool read_file(KatagoConfig *config, const char *path, const Place *from,
                      Text *error);

// The path of an included file: in the folder of the including one. Errors: NULL when
// memory is exhausted.
static char *included_path(const char *file, const char *name)
{
    size_t folder = strlen(file);
    while (folder > 0 && strchr("/\\", file[folder - 1]) == NULL)
        folder--;
    if (strchr("/\\", name[0]) != NULL)
        folder = 0;
    size_t size = folder + strlen(name) + 1;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%.*s%s", (int)folder, file, name);
    return path;
}

// Cuts off one kind of quotes around a name.
static char *unquote(char *name)
{
    size_t length = strlen(name);
    bool is_quoted =
        length >= 2 && strchr("'\"", name[0]) != NULL && name[length - 1] == name[0];
    if (!is_quoted)
        return name;
    name[length - 1] = '\0';
    return name + 1;
}

// Reads a line that begins with @.
static bool read_directive(const Place *place, char *line)
{
    static const char INCLUDE[] = "@include";
    size_t length = strlen(INCLUDE);
    line[strcspn(line, "#")] = '\0';
    trim(line);
    char *name = line + strcspn(line, " \t\v\f=");
    if ((size_t)(name - line) != length || memcmp(line, INCLUDE, length) != 0)
        return fail(place, line, "must be `@include FILE`");
    name = unquote(name + strspn(name, " \t\v\f="));
    if (*name == '\0')
        return fail(place, line, "must be `@include FILE`");
    char *path = included_path(place->file, name);
    if (path == NULL)
        return fail(place, line, NO_MEMORY);
    bool done = read_file(place->config, path, place, place->error);
    free(path);
    return done;
}

// Reads a line of a file.
static bool read_line(const Place *place, char *line)
{
    Cursor cursor = {skip_blanks(line), '#'};
    if (*cursor.rest == '\0' || *cursor.rest == '#')
        return true;
    if (*cursor.rest == '@')
        return read_directive(place, cursor.rest);
    const char *key = read_key(&cursor);
    if (key == NULL)
        return fail(place, "", FORM);
    const char *value = read_value(place, &cursor, key);
    if (value == NULL)
        return false;
    if (*value == '\0')
        return fail(place, key, "the value is missing");
    return add_entry(place, key, value);
}

// Reads the lines of a file, which ends with a newline.
static bool read_lines(Place *place, char *bytes, size_t size)
{
    char *end = bytes + size;
    if (strncmp(bytes, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        bytes += strlen(BYTE_ORDER_MARK);
    while (bytes < end) {
        char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        place->line++;
        *newline = '\0';
        if (strlen(bytes) != (size_t)(newline - bytes))
            return fail(place, "", "a byte is zero, so this is no text");
        if (!read_line(place, bytes))
            return false;
        bytes = newline + 1;
    }
    return true;
}

// Remembers the name of a file that is about to be read. Errors: false, with a message
// that says which line asked for the file.
static bool add_file(const Place *from, KatagoConfig *config, const char *path)
{
    for (int i = 0; i < config->file_count; i++)
        if (strcmp(config->files[i], path) == 0)
            return fail(from, path, "the file is read already");
    if (config->file_count == KATAGO_CONFIG_FILES_MAX)
        return fail(from, path, "there are too many files");
    size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return fail(from, path, NO_MEMORY);
    memcpy(copy, path, size);
    config->files[config->file_count++] = copy;
    return true;
}

// Reads all bytes of a file and adds a newline. Errors: NULL, with the reason.
static char *load(const char *path, size_t *size, const char **why)
{
    FILE *file = fopen(path, "rb");
    char *bytes = file != NULL ? malloc(KATAGO_CONFIG_BYTES_MAX + 1) : NULL;
    *why = file == NULL ? strerror(errno) : bytes == NULL ? NO_MEMORY : NULL;
    if (bytes != NULL) {
        *size = fread(bytes, 1, KATAGO_CONFIG_BYTES_MAX + 1, file);
        if (ferror(file) != 0)
            *why = strerror(errno);
        else if (*size > KATAGO_CONFIG_BYTES_MAX)
            *why = "the file is too large to be a configuration";
        else
            bytes[(*size)++] = '\n';
    }
    if (file != NULL)
        fclose(file);
    if (*why == NULL)
        return bytes;
    free(bytes);
    return NULL;
}

// `from` is the line that asks for the file.
static bool read_file(KatagoConfig *config, const char *path, const Place *from,
                      Text *error)
{
    size_t size;
    const char *why;
    if (!add_file(from, config, path))
        return false;
    char *bytes = load(path, &size, &why);
    if (bytes == NULL) {
        if (from->line > 0)
            return fail(from, path, why);
        text_printf(error, "%s: %s", path, why);
        return false;
    }
    Place place = {config, config->files[config->file_count - 1], 0, error};
    bool done = read_lines(&place, bytes, size);
    free(bytes);
    return done;
}

bool katago_config_read(KatagoConfig *config, const char *path, Text *error)
{
    const Place from = {config, "-config", 0, error};
    return read_file(config, path, &from, error);
}

// Reads one pair. A key that is not followed by a value is removed.
static bool read_pair(const Place *place, Cursor *cursor)
{
    cursor->rest = skip_blanks(cursor->rest);
    if (*cursor->rest == cursor->end) { // nothing between two commas
        cursor->rest++;
        return true;
    }
    if (*cursor->rest == '\0')
        return true;
    const char *key = read_key(cursor);
    if (key == NULL)
        return fail(place, cursor->rest, "must be `key=value`");
    const char *value = read_value(place, cursor, key);
    return value != NULL && add_entry(place, key, value);
}

bool katago_config_read_pairs(KatagoConfig *config, const char *pairs, Text *error)
{
    const Place place = {config, NULL, ++config->text_count, error};
    size_t size = strlen(pairs) + 1;
    char *bytes = malloc(size);
    if (bytes == NULL)
        return fail(&place, "", NO_MEMORY);
    memcpy(bytes, pairs, size);
    Cursor cursor = {bytes, ','};
    bool done = true;
    while (done && *cursor.rest != '\0')
        done = read_pair(&place, &cursor);
    free(bytes);
    return done;
}

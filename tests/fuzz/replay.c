// SPDX-License-Identifier: MIT
//
// Runs a fuzz target once with each file of a folder, in the order of their names: what
// fuzzing has found stays a test, whatever the compiler. Usage: replay_TARGET FOLDER.
// The last file that is named is the one that ended the program before its time.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "target.h"

enum { INPUT_BYTES_MAX = 1 << 20, PATH_BYTES_MAX = 4096 };

static void give_up(const char *what, const char *name)
{
    fprintf(stderr, "replay: %s: %s\n", what, name);
    exit(EXIT_FAILURE);
}

// Reads a file into memory of exactly its size, so that a sanitizer sees a byte too
// many.
static uint8_t *read_input(FILE *file, size_t *size)
{
    uint8_t *bytes = malloc(INPUT_BYTES_MAX);
    *size = bytes != NULL ? fread(bytes, 1, INPUT_BYTES_MAX, file) : INPUT_BYTES_MAX;
    if (*size == INPUT_BYTES_MAX || ferror(file)) {
        free(bytes);
        return NULL;
    }
    uint8_t *fitting = realloc(bytes, *size > 0 ? *size : 1);
    return fitting != NULL ? fitting : bytes;
}

static void replay(const char *folder, const char *name)
{
    char path[PATH_BYTES_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length < (int)sizeof path ? fopen(path, "rb") : NULL;
    if (file == NULL)
        give_up("cannot open", name);
    size_t size;
    uint8_t *bytes = read_input(file, &size);
    fclose(file);
    if (bytes == NULL)
        give_up("cannot read", name);
    printf("%s\n", name);
    fflush(stdout);
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char *argv[])
{
    struct dirent **entries;
    if (argc != 2)
        give_up("usage", "replay_TARGET FOLDER");
    int count = scandir(argv[1], &entries, is_visible, alphasort);
    if (count <= 0)
        give_up("no inputs", argv[1]);
    for (int i = 0; i < count; i++) {
        replay(argv[1], entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    printf("%d inputs\n", count);
    return EXIT_SUCCESS;
}

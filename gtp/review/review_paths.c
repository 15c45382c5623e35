// SPDX-License-Identifier: MIT
#include "review_paths.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "folder.h"

static const char REVIEWED[] = "-reviewed", STREAM_NAME[] = "review";

bool review_path_is_stream(const char *path)
{
    return strcmp(path, "-") == 0;
}

// Is it the name of a folder, as it is there or as it is written?
static bool names_folder(const char *path)
{
    size_t length = strlen(path);
    return folder_is_there(path) || (length > 0 && path[length - 1] == '/');
}

const char *review_paths_single(const ReviewWishes *wishes)
{
    if (wishes->output != NULL && !names_folder(wishes->output))
        return "--output";
    if (wishes->page != NULL && !names_folder(wishes->page))
        return "--html";
    return NULL;
}

// The length of a record's name without `.sgf`.
static int stem_length(const char *name)
{
    size_t length = strlen(name);
    bool has_ending = length > 4 && strcasecmp(name + length - 4, ".sgf") == 0;
    return (int)(has_ending ? length - 4 : length);
}

static bool ends_with(const char *name, int length, const char *ending)
{
    int size = (int)strlen(ending);
    return length > size && strncmp(name + length - size, ending, (size_t)size) == 0;
}

// Appends a folder with the sign behind it.
static void add_folder(const char *folder, Text *path)
{
    text_add(path, folder);
    if (path->length > 0 && folder_base_name(path->bytes)[0] != '\0')
        text_add_char(path, '/');
}

static void find_output(const char *input, const ReviewWishes *wishes, Text *path)
{
    const char *name = folder_base_name(input);
    bool is_stream = review_path_is_stream(input);
    if (wishes->output != NULL && !names_folder(wishes->output)) {
        text_add(path, wishes->output);
        return;
    }
    if (wishes->output == NULL && is_stream) {
        text_add(path, "-");
        return;
    }
    if (wishes->output != NULL)
        add_folder(wishes->output, path);
    else
        text_printf(path, "%.*s", (int)(name - input), input);
    if (is_stream)
        name = STREAM_NAME;
    int length = stem_length(name);
    text_printf(path, "%.*s%s.sgf", length, name,
                ends_with(name, length, REVIEWED) ? "" : REVIEWED);
}

static void find_page(const char *input, const ReviewWishes *wishes, Text *path)
{
    const char *name =
        review_path_is_stream(input) ? STREAM_NAME : folder_base_name(input);
    if (wishes->page == NULL)
        return;
    if (!names_folder(wishes->page)) {
        text_add(path, wishes->page);
        return;
    }
    int length = stem_length(name);
    add_folder(wishes->page, path);
    if (ends_with(name, length, REVIEWED))
        length -= (int)strlen(REVIEWED);
    text_printf(path, "%.*s.html", length, name);
}

// May the file be written?
static bool is_free(const char *path, const ReviewWishes *wishes, Text *message)
{
    if (path[0] == '\0' || review_path_is_stream(path) || wishes->force ||
        !file_is_there(path))
        return true;
    text_printf(message, "%s is there already; --force replaces it", path);
    return false;
}

// Is the folder of a file there that the user asks for? One that is named as a folder
// is made.
static bool has_folder(const char *path, const char *wish, Text *message)
{
    char folder[REVIEW_PATH_SIZE];
    Text text = text_over(folder, sizeof folder);
    int length = (int)(folder_base_name(path) - path) - 1; // without the sign behind it
    if (wish == NULL || length <= 0)
        return true;
    text_printf(&text, "%.*s", length, path);
    if (folder_is_there(folder))
        return true;
    if (!names_folder(wish))
        text_printf(message, "there is no folder %s for %s; make it first", folder,
                    path);
    else if (!folder_make(folder))
        text_printf(message, "cannot make the folder %s: %s", folder, strerror(errno));
    else
        return true;
    return false;
}

bool review_paths_find(const char *input, const ReviewWishes *wishes,
                       ReviewPaths *paths, Text *message)
{
    Text output = text_over(paths->output, sizeof paths->output);
    Text page = text_over(paths->page, sizeof paths->page);
    paths->input = input;
    find_output(input, wishes, &output);
    find_page(input, wishes, &page);
    if (output.truncated || page.truncated) {
        text_add(message, "the name is too long");
        return false;
    }
    return is_free(paths->output, wishes, message) &&
           is_free(paths->page, wishes, message) &&
           has_folder(paths->output, wishes->output, message) &&
           has_folder(paths->page, wishes->page, message);
}

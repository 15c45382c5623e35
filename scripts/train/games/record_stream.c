// SPDX-License-Identifier: MIT
#include "record_stream.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool has_ending(const char *path, const char *decision)
{
    size_t length = strlen(path), tail = strlen(decision);
    return length >= tail && strcmp(path + length - tail, decision) == 0;
}

// Starts xz, and makes what it writes the file of the stream.
static bool open_packed(RecordStream *stream)
{
    int ends[2];
    if (access(stream->path, R_OK) != 0 || pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("xz", "xz", "-dc", "--", stream->path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    stream->file = child > 0 ? fdopen(ends[0], "r") : NULL;
    if (stream->file == NULL) {
        close(ends[0]);
        return false;
    }
    stream->child = child;
    return true;
}

bool stream_open(RecordStream *stream, const char *path)
{
    memset(stream, 0, sizeof *stream);
    stream->path = path;
    if (has_ending(path, ".xz"))
        return open_packed(stream);
    stream->file = fopen(path, "r");
    return stream->file != NULL;
}

bool stream_next(RecordStream *stream)
{
    if (fgets(stream->line, sizeof stream->line, stream->file) == NULL)
        return false;
    stream->line_number++;
    size_t length = strcspn(stream->line, "\n");
    if (stream->line[length] == '\0')
        for (int c = getc(stream->file); c != EOF && c != '\n';)
            c = getc(stream->file);
    stream->line[length] = '\0';
    return true;
}

bool stream_close(RecordStream *stream)
{
    bool good = !ferror(stream->file) && feof(stream->file);
    fclose(stream->file);
    if (stream->child == 0)
        return good;
    int status;
    return waitpid(stream->child, &status, 0) == stream->child && good &&
           WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// SPDX-License-Identifier: MIT
#include "review_progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sigint.h"
#include "standard_files.h"
#include "stopwatch.h"
#include "text.h"

enum {
    BAR_COLUMNS = 20,
    NAME_COLUMNS = 30,
    LINE_SIZE = 128,
    LOOKS_PER_BAR = 4, // the bar changes less often than the thread looks
    MINUTE = 60,
};

static const double LOOK_INTERVAL = 0.05; // seconds

// Appends the time that is left, as long as one can tell.
static void add_time(const ReviewProgress *progress, int done, Text *line)
{
    double passed = stopwatch_now() - progress->begun;
    if (done == 0)
        return;
    int left = (int)(passed * (progress->total - done) / done + 1);
    text_printf(line, "  %d:%02d left", left / MINUTE, left % MINUTE);
}

// Appends the beginning of the name, up to the end of a character.
static void add_name(const char *name, Text *line)
{
    size_t length = strlen(name);
    if (length > NAME_COLUMNS) {
        length = NAME_COLUMNS;
        while (length > 0 && text_goes_on(name[length]))
            length--;
    }
    text_printf(line, "%.*s", (int)length, name);
}

static void show(ReviewProgress *progress)
{
    char bytes[LINE_SIZE];
    Text line = text_over(bytes, sizeof bytes);
    int done = atomic_load(&progress->done);
    int filled = progress->total > 0 ? BAR_COLUMNS * done / progress->total : 0;
    text_add_char(&line, '\r');
    add_name(progress->name, &line);
    text_add(&line, " [");
    for (int i = 0; i < BAR_COLUMNS; i++)
        text_add_char(&line, i < filled ? '#' : '.');
    text_printf(&line, "] %d/%d", done, progress->total);
    add_time(progress, done, &line);
    int columns = (int)line.length - 1;
    for (int i = columns; i < progress->shown; i++) // what is longer there
        text_add_char(&line, ' ');
    progress->shown = columns;
    fputs(bytes, stderr);
    fflush(stderr);
}

// A PeriodicThread's look.
static void look(void *object)
{
    ReviewProgress *progress = object;
    if (sigint_take())
        atomic_store(progress->stop, true);
    if (progress->is_shown && progress->looks++ % LOOKS_PER_BAR == 0)
        show(progress);
}

void review_progress_start(ReviewProgress *progress, const char *name, int total,
                           atomic_bool *stop)
{
    progress->name = name;
    progress->total = total;
    atomic_store(&progress->done, 0);
    progress->stop = stop;
    progress->is_shown = standard_file_is_terminal(STDERR_FILENO);
    progress->begun = stopwatch_now();
    progress->shown = progress->looks = 0;
    periodic_thread_start(&progress->periodic, LOOK_INTERVAL, LOOK_INTERVAL, look,
                          progress);
}

void review_progress_stop(ReviewProgress *progress)
{
    periodic_thread_stop(&progress->periodic);
    if (sigint_take())
        atomic_store(progress->stop, true);
    if (progress->shown > 0)
        fprintf(stderr, "\r%*s\r", progress->shown, "");
}

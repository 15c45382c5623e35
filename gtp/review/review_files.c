// SPDX-License-Identifier: MIT
#include "review_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotation.h"
#include "dated_name.h"
#include "folder.h"
#include "own_lines.h"
#include "review_page.h"
#include "review_progress.h"
#include "review_search.h"
#include "review_table.h"
#include "sgf_file.h"

enum { MESSAGE_SIZE = 2 * REVIEW_PATH_SIZE, PIECE = 1 << 16 };

// A run over all records.
typedef struct Run {
    const ReviewOptions *options;
    PositionSearchers *searchers;
    int searches;
    atomic_bool stop;
} Run;

// A record that is being reviewed.
typedef struct RecordReview {
    Run *run;
    ReviewPaths paths;
    LongText record; // without what earlier reviews have written
    ReviewGame game;
    ReviewPosition *positions;
    Review review;
    bool is_partial;               // the record goes wrong before its end
    bool wrote_record, wrote_page; // in files
    char bytes[MESSAGE_SIZE];
    Text message; // what failed; empty: nothing did
} RecordReview;

static const char *name_of(const RecordReview *work)
{
    return review_path_is_stream(work->paths.input) ? "standard input"
                                                    : work->paths.input;
}

static void tell(const RecordReview *work, const char *message)
{
    fprintf(stderr, "ponnuki: %s: %s\n", name_of(work), message);
}

static bool fail(RecordReview *work, const char *message)
{
    text_clear(&work->message);
    text_add(&work->message, message);
    return false;
}

static bool fail_memory(RecordReview *work)
{
    return fail(work, "out of memory");
}

static bool fail_system(RecordReview *work, const char *what, const char *path)
{
    int trouble = errno;
    text_clear(&work->message);
    text_printf(&work->message, "cannot %s %s: %s", what, path, strerror(trouble));
    return false;
}

static bool read_stream(RecordReview *work, FILE *file, LongText *bytes)
{
    char piece[PIECE];
    size_t count;
    while ((count = fread(piece, 1, sizeof piece, file)) > 0) {
        long_text_add_bytes(bytes, piece, count);
        if (bytes->text.truncated)
            return fail_memory(work);
        if (bytes->text.length > SGF_BYTES_MAX)
            return fail(work, "record too long");
    }
    if (ferror(file))
        return fail_system(work, "read", name_of(work));
    long_text_add(bytes, ""); // so that there are bytes
    return !bytes->text.truncated || fail_memory(work);
}

static bool read_bytes(RecordReview *work, LongText *bytes)
{
    if (review_path_is_stream(work->paths.input))
        return read_stream(work, stdin, bytes);
    FILE *file = fopen(work->paths.input, "rb");
    if (file == NULL)
        return fail(work, strerror(errno));
    bool done = read_stream(work, file, bytes);
    fclose(file);
    return done;
}

// Reads the record without what earlier reviews have written.
static bool read_record(RecordReview *work)
{
    LongText bytes = {.text = {.bytes = NULL}};
    bool done = read_bytes(work, &bytes);
    if (done && sgf_is_utf16(bytes.text.bytes, bytes.text.length))
        done = fail(work, "the record is in UTF-16; convert it to UTF-8 first");
    if (done && !own_lines_remove(bytes.text.bytes, bytes.text.length, &work->record))
        done = fail_memory(work);
    long_text_free(&bytes);
    return done;
}

static void tell_remarks(const RecordReview *work, const SgfRemarks *remarks)
{
    for (int oddity = 0; oddity < SGF_ODDITIES; oddity++) {
        char bytes[2 * SGF_REMARK_SIZE];
        Text text = text_over(bytes, sizeof bytes);
        if (sgf_remark_write(remarks, (SgfOddity)oddity, &text))
            tell(work, bytes);
    }
}

static bool read_game(RecordReview *work)
{
    const Text *record = &work->record.text;
    SgfReport report;
    char bytes[2 * SGF_REMARK_SIZE];
    Text error = text_over(bytes, sizeof bytes);
    bool done = review_game_read(&work->game, record->bytes, record->length,
                                 &work->run->options->rules, &report);
    if (done)
        tell_remarks(work, &report.remarks);
    if (report.error.text == NULL)
        return done;
    sgf_error_write(&report.error, &error);
    if (!done || work->game.move_count == 0)
        return fail(work, bytes);
    work->is_partial = true;
    text_printf(&error, "; reviewed up to move %d", work->game.move_count);
    tell(work, bytes);
    return true;
}

static bool search(RecordReview *work)
{
    Run *run = work->run;
    const ReviewOptions *options = run->options;
    ReviewProgress progress;
    const ReviewSearch order = {.searchers = run->searchers,
                                .searches = run->searches,
                                .threads = options->threads,
                                .limits = options->limits,
                                .stop = &run->stop,
                                .done = &progress.done};
    work->positions = malloc((size_t)work->game.turn_count * sizeof *work->positions);
    if (work->positions == NULL)
        return fail_memory(work);
    review_progress_start(&progress, folder_base_name(name_of(work)),
                          work->game.turn_count, &run->stop);
    ReviewSearchEnd end = review_search_run(&order, &work->game, work->positions);
    review_progress_stop(&progress);
    if (atomic_load(&run->stop))
        return false;
    switch (end) {
    case REVIEW_SEARCH_DONE:
        return review_make(&work->review, &work->game, work->positions) ||
               fail_memory(work);
    case REVIEW_SEARCH_STOPPED:
        return false;
    case REVIEW_SEARCH_NO_MEMORY:
        return fail_memory(work);
    case REVIEW_SEARCH_NO_THREAD:
        return fail(work, "cannot start a thread");
    }
    return false;
}

// Writes a whole file, or to standard output.
static bool write_file(RecordReview *work, const char *path, const LongText *content)
{
    char temporary[REVIEW_PATH_SIZE + DATED_NAME_SIZE], name[DATED_NAME_SIZE];
    Text text = text_over(temporary, sizeof temporary);
    if (content->text.truncated)
        return fail_memory(work);
    if (review_path_is_stream(path)) {
        size_t length = content->text.length;
        return (fwrite(content->text.bytes, 1, length, stdout) == length &&
                fflush(stdout) == 0) ||
               fail_system(work, "write", "to standard output");
    }
    dated_name(name);
    text_printf(&text, "%s.%s.tmp", path, name);
    return sgf_file_replace(path, temporary, &content->text, true) ||
           fail_system(work, "write", path);
}

static bool write_record(RecordReview *work)
{
    LongText record = {.text = {.bytes = NULL}};
    const Text *bytes = &work->record.text;
    bool done = annotation_write(&work->review, bytes->bytes, bytes->length, &record) ||
                fail_memory(work);
    done = done && write_file(work, work->paths.output, &record);
    work->wrote_record = done && !review_path_is_stream(work->paths.output);
    long_text_free(&record);
    return done;
}

static bool write_page(RecordReview *work)
{
    LongText page = {.text = {.bytes = NULL}};
    if (work->paths.page[0] == '\0')
        return true;
    review_page_write(&work->review, folder_base_name(name_of(work)),
                      work->run->options->version, &page);
    bool done = write_file(work, work->paths.page, &page);
    work->wrote_page = done && !review_path_is_stream(work->paths.page);
    long_text_free(&page);
    return done;
}

static bool goes_to_stream(const RecordReview *work)
{
    return review_path_is_stream(work->paths.output) ||
           review_path_is_stream(work->paths.page);
}

static bool write_table(RecordReview *work, bool is_first)
{
    LongText table = {.text = {.bytes = NULL}};
    FILE *out = goes_to_stream(work) ? stderr : stdout;
    if (!is_first)
        long_text_add(&table, "\n");
    review_table_write(&work->review, name_of(work), &table);
    if (work->wrote_record)
        long_text_printf(&table, "\nThe record with the review is %s.\n",
                         work->paths.output);
    if (work->wrote_page)
        long_text_printf(&table, "The page is %s.\n", work->paths.page);
    bool done = !table.text.truncated || fail_memory(work);
    if (done &&
        (fwrite(table.text.bytes, 1, table.text.length, out) != table.text.length ||
         fflush(out) != 0))
        done = fail_system(work, "write", "the table");
    long_text_free(&table);
    return done;
}

// Writes what was found. What cannot be written does not keep the table from the user.
static bool write_review(RecordReview *work, bool is_first)
{
    bool is_written = write_record(work) && write_page(work);
    return write_table(work, is_first) && is_written;
}

// Reviews a record. Errors: false, with a message unless it is interrupted.
static bool review_record(RecordReview *work, const char *record, bool is_first)
{
    return review_paths_find(record, &work->run->options->wishes, &work->paths,
                             &work->message) &&
           read_record(work) && read_game(work) && search(work) &&
           write_review(work, is_first) && !work->is_partial;
}

// The same with its memory.
static bool review_path(Run *run, const char *record, bool is_first)
{
    RecordReview *work = calloc(1, sizeof *work);
    if (work == NULL) {
        fprintf(stderr, "ponnuki: %s: out of memory\n", record);
        return false;
    }
    work->run = run;
    work->paths.input = record;
    work->message = text_over(work->bytes, sizeof work->bytes);
    bool done = review_record(work, record, is_first);
    if (work->message.length > 0)
        tell(work, work->bytes);
    review_free(&work->review);
    free(work->positions);
    review_game_free(&work->game);
    long_text_free(&work->record);
    free(work);
    return done;
}

ReviewEnd review_files_run(const ReviewOptions *options, char *const records[],
                           int count)
{
    Run run = {.options = options};
    run.searches = options->threads < options->engine->memory_mib
                       ? options->threads
                       : options->engine->memory_mib;
    run.searchers =
        position_searchers_new(options->engine, run.searches, options->threads);
    if (run.searchers == NULL)
        return REVIEW_NO_MEMORY;
    bool done = true;
    for (int i = 0; i < count && !atomic_load(&run.stop); i++)
        done = review_path(&run, records[i], i == 0) && done;
    position_searchers_delete(run.searchers);
    if (atomic_load(&run.stop))
        return REVIEW_INTERRUPTED;
    return done ? REVIEW_DONE : REVIEW_SOME_FAILED;
}

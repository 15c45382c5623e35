// SPDX-License-Identifier: MIT
#include "analysis_server.h"

#include <errno.h>
#include <string.h>

#include "actions.h"
#include "answer.h"
#include "answer_queue.h"
#include "input.h"
#include "line_buffer.h"
#include "output.h"
#include "query.h"
#include "searchers.h"
#include "task_queue.h"

enum {
    LISTENER_INTERVAL_MS = 200, // between checks whether the output has a reader
    // Bytes of queries and of answers, from which on no more queries are read.
    QUERY_BYTES_MAX = 256 << 20,
    ANSWER_BYTES_MAX = 128 << 20,
};

typedef struct AnalysisServer {
    const AnalysisOptions *options;
    Input *input;
    int output;
    bool input_ended;
    bool no_memory;
    json_t *ignored; // an object; its keys are the settings already complained about
    LineBuffer buffer;
    TaskQueue tasks;
    AnswerQueue answers;
    Searchers *searchers;
} AnalysisServer;

static void put(AnalysisServer *server, char *line)
{
    if (!answer_queue_put(&server->answers, line))
        server->no_memory = true;
}

static void put_error(AnalysisServer *server, const json_t *id, const char *field,
                      const char *message)
{
    put(server, answer_error(id, field, message));
}

// Warns of fields that no query has.
static void warn(AnalysisServer *server, json_t *object, const json_t *id)
{
    const char *field;
    json_t *value;
    if (!server->options->settings->warns_unused)
        return;
    json_object_foreach(object, field, value)
    {
        if (!query_knows_field(field))
            put(server,
                answer_warning(id, field,
                               "Unexpected or unused field, do you have a typo? (set "
                               "warnUnusedFields=false in the config to disable this "
                               "warning)"));
    }
}

// Tells of settings that mean nothing here, but not to the client: that would take a
// warning for the answer.
static void tell_ignored(AnalysisServer *server, json_t *object)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(object, "overrideSettings"), name, value)
    {
        if (query_knows_setting(name) || json_object_get(server->ignored, name) ||
            json_object_size(server->ignored) >= ANALYSIS_IGNORED_MAX)
            continue;
        if (json_object_set_new_nocheck(server->ignored, name, json_true()) == 0)
            server->options->on_ignored(name);
    }
}

static void take_query(AnalysisServer *server, json_t *object, const json_t *id)
{
    QueryError error;
    Query *query = query_read(object, server->options->settings, &error);
    if (query == NULL) {
        put_error(server, id, error.field,
                  error.no_memory ? "Out of memory" : error.bytes);
        return;
    }
    warn(server, object, id);
    tell_ignored(server, object);
    if (!task_queue_add(&server->tasks, query))
        put_error(server, id, NULL, "Out of memory");
}

static void take_object(AnalysisServer *server, json_t *object)
{
    const json_t *id = json_object_get(object, "id");
    if (!json_is_object(object))
        put_error(server, NULL, NULL, "Request is not a JSON object");
    else if (!json_is_string(id))
        put_error(server, NULL, NULL, "Request must have a string \"id\" field");
    else if (json_is_string(json_object_get(object, "action")))
        actions_take(&(ActionContext){server->options, &server->tasks, &server->answers,
                                      server->searchers, &server->no_memory},
                     object);
    else
        take_query(server, object, id);
}

static void take_text(AnalysisServer *server, const char *bytes, size_t length)
{
    json_error_t error;
    json_t *object = json_loadb(bytes, length, JSON_ALLOW_NUL, &error);
    char memory[JSON_ERROR_TEXT_LENGTH + 64];
    Text message = text_over(memory, sizeof memory);
    if (object == NULL) {
        text_printf(&message, "Could not parse request as JSON: %s (byte %d)",
                    error.text, error.position);
        put_error(server, NULL, NULL, memory);
        return;
    }
    take_object(server, object);
    json_decref(object);
}

static bool is_blank(char c)
{
    return strchr(" \t\r\n", c) != NULL && c != '\0';
}

// Takes the line in the buffer, and begins a new one.
static void finish_line(AnalysisServer *server)
{
    LineBuffer *line = &server->buffer;
    const char *bytes = line->bytes;
    size_t length = line->length;
    while (length > 0 && is_blank(bytes[length - 1]))
        length--;
    while (length > 0 && is_blank(*bytes)) {
        bytes++;
        length--;
    }
    if (length > 0 && server->options->request_log != NULL) {
        fprintf(server->options->request_log, "> %.*s\n", (int)length, bytes);
        fflush(server->options->request_log);
    }
    if (line->too_long || length > ANALYSIS_LINE_MAX)
        put_error(server, NULL, NULL, "Request is too long");
    else if (length > 0)
        take_text(server, bytes, length);
    line_buffer_clear(line);
}

static bool accept_bytes(AnalysisServer *server, const char *bytes, size_t count)
{
    while (count > 0) {
        size_t taken;
        bool complete;
        if (!line_buffer_add(&server->buffer, bytes, count, &taken, &complete))
            return false;
        if (complete)
            finish_line(server);
        bytes += taken;
        count -= taken;
    }
    return true;
}

// Nothing more is wanted: what waits to be written is, and all else is dropped.
static void drop_all(AnalysisServer *server)
{
    answer_queue_close(&server->answers);
    task_queue_abandon(&server->tasks);
}

// The end of the input also ends its last line.
static void end_input(AnalysisServer *server)
{
    server->input_ended = true;
    if (server->buffer.length > 0)
        finish_line(server);
    if (server->options->quits_without_waiting)
        drop_all(server);
    task_queue_close(&server->tasks);
}

// Reads when there is room for more. Errors: false when memory is exhausted.
static bool read_some(AnalysisServer *server)
{
    char bytes[16384];
    task_queue_wait_for_room(&server->tasks, QUERY_BYTES_MAX);
    answer_queue_wait_for_room(&server->answers, ANSWER_BYTES_MAX);
    long count = input_read(server->input, bytes, sizeof bytes);
    if (count > 0)
        return accept_bytes(server, bytes, (size_t)count);
    if (count != INPUT_AGAIN)
        end_input(server);
    return true;
}

// The thread that writes, or one that searched, wakes the one that reads.
static void wake(void *object)
{
    AnalysisServer *server = object;
    input_wake(server->input);
}

static void lose_output(void *object)
{
    AnalysisServer *server = object;
    task_queue_abandon(&server->tasks);
    input_wake(server->input);
}

// Is there nothing more to do?
static bool is_over(AnalysisServer *server)
{
    bool is_idle = task_queue_is_idle(&server->tasks);
    if (!is_idle && output_is_lost(server->output)) {
        answer_queue_lose(&server->answers, EPIPE);
        task_queue_abandon(&server->tasks);
    }
    return server->no_memory || answer_queue_is_lost(&server->answers) ||
           (server->input_ended && is_idle);
}

// Reads queries until the input has ended and all is done, or nothing more is wanted.
static void read_queries(AnalysisServer *server)
{
    while (!is_over(server)) {
        bool is_idle = task_queue_is_idle(&server->tasks);
        int pause = is_idle ? INPUT_FOREVER : LISTENER_INTERVAL_MS;
        if (input_wait(server->input, pause) == INPUT_READY && !read_some(server))
            server->no_memory = true;
    }
    if (server->no_memory)
        drop_all(server);
}

// Holds the dialogue. The queues are there.
static AnalysisEnd converse(AnalysisServer *server)
{
    const AnalysisOptions *options = server->options;
    if (!answer_queue_start(&server->answers, server->output, options->answer_log,
                            lose_output, server))
        return ANALYSIS_NO_THREAD;
    bool started = searchers_start(server->searchers, &server->tasks, &server->answers,
                                   wake, server);
    if (started) {
        options->on_ready();
        read_queries(server);
    }
    task_queue_close(&server->tasks);
    bool done = searchers_join(server->searchers);
    answer_queue_end(&server->answers);
    if (!started)
        return ANALYSIS_NO_THREAD;
    if (server->answers.lost)
        return ANALYSIS_OUTPUT_LOST;
    return done && !server->no_memory ? ANALYSIS_DONE : ANALYSIS_NO_MEMORY;
}

AnalysisEnd analysis_run(const AnalysisOptions *options, int input, int output)
{
    AnalysisServer server = {
        .options = options,
        .output = output,
        .ignored = json_object(),
        .input = input_new(input),
        .searchers =
            searchers_new(options->engine, options->positions, options->threads_each)};
    AnalysisEnd end = ANALYSIS_NO_MEMORY;
    task_queue_init(&server.tasks, options->positions, options->threads,
                    options->threads_each);
    line_buffer_init(&server.buffer);
    if (server.ignored != NULL && server.input != NULL && server.searchers != NULL)
        end = converse(&server);
    line_buffer_free(&server.buffer);
    task_queue_free(&server.tasks);
    searchers_delete(server.searchers);
    json_decref(server.ignored);
    if (server.input != NULL)
        input_delete(server.input);
    errno = server.answers.trouble;
    return end;
}

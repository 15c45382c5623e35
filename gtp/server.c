// SPDX-License-Identifier: MIT
#include "server.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "line_buffer.h"
#include "line_queue.h"
#include "output.h"
#include "protocol.h"

enum {
    REPLY_CAPACITY = 1 << 20,   // bytes of the longest reply
    INTERRUPT_INTERVAL_MS = 10, // between interrupts of the same command
    LISTENER_INTERVAL_MS = 200, // between checks whether the output has a reader
};

// The engine forgets an interrupt that comes before it begins to think. So the reader
// repeats it until the command is answered.
typedef struct Server {
    Session *session;
    LineQueue queue;
    LineBuffer buffer; // of the reader
    Input *input;
    int output;
    bool input_ended;          // for the reader
    bool abandoned;            // for the reader: the output has no reader
    bool no_memory;            // of the reader; read after it has ended
    pthread_mutex_t log_mutex; // both threads write the log
    // Of the command in progress.
    Command command;
    bool begun;  // the head of its reply is written
    bool lost;   // the output has no reader
    int trouble; // why, as errno
} Server;

// Writes the lines of a text to the log, if there is one, each with a prefix.
static void log_lines(Server *server, const char *prefix, const char *bytes,
                      size_t length)
{
    FILE *log = server->session->log;
    if (log == NULL)
        return;
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    pthread_mutex_lock(&server->log_mutex);
    for (;;) {
        const char *newline = length > 0 ? memchr(bytes, '\n', length) : NULL;
        size_t part = newline != NULL ? (size_t)(newline - bytes) : length;
        fputs(prefix, log);
        fwrite(bytes, 1, part, log);
        fputc('\n', log);
        if (newline == NULL)
            break;
        bytes += part + 1;
        length -= part + 1;
    }
    fflush(log);
    pthread_mutex_unlock(&server->log_mutex);
}

static void interrupt_engine(void *engine)
{
    engine_interrupt(engine);
}

// While the server is at work, checks whether the output has a reader. If it has none,
// the engine need not think. False: no further check is needed before something has
// been read.
static bool look_for_listener(Server *server)
{
    if (server->abandoned || !line_queue_is_busy(&server->queue))
        return false;
    server->abandoned = output_is_lost(server->output);
    if (server->abandoned)
        line_queue_abandon(&server->queue);
    return !server->abandoned;
}

// Waits until there is something to read. Meanwhile it repeats an interrupt, and checks
// whether the output has a reader. False if the server has stopped. Also false if the
// input has ended and nothing is left to do meanwhile.
static bool wait_for_input(Server *server)
{
    for (;;) {
        bool looks = look_for_listener(server);
        bool insists = line_queue_pass_interrupt(&server->queue, interrupt_engine,
                                                 server->session->engine);
        if (!insists && !looks && server->input_ended)
            return false;
        int pause = insists ? INTERRUPT_INTERVAL_MS
                    : looks ? LISTENER_INTERVAL_MS
                            : INPUT_FOREVER;
        InputEvent event = input_wait(server->input, pause);
        if (event != INPUT_NOTHING)
            return event == INPUT_READY;
    }
}

// Passes on the line in the buffer and begins a new one.
static bool finish_line(Server *server)
{
    LineBuffer *line = &server->buffer;
    log_lines(server, "> ", line->bytes, line->length);
    bool done = true;
    if (!line->too_long && line_is_interrupt(line->bytes, line->length))
        line_queue_interrupt(&server->queue);
    else
        done =
            line_queue_put(&server->queue, line->bytes, line->length, line->too_long);
    line_buffer_clear(line);
    return done;
}

static bool accept_bytes(Server *server, const char *bytes, size_t count)
{
    while (count > 0) {
        size_t taken;
        bool complete;
        if (!line_buffer_add(&server->buffer, bytes, count, &taken, &complete) ||
            (complete && !finish_line(server)))
            return false;
        bytes += taken;
        count -= taken;
    }
    return true;
}

// The end of the input also ends its last line.
static bool end_input(Server *server)
{
    server->input_ended = true;
    bool done = server->buffer.length == 0 || finish_line(server);
    line_queue_close(&server->queue);
    return done;
}

static bool read_some(Server *server)
{
    char bytes[16384];
    long count = input_read(server->input, bytes, sizeof bytes);
    if (count > 0)
        return accept_bytes(server, bytes, (size_t)count);
    return count == INPUT_AGAIN || end_input(server);
}

// The reader's thread.
static void *read_lines(void *argument)
{
    Server *server = argument;
    while (!server->no_memory && wait_for_input(server))
        server->no_memory = !read_some(server);
    line_queue_close(&server->queue);
    return NULL;
}

// Writes a reply or a part of it. False if the output has no reader.
static bool write_out(Server *server, const char *bytes, size_t length)
{
    log_lines(server, "< ", bytes, length);
    if (!output_write(server->output, bytes, length) && !server->lost) {
        server->trouble = errno;
        server->lost = true;
    }
    return !server->lost;
}

// The functions of a Stream.

static void wait_for_line(void *object)
{
    Server *server = object;
    if (!server->lost)
        line_queue_wait(&server->queue);
}

static void begin_reply(void *object)
{
    Server *server = object;
    char bytes[REPLY_FRAME_MAX + 1];
    Text head = text_over(bytes, sizeof bytes);
    reply_begin(&head, &server->command);
    server->begun = true;
    write_out(server, head.bytes, head.length);
}

static bool write_lines(void *object, const char *lines, size_t length)
{
    return write_out(object, lines, length);
}

// Runs the command of a line. False if no reply is needed.
static bool run_line(Server *server, Line *line, Text *text, bool *success)
{
    Command *command = &server->command;
    *success = false;
    server->begun = false;
    bool comment = memchr(line->bytes, '#', line->length) != NULL;
    ParseResult result = command_parse(command, line->bytes, line->length);
    if (result == PARSE_BLANK && (comment || !line->too_long))
        return false;
    if (line->too_long)
        text_add(text, "line too long");
    else if (result == PARSE_NO_MEMORY)
        text_add(text, "out of memory");
    else
        *success = commands_run(server->session, command, text);
    if (text->truncated) {
        *success = false;
        text_clear(text);
        text_add(text, "reply too long");
    }
    return true;
}

// Takes the next line; NULL at the end. While there is none, the engine may ponder.
static Line *next_line(Server *server)
{
    engine_ponder(server->session->engine, line_queue_pending(&server->queue));
    return line_queue_take(&server->queue);
}

// Answers lines in order until the dialogue ends.
static void answer_lines(Server *server, Text *text, Text *reply)
{
    Line *line;
    bool success;
    while (!server->lost && !server->session->quit &&
           (line = next_line(server)) != NULL) {
        text_clear(text);
        text_clear(reply);
        bool answers = run_line(server, line, text, &success);
        if (answers && server->begun)
            reply_end(reply, success ? text->bytes : "");
        else if (answers)
            reply_write(reply, &server->command, success, text->bytes);
        line_queue_answered(&server->queue);
        if (answers)
            write_out(server, reply->bytes, reply->length);
        free(line);
    }
}

// Answers lines while the reader thread reads. Then ends the reader thread.
static ServerEnd converse(Server *server, Text *text, Text *reply)
{
    pthread_t reader;
    if (pthread_create(&reader, NULL, read_lines, server) != 0)
        return SERVER_NO_THREAD;
    answer_lines(server, text, reply);
    line_queue_stop(&server->queue);
    input_stop(server->input);
    pthread_join(reader, NULL);
    engine_rest(server->session->engine); // it may read whether a line is pending
    if (server->lost)
        return SERVER_OUTPUT_LOST;
    return server->no_memory ? SERVER_NO_MEMORY : SERVER_DONE;
}

ServerEnd server_run(Session *session, int input, int output)
{
    char *memory = malloc(2 * REPLY_CAPACITY + REPLY_FRAME_MAX);
    Server server = {.session = session,
                     .input = memory != NULL ? input_new(input) : NULL,
                     .output = output};
    if (server.input == NULL) {
        free(memory);
        return SERVER_NO_MEMORY;
    }
    Text text = text_over(memory, REPLY_CAPACITY);
    Text reply = text_over(memory + REPLY_CAPACITY, REPLY_CAPACITY + REPLY_FRAME_MAX);
    Stream stream = {&server, line_queue_pending(&server.queue), wait_for_line,
                     begin_reply, write_lines};
    pthread_mutex_init(&server.log_mutex, NULL);
    line_queue_init(&server.queue);
    line_buffer_init(&server.buffer);
    command_init(&server.command);
    session->stream = &stream;
    ServerEnd end = converse(&server, &text, &reply);
    session->stream = NULL;
    command_free(&server.command);
    line_buffer_free(&server.buffer);
    line_queue_free(&server.queue);
    pthread_mutex_destroy(&server.log_mutex);
    input_delete(server.input);
    free(memory);
    errno = server.trouble;
    return end;
}

const char *server_end_text(ServerEnd end)
{
    switch (end) {
    case SERVER_DONE:
    case SERVER_OUTPUT_LOST:
        return "";
    case SERVER_NO_THREAD:
        return "cannot start the input thread";
    case SERVER_NO_MEMORY:
        return "out of memory";
    }
    return "";
}

// SPDX-License-Identifier: MIT
//
// Bytes as what a client of the analysis protocol sends. Lines go to the program as
// they are, but a query gets a low limit of visits. Each line must be answered as often
// as it asks for, whatever ends which search: with an error, an echo, or one last
// answer for each position. Each answer must be an object of JSON with its keys in
// order.
#define _GNU_SOURCE // memfd_create

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis_server.h"
#include "isa.h"
#include "memory_file.h"
#include "network.h"
#include "query.h"
#include "target.h"

enum { VISITS = 3, MEMORY_MIB = 2, THREADS = 2 };

// What is to be answered.
typedef struct Expected {
    size_t ends;   // last answers
    size_t others; // errors and echoes
} Expected;

static void put_line(int file, const char *line, size_t length)
{
    memory_file_put(file, line, length);
    memory_file_put(file, "\n", 1);
}

static bool is_action(const json_t *object)
{
    return json_is_string(json_object_get(object, "action"));
}

// Sends a query with few visits, and notes its answers.
static void send_query(int file, json_t *object, const KatagoSettings *settings,
                       Expected *expected)
{
    QueryError error;
    json_object_set_new(object, "maxVisits", json_integer(VISITS));
    char *line = json_dumps(object, JSON_COMPACT);
    require(line != NULL);
    put_line(file, line, strlen(line));
    free(line);
    Query *query = query_read(object, settings, &error);
    require(query != NULL || error.field != NULL);
    if (query == NULL)
        expected->others++;
    else
        expected->ends += (size_t)query->turn_count;
    query_delete(query);
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0' || strchr(" \t\r", line[i]) == NULL)
            return false;
    return true;
}

static void send_line(int file, const char *line, size_t length,
                      const KatagoSettings *settings, Expected *expected)
{
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_ALLOW_NUL, &error);
    bool is_query = json_is_object(object) && !is_action(object) &&
                    json_is_string(json_object_get(object, "id"));
    if (is_query)
        send_query(file, object, settings, expected);
    else
        put_line(file, line, length);
    if (!is_query)
        expected->others += !is_blank(line, length);
    json_decref(object);
}

static void send_lines(int file, const char *bytes, size_t size,
                       const KatagoSettings *settings, Expected *expected)
{
    while (size > 0) {
        const char *newline = memchr(bytes, '\n', size);
        size_t length = newline != NULL ? (size_t)(newline - bytes) : size;
        send_line(file, bytes, length, settings, expected);
        size_t taken = newline != NULL ? length + 1 : length;
        bytes += taken;
        size -= taken;
    }
}

// Counts an answer, which must be written as it should.
static void check_answer(const char *line, size_t length, Expected *found)
{
    json_error_t error;
    json_t *answer = json_loadb(line, length, JSON_ALLOW_NUL, &error);
    require(json_is_object(answer));
    char *again = json_dumps(answer, JSON_COMPACT | JSON_SORT_KEYS);
    require(again != NULL);
    bool is_last = json_is_false(json_object_get(answer, "isDuringSearch"));
    bool is_report = json_is_true(json_object_get(answer, "isDuringSearch"));
    bool is_warning = json_object_get(answer, "warning") != NULL && !is_action(answer);
    found->ends += is_last && !is_action(answer);
    found->others += is_action(answer) || (!is_last && !is_report && !is_warning);
    free(again);
    json_decref(answer);
}

static void check_answers(int file, const Expected *expected)
{
    Expected found = {0, 0};
    off_t size = lseek(file, 0, SEEK_END);
    char *answers = malloc((size_t)size + 1);
    require(answers != NULL);
    require(pread(file, answers, (size_t)size, 0) == size);
    for (const char *line = answers; line < answers + size;) {
        const char *newline = memchr(line, '\n', (size_t)(answers + size - line));
        require(newline != NULL);
        check_answer(line, (size_t)(newline - line), &found);
        line = newline + 1;
    }
    require(found.ends == expected->ends && found.others == expected->others);
    free(answers);
}

// It never changes, so one does for all inputs.
static const Network *the_network(void)
{
    static const Network *network;
    if (network == NULL)
        network = network_default(isa_best());
    require(network != NULL);
    return network;
}

static void be_silent(void)
{
}

static void ignore(const char *name)
{
    require(strlen(name) < ANALYSIS_LINE_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    EngineOptions engine = engine_default_options();
    engine.network = the_network();
    engine.memory_mib = MEMORY_MIB;
    engine.seed = 1;
    KatagoSettings settings = katago_settings_of_analysis(&engine);
    AnalysisOptions options = {.engine = &engine,
                               .settings = &settings,
                               .positions = THREADS,
                               .threads = THREADS,
                               .threads_each = THREADS,
                               .version = "0",
                               .katago_version = "1.0.0",
                               .on_ready = be_silent,
                               .on_ignored = ignore};
    Expected expected = {0, 0};
    int input = memory_file_new("input"), output = memory_file_new("output");
    json_object_seed(1);
    send_lines(input, (const char *)bytes, size, &settings, &expected);
    require(lseek(input, 0, SEEK_SET) == 0);
    require(analysis_run(&options, input, output) == ANALYSIS_DONE);
    check_answers(output, &expected);
    close(input);
    close(output);
    return 0;
}

// SPDX-License-Identifier: MIT
#include "analysis_command.h"

#ifdef HAVE_JANSSON

#include <string.h>
#include <unistd.h>

#include "analysis_server.h"
#include "commands.h"
#include "stopwatch.h"
#include "task_queue.h"

enum { IGNORED_NAME_MAX = 64 };

// The version of KataGo whose protocol this is. Clients use what their version of
// KataGo has.
static const char KATAGO_VERSION[] = "1.17.2";

bool analysis_command_is_there(void)
{
    return true;
}

static int lesser(uint64_t a, int b)
{
    return a < (uint64_t)b ? (int)a : b;
}

// Threads and positions at a time. One position at a time has all threads. Two at least
// may be searched at the same time, so that a position that is searched without end
// holds up nothing.
static void share_processors(const CommandLine *line, const KatagoSettings *settings,
                             AnalysisOptions *options)
{
    options->threads =
        line->threads_chosen ? line->engine.threads : line->usual_threads;
    uint64_t each = settings->position_threads;
    if (each == 0 && line->config != NULL &&
        katago_config_find(line->config, "numSearchThreads") != NULL)
        each = settings->threads.count;
    options->threads_each =
        lesser(each > 0 ? each : SEARCH_THREADS_MAX, options->threads);
    int most = options->threads > 2 ? options->threads : 2;
    most = lesser((uint64_t)line->engine.memory_mib, most);
    uint64_t wanted = line->analysis_threads > 0 ? (uint64_t)line->analysis_threads
                                                 : settings->positions;
    options->positions = lesser(wanted > 0 ? wanted : TASK_TAKERS_MAX, most);
}

// What is written of a log, if the configuration asks for it, or the option --log does.
static void share_log(const CommandLine *line, const KatagoSettings *settings,
                      FILE *log, AnalysisOptions *options)
{
    bool is_option = line->log_path != NULL;
    options->request_log = is_option || settings->logs_requests ? log : NULL;
    options->answer_log = is_option || settings->logs_responses ? log : NULL;
}

static void tell_ready(void)
{
    fprintf(stderr, "ponnuki %s: started, ready to begin handling requests\n",
            commands_version());
    fflush(stderr);
}

// Could it be the name of a setting? Other texts are not repeated, as some clients take
// certain words on standard error for a crash.
static bool is_name(const char *text)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    size_t length = strlen(text);
    return length > 0 && length <= IGNORED_NAME_MAX && strspn(text, LETTERS) == length;
}

static void tell_ignored(const char *name)
{
    fprintf(stderr,
            "ponnuki: overrideSettings: without a meaning here, so passed over: %s\n",
            is_name(name) ? name : "a name of other characters");
}

static AnalysisCommandEnd tell_end(AnalysisEnd end, int memory_mib)
{
    switch (end) {
    case ANALYSIS_DONE:
        return ANALYSIS_COMMAND_DONE;
    case ANALYSIS_OUTPUT_LOST:
        return ANALYSIS_COMMAND_OUTPUT_LOST;
    case ANALYSIS_NO_THREAD:
        fputs("ponnuki: cannot start the threads of the analysis\n", stderr);
        break;
    case ANALYSIS_NO_MEMORY:
        fprintf(stderr,
                "ponnuki: out of memory; try a smaller value than --memory %d\n",
                memory_mib);
        break;
    }
    return ANALYSIS_COMMAND_FAILED;
}

AnalysisCommandEnd analysis_command_run(const CommandLine *line,
                                        const EngineOptions *engine, FILE *log)
{
    KatagoSettings settings = line->katago;
    EngineOptions shared = *engine;
    katago_settings_refresh(&settings, engine);
    if (shared.seed == 0)
        shared.seed = stopwatch_seed();
    AnalysisOptions options = {.engine = &shared,
                               .settings = &settings,
                               .quits_without_waiting = line->quits_without_waiting,
                               .version = commands_version(),
                               .katago_version = line->gtp_version != NULL
                                                     ? line->gtp_version
                                                     : KATAGO_VERSION,
                               .on_ready = tell_ready,
                               .on_ignored = tell_ignored};
    share_processors(line, &settings, &options);
    share_log(line, &settings, log, &options);
    json_object_seed(0); // it may need a file
    return tell_end(analysis_run(&options, STDIN_FILENO, STDOUT_FILENO),
                    line->engine.memory_mib);
}

#else

bool analysis_command_is_there(void)
{
    fputs("ponnuki: analysis: this program was built without Jansson, the library for "
          "JSON; build it again where Jansson is installed\n",
          stderr);
    return false;
}

AnalysisCommandEnd analysis_command_run(const CommandLine *line,
                                        const EngineOptions *engine, FILE *log)
{
    (void)line, (void)engine, (void)log;
    return ANALYSIS_COMMAND_FAILED;
}

#endif

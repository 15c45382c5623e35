// SPDX-License-Identifier: MIT
//
// Reports of a search while it runs, in the formats of Leela Zero and KataGo. Sabaki
// and others read them. The commands that only analyze go on until the controller sends
// any line, or ends.
#include <stdlib.h>

#include "analyze_format.h"
#include "analyze_options.h"
#include "arguments.h"
#include "commands.h"

enum { LINE_CAPACITY = 3 << 20 }; // bytes; all moves with their lines and owners

// Seconds between two lines if the command gives no interval. Without lines an analysis
// would be useless.
static const double USUAL_INTERVAL = 1;

// An analysis that is sent to the controller.
typedef struct Broadcast {
    const Stream *stream;
    AnalyzeDialect dialect;
    AnalyzeOptions options;
    Position pos;          // the position that is analysed
    OwnerEstimate *owners; // after each move; NULL: they are not wanted
    Text line;
    char bytes[LINE_CAPACITY];
} Broadcast;

// An AnalysisOrder's tell.
static bool write_report(void *object, const Analysis *analysis)
{
    Broadcast *broadcast = object;
    Text *line = &broadcast->line;
    text_clear(line);
    if (broadcast->dialect == DIALECT_LZ)
        analyze_write_lz(analysis, &broadcast->options, line);
    else
        analyze_write_kata(analysis, &broadcast->options, &broadcast->pos, line);
    return line->truncated || broadcast->stream->write(broadcast->stream->object,
                                                       line->bytes, line->length);
}

static void end_broadcast(Broadcast *broadcast)
{
    if (broadcast != NULL)
        free(broadcast->owners);
    free(broadcast);
}

// Takes the memory of a broadcast. Errors: NULL when it is exhausted.
static Broadcast *new_broadcast(const AnalyzeOptions *options)
{
    Broadcast *broadcast = malloc(sizeof *broadcast);
    bool wants_owners = options->moves_ownership || options->moves_ownership_deviation;
    if (broadcast == NULL)
        return NULL;
    broadcast->options = *options;
    broadcast->owners =
        wants_owners ? calloc(POINT_LIMIT, sizeof *broadcast->owners) : NULL;
    if (!wants_owners || broadcast->owners != NULL)
        return broadcast;
    free(broadcast);
    return NULL;
}

// Prepares the broadcast of a command. Errors: NULL, with a message.
static Broadcast *begin_broadcast(Session *session, const Command *command,
                                  AnalyzeDialect dialect, Text *reply)
{
    AnalyzeOptions options;
    const Position *pos = &engine_game(session->engine)->position;
    if (!analyze_options_read(command, pos, dialect, &options, reply))
        return NULL;
    Broadcast *broadcast = new_broadcast(&options);
    if (session->stream == NULL)
        text_add(reply,
                 "this command needs a running GTP session: start `ponnuki gtp` and "
                 "send it there");
    else if (broadcast == NULL)
        text_add(reply, "out of memory");
    if (session->stream == NULL || broadcast == NULL) {
        end_broadcast(broadcast);
        return NULL;
    }
    broadcast->stream = session->stream;
    broadcast->dialect = dialect;
    broadcast->options.win_rates_as = (WinRatesAs)session->katago.win_rates_as;
    if (session->katago.line_length > 0)
        broadcast->options.line_max = 1 + (int)session->katago.line_length;
    broadcast->pos = *pos;
    broadcast->line = text_over(broadcast->bytes, sizeof broadcast->bytes);
    return broadcast;
}

// Who hears of the searches of a broadcast.
static AnalysisOrder listener_of(Broadcast *broadcast)
{
    const AnalyzeOptions *options = &broadcast->options;
    AnalysisOrder listener = {.interval = options->interval,
                              .moves_min = options->moves_min,
                              .moves_max = options->moves_max,
                              .move_owners = broadcast->owners,
                              .tell = write_report,
                              .object = broadcast};
    if (analyze_options_filter(options))
        listener.filter = &options->filter;
    return listener;
}

static bool analyze(Session *session, const Command *command, AnalyzeDialect dialect,
                    Text *reply)
{
    Broadcast *broadcast = begin_broadcast(session, command, dialect, reply);
    if (broadcast == NULL)
        return false;
    if (broadcast->options.interval == 0)
        broadcast->options.interval = USUAL_INTERVAL;
    const Stream *stream = broadcast->stream;
    AnalysisOrder listener = listener_of(broadcast);
    listener.silent = stream->pending;
    bool done = engine_reserve(session->engine);
    if (done) {
        stream->begin(stream->object);
        done = engine_analyze(session->engine, broadcast->options.player, &listener,
                              stream->pending);
    }
    if (done)
        stream->wait(stream->object);
    end_broadcast(broadcast);
    return done || command_fail(reply, "out of memory");
}

// May the next line of the controller cancel the search?
typedef enum Cancel { IS_FINAL, CAN_BE_CANCELLED } Cancel;

// NULL: the search cannot be cancelled.
static const atomic_bool *cancel_of(const Session *session, Cancel cancel)
{
    bool can_cancel = cancel == CAN_BE_CANCELLED && session->stream != NULL;
    return can_cancel ? session->stream->pending : NULL;
}

// Chooses a move as the request says, and appends it. Commands of KataGo's kata-search
// family may be cancelled.
static bool genmove(Session *session, const MoveRequest *request, const char *before,
                    Text *reply)
{
    MoveResult result;
    MoveError error = engine_genmove(session->engine, request, &result);
    if (error != MOVE_OK)
        return command_fail(reply, move_error_text(error));
    text_add(reply, before);
    if (result.move == NO_POINT)
        text_add(reply, "cancelled");
    else
        command_write_vertex(result.move, reply);
    return true;
}

static bool generate(Session *session, const Command *command, AnalyzeDialect dialect,
                     MoveRequest request, Text *reply)
{
    Broadcast *broadcast = begin_broadcast(session, command, dialect, reply);
    if (broadcast == NULL)
        return false;
    AnalysisOrder listener = listener_of(broadcast);
    listener.silent = request.cancel;
    request.player = broadcast->options.player;
    request.listener = &listener;
    bool done =
        engine_reserve(session->engine); // the head of the reply promises a move
    if (done) {
        broadcast->stream->begin(broadcast->stream->object);
        done = genmove(session, &request, "play ", reply);
    } else {
        command_fail(reply, move_error_text(MOVE_NO_MEMORY));
    }
    end_broadcast(broadcast);
    return done;
}

static bool search(Session *session, const Command *command, Cancel cancel, Text *reply)
{
    MoveRequest request = {.purpose = MOVE_NAME, .cancel = cancel_of(session, cancel)};
    return arg_need_color(command->argv[0], &request.player, reply) &&
           genmove(session, &request, "", reply);
}

static bool handle_lz_analyze(Session *session, const Command *command, Text *reply)
{
    return analyze(session, command, DIALECT_LZ, reply);
}

static bool handle_kata_analyze(Session *session, const Command *command, Text *reply)
{
    return analyze(session, command, DIALECT_KATA, reply);
}

static bool handle_lz_genmove(Session *session, const Command *command, Text *reply)
{
    return generate(session, command, DIALECT_LZ, (MoveRequest){.purpose = MOVE_PLAY},
                    reply);
}

static bool handle_kata_genmove(Session *session, const Command *command, Text *reply)
{
    return generate(session, command, DIALECT_KATA, (MoveRequest){.purpose = MOVE_PLAY},
                    reply);
}

static bool handle_kata_search_analyze(Session *session, const Command *command,
                                       Text *reply)
{
    return generate(session, command, DIALECT_KATA, (MoveRequest){.purpose = MOVE_NAME},
                    reply);
}

static bool handle_kata_search_analyze_cancellable(Session *session,
                                                   const Command *command, Text *reply)
{
    MoveRequest request = {.purpose = MOVE_NAME,
                           .cancel = cancel_of(session, CAN_BE_CANCELLED)};
    return generate(session, command, DIALECT_KATA, request, reply);
}

static bool handle_kata_search(Session *session, const Command *command, Text *reply)
{
    return search(session, command, IS_FINAL, reply);
}

static bool handle_kata_search_cancellable(Session *session, const Command *command,
                                           Text *reply)
{
    return search(session, command, CAN_BE_CANCELLED, reply);
}

const CommandEntry ANALYSIS_COMMANDS[] = {
    {"lz-analyze", 0, ARGS_ANY, handle_lz_analyze,
     "[COLOR] [CENTISECONDS] [OPTION VALUE]...: search until the next line and "
     "report at intervals; options: interval, minmoves, maxmoves, avoid, allow"},
    {"lz-genmove_analyze", 0, ARGS_ANY, handle_lz_genmove,
     "[COLOR] [CENTISECONDS] [OPTION VALUE]...: choose a move with live analysis as "
     "in lz-analyze, and play it"},
    {"kata-analyze", 0, ARGS_ANY, handle_kata_analyze,
     "[COLOR] [CENTISECONDS] [OPTION VALUE]...: search and report as lz-analyze, with "
     "scores; more options: rootInfo, ownership, ownershipStdev, movesOwnership, "
     "movesOwnershipStdev, pvVisits, pvEdgeVisits"},
    {"kata-genmove_analyze", 0, ARGS_ANY, handle_kata_genmove,
     "[COLOR] [CENTISECONDS] [OPTION VALUE]...: choose a move with live analysis as "
     "in kata-analyze, and play it"},
    {"kata-search_analyze", 0, ARGS_ANY, handle_kata_search_analyze,
     "[COLOR] [CENTISECONDS] [OPTION VALUE]...: choose a move with live analysis as "
     "in kata-analyze, do not play it"},
    {"kata-search_analyze_cancellable", 0, ARGS_ANY,
     handle_kata_search_analyze_cancellable,
     "[COLOR] [CENTISECONDS] [OPTION VALUE]...: choose a move with live analysis as "
     "in kata-analyze, do not play it; the next line cancels the search"},
    {"kata-search", 1, 1, handle_kata_search,
     "COLOR: choose a move as in genmove, do not play it"},
    {"kata-search_cancellable", 1, 1, handle_kata_search_cancellable,
     "COLOR: choose a move as in genmove, do not play it; the next line cancels the "
     "search"},
    {NULL, 0, 0, NULL, NULL},
};

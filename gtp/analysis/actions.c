// SPDX-License-Identifier: MIT
#include "actions.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"

static void put(const ActionContext *context, char *line)
{
    if (!answer_queue_put(context->answers, line))
        *context->no_memory = true;
}

static void put_error(const ActionContext *context, const json_t *request,
                      const char *field, const char *message)
{
    put(context, answer_error(json_object_get(request, "id"), field, message));
}

// An action. Returns whether the request is to be echoed.
typedef bool Action(const ActionContext *context, json_t *request);

static bool set_text(json_t *object, const char *key, const char *text)
{
    return json_object_set_new(object, key, json_string(text)) == 0;
}

static bool tell_version(const ActionContext *context, json_t *request)
{
    char bytes[64];
    Text name = text_over(bytes, sizeof bytes);
    text_printf(&name, "ponnuki-%s", context->options->version);
    if (!set_text(request, "version", context->options->katago_version) ||
        !set_text(request, "git_hash", bytes))
        *context->no_memory = true;
    return true;
}

// A network as KataGo would tell of it.
static json_t *new_model(const char *file, const char *name, bool imitates, int version)
{
    return json_pack("{s:s, s:s, s:i, s:b, s:i, s:s}", "name", file, "internalName",
                     name, "maxBatchSize", 1, "usesHumanSLProfile", imitates, "version",
                     version, "usingFP16", "false");
}

static json_t *new_katago_model(const KatagoNetwork *network)
{
    const KatagoModel *model = katago_network_model(network);
    return new_model(katago_network_path(network), model->name,
                     katago_network_imitates(network), model->version);
}

static json_t *new_own_model(const Network *network)
{
    char name[NETWORK_TEXT_SIZE];
    network_describe(network, name);
    return new_model("built in", name, false, network_version(network));
}

static bool tell_models(const ActionContext *context, json_t *request)
{
    const EngineOptions *engine = context->options->engine;
    json_t *models = json_array();
    int failed = 0;
    if (engine->katago != NULL)
        failed |= json_array_append_new(models, new_katago_model(engine->katago));
    else if (engine->network != NULL)
        failed |= json_array_append_new(models, new_own_model(engine->network));
    if (engine->human != NULL)
        failed |= json_array_append_new(models, new_katago_model(engine->human));
    if (failed != 0)
        *context->no_memory = true;
    if (json_object_set_new(request, "models", models) != 0)
        *context->no_memory = true;
    return true;
}

static bool clear_cache(const ActionContext *context, json_t *request)
{
    (void)request;
    searchers_clear_cache(context->searchers);
    return true;
}

// Tells that a position will not be searched.
static void drop(void *object, const Query *query, int turn)
{
    put(object, answer_no_results(query, turn));
}

// Reads which turns to end. Errors: false, with an answer.
static bool read_turns(const ActionContext *context, const json_t *request,
                       TaskChoice *choice)
{
    const json_t *turns = json_object_get(request, "turnNumbers");
    bool are_numbers = turns == NULL || json_is_array(turns);
    for (size_t i = 0; i < json_array_size(turns); i++)
        are_numbers = are_numbers && json_is_integer(json_array_get(turns, i));
    choice->turns = turns;
    if (!are_numbers)
        put_error(context, request, "turnNumbers",
                  "If provided, must be an array of integers indicating turns to "
                  "terminate");
    return are_numbers;
}

static bool end(const ActionContext *context, json_t *request, TaskChoice choice)
{
    if (!read_turns(context, request, &choice))
        return false;
    task_queue_end(context->tasks, &choice, drop, (void *)context);
    return true;
}

static bool terminate(const ActionContext *context, json_t *request)
{
    const json_t *id = json_object_get(request, "terminateId");
    if (json_is_string(id))
        return end(context, request,
                   (TaskChoice){.id = json_string_value(id),
                                .id_length = json_string_length(id)});
    put_error(
        context, request, "terminateId",
        "Requests for a terminate action must have a string \"terminateId\" field");
    return false;
}

static bool terminate_all(const ActionContext *context, json_t *request)
{
    return end(context, request, (TaskChoice){.id = NULL});
}

static const struct {
    const char *name;
    Action *take;
} ACTIONS[] = {
    {"query_version", tell_version},  {"query_models", tell_models},
    {"clear_cache", clear_cache},     {"terminate", terminate},
    {"terminate_all", terminate_all},
};

void actions_take(const ActionContext *context, json_t *request)
{
    const char *name = json_string_value(json_object_get(request, "action"));
    for (size_t i = 0; i < sizeof ACTIONS / sizeof ACTIONS[0]; i++)
        if (strcmp(name, ACTIONS[i].name) == 0) {
            if (ACTIONS[i].take(context, request))
                put(context, answer_echo(request));
            return;
        }
    put(context,
        answer_error(NULL, NULL,
                     "'action' field must be 'query_version' or 'query_models' or "
                     "'clear_cache' or 'terminate' or 'terminate_all'"));
}

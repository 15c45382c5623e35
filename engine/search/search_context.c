// SPDX-License-Identifier: MIT
#include "search_context.h"

#include <string.h>

// Enough that a pass is tried if all other moves lose.
static const float PASS_PROBABILITY = 0.01f;

// The position to search: that of the game, with the given player to move. It is
// indexed in an order that does not depend on how it came about.
static void set_root(SearchContext *context, const Game *game, Color player)
{
    Position *root = &context->root;
    *root = game->position;
    position_give_turn(root, player);
    if (root->passes >= 2)
        root->passes = 0; // asked to play on after the end
    position_normalize(root);
    int n = game->move_count;
    for (int i = 0; i < FEATURE_MOVES; i++)
        context->recent[i] = i < n ? game->moves[n - 1 - i].point : NO_POINT;
}

// A parameter with one value for small boards, one for larger, and one for the largest.
static int for_size(const Position *pos, int small, int larger, int largest)
{
    int points = pos->columns * pos->rows;
    if (points <= 10 * 10)
        return small;
    return points <= 15 * 15 ? larger : largest;
}

// The range of the utilities of KataGo's networks: they go from minus half of it to
// half of it. The parameters of PUCT are made for results that go from 0 to 1.
static float katago_range(const Params *params)
{
    int points = params->katago_points + params->katago_more_points;
    return 2 * (1 + 0.01f * (float)points);
}

// The parameters of PUCT with a network of ours.
static Puct puct_of(const SearchContext *context)
{
    const Params *params = &context->policy->params;
    int playouts = for_size(&context->root, params->puct_playouts_9,
                            params->puct_playouts_13, params->puct_playouts_19);
    return (Puct){.constant = 0.01f * (float)params->cpuct,
                  .range = 2,
                  .unit = VALUE_STEPS,
                  .pass = PASS_PROBABILITY,
                  .fpu_reduction = 0.01f * (float)params->fpu_reduction,
                  .playouts = 0.01f * (float)playouts,
                  .prior_visits = (float)params->playout_prior_visits,
                  .root_prior = (float)params->playout_prior_root};
}

// The same with a network of KataGo's. `fpu` is katago_fpu or katago_root_fpu.
static Puct puct_of_katago(const SearchContext *context, int fpu)
{
    const Params *params = &context->policy->params;
    Puct puct = puct_of(context);
    puct.range = katago_range(params);
    float unit = 0.01f / puct.range;
    puct.constant = unit * (float)params->katago_cpuct;
    puct.growth = unit * (float)params->katago_cpuct_growth;
    puct.spread_part = 0.01f * (float)params->katago_cpuct_spread;
    puct.pass = -1;
    puct.fpu_reduction = unit * (float)fpu;
    puct.fpu_blend = true;
    puct.playouts = 0.01f * (float)params->katago_playouts;
    return puct;
}

// The input features do not tell all that a network of KataGo's is told. They also cut
// off komi, and less of it for these networks.
static uint64_t cache_salt_of(const SearchContext *context)
{
    const Rules *rules = &context->rules;
    const KatagoProfile *profile = &context->katago_root.profile;
    const int told[] = {(int)rules->ko,
                        (int)rules->tax,
                        rules->territory,
                        rules->suicide,
                        rules->button,
                        rules->friendly_pass,
                        (int)profile->source,
                        profile->rank[BLACK],
                        profile->rank[WHITE],
                        profile->year,
                        context->katago_root.komi,
                        katago_phase_bonus(&context->katago_root.phase)};
    uint32_t doubling;
    memcpy(&doubling, &context->katago_root.white_doubling, sizeof doubling);
    uint64_t salt = rng_mix(doubling);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        salt = rng_mix(salt ^ (uint64_t)told[i]);
    return salt;
}

// Sets how PUCT chooses moves. Pre: is_puct and asks_katago are set.
static void choose_puct(SearchContext *context)
{
    const Params *params = &context->policy->params;
    context->puct = context->root_puct = puct_of(context);
    if (context->asks_katago) {
        context->puct = puct_of_katago(context, params->katago_fpu);
        context->root_puct = puct_of_katago(context, params->katago_root_fpu);
        context->weighs_children = params->katago_playouts == 0;
    }
}

int search_context_white_points(const SearchContext *context, int stones, Color to_play)
{
    if (!context->rules.territory)
        return context->white_points;
    return context->white_points + 2 * stones + (to_play == BLACK ? 1 : -1);
}

void search_context_begin(SearchContext *context, const Game *game)
{
    context->game = game;
    context->rules = game->rules;
    context->white_points = game_white_points(game);
    context->has_button = game_has_button(game);
    context->first_counted = game_first_counted(game);
    set_root(context, game, context->order.player);
    context->asks_katago =
        context->katago != NULL &&
        katago_network_takes(context->root.columns, context->root.rows);
    context->is_puct = context->network != NULL && context->network_use == NETWORK_FULL;
    if (context->asks_katago) {
        context->katago_root = katago_view(game, &context->rules);
        katago_view_give_turn(&context->katago_root, &context->root,
                              context->order.player);
        context->katago_root.profile = context->order.profile;
        context->katago_root.white_doubling = context->order.doubling;
    }
    context->weighs_children = false;
    if (context->is_puct)
        choose_puct(context);
    context->cache_salt = context->asks_katago ? cache_salt_of(context) : 0;
    context->has_root_output = false;
    batch_layout_init(&context->layout, context->root.columns, context->root.rows);
}

uint32_t search_context_visit_steps(const SearchContext *context)
{
    return context->is_puct ? VALUE_STEPS : 1;
}

bool search_context_is_at_end(const SearchContext *context)
{
    return atomic_load_explicit(&context->finished, memory_order_relaxed) ||
           (context->ends_when_full &&
            atomic_load_explicit(&context->tree->is_full, memory_order_relaxed));
}

void search_context_spare_counters(SearchContext *context)
{
    const Params *params = &context->policy->params;
    int weight =
        params->amaf_early > params->amaf_tree ? params->amaf_early : params->amaf_tree;
    weight = weight > 1 ? weight : 1;
    if (context->is_puct)
        weight = context->asks_katago ? VALUE_STEPS * WEIGHT_MAX : VALUE_STEPS;
    uint64_t visits_max = TREE_COUNT_MAX / (2 * (uint64_t)weight);
    uint64_t visits = tree_node(context->tree, context->node).visits /
                      search_context_visit_steps(context);
    uint64_t left = visits < visits_max ? visits_max - visits : 1;
    uint64_t *playouts = &context->order.limits.playouts;
    if (*playouts == 0 || *playouts > left)
        *playouts = left;
}

void search_context_limit_visits(SearchContext *context)
{
    SearchLimits *limits = &context->order.limits;
    uint64_t visits = tree_node(context->tree, context->node).visits /
                      search_context_visit_steps(context);
    if (limits->visits == 0)
        return;
    if (visits >= limits->visits) {
        atomic_store(&context->finished, true);
        return;
    }
    uint64_t left = limits->visits - visits;
    if (limits->playouts == 0 || limits->playouts > left)
        limits->playouts = left;
}

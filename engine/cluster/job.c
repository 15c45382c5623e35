// SPDX-License-Identifier: MIT
#include "job.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "text.h"

enum {
    TURNS_MAX = 1 << 14, // of a game
    DESCRIPTION_SIZE = 256,
};

uint64_t job_networks(const Network *network, const KatagoNetwork *katago)
{
    uint64_t sum = network != NULL ? rng_mix(network_checksum(network)) : 0;
    char memory[DESCRIPTION_SIZE];
    Text text = text_over(memory, sizeof memory);
    if (katago == NULL)
        return sum;
    katago_network_describe(katago, &text);
    for (size_t i = 0; i < text.length; i++)
        sum = rng_mix(sum ^ (unsigned char)text.bytes[i]);
    return sum;
}

static void write_rules(WireWriter *writer, const Rules *rules)
{
    const int numbers[] = {(int)rules->ko,     (int)rules->tax,     (int)rules->bonus,
                           rules->territory,   rules->suicide,      rules->button,
                           rules->dead_stones, rules->friendly_pass};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        wire_put(writer, (uint64_t)numbers[i], 1);
}

static int get_up_to(WireReader *reader, int most)
{
    int number = (int)wire_get(reader, 1);
    return wire_demand(reader, number <= most) ? number : 0;
}

static Rules read_rules(WireReader *reader)
{
    Rules rules = {.name = "custom"};
    rules.ko = (KoRule)get_up_to(reader, KO_SAME_PLAYER);
    rules.tax = (TaxRule)get_up_to(reader, TAX_ALL);
    rules.bonus = (HandicapBonus)get_up_to(reader, BONUS_N_MINUS_ONE);
    rules.territory = get_up_to(reader, 1) == 1;
    rules.suicide = get_up_to(reader, 1) == 1;
    rules.button = get_up_to(reader, 1) == 1;
    rules.dead_stones = get_up_to(reader, 1) == 1;
    rules.friendly_pass = get_up_to(reader, 1) == 1;
    return rules;
}

static void write_coloring(WireWriter *writer, const Bitboard stones[2],
                           const Position *pos)
{
    for (Color color = BLACK; color <= WHITE; color++)
        wire_put_set(writer, &stones[color], pos->columns, pos->rows);
}

// Sets up a coloring of a position that has its size already.
static bool read_coloring(WireReader *reader, Color to_play, Position *pos)
{
    Bitboard stones[2];
    for (Color color = BLACK; color <= WHITE; color++)
        stones[color] = wire_get_set(reader, pos->columns, pos->rows);
    return wire_demand(reader, position_setup(pos, stones, to_play));
}

static void write_history(WireWriter *writer, const Game *game)
{
    const History *history = &game->history;
    wire_put(writer, history->length, 4);
    for (uint32_t i = 0; i < history->length; i++) {
        const HistoryEntry *entry = &history->entries[i];
        wire_put(writer, entry->circumstances, 1);
        write_coloring(writer, entry->stones, &game->position);
    }
}

// The color whose bit it is, counted from `lowest`; up to `most`.
static bool read_circumstance(unsigned bits, unsigned lowest, Color most, Color *color)
{
    for (Color c = BLACK; c <= most; c++)
        if (bits == lowest << c) {
            *color = c;
            return true;
        }
    return false;
}

static bool read_history(WireReader *reader, Game *game)
{
    Position pos = game->position;
    uint32_t length = (uint32_t)wire_get(reader, 4);
    // Each entry has a byte at least: no memory is taken for those that do not come.
    if (!wire_demand(reader,
                     length >= 1 && length <= TURNS_MAX && length <= reader->left) ||
        !history_reserve(&game->history, length))
        return false;
    history_clear(&game->history);
    for (uint32_t i = 0; i < length; i++) {
        unsigned bits = (unsigned)wire_get(reader, 1);
        unsigned left = LEFT_BY_BLACK | LEFT_BY_WHITE | LEFT_BY_NOBODY;
        Color left_by = EMPTY, to_play = BLACK;
        if (!wire_demand(
                reader,
                read_circumstance(bits & left, LEFT_BY_BLACK, EMPTY, &left_by) &&
                    read_circumstance(bits & ~left, BLACK_TO_PLAY, WHITE, &to_play)) ||
            !read_coloring(reader, to_play, &pos) ||
            !history_push(&game->history, &pos, left_by))
            return false;
    }
    return true;
}

static void write_position(WireWriter *writer, const Position *pos)
{
    wire_put(writer, pos->to_play, 1);
    wire_put(writer, pos->passes, 1);
    wire_put(writer, pos->ko, 2);
    write_coloring(writer, pos->stones, pos);
}

// Is it NO_POINT or an empty point?
static bool is_ko(const Position *pos, Point p)
{
    return p == NO_POINT || (p < POINT_LIMIT && bitboard_test(&pos->grid, p) &&
                             position_is_empty_at(pos, p));
}

static bool read_position(WireReader *reader, Position *pos)
{
    Color to_play = (Color)get_up_to(reader, WHITE);
    int passes = get_up_to(reader, 2);
    Point ko = (Point)wire_get(reader, 2);
    if (!read_coloring(reader, to_play, pos) || !wire_demand(reader, is_ko(pos, ko)))
        return false;
    pos->passes = (uint8_t)passes;
    pos->ko = ko;
    return true;
}

static void write_moves(WireWriter *writer, const Game *game)
{
    wire_put(writer, (uint64_t)game->move_count, 4);
    for (int i = 0; i < game->move_count; i++) {
        const Move *move = &game->moves[i];
        wire_put(writer, move->point, 2);
        wire_put(writer, move->ko_before, 2);
        wire_put(writer, move->captured, 2);
        wire_put(writer, move->color, 1);
        wire_put(writer, move->to_play_before, 1);
        wire_put(writer, move->passes_before, 1);
    }
}

static Move read_move(WireReader *reader, const Bitboard *grid)
{
    Move move;
    move.point = (Point)wire_get(reader, 2);
    move.ko_before = (Point)wire_get(reader, 2);
    move.captured = (uint16_t)wire_get(reader, 2);
    move.color = (uint8_t)get_up_to(reader, WHITE);
    move.to_play_before = (uint8_t)get_up_to(reader, WHITE);
    move.passes_before = (uint8_t)get_up_to(reader, 2);
    wire_demand(reader, move.captured < POINT_COUNT_MAX &&
                            (move.point == PASS || (move.point < POINT_LIMIT &&
                                                    bitboard_test(grid, move.point))) &&
                            (move.ko_before == NO_POINT ||
                             (move.ko_before < POINT_LIMIT &&
                              bitboard_test(grid, move.ko_before))));
    return move;
}

static bool read_moves(WireReader *reader, Game *game)
{
    uint32_t count = (uint32_t)wire_get(reader, 4);
    // The history has an entry before each move, and one after the last.
    if (!wire_demand(reader, count < game->history.length) ||
        !game_reserve(game, (int)count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        game->moves[i] = read_move(reader, &game->position.grid);
    game->move_count = (int)count;
    return !reader->failed;
}

static void write_game(WireWriter *writer, const Game *game)
{
    wire_put(writer, game->position.columns, 1);
    wire_put(writer, game->position.rows, 1);
    write_rules(writer, &game->rules);
    wire_put(writer, (uint64_t)game->komi, 4);
    wire_put(writer, (uint64_t)game->handicap, 2);
    wire_put(writer, (uint64_t)game->captured[BLACK], 4);
    wire_put(writer, (uint64_t)game->captured[WHITE], 4);
    write_position(writer, &game->position);
    write_history(writer, game);
    write_moves(writer, game);
}

// Is the coloring of the position the newest of the history?
static bool is_whole(const Game *game)
{
    const HistoryEntry *newest = &game->history.entries[game->history.length - 1];
    return bitboard_equal(&newest->stones[BLACK], &game->position.stones[BLACK]) &&
           bitboard_equal(&newest->stones[WHITE], &game->position.stones[WHITE]);
}

static bool read_game(WireReader *reader, Game *game)
{
    int columns = get_up_to(reader, BOARD_SIZE_MAX);
    int rows = get_up_to(reader, BOARD_SIZE_MAX);
    Rules rules = read_rules(reader);
    int komi = wire_get_signed(reader);
    if (!wire_demand(reader, columns >= 1 && rows >= 1 && komi >= -2 * KOMI_MAX &&
                                 komi <= 2 * KOMI_MAX) ||
        !game_init(game, &rules, komi, columns, rows))
        return false;
    game->handicap = (int)wire_get(reader, 2);
    game->captured[BLACK] = wire_get_signed(reader);
    game->captured[WHITE] = wire_get_signed(reader);
    const int captured_max = TURNS_MAX * POINT_COUNT_MAX;
    if (wire_demand(reader, game->handicap < POINT_COUNT_MAX &&
                                game->captured[BLACK] >= 0 &&
                                game->captured[BLACK] <= captured_max &&
                                game->captured[WHITE] >= 0 &&
                                game->captured[WHITE] <= captured_max) &&
        read_position(reader, &game->position) && read_history(reader, game) &&
        read_moves(reader, game) && wire_demand(reader, is_whole(game)))
        return true;
    game_free(game);
    return false;
}

static void write_params(WireWriter *writer, const Params *params)
{
    const char *name;
    for (int i = 0; (name = params_name(i)) != NULL; i++) {
        int value = 0;
        params_get(params, name, &value);
        wire_put(writer, (uint64_t)value, 4);
    }
}

static bool read_params(WireReader *reader, Params *params)
{
    const char *name;
    *params = PARAMS_DEFAULT;
    for (int i = 0; (name = params_name(i)) != NULL; i++)
        wire_demand(reader, params_set(params, name, wire_get_signed(reader)));
    return !reader->failed;
}

static void write_profile(WireWriter *writer, const KatagoProfile *profile)
{
    wire_put(writer, (uint64_t)profile->source, 1);
    wire_put(writer, (uint64_t)profile->rank[BLACK], 1);
    wire_put(writer, (uint64_t)profile->rank[WHITE], 1);
    wire_put(writer, (uint64_t)profile->year, 2);
    wire_put(writer, (uint64_t)profile->month, 1);
}

static bool read_profile(WireReader *reader, KatagoProfile *profile)
{
    enum { RANKS = 29, YEAR_FIRST = 1800, YEAR_LAST = 2023, MONTHS = 12 };
    profile->source = (KatagoSource)get_up_to(reader, KATAGO_SOURCE_GO4GO);
    profile->rank[BLACK] = get_up_to(reader, RANKS);
    profile->rank[WHITE] = get_up_to(reader, RANKS);
    profile->year = (int)wire_get(reader, 2);
    profile->month = get_up_to(reader, MONTHS);
    return wire_demand(reader, profile->source == KATAGO_SOURCE_NONE ||
                                   (profile->year >= YEAR_FIRST &&
                                    profile->year <= YEAR_LAST && profile->month >= 1));
}

void job_write(WireWriter *writer, const SearchContext *context)
{
    wire_put(writer, 0, 4);
    wire_put(writer, context->order.seed, 8);
    wire_put(writer, job_networks(context->network, context->katago), 8);
    wire_put(writer, (uint64_t)context->order.player, 1);
    write_profile(writer, &context->order.profile);
    wire_put_float(writer, context->order.doubling);
    wire_put(writer, context->order.hides_history, 1);
    write_params(writer, &context->policy->params);
    write_game(writer, context->game);
}

// Appends the moves that a filter leaves out.
static void write_filter(WireWriter *writer, const MoveFilter *filter)
{
    wire_put(writer, filter != NULL, 1);
    for (Color player = BLACK; player <= WHITE && filter != NULL; player++)
        for (Point p = 0; p < POINT_LIMIT; p++) {
            if (filter->until[player][p] == 0)
                continue;
            wire_put(writer, player, 1);
            wire_put(writer, p, 2);
            wire_put(writer, (uint64_t)filter->until[player][p], 4);
        }
}

// The filter is the rest of the message.
static void read_filter(WireReader *reader, Job *job)
{
    job->has_filter = get_up_to(reader, 1) == 1;
    while (job->has_filter && reader->left > 0) {
        Color player = (Color)get_up_to(reader, WHITE);
        Point move = (Point)wire_get(reader, 2);
        int until = wire_get_signed(reader);
        if (!wire_demand(reader, move < POINT_LIMIT && until > 0))
            return;
        move_filter_add(&job->filter, player, move, until);
    }
}

void job_write_of_tree(WireWriter *writer, const SearchContext *context)
{
    job_write(writer, context);
    wire_put_float(writer, (float)context->order.root_temperature);
    write_filter(writer, context->order.filter);
}

static bool read_doubling(WireReader *reader, Job *job)
{
    float doubling = wire_get_float(reader);
    // Not a number is in no range.
    if (!wire_demand(reader, doubling >= -KATAGO_DOUBLING_LIMIT &&
                                 doubling <= KATAGO_DOUBLING_LIMIT))
        return false;
    job->doubling = doubling;
    return true;
}

// Reads what all jobs have. Errors: false, nothing to free.
static bool read_common(WireReader *reader, Job *job)
{
    memset(job, 0, sizeof *job);
    job->id = (uint32_t)wire_get(reader, 4);
    job->seed = wire_get(reader, 8);
    job->networks = wire_get(reader, 8);
    job->player = (Color)get_up_to(reader, WHITE);
    if (!read_profile(reader, &job->profile) || !read_doubling(reader, job))
        return false;
    job->hides_history = get_up_to(reader, 1) == 1;
    return read_params(reader, &job->params) && read_game(reader, &job->game);
}

// Has all been read? If not, the job is freed.
static bool end_job(WireReader *reader, Job *job)
{
    if (wire_demand(reader, reader->left == 0))
        return true;
    game_free(&job->game);
    return false;
}

bool job_read(WireReader *reader, Job *job)
{
    return read_common(reader, job) && end_job(reader, job);
}

bool job_read_of_tree(WireReader *reader, Job *job)
{
    const float temperature_max = 1000;
    if (!read_common(reader, job))
        return false;
    float temperature = wire_get_float(reader);
    // Not a number is in no range.
    if (wire_demand(reader, temperature >= 0 && temperature <= temperature_max))
        job->root_temperature = (double)temperature;
    read_filter(reader, job);
    return end_job(reader, job);
}

void job_tell(Worker *worker, MessageKind kind)
{
    free(worker->told);
    worker->told = malloc(MESSAGE_MAX);
    if (worker->told == NULL)
        return;
    WireWriter writer = message_begin(kind, worker->told, MESSAGE_MAX);
    if (kind == MESSAGE_TREE_JOB)
        job_write_of_tree(&writer, worker->context);
    else
        job_write(&writer, worker->context);
    worker->told_size = writer.size;
    if (writer.failed) {
        free(worker->told);
        worker->told = NULL;
    }
}

bool job_name(const Worker *worker, uint32_t number)
{
    if (worker->told == NULL)
        return false;
    WireWriter writer = {.bytes = worker->told + MESSAGE_HEAD, .capacity = 4};
    wire_put(&writer, number, 4);
    WireWriter whole = {.bytes = worker->told, .size = worker->told_size};
    return message_seal(&whole);
}
